package satellite_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// goldenSection is section B as it was played and published.
type goldenSection struct {
	Rounds  int
	Players []struct {
		Number, Rating int
		Team           string
		Cells          []string
		Colours        []pairing.Colour
		Expected       struct {
			Total, Solkoff, Cumulative float64
			ModifiedMedian             float64 `json:"modified_median"`
			CumulativeOfOpposition     float64 `json:"cumulative_of_opposition"`
		}
	}
}

func readSection(t *testing.T) goldenSection {
	t.Helper()
	raw, err := os.ReadFile("testdata/uschess_section_b.json")
	require.NoError(t, err)
	var g goldenSection
	require.NoError(t, json.Unmarshal(raw, &g))
	return g
}

// board is a board as the data has it: who has white and who has black.
type board struct{ white, black int }

// boards are those of a round, from 0, with their outcomes.
func (g goldenSection) boards(t *testing.T, round int) map[board]satellite.GameOutcome {
	t.Helper()
	all := map[board]satellite.GameOutcome{}
	for _, p := range g.Players {
		if p.Colours[round] != pairing.White {
			continue
		}
		black, err := strconv.Atoi(p.Cells[round][1:])
		require.NoError(t, err)
		all[board{p.Number, black}] = map[byte]satellite.GameOutcome{
			'W': satellite.FirstWon, 'D': satellite.Draw, 'L': satellite.SecondWon,
		}[p.Cells[round][0]]
	}
	return all
}

// The section is played through the service: its pairs and colours come out as
// they were (C2), and so do the tie-breaks and places (C1).
func TestSectionBIsPlayedAsItWas_C1_C2(t *testing.T) {
	t.Parallel()
	golden := readSection(t)
	rules := chessTour()
	rules.Rules.Chess.OppositionCumulative = standings.USChess
	h := newChessHall(rules)
	r := registration()
	r.RoundCount = golden.Rounds
	s, err := h.Register(h.ctx, "first", r)
	require.NoError(t, err)
	for _, p := range golden.Players {
		_, _, err = h.Enter(h.ctx, s.ID, satellite.EntrantInput{
			FamilyName: fmt.Sprintf("Player %c", 'A'+p.Number), Rating: p.Rating, Team: p.Team, Present: true,
		}, "")
		require.NoError(t, err)
	}
	_, err = h.Sanction(h.ctx, s.ID, "")
	require.NoError(t, err)
	_, _, err = h.Start(h.ctx, s.ID, golden.Players[0].Colours[0], "")
	require.NoError(t, err)
	for round := range golden.Rounds {
		s, err = h.PairRound(h.ctx, s.ID, round+1, "")
		require.NoError(t, err)
		require.Empty(t, s.RoundWarnings(round+1))
		want, got := golden.boards(t, round), map[board]uuid.UUID{}
		for _, g := range s.GamesOf(round + 1) {
			got[board{seedOf(s, g.First), seedOf(s, g.Second)}] = g.ID
		}
		for b, outcome := range want {
			require.Contains(t, got, b, "round %d", round+1)
			_, _, err = h.SetResult(h.ctx, s.ID, got[b], satellite.ResultInput{Outcome: outcome}, "", satellite.Match{})
			require.NoError(t, err)
		}
	}
	table, err := h.stored(s.ID).StandingsAfter(nil)
	require.NoError(t, err)
	require.Equal(t, golden.Rounds, table.AfterRound)
	for _, row := range table.Rows {
		want := golden.Players[row.Seed-1].Expected
		got := []float64{
			float64(row.Chess.HalfPoints) / 2, float64(row.Chess.ModifiedMedian) / 2, float64(row.Chess.Solkoff) / 2,
			float64(row.Chess.Cumulative) / 2, float64(row.Chess.CumulativeOfOpposition) / 2,
		}
		require.Equal(t, []float64{want.Total, want.ModifiedMedian, want.Solkoff, want.Cumulative, want.CumulativeOfOpposition}, got, "number %d", row.Seed)
	}
	h.requireReplayed(t, s.ID)
}
