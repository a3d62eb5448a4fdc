package app_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	cash "github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/payments/stripefake"
	"github.com/nast-tour/nast/internal/tour"
)

// cardDesk is a service with a director who owes, and an account at Stripe where he can pay.
type cardDesk struct {
	*service
	director *api.DirectorCreated
	tour     uuid.UUID
}

func newCardDesk(t *testing.T, change ...func(*setup)) *cardDesk {
	t.Helper()
	s := newService(t, change...)
	made := makeTour(t, s.organiser, slug)
	return &cardDesk{s, makeDirector(t, s.organiser, "Ann Director"), made.ID}
}

// another is one more API process on the same database and the same account at Stripe.
func (l *cardDesk) another() *service {
	l.t.Helper()
	return newService(l.t, func(o *setup) { o.database, o.stripe = &l.database, l.stripe })
}

func dollars(cents int64) cash.Money { return cash.Money{Amount: cents, Currency: cash.USD} }

// due is a new satellite that owes an amount.
func (l *cardDesk) due(name string, amount cash.Money) uuid.UUID {
	l.t.Helper()
	id := l.stage(l.director.APIKey).register(name, 5).ID
	l.report(id, amount)
	return id
}

// report posts that a satellite owes an amount, as its report would.
func (l *cardDesk) report(satellite uuid.UUID, amount cash.Money) {
	l.t.Helper()
	require.NoError(l.t, l.services.Treasury.PostReport(l.asOrganiser(), carryover.Reported{
		DirectorID: l.director.ID, SatelliteID: satellite, TourID: l.tour, DueOn: civil.New(2026, 3, 28),
		Statement: carryover.Statement{Base: amount, BaseKind: tour.EntryFees, Due: amount, Formula: "as it is"},
	}))
}

// checkout asks for a page and gives Stripe's id of it.
func (l *cardDesk) checkout(satellite uuid.UUID) string {
	l.t.Helper()
	link := ok[api.CheckoutLink](l.t)(client.OK(l.as(l.director.APIKey).CreateCheckoutWithResponse(l.t.Context(), satellite)))
	session, found := strings.CutPrefix(link.URL, "https://checkout.stripe.com/c/pay/")
	require.True(l.t, found, link.URL)
	return session
}

// tryCheckout asks for a page that need not be given.
func (l *cardDesk) tryCheckout(satellite uuid.UUID) answer {
	l.t.Helper()
	return l.send(call{key: l.director.APIKey, method: http.MethodPost, path: "/v1/satellites/" + satellite.String() + "/carryover/checkout"})
}

// pays asks for a page and pays on it; it gives Stripe's id of the payment.
func (l *cardDesk) pays(satellite uuid.UUID, with stripefake.Card) string {
	l.t.Helper()
	charge, err := l.stripe.Pay(l.checkout(satellite), with)
	require.NoError(l.t, err)
	return charge
}

// tell delivers an event to a service.
func (s *service) tell(d stripefake.Delivery, secret string) answer {
	s.t.Helper()
	return s.send(s.delivery(d, secret))
}

func (s *service) delivery(d stripefake.Delivery, secret string) call {
	return call{
		method: http.MethodPost, path: "/v1/webhooks/stripe", body: string(d.Payload),
		header: map[string]string{"Stripe-Signature": d.Header(secret, s.clock.now())},
	}
}

// hears delivers events to the service.
func (l *cardDesk) hears(events ...stripefake.Delivery) {
	l.t.Helper()
	for _, d := range events {
		require.Equal(l.t, http.StatusNoContent, l.tell(d, signingSecret).status, d.Type)
	}
}

// settled waits until everything that was heard has been done.
func (l *cardDesk) settled() {
	l.t.Helper()
	l.nothingLeft("all that was heard to be done", `
		SELECT (SELECT count(*) FROM card_events WHERE applied_at IS NULL) + (SELECT count(*) FROM river.river_job
			WHERE queue = 'cards' AND kind NOT LIKE 'poll%' AND state NOT IN ('completed', 'cancelled', 'discarded'))`)
}

// applied waits until every event is applied. Jobs that a killed worker had begun stand as running
// until River gives them up, long after a poll has done their work.
func (l *cardDesk) applied() {
	l.t.Helper()
	l.nothingLeft("every event to be applied", "SELECT count(*) FROM card_events WHERE applied_at IS NULL")
}

func (l *cardDesk) nothingLeft(what, counting string) {
	l.t.Helper()
	rows := newRecords(l.t, l.database)
	eventually(l.t, what, func() bool {
		var left int
		require.NoError(l.t, rows.conn.QueryRow(l.t.Context(), counting).Scan(&left))
		return left == 0
	})
}

func (l *cardDesk) owes(satellite uuid.UUID) int64 {
	l.t.Helper()
	left, err := l.services.Treasury.Outstanding(l.asOrganiser(), satellite)
	require.NoError(l.t, err)
	return left.Amount
}

// inBooks reads the books.
func inBooks[T any](l *cardDesk, read func(ctx context.Context, b carryover.Books) (T, error)) T {
	l.t.Helper()
	var got T
	books := l.services.Treasury.Books
	require.NoError(l.t, books.InTx(l.asOrganiser(), func(ctx context.Context) (err error) {
		got, err = read(ctx, books)
		return err
	}))
	return got
}

func (l *cardDesk) payments() []carryover.Payment {
	return inBooks(l, func(ctx context.Context, b carryover.Books) ([]carryover.Payment, error) {
		return b.Payments(ctx, carryover.PaymentFilter{Limit: 1000})
	})
}

// payment is the only payment in the books.
func (l *cardDesk) payment() carryover.Payment {
	l.t.Helper()
	all := l.payments()
	require.Len(l.t, all, 1)
	return all[0]
}

func (l *cardDesk) journal() []journal.Transaction {
	return inBooks(l, func(ctx context.Context, b carryover.Books) ([]journal.Transaction, error) {
		return b.Journal(ctx, carryover.JournalFilter{})
	})
}

// balance is that of an account in cents of dollars.
func (l *cardDesk) balance(a journal.Account) int64 {
	l.t.Helper()
	balances, err := journal.Balances(l.journal(), civil.Date{})
	require.NoError(l.t, err)
	sum, err := journal.Sum(balances, cash.USD, func(b journal.Account) bool { return b == a })
	require.NoError(l.t, err)
	return sum.Amount
}

// credit is what the director has paid too much.
func (l *cardDesk) credit() int64 { return -l.balance(journal.Credit(l.director.ID)) }

// asOrganiser is a context in which the organiser acts on the services themselves.
func (s *service) asOrganiser() context.Context {
	return auth.WithPrincipal(s.t.Context(), auth.Principal{Name: "Organiser", Role: auth.Organiser})
}
