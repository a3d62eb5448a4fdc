package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/tour"
)

// withBuyIn is a house in whose final somebody has bought in and paid a part.
func withBuyIn(t *testing.T) (*pgtest.House, qualifiers.PlacedBuyIn) {
	t.Helper()
	h := pgtest.NewHouse(t)
	organiser := pgtest.As(h.Organiser)
	price := money.Money{Amount: 250_00, Currency: money.USD}
	_, err := h.Tours.Edit(organiser, h.Tour.Slug, func(tour.Tour) error { return nil }, func(t *tour.Tour) {
		t.Final = tour.FinalRules{BuyInPrice: price, BuyInPlaces: 1}
	})
	require.NoError(t, err)
	b, err := h.Finals.BuyIn(organiser, h.Tour.ID, qualifiers.Purchase{Name: players.Name{Family: "Rich", Given: "Bo"}, Email: "bo@example.org", By: "Organiser"})
	require.NoError(t, err)
	_, err = h.Treasury.Record(organiser, carryover.Told{Terms: carryover.Terms{
		BuyInID: b.ID, Method: carryover.Cheque, Amount: money.Money{Amount: 100_00, Currency: money.USD},
	}, ReceivedOn: h.Treasury.Today()})
	require.NoError(t, err)
	return h, b
}

// Row-level security alone: buy-ins, what they owe and their payments are not there for a director,
// and he can write none (R5.7, R8.1).
func TestNoDirectorMeetsABuyIn(t *testing.T) {
	t.Parallel()
	h, b := withBuyIn(t)
	viewer := auth.Principal{ID: pgtest.NewID(), TenantID: h.Organiser.TenantID, Role: auth.Viewer}
	for sql, whole := range map[string]int{
		"SELECT count(*) FROM buy_ins":                                        1,
		"SELECT count(*) FROM buy_in_dues":                                    1,
		"SELECT count(*) FROM carryover_payments WHERE buy_in_id IS NOT NULL": 2,
		"SELECT count(*) FROM journal_lines WHERE account = 'income:buy-ins'": 1,
		"SELECT count(*) FROM carryover_allocations a JOIN buy_ins b ON true": 2,
	} {
		require.Equal(t, whole, count(t, h.DB, pgtest.As(h.Organiser), sql), sql)
		require.Equal(t, whole, count(t, h.DB, pgtest.As(viewer), sql), sql)
		require.Zero(t, count(t, h.DB, pgtest.As(h.Dana), sql), sql)
	}
	_, err := h.Treasury.Record(pgtest.As(h.Dana), carryover.Told{Terms: carryover.Terms{
		BuyInID: b.ID, Method: carryover.Cheque, Amount: money.Money{Amount: 1_00, Currency: money.USD},
	}})
	require.Error(t, err)
	_, err = h.Finals.BuyIn(pgtest.As(h.Dana), h.Tour.ID, qualifiers.Purchase{Name: players.Name{Family: "Dana"}})
	require.Error(t, err, "a director sees no buy-ins, and inserts none")
	_, err = h.Finals.Withdraw(pgtest.As(viewer), h.Tour.ID, b.ID, qualifiers.Withdrawal{Reason: "no right"})
	require.Error(t, err)
	require.Equal(t, 1, count(t, h.DB, pgtest.As(h.Organiser), "SELECT count(*) FROM buy_ins WHERE withdrawn_at IS NULL"))
}

// What the list of buy-ins says of their money is what the account itself comes to.
func TestTheListOfBuyInsSaysWhatTheBooksSay(t *testing.T) {
	t.Parallel()
	h, b := withBuyIn(t)
	organiser := pgtest.As(h.Organiser)
	left, err := h.Treasury.Outstanding(organiser, b.ID)
	require.NoError(t, err)
	now, err := h.Finals.Get(organiser, h.Tour.ID, b.ID)
	require.NoError(t, err)
	require.Equal(t, left.Amount, now.Account.Outstanding())
	require.Equal(t, qualifiers.BuyInAccount{Due: 250_00, Received: 100_00}, now.Account)
	dues, err := h.Dues.BuyIns(organiser)
	require.NoError(t, err)
	require.Len(t, dues, 1)
	require.Equal(t, []any{left, "Rich, Bo", h.Treasury.Today().AddDays(14)}, []any{dues[0].Outstanding(), dues[0].Director, dues[0].DueOn})
	list, err := h.Dues.List(organiser, carryover.Filter{Limit: 10})
	require.NoError(t, err)
	require.Empty(t, list, "and reminds no director")
}
