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

	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/payments/stripefake"
)

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
