package satellite_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
)

// better enters what is missing of a round: the better seed wins by 420-400, and
// in round 2 seed 3 beats seed 4 by 450-400.
func (h *hall) better(t testing.TB, id uuid.UUID, round int) {
	t.Helper()
	for _, g := range h.stored(id).GamesOf(round) {
		s := h.stored(id)
		first, second := seedOf(s, g.First), seedOf(s, g.Second)
		in := scores(400, 420)
		if first < second {
			in = scores(420, 400)
		}
		if round == 2 && min(first, second) == 3 {
			in = scores(400, 450)
			require.Equal(t, 4, first, "both have started once, and it is an even round (R3.11)")
		}
		_, _, err := h.SetResult(h.ctx, id, g.ID, in, "", satellite.Match{})
		require.NoError(t, err)
	}
}

// eight is a satellite of eight of which rounds 1 to 4 are played and round 5 is
// paired. By the official table, with the better seed always winning:
//
//	after round 4   1 (4, +80), 3 (3, +70), 2 (3, +40), 5 (2, 0), 4 (2, -30), 6 and 7 (1, -40), 8 (0, -80)
//	round 5, Swiss  1-3, 2-5, 4-6, 7-8
//
// and the game that is corrected is that of 3 and 4 in round 2.
func eight(t testing.TB) (h *hall, id, game uuid.UUID) {
	t.Helper()
	h = newHall()
	id = h.started(t, 8)
	for round := 1; round <= 4; round++ {
		h.better(t, id, round)
	}
	s, err := h.PairRound(h.ctx, id, 5, "")
	require.NoError(t, err)
	pairs, _ := pairsOf(s, 5)
	require.Equal(t, [][2]int{{1, 3}, {2, 5}, {4, 6}, {7, 8}}, pairs)
	for _, g := range s.GamesOf(2) {
		if seedOf(s, g.First) == 4 {
			game = g.ID
		}
	}
	return h, id, game
}

// What round 5 would be on the corrected standings, in which 3 and 4 have
// changed places; and what round 6 would be, of which it is the same.
var (
	differ5 = satellite.Differ{Round: 5, Now: [][2]int{{1, 3}, {4, 6}}, Then: [][2]int{{1, 4}, {3, 6}}}
	differ6 = satellite.Differ{Round: 6, Now: [][2]int{{1, 2}, {3, 4}, {5, 7}}, Then: [][2]int{{1, 4}, {2, 5}, {3, 7}}}
)

// Round 2's 450-400 of seed 3 is corrected to 400-450 after rounds 5 and 6 are paired: the
// standings of every round follow, the pairs that would differ are named, and
// none is changed.
func TestACorrectionNamesThePairsThatWouldDiffer_R4_6(t *testing.T) {
	t.Parallel()
	h, id, game := eight(t)
	h.better(t, id, 5)
	// after round 5: 1 (5), 2 (4), 3 (3, +50), 4 (3, -10), 5 and 7 (2, -20), 6 (1), 8 (0)
	s, err := h.PairRound(h.ctx, id, 6, "")
	require.NoError(t, err)
	pairs, _ := pairsOf(s, 6)
	require.Equal(t, [][2]int{{1, 2}, {3, 4}, {5, 7}, {6, 8}}, pairs)

	before := h.memory.kept.clone()
	effect, err := h.Preview(h.ctx, id, game, scores(450, 400))
	require.NoError(t, err)
	requireUntouched(t, before, h, id)
	require.Equal(t, []satellite.Differ{differ5, differ6}, effect.Differ)
	require.Nil(t, effect.Now, "round 6 is not played yet")
	require.Equal(t, 5, effect.Standings.AfterRound)
	require.Equal(t, 4, effect.Standings.Rows[1].Seed)

	games := h.stored(id).Games
	s, scored, err := h.SetResult(h.ctx, id, game, scores(450, 400), "the slip was read the wrong way round", satellite.Match{})
	require.NoError(t, err)
	require.Equal(t, []satellite.Differ{differ5, differ6}, scored.Differ)
	for i, g := range s.Games {
		if g.ID != game {
			require.Equal(t, games[i], g, "none is changed")
		}
	}
	want := map[int][5][2]int{ // half points and spread after rounds 1 to 5
		3: {{2, 20}, {2, -30}, {2, -50}, {4, -30}, {4, -50}},
		4: {{2, 20}, {4, 70}, {4, 50}, {6, 70}, {8, 90}},
	}
	for round := 1; round <= 5; round++ {
		table, err := s.StandingsAfter(&round)
		require.NoError(t, err)
		for _, row := range table.Rows {
			if w, ok := want[row.Seed]; ok {
				require.Equal(t, w[round-1], [2]int{row.HalfPoints, row.Spread}, "seed %d after round %d", row.Seed, round)
			}
		}
	}
	_, scored, err = h.SetResult(h.ctx, id, game, scores(451, 400), "", satellite.Match{})
	require.NoError(t, err)
	require.Empty(t, scored.Differ, "one point more changes no pair")

	_, err = h.Repair(h.ctx, id, 5, "as it would be")
	requireFault(t, fault.ResultsExist, err)
	s, err = h.Repair(h.ctx, id, 6, "as it would be")
	require.NoError(t, err)
	pairs, _ = pairsOf(s, 6)
	require.Equal(t, [][2]int{{1, 4}, {2, 5}, {3, 7}, {6, 8}}, pairs)
	h.requireReplayed(t, id)
}

