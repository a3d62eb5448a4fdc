package satellite_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// goldenSection is a section as it was played and published.
type goldenSection struct {
	Rounds  int
	Players []struct {
		Number, Rating int
		Team           string
		Cells          []string
		Colours        []pairing.Colour
		Expected       goldenFigures
	}
}

type goldenFigures struct {
	Total, Solkoff, Cumulative float64
	ModifiedMedian             float64 `json:"modified_median"`
	CumulativeOfOpposition     float64 `json:"cumulative_of_opposition"`
}

// requireFigures compares a row of the standings with a published one.
func requireFigures(t *testing.T, want goldenFigures, row satellite.Standing) {
	t.Helper()
	points := func(half int) float64 { return float64(half) / 2 }
	w := row.Chess
	require.Equal(t, want, goldenFigures{
		points(w.HalfPoints), points(w.Solkoff), points(w.Cumulative), points(w.ModifiedMedian), points(w.CumulativeOfOpposition),
	}, "number %d", row.Seed)
}

func readTable(t *testing.T, name string) goldenSection {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + name)
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
	golden := readTable(t, "uschess_section_b.json")
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
		requireFigures(t, golden.Players[row.Seed-1].Expected, row)
	}
	h.requireReplayed(t, s.ID)
}

// The foundation's own table comes in as a wall chart and has its figures and places here (C1, C3).
func TestTheFoundationsTableComesIn_C1(t *testing.T) {
	t.Parallel()
	golden := readTable(t, "nscf_table.json")
	chart := "#\tName\tRd 1\tRd 2\tRd 3\tRd 4\n"
	for _, p := range golden.Players {
		chart += fmt.Sprintf("%d\tPlayer%c, Ann", p.Number, 'A'+p.Number)
		for _, cell := range p.Cells {
			if len(cell) == 1 {
				cell += "---"
			}
			chart += "\t" + cell
		}
		chart += "\n"
	}
	read, findings := interchange.ReadSwissSys([]byte(chart))
	require.False(t, findings.Refused(), "%v\n%s", findings, chart)
	h := newChessHall(chessTour())
	r := registration()
	r.RoundCount = golden.Rounds
	s, err := h.Register(h.ctx, "first", r)
	require.NoError(t, err)
	_, err = h.Sanction(h.ctx, s.ID, "")
	require.NoError(t, err)
	s, done, err := h.ImportPlayed(h.ctx, s.ID, func(*satellite.Satellite) (satellite.Played, []satellite.Refusal, error) {
		played, _ := interchange.PlayedOf(interchange.SwissSys, read.Divisions[0])
		return played, nil, nil
	}, "as the foundation has it", false)
	require.NoError(t, err)
	require.True(t, done.Stored, "%v", done.Refused)
	table, err := s.StandingsAfter(nil)
	require.NoError(t, err)
	for i, row := range table.Rows {
		require.Equal(t, []int{i + 1, i + 1}, []int{row.Rank, row.Seed}, "order 1 to 8")
		requireFigures(t, golden.Players[i].Expected, row)
	}
	h.requireReplayed(t, s.ID)
}
