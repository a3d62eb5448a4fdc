package satellite_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// A section that was played here, written to a file and taken into a fresh one,
// has the same standings with all their tie-breaks.
func TestSectionsAreExportedAndImportedAlike_C3(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		exportSection(t, rapid.SampledFrom([]string{"swisssys", "trf", "csv"}).Draw(t, "format"))
	})
}

func exportSection(t *rapid.T, format string) {
	d := newChessDesk(t)
	acts := map[string]func(*rapid.T){}
	for name, act := range map[string]func(*rapid.T) error{
		"enter": d.enter, "withdraw": d.leave, "reinstate": d.reinstate, "swap": d.swapAny, "book": d.book,
		"round": d.round, "another": d.round, "and another": d.round, "once more": d.round, "outcome": d.outcome,
	} {
		acts[name] = d.tryChess(act)
	}
	t.Repeat(acts)
	original := d.stored(d.id)
	complete := 0
	for _, r := range original.Rounds {
		if r.State != satellite.Planned {
			complete = r.Number
		}
	}
	if original.Status != satellite.InPlay || complete == 0 || len(original.MissingTables(complete)) > 0 {
		return
	}
	if format == "csv" && slices.ContainsFunc(original.Field(), func(e satellite.Entrant) bool { return e.JoinedFor > 0 }) {
		return // a file of numbers alone does not tell who came late, for he has another number in a fresh section
	}
	fresh := d.freshSection(t, original, format == "csv" || rapid.Bool().Draw(t, "entered"))
	take := readSectionOf(t, original, format)
	before := d.memory.kept.clone()
	_, dry, err := d.ImportPlayed(d.ctx, fresh, take, "", true)
	require.NoError(t, err)
	require.Empty(t, dry.Refused)
	require.Equal(t, before, d.memory.kept, "a dry run leaves no trace")
	if dry.NeedsReason() {
		_, _, err := d.ImportPlayed(d.ctx, fresh, take, "", false)
		require.Equal(t, fault.ReasonRequired, fault.CodeOf(err))
	}
	_, done, err := d.ImportPlayed(d.ctx, fresh, take, "paired by hand", false)
	require.NoError(t, err)
	require.True(t, done.Stored)
	d.requireReplayed(t, fresh)
	require.Equal(t, chessFigures(t, original, complete), chessFigures(t, d.stored(fresh), complete))

	_, again, err := d.ImportPlayed(d.ctx, fresh, take, "", false)
	require.NoError(t, err)
	require.True(t, again.Unchanged, "the same file again changes nothing")
}

// freshSection is a section that knows nobody yet, or the players with their numbers.
func (d *chessDesk) freshSection(t *rapid.T, original *satellite.Satellite, entered bool) uuid.UUID {
	r := registration()
	r.RoundCount = original.RoundCount
	s, err := d.Register(d.ctx, "first", r)
	require.NoError(t, err)
	_, err = d.Sanction(d.ctx, s.ID, "")
	require.NoError(t, err)
	if entered {
		for _, e := range original.Field() {
			_, _, err := d.Enter(d.ctx, s.ID, satellite.EntrantInput{FamilyName: e.Name.Family, GivenName: e.Name.Given, Rating: e.Rating, Team: e.Team, Present: true}, "")
			require.NoError(t, err)
		}
	}
	return s.ID
}

// readSectionOf writes a section to a file and reads it.
func readSectionOf(t *rapid.T, s *satellite.Satellite, format string) func(*satellite.Satellite) (satellite.Played, []satellite.Refusal, error) {
	if format == "csv" {
		raw := interchange.WriteCSV(interchange.ResultsTable(s))
		return func(fresh *satellite.Satellite) (satellite.Played, []satellite.Refusal, error) {
			rows, findings := interchange.ReadResults(raw)
			require.False(t, findings.Refused(), "%v", findings)
			played, refused := interchange.PlayedOfRows(fresh, rows)
			return played, refused, nil
		}
	}
	e, _ := interchange.OfSatellite(s)
	raw, _ := interchange.Write(interchange.Format(format), e)
	read, findings := interchange.Read(interchange.Format(format), raw, "x")
	require.Empty(t, findings.Of(interchange.Wrong), "%s", raw)
	played, _ := interchange.PlayedOf(interchange.Format(format), read.Divisions[0])
	return func(*satellite.Satellite) (satellite.Played, []satellite.Refusal, error) { return played, nil, nil }
}

// chessFigures are places, points and tie-breaks by number, after a round.
func chessFigures(t *rapid.T, s *satellite.Satellite, after int) map[int][]int {
	table, err := s.StandingsAfter(&after)
	require.NoError(t, err)
	require.Equal(t, after, table.AfterRound)
	figures := map[int][]int{}
	for _, row := range table.Rows {
		figures[row.Seed] = []int{row.Rank, row.HalfPoints}
		for _, b := range standings.Tiebreaks() {
			figures[row.Seed] = append(figures[row.Seed], row.Chess.Tiebreak(b))
		}
	}
	return figures
}
