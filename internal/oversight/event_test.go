package oversight_test

import (
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/oversight"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
)

var lastDay = civil.New(2026, time.March, 14)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation(name)
	require.NoError(t, err)
	return loc
}

// played is a satellite of one day in Boise with 22 players, over and not reported.
func played(t testing.TB) oversight.Event {
	t.Helper()
	return oversight.Event{
		Name: "Boise", Tour: "Second tour", Director: "Dan", Email: "dan@example.org", Status: satellite.Finished, StartsOn: lastDay, EndsOn: lastDay,
		Zone: zone(t, "America/Boise"), LateRule: tour.DefaultRules(tour.NAST).LateReports(money.USD), Entrants: 24, Field: 22,
		Rounds: 6, CompleteRounds: 6, HasResults: true,
	}
}

// noon is the middle of a day in Boise, some days after the last day.
func noon(days int) time.Time { return lastDay.AddDays(days).In(time.UTC).Add(18 * time.Hour) }

func TestHowFarASatelliteIs(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status  satellite.Status
		results bool
		report  bool // has been made
		days    int  // after the last day
		want    oversight.Stage
	}{
		"proposed":                             {satellite.Proposed, false, false, -5, oversight.Coming},
		"sanctioned, on its day":               {satellite.Sanctioned, false, false, 0, oversight.Coming},
		"being played":                         {satellite.InPlay, true, false, 0, oversight.Running},
		"started days before":                  {satellite.InPlay, false, false, -2, oversight.Running},
		"finished on its day":                  {satellite.Finished, true, false, 0, oversight.Unreported},
		"finished":                             {satellite.Finished, true, false, 20, oversight.Unreported},
		"played and never finished":            {satellite.InPlay, true, false, 1, oversight.Unreported},
		"started, nothing ever came":           {satellite.InPlay, false, false, 1, oversight.Silent},
		"sanctioned, never started":            {satellite.Sanctioned, false, false, 1, oversight.Silent},
		"proposed, and its day is past":        {satellite.Proposed, false, false, 1, oversight.Silent},
		"reported":                             {satellite.Reported, true, true, 20, oversight.Done},
		"reopened":                             {satellite.Finished, true, true, 60, oversight.Reopened},
		"rejected":                             {satellite.Rejected, false, false, 60, oversight.Off},
		"cancelled":                            {satellite.Cancelled, false, false, -5, oversight.Off},
		"finished by nobody playing, and past": {satellite.Finished, false, false, 1, oversight.Silent},
	} {
		e := played(t)
		e.Status, e.HasResults = c.status, c.results
		if c.report {
			e.ReportedAt = noon(1)
		}
		require.Equal(t, c.want, e.Stage(noon(c.days)), name)
	}
}

// Days are counted by the calendar of the venue: the last day in time, the 28th, ends in Boise at 6:00
// UTC of the 29th, in Auckland at 11:00 UTC of the 28th (R6.8).
func TestAReportIsLateByTheCalendarOfTheVenue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		venue, now string
		late       int
		cents      int64
	}{
		{"America/Boise", "2026-03-29T05:59:59Z", 0, 0},
		{"America/Boise", "2026-03-29T06:00:00Z", 1, 550},
		{"Pacific/Auckland", "2026-03-28T10:59:59Z", 0, 0},
		{"Pacific/Auckland", "2026-03-28T11:00:00Z", 1, 550},
		{"America/Boise", "2026-04-08T18:00:00Z", 11, 550},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		require.NoError(t, err)
		e := played(t)
		e.Zone = zone(t, c.venue)
		require.Equal(t, c.late, e.DaysLate(now), "%s %s", c.venue, c.now)
		require.Equal(t, money.Money{Amount: c.cents, Currency: money.USD}, e.Fee(now), "25 cents for each of 22")
		e.ReportedAt = now.Add(-time.Hour)
		require.Zero(t, e.DaysLate(now), "what was reopened has been reported")
		e.ReportedAt, e.HasResults, e.Status = time.Time{}, false, satellite.Sanctioned
		require.True(t, e.Fee(now).IsZero(), "nothing is charged for what may never have been played")
	}
}

// Whatever a tour is like, each of its satellites is in exactly one list or none, and none is lost.
func TestEverySatelliteHasOneStage(t *testing.T) {
	t.Parallel()
	statuses := []satellite.Status{
		satellite.Proposed, satellite.Sanctioned, satellite.InPlay, satellite.Finished, satellite.Reported, satellite.Rejected, satellite.Cancelled,
	}
	boise := played(t)
	rapid.Check(t, func(t *rapid.T) {
		e := boise
		e.Status = rapid.SampledFrom(statuses).Draw(t, "status")
		e.HasResults = rapid.Bool().Draw(t, "results")
		if rapid.Bool().Draw(t, "reported") {
			e.ReportedAt = noon(1)
		}
		days := rapid.IntRange(-40, 40).Draw(t, "days")
		stage := e.Stage(noon(days))
		late := e.DaysLate(noon(days))
		require.Equal(t, max(0, days), e.Past(noon(days)))
		switch stage {
		case oversight.Coming:
			require.LessOrEqual(t, days, 0)
		case oversight.Silent:
			require.False(t, e.HasResults)
			require.Positive(t, days)
		case oversight.Unreported:
			require.Equal(t, max(0, days-14), late)
		case oversight.Running, oversight.Reopened, oversight.Done, oversight.Off:
		default:
			t.Fatalf("no such stage: %s", stage)
		}
		if late > 0 {
			require.Equal(t, oversight.Unreported, stage)
		}
		_, chased := oversight.Chase(e, noon(days), oversight.DefaultChasing(), "", "")
		if chased {
			require.Contains(t, []oversight.Stage{oversight.Unreported, oversight.Silent}, stage)
		}
	})
}
