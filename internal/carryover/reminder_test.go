package carryover_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/civil"
)

func TestWhenADueIsRemindedOf(t *testing.T) {
	t.Parallel()
	owed := carryover.Due{
		SatelliteID: uuid.UUID{15: 1}, Satellite: "Albany", Director: "Dana", Amount: usd(26400), Announced: usd(0), Received: usd(0), Waived: usd(0),
		DueOn: civil.New(2026, 3, 16), Formula: "40.00% of 660.00 USD = 264.00 USD",
	}
	with := func(change func(d *carryover.Due)) carryover.Due {
		d := owed
		change(&d)
		return d
	}
	announced := with(func(d *carryover.Due) { d.Announced = usd(26400) })
	for name, c := range map[string]struct {
		due  carryover.Due
		days int // after the due day
		key  string
	}{
		"four days before":           {owed, -4, ""},
		"three days before":          {owed, -3, "/-3"},
		"on the day":                 {owed, 0, "/-3"},
		"one day late":               {owed, 1, "/1"},
		"six days late, asked again": {owed, 6, "/1"},
		"a week late":                {owed, 7, "/7"},
		"three weeks late":           {owed, 21, "/21"},
		"a worker that stood still":  {owed, 90, "/21"},
		"announced, before the day":  {announced, -1, ""},
		"announced, a day late":      {announced, 1, "/1"},
		"announced in part":          {with(func(d *carryover.Due) { d.Announced = usd(100) }), -1, "/-3"},
		"paid":                       {with(func(d *carryover.Due) { d.Received = usd(26400) }), 30, ""},
		"waived":                     {with(func(d *carryover.Due) { d.Waived = usd(26400) }), 30, ""},
		"in a quiet tour":            {with(func(d *carryover.Due) { d.Quiet = true }), 30, ""},
		"paid in part":               {with(func(d *carryover.Due) { d.Received = usd(26399) }), 30, "/21"},
	} {
		m, due := carryover.Reminder(c.due, "dana@example.org", owed.DueOn.AddDays(c.days), carryover.DefaultReminding())
		require.Equal(t, c.key != "", due, name)
		if due {
			require.Equal(t, "carryover-reminder/00000000-0000-0000-0000-000000000001"+c.key, m.Key, name)
		}
	}
	_, due := carryover.Reminder(owed, "", owed.DueOn.AddDays(1), carryover.DefaultReminding())
	require.False(t, due, "without an address")
	_, due = carryover.Reminder(owed, "dana@example.org", owed.DueOn.AddDays(1), carryover.Reminding{})
	require.False(t, due, "where the organiser wants none")
}

func TestAReminderSaysWhatIsOwedAndWhatToDo(t *testing.T) {
	t.Parallel()
	d := carryover.Due{
		SatelliteID: uuid.UUID{15: 1}, Satellite: "Albany\nBcc: everybody", Director: "Dana", Amount: usd(26400), Announced: usd(5000),
		Received: usd(10000), Waived: usd(400), DueOn: civil.New(2026, 3, 16), Formula: "40.00% of 660.00 USD = 264.00 USD",
	}
	r := carryover.DefaultReminding()
	r.HowToPay = "Cheques are made out to the Association."
	m, due := carryover.Reminder(d, "dana@example.org", civil.New(2026, 3, 23), r)
	require.True(t, due)
	require.Equal(t, "dana@example.org", m.To)
	require.Equal(t, "Carryover of Albany Bcc: everybody: 160.00 USD was due on 2026-03-16", m.Subject, "one line, whatever the name")
	for _, part := range []string{
		"Dear Dana,", "7 days ago", "Carryover    264.00 USD", "Waived       4.00 USD", "Received     100.00 USD", "Outstanding  160.00 USD",
		d.Formula, "50.00 USD is on its way", r.HowToPay, "just answer this mail", "The organisers of the tour",
	} {
		require.Contains(t, m.Body, part)
	}
	d.Announced = usd(16000)
	m, _ = carryover.Reminder(d, "dana@example.org", civil.New(2026, 3, 17), r)
	require.Contains(t, m.Body, "1 day ago")
	require.NotContains(t, m.Body, "Please send", "what is on its way is not asked for again")
}
