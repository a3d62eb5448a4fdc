package webhook

import (
	"encoding/json"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

func change[T any](before, after *T) satellite.Change[T] {
	return satellite.Change[T]{Before: before, After: after}
}

func typesOf(all []notice) []Type {
	var types []Type
	for _, n := range all {
		types = append(types, n.is)
	}
	return types
}

func jsonOf(t *testing.T, n notice) string {
	t.Helper()
	raw, err := json.Marshal(n.with)
	require.NoError(t, err)
	return string(raw)
}

// Every way from one status to the next, as docs/states.md draws them, with those that undo takes
// back.
func TestEveryChangeOfStatusHasItsEvent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		was, is satellite.Status
		want    Type
	}{
		{"", satellite.Proposed, SatelliteProposed},
		{"", satellite.Sanctioned, SatelliteSanctioned}, // a Final Event
		{satellite.Proposed, satellite.Proposed, SatelliteEdited},
		{satellite.Proposed, satellite.Sanctioned, SatelliteSanctioned},
		{satellite.Proposed, satellite.Rejected, SatelliteRejected},
		{satellite.Sanctioned, satellite.Rejected, SatelliteRejected},
		{satellite.Sanctioned, satellite.InPlay, SatelliteStarted},
		{satellite.InPlay, satellite.Sanctioned, SatelliteUnstarted},
		{satellite.InPlay, satellite.Finished, SatelliteFinished},
		{satellite.Finished, satellite.InPlay, SatelliteResumed},
		{satellite.InPlay, satellite.Reported, SatelliteReported},
		{satellite.Finished, satellite.Reported, SatelliteReported},
		{satellite.Reported, satellite.Finished, SatelliteReopened},
		{satellite.Proposed, satellite.Cancelled, SatelliteCancelled},
		{satellite.Sanctioned, satellite.Cancelled, SatelliteCancelled},
		{satellite.InPlay, satellite.Cancelled, SatelliteCancelled},
	} {
		var before *satellite.Registration
		if c.was != "" {
			before = &satellite.Registration{Name: "before", Status: c.was}
		}
		registration := change(before, &satellite.Registration{Status: c.is})
		got := ofAct(&satellite.Satellite{}, satellite.Entry{Seq: 7, Changes: satellite.Changes{Registration: &registration}})
		require.Equal(t, []Type{c.want}, typesOf(got), "%s to %s", c.was, c.is)
		require.Equal(t, statusData{Act: 7, Status: c.is, Was: c.was}, got[0].with)
	}
}

// A Final Event is made with everybody of its field: first it is there, then they enter it.
func TestAFinalEventIsThereBeforeItsField(t *testing.T) {
	t.Parallel()
	made := change(nil, &satellite.Registration{Status: satellite.Sanctioned})
	ann := satellite.Entrant{ID: uuid.New(), Present: true}
	got := ofAct(&satellite.Satellite{}, satellite.Entry{Seq: 1, Changes: satellite.Changes{
		Registration: &made, Entrants: []satellite.Change[satellite.Entrant]{change(nil, &ann)},
	}})
	require.Equal(t, []Type{SatelliteSanctioned, EntrantAdded}, typesOf(got))
	require.JSONEq(t, `{"act": 1, "status": "sanctioned"}`, jsonOf(t, got[0]))
}

