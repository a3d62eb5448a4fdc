package carryover_test

import (
	"context"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/money"
)

// actBuyIn posts the price of a new buy-in, or that of one before once more, which changes nothing.
func (m *machine) actBuyIn() error {
	id, price := m.id(), usd(m.amount())
	if len(m.buyIns) > 0 && rapid.Bool().Draw(m.r, "again") {
		id = m.pick(m.buyIns)
	} else {
		m.books.buyers[id] = "Rich, Bo"
		m.buyIns = append(m.buyIns, id)
		m.dues[id] = price
	}
	return m.PostBuyIn(m.ctx, id, uuid.Nil, price, 14)
}

func (m *machine) actWithdraw() error {
	id := m.pick(m.buyIns)
	err := m.CancelBuyIn(m.ctx, id)
	if err == nil {
		m.dues[id] = usd(0)
	}
	return err
}

func (m *machine) actPayForIt() error {
	amount := usd(m.amount())
	p, err := m.Record(m.ctx, carryover.Told{Terms: carryover.Terms{BuyInID: m.pick(m.buyIns), Amount: amount, Method: carryover.Transfer}})
	if err == nil {
		m.payments = append(m.payments, p.ID)
		m.whole[p.ID] = amount
	}
	return err
}

// everySecond are the buy-ins that have no place.
func (m *machine) everySecond(context.Context, uuid.UUID) (apart []uuid.UUID, err error) {
	for i := 1; i < len(m.buyIns); i += 2 {
		apart = append(apart, m.buyIns[i])
	}
	return apart, nil
}

// checkPool holds the prize pool against what was reported, bought, waived and applied (R1.1, R5.7).
func (m *machine) checkPool() {
	pool, err := m.PrizePool(m.ctx, springTour)
	require.NoError(m.r, err)
	require.True(m.r, carryover.Agree(pool.Ties), "%v", pool.Ties)
	type figures struct{ reported, bought, apart, applied int64 }
	want := map[money.Currency]figures{}
	for id, due := range m.dues {
		f := want[due.Currency]
		switch at := slices.Index(m.buyIns, id); {
		case at >= 0 && at%2 == 1:
			f.apart += due.Amount
		case at >= 0:
			f.bought += due.Amount
		default:
			f.reported += due.Amount
		}
		want[due.Currency] = f
	}
	for _, p := range m.books.latest() {
		f := want[p.Currency()]
		f.applied += p.Applied()
		want[p.Currency()] = f
	}
	got := map[money.Currency]figures{}
	for _, t := range pool.Totals {
		got[t.Currency] = figures{t.Carryovers.Due, t.BuyIns.Due, t.Apart.Due, t.Received().Amount + t.Apart.Received}
		require.Equal(m.r, t.Carryovers.Due+t.BuyIns.Due-t.Carryovers.Waived-t.BuyIns.Waived, t.Due().Amount)
		require.LessOrEqual(m.r, t.Received().Amount, t.Due().Amount, "more than is due is credit")
	}
	maps.DeleteFunc(want, func(_ money.Currency, f figures) bool { return f == figures{} })
	maps.DeleteFunc(got, func(_ money.Currency, f figures) bool { return f == figures{} })
	require.Equal(m.r, want, got)
}
