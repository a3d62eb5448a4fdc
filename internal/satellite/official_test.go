package satellite_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/satellite"
)

// The main job: a director's satellite of 22 from its registration to its
// report.
func TestSatelliteOf22FromRegistrationToReport(t *testing.T) {
	t.Parallel()
	h := newHall()
	s, err := h.Register(h.ctx, "first", registration())
	require.NoError(t, err)
	id := s.ID
	require.Equal(t, satellite.Proposed, s.Status)
	require.Equal(t, 6, s.RoundCount, "R1.2: the tour's default")
	_, err = h.Sanction(h.ctx, id, "")
	require.NoError(t, err)
	for i := 22; i >= 1; i-- { // the seeds come from the ratings, not from the order
		_, _, err = h.Enter(h.ctx, id, player(i), "")
		require.NoError(t, err)
	}
	s, warnings, err := h.Start(h.ctx, id, "", "")
	require.NoError(t, err)
	require.Empty(t, warnings)
	require.Equal(t, []uuid.UUID{h.tour.ID}, h.memory.kept.frozen)

	for round := 1; round <= 4; round++ {
		want, _ := official(t, 22, 6, round)
		got, _ := pairsOf(s, round)
		require.Equal(t, want, got, "R3.1: round %d by the official table", round)
		s = h.playRound(t, id, round)
	}
	s, err = h.PairRound(h.ctx, id, 5, "")
	require.NoError(t, err)
	got, _ := pairsOf(s, 5)
	require.Equal(t, swiss(tally(s, 4)), got, "R3.3")
	h.playRound(t, id, 5)
	s, err = h.PairRound(h.ctx, id, 6, "")
	require.NoError(t, err)
	got, _ = pairsOf(s, 6)
	require.Equal(t, hill(tally(s, 5)), got, "R3.4")
	h.playRound(t, id, 6)

	s, report, err := h.Report(h.ctx, id, "")
	require.NoError(t, err)
	require.Equal(t, satellite.Reported, s.Status)
	require.Equal(t, 22, report.Players)
	require.Equal(t, 3, report.Seats, "R5.2: 22 players")
	final := tally(s, 6)
	require.Len(t, report.Qualifiers, 3)
	for i, q := range report.Qualifiers {
		require.Equal(t, final[i].seed, seedOf(s, q.EntrantID))
		require.Equal(t, final[i].half, q.HalfPoints)
		require.Equal(t, final[i].spread, q.Spread)
		require.Equal(t, i+1, q.Rank)
	}
	require.Equal(t, usd(660_00), report.Carryover.Base, "R6.2: 22 fees of 30.00")
	require.Equal(t, usd(264_00), report.Carryover.Due, "R6.2: 40% of 660.00")
	require.Equal(t, usd(396_00), report.Fund.Prizes, "R6.3")
	var prizes []int64
	for _, p := range report.Prizes {
		prizes = append(prizes, p.Amount.Amount)
	}
	require.Equal(t, []int64{183_00, 109_00, 65_00, 39_00}, prizes, "R5.2: 396.00 over four places")
	require.Equal(t, saturday.AddDays(14), *report.DueOn, "R6.4")
	require.Equal(t, now, *report.ReportedAt)
	require.False(t, report.Late)
	require.Len(t, report.Standing, 22)

	require.Equal(t, []uuid.UUID{id}, h.memory.kept.announced)
	require.Len(t, h.memory.kept.reports[id], 1)
	_, again, err := h.LiveReport(h.ctx, id)
	require.NoError(t, err)
	require.Equal(t, report, again, "frozen")
	h.requireReplayed(t, id)
}

// playRound enters all results of a round in one batch, by seeds, the second
// player first in every other line.
func (h *hall) playRound(t testing.TB, id uuid.UUID, round int) *satellite.Satellite {
	t.Helper()
	s, err := h.Get(h.ctx, id)
	require.NoError(t, err)
	var results []satellite.RoundResult
	for i, g := range s.GamesOf(round) {
		a, b := seedOf(s, g.First), seedOf(s, g.Second)
		if b == 0 {
			continue
		}
		r := satellite.RoundResult{FirstSeed: a, SecondSeed: b, ResultInput: slip(round, a, b)}
		if i%2 == 1 {
			r.FirstSeed, r.SecondSeed = b, a
			r.First, r.Second = r.Second, r.First
		}
		results = append(results, r)
	}
	s, _, err = h.SetRoundResults(h.ctx, id, round, results)
	require.NoError(t, err)
	round5, ok := s.RoundByNumber(round)
	require.True(t, ok)
	require.Equal(t, satellite.Complete, round5.State)
	return s
}

// The byes of the preset rounds are those of data/README.md (R3.2); those of
// the later rounds follow R3.6.
func TestByesOfOddFields(t *testing.T) {
	t.Parallel()
	for field, byes := range map[int][]int{
		5: {1, 4, 2, 5, 3}, 7: {2, 7, 6, 3}, 9: {1, 9, 8, 5, 4}, 11: {8, 4, 9, 5}, 13: {9, 4, 11, 6},
		15: {4, 13, 9, 8}, 21: {16, 6, 17, 7}, 47: {12, 37, 25, 24},
	} {
		t.Run(fmt.Sprint(field), func(t *testing.T) {
			t.Parallel()
			e := started(t, field, 6)
			require.Len(t, e.Rounds, len(byes))
			for i, want := range byes {
				pairs, bye := pairsOf(e.Satellite, i+1)
				require.Equal(t, want, bye, "round %d", i+1)
				table, _ := official(t, field, 6, i+1)
				require.Equal(t, table, pairs)
				e.play(t, i+1)
			}
			for round := len(byes) + 1; round <= 6; round++ {
				require.NoError(t, e.PairRound(round, e.newID))
				rest, bye := withoutBye(tally(e.Satellite, round-1))
				want := swiss(rest)
				if round == 6 {
					want = hill(rest)
				}
				pairs, got := pairsOf(e.Satellite, round)
				require.Equal(t, bye, got, "R3.6, round %d", round)
				require.Equal(t, want, pairs, "the others as if he were not there")
				e.play(t, round)
			}
			requireSound(t, e.Satellite)
			requireByesEven(t, e.Satellite)
		})
	}
}