// The last result of the last round comes with the report: the report is told last.
func TestOneActTellsEachThingOnceAndInTheOrderOfItsCause(t *testing.T) {
	t.Parallel()
	ann, bob, cid := uuid.New(), uuid.New(), uuid.New()
	game := satellite.Game{ID: uuid.New(), Round: 5, Table: 1, First: ann, Second: bob, Kind: standings.Game}
	scored, byeBefore, byeAfter := game, satellite.Game{ID: uuid.New(), Round: 5, First: cid, Kind: standings.Bye}, satellite.Game{}
	scored.Score = &satellite.Score{First: 402, Second: 371, SecondPenalty: 20}
	byeAfter = byeBefore
	byeAfter.Why = "told anew"
	open, complete := satellite.Round{Number: 5, State: satellite.Planned}, satellite.Round{Number: 5, State: satellite.Complete}
	registration := change(&satellite.Registration{Status: satellite.InPlay}, &satellite.Registration{Status: satellite.Reported})
	left := satellite.Entrant{ID: cid, Name: players.Name{Family: "Secret"}, Withdrawn: true}
	got := ofAct(&satellite.Satellite{}, satellite.Entry{Seq: 40, Changes: satellite.Changes{
		Registration: &registration,
		Entrants:     []satellite.Change[satellite.Entrant]{change(&satellite.Entrant{ID: cid}, &left)},
		Rounds:       []satellite.Change[satellite.Round]{change(&open, &complete)},
		Games:        []satellite.Change[satellite.Game]{change(&game, &scored), change(&byeBefore, &byeAfter)},
	}})
	require.Equal(t, []Type{EntrantWithdrawn, RoundOpened, ResultRecorded, RoundCompleted, StandingsChanged, SatelliteReported}, typesOf(got))
	require.JSONEq(t, `{"act": 40, "games": [{"game_id": "`+game.ID.String()+`", "round": 5, "table": 1, "first": "`+ann.String()+`",
		"second": "`+bob.String()+`", "now": {"first_score": 402, "second_score": 371, "second_penalty": 20}}]}`, jsonOf(t, got[2]))
	for _, n := range got {
		require.NotContains(t, jsonOf(t, n), "Secret")
	}
}

func TestResultsAreRecordedCorrectedAndCleared(t *testing.T) {
	t.Parallel()
	none := satellite.Game{ID: uuid.New(), Round: 1, First: uuid.New(), Second: uuid.New(), Kind: standings.Game}
	with := func(do func(*satellite.Game)) *satellite.Game {
		g := none
		do(&g)
		return &g
	}
	score := with(func(g *satellite.Game) { g.Score = &satellite.Score{First: 400, Second: 300} })
	other := with(func(g *satellite.Game) { g.Score = &satellite.Score{First: 300, Second: 400} })
	penalty := with(func(g *satellite.Game) { g.Score = &satellite.Score{First: 400, Second: 300, FirstPenalty: 10} })
	forfeit := with(func(g *satellite.Game) { g.Kind, g.Forfeits = standings.Forfeit, satellite.Second })
	disputed := with(func(g *satellite.Game) { g.Score, g.Disputed = &satellite.Score{First: 1, Second: 2}, true })
	why := with(func(g *satellite.Game) { g.Score, g.Why = &satellite.Score{First: 400, Second: 300}, "another word" })
	for name, c := range map[string]struct {
		was, is *satellite.Game
		want    Type
	}{
		"entered": {&none, score, ResultRecorded}, "new with a score": {nil, score, ResultRecorded}, "other score": {score, other, ResultCorrected},
		"a penalty": {score, penalty, ResultCorrected}, "forfeited": {&none, forfeit, ResultRecorded}, "played after all": {forfeit, score, ResultCorrected},
		"cleared": {score, &none, ResultCleared}, "in dispute": {score, disputed, ResultCleared}, "the game is gone": {score, nil, ResultCleared},
		"settled": {disputed, score, ResultRecorded}, "nothing of it": {score, why, ""}, "paired": {nil, &none, ""},
	} {
		got := ofGames([]satellite.Change[satellite.Game]{change(c.was, c.is)}, false)
		if c.want == "" {
			require.Empty(t, got, name)
			continue
		}
		require.Len(t, got, 1, name)
		require.Len(t, got[c.want], 1, name)
	}
	for outcome, score := range map[string]satellite.Score{"first": {First: 2}, "draw": {First: 1, Second: 1}, "second": {Second: 2}} {
		game := with(func(g *satellite.Game) { g.Score = &score })
		got := ofGames([]satellite.Change[satellite.Game]{change(&none, game)}, true)
		require.Equal(t, outcome, got[ResultRecorded][0].Now.Outcome, "in chess")
		require.Nil(t, got[ResultRecorded][0].Now.FirstScore)
	}
}

