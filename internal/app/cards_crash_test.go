package app_test

import (
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/payments/stripefake"
)

// storm is everything that Stripe tells of many payments while an API and a worker are at it.
type storm struct {
	*cardDesk
	api, worker *process
	settings    []string
	dues        map[string]uuid.UUID // by Stripe's id of the payment
}

func newStorm(t *testing.T) *storm {
	t.Helper()
	l := newCardDesk(t)
	stripe := httptest.NewServer(l.stripe)
	t.Cleanup(stripe.Close)
	s := &storm{cardDesk: l, dues: map[string]uuid.UUID{}, settings: []string{
		"NAST_DATABASE_URL=" + l.database.AdminURL(), "NAST_STRIPE_KEY=" + stripefake.Key,
		"NAST_STRIPE_WEBHOOK_SECRET=" + signingSecret, "NAST_STRIPE_API_BASE=" + stripe.URL,
	}}
	for i := range 12 {
		due := l.due("Duluth", dollars(10000+int64(i)))
		card := stripefake.Visa
		if i%3 == 2 {
			card = stripefake.BankDebit
		}
		s.dues[l.pays(due, card)] = due
	}
	return s
}

func (s *storm) begin() {
	s.t.Helper()
	s.api, s.worker = serve(s.t, s.settings), launch(s.t, "worker", s.settings)
}

// happen does something at Stripe to every payment; what cannot be done changes nothing.
func (s *storm) happen() {
	stripe, n := s.stripe, 0
	for _, charge := range slices.Sorted(maps.Keys(s.dues)) {
		switch n++; n % 4 {
		case 0:
			_ = stripe.Settle(charge)
		case 1:
			_, _ = stripe.Refund(charge, int64(100*n))
			_, _ = stripe.Refund(charge, 50)
		case 2:
			if dispute, err := stripe.OpenDispute(charge, 4000); err == nil && n%8 == 2 {
				_ = stripe.CloseDispute(dispute, true)
			}
		}
	}
}

// tellAll delivers all events, in any order and some of them twice, until the API is gone.
func (s *storm) tellAll(taken *atomic.Int64) {
	chance := rand.New(rand.NewPCG(6, 7))
	events := s.stripe.Deliveries()
	for _, d := range s.stripe.Deliveries() {
		if chance.IntN(3) == 0 {
			events = append(events, d)
		}
	}
	chance.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
	next := make(chan stripefake.Delivery, len(events))
	for _, d := range events {
		next <- d
	}
	close(next)
	var tellers sync.WaitGroup
	for range 8 {
		tellers.Go(func() {
			for d := range next {
				got, err := trySend(s.t.Context(), s.api.url, s.delivery(d, signingSecret))
				if err != nil {
					return // killed
				}
				if got.status == http.StatusNoContent {
					taken.Add(1)
				}
			}
		})
	}
	tellers.Wait()
}

// The API and the worker are killed with -9 while webhooks pour in. Started again, with Stripe
// sending once more what was not taken, the books are what the account at Stripe says.
func TestKilledInAWebhookStormTheBooksAreStripesTruth(t *testing.T) {
	t.Parallel()
	s := newStorm(t)
	s.begin()
	s.happen()
	var taken atomic.Int64
	half := int64(len(s.stripe.Deliveries()) / 2)
	var telling sync.WaitGroup
	telling.Go(func() { s.tellAll(&taken) })
	eventually(t, "webhooks to pour in", func() bool { return taken.Load() > half })
	s.worker.kill()
	s.api.kill()
	telling.Wait()

	s.happen()
	s.begin()
	s.tellAll(&taken)
	eventually(t, "the books to be Stripe's truth", func() bool { return s.differs() == "" })
	s.applied()
	require.Empty(t, s.differs())
	s.agreesWithStripe()
	s.api.stop()
	s.worker.stop()
}

// differs names a payment that is not in the books as it is at Stripe.
func (s *storm) differs() string {
	s.t.Helper()
	kept := map[string]carryover.Payment{}
	for _, p := range s.payments() {
		kept[p.Reference] = p
	}
	for _, want := range s.stripe.Totals() {
		p := kept[want.PaymentIntent]
		same := p.Refunded() == want.Refunded && p.Disputed == want.Disputed && (p.Amount.Amount == want.Received || !want.Paid && p.Number == 0)
		if want.Paid {
			net := p.Settled != nil && p.Settled.Gross.Amount-p.Settled.Fees == want.Net && p.Settled.Fees == want.Fee+want.DisputeFee
			same = same && net && s.owes(s.dues[want.PaymentIntent]) == want.Refunded+want.Disputed
		}
		if !same {
			return want.PaymentIntent
		}
	}
	return ""
}

// agreesWithStripe compares the sums of the journal.
func (s *storm) agreesWithStripe() {
	s.t.Helper()
	var fees int64
	for _, want := range s.stripe.Totals() {
		fees += want.Fee + want.DisputeFee
	}
	require.Equal(s.t, s.stripe.Balance("usd"), s.balance(journal.Stripe))
	require.Equal(s.t, fees, s.balance(journal.Fees))
	require.Zero(s.t, s.credit())
	require.Zero(s.t, s.balance(journal.Suspense))
}
