package satellite_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

func tableOf(s *satellite.Satellite, game uuid.UUID) string {
	g, _ := s.GameByID(game)
	return fmt.Sprint(g.Table)
}

// Seven of nine are still there when round 1, with 1-7... is changed by hand.
// Whatever does not fit is refused, and nothing is left of it.
func TestSwapsThatAreRefused(t *testing.T) {
	t.Parallel()
	h := newHall()
	id := h.started(t, 8) // round 1: 1-7, 2-8, 3-5, 4-6
	field := h.stored(id).Field()
	_, _, err := h.SetResult(h.ctx, id, h.stored(id).GamesOf(1)[0].ID, scores(400, 300), "", satellite.Match{})
	require.NoError(t, err)
	s, absent, err := h.Enter(h.ctx, id, satellite.EntrantInput{FamilyName: "Absent"}, "")
	require.NoError(t, err)
	require.Len(t, s.Field(), 8)
	_, late, err := h.Enter(h.ctx, id, player(40), "") // has missed round 1
	require.NoError(t, err)
	_, err = h.Withdraw(h.ctx, id, field[5].ID, "") // 6: forfeits to 4
	require.NoError(t, err)

	for name, c := range map[string]struct {
		round   int
		a, b    uuid.UUID
		reason  string
		code    fault.Code
		pointer string
	}{
		"no reason":                      {1, field[1].ID, field[2].ID, " ", fault.ReasonRequired, "/reason"},
		"the same player twice":          {1, field[1].ID, field[1].ID, "x", fault.InvalidRequest, "/b"},
		"two who meet each other":        {1, field[1].ID, field[7].ID, "x", fault.InvalidRequest, "/b"},
		"nobody":                         {1, field[1].ID, uuid.UUID{1}, "x", fault.InvalidRequest, "/b"},
		"an entrant who is not there":    {1, absent, field[1].ID, "x", fault.InvalidRequest, "/a"},
		"a late one who has missed it":   {1, field[1].ID, late, "x", fault.InvalidRequest, "/b"},
		"a withdrawn one in a plan":      {2, field[5].ID, field[1].ID, "x", fault.InvalidRequest, "/a"},
		"a table with a result":          {1, field[1].ID, field[6].ID, "x", fault.ResultsExist, ""},
		"a table with a forfeit":         {1, field[3].ID, field[1].ID, "x", fault.ResultsExist, ""},
		"a round that is not paired":     {5, field[1].ID, field[2].ID, "x", fault.RoundNotPaired, ""},
		"a round that there is not":      {7, field[1].ID, field[2].ID, "x", fault.RoundUnknown, ""},
		"a round before the first there": {0, field[1].ID, field[2].ID, "x", fault.RoundUnknown, ""},
	} {
		before := h.memory.kept.clone()
		_, _, err := h.Swap(h.ctx, id, c.round, c.a, c.b, c.reason)
		f := requireFault(t, c.code, err)
		if c.pointer != "" {
			require.Equal(t, []string{c.pointer}, pointersOf(f), name)
		}
		requireUntouched(t, before, h, id)
	}
}

// In a swap everybody else stays where he was, and who starts in the new pairs
// is settled by R3.11, whether the round is open or not.
func TestASwapChangesTwoPairs_R3_11(t *testing.T) {
	t.Parallel()
	for _, open := range []bool{false, true} {
		t.Run(fmt.Sprint("open: ", open), func(t *testing.T) {
			t.Parallel()
			e := started(t, 24, 6)
			if open {
				require.NoError(t, e.OpenRound(3))
			}
			before := e.Clone()
			err := e.Swap(3, e.bySeed(1), e.bySeed(24), "cousins", e.newID) // 1-12 and 24-13
			require.NoError(t, err)
			require.Equal(t, e.bySeed(12), opponent(e.Satellite, 3, e.bySeed(24)))
			require.Equal(t, e.bySeed(13), opponent(e.Satellite, 3, e.bySeed(1)))
			starts, lastSecond := map[uuid.UUID]int{}, map[uuid.UUID]int{}
			for _, g := range e.Games {
				if g.Round < 3 {
					starts[g.First]++
					lastSecond[g.Second] = g.Round
				}
			}
			for _, g := range e.GamesOf(3) {
				a, b := seedOf(e.Satellite, g.First), seedOf(e.Satellite, g.Second)
				switch {
				case starts[g.First] != starts[g.Second]:
					require.Less(t, starts[g.First], starts[g.Second])
				case lastSecond[g.First] != lastSecond[g.Second]:
					require.Greater(t, lastSecond[g.First], lastSecond[g.Second])
				default:
					require.Less(t, a, b, "an odd round")
				}
			}
			requirePairsStay(t, before, e.Satellite)
			for _, round := range []int{1, 2, 4} {
				require.Equal(t, before.GamesOf(round), e.GamesOf(round))
			}
			requireSound(t, e.Satellite)

			err = e.Swap(3, e.bySeed(1), e.bySeed(24), "no cousins after all", e.newID)
			require.NoError(t, err)
			require.Equal(t, linesOf(before, 3), linesOf(e.Satellite, 3))
		})
	}
}

