package app_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/journal"
	cash "github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/payments"
	"github.com/nast-tour/nast/internal/payments/stripefake"
)

func TestRefundsAtStripeAreATotal(t *testing.T) {
	t.Parallel()
	l := newCardDesk(t)
	l.work()
	for _, amounts := range [][]int64{{1000, 500}, {500, 1000}} {
		for _, backwards := range []bool{false, true} {
			s := l.due("Duluth", dollars(10000))
			charge := l.pays(s, stripefake.Visa)
			for _, cents := range amounts {
				_, err := l.stripe.Refund(charge, cents)
				require.NoError(t, err)
			}
			events := l.stripe.Deliveries()
			if backwards {
				slices.Reverse(events)
			}
			l.hears(append(events, events...)...)
			l.settled()
			require.EqualValues(t, 1500, l.owes(s))
			require.EqualValues(t, 1500, l.payments()[0].Refunded())
		}
	}
}

func TestRefundsOfOursGoThroughStripe(t *testing.T) {
	t.Parallel()
	l := newCardDesk(t)
	l.work()
	s := l.due("Duluth", dollars(10000))
	charge := l.pays(s, stripefake.Visa)
	l.hears(l.stripe.Deliveries()...)
	l.settled()
	p := l.payment()
	for cents, key := range map[int64]string{1000: "one", 500: "two"} {
		refund := call{
			key: organiserKey, method: http.MethodPost, path: "/v1/carryover/payments/" + p.ID.String() + "/refund",
			header: map[string]string{"Idempotency-Key": key}, body: api.PaymentRefund{Amount: ptr(money(cents)), Reason: ptr("paid twice")},
		}
		for range 2 {
			require.Equal(t, http.StatusOK, l.send(refund).status)
		}
	}
	_, err := l.services.Cards.Refund(l.asOrganiser(), p.ID, 9000, "too much")
	require.ErrorContains(t, err, "85.00")
	l.settled()
	l.hears(l.stripe.Deliveries()...)
	l.settled()
	require.EqualValues(t, 1500, l.payment().Refunded())
	require.EqualValues(t, 1500, l.owes(s))
	require.EqualValues(t, 1500, l.stripe.Totals()[0].Refunded)

	// What Stripe refuses is said on the payment.
	_, err = l.stripe.OpenDispute(charge, 4000)
	require.NoError(t, err)
	_, err = l.services.Cards.Refund(l.asOrganiser(), p.ID, 100, "")
	require.NoError(t, err)
	l.settled()
	require.Contains(t, l.payment().Note, "A refund of 1.00 USD was not made")
	require.EqualValues(t, 1500, l.payment().Refunded())
}

func TestAnotherCurrencyIsSuspenseAndSettlesNothing(t *testing.T) {
	t.Parallel()
	l := newCardDesk(t)
	l.work()
	s := l.due("Toronto", cash.Money{Amount: 10000, Currency: cash.CAD})
	l.checkout(s)
	made, err := l.gateway.CreateCheckout(t.Context(), payments.Checkout{
		Key: "by hand", Reference: pages(l)[0].Reference, Amount: dollars(10000), Description: "by hand", SuccessURL: "https://nast.example",
	})
	require.NoError(t, err)
	_, err = l.stripe.Pay(made.ID, stripefake.Visa)
	require.NoError(t, err)
	l.hears(l.stripe.Deliveries()...)
	l.settled()
	require.EqualValues(t, 10000, l.owes(s))
	require.EqualValues(t, -10000, l.balance(journal.Suspense))
	require.True(t, l.payment().Suspense)
	require.Zero(t, l.credit())
}

func TestAPaymentOfNobodyKnownIsSuspenseOnce(t *testing.T) {
	t.Parallel()
	l := newCardDesk(t)
	made, err := l.gateway.CreateCheckout(t.Context(), payments.Checkout{
		Key: "by hand", Reference: uuid.NewString(), Amount: dollars(5000), Description: "by hand", SuccessURL: "https://nast.example",
	})
	require.NoError(t, err)
	_, err = l.stripe.Pay(made.ID, stripefake.Visa)
	require.NoError(t, err)
	l.work()
	eventually(t, "the poll to find it", func() bool { return len(l.payments()) == 1 })
	l.hears(l.stripe.Deliveries()...)
	l.settled()
	require.Equal(t, uuid.Nil, l.payment().DirectorID)
	require.EqualValues(t, -5000, l.balance(journal.Suspense))
}

// What was paid out is in the bank; where the payout comes back it is at Stripe again, and goes out
// with the next one.
func TestPayoutsMoveTheMoneyToTheBank(t *testing.T) {
	t.Parallel()
	l := newCardDesk(t)
	l.work()
	s := l.due("Duluth", dollars(10000))
	l.pays(s, stripefake.Visa)
	heard := 0
	hear := func() {
		events := l.stripe.Deliveries()
		l.hears(events[heard:]...)
		heard = len(events)
		l.settled()
	}
	wait := func(d time.Duration) {
		l.clock.advance(d)
		l.stripe.Advance(d)
		hear()
	}
	wait(72 * time.Hour)
	require.Equal(t, carryover.Received, l.payment().Status())
	first := l.stripe.PayOut()[0]
	hear()
	require.Equal(t, carryover.Cleared, l.payment().Status())
	require.EqualValues(t, 10000-fee, l.balance(journal.Bank))
	require.Zero(t, l.balance(journal.Stripe))

	require.NoError(t, l.stripe.FailPayout(first))
	hear()
	require.Zero(t, l.balance(journal.Bank))
	require.EqualValues(t, 10000-fee, l.balance(journal.Stripe))
	wait(72 * time.Hour)
	require.NotEmpty(t, l.stripe.PayOut())
	hear()
	require.EqualValues(t, l.stripe.Banked("usd"), l.balance(journal.Bank))
	require.EqualValues(t, 10000-fee, l.balance(journal.Bank))
	require.Zero(t, l.owes(s))
}

func TestADisputeReopensTheDueUntilItIsWon(t *testing.T) {
	t.Parallel()
	l := newCardDesk(t)
	l.work()
	s := l.due("Duluth", dollars(10000))
	charge := l.pays(s, stripefake.Visa)
	dispute, err := l.stripe.OpenDispute(charge, 10000)
	require.NoError(t, err)
	l.hears(l.stripe.Deliveries()...)
	l.settled()
	require.EqualValues(t, 10000, l.owes(s))
	require.EqualValues(t, fee+1500, l.balance(journal.Fees))
	require.NoError(t, l.stripe.CloseDispute(dispute, true))
	l.hears(l.stripe.Deliveries()...)
	l.settled()
	require.Zero(t, l.owes(s))
	require.EqualValues(t, 10000-fee-1500, l.balance(journal.Stripe))
}
