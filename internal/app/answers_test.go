package app_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// Issue 7, must show 2: a declined seat under both settings, the second decline in one satellite,
// and nobody of another satellite is called (R5.5).
func TestADeclinedSeat(t *testing.T) {
	t.Parallel()
	for _, rule := range []api.DeclinedSeat{"lapses", "passes_down"} {
		t.Run(string(rule), func(t *testing.T) {
			t.Parallel()
			y := newSeason(t, "keeps_one_seat", rule)
			duluth, d := y.held("Duluth", "Duluth")
			_, e := y.held("Elgin", "Elgin")
			names := []string{d[0].Name, d[1].Name, e[0].Name, e[1].Name}
			y.listed(names...)
			elgins := []api.Qualifier{y.row(e[0].Name), y.row(e[1].Name)}

			y.answers(d[0].Name, "declined")
			if rule == "passes_down" {
				names = append(names, d[2].Name)
			}
			y.listed(names...)
			y.answers(d[1].Name, "declined")
			if rule == "passes_down" {
				names = append(names, d[3].Name)
				require.Eventually(t, func() bool { return len(y.seats(duluth).Claims) == 4 }, patience, poll)
			}
			y.listed(names...)

			seats := y.seats(duluth)
			if rule == "lapses" {
				require.Equal(t, []api.SeatVacancy{{Why: "lapsed", Seats: 2}}, seats.Vacant)
				require.Len(t, seats.Claims, 2)
			} else {
				require.Empty(t, seats.Vacant)
				require.Equal(t, []api.SeatClaimState{"given_up", "given_up", "holds", "holds"},
					[]api.SeatClaimState{seats.Claims[0].State, seats.Claims[1].State, seats.Claims[2].State, seats.Claims[3].State})
				require.Contains(t, seats.Claims[2].Why, "next in line for the seat that rank 1 has declined (R5.5)")
				require.Contains(t, seats.Claims[3].Why, "next in line for the seat that rank 2 has declined (R5.5)")
				require.Contains(t, *y.row(d[2].Name).Best.Note, "next in line")
			}
			for _, was := range elgins {
				now := y.row(was.Name)
				now.Position = was.Position
				require.Equal(t, was, now, "nobody of another satellite is touched")
			}

			ok[api.Invitation](t)(client.OK(y.stage.organiser.TakeAnswerBackWithResponse(t.Context(), slug, y.row(d[0].Name).PlayerID)))
			eventually(t, "the answer taken back", func() bool { return y.row(d[0].Name).Answer == "invited" })
			if rule == "passes_down" {
				y.listed(d[0].Name, d[1].Name, d[2].Name, e[0].Name, e[1].Name)
			}
		})
	}
}

// Issue 7, must show 2: who qualifies twice, under both settings (R5.4).
func TestAPlayerWhoQualifiesTwice(t *testing.T) {
	t.Parallel()
	for _, rule := range []api.RepeatQualifier{"keeps_one_seat", "passes_down"} {
		t.Run(string(rule), func(t *testing.T) {
			t.Parallel()
			y := newSeason(t, rule, "lapses")
			_, first := y.held("Duluth", "Player")
			second, again := y.held("Elgin", "Player")
			require.Equal(t, first[0].Name, again[0].Name, "the same results, the same winner")
			if rule == "keeps_one_seat" {
				for _, q := range y.listed(first[0].Name, first[1].Name) {
					eventually(t, "both seats", func() bool { return y.row(q.Name).Seats == 2 })
				}
				return
			}
			for _, q := range y.listed(first[0].Name, first[1].Name, again[2].Name, again[3].Name) {
				require.Equal(t, 1, q.Seats, q.Name)
			}
			over := y.seats(second).PassedOver
			require.Len(t, over, 2)
			require.Contains(t, over[0].Why, "has a seat from Duluth already (R5.4)")
		})
	}
}

