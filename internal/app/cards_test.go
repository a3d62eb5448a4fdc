package app_test

import (
	"io"
	"net/http"
	"slices"
	"strings"
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

func TestOneEvent50TimesAtTwoServersIsOneEntry(t *testing.T) {
	t.Parallel()
	l := newCardDesk(t)
	two := l.another()
	l.work()
	two.work()
	s := l.due("Duluth", dollars(10000))
	l.pays(s, stripefake.Visa)
	events := l.stripe.Deliveries()
	paid := events[slices.IndexFunc(events, func(d stripefake.Delivery) bool { return d.Type == "checkout.session.completed" })]
	before := len(l.journal())
	answers := l.atOnce(50, func(i int) call {
		c := l.delivery(paid, signingSecret)
		if i%2 == 1 {
			c.url = two.url
		}
		return c
	})
	require.Equal(t, map[int]int{http.StatusNoContent: 50}, statuses(answers))
	l.settled()
	require.Zero(t, l.owes(s))
	require.Len(t, l.journal(), before+1)
	require.Equal(t, 1, l.payment().Number, "one step")
}

// A bank debit is taken, processing and then paid; its events come in each order, to a due each.
func TestEveryOrderOfEventsPaysOnce(t *testing.T) {
	t.Parallel()
	l := newCardDesk(t)
	l.work()
	kinds := []string{"checkout.session.completed", "payment_intent.processing", "payment_intent.succeeded"}
	orders := orders(len(kinds))
	var dues []uuid.UUID
	events := make(map[uuid.UUID][]stripefake.Delivery)
	for range orders {
		s := l.due("Duluth", dollars(10000))
		heard := len(l.stripe.Deliveries())
		charge := l.pays(s, stripefake.BankDebit)
		require.NoError(t, l.stripe.Settle(charge))
		dues, events[s] = append(dues, s), l.stripe.Deliveries()[heard:]
	}
	for step := range kinds {
		for i, s := range dues {
			kind := kinds[orders[i][step]]
			at := slices.IndexFunc(events[s], func(d stripefake.Delivery) bool { return d.Type == kind })
			l.hears(events[s][at])
		}
		l.settled()
	}
	require.Len(t, l.payments(), len(orders))
	for _, s := range dues {
		require.Zero(t, l.owes(s))
	}
	require.EqualValues(t, len(orders)*(10000-fee), l.balance(journal.Stripe))
	require.Zero(t, l.credit())
}

func orders(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for _, shorter := range orders(n - 1) {
		for at := range n {
			all = append(all, slices.Insert(slices.Clone(shorter), at, n-1))
		}
	}
	return all
}

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

// meanwhile does something when Stripe has made a page and before the service hears of it.
type meanwhile struct {
	http.RoundTripper
	do func() error
}

func (m *meanwhile) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := m.RoundTripper.RoundTrip(r)
	if err != nil || r.Method != http.MethodPost || r.URL.Path != "/v1/checkout/sessions" || m.do == nil {
		return answer, err
	}
	do := m.do
	m.do = nil
	if err := do(); err != nil {
		_, _ = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
		return nil, err
	}
	return answer, nil
}

// The payer is faster than our own record of Stripe's answer, or the answer is lost for good.
func TestAnEventThatComesBeforeOurOwnCommitPays(t *testing.T) {
	t.Parallel()
	for name, lost := range map[string]error{"the answer comes late": nil, "the answer is lost": io.ErrUnexpectedEOF} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var between meanwhile
			l := newCardDesk(t, func(o *setup) {
				o.transport = func(stripe http.RoundTripper) http.RoundTripper {
					between.RoundTripper = stripe
					return &between
				}
			})
			l.work()
			s := l.due("Duluth", dollars(10000))
			between.do = func() error {
				for page, err := range l.gateway.Sessions(t.Context(), time.Time{}) {
					require.NoError(t, err)
					_, err = l.stripe.Pay(page.ID, stripefake.Visa)
					require.NoError(t, err)
				}
				l.hears(l.stripe.Deliveries()...)
				eventually(t, "the due to be paid", func() bool { return l.owes(s) == 0 })
				return lost
			}
			refused := l.tryCheckout(s)
			require.EqualValues(t, "due_settled", refused.problem(t).Code, "there is nothing left to pay")
			l.settled()
			require.Zero(t, l.owes(s))
			require.Equal(t, 1, l.payment().Number)
			require.Len(t, pages(l), 1)
		})
	}
}

