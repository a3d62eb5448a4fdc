package oversight_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/oversight"
	"github.com/nast-tour/nast/internal/satellite"
)

func TestWhenADirectorIsRemindedOfAReport(t *testing.T) {
	t.Parallel()
	finished := played(t)
	finished.ID = uuid.UUID{15: 7}
	with := func(change func(e *oversight.Event)) oversight.Event {
		e := finished
		change(&e)
		return e
	}
	short := with(func(e *oversight.Event) { e.LateRule.Days = 2 })
	silent := with(func(e *oversight.Event) { e.Status, e.HasResults, e.Field = satellite.Sanctioned, false, 0 })
	for name, c := range map[string]struct {
		event oversight.Event
		days  int // after the last day
		step  string
	}{
		"on its day":                       {finished, 0, ""},
		"the day after":                    {finished, 2, ""},
		"the third day":                    {finished, 3, "/3"},
		"asked again":                      {finished, 5, "/3"},
		"four days before it is late":      {finished, 10, "/10"},
		"the last day in time":             {finished, 14, "/14"},
		"one day late":                     {finished, 15, "/14"},
		"a week late":                      {finished, 21, "/21"},
		"eight weeks late":                 {finished, 70, "/70"},
		"given up":                         {finished, 77, ""},
		"a worker that is new":             {finished, 300, ""},
		"late after two days":              {short, 2, ""},
		"late after two days, the third":   {short, 3, "/3"},
		"late after two days, weekly":      {short, 9, "/9"},
		"no result":                        {silent, 3, "/3"},
		"no result, and its day to come":   {silent, -3, ""},
		"reported":                         {with(func(e *oversight.Event) { e.Status, e.ReportedAt = satellite.Reported, noon(2) }), 20, ""},
		"reopened":                         {with(func(e *oversight.Event) { e.ReportedAt = noon(2) }), 20, ""},
		"proposed and never sanctioned":    {with(func(e *oversight.Event) { e.Status, e.HasResults = satellite.Proposed, false }), 20, ""},
		"cancelled":                        {with(func(e *oversight.Event) { e.Status = satellite.Cancelled }), 20, ""},
		"a director without an address":    {with(func(e *oversight.Event) { e.Email = "" }), 20, ""},
		"never late, as the tour has said": {with(func(e *oversight.Event) { e.LateRule.Days = 365 }), 100, ""},
	} {
		d, due := oversight.Chase(c.event, noon(c.days), oversight.DefaultChasing(), "https://tour.example.org", "The organisers")
		require.Equal(t, c.step != "", due, name)
		if due {
			require.Equal(t, "report-reminder/00000000-0000-0000-0000-000000000007/2026-03-14"+c.step, d.Key, name)
			require.Equal(t, finished.ID, d.About)
			require.Equal(t, "dan@example.org", d.To)
		}
	}
	_, due := oversight.Chase(finished, noon(3), oversight.Chasing{}, "", "")
	require.False(t, due, "where the organiser wants none")
	later := with(func(e *oversight.Event) { e.EndsOn = lastDay.AddDays(30) })
	d, due := oversight.Chase(later, noon(33), oversight.DefaultChasing(), "", "")
	require.True(t, due)
	require.Contains(t, d.Key, "/2026-04-13/3", "what was put off is asked for anew")
}

func TestWhatAReminderOfAReportSays(t *testing.T) {
	t.Parallel()
	e := played(t)
	e.ID, e.Name = uuid.UUID{15: 7}, "Boise\r\nBcc: everybody"
	says := func(e oversight.Event, days int, parts ...string) {
		t.Helper()
		d, due := oversight.Chase(e, noon(days), oversight.DefaultChasing(), "https://tour.example.org", "The organisers")
		require.True(t, due)
		require.NotContains(t, d.Subject, "\n", "one line, whatever the name")
		for _, part := range append(parts, "Dear Dan,", "Boise Bcc: everybody", "2026-03-14", e.ID.String(), "https://tour.example.org/docs", "just answer this mail", "The organisers") {
			require.Contains(t, d.Subject+"\n"+d.Body, part)
		}
		for _, line := range strings.Split(d.Body, "\n") {
			require.NotContains(t, line, "%!", "a format that does not fit")
		}
	}
	says(e, 3, "nast report make", "Until 2026-03-28 it is in time; after that it costs 0.25 USD a player.")
	says(e, 21, "7 days ago", "costs 0.25 USD a player, that is 5.50 USD for 22 players.")
	free := e
	free.LateRule.PerPlayer = money.Zero(money.USD)
	says(free, 10, "A report is in time until 2026-03-28.")
	silent := e
	silent.Status, silent.HasResults, silent.Field = satellite.InPlay, false, 0
	says(silent, 3, "Did Boise Bcc: everybody take place on 2026-03-14?", "3 days ago", "nast result import FILE", "we cancel it or change its date")
	says(silent, 21, "now it costs 0.25 USD a player.")
}
