package interchange_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/standings"
)

// drawChess draws a section with complete rounds of every kind of outcome.
func drawChess(t *rapid.T) interchange.Event {
	field, rounds := rapid.IntRange(1, 12).Draw(t, "players"), rapid.IntRange(1, 6).Draw(t, "rounds")
	d := interchange.Division{Players: make([]interchange.Player, field), Schedule: rapid.IntRange(0, 9).Draw(t, "schedule")}
	numbers := make([]int, field)
	for i := range d.Players {
		numbers[i] = i
		p := &d.Players[i]
		p.Name = players.Name{Family: fmt.Sprintf("Player-%d", i+1), Given: "Given"}
		p.Rating = rapid.IntRange(0, 2800).Draw(t, "rating")
		p.Opponents, p.Starts = make([]int, rounds), make([]int, rounds)
		p.Outcomes = make([]interchange.ChessOutcome, rounds)
	}
	pairs := [][2]interchange.ChessOutcome{
		{interchange.Won, interchange.Lost},
		{interchange.Drawn, interchange.Drawn},
		{interchange.WonUnrated, interchange.LostUnrated},
		{interchange.DrawnUnrated, interchange.DrawnUnrated},
		{interchange.WonByForfeit, interchange.LostByForfeit},
		{interchange.LostByForfeit, interchange.LostByForfeit},
	}
	alone := []interchange.ChessOutcome{
		interchange.FullBye, interchange.BookedBye, interchange.HalfBye, interchange.ZeroBye, interchange.WonByForfeit, interchange.LostByForfeit,
	}
	for round := range rounds {
		mixed := rapid.Permutation(numbers).Draw(t, "order")
		for len(mixed) > 0 {
			if len(mixed) == 1 || rapid.IntRange(0, 4).Draw(t, "sits out") == 0 {
				d.Players[mixed[0]].Outcomes[round] = rapid.SampledFrom(alone).Draw(t, "alone")
				mixed = mixed[1:]
				continue
			}
			a, b := &d.Players[mixed[0]], &d.Players[mixed[1]]
			pair := rapid.SampledFrom(pairs).Draw(t, "pair")
			start := rapid.IntRange(1, 2).Draw(t, "colour")
			a.Opponents[round], b.Opponents[round] = mixed[1]+1, mixed[0]+1
			a.Outcomes[round], b.Outcomes[round] = pair[0], pair[1]
			a.Starts[round], b.Starts[round] = start, 3-start
			mixed = mixed[2:]
		}
	}
	for i := range d.Players {
		d.Players[i].Starts = startsOf(d)[i]
	}
	return interchange.Event{Divisions: []interchange.Division{d}}
}

// startsOf are the colours of a section, none where there was no pair at all.
func startsOf(d interchange.Division) [][]int {
	starts, some := make([][]int, len(d.Players)), false
	for i, p := range d.Players {
		starts[i] = p.Starts
		for _, opponent := range p.Opponents {
			some = some || opponent > 0
		}
	}
	if !some {
		return make([][]int, len(d.Players))
	}
	return starts
}

// Whatever happened in a section, a TRF holds all of it, and a wall chart everything but colours
// and what is special to TRF: the standings are the same in either mode of C1.6.
func TestRandomSectionsAreHeldByBothFormats(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		e := drawChess(t)
		mode := rapid.SampledFrom([]standings.OppositionMode{standings.NSCF, standings.USChess}).Draw(t, "mode")
		opt := standings.ChessOptions{OppositionCumulative: mode}
		raw, notes := interchange.WriteTRF(e, opt)
		require.Empty(t, notes)
		back, findings := interchange.ReadTRF(raw)
		require.Empty(t, findings)
		require.Equal(t, e, unlined(back))

		raw, _ = interchange.WriteSwissSys(e, interchange.ChartOptions{Tabs: rapid.Bool().Draw(t, "tabs"), Chess: opt})
		back, findings = interchange.ReadSwissSys(raw)
		require.Empty(t, findings, "every figure is the computed one")
		require.Equal(t, chessPlacings(e.Divisions[0]), chessPlacings(back.Divisions[0]))
	})
}
