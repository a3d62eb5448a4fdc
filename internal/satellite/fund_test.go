package satellite_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
)

func TestANegativeFundIsRefusedWithItsFigures_R6_3(t *testing.T) {
	t.Parallel()
	h := newHall()
	id := h.played(t, 6)
	_, err := h.Edit(h.ctx, id, satellite.Patch{Expenses: ptr(usd(200_00)), Sponsorship: ptr(usd(10_00))}, "", satellite.Match{})
	require.NoError(t, err)
	_, live, err := h.LiveReport(h.ctx, id)
	require.NoError(t, err, "the live report shows it")
	require.Equal(t, usd(-82_00), live.Fund.Prizes, "180.00 + 10.00 - 200.00 - 72.00")
	require.Equal(t, usd(72_00), live.Carryover.Due, "R6.2: actual expenses never move the due")
	before := h.memory.kept.clone()
	_, _, err = h.Report(h.ctx, id, "")
	f := requireFault(t, fault.FundNegative, err)
	for _, figure := range []string{"180.00", "10.00", "200.00", "72.00", "-82.00"} {
		require.Contains(t, f.Detail, figure)
	}
	requireUntouched(t, before, h, id)
	_, err = h.Edit(h.ctx, id, satellite.Patch{Expenses: ptr(usd(118_00))}, "", satellite.Match{})
	require.NoError(t, err)
	_, report, err := h.Report(h.ctx, id, "")
	require.NoError(t, err)
	require.Zero(t, report.Fund.Prizes.Amount)
}

// Fees are charged for everybody in the field, his own where he has one, and
// for nobody else; what was paid at the door does not matter (R6.2).
func TestWhoIsCharged_R6_2(t *testing.T) {
	t.Parallel()
	newID := counter()
	s := sanctioned(t, 6, 6, newID)
	half, nobody := player(7), player(8)
	half.Fee, half.Paid = ptr(usd(15_00)), ptr(usd(0))
	nobody.Fee = ptr(usd(0))
	enter(t, s, half, newID)
	enter(t, s, nobody, newID)
	absent, standby := player(9), player(10)
	absent.Present = false
	standby.Standby, standby.Paid = true, ptr(usd(30_00))
	enter(t, s, absent, newID)
	enter(t, s, standby, newID)
	live, err := s.LiveReport(newTour())
	require.NoError(t, err)
	require.Zero(t, live.Carryover.Due.Amount, "nobody is in the field yet")
	require.NoError(t, s.Start(newTour(), newID))
	live, err = s.LiveReport(newTour())
	require.NoError(t, err)
	require.Equal(t, usd(195_00), live.Carryover.Base, "six of 30.00, one of 15.00, one of nothing")
	require.Equal(t, usd(78_00), live.Carryover.Due)
	require.Contains(t, live.Carryover.Formula, "6 entry fees of 30.00 USD")
}

func TestTheRulesOfTheTourAreFrozenAtTheStart(t *testing.T) {
	t.Parallel()
	newID := counter()
	s := sanctioned(t, 22, 6, newID)
	less := newTour()
	less.Rules.CarryoverBase = tour.EntryFeesLessPlannedExpenses
	require.NoError(t, s.Edit(satellite.Patch{PlannedExpenses: ptr(usd(100_00))}, less))
	require.NoError(t, s.Start(less, newID))
	live, err := s.LiveReport(newTour())
	require.NoError(t, err)
	require.Equal(t, usd(560_00), live.Carryover.Base)
	require.Equal(t, usd(224_00), live.Carryover.Due)
}

// The size that counts is of those who played at least one game (R5.1): with 18
// there are three seats, with 17 two.
func TestWhoNeverPlayedDoesNotCount_R5_1(t *testing.T) {
	t.Parallel()
	e := started(t, 18, 6)
	e.playThrough(t, 6)
	live, err := e.LiveReport(newTour())
	require.NoError(t, err)
	require.Equal(t, []int{18, 3}, []int{live.Players, live.Seats})
	for _, g := range e.Games {
		in := satellite.ResultInput{Forfeits: satellite.First}
		switch 18 {
		case seedOf(e.Satellite, g.First):
		case seedOf(e.Satellite, g.Second):
			in.Forfeits = satellite.Second
		default:
			continue
		}
		_, err := e.SetResult(g.ID, in, "")
		require.NoError(t, err)
	}
	live, err = e.LiveReport(newTour())
	require.NoError(t, err)
	require.Equal(t, []int{17, 2}, []int{live.Players, live.Seats})
}

func TestReportingWithResultsMissingNamesTheTables_R4_5(t *testing.T) {
	t.Parallel()
	h := newHall()
	id := h.played(t, 8)
	g := h.stored(id).GamesOf(6)[1]
	_, err := h.ClearResult(h.ctx, id, g.ID, satellite.Match{})
	require.NoError(t, err)
	_, _, err = h.Report(h.ctx, id, "")
	require.Equal(t, []string{"/rounds/6/tables/2"}, pointersOf(requireFault(t, fault.ResultsMissing, err)))
}

// The due is payable 14 days after the day of the report at the venue, and the
// report is late more than 14 days after the last day (R6.4, R6.8).
func TestDueAndLateDaysAreOfTheVenue(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		at   time.Time
		days int // of the report after the event
		late bool
	}{
		"the same evening":       {time.Date(2026, 3, 15, 3, 0, 0, 0, time.UTC), 0, false}, // 22:00 in Chicago
		"the last day in time":   {time.Date(2026, 3, 29, 4, 59, 0, 0, time.UTC), 14, false},
		"the first day too late": {time.Date(2026, 3, 29, 5, 0, 0, 0, time.UTC), 15, true},
	} {
		h := newHall()
		id := h.played(t, 8)
		h.Now = func() time.Time { return c.at }
		_, report, err := h.Report(h.ctx, id, "")
		require.NoError(t, err, name)
		require.Equal(t, saturday.AddDays(c.days+14), *report.DueOn, name)
		require.Equal(t, c.late, report.Late, name)
	}
}

// Payouts that were decided upon can be taken back while the fund is negative;
// new ones cannot be decided. (Found by a random day.)
func TestPayoutsAreTakenBackUnderANegativeFund(t *testing.T) {
	t.Parallel()
	h := newHall()
	id := h.played(t, 6)
	decide := func(payouts ...satellite.Payout) error {
		_, _, err := h.Decide(h.ctx, id, satellite.Decisions{Payouts: payouts, Reason: "the club says so"})
		return err
	}
	require.NoError(t, decide(satellite.Payout{Place: 1, Amount: usd(10_00)}))
	_, err := h.Edit(h.ctx, id, satellite.Patch{Expenses: ptr(usd(200_00))}, "", satellite.Match{})
	require.NoError(t, err)
	requireFault(t, fault.FundNegative, decide(satellite.Payout{Place: 1, Amount: usd(20_00)}))
	require.Len(t, h.stored(id).Payouts, 1)
	_, _, err = h.Decide(h.ctx, id, satellite.Decisions{Payouts: []satellite.Payout{}, Reason: "not so much is there"})
	require.NoError(t, err)
	require.Empty(t, h.stored(id).Payouts)
}
