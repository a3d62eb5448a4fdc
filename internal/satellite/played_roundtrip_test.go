package satellite_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/satellite"
)

// A day of any kind, written to a file and taken into a fresh satellite, comes to
// the same standings; and where the director decided nothing that a file cannot
// tell, to the same qualifiers.
func TestWhatIsExportedIsImportedAlike(t *testing.T) {
	t.Parallel()
	for _, format := range []interchange.Format{interchange.TSH, interchange.NASPA} {
		t.Run(string(format), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) { exportAndImport(t, format) })
		})
	}
}

func exportAndImport(t *rapid.T, format interchange.Format) {
	d := newDesk(t)
	acts := map[string]func(*rapid.T){}
	for name, act := range map[string]func(*rapid.T) error{
		"enter": d.enter, "check in": d.checkIn, "withdraw": d.withdraw, "reinstate": d.reinstate, "swap": d.swap,
		"whole round": d.wholeRound, "another": d.wholeRound, "and another": d.wholeRound, "once more": d.wholeRound, "result": d.result,
	} {
		acts[name] = d.try(act)
	}
	t.Repeat(acts)
	d.toTheReport(t)
	original := d.stored(d.id)
	e, complete := interchange.OfSatellite(original)
	if original.Status != satellite.Reported || complete != original.LastRound() || !fileHolds(format, original, e.Divisions[0]) {
		return
	}
	raw, _ := interchange.Write(format, e)
	read, findings := interchange.Read(format, raw, "x")
	require.False(t, findings.Refused(), "%v\n%s", findings, raw)
	fresh := d.fresh(t, original)
	played, _ := interchange.PlayedOf(format, read.Divisions[0])
	take := func(*satellite.Satellite) (satellite.Played, []satellite.Refusal, error) { return played, nil, nil }

	before := d.memory.kept.clone()
	_, dry, err := d.ImportPlayed(d.ctx, fresh, take, "", true)
	require.NoError(t, err, "%s", raw)
	require.Empty(t, dry.Refused, "%s", raw)
	require.Equal(t, before, d.memory.kept, "a dry run leaves no trace")
	if dry.NeedsReason() {
		_, _, err := d.ImportPlayed(d.ctx, fresh, take, "", false)
		require.Equal(t, fault.ReasonRequired, fault.CodeOf(err))
		require.Equal(t, before, d.memory.kept, "nothing is stored without a reason")
	}
	_, done, err := d.ImportPlayed(d.ctx, fresh, take, "paired by hand", false)
	require.NoError(t, err)
	require.True(t, done.Stored)
	s := d.stored(fresh)
	requireSound(t, s)
	d.requireReplayed(t, fresh)
	last := original.LastRound()
	want, err := original.StandingsAfter(&last)
	require.NoError(t, err)
	got, err := s.StandingsAfter(&last)
	require.NoError(t, err)
	require.Equal(t, placed(want), placed(got), "%s", raw)

	_, again, err := d.ImportPlayed(d.ctx, fresh, take, "", false)
	require.NoError(t, err)
	require.True(t, again.Unchanged)
	require.Equal(t, s, d.stored(fresh), "the same file again changes nothing")
	d.sameReport(t, original, fresh, format)
}

// fresh is a sanctioned satellite of the same length with nobody in it.
func (d *desk) fresh(t *rapid.T, original *satellite.Satellite) uuid.UUID {
	r := registration()
	r.RoundCount, r.Methods = original.RoundCount, original.Methods
	s, err := d.Register(d.ctx, "first", r)
	require.NoError(t, err)
	_, err = d.Sanction(d.ctx, s.ID, "")
	require.NoError(t, err)
	return s.ID
}

// fileHolds says whether a format can hold a day whole: NASPA knows no penalties,
// no two people of one name without numbers, and no forfeited bye.
func fileHolds(format interchange.Format, s *satellite.Satellite, d interchange.Division) bool {
	names := map[string]bool{}
	for _, p := range d.Players {
		if format == interchange.NASPA && (slices.ContainsFunc(p.Penalties, func(n int) bool { return n != 0 }) || names[p.Name.Key()]) {
			return false
		}
		names[p.Name.Key()] = true
	}
	return len(d.Players) >= 4
}

type placedPlayer struct {
	rank, half, spread int
	name               string
}

// placed lists the standings by what a file tells.
func placed(table satellite.Standings) []placedPlayer {
	var list []placedPlayer
	for _, row := range table.Rows {
		name := row.Entrant.Name.String()
		list = append(list, placedPlayer{rank: row.Rank, half: row.HalfPoints, spread: row.Spread, name: name})
	}
	slices.SortFunc(list, func(a, b placedPlayer) int {
		if a.rank != b.rank {
			return a.rank - b.rank
		}
		return strings.Compare(a.name, b.name)
	})
	return list
}

// sameReport ends the satellite as the original ended and compares who is
// qualified.
func (d *desk) sameReport(t *rapid.T, original *satellite.Satellite, fresh uuid.UUID, format interchange.Format) {
	last := original.LastRound()
	if last < original.RoundCount {
		_, err := d.Finish(d.ctx, fresh, last, "as it was")
		require.NoError(t, err)
	}
	for _, e := range original.Entrants {
		if e.Eligibility != satellite.ByRule || e.Standby && e.JoinedFor == 1 {
			return // a file does not say who was a standby before the first round
		}
	}
	if len(original.SeatOrder) > 0 || format == interchange.NASPA {
		return // NASPA does not say who has withdrawn
	}
	want, err := original.LiveReport(d.tour)
	require.NoError(t, err)
	got, err := d.stored(fresh).LiveReport(d.tour)
	if fault.CodeOf(err) == fault.FundNegative {
		return
	}
	require.NoError(t, err)
	require.Equal(t, want.Players, got.Players)
	require.Equal(t, named(want.Qualifiers), named(got.Qualifiers))
}

func named(qualifiers []satellite.Qualifier) []placedPlayer {
	var list []placedPlayer
	for _, q := range qualifiers {
		list = append(list, placedPlayer{rank: q.Rank, half: q.HalfPoints, spread: q.Spread, name: q.Name})
	}
	return list
}
