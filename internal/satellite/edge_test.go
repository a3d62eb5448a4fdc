package satellite_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
)

// Three odd satellites: everybody of each has one line a round, and one has the
// bye, never the same person twice while others had none.
func TestOddFieldsHaveOneByeARound_R3_6(t *testing.T) {
	t.Parallel()
	for _, field := range []int{7, 11, 21} {
		e := started(t, field, 6)
		e.playThrough(t, 6)
		had := map[int]int{}
		for round := 1; round <= 6; round++ {
			pairs, bye := pairsOf(e.Satellite, round)
			require.Len(t, pairs, field/2)
			require.NotZero(t, bye)
			had[bye]++
		}
		require.Len(t, had, 6, "%d players: six different people", field)
		requireSound(t, e.Satellite)
	}
}

// All eight players withdraw: pairing refuses plainly, and the satellite comes
// to an end all the same; the rounds that nobody was there for do not count.
func TestEverybodyWithdraws_R3_13(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		played int
		open   bool
		after  int
	}{
		"after two rounds":           {played: 2, after: 2},
		"in the middle of the third": {played: 2, open: true, after: 3},
		"before the first":           {after: 1},
		"in the middle of the first": {open: true, after: 1},
		"after the last preset one":  {played: 4, after: 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHall()
			id := h.started(t, 8)
			for round := 1; round <= c.played; round++ {
				h.playRound(t, id, round)
			}
			if c.open {
				_, err := h.OpenRound(h.ctx, id, c.played+1, "")
				require.NoError(t, err)
			}
			for _, e := range h.stored(id).Field() {
				_, err := h.Withdraw(h.ctx, id, e.ID, "the fire alarm")
				require.NoError(t, err)
				requireSound(t, h.stored(id))
			}
			_, err := h.PairRound(h.ctx, id, 5, "")
			requireFault(t, fault.TooFewPlayers, err)
			_, _, err = h.Report(h.ctx, id, "")
			requireFault(t, fault.ResultsMissing, err)
			_, err = h.Finish(h.ctx, id, 0, "")
			requireFault(t, fault.ReasonRequired, err)
			s, err := h.Finish(h.ctx, id, 0, "the fire alarm")
			require.NoError(t, err)
			require.Equal(t, c.after, s.LastRound())
			for _, round := range s.Rounds[:c.after] {
				require.Equal(t, satellite.Complete, round.State, "round %d counts", round.Number)
			}
			table, err := s.StandingsAfter(nil)
			require.NoError(t, err)
			require.True(t, table.Final)
			requireSound(t, s)
			_, r, err := h.Report(h.ctx, id, "")
			if fault.CodeOf(err) == fault.TiesUnresolved {
				require.Fail(t, "nobody is eligible, so nothing is tied for", err)
			}
			require.NoError(t, err)
			require.Empty(t, r.Qualifiers)
			h.requireReplayed(t, id)
		})
	}
}

// Who is left alone has the bye, and pairing refuses.
func TestOnePlayerIsLeft_R3_12(t *testing.T) {
	t.Parallel()
	e := started(t, 4, 6)
	e.playThrough(t, 2)
	for seed := 2; seed <= 4; seed++ {
		require.NoError(t, e.Withdraw(e.bySeed(seed), e.newID))
	}
	_, bye := pairsOf(e.Satellite, 3)
	require.Equal(t, 1, bye)
	requireFault(t, fault.TooFewPlayers, e.PairRound(6, e.newID))
	require.NoError(t, e.Reinstate(e.bySeed(3), e.newID))
	e.playThrough(t, 6)
	require.NoError(t, e.Finish(0, ""))
	require.Equal(t, 6, e.LastRound())
	requireSound(t, e.Satellite)
}

