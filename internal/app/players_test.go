package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// heldBy plays and reports a satellite of 14 of whom some are named, and gives its id and standing.
func (y season) heldBy(name string, named ...api.EntrantCreate) (uuid.UUID, []api.Standing) {
	y.stage.t.Helper()
	s := y.register(name, 5)
	y.sanction(s.ID)
	for _, e := range named {
		ok[api.Entrant](y.stage.t)(client.Created(y.director.CreateEntrantWithResponse(y.stage.t.Context(), s.ID, nil, e)))
	}
	for i := range 14 - len(named) {
		ok[api.Entrant](y.stage.t)(client.Created(y.director.CreateEntrantWithResponse(y.stage.t.Context(), s.ID, nil,
			api.EntrantCreate{FamilyName: fmt.Sprint(name, i), Rating: ptr(1400 - 10*i)})))
	}
	y.start(s.ID)
	y.play(s.ID, 1, 5)
	y.report(s.ID)
	table := ok[api.Standings](y.stage.t)(client.OK(y.director.GetStandingsWithResponse(y.stage.t.Context(), s.ID, nil)))
	return s.ID, table.Standings
}

func named(family, given string, rating int) api.EntrantCreate {
	return api.EntrantCreate{FamilyName: family, GivenName: &given, Rating: &rating}
}

// playersOf are the persons of a satellite by the seed of their entry.
func (y season) playerOf(satellite uuid.UUID, rating int) uuid.UUID {
	y.stage.t.Helper()
	for _, e := range y.entrants(satellite) {
		if e.Rating != nil && *e.Rating == rating {
			return e.PlayerID
		}
	}
	require.Fail(y.stage.t, "no such entrant")
	return uuid.Nil
}

// whole is the list without what tells when it was made.
func (y season) whole() string {
	y.stage.t.Helper()
	list, err := y.stage.organiser.QualifierList(y.stage.t.Context(), slug)
	require.NoError(y.stage.t, err)
	raw, err := json.Marshal(list.Items)
	require.NoError(y.stage.t, err)
	return string(raw)
}

// Issue 7, must show 3: two Smith, John in one field and a third elsewhere are three people; a merge
// joins two with their seats, and a split returns the list to what it was.
func TestThreeOfOneName(t *testing.T) {
	t.Parallel()
	y := newSeason(t, "keeps_one_seat", "lapses")
	duluth, _ := y.heldBy("Duluth", named("Smith", "John", 1500), named("smith ", "JOHN", 1450))
	elgin, _ := y.heldBy("Elgin", named("Smith", "Jóhn", 1490))
	one, two, three := y.playerOf(duluth, 1500), y.playerOf(duluth, 1450), y.playerOf(elgin, 1490)
	require.Len(t, map[uuid.UUID]bool{one: true, two: true, three: true}, 3)
	y.forceSeat(duluth, one)
	y.forceSeat(elgin, three)
	count := func(players ...uuid.UUID) (n int) {
		list, err := y.stage.organiser.QualifierList(t.Context(), slug)
		require.NoError(t, err)
		for _, q := range list.Items {
			if slices.Contains(players, q.PlayerID) {
				n++
			}
		}
		return n
	}
	eventually(t, "both in the list", func() bool { return count(one, three) == 2 })
	before := y.whole()

	doubts := ok[api.DoubtList](t)(client.OK(y.stage.organiser.ListDoubtfulWithResponse(t.Context(), nil)))
	require.Len(t, doubts.Items, 2, "each of the field with the third, but not the two of one field")
	refused := func(path string, other uuid.UUID, code, says string) {
		t.Helper()
		got := y.send(call{key: organiserKey, method: http.MethodPost, path: "/v1/players/" + path, body: api.PlayerPair{OtherID: other, Reason: "test"}})
		require.EqualValues(t, code, got.problem(t).Code)
		require.Contains(t, got.problem(t).Detail, says)
	}
	refused(one.String()+"/merge", one, "merge_refused", "himself")
	refused(one.String()+"/merge", two, "merge_refused", "Duluth")
	refused(one.String()+"/merge", uuid.New(), "not_found", "no such player")

	card := ok[api.PlayerCard](t)(client.OK(y.stage.organiser.MergePlayersWithResponse(t.Context(), one, nil, api.PlayerPair{OtherID: three, Reason: "same birthday"})))
	require.Len(t, card.Records, 2)
	require.Equal(t, one, card.ID)
	eventually(t, "one row with two seats", func() bool {
		list, err := y.stage.organiser.QualifierList(t.Context(), slug)
		require.NoError(t, err)
		return count(three) == 0 && slices.ContainsFunc(list.Items, func(q api.Qualifier) bool { return q.PlayerID == one && q.Seats == 2 })
	})
	got := ok[api.PlayerCard](t)(client.OK(y.stage.organiser.GetPlayerWithResponse(t.Context(), three)))
	require.Equal(t, one, got.ID, "the record of the other leads to the person")
	refused(three.String()+"/merge", two, "merge_refused", "Duluth")
	again := ok[api.PlayerCard](t)(client.OK(y.stage.organiser.MergePlayersWithResponse(t.Context(), one, nil, api.PlayerPair{OtherID: three, Reason: "again"})))
	require.Equal(t, card, again, "they are one already")

	// Whoever enters under the name now fits the merged person in both fields, and is not doubtful.
	ok[api.PlayerCard](t)(client.OK(y.stage.organiser.SplitPlayerWithResponse(t.Context(), three, nil, api.PlayerSplit{Reason: "twins"})))
	eventually(t, "the list as it was", func() bool { return y.whole() == before })

	ok[api.PlayerCard](t)(client.OK(y.stage.organiser.TellPlayersApartWithResponse(t.Context(), one, nil, api.PlayerPair{OtherID: three, Reason: "twins"})))
	doubts = ok[api.DoubtList](t)(client.OK(y.stage.organiser.ListDoubtfulWithResponse(t.Context(), nil)))
	require.Len(t, doubts.Items, 1)
	blank := y.send(call{key: organiserKey, method: http.MethodPost, path: "/v1/players/" + one.String() + "/merge", body: api.PlayerPair{OtherID: three, Reason: "  "}})
	require.EqualValues(t, "reason_required", blank.problem(t).Code)
}

