package app_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// What may happen only once happens once, however many ask for it at the same
// moment; the others see that it has happened.
func TestWhatHappensOnceHappensOnceForManyAtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.work()
	path := func(state, rest string) string { return "/v1/satellites/" + f.a.satellites[state].id.String() + rest }
	log := func(state string) int { return len(f.stage(f.a.key).log(t.Context(), f.a.satellites[state].id)) }
	for _, r := range []struct {
		state, act string
		body       func(i int) any
		path       string
		key        string
		statuses   map[int]int
		codes      []string
	}{
		{state: sanctioned, act: "satellite.start", path: path(sanctioned, "/start"), statuses: map[int]int{200: 20}},
		{state: played, act: "satellite.report", path: path(played, "/report"), statuses: map[int]int{200: 20}},
		{state: proposed, act: "satellite.sanction", path: path(proposed, "/sanction"), key: organiserKey, statuses: map[int]int{200: 20}},
		{
			state: proposed, act: "entrant.add", path: path(proposed, "/entrants"), statuses: map[int]int{201: 1, 409: 19}, codes: []string{"duplicate_entrant"},
			body: func(i int) any {
				return api.EntrantCreate{FamilyName: fmt.Sprintf("Name %c", 'A'+i), AssociationID: ptr("XY777")}
			},
		},
	} {
		before := log(r.state)
		answers := f.atOnce(20, func(i int) call {
			c := call{key: f.a.key, method: http.MethodPost, path: r.path}
			if r.key != "" {
				c.key = r.key
			}
			if r.body != nil {
				c.body = r.body(i)
			}
			return c
		})
		require.Equal(t, r.statuses, statuses(answers), r.act)
		for _, a := range answers {
			if a.status >= 300 {
				require.Contains(t, r.codes, string(a.problem(t).Code))
			}
		}
		require.Equal(t, before+1, log(r.state), "%s is one act", r.act)
	}
	dues, err := client.Collect(f.as(f.a.key).Dues(t.Context(), api.ListDuesParams{}))
	require.NoError(t, err)
	require.Len(t, dues, 2, "one due for each of the two reported")
	eventually(t, "the qualifiers on the national list", func() bool {
		list, err := f.organiser.QualifierList(t.Context(), slug)
		return err == nil && len(list.Items) == 2 // A's player of seed 1 or another, and B's
	})
	requireReplay(t, f.service, f.a.satellites[sanctioned].id)

	answers := f.atOnce(20, func(i int) call {
		return call{key: organiserKey, method: http.MethodPost, path: "/v1/tours", body: api.TourCreate{
			Slug: "once", Name: fmt.Sprint(i), StartsOn: date("2026-01-01"), EndsOn: date("2027-01-01"), Currency: "USD",
		}}
	})
	require.Equal(t, map[int]int{201: 1, 409: 19}, statuses(answers))
	for _, a := range answers {
		if a.status == http.StatusConflict {
			require.EqualValues(t, "slug_taken", a.problem(t).Code)
		}
	}
}

// The same people entered into several satellites at once, in any order, are one
// person each (R5.8), and nobody's entry fails for the others'.
func TestSamePeopleEnteredEverywhereAtOnceAreOnePersonEach(t *testing.T) {
	t.Parallel()
	s := newService(t)
	makeTour(t, s.organiser, slug)
	d := makeDirector(t, s.organiser, "Ann Director")
	g := s.stage(d.APIKey)
	const people, places = 30, 4
	var satellites []string
	for i := range places {
		satellites = append(satellites, g.register(fmt.Sprintf("Hall %c", 'A'+i), 6).ID.String())
	}
	answers := s.atOnce(places, func(i int) call {
		var rows []string
		for n := range people {
			rows = append(rows, fmt.Sprintf("Name%c%c,AB%02d,1500", 'A'+n%26, 'A'+n/26, n))
		}
		if i%2 == 1 {
			slices.Reverse(rows)
		}
		return call{
			key: d.APIKey, method: http.MethodPost, path: "/v1/satellites/" + satellites[i] + "/entrants/import",
			header: map[string]string{"Content-Type": "text/csv"}, body: "family_name,association_id,rating\n" + strings.Join(rows, "\n") + "\n",
		}
	})
	for _, a := range answers {
		require.Equal(t, http.StatusOK, a.status, "%s", a.body)
	}
	var players int
	require.NoError(t, newRecords(t, s.database).conn.QueryRow(t.Context(), "SELECT count(*) FROM players").Scan(&players))
	require.Equal(t, people, players)
}

// A roster is entered as a whole or not at all, is tried without a trace, and
// may come again.
func TestImportIsWholeTriedAndRepeated(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	rows := newRecords(t, f.database)
	before := rows.all()
	send := func(query, file string, header ...string) answer {
		c := call{
			key: f.a.key, method: http.MethodPost, path: "/v1/satellites/" + f.a.satellites[proposed].id.String() + "/entrants/import" + query,
			header: map[string]string{"Content-Type": "text/csv"}, body: file,
		}
		if len(header) > 0 {
			c.header["Idempotency-Key"] = header[0]
		}
		return f.send(c)
	}
	const good, bad = "family_name,rating\nAdams,1500\nBaker,1400\n", "family_name,rating\nAdams,1500\nBaker,strong\n"

	tried := read[api.ImportResult](t, send("?dry_run=true", good))
	require.False(t, tried.Stored)
	require.Len(t, tried.Accepted, 2)
	require.Nil(t, tried.Accepted[0].EntrantID)
	tried = read[api.ImportResult](t, send("?dry_run=true", bad))
	require.Len(t, tried.Refused, 1)
	require.Equal(t, []int{3, 7}, []int{tried.Refused[0].Line, tried.Refused[0].Column})
	require.Equal(t, http.StatusBadRequest, send("", bad).status)
	requireSameRows(t, before, rows.all(), "nothing is stored yet")

	part := read[api.ImportResult](t, send("?partial=true", bad))
	require.True(t, part.Stored)
	require.Len(t, part.Accepted, 1)
	whole := send("", good, "import-1")
	require.Equal(t, http.StatusOK, whole.status)
	after := rows.all()
	again := send("", good, "import-1")
	require.Equal(t, "true", again.header.Get("Idempotent-Replayed"))
	require.Equal(t, string(whole.body), string(again.body))
	require.True(t, read[api.ImportResult](t, send("", good)).Stored)
	requireSameRows(t, after, rows.all(), "the same file again enters nobody twice")
	require.Len(t, f.stage(f.a.key).entrants(f.a.satellites[proposed].id), 6)
}

func TestIdempotencyKeyIsForgottenAfterADay(t *testing.T) {
	t.Parallel()
	s := newService(t)
	makeTour(t, s.organiser, slug)
	d := makeDirector(t, s.organiser, "Ann Director")
	create := func(name string) answer {
		return s.send(call{
			key: d.APIKey, method: http.MethodPost, path: "/v1/satellites", body: registration(name, 6),
			header: map[string]string{"Idempotency-Key": "monday"},
		})
	}
	first := create("Duluth")
	require.Equal(t, http.StatusCreated, first.status)
	s.clock.advance(24*time.Hour - time.Minute)
	require.Equal(t, "true", create("Duluth").header.Get("Idempotent-Replayed"))
	s.clock.advance(2 * time.Minute)
	later := create("Duluth")
	require.Equal(t, http.StatusCreated, later.status)
	require.Empty(t, later.header.Get("Idempotent-Replayed"))
	require.NotEqual(t, read[api.Satellite](t, first).ID, read[api.Satellite](t, later).ID)
}
