package satellite_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
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
	e.playThrough(t, 5)
	order := tally(e.Satellite, 5)
	a, b := order[0], order[1]
	require.Equal(t, a.half, b.half, "the made-up scores have two in the lead")
	require.NoError(t, e.PairRound(6, e.newID))
	for _, g := range e.GamesOf(6) { // everybody draws, and a penalty takes the lead in spread away
		in := scores(400, 400)
		if g.Table == 1 && seedOf(e.Satellite, g.First) == a.seed {
			in.FirstPenalty = a.spread - b.spread
		} else if g.Table == 1 {
			in.SecondPenalty = a.spread - b.spread
		}
		_, err := e.SetResult(g.ID, in, "")
		require.NoError(t, err)
	}
	live, err := e.LiveReport(newTour())
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
		"a stranger":         {satellite.Decisions{SeatOrder: []uuid.UUID{a, {1}}}, "/seat_order/1", fault.InvalidRequest},
		"somebody twice":     {satellite.Decisions{SeatOrder: []uuid.UUID{a, a}}, "/seat_order/1", fault.InvalidRequest},
		"another currency":   {payout(satellite.Payout{Place: 1, Amount: money.Zero(money.CAD)}), "/payouts/0/amount/currency", fault.InvalidRequest},
		"less than nothing":  {payout(satellite.Payout{Place: 1, Amount: usd(-1)}), "/payouts/0/amount/amount", fault.InvalidRequest},
		"no place":           {payout(satellite.Payout{Place: 0, Amount: usd(1)}), "/payouts/0/place", fault.InvalidRequest},
		"a place beyond":     {payout(satellite.Payout{Place: 7, Amount: usd(1)}), "/payouts/0/place", fault.InvalidRequest},
		"a place twice":      {payout(satellite.Payout{Place: 1, Amount: usd(1)}, satellite.Payout{Place: 1, Amount: usd(1)}), "/payouts/1/place", fault.InvalidRequest},
		"more than the fund": {payout(satellite.Payout{Place: 1, Amount: usd(108_01)}), "", fault.FundNegative},
		"more in two places": {payout(satellite.Payout{Place: 1, Amount: usd(100_00)}, satellite.Payout{Place: 2, Amount: usd(8_01)}), "", fault.FundNegative},
		"more than can be":   {payout(satellite.Payout{Place: 1, Amount: usd(1 << 62)}, satellite.Payout{Place: 2, Amount: usd(1 << 62)}), "*", fault.InvalidRequest},
		"beside the table's": {payout(satellite.Payout{Place: 2, Amount: usd(1)}), "", fault.FundNegative},
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
