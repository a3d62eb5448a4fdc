package interchange_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/standings"
)

// sectionB is the published section of 14 players with its colours.
func sectionB(t testing.TB) interchange.Event {
	t.Helper()
	var section struct {
		Players []struct {
			Number, Rating int
			Cells, Colours []string
		}
	}
	require.NoError(t, json.Unmarshal(data(t, "uschess_section_b.json"), &section))
	outcomes := map[byte]interchange.ChessOutcome{'W': interchange.Won, 'D': interchange.Drawn, 'L': interchange.Lost}
	var d interchange.Division
	for _, from := range section.Players {
		p := interchange.Player{Name: players.Name{Family: fmt.Sprintf("Player-%d", from.Number)}, Rating: from.Rating}
		for i, cell := range from.Cells {
			opponent, err := strconv.Atoi(cell[1:])
			require.NoError(t, err)
			p.Opponents, p.Outcomes = append(p.Opponents, opponent), append(p.Outcomes, outcomes[cell[0]])
			p.Starts = append(p.Starts, map[string]int{"white": 1, "black": 2}[from.Colours[i]])
		}
		d.Players = append(d.Players, p)
	}
	return interchange.Event{Divisions: []interchange.Division{d}}
}

// unlined is an event without the lines in which its players stand.
func unlined(e interchange.Event) interchange.Event {
	e.Divisions = slices.Clone(e.Divisions)
	for i, d := range e.Divisions {
		e.Divisions[i].Players = slices.Clone(d.Players)
		for j := range d.Players {
			e.Divisions[i].Players[j].Line = 0
		}
	}
	return e
}

// chessPlacing is what a format of chess has to keep.
type chessPlacing struct{ rank, seed, total, median, solkoff, cumulative, opposition int }

func chessPlacings(d interchange.Division) []chessPlacing {
	var list []chessPlacing
	for _, s := range d.ChessStandings(d.CompleteRounds(), standings.ChessOptions{}) {
		list = append(list, chessPlacing{s.Rank, s.Seed, s.HalfPoints, s.ModifiedMedian, s.Solkoff, s.Cumulative, s.CumulativeOfOpposition})
	}
	return list
}

// Every section of chess, written in either format of chess and then the other, has the same
// standings; written in a format of scores it has its players and no rounds, and that is noted.
func TestSectionsOfChessKeepTheirStandings(t *testing.T) {
	t.Parallel()
	trf, _ := interchange.Read(interchange.TRF, []byte(trfFile), "spring.trf")
	chart, _ := interchange.Read(interchange.SwissSys, []byte(nscfChart), "spring.chart")
	for _, e := range []interchange.Event{trf, chart, sectionB(t)} {
		for _, formats := range [][2]interchange.Format{{interchange.TRF, interchange.SwissSys}, {interchange.SwissSys, interchange.TRF}} {
			converted := e
			for _, format := range formats {
				raw, _ := interchange.Write(format, converted)
				var findings interchange.Findings
				converted, findings = interchange.Read(format, raw, "a")
				require.NoError(t, findings.Err())
			}
			require.Equal(t, chessPlacings(e.Divisions[0]), chessPlacings(converted.Divisions[0]))
		}
		for _, format := range scoredFormats {
			raw, notes := interchange.Write(format, e)
			back, findings := interchange.Read(format, raw, "a")
			require.NoError(t, findings.Err(), format)
			require.Len(t, back.Divisions[0].Players, len(e.Divisions[0].Players))
			require.Zero(t, back.Divisions[0].Rounds(), "never a wrong result")
			var codes []string
			for _, n := range notes {
				codes = append(codes, n.Code)
			}
			require.Contains(t, codes, "chess_results")
		}
	}
}

// Of a file with scores the formats of chess hold who won, drew, lost, and who sat out.
func TestScoresBecomeResultsOfChess(t *testing.T) {
	t.Parallel()
	for _, name := range append(tshData(t), "naspa_sample_2009.txt") {
		e, findings := interchange.Read(interchange.FormatOf(name), data(t, name), name)
		require.NoError(t, findings.Err())
		e.Divisions = e.Divisions[len(e.Divisions)-1:]
		d := e.Divisions[0]
		for _, format := range []interchange.Format{interchange.SwissSys, interchange.TRF} {
			raw, notes := interchange.Write(format, e)
			back, findings := interchange.Read(format, raw, name)
			require.NoError(t, findings.Err(), "%s as %s", name, format)
			after := d.CompleteRounds()
			require.Equal(t, after, back.Divisions[0].CompleteRounds(), "%s as %s", name, format)
			half := map[int]int{}
			for _, s := range d.Standings(after) {
				half[s.Seed] = s.HalfPoints
			}
			for _, s := range back.Divisions[0].ChessStandings(after, standings.ChessOptions{}) {
				require.Equal(t, half[s.Seed], s.HalfPoints, "%s as %s, player %d", name, format, s.Seed)
			}
			if after > 0 {
				require.True(t, hasNote(notes, "scores"))
			}
		}
	}
}

func hasNote(notes []interchange.Note, code string) bool {
	for _, n := range notes {
		if n.Code == code {
			return true
		}
	}
	return false
}

func TestResultsOfChessAreThoseOfTheStandings(t *testing.T) {
	t.Parallel()
	require.Equal(t, []standings.Result{
		{Round: 1, First: 1, Second: 4, Kind: standings.Game, FirstScore: 2},
		{Round: 2, First: 2, Second: 1, Kind: standings.Forfeit, FirstForfeits: true},
		{Round: 1, First: 5, Second: 2, Kind: standings.Game, FirstScore: 1, SecondScore: 1},
		{Round: 1, First: 3, Kind: standings.Bye},
		{Round: 2, First: 3, Second: 5, Kind: standings.Game, FirstScore: 1, SecondScore: 1},
		{Round: 3, First: 3, Kind: standings.HalfPointBye},
		{Round: 2, First: 4, Kind: standings.Bye},
		{Round: 3, First: 4, Kind: standings.ZeroPointBye},
	}, trfEvent().Divisions[0].Results())
}

func TestFormatOfAFileOfChess(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]interchange.Format{"a.TRF": interchange.TRF, "a.trfx": interchange.TRF, "a.chart": interchange.SwissSys} {
		require.Equal(t, want, interchange.FormatOf(name))
	}
}
