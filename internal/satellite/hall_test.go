package satellite_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// standby enters somebody who plays only where that avoids a bye.
func (e *event) standby(t testing.TB, i int) uuid.UUID {
	t.Helper()
	in := player(i)
	in.Standby = true
	enter(t, e.Satellite, in, e.newID)
	return e.Entrants[len(e.Entrants)-1].ID
}

// arrive enters somebody into a satellite that is in play.
func (e *event) arrive(t testing.TB, i int) satellite.Entrant {
	t.Helper()
	enter(t, e.Satellite, player(i), e.newID)
	return e.Entrants[len(e.Entrants)-1]
}

// withStandby is a satellite in play to which a standby had come.
func withStandby(t testing.TB, field int) (*event, uuid.UUID) {
	t.Helper()
	newID := counter()
	e := &event{sanctioned(t, field, 6, newID), newID}
	id := e.standby(t, field+50)
	require.NoError(t, e.Start(newTour(), newID))
	return e, id
}

// bySeed is the entrant with a seed.
func (e *event) bySeed(seed int) uuid.UUID { return e.Field()[seed-1].ID }

// row is the standing of an entrant after a round.
func (e *event) row(t testing.TB, id uuid.UUID, after int) satellite.Standing {
	t.Helper()
	table, err := e.StandingsAfter(&after)
	require.NoError(t, err)
	for _, row := range table.Rows {
		if row.Entrant.ID == id {
			return row
		}
	}
	require.Fail(t, "he is not in the standings")
	return satellite.Standing{}
}

// lineOf is the line of an entrant in a round; nil where he has none.
func (e *event) lineOf(round int, id uuid.UUID) *satellite.Game {
	for _, g := range e.GamesOf(round) {
		if g.First == id || g.Second == id {
			return &g
		}
	}
	return nil
}

// Nine players, and the director moves the bye of round 5 to place 7: exactly
// one bye, everybody else paired, and the win of the old bye is gone.
func TestTheByeIsMovedByHand_R3_6(t *testing.T) {
	t.Parallel()
	e := started(t, 9, 6)
	e.playThrough(t, 4)
	_, bye := pairsOf(e.Satellite, 5)
	_, want := official(t, 9, 6, 5) // nine have five preset rounds
	require.Equal(t, want, bye)
	seventh := tally(e.Satellite, 4)[6].seed
	require.NotEqual(t, bye, seventh, "the case is the one that is meant")
	was, met := e.bySeed(bye), opponent(e.Satellite, 5, e.bySeed(seventh))

	after5 := e.row(t, was, 5)
	require.Equal(t, e.row(t, was, 4).HalfPoints+2, after5.HalfPoints)
	err := e.Swap(5, was, e.bySeed(seventh), "he has a train to catch", e.newID)
	require.NoError(t, err)

	pairs, moved := pairsOf(e.Satellite, 5)
	require.Len(t, pairs, 4)
	require.Equal(t, seventh, moved)
	require.Equal(t, met, opponent(e.Satellite, 5, was))
	require.Equal(t, e.row(t, was, 4).HalfPoints, e.row(t, was, 5).HalfPoints, "the win is gone")
	require.Equal(t, e.row(t, was, 4).Spread, e.row(t, was, 5).Spread)
	require.Contains(t, e.lineOf(5, was).Why, "he has a train to catch", "R3.8")
	requireSound(t, e.Satellite)
	e.play(t, 5)
	require.NoError(t, e.PairRound(6, e.newID))
	_, last := pairsOf(e.Satellite, 6)
	_, want = withoutBye(tally(e.Satellite, 5))
	require.Equal(t, want, last, "the moved bye counts as his who had it")
}

func TestAStandbyMakes24Of23_R2_2(t *testing.T) {
	t.Parallel()
	e, id := withStandby(t, 23)
	require.Len(t, e.Field(), 24)
	standby, _ := e.EntrantByID(id)
	require.Equal(t, 24, standby.Seed, "seeded by his rating")
	require.Zero(t, standby.JoinedFor)
	ok, _ := standby.IsEligible()
	require.True(t, ok, "an ordinary player")
	for round := 1; round <= 4; round++ {
		want, _ := official(t, 24, 6, round)
		got, bye := pairsOf(e.Satellite, round)
		require.Equal(t, want, got)
		require.Zero(t, bye)
	}
}