// requireByesEven: nobody has a second bye while another has none (R3.6).
func requireByesEven(t require.TestingT, s *satellite.Satellite) {
	fewest, most := len(s.Rounds), 0
	for _, l := range tally(s, len(s.Rounds)) {
		fewest, most = min(fewest, l.byes), max(most, l.byes)
	}
	require.LessOrEqual(t, most-fewest, 1)
}

func TestFieldsOf6And10PlayFivePresetRoundsThenKingOfTheHill_R3_1(t *testing.T) {
	t.Parallel()
	for _, field := range []int{6, 10} {
		e := started(t, field, 6)
		require.Len(t, e.Rounds, 5)
		for round := 1; round <= 5; round++ {
			want, _ := official(t, field, 6, round)
			got, _ := pairsOf(e.Satellite, round)
			require.Equal(t, want, got)
		}
		e.playThrough(t, 5)
		require.NoError(t, e.PairRound(6, e.newID))
		require.Equal(t, pairing.MethodKingOfTheHill, e.Rounds[5].Method)
		got, _ := pairsOf(e.Satellite, 6)
		require.Equal(t, hill(tally(e.Satellite, 5)), got)
	}
}

func TestFourPlayers_R3_2(t *testing.T) {
	t.Parallel()
	e := started(t, 4, 6)
	cycle := [][][2]int{{{1, 4}, {2, 3}}, {{1, 3}, {2, 4}}, {{1, 2}, {3, 4}}}
	require.Len(t, e.Rounds, 5)
	for round := 1; round <= 5; round++ {
		got, _ := pairsOf(e.Satellite, round)
		require.Equal(t, cycle[(round-1)%3], got)
	}
	e.playThrough(t, 6)
	require.Equal(t, pairing.MethodKingOfTheHill, e.Rounds[5].Method)
}

func TestSevenAndEightRoundsUseTheSecondTables_R3_7(t *testing.T) {
	t.Parallel()
	for field, presets := range map[int]int{8: 6, 12: 6, 22: 5, 7: 6} {
		e := started(t, field, 7)
		require.Len(t, e.Rounds, presets)
		for round := 1; round <= presets; round++ {
			want, wantBye := official(t, field, 7, round)
			got, bye := pairsOf(e.Satellite, round)
			require.Equal(t, want, got)
			require.Equal(t, wantBye, bye)
		}
		e.playThrough(t, 7)
		requireSound(t, e.Satellite)
	}
	e := started(t, 22, 7)
	e.playThrough(t, 6)
	met := map[[2]int]int{}
	for round := 1; round <= 6; round++ {
		pairs, _ := pairsOf(e.Satellite, round)
		for _, p := range pairs {
			met[p]++
			require.Equal(t, 1, met[p], "round 6 of 7 is Swiss without repeats")
		}
	}
}

// Fields over 48 are divided as the published cases say (R2.3, R2.4); the
// preset pairs stay within a group and are those of its size.
func TestLargeFieldsAreDividedIntoGroups(t *testing.T) {
	t.Parallel()
	var cases struct {
		Cases map[string]struct{ Groups [][]int }
	}
	readJSON(t, "groups.json", &cases)
	for _, field := range []int{48, 60, 66, 100, 145} {
		t.Run(fmt.Sprint(field), func(t *testing.T) {
			t.Parallel()
			e := started(t, field, 6)
			groups := make([][]int, len(cases.Cases[fmt.Sprint(field)].Groups))
			for _, p := range e.Field() {
				groups[p.Group-1] = append(groups[p.Group-1], p.Seed)
			}
			if field%2 == 1 { // the published groups have the added seed
				last := cases.Cases[fmt.Sprint(field)].Groups
				i := slices.IndexFunc(last, func(g []int) bool { return slices.Contains(g, field+1) })
				groups[i] = append(groups[i], field+1)
			}
			require.Equal(t, cases.Cases[fmt.Sprint(field)].Groups, groups)
			for round := 1; round <= 4; round++ {
				requireGroupPairs(t, e, groups, round)
			}
		})
	}
}

func requireGroupPairs(t *testing.T, e *event, groups [][]int, round int) {
	t.Helper()
	var want [][2]int
	for _, seeds := range groups {
		pairs, _ := official(t, len(seeds), 6, round)
		for _, p := range pairs {
			a, b := seeds[p[0]-1], seeds[p[1]-1]
			if max(a, b) <= len(e.Field()) {
				want = append(want, [2]int{min(a, b), max(a, b)})
			}
		}
	}
	slices.SortFunc(want, func(a, b [2]int) int { return a[0] - b[0] })
	got, _ := pairsOf(e.Satellite, round)
	require.Equal(t, want, got, "R3.10: by the better seed over all groups")
}