func pages(l *cardDesk) (all []payments.Session) {
	l.t.Helper()
	for page, err := range l.gateway.Sessions(l.t.Context(), time.Time{}) {
		require.NoError(l.t, err)
		all = append(all, page)
	}
	return all
}

func TestAnAnswerThatWasLostIsAskedForAgain(t *testing.T) {
	t.Parallel()
	l := newCardDesk(t)
	l.work()
	s := l.due("Duluth", dollars(10000))
	l.stripe.Fail(stripefake.AnswerLost, stripefake.AnswerLost, stripefake.AnswerLost)
	refused := l.tryCheckout(s)
	require.Equal(t, http.StatusServiceUnavailable, refused.status)
	require.EqualValues(t, "payments_unavailable", refused.problem(t).Code)
	l.checkout(s)
	require.Len(t, pages(l), 1, "the key was the same")
}

func TestThePollFindsWhatNoWebhookHasTold(t *testing.T) {
	t.Parallel()
	l := newCardDesk(t)
	s := l.due("Duluth", dollars(10000))
	charge := l.pays(s, stripefake.Visa)
	_, err := l.stripe.Refund(charge, 2500)
	require.NoError(t, err)
	l.work() // a worker polls when it begins, and every minute
	eventually(t, "the due to be paid in part", func() bool { return l.owes(s) == 2500 })
	l.settled()
	require.EqualValues(t, 2500, l.payment().Refunded())
}

// Refunds of 10.00 and 5.00 in the dashboard, told in any order and twice.
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

// 100.00 CAD are due. Somebody pays 100.00 USD under the same reference: that settles nothing.
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

func TestWebhooksThatStripeHasNotSignedAreRefused(t *testing.T) {
	t.Parallel()
	l := newCardDesk(t, func(o *setup) { o.secrets = []string{signingSecret, "whsec_new"} })
	l.pays(l.due("Duluth", dollars(10000)), stripefake.Visa)
	d := l.stripe.Deliveries()[0]
	send := func(body, signature string) answer {
		return l.send(call{
			method: http.MethodPost, path: "/v1/webhooks/stripe", body: body, header: map[string]string{"Stripe-Signature": signature},
		})
	}
	now := l.clock.now()
	for name, got := range map[string]answer{
		"another secret":    l.tell(d, "whsec_of_somebody"),
		"no signature":      send(string(d.Payload), ""),
		"nonsense":          send(string(d.Payload), "t=1,v1=zz"),
		"too old":           send(string(d.Payload), d.Header(signingSecret, now.Add(-6*time.Minute))),
		"of the future":     send(string(d.Payload), d.Header(signingSecret, now.Add(6*time.Minute))),
		"one byte is wrong": send(strings.Replace(string(d.Payload), "evt_", "evt-", 1), d.Header(signingSecret, now)),
		"a blank too much":  send(string(d.Payload)+" ", d.Header(signingSecret, now)),
	} {
		require.Equal(t, http.StatusBadRequest, got.status, name)
		require.EqualValues(t, "webhook_signature_invalid", got.problem(t).Code, name)
	}
	long := strings.Repeat(" ", 1<<20+1)
	require.Equal(t, http.StatusRequestEntityTooLarge, send(long, stripefake.Sign([]byte(long), signingSecret, now)).status)
	rows := newRecords(t, l.database)
	count := func(what string) (n int) {
		require.NoError(t, rows.conn.QueryRow(t.Context(), "SELECT count(*) FROM "+what).Scan(&n))
		return n
	}
	require.Zero(t, count("card_events"))

	require.Equal(t, http.StatusNoContent, l.tell(d, signingSecret).status)
	require.Equal(t, http.StatusNoContent, l.tell(d, "whsec_new").status, "while one secret gives way to another")
	require.Equal(t, 1, count("card_events"))
	require.Equal(t, 1, count("river.river_job WHERE kind = 'apply_card_event'"))
}

func TestAnEventOfAnotherVersionIsKeptAndApplied(t *testing.T) {
	t.Parallel()
	l := newCardDesk(t)
	l.work()
	s := l.due("Duluth", dollars(10000))
	l.pays(s, stripefake.Visa)
	events := l.stripe.DeliveriesIn("2024-06-20")
	l.hears(events...)
	l.settled()
	require.Zero(t, l.owes(s))
	var kept int
	require.NoError(t, newRecords(t, l.database).conn.QueryRow(t.Context(),
		"SELECT count(*) FROM card_events WHERE foreign_version AND api_version = '2024-06-20'").Scan(&kept))
	require.Equal(t, len(events), kept)
}

// What was paid out is in the bank; where the payout comes back it is at Stripe again, and goes
// out with the next one.
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