// With 24 the standby does not play until somebody leaves. Seed 12 meets seeds
// 7, 1 and 24 in rounds 2, 3 and 4 of the official table for 24.
func TestAStandbyTakesTheEmptySeat_R2_2_R3_12(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		open  bool
		joins int
	}{
		"withdrawn before round 3 is opened": {false, 3},
		"withdrawn after it is opened":       {true, 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, id := withStandby(t, 24)
			require.Len(t, e.Field(), 24)
			require.Nil(t, e.lineOf(1, id))
			e.play(t, 1)
			e.play(t, 2)
			gone := e.bySeed(12)
			if c.open {
				require.NoError(t, e.OpenRound(3))
			}
			before, _ := pairsOf(e.Satellite, 3)
			spread := e.row(t, gone, 2).Spread
			other := e.row(t, e.bySeed(1), 2)
			require.NoError(t, e.Withdraw(gone, e.newID))
			requireSound(t, e.Satellite)

			standby, _ := e.EntrantByID(id)
			require.Equal(t, 25, standby.Seed)
			require.Equal(t, c.joins, standby.JoinedFor)
			for round := 1; round < c.joins; round++ {
				require.Nil(t, e.lineOf(round, id), "neither a win nor a loss")
			}
			require.Equal(t, e.bySeed(24), opponent(e.Satellite, 4, id))
			if c.open {
				g := e.lineOf(3, gone)
				require.Equal(t, standings.Forfeit, g.Kind)
				require.Positive(t, g.Table, "the table stands")
				require.Equal(t, spread-50, e.row(t, gone, 3).Spread)
				require.Equal(t, other.Spread+50, e.row(t, e.bySeed(1), 3).Spread)
				require.Equal(t, other.HalfPoints+2, e.row(t, e.bySeed(1), 3).HalfPoints)
				after, _ := pairsOf(e.Satellite, 3)
				require.Equal(t, before, after)
			} else {
				require.Equal(t, e.bySeed(1), opponent(e.Satellite, 3, id))
			}
			for round := 3; round <= 4; round++ {
				_, bye := pairsOf(e.Satellite, round)
				require.Zero(t, bye)
			}
			e.playThrough(t, 6)
			require.NoError(t, e.Finish(0, ""))

			standby, _ = e.EntrantByID(id)
			ok, why := standby.IsEligible()
			require.False(t, ok)
			require.Contains(t, why, "standby")
			requireFault(t, fault.ReasonRequired, e.SetEligibility(id, true, " "))
			require.NoError(t, e.SetEligibility(id, true, "he has travelled 300 miles"))
			standby, _ = e.EntrantByID(id)
			ok, _ = standby.IsEligible()
			require.True(t, ok)
			requireFault(t, fault.WrongStatus, e.SetEligibility(gone, true, "a friend"))
		})
	}
}

// Where every round so far is open, the standby is called for the next one that
// is paired, or paired again, and is paired by his standing.
func TestAStandbyIsCalledForASwissRound_R2_2(t *testing.T) {
	t.Parallel()
	e, first := withStandby(t, 8)
	e.playThrough(t, 4)
	require.NoError(t, e.Withdraw(e.bySeed(5), e.newID))
	called, _ := e.EntrantByID(first)
	require.False(t, called.InField, "no round is left to call him for")
	requireCalled := func(id uuid.UUID) {
		t.Helper()
		called, _ := e.EntrantByID(id)
		require.Equal(t, 5, called.JoinedFor)
		var here []line
		for _, l := range tally(e.Satellite, 4) {
			if p, _ := e.EntrantByID(e.bySeed(l.seed)); !p.Withdrawn {
				here = append(here, l)
			}
		}
		require.Len(t, here, 8)
		got, bye := pairsOf(e.Satellite, 5)
		require.Equal(t, swiss(here), got)
		require.Zero(t, bye)
		requireSound(t, e.Satellite)
	}
	require.NoError(t, e.PairRound(5, e.newID))
	requireCalled(first)

	require.NoError(t, e.OpenRound(5))
	second := e.standby(t, 60)
	require.NoError(t, e.Withdraw(e.bySeed(2), e.newID))
	require.NoError(t, e.Repair(5, newTour(), e.newID), "that somebody left is no result")
	requireCalled(second)
}

