package satellite_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
)

// allDrawn is a satellite of six that ends with everybody equal: three wins
// each by half points, no spread. There is one seat and one paid place; the
// fund is 6 x 30.00 less 72.00, that is 108.00.
func allDrawn(t testing.TB) (*hall, uuid.UUID) {
	t.Helper()
	h := newHall()
	id := h.started(t, 6)
	for round := 1; round <= 6; round++ {
		s, err := h.PairRound(h.ctx, id, round, "")
		require.NoError(t, err)
		for _, g := range s.GamesOf(round) {
			_, _, err = h.SetResult(h.ctx, id, g.ID, scores(400, 400), "", satellite.Match{})
			require.NoError(t, err)
		}
	}
	return h, id
}

func TestTiesBlockTheReportUntilTheyAreDecided_R4_4(t *testing.T) {
	t.Parallel()
	h, id := allDrawn(t)
	_, live, err := h.LiveReport(h.ctx, id)
	require.NoError(t, err)
	require.Equal(t, 1, live.Seats)
	require.Empty(t, live.Qualifiers, "nothing decides silently")
	require.Len(t, live.Undecided(), 2)
	require.Equal(t, []qualifiers.Stake{qualifiers.ForSeat, qualifiers.ForPrize}, []qualifiers.Stake{live.Ties[0].Stake, live.Ties[1].Stake})
	for _, p := range live.Standing {
		require.Equal(t, 1, p.Rank)
	}

	refusedReport := func(ties int) {
		t.Helper()
		before := h.memory.kept.clone()
		_, _, err := h.Report(h.ctx, id, "")
		f := requireFault(t, fault.TiesUnresolved, err)
		require.Len(t, f.Fields, ties)
		require.Contains(t, f.Fields[0].Detail, "Player AB", "the tied are named")
		requireUntouched(t, before, h, id)
	}
	refusedReport(2)

	field := h.stored(id).Field()
	order := []uuid.UUID{field[3].ID, field[1].ID, field[0].ID, field[2].ID, field[4].ID}
	_, _, err = h.Decide(h.ctx, id, satellite.Decisions{SeatOrder: order, Reason: "drawn by lot"})
	require.NoError(t, err)
	refusedReport(2) // an order that leaves one of the tied out decides nothing

	order = append(order, field[5].ID)
	_, live, err = h.Decide(h.ctx, id, satellite.Decisions{SeatOrder: order, Reason: "drawn by lot"})
	require.NoError(t, err)
	require.Len(t, live.Qualifiers, 1)
	require.Equal(t, field[3].ID, live.Qualifiers[0].EntrantID)
	require.Equal(t, 1, live.Qualifiers[0].Rank, "the rank stays shared")
	refusedReport(1) // the prize

	_, live, err = h.Decide(h.ctx, id, satellite.Decisions{PrizeTies: satellite.Pooled, Reason: "shared"})
	require.NoError(t, err)
	require.Len(t, live.Prizes, 6)
	for _, p := range live.Prizes {
		require.Equal(t, usd(18_00), p.Amount, "108.00 shared by six")
	}
	_, report, err := h.Report(h.ctx, id, "")
	require.NoError(t, err)
	require.Equal(t, field[3].ID, report.Qualifiers[0].EntrantID)
	h.requireReplayed(t, id)
}

func TestPrizesCanFollowTheDecidedOrder_R4_4(t *testing.T) {
	t.Parallel()
	h, id := allDrawn(t)
	field := h.stored(id).Field()
	var order []uuid.UUID
	for _, i := range []int{5, 4, 3, 2, 1} {
		order = append(order, field[i].ID)
	}
	_, live, err := h.Decide(h.ctx, id, satellite.Decisions{SeatOrder: order, PrizeTies: satellite.ByOrder, Reason: "play-off"})
	require.NoError(t, err)
	require.Len(t, live.Undecided(), 2, "one of the tied is not in the order")
	require.Len(t, live.Prizes, 6, "so the prize is shown as shared")

	_, _, err = h.Decide(h.ctx, id, satellite.Decisions{SeatOrder: append(order, field[0].ID), Reason: "play-off"})
	require.NoError(t, err)
	_, report, err := h.Report(h.ctx, id, "")
	require.NoError(t, err)
	require.Len(t, report.Prizes, 1)
	require.Equal(t, field[5].ID, report.Prizes[0].EntrantID)
	require.Equal(t, usd(108_00), report.Prizes[0].Amount)
}

func TestADecisionCanBeTakenBack(t *testing.T) {
	t.Parallel()
	h, id := allDrawn(t)
	var order []uuid.UUID
	for _, e := range h.stored(id).Field() {
		order = append(order, e.ID)
	}
	d := satellite.Decisions{SeatOrder: order, Payouts: []satellite.Payout{{Place: 1, Amount: usd(50_00)}}, Reason: "lot"}
	_, _, err := h.Decide(h.ctx, id, d)
	require.NoError(t, err)
	_, live, err := h.Decide(h.ctx, id, satellite.Decisions{SeatOrder: []uuid.UUID{}, Payouts: []satellite.Payout{}, Reason: "mistake"})
	require.NoError(t, err)
	require.Empty(t, live.Qualifiers)
	h.requireReplayed(t, id)
}