// A qualifier answers by his link, once; whatever is wrong with a link is said and changes nothing.
func TestAQualifierAnswersByHisLink(t *testing.T) {
	t.Parallel()
	y := newSeason(t, "keeps_one_seat", "lapses")
	_, d := y.held("Duluth", "Duluth")
	list := y.listed(d[0].Name, d[1].Name)
	ann, bob := list[0], list[1]
	invite := func(q api.Qualifier) *api.AnswerLink {
		return ok[api.AnswerLink](t)(client.Created(y.stage.organiser.CreateAnswerLinkWithResponse(t.Context(), slug, q.PlayerID, nil, api.AnswerLinkCreate{})))
	}
	old := invite(ann)
	link := invite(ann)
	refused := func(status int, code, token string) {
		t.Helper()
		for _, c := range []call{
			{method: http.MethodGet, path: "/v1/answers/" + token},
			{method: http.MethodPut, path: "/v1/answers/" + token, body: api.OwnAnswer{Answer: "declined"}},
		} {
			got := y.send(c)
			require.Equal(t, status, got.status, "%s", got.body)
			require.EqualValues(t, code, got.problem(t).Code)
		}
		page := y.send(call{method: http.MethodGet, path: "/a/" + token})
		require.Equal(t, status, page.status)
		require.NotContains(t, string(page.body), d[0].Name)
	}
	last := link.Token[len(link.Token)-1:]
	other := map[bool]string{true: "B", false: "A"}[last == "A"]
	refused(http.StatusNotFound, "link_invalid", link.Token[:len(link.Token)-1]+other)
	refused(http.StatusNotFound, "link_invalid", "forged")
	refused(http.StatusConflict, "link_used", old.Token) // replaced by the later one

	page := y.send(call{method: http.MethodGet, path: link.Path})
	require.Equal(t, http.StatusOK, page.status)
	require.Contains(t, string(page.body), "Rank 1 of 14 in <bdi>Duluth</bdi>")
	require.Contains(t, string(page.body), "Yes, I accept")
	form := func(answer string) answer {
		return y.send(call{
			method: http.MethodPost, path: link.Path, body: url.Values{"answer": {answer}}.Encode(),
			header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"},
		})
	}
	require.Equal(t, http.StatusBadRequest, form("perhaps").status)
	page = form("accepted")
	require.Equal(t, http.StatusOK, page.status, "led back to the page")
	require.Contains(t, string(page.body), "You have accepted")
	require.Equal(t, http.StatusConflict, form("declined").status, "a link is good once")
	again := y.send(call{method: http.MethodPut, path: "/v1/answers/" + link.Token, body: api.OwnAnswer{Answer: "declined"}})
	require.EqualValues(t, "link_used", again.problem(t).Code)
	own := read[api.OwnInvitation](t, y.send(call{method: http.MethodGet, path: "/v1/answers/" + link.Token}))
	require.True(t, own.Used)
	require.EqualValues(t, "accepted", own.Answer)
	eventually(t, "the answer in the list", func() bool { return y.row(ann.Name).Answer == "accepted" })
	kept := ok[api.Invitation](t)(client.OK(y.stage.organiser.GetAnswerWithResponse(t.Context(), slug, ann.PlayerID)))
	require.EqualValues(t, "link", kept.Replies[0].Via)

	twice := invite(bob)
	statuses := make(chan int, 2)
	for range 2 {
		go func() {
			got, err := trySend(t.Context(), y.url, call{method: http.MethodPut, path: "/v1/answers/" + twice.Token, body: api.OwnAnswer{Answer: "accepted"}})
			assert.NoError(t, err)
			statuses <- got.status
		}()
	}
	require.ElementsMatch(t, []int{http.StatusOK, http.StatusConflict}, []int{<-statuses, <-statuses}, "two at once are one too many")
	ok[api.Invitation](t)(client.OK(y.stage.organiser.TakeAnswerBackWithResponse(t.Context(), slug, bob.PlayerID)))

	late := invite(bob)
	y.clock.advance(15 * 24 * time.Hour)
	refused(http.StatusConflict, "link_expired", late.Token)
	got := y.send(call{key: organiserKey, method: http.MethodPut, path: "/v1/tours/" + slug + "/qualifiers/" + bob.PlayerID.String() + "/answer", body: api.AnswerRecord{Answer: "accepted"}})
	require.Equal(t, http.StatusConflict, got.status)
	require.EqualValues(t, "answer_late", got.problem(t).Code)
	y.answers(bob.Name, "no_answer") // silence can be recorded after the deadline
}

// The list is read by answer, by name and as it was on a day; unchanged, it is not sent again.
func TestTheListIsFilteredAndRemembered(t *testing.T) {
	t.Parallel()
	y := newSeason(t, "keeps_one_seat", "lapses")
	_, d := y.held("Duluth", "Duluth")
	y.listed(d[0].Name, d[1].Name)
	path := "/v1/tours/" + slug + "/qualifiers"
	get := func(query string, header map[string]string) answer {
		return y.send(call{key: organiserKey, method: http.MethodGet, path: path + query, header: header})
	}
	tag := get("", nil).header.Get("ETag")
	require.Equal(t, http.StatusNotModified, get("", map[string]string{"If-None-Match": tag}).status)
	day := y.clock.now().UTC().Format(time.DateOnly)
	y.clock.advance(48 * time.Hour)
	y.answers(d[1].Name, "accepted")
	require.Equal(t, http.StatusOK, get("", map[string]string{"If-None-Match": tag}).status)

	names := func(query string) []string {
		var names []string
		for _, q := range read[api.QualifierList](t, get(query, nil)).Items {
			names = append(names, fmt.Sprint(q.Position, " ", q.Name, " ", q.Answer))
		}
		return names
	}
	require.Equal(t, []string{"2 " + d[1].Name + " accepted"}, names("?answer=accepted"), "in its position of the whole list")
	require.Equal(t, []string{"1 " + d[0].Name + " invited"}, names("?q="+url.QueryEscape(strings.ToUpper(d[0].Name))))
	require.Empty(t, names("?q=nobody"))
	require.Equal(t, []string{"1 " + d[0].Name + " invited", "2 " + d[1].Name + " invited"}, names("?as_of="+day))
	require.Empty(t, names("?as_of=2026-01-01"))
	require.Contains(t, string(get("?format=csv&answer=accepted", nil).body), "accepted")
}