// A player withdraws in round 3 after it is opened: his opponent has +50 by
// forfeit, the table stands, and round 4 opens.
func TestAWithdrawalInTheMiddleOfARound_R4_7(t *testing.T) {
	t.Parallel()
	e := started(t, 8, 6)
	e.play(t, 1)
	e.play(t, 2)
	require.NoError(t, e.OpenRound(3)) // 1-3, 2-4, 5-7, 6-8
	five, seven := e.bySeed(5), e.bySeed(7)
	table := e.lineOf(3, five).Table
	was5, was7 := e.row(t, five, 2), e.row(t, seven, 2)
	require.NoError(t, e.Withdraw(five, e.newID))
	require.Equal(t, was5.Spread-50, e.row(t, five, 3).Spread)
	require.Equal(t, was7.Spread+50, e.row(t, seven, 3).Spread)
	require.Equal(t, was7.HalfPoints+2, e.row(t, seven, 3).HalfPoints)
	require.Equal(t, was7.Games, e.row(t, seven, 3).Games, "no game was played (R4.2)")
	require.Equal(t, table, e.lineOf(3, five).Table)
	for _, g := range e.GamesOf(3) {
		if g.Second != uuid.Nil && !g.Decided() {
			_, err := e.SetResult(g.ID, scores(400, 390), "")
			require.NoError(t, err)
		}
	}
	require.NoError(t, e.OpenRound(4)) // 1-2, 4-7, 5-6, 3-8: 6 is left with the bye
	_, bye := pairsOf(e.Satellite, 4)
	require.Equal(t, 6, bye)
	require.Equal(t, standings.Forfeit, e.lineOf(4, five).Kind)
	requireSound(t, e.Satellite)
}

// Withdrawing and returning every round never yields a win, in an even field or
// in the round of one's bye (R4.7).
func TestWithdrawingAndReturningEveryRound_R4_7(t *testing.T) {
	t.Parallel()
	for _, open := range []bool{true, false} {
		for field := 8; field <= 9; field++ {
			for seed := 1; seed <= field; seed++ {
				e := started(t, field, 6)
				id := e.bySeed(seed)
				for round := 1; round <= 6; round++ {
					if open { // he leaves when the sheets are out, and is back before the next
						require.NoError(t, e.PairRound(round, e.newID))
						require.NoError(t, e.OpenRound(round))
						require.NoError(t, e.Withdraw(id, e.newID))
					} else {
						require.NoError(t, e.Withdraw(id, e.newID))
						require.NoError(t, e.PairRound(round, e.newID))
						require.NoError(t, e.OpenRound(round))
					}
					require.NoError(t, e.Reinstate(id, e.newID))
					for _, g := range e.GamesOf(round) {
						if !g.Decided() {
							_, err := e.SetResult(g.ID, scores(400, 390), "")
							require.NoError(t, err)
						}
					}
					requireSound(t, e.Satellite)
				}
				row := e.row(t, id, 6)
				require.Zero(t, row.HalfPoints, "%d players, seed %d, open: %v", field, seed, open)
				require.Equal(t, 6*-50, row.Spread)
			}
		}
	}
}

// If both players of a table leave in an open round, both are absent (R4.2).
func TestBothPlayersOfATableWithdraw_R4_2(t *testing.T) {
	t.Parallel()
	e := started(t, 8, 6)
	require.NoError(t, e.OpenRound(1))
	require.NoError(t, e.Withdraw(e.bySeed(1), e.newID))
	require.NoError(t, e.Withdraw(e.bySeed(7), e.newID))
	require.Equal(t, standings.DoubleForfeit, e.lineOf(1, e.bySeed(1)).Kind)
	for _, seed := range []int{1, 7} {
		require.Equal(t, -50, e.row(t, e.bySeed(seed), 1).Spread)
		require.Zero(t, e.row(t, e.bySeed(seed), 1).HalfPoints)
	}

	_, err := e.SetResult(e.lineOf(1, e.bySeed(2)).ID, scores(450, 350), "") // 2-8
	require.NoError(t, err)
	g := *e.lineOf(1, e.bySeed(2))
	require.NoError(t, e.Withdraw(e.bySeed(2), e.newID))
	require.Equal(t, g, *e.lineOf(1, e.bySeed(2)), "what was played stands")
}
