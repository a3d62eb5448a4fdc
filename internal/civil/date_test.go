package civil_test

import (
	"encoding/json"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
)

func date(t *testing.T, text string) civil.Date {
	t.Helper()
	d, err := civil.Parse(text)
	require.NoError(t, err)
	return d
}

func TestParseTakesOnlyRealDaysInOneForm(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"2026-03-14", "2024-02-29", "0001-01-01", "9999-12-31"} {
		require.Equal(t, text, date(t, text).String())
	}
	for _, text := range []string{
		"", "2026-02-29", "2026-13-01", "2026-00-10", "2026-3-14", "14-03-2026", "2026/03/14", "0000-01-01",
		"2026-03-14T00:00:00Z", " 2026-03-14", "20260314", "today",
	} {
		_, err := civil.Parse(text)
		require.Equal(t, fault.InvalidRequest, fault.CodeOf(err), text)
	}
}

func TestDatesAreOrdered(t *testing.T) {
	t.Parallel()
	ordered := []string{"2025-12-31", "2026-01-01", "2026-01-31", "2026-02-01", "2027-01-01"}
	for i, a := range ordered {
		for j, b := range ordered {
			require.Equal(t, i < j, date(t, a).Before(date(t, b)))
			require.Equal(t, i > j, date(t, a).After(date(t, b)))
			require.Equal(t, i == j, date(t, a) == date(t, b))
		}
	}
}

func TestAddDaysCrossesMonthsYearsAndLeapDays(t *testing.T) {
	t.Parallel()
	require.Equal(t, date(t, "2026-03-14"), date(t, "2026-02-28").AddDays(14))
	require.Equal(t, date(t, "2024-03-01"), date(t, "2024-02-28").AddDays(2))
	require.Equal(t, date(t, "2027-01-04"), date(t, "2026-12-21").AddDays(14))
	require.Equal(t, date(t, "2026-12-21"), date(t, "2027-01-04").AddDays(-14))
}

func TestDaysUntilUndoesAddDays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		start := civil.New(rapid.IntRange(1900, 2200).Draw(t, "year"), time.January, rapid.IntRange(1, 366).Draw(t, "day"))
		n := rapid.IntRange(-40000, 40000).Draw(t, "days")
		require.Equal(t, n, start.DaysUntil(start.AddDays(n)))
	})
}

func TestDateInJSONIsItsText(t *testing.T) {
	t.Parallel()
	type body struct {
		On  civil.Date `json:"on"`
		Off civil.Date `json:"off,omitzero"`
	}
	raw, err := json.Marshal(body{On: civil.New(2026, time.March, 14)})
	require.NoError(t, err)
	require.JSONEq(t, `{"on": "2026-03-14"}`, string(raw))

	var read body
	require.NoError(t, json.Unmarshal(raw, &read))
	require.Equal(t, body{On: civil.New(2026, time.March, 14)}, read)
	require.NoError(t, json.Unmarshal([]byte(`{"on": ""}`), &read))
	require.True(t, read.On.IsZero())
	require.Error(t, json.Unmarshal([]byte(`{"on": "2026-02-30"}`), &read))
	require.Error(t, json.Unmarshal([]byte(`{"on": 20260314}`), &read))
}

func TestOfIsTheDayAtThePlace(t *testing.T) {
	t.Parallel()
	instant := time.Date(2026, time.March, 15, 3, 30, 0, 0, time.UTC)
	require.Equal(t, "2026-03-15", civil.Of(instant).String())
	require.Equal(t, "2026-03-14", civil.Of(instant.In(location(t, "America/Chicago"))).String())
}

func TestInIsTheFirstInstantOfTheDay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ zone, day, utc string }{
		{"UTC", "2026-03-14", "2026-03-14T00:00:00Z"},
		{"America/New_York", "2026-03-08", "2026-03-08T05:00:00Z"}, // clocks change at 2 o'clock
		{"America/Toronto", "2026-07-01", "2026-07-01T04:00:00Z"},
		{"America/Havana", "2024-03-10", "2024-03-10T05:00:00Z"}, // no midnight: 0 to 1 o'clock is left out
		{"America/Havana", "2024-11-03", "2024-11-03T04:00:00Z"}, // midnight twice: 0 to 1 o'clock comes again
		{"Asia/Amman", "2021-10-29", "2021-10-28T21:00:00Z"},     // the same, east of Greenwich
	} {
		got := date(t, c.day).In(location(t, c.zone))
		require.Equal(t, c.utc, got.UTC().Format(time.RFC3339), "%s in %s", c.day, c.zone)
		require.Equal(t, c.day, civil.Of(got).String())
		require.NotEqual(t, c.day, civil.Of(got.Add(-time.Second)).String())
	}
}

func location(t *testing.T, name string) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation(name)
	require.NoError(t, err)
	return loc
}

func FuzzParse(f *testing.F) {
	f.Add("2026-03-14")
	f.Fuzz(func(t *testing.T, text string) {
		if d, err := civil.Parse(text); err == nil {
			require.Equal(t, text, d.String())
		}
	})
}