// forceSeat corrects every game of a player into a win by far and reports again, so that he leads.
func (y season) forceSeat(satellite, player uuid.UUID) {
	y.stage.t.Helper()
	ok[api.Satellite](y.stage.t)(client.OK(y.stage.organiser.ReopenSatelliteWithResponse(y.stage.t.Context(), satellite, nil, api.Act{Reason: ptr("a wrong score")})))
	seed := 0
	for _, e := range y.entrants(satellite) {
		if e.PlayerID == player {
			seed = *e.Seed
		}
	}
	require.NotZero(y.stage.t, seed)
	y.settle(satellite, seed, 900, 100)
	y.report(satellite)
}

// Issue 7, must show 6: a person erased after he qualified. No trace of his name or address in any
// answer made afterwards; the list is unchanged otherwise, and replay agrees.
func TestAnErasedPersonLeavesNoTrace(t *testing.T) {
	t.Parallel()
	y := newSeason(t, "keeps_one_seat", "lapses")
	zoe := named("Quixotezza", "Zenobia", 1900)
	zoe.AssociationID, zoe.Email = ptr("ZZ778899"), ptr("zenobia@quixotezza.example")
	duluth, _ := y.heldBy("Duluth", zoe)
	player := y.playerOf(duluth, 1900)
	y.forceSeat(duluth, player)
	row := func() (api.Qualifier, bool) {
		list, err := y.stage.organiser.QualifierList(t.Context(), slug)
		require.NoError(t, err)
		i := slices.IndexFunc(list.Items, func(q api.Qualifier) bool { return q.PlayerID == player })
		if i < 0 {
			return api.Qualifier{}, false
		}
		return list.Items[i], true
	}
	eventually(t, "her row", func() bool { _, found := row(); return found })
	// A name that was mistyped and corrected stands in the log as well.
	other := y.register("Elgin", 5)
	e := ok[api.Entrant](t)(client.Created(y.director.CreateEntrantWithResponse(t.Context(), other.ID, nil, named("Quixotezza", "Zenobia", 1900))))
	require.Equal(t, player, e.PlayerID)
	ok[api.Entrant](t)(client.OK(y.director.UpdateEntrantWithResponse(t.Context(), other.ID, e.ID, nil, api.EntrantPatch{AssociationID: ptr("ZZ778899")})))
	gone := y.register("Fargo", 5)
	out := ok[api.Entrant](t)(client.Created(y.director.CreateEntrantWithResponse(t.Context(), gone.ID, nil, named("Quixotezza", "Zenobia", 1900))))
	require.NoError(t, client.Done(y.director.DeleteEntrantWithResponse(t.Context(), gone.ID, out.ID)))
	ok[api.Invitation](t)(client.OK(y.stage.organiser.PutAnswerWithResponse(t.Context(), slug, player, api.AnswerRecord{Answer: "accepted", Note: ptr("Zenobia Quixotezza rang")})))
	eventually(t, "her answer", func() bool { r, _ := row(); return r.Answer == "accepted" })
	before, _ := row()

	card := ok[api.PlayerCard](t)(client.OK(y.stage.organiser.ErasePlayerWithResponse(t.Context(), player, nil)))
	require.True(t, card.Erased)
	require.Regexp(t, `^Player [0-9A-F]{4,}$`, card.Name)
	now, found := row()
	require.True(t, found, "the seat stays, at once")
	require.Equal(t, card.Name, now.Name)
	now.Name, now.AssociationID = before.Name, before.AssociationID
	require.Equal(t, before, now, "nothing else of her row is different")

	for _, id := range []uuid.UUID{duluth, other.ID, gone.ID} {
		check := ok[api.Verification](t)(client.OK(y.director.VerifySatelliteWithResponse(t.Context(), id)))
		require.True(t, check.Agrees, "%v", check.Differences)
	}
	rebuilt := y.whole()
	y.refreshAll()
	require.Equal(t, rebuilt, y.whole(), "a rebuild finds the same")

	base := "/v1/satellites/" + duluth.String()
	for _, path := range []string{
		"/v1/players", "/v1/players/" + player.String(), "/v1/tours/" + slug + "/qualifiers", "/v1/tours/" + slug + "/qualifiers?format=csv",
		"/v1/tours/" + slug + "/qualifiers?as_of=" + y.clock.now().UTC().Format("2006-01-02"),
		"/v1/tours/" + slug + "/qualifiers/differences", "/v1/tours/" + slug + "/qualifiers/" + player.String() + "/answer",
		base + "/entrants", base + "/log?limit=200", base + "/standings", base + "/crosstable", base + "/report", base + "/seats",
		base + "/rounds/1", base + "/export?format=naspa", base + "/export?format=csv", base + "/submission",
		"/v1/satellites/" + other.ID.String() + "/log", "/v1/satellites/" + gone.ID.String() + "/log",
	} {
		got := y.send(call{key: organiserKey, method: http.MethodGet, path: path})
		if got.status == http.StatusNotFound {
			continue // a path that is called otherwise; the tables below have it all
		}
		require.Equal(t, http.StatusOK, got.status, "%s: %s", path, got.body)
		for _, trace := range []string{"quixotezza", "zenobia", "zz778899"} {
			require.NotContains(t, strings.ToLower(string(got.body)), trace, path)
		}
	}
	for _, r := range newRecords(t, y.database).all() {
		for _, trace := range []string{"quixotezza", "zenobia", "zz778899"} {
			require.NotContains(t, strings.ToLower(r.row), trace, r.table)
		}
	}

	// Who comes under her name later is somebody else.
	next := y.register("Geneva", 5)
	later := ok[api.Entrant](t)(client.Created(y.director.CreateEntrantWithResponse(t.Context(), next.ID, nil, zoe)))
	require.NotEqual(t, player, later.PlayerID)
	again := ok[api.PlayerCard](t)(client.OK(y.stage.organiser.ErasePlayerWithResponse(t.Context(), player, nil)))
	require.Equal(t, card, again)
	other2 := y.send(call{key: organiserKey, method: http.MethodPost, path: "/v1/players/" + player.String() + "/merge", body: api.PlayerPair{OtherID: later.PlayerID, Reason: "again"}})
	require.EqualValues(t, "merge_refused", other2.problem(t).Code)
}