// A start is taken back, a forgotten player entered, and the satellite started
// again. Who had withdrawn meanwhile is not there; nobody stays half withdrawn.
func TestAForgottenPlayer_R3_13(t *testing.T) {
	t.Parallel()
	e := started(t, 7, 6)
	require.NoError(t, e.OpenRound(1))
	gone := e.bySeed(4)
	require.NoError(t, e.Withdraw(gone, e.newID)) // a forfeit that nobody entered
	require.NoError(t, e.Unstart())
	person, _ := e.EntrantByID(gone)
	require.False(t, person.Withdrawn)
	require.False(t, person.Present)
	enter(t, e.Satellite, player(0), e.newID)
	require.NoError(t, e.Start(newTour(), e.newID))
	require.Len(t, e.Field(), 7, "seven, the forgotten one for the one who left")
	require.Equal(t, 3000, e.Field()[0].Rating, "he is the first seed")
	requireSound(t, e.Satellite)
	require.NoError(t, e.Unstart())
	require.NoError(t, e.Reinstate(gone, e.newID))
	require.NoError(t, e.Start(newTour(), e.newID))
	require.Len(t, e.Field(), 8)
	_, bye := pairsOf(e.Satellite, 1)
	require.Zero(t, bye)
	requireSound(t, e.Satellite)
}

// Everybody equal: the order is by seed, and all share rank 1.
func TestEverybodyTies_R4_4(t *testing.T) {
	t.Parallel()
	e := started(t, 8, 6)
	for round := 0; round <= 6; round++ {
		if round > 0 {
			require.NoError(t, e.PairRound(round, e.newID))
			for _, g := range e.GamesOf(round) {
				_, err := e.SetResult(g.ID, scores(0, 0), "")
				require.NoError(t, err)
			}
		}
		table, err := e.StandingsAfter(&round)
		require.NoError(t, err)
		for i, row := range table.Rows {
			require.Equal(t, []int{1, i + 1, round, 0}, []int{row.Rank, row.Seed, row.HalfPoints, row.Spread})
			require.True(t, row.Tied)
		}
	}
	pairs, _ := pairsOf(e.Satellite, 5)
	require.Equal(t, [][2]int{{1, 5}, {2, 6}, {3, 7}, {4, 8}}, pairs, "one score group in order of seed")
	pairs, _ = pairsOf(e.Satellite, 6)
	require.Equal(t, [][2]int{{1, 2}, {3, 4}, {5, 6}, {7, 8}}, pairs)
}

// 26 registered and 24 who played are 3 qualifiers (24 / 7 = 3.4), not 4
// (26 / 7 = 3.7), however the two are missing.
func TestTheSizeThatCountsIsWhoPlayed_R5_1(t *testing.T) {
	t.Parallel()
	for _, c := range []string{"absent", "withdrawn before round 1", "no-shows"} {
		t.Run(c, func(t *testing.T) {
			t.Parallel()
			newID := counter()
			e := &event{sanctioned(t, 26, 6, newID), newID}
			two := []uuid.UUID{e.Entrants[24].ID, e.Entrants[25].ID}
			away := func() {
				for _, id := range two {
					require.NoError(t, e.Withdraw(id, e.newID))
				}
			}
			if c == "absent" {
				away()
			}
			require.NoError(t, e.Start(newTour(), newID))
			if c == "withdrawn before round 1" {
				away()
			}
			for round := 1; round <= 6; round++ {
				require.NoError(t, e.PairRound(round, e.newID))
				e.play(t, round)
				for _, id := range two {
					g := e.lineOf(round, id)
					if c != "no-shows" || g.Second == uuid.Nil {
						continue
					}
					in := satellite.ResultInput{Forfeits: satellite.Second}
					if g.First == id {
						in.Forfeits = satellite.First
					}
					_, err := e.SetResult(g.ID, in, "")
					require.NoError(t, err)
				}
			}
			r, err := e.LiveReport(newTour())
			require.NoError(t, err)
			require.Equal(t, 24, r.Players)
			require.Equal(t, 3, r.Seats)
			require.Len(t, r.Qualifiers, 3)
		})
	}
}