// An unplayed round is paired again on request; a partly played one is not.
func TestPairingAnUnplayedRoundAgain_R4_6(t *testing.T) {
	t.Parallel()
	h, id, game := eight(t)
	_, scored, err := h.SetResult(h.ctx, id, game, scores(450, 400), "", satellite.Match{})
	require.NoError(t, err)
	require.Equal(t, []satellite.Differ{differ5}, scored.Differ)
	played := h.stored(id).GamesOf(5)[1]
	_, _, err = h.SetResult(h.ctx, id, played.ID, scores(420, 400), "", satellite.Match{})
	require.NoError(t, err)

	before := h.memory.kept.clone()
	_, err = h.Repair(h.ctx, id, 5, "as it would be")
	require.Contains(t, requireFault(t, fault.ResultsExist, err).Detail, "Table 2")
	requireUntouched(t, before, h, id)

	_, err = h.ClearResult(h.ctx, id, played.ID, satellite.Match{})
	require.NoError(t, err)
	s, err := h.Repair(h.ctx, id, 5, "as it would be")
	require.NoError(t, err)
	pairs, _ := pairsOf(s, 5)
	require.Equal(t, [][2]int{{1, 4}, {2, 5}, {3, 6}, {7, 8}}, pairs)
	require.Equal(t, satellite.Planned, s.Rounds[4].State, "its sheets are given out anew")
	g, ok := s.GameByID(played.ID)
	require.True(t, ok, "2 and 5 meet as before")
	require.Equal(t, played.First, g.First, "and who starts stays settled (R3.11)")
	h.requireReplayed(t, id)
}

// Only while every result of the rounds before is there can a round be paired on
// them again, and a preset one only before later rounds are open.
func TestWhatCannotBePairedAgain_R4_6(t *testing.T) {
	t.Parallel()
	h, id, game := eight(t)
	for round, code := range map[int]fault.Code{
		0: fault.RoundUnknown, 7: fault.RoundUnknown, 6: fault.RoundNotPaired, 4: fault.ResultsExist,
	} {
		_, err := h.Repair(h.ctx, id, round, "a try")
		requireFault(t, code, err)
	}
	_, err := h.ClearResult(h.ctx, id, game, satellite.Match{})
	require.NoError(t, err)
	_, err = h.Repair(h.ctx, id, 5, "a try")
	require.Equal(t, []string{"/rounds/2/tables/" + tableOf(h.stored(id), game)}, pointersOf(requireFault(t, fault.ResultsMissing, err)))

	id = h.started(t, 8)
	_, err = h.OpenRound(h.ctx, id, 2, "")
	require.NoError(t, err)
	_, err = h.Repair(h.ctx, id, 1, "a try")
	requireFault(t, fault.WrongStatus, err)
	_, err = h.Repair(h.ctx, id, 2, "a try")
	require.NoError(t, err)
}

// After the report a correction needs the organiser, and the next report says
// what is no longer as it was (R4.6).
func TestACorrectionAfterTheReport_R4_6(t *testing.T) {
	t.Parallel()
	h, id, _ := eight(t)
	h.better(t, id, 5)
	_, err := h.PairRound(h.ctx, id, 6, "")
	require.NoError(t, err)
	h.better(t, id, 6) // 1-2: seed 1 has won all six
	_, first, err := h.Report(h.ctx, id, "")
	require.NoError(t, err)
	require.Nil(t, first.Since)
	last := h.stored(id).GamesOf(6)[0]
	upset := scores(900, 100)
	if seedOf(h.stored(id), last.First) == 1 {
		upset = scores(100, 900)
	}
	_, _, err = h.SetResult(h.ctx, id, last.ID, upset, "", satellite.Match{})
	requireFault(t, fault.WrongStatus, err)
	_, err = h.Reopen(h.ctx, id, "")
	requireFault(t, fault.ReasonRequired, err)
	_, err = h.Reopen(h.ctx, id, "the last slip was misread")
	require.NoError(t, err)

	effect, err := h.Preview(h.ctx, id, last.ID, upset)
	require.NoError(t, err)
	require.Len(t, *effect.Now, 1)
	require.Equal(t, h.stored(id).Field()[0].ID, (*effect.Now)[0].EntrantID)
	require.Equal(t, h.stored(id).Field()[1].ID, (*effect.Then)[0].EntrantID, "both 5-1, and 2 has the spread")

	_, _, err = h.SetResult(h.ctx, id, last.ID, upset, "misread", satellite.Match{})
	require.NoError(t, err)
	_, err = h.Edit(h.ctx, id, satellite.Patch{EntryFee: ptr(usd(40_00))}, "it was 40", satellite.Match{})
	require.NoError(t, err)
	_, second, err := h.Report(h.ctx, id, "")
	require.NoError(t, err)
	require.Equal(t, h.stored(id).Field()[1].ID, second.Since.Gained[0].EntrantID)
	require.Equal(t, h.stored(id).Field()[0].ID, second.Since.Lost[0].EntrantID)
	require.Equal(t, usd(96_00), second.Since.DueWas, "40% of 8 x 30.00")
	require.Equal(t, usd(128_00), second.Since.DueNow)
	require.Equal(t, int64(32_00), second.Since.Adjusts)
	h.requireReplayed(t, id)
}