func TestRoundsThatArePairedAndDropped(t *testing.T) {
	t.Parallel()
	a, b, c := uuid.New(), uuid.New(), uuid.New()
	game := satellite.Game{ID: uuid.New(), Round: 2, Table: 1, First: a, Second: b}
	swapped := game
	swapped.Second = c
	planned, two := satellite.Round{Number: 1, State: satellite.Planned}, satellite.Round{Number: 2, State: satellite.Open}
	got := ofRounds(satellite.Changes{
		Rounds: []satellite.Change[satellite.Round]{change(nil, &planned)}, Games: []satellite.Change[satellite.Game]{change(&game, &swapped)},
	})
	require.Equal(t, map[Type][]int{RoundPaired: {1, 2}}, got)
	got = ofRounds(satellite.Changes{
		Rounds: []satellite.Change[satellite.Round]{change(&two, nil)}, Games: []satellite.Change[satellite.Game]{change(&game, nil)},
	})
	require.Equal(t, map[Type][]int{RoundDropped: {2}}, got)
}

func TestWhatAStepOfAPaymentIs(t *testing.T) {
	t.Parallel()
	amount := money.Money{Amount: 10_00, Currency: money.USD}
	in := func(number int, state carryover.State) carryover.Payment {
		return carryover.Payment{Number: number, State: state, Amount: amount}
	}
	refunded := in(3, carryover.Received)
	refunded.Refunds = []carryover.Refund{{Reference: "a", Amount: 1_00}}
	all := in(4, carryover.Received)
	all.Refunds = []carryover.Refund{{Reference: "a", Amount: 1_00}, {Reference: "b", Amount: 9_00}}
	disputed := in(3, carryover.Received)
	disputed.Disputed = 10_00
	for want, step := range map[Type]carryover.Step{
		PaymentAnnounced: {After: in(1, carryover.Announced)},
		PaymentReceived:  {Before: in(1, carryover.Announced), After: in(2, carryover.Received)},
		PaymentDeposited: {Before: in(2, carryover.Received), After: in(3, carryover.Deposited)},
		PaymentCleared:   {Before: in(2, carryover.Received), After: in(3, carryover.Cleared)},
		PaymentBounced:   {Before: in(3, carryover.Cleared), After: in(4, carryover.Bounced)},
		PaymentVoided:    {Before: in(1, carryover.Announced), After: in(2, carryover.Void)},
		PaymentRefunded:  {Before: in(2, carryover.Received), After: refunded},
		PaymentDisputed:  {Before: in(2, carryover.Received), After: disputed},
		PaymentChanged:   {Before: in(2, carryover.Received), After: in(3, carryover.Received)},
	} {
		require.Equal(t, want, ofStep(step).is)
	}
	require.Equal(t, PaymentRefunded, ofStep(carryover.Step{Before: refunded, After: all}).is, "all of it")
	require.Equal(t, PaymentReceived, ofStep(carryover.Step{Before: disputed, After: in(4, carryover.Received)}).is, "the dispute is won")
}

func TestWhatIsDecidedOfAnswersSeatsAndPersons(t *testing.T) {
	t.Parallel()
	a, b := uuid.New(), uuid.New()
	reply := qualifiers.Reply{ID: uuid.New(), PlayerID: a, Answer: qualifiers.Accepted, By: "Ann Organiser", Note: "by telephone"}
	require.Equal(t, AnswerRecorded, ofReply(reply).is)
	require.NotContains(t, jsonOf(t, ofReply(reply)), "Ann")
	require.NotContains(t, jsonOf(t, ofReply(reply)), "telephone")
	n, outside := ofDecision(players.Decision{Kind: players.Merged, Keeps: a, Gives: b, Reason: "married"}, a, []uuid.UUID{a, b})
	require.True(t, outside)
	require.Equal(t, PlayerMerged, n.is)
	require.Equal(t, personData{PlayerID: a, Records: []uuid.UUID{a, b}}, n.with)
	n, outside = ofDecision(players.Decision{Kind: players.TakenBack}, b, []uuid.UUID{a, b, a, b})
	require.True(t, outside)
	require.Equal(t, PlayerSplit, n.is)
	require.Equal(t, personData{PlayerID: b, Records: []uuid.UUID{a, b}}, n.with)
	_, outside = ofDecision(players.Decision{Kind: players.NotSame}, a, []uuid.UUID{a, b})
	require.False(t, outside, "nothing is different for anybody")
}