// Two players at 4-2 +120 share the last seat and the first two prizes. Seeds 1
// and 4 never meet when all games of eight are drawn; then seed 1 is given wins
// of 40 over 7, 6, 3 and 5 and two losses of 20 to 2, seed 4 wins of 40 over 3
// (twice), 2 and 7 and losses of 20 to 6 and 8. The fund is 8 x 30.21 less 40%,
// 241.68 - 96.67 = 145.01; the second prize is 54 of it (0.6 / 1.6, whole
// dollars), the first the rest, and half of both is 72.51 and 72.50.
func TestTheLastSeatIsTied_R4_4(t *testing.T) {
	t.Parallel()
	h := newHall()
	id := h.entered(t, 8)
	_, err := h.Edit(h.ctx, id, satellite.Patch{EntryFee: ptr(usd(30_21))}, "", satellite.Match{})
	require.NoError(t, err)
	_, err = h.Sanction(h.ctx, id, "")
	require.NoError(t, err)
	_, _, err = h.Start(h.ctx, id, "", "")
	require.NoError(t, err)
	for round := 1; round <= 6; round++ {
		s, err := h.PairRound(h.ctx, id, round, "")
		require.NoError(t, err)
		for _, g := range s.GamesOf(round) {
			_, _, err = h.SetResult(h.ctx, id, g.ID, scores(400, 400), "", satellite.Match{})
			require.NoError(t, err)
		}
	}
	s := h.stored(id)
	margins := map[[2]int]int{ // of the first named
		{1, 7}: 40, {1, 6}: 40, {1, 3}: 40, {1, 5}: 40, {1, 2}: -20,
		{4, 3}: 40, {4, 2}: 40, {4, 7}: 40, {4, 6}: -20, {4, 8}: -20,
	}
	for _, g := range s.Games {
		a, b := seedOf(s, g.First), seedOf(s, g.Second)
		margin := margins[[2]int{a, b}] - margins[[2]int{b, a}]
		_, _, err = h.SetResult(h.ctx, id, g.ID, scores(400+margin, 400), "", satellite.Match{})
		require.NoError(t, err)
	}
	field := s.Field()
	tied := []uuid.UUID{field[0].ID, field[3].ID}
	table, err := h.stored(id).StandingsAfter(nil)
	require.NoError(t, err)
	for i, seed := range []int{1, 4} {
		row := table.Rows[i]
		require.Equal(t, []int{1, seed, 4, 2, 0, 120}, []int{row.Rank, row.Seed, row.Wins, row.Losses, row.Draws, row.Spread})
	}

	before := h.memory.kept.clone()
	_, _, err = h.Report(h.ctx, id, "")
	require.Len(t, requireFault(t, fault.TiesUnresolved, err).Fields, 2)
	requireUntouched(t, before, h, id)
	_, live, err := h.LiveReport(h.ctx, id)
	require.NoError(t, err)
	require.Equal(t, 1, live.Seats)
	require.Empty(t, live.Qualifiers)
	require.Equal(t, qualifiers.Tie{From: 1, To: 2, Stake: qualifiers.ForSeat, Entrants: tied}, live.Ties[0])

	_, _, err = h.Decide(h.ctx, id, satellite.Decisions{SeatOrder: []uuid.UUID{tied[1], tied[0]}, PrizeTies: satellite.Pooled, Reason: "a play-off"})
	require.NoError(t, err)
	_, report, err := h.Report(h.ctx, id, "")
	require.NoError(t, err)
	require.Len(t, report.Qualifiers, 1)
	require.Equal(t, tied[1], report.Qualifiers[0].EntrantID)
	require.Len(t, report.Prizes, 2)
	require.ElementsMatch(t, []int64{72_51, 72_50}, []int64{report.Prizes[0].Amount.Amount, report.Prizes[1].Amount.Amount})
	log, err := h.Log(h.ctx, id, 0, 1000)
	require.NoError(t, err)
	decision := log[len(log)-2]
	require.Equal(t, []string{"report.decide", "a play-off", "Dana"}, []string{decision.Act, decision.Reason, decision.Actor.Name})
	h.requireReplayed(t, id)
}
