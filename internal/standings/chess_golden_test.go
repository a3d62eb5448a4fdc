package standings_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/standings"
)

// goldenTable is a published table of a chess section.
type goldenTable struct {
	Rounds  int
	Players []struct {
		Number   int
		Cells    []string
		Colours  []string
		Expected goldenFigures
	}
}

type goldenFigures struct {
	Total                  float64
	ModifiedMedian         float64 `json:"modified_median"`
	Solkoff                float64
	Cumulative             float64
	CumulativeOfOpposition float64 `json:"cumulative_of_opposition"`
}

func readGolden(t *testing.T, name string) goldenTable {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	var table goldenTable
	require.NoError(t, json.Unmarshal(raw, &table))
	return table
}

// section are the seeds and results of a table, each game once. Without colours the lower number
// has white.
func (g goldenTable) section(t *testing.T) (seeds []int, results []standings.Result) {
	t.Helper()
	scores := map[byte][2]int{'W': {2, 0}, 'D': {1, 1}, 'L': {0, 2}}
	byes := map[string]standings.Kind{"B": standings.Bye, "H": standings.HalfPointBye, "U": standings.ZeroPointBye}
	for _, p := range g.Players {
		seeds = append(seeds, p.Number)
		for i, cell := range p.Cells {
			if kind, ok := byes[cell]; ok {
				results = append(results, standings.Result{Round: i + 1, First: p.Number, Kind: kind})
				continue
			}
			other, err := strconv.Atoi(cell[1:])
			require.NoError(t, err)
			white := p.Number < other
			if len(p.Colours) > 0 {
				white = p.Colours[i] == "white"
			}
			if white {
				score := scores[cell[0]]
				results = append(results, game(i+1, p.Number, other, score[0], score[1]))
			}
		}
	}
	return seeds, results
}

// figures are those of a row in points.
func figures(w standings.ChessRow) goldenFigures {
	return goldenFigures{
		float64(w.HalfPoints) / 2, float64(w.ModifiedMedian) / 2, float64(w.Solkoff) / 2,
		float64(w.Cumulative) / 2, float64(w.CumulativeOfOpposition) / 2,
	}
}

func TestChessReproducesTheFoundationsTableC1(t *testing.T) {
	t.Parallel()
	golden := readGolden(t, "nscf_table.json")
	seeds, results := golden.section(t)
	rows := standings.Chess(seeds, results, golden.Rounds, standings.ChessOptions{OppositionCumulative: standings.NSCF})
	require.Len(t, rows, 8)
	for i, w := range rows {
		require.Equal(t, golden.Players[i].Number, w.Seed, "place %d", i+1)
		require.Equal(t, i+1, w.Rank)
		require.False(t, w.Tied)
		require.Equal(t, golden.Players[i].Expected, figures(w), "player %d", w.Seed)
	}
	require.Equal(t, rows, standings.Chess(seeds, results, golden.Rounds, standings.ChessOptions{}), "nscf is the default")
}

func TestChessModesDifferInTheOppositionOfThreePlayersC16(t *testing.T) {
	t.Parallel()
	golden := readGolden(t, "nscf_table.json")
	seeds, results := golden.section(t)
	today := map[int]float64{2: 20.5, 3: 18.5, 8: 13.5}
	for _, w := range standings.Chess(seeds, results, golden.Rounds, standings.ChessOptions{OppositionCumulative: standings.USChess}) {
		want := golden.Players[w.Seed-1].Expected
		if figure, differs := today[w.Seed]; differs {
			want.CumulativeOfOpposition = figure
		}
		require.Equal(t, want, figures(w), "player %d", w.Seed)
	}
}

func TestChessReproducesSectionBC1(t *testing.T) {
	t.Parallel()
	golden := readGolden(t, "uschess_section_b.json")
	seeds, results := golden.section(t)
	require.Len(t, results, 28, "7 games in each of 4 rounds")
	rows := standings.Chess(seeds, results, golden.Rounds, standings.ChessOptions{OppositionCumulative: standings.USChess})
	require.Len(t, rows, 14)
	for _, w := range rows {
		require.Equal(t, golden.Players[w.Seed-1].Expected, figures(w), "player %d", w.Seed)
		require.Equal(t, 4, w.Games)
	}
	require.Equal(t, []int{1, 5}, []int{rows[0].Seed, rows[1].Seed}, "both have 3.5, and 9.5 is more than 7.5")
}
