package satellite_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// A player enters after round 2 of 14: two forfeits explained, one bye, then
// one forfeit, and in round 5 he is paired by standing; nobody else's preset
// pair changes.
func TestALateEntrantIntoAnEvenField_R4_8_R3_12(t *testing.T) {
	t.Parallel()
	e := started(t, 14, 6)
	e.play(t, 1)
	e.play(t, 2)
	late := e.arrive(t, 1) // the best of all by rating, and still number 15
	require.Equal(t, 15, late.Seed)
	require.Equal(t, 3, late.JoinedFor)
	for round := 1; round <= 4; round++ {
		want, _ := official(t, 14, 6, round)
		got, _ := pairsOf(e.Satellite, round)
		require.Equal(t, want, got, "round %d: nobody else's pair changes", round)
	}
	for round, kind := range map[int]standings.Kind{1: standings.Forfeit, 2: standings.Forfeit, 3: standings.Bye, 4: standings.Forfeit} {
		g := e.lineOf(round, late.ID)
		require.Equal(t, kind, g.Kind, "round %d", round)
		require.Equal(t, uuid.Nil, g.Second)
		if round <= 2 {
			require.Contains(t, g.Why, "before round 3")
		}
	}
	e.play(t, 3)
	e.play(t, 4)
	row := e.row(t, late.ID, 4)
	require.Equal(t, []int{2, -50 - 50 + 50 - 50, 1, 0}, []int{row.HalfPoints, row.Spread, row.Byes, row.Games})

	require.NoError(t, e.PairRound(5, e.newID))
	rest, bye := withoutBye(tally(e.Satellite, 4))
	got, gotBye := pairsOf(e.Satellite, 5)
	require.Equal(t, bye, gotBye)
	require.NotEqual(t, 15, bye, "he has had more byes than the others")
	require.Equal(t, swiss(rest), got)
	requireSound(t, e.Satellite)
}

// Into an odd field: he meets whoever had the bye. In the official table for 14
// the added seed would meet 11, 4, 9 and 6 in rounds 1 to 4... of 13 players.
func TestALateEntrantIntoAnOddField_R3_12(t *testing.T) {
	t.Parallel()
	e := started(t, 13, 6)
	e.play(t, 1)
	var byes [5]int
	for round := 1; round <= 4; round++ {
		_, byes[round] = official(t, 13, 6, round)
	}
	require.Equal(t, [5]int{0, 9, 4, 11, 6}, byes)
	late := e.arrive(t, 40)
	require.Equal(t, standings.Bye, e.lineOf(1, e.bySeed(9)).Kind, "round 1 has been played")
	for round := 2; round <= 4; round++ {
		require.Equal(t, e.bySeed(byes[round]), opponent(e.Satellite, round, late.ID), "round %d", round)
		want, _ := official(t, 13, 6, round)
		got, bye := pairsOf(e.Satellite, round)
		require.Subset(t, got, want)
		require.Zero(t, bye)
	}

	// A second one has the first's bye and forfeits; a third meets the second.
	second := e.arrive(t, 41)
	require.Equal(t, standings.Bye, e.lineOf(2, second.ID).Kind)
	require.Equal(t, standings.Forfeit, e.lineOf(3, second.ID).Kind)
	third := e.arrive(t, 42)
	for round := 2; round <= 4; round++ {
		require.Equal(t, second.ID, opponent(e.Satellite, round, third.ID), "round %d", round)
	}
	requireSound(t, e.Satellite)
}

// Entering is possible until the last round is open (R4.8).
func TestLateEntryEndsWithTheLastRound_R4_8(t *testing.T) {
	t.Parallel()
	e := started(t, 8, 6)
	e.playThrough(t, 5)
	require.NoError(t, e.PairRound(6, e.newID))
	in := player(30)
	in.Present = false
	enter(t, e.Satellite, in, e.newID)
	absent := e.Entrants[8]
	require.False(t, absent.InField, "he is expected")
	require.NoError(t, e.CheckIn(absent.ID, e.newID))
	late, _ := e.EntrantByID(absent.ID)
	require.Equal(t, 6, late.JoinedFor)
	require.Equal(t, -5*50, e.row(t, late.ID, 5).Spread)
	require.Equal(t, standings.Bye, e.lineOf(6, late.ID).Kind, "king of the hill is paired already")
	require.NoError(t, e.OpenRound(6))
	ent, err := e.ParseEntrant(player(31))
	require.NoError(t, err)
	ent.ID, ent.PlayerID = e.newID(), e.newID()
	requireFault(t, fault.FieldFrozen, e.Enter(ent, e.newID))
}

