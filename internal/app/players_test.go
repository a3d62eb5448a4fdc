package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
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