// A tie wholly inside the seats needs no decision for them.
func TestATieInsideTheSeatsNeedsNoDecision_R4_4(t *testing.T) {
	t.Parallel()
	e := started(t, 22, 6)
	e.playThrough(t, 6)
	top := tally(e.Satellite, 6)[0]
	live, err := e.LiveReport(newTour())
	require.NoError(t, err)
	require.Empty(t, live.Ties)
	for _, g := range e.Games { // make the second the equal of the first by a penalty
		if g.Score == nil || seedOf(e.Satellite, g.First) != top.seed {
			continue
		}
		second := tally(e.Satellite, 6)[1]
		require.Equal(t, top.half, second.half, "the made-up scores have two with the same wins")
		in := scores(g.Score.First, g.Score.Second)
		in.FirstPenalty = top.spread - second.spread
		_, err = e.SetResult(g.ID, in, "")
		require.NoError(t, err)
		break
	}
	live, err = e.LiveReport(newTour())
	require.NoError(t, err)
	require.Len(t, live.Qualifiers, 3)
	require.Equal(t, []int{1, 1, 3}, []int{live.Qualifiers[0].Rank, live.Qualifiers[1].Rank, live.Qualifiers[2].Rank})
	require.Len(t, live.Undecided(), 1)
	require.Equal(t, qualifiers.ForPrize, live.Undecided()[0].Stake)
}

func TestDecisionsThatAreRefused(t *testing.T) {
	t.Parallel()
	h, id := allDrawn(t)
	a := h.stored(id).Field()[0].ID
	payout := func(payouts ...satellite.Payout) satellite.Decisions { return satellite.Decisions{Payouts: payouts} }
	for name, c := range map[string]struct {
		d    satellite.Decisions
		at   string
		code fault.Code
	}{
		"a stranger":          {satellite.Decisions{SeatOrder: []uuid.UUID{a, {1}}}, "/seat_order/1", fault.InvalidRequest},
		"somebody twice":      {satellite.Decisions{SeatOrder: []uuid.UUID{a, a}}, "/seat_order/1", fault.InvalidRequest},
		"another currency":    {payout(satellite.Payout{Place: 1, Amount: money.Zero(money.CAD)}), "/payouts/0/amount/currency", fault.InvalidRequest},
		"less than nothing":   {payout(satellite.Payout{Place: 1, Amount: usd(-1)}), "/payouts/0/amount/amount", fault.InvalidRequest},
		"no place":            {payout(satellite.Payout{Place: 0, Amount: usd(1)}), "/payouts/0/place", fault.InvalidRequest},
		"a place beyond":      {payout(satellite.Payout{Place: 7, Amount: usd(1)}), "/payouts/0/place", fault.InvalidRequest},
		"a place twice":       {payout(satellite.Payout{Place: 1, Amount: usd(1)}, satellite.Payout{Place: 1, Amount: usd(1)}), "/payouts/1/place", fault.InvalidRequest},
		"more than the fund":  {payout(satellite.Payout{Place: 1, Amount: usd(108_01)}), "", fault.FundNegative},
		"more in two places":  {payout(satellite.Payout{Place: 1, Amount: usd(100_00)}, satellite.Payout{Place: 2, Amount: usd(8_01)}), "", fault.FundNegative},
		"more than can be":    {payout(satellite.Payout{Place: 1, Amount: usd(1 << 62)}, satellite.Payout{Place: 2, Amount: usd(1 << 62)}), "*", fault.InvalidRequest},
		"beside the table's":  {payout(satellite.Payout{Place: 2, Amount: usd(1)}), "", fault.FundNegative},
		"nothing is not an error of payouts, a missing reason is": {satellite.Decisions{Reason: " "}, "/reason", fault.ReasonRequired},
	} {
		if c.d.Reason == "" {
			c.d.Reason = "because"
		}
		before := h.memory.kept.clone()
		_, _, err := h.Decide(h.ctx, id, c.d)
		f := requireFault(t, c.code, err)
		switch c.at {
		case "*":
		case "":
			require.Contains(t, f.Detail, "108.00 USD", name)
		default:
			require.Equal(t, c.at, f.Fields[0].Pointer, name)
		}
		requireUntouched(t, before, h, id)
	}
}

func TestPayoutsOfTheDirectorsOwn_R5_1(t *testing.T) {
	t.Parallel()
	h := newHall()
	id := h.played(t, 6)
	_, live, err := h.Decide(h.ctx, id, satellite.Decisions{
		Payouts: []satellite.Payout{{Place: 1, Amount: usd(60_00)}, {Place: 3, Amount: usd(20_00)}}, Reason: "a sponsor",
	})
	require.NoError(t, err)
	var amounts []int64
	for _, p := range live.Prizes {
		amounts = append(amounts, p.Amount.Amount)
	}
	require.Equal(t, []int64{60_00, 0, 20_00}, amounts)
}

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
