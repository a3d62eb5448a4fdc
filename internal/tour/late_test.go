package tour_test

import (
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/tour"
)

// The last day in time is the 28th at the venue: in Boise it ends at 6:00 UTC of the 29th, in
// Auckland at 11:00 UTC of the 28th.
func TestResultsAreLateMoreThanFourteenDaysAfterTheLastDayAtTheVenue(t *testing.T) {
	t.Parallel()
	lastDay := civil.New(2026, time.March, 14)
	usual := tour.DefaultRules(tour.NAST).LateReports(money.USD)
	require.Equal(t, civil.New(2026, time.March, 28), usual.InTimeThrough(lastDay))
	for _, c := range []struct {
		venue, reported string
		cents           int64
	}{
		{"America/Boise", "2026-03-14T23:00:00Z", 0},
		{"America/Boise", "2026-03-29T05:59:59Z", 0},
		{"America/Boise", "2026-03-29T06:00:00Z", 550},
		{"Pacific/Auckland", "2026-03-28T10:59:59Z", 0},
		{"Pacific/Auckland", "2026-03-28T11:00:00Z", 550},
		{"America/Boise", "2027-03-29T06:00:00Z", 550},
		{"America/Boise", "2026-03-01T06:00:00Z", 0},
	} {
		venue, err := time.LoadLocation(c.venue)
		require.NoError(t, err)
		reported, err := time.Parse(time.RFC3339, c.reported)
		require.NoError(t, err)
		require.Equal(t, money.Money{Amount: c.cents, Currency: money.USD},
			usual.Fee(lastDay, civil.Of(reported.In(venue)), 22), "%s %s", c.venue, c.reported)
	}
	own := tour.LateRule{Days: 3, PerPlayer: money.Money{Amount: 100, Currency: "CAD"}}
	require.Equal(t, money.Money{Amount: 400, Currency: "CAD"}, own.Fee(lastDay, civil.New(2026, time.March, 18), 4))
	require.Equal(t, money.Zero("CAD"), own.Fee(lastDay, civil.New(2026, time.March, 17), 4))
	require.Equal(t, 1, own.DaysLate(lastDay, civil.New(2026, time.March, 18)))
	require.Zero(t, own.DaysLate(lastDay, lastDay))
}
