package app_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/payments"
	"github.com/nast-tour/nast/internal/payments/stripefake"
)

// fee is what Stripe takes for a payment of 100.00: 2.9% and 30 cents.

const fee = 320

func TestADueIsPaidByCard(t *testing.T) {
	t.Parallel()
	l := newCardDesk(t)
	l.work()
	s := l.due("Duluth", dollars(10000))
	session := l.checkout(s)
	require.Equal(t, session, l.checkout(s), "an open page of the same amount is given again")
	_, err := l.stripe.Pay(session, stripefake.Visa)
	require.NoError(t, err)
	l.hears(l.stripe.Deliveries()...)
	l.settled()
	require.Zero(t, l.owes(s))
	require.Equal(t, carryover.Received, l.payment().Status())
	require.EqualValues(t, 10000-fee, l.balance(journal.Stripe))
	require.EqualValues(t, fee, l.balance(journal.Fees))

	refused := l.tryCheckout(s)
	require.Equal(t, http.StatusConflict, refused.status)
	require.EqualValues(t, "due_settled", refused.problem(t).Code)
}

func TestWithoutAKeyOfStripesTheEndpointSaysSo(t *testing.T) {
	t.Parallel()
	l := newCardDesk(t, func(o *setup) { o.noStripeKey, o.secrets = true, nil })
	l.work()
	s := l.due("Duluth", dollars(10000))
	refused := l.tryCheckout(s)
	require.Equal(t, http.StatusConflict, refused.status)
	require.EqualValues(t, "payments_not_configured", refused.problem(t).Code)
	event := l.tell(stripefake.Delivery{Payload: []byte("{}")}, signingSecret)
	require.EqualValues(t, "payments_not_configured", event.problem(t).Code)
	require.Empty(t, l.stripe.Requests())
}

// A bank debit is taken, processing and then paid; its events come in each order, to a due each.
func TestADebitIsPaidOnlyWhenTheBankHasPaid(t *testing.T) {
	t.Parallel()
	l := newCardDesk(t)
	l.work()
	s := l.due("Duluth", dollars(10000))
	charge := l.pays(s, stripefake.BankDebit)
	l.hears(l.stripe.Deliveries()...)
	l.settled()
	require.EqualValues(t, 10000, l.owes(s))
	require.Empty(t, l.payments())

	require.NoError(t, l.stripe.Bounce(charge))
	l.hears(l.stripe.Deliveries()...)
	l.settled()
	require.EqualValues(t, 10000, l.owes(s))
	l.pays(s, stripefake.Visa) // on another page
	l.hears(l.stripe.Deliveries()...)
	l.settled()
	require.Zero(t, l.owes(s))
}

// pages are all that were ever made at Stripe.
func pages(l *cardDesk) (all []payments.Session) {
	l.t.Helper()
	for page, err := range l.gateway.Sessions(l.t.Context(), time.Time{}) {
		require.NoError(l.t, err)
		all = append(all, page)
	}
	return all
}

// The answer to the making of a page is lost: asked again, Stripe gives the same one.
func TestAnAnswerThatWasLostIsAskedForAgain(t *testing.T) {
	t.Parallel()
	l := newCardDesk(t) // no worker: its polls would meet the failures
	s := l.due("Duluth", dollars(10000))
	l.stripe.Fail(stripefake.AnswerLost, stripefake.AnswerLost, stripefake.AnswerLost)
	refused := l.tryCheckout(s)
	require.Equal(t, http.StatusServiceUnavailable, refused.status)
	require.EqualValues(t, "payments_unavailable", refused.problem(t).Code)
	l.checkout(s)
	require.Len(t, pages(l), 1, "the key was the same")
}

// A page is open when a cheque comes. Whoever still pays on it has paid too much: the due is paid
// once and the rest is his credit.
func TestAChequeThenTheOpenPagePaysTheDueOnce(t *testing.T) {
	t.Parallel()
	l := newCardDesk(t)
	s := l.due("Duluth", dollars(10000))
	session := l.checkout(s)
	l.cheque(s, 10000)
	_, err := l.stripe.Pay(session, stripefake.Visa)
	require.NoError(t, err)
	l.hears(l.stripe.Deliveries()...)
	l.work()
	l.settled()
	require.Zero(t, l.owes(s))
	require.EqualValues(t, 10000, l.credit())
	require.Len(t, l.payments(), 2)
}

// cheque is one that the treasurer has received for a due.
func (l *cardDesk) cheque(satellite uuid.UUID, cents int64) {
	l.t.Helper()
	p, err := l.services.Treasury.Record(l.asOrganiser(), carryover.Told{Terms: carryover.Terms{
		DirectorID: l.director.ID, Method: carryover.Cheque, Reference: "1042", Amount: dollars(cents),
		Allocations: []carryover.Allocation{{SatelliteID: satellite, Asked: cents}},
	}})
	require.NoError(l.t, err)
	_, err = l.services.Treasury.Receive(l.asOrganiser(), p.ID, carryover.Doing{}, 0)
	require.NoError(l.t, err)
}

func TestAPageIsClosedWhenTheDueIsSettledOtherwise(t *testing.T) {
	t.Parallel()
	l := newCardDesk(t)
	l.work()
	s := l.due("Duluth", dollars(10000))
	session := l.checkout(s)
	l.cheque(s, 10000)
	l.settled()
	_, err := l.stripe.Pay(session, stripefake.Visa)
	require.ErrorContains(t, err, "expired")
}

func TestANewPageClosesTheOlderOne(t *testing.T) {
	t.Parallel()
	l := newCardDesk(t)
	l.work()
	s := l.due("Duluth", dollars(10000))
	older := l.checkout(s)
	l.report(s, dollars(12000))
	newer := l.checkout(s)
	require.NotEqual(t, older, newer)
	l.settled()
	_, err := l.stripe.Pay(older, stripefake.Visa)
	require.ErrorContains(t, err, "expired")
	_, err = l.stripe.Pay(newer, stripefake.Visa)
	require.NoError(t, err)
	l.hears(l.stripe.Deliveries()...)
	l.settled()
	require.Zero(t, l.owes(s))
}

func TestTwentyWhoAskAtOnceGetOnePage(t *testing.T) {
	t.Parallel()
	l := newCardDesk(t)
	l.work()
	s := l.due("Duluth", dollars(10000))
	path := "/v1/satellites/" + s.String() + "/carryover/checkout"
	answers := l.atOnce(20, func(int) call { return call{key: l.director.APIKey, method: http.MethodPost, path: path} })
	require.Equal(t, map[int]int{http.StatusOK: 20}, statuses(answers))
	for _, a := range answers {
		require.JSONEq(t, string(answers[0].body), string(a.body))
	}
	require.Len(t, pages(l), 1)
}