// Issue 7, must show 4: a score corrected after seats were issued. Exactly the affected rows change,
// the differences are listed, and nobody who has accepted is silently replaced (R4.6).
func TestACorrectionAfterSeatsWereIssued(t *testing.T) {
	t.Parallel()
	y := newSeason(t, "keeps_one_seat", "lapses")
	duluth, d := y.held("Duluth", "Duluth")
	_, e := y.held("Elgin", "Elgin")
	y.listed(d[0].Name, d[1].Name, e[0].Name, e[1].Name)
	y.answers(d[1].Name, "accepted")
	before := map[string]api.Qualifier{}
	for _, name := range []string{d[0].Name, e[0].Name, e[1].Name} {
		before[name] = y.row(name)
	}

	ok[api.Satellite](t)(client.OK(y.stage.organiser.ReopenSatelliteWithResponse(t.Context(), duluth, nil, api.Act{Reason: ptr("a wrong score")})))
	y.settle(duluth, d[1].Seed, 0, 500)
	y.report(duluth)
	after := y.standing(duluth)
	require.Equal(t, d[0].Name, after[0].Name)
	gets := after[1].Name
	require.NotEqual(t, d[1].Name, gets)

	eventually(t, "the pending decision", func() bool {
		return slices.ContainsFunc(y.seats(duluth).Claims, func(c api.SeatClaim) bool { return c.State == "pending" })
	})
	changes := ok[api.DifferenceList](t)(client.OK(y.stage.organiser.ListDifferencesWithResponse(t.Context(), slug, nil)))
	require.Contains(t, changes.Rules, "Nobody who has accepted a seat loses it unless the organiser decides so.")
	touched := map[string]bool{}
	for _, c := range changes.Items {
		touched[c.Name] = true
		require.Equal(t, duluth, c.SatelliteID)
		require.Equal(t, c.Name == d[1].Name && c.Now.State == "pending", c.NeedsDecision)
	}
	require.True(t, touched[d[1].Name] && touched[gets], "%v", touched)
	for name, was := range before {
		now := y.row(name)
		if name == d[0].Name { // his own record is corrected too if they had met
			now.Best, now.Satellites = was.Best, was.Satellites
		}
		now.Position = was.Position
		require.Equal(t, was, now)
	}
	list, err := y.stage.organiser.QualifierList(t.Context(), slug)
	require.NoError(t, err)
	require.False(t, slices.ContainsFunc(list.Items, func(q api.Qualifier) bool { return q.Name == gets }), "who would have the seat waits")

	who := y.row(d[1].Name).PlayerID
	got := y.send(call{key: organiserKey, method: http.MethodPut, path: "/v1/satellites/" + duluth.String() + "/seats/" + who.String() + "/ruling", body: `{"verdict":"keeps","reason":" "}`})
	require.EqualValues(t, "reason_required", got.problem(t).Code)
	first := y.row(d[0].Name).PlayerID
	got = y.send(call{key: organiserKey, method: http.MethodPut, path: "/v1/satellites/" + duluth.String() + "/seats/" + first.String() + "/ruling", body: `{"verdict":"keeps","reason":"x"}`})
	require.EqualValues(t, "no_decision_needed", got.problem(t).Code)
	ruled := ok[api.Seats](t)(client.OK(y.stage.organiser.PutRulingWithResponse(t.Context(), duluth, who, api.RulingGiven{Verdict: "both", Reason: "our mistake"})))
	require.Len(t, ruled.Rulings, 1)
	y.listed(d[0].Name, d[1].Name, gets, e[0].Name, e[1].Name)
	ok[api.Seats](t)(client.OK(y.stage.organiser.TakeRulingBackWithResponse(t.Context(), duluth, who)))
	y.listed(d[0].Name, d[1].Name, e[0].Name, e[1].Name)
	ok[api.Seats](t)(client.OK(y.stage.organiser.PutRulingWithResponse(t.Context(), duluth, who, api.RulingGiven{Verdict: "replaced", Reason: "the rules"})))
	y.listed(d[0].Name, gets, e[0].Name, e[1].Name)
}