// A bye that the standings give to a late entrant is none of those that R3.12
// counts: of three players of whom each has had one, the lowest has another.
func TestABySwissIsNoForfeitOfALateEntrant_R3_6(t *testing.T) {
	t.Parallel()
	e := started(t, 4, 8)
	late := e.arrive(t, 40)
	for _, seed := range []int{3, 4} {
		require.NoError(t, e.Withdraw(e.bySeed(seed), e.newID))
	}
	for round := 1; round <= 7; round++ {
		require.NoError(t, e.OpenRound(round))
		for _, g := range e.GamesOf(round) {
			if g.Second != uuid.Nil {
				in := scores(450, 350) // the late one loses
				if g.First == late.ID {
					in = scores(350, 450)
				}
				_, err := e.SetResult(g.ID, in, "")
				require.NoError(t, err)
			}
		}
	}
	byes := map[uuid.UUID]int{}
	for _, l := range tally(e.Satellite, 7) {
		byes[e.bySeed(l.seed)] = l.byes
	}
	require.NoError(t, e.PairRound(8, e.newID))
	var here []line
	for _, l := range tally(e.Satellite, 7) {
		if ent, _ := e.EntrantByID(e.bySeed(l.seed)); !ent.Withdrawn {
			here = append(here, l)
		}
	}
	_, want := withoutBye(here)
	_, bye := pairsOf(e.Satellite, 8)
	require.Equal(t, want, bye, "byes so far: %v", byes)
}

// A round that is paired again takes in who came too late for its first pairs.
func TestARepairedRoundTakesInTheLate_R4_6(t *testing.T) {
	t.Parallel()
	h := newHall()
	id := h.started(t, 8)
	_, err := h.OpenRound(h.ctx, id, 1, "")
	require.NoError(t, err)
	s, late, err := h.Enter(h.ctx, id, player(40), "")
	require.NoError(t, err)
	e, _ := s.EntrantByID(late)
	require.Equal(t, 2, e.JoinedFor)
	s, err = h.Repair(h.ctx, id, 1, "nobody has sat down yet")
	require.NoError(t, err)
	e, _ = s.EntrantByID(late)
	require.Equal(t, 1, e.JoinedFor)
	_, bye := pairsOf(s, 1)
	require.Equal(t, 9, bye)
	_, bye = pairsOf(s, 2)
	require.Zero(t, bye, "one bye in this way")
	requireSound(t, s)
	h.requireReplayed(t, id)
}

// A player who is back has his seat again; the standby who had it is an ordinary
// player by then and is not sent home.
func TestWhoReturnsHasHisSeatAgain_R4_7(t *testing.T) {
	t.Parallel()
	e, id := withStandby(t, 8)
	require.NoError(t, e.Withdraw(e.bySeed(5), e.newID)) // 3-5, 2-5, 5-7, 5-6
	require.Equal(t, e.bySeed(3), opponent(e.Satellite, 1, id))
	require.NoError(t, e.Reinstate(e.bySeed(5), e.newID))
	for round := 1; round <= 4; round++ {
		want, _ := official(t, 8, 6, round)
		got, _ := pairsOf(e.Satellite, round)
		require.Equal(t, want, got)
	}
	require.Equal(t, standings.Bye, e.lineOf(1, id).Kind)
	e.play(t, 1)
	require.Equal(t, 1, e.row(t, id, 1).Byes)
	requireSound(t, e.Satellite)
	require.Equal(t, satellite.Complete, e.Rounds[0].State)
}