// Pairs made by hand are the plan from then on: what is done to others does not
// undo them, and what their own players do follows R3.12.
func TestAPairMadeByHandStands_R3_12(t *testing.T) {
	t.Parallel()
	e := started(t, 9, 6) // round 2 of the table for 10: 1-7, 2-8, 3-5, 4-6, 9 has the bye
	err := e.Swap(2, e.bySeed(9), e.bySeed(7), "he comes late", e.newID)
	require.NoError(t, err)
	require.NoError(t, e.Withdraw(e.bySeed(3), e.newID))
	got, bye := pairsOf(e.Satellite, 2)
	require.Equal(t, [][2]int{{1, 9}, {2, 8}, {4, 6}, {5, 7}}, got, "5 and 7 are left without an opponent")
	require.Zero(t, bye)
	require.NoError(t, e.Reinstate(e.bySeed(3), e.newID))
	got, bye = pairsOf(e.Satellite, 2)
	require.Equal(t, [][2]int{{1, 9}, {2, 8}, {3, 5}, {4, 6}}, got)
	require.Equal(t, 7, bye)
	requireSound(t, e.Satellite)
}

// A bye that is moved by hand is no empty seat for those who have found an
// opponent already.
func TestAByeMovedByHandStands_R3_12(t *testing.T) {
	t.Parallel()
	e := started(t, 8, 6) // round 1: 1-7, 2-8, 3-5, 4-6
	for i := range 3 {
		e.arrive(t, 40+i)
	}
	got, bye := pairsOf(e.Satellite, 1)
	require.Equal(t, [][2]int{{1, 7}, {2, 8}, {3, 5}, {4, 6}, {9, 10}}, got)
	require.Equal(t, 11, bye)
	err := e.Swap(1, e.bySeed(11), e.bySeed(7), "7 is parking his car", e.newID)
	require.NoError(t, err)
	got, bye = pairsOf(e.Satellite, 1)
	require.Equal(t, [][2]int{{1, 11}, {2, 8}, {3, 5}, {4, 6}, {9, 10}}, got)
	require.Equal(t, 7, bye)
	require.NoError(t, e.CheckIn(e.bySeed(7), e.newID), "he is back: nothing to change")
	_, bye = pairsOf(e.Satellite, 1)
	require.Equal(t, 7, bye)
	requireSound(t, e.Satellite)
}

// A bye that the director gives to a late entrant stays his; it counts as the
// one that he may have, so the next planned round is a forfeit.
func TestAByeGivenToALateEntrantByHand_R3_12(t *testing.T) {
	t.Parallel()
	e := started(t, 8, 6)
	late := e.arrive(t, 40)
	for round, kind := range []standings.Kind{standings.Bye, standings.Forfeit, standings.Forfeit, standings.Forfeit} {
		require.Equal(t, kind, e.lineOf(round+1, late.ID).Kind)
	}
	err := e.Swap(1, late.ID, e.bySeed(7), "7 is parking his car", e.newID)
	require.NoError(t, err)
	require.Equal(t, e.bySeed(1), opponent(e.Satellite, 1, late.ID))
	require.Equal(t, standings.Bye, e.lineOf(1, e.bySeed(7)).Kind)
	for round, kind := range []standings.Kind{standings.Game, standings.Bye, standings.Forfeit, standings.Forfeit} {
		require.Equal(t, kind, e.lineOf(round+1, late.ID).Kind, "his one bye moves to round 2")
	}
	requireSound(t, e.Satellite)
}
