package postgres_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/postgres"
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

// Many acts on carryovers and buy-ins, drawn by a seed. After each, the prize pool is what the journal
// says, and the list of buy-ins what each account comes to, read in the tables' own way.
func TestThePrizePoolIsTiedToTheJournalWhateverIsDone(t *testing.T) {
	t.Parallel()
	h, first := withBuyIn(t)
	organiser := pgtest.As(h.Organiser)
	_, err := h.Tours.Edit(organiser, h.Tour.Slug, func(tour.Tour) error { return nil }, func(t *tour.Tour) {
		t.Final.BuyInPlaces, t.Final.WaitingList = 3, true
	})
	require.NoError(t, err)
	satellite := h.Play(t, h.Dana, "Duluth", 1, 6, 1, 2, 3, 4)
	chance := rand.New(rand.NewPCG(5, 7))
	amount := func() money.Money { return money.Money{Amount: 1 + chance.Int64N(300_00), Currency: money.USD} }
	buyIns, payments, done := []uuid.UUID{first.ID}, []uuid.UUID{}, map[string]int{}
	pick := func(ids []uuid.UUID) uuid.UUID {
		if len(ids) == 0 {
			return uuid.Nil
		}
		return ids[chance.IntN(len(ids))]
	}
	record := func(terms carryover.Terms) error {
		terms.Method, terms.Amount = carryover.Cheque, amount()
		p, err := h.Treasury.Record(organiser, carryover.Told{Terms: terms})
		payments = append(payments, p.ID)
		return err
	}
	acts := map[string]func() error{
		"buy in": func() error {
			name := players.Name{Family: fmt.Sprint("Rich", string(rune('A'+len(buyIns))))}
			b, err := h.Finals.BuyIn(organiser, h.Tour.ID, qualifiers.Purchase{Name: name, By: "Organiser"})
			buyIns = append(buyIns, b.ID)
			return err
		},
		"withdraw": func() error {
			_, err := h.Finals.Withdraw(organiser, h.Tour.ID, pick(buyIns), qualifiers.Withdrawal{Reason: "ill", KeepFee: chance.IntN(3) == 0})
			return err
		},
		"report": func() error {
			due := amount()
			return h.Treasury.PostReport(organiser, carryover.Reported{
				DirectorID: h.Dana.TenantID, SatelliteID: satellite, TourID: h.Tour.ID, DueOn: h.Treasury.Today(),
				Statement: carryover.Statement{Base: due, Due: due, Formula: "as it is"},
			})
		},
		"waive": func() error {
			_, err := h.Treasury.Waive(organiser, pick(append(slices.Clone(buyIns), satellite)), 1+chance.Int64N(50_00), "agreed")
			return err
		},
		"pay for it":      func() error { return record(carryover.Terms{BuyInID: pick(buyIns)}) },
		"a director pays": func() error { return record(carryover.Terms{DirectorID: h.Dana.TenantID}) },
		"clear":           func() error { _, err := h.Treasury.Clear(organiser, pick(payments), carryover.Doing{}); return err },
		"bounce":          func() error { _, err := h.Treasury.Bounce(organiser, pick(payments), carryover.Doing{}); return err },
		"refund": func() error {
			_, err := h.Treasury.Refund(organiser, pick(payments), carryover.Doing{}, 1+chance.Int64N(20_00), pgtest.NewID().String())
			return err
		},
		"not for this": func() error { _, err := h.Treasury.Reallocate(organiser, pick(payments), nil, "later"); return err },
	}
	names := slices.Sorted(maps.Keys(acts))
	for range 120 {
		name := names[chance.IntN(len(names))]
		if err := acts[name](); err == nil {
			done[name]++
		} else {
			require.NotEqual(t, fault.InternalError, fault.CodeOf(err), "%s: %v", name, err)
		}
		checkFinal(t, h, satellite)
	}
	require.Len(t, done, len(acts), "every act was taken at least once: %v", done)
	found, err := (&carryover.Checker{Records: postgres.Books{DB: h.Open(t, postgres.WorkerRole)}}).Check(context.Background())
	require.NoError(t, err)
	require.Empty(t, found)
}

// checkFinal holds pool, sheet, list and accounts against each other.
func checkFinal(t *testing.T, h *pgtest.House, satellite uuid.UUID) {
	t.Helper()
	organiser := pgtest.As(h.Organiser)
	pool, err := h.Treasury.PrizePool(organiser, h.Tour.Slug)
	require.NoError(t, err)
	require.True(t, carryover.Agree(pool.Ties), "%v", pool.Ties)
	sheet, err := h.Treasury.Reconcile(organiser, h.Tour.Slug, civil.Date{})
	require.NoError(t, err)
	require.True(t, carryover.Agree(sheet.Ties), "%v", sheet.Ties)
	field, err := h.Finals.Field(organiser, h.Tour.ID)
	require.NoError(t, err)
	var due, apart, outstanding int64
	for _, b := range field.BuyIns {
		left, err := h.Treasury.Outstanding(organiser, b.ID)
		require.NoError(t, err)
		require.Equal(t, left.Amount, b.Account.Outstanding(), b.Name)
		outstanding += left.Amount
		if field.States[b.ID] == qualifiers.Waits {
			apart += b.Account.Due
		} else {
			due += b.Account.Due
		}
	}
	total := pool.Totals[0]
	require.Equal(t, due, total.BuyIns.Due)
	require.Equal(t, apart, total.Apart.Due)
	if left, err := h.Treasury.Outstanding(organiser, satellite); err == nil {
		outstanding += left.Amount
	}
	require.Equal(t, outstanding, total.Due().Amount-total.Received().Amount+total.Apart.Due-total.Apart.Waived-total.Apart.Received)
}

// Who looks at the pool or the sheet while somebody posts sees all of an act or nothing of it.
func TestThePoolIsReadAtOneMoment(t *testing.T) {
	t.Parallel()
	h, b := withBuyIn(t)
	organiser := pgtest.As(h.Organiser)
	done := make(chan error, 1)
	go func() {
		for range 60 {
			_, err := h.Treasury.Record(organiser, carryover.Told{ReceivedOn: h.Treasury.Today(), Terms: carryover.Terms{
				BuyInID: b.ID, Method: carryover.Cash, Amount: money.Money{Amount: 1_00, Currency: money.USD},
			}})
			if err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	for posting := true; posting; {
		select {
		case err := <-done:
			require.NoError(t, err)
			posting = false
		default:
		}
		pool, err := h.Treasury.PrizePool(organiser, h.Tour.Slug)
		require.NoError(t, err)
		require.True(t, carryover.Agree(pool.Ties), "%v", pool.Ties)
		sheet, err := h.Treasury.Reconcile(organiser, h.Tour.Slug, civil.Date{})
		require.NoError(t, err)
		require.True(t, carryover.Agree(sheet.Ties), "%v", sheet.Ties)
	}
}
