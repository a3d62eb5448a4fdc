package payments_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/payments"
	"github.com/nast-tour/nast/internal/payments/stripefake"
)

// believer applies events as they are to be applied: each only names an object to ask about.
type believer struct {
	b      *bundle
	mu     sync.Mutex
	known  map[string]bool           // events
	truths map[string]payments.Truth // by session
}

func newBeliever(b *bundle) *believer {
	return &believer{b: b, known: map[string]bool{}, truths: map[string]payments.Truth{}}
}

func (x *believer) take(t tester, d stripefake.Delivery, at time.Time) {
	event, err := x.b.Verify(d.Payload, d.Header(signingSecret, at), at)
	require.NoError(t, err)
	if !payments.IsPayment(event.ObjectID) {
		return
	}
	found, err := x.b.Truth(t.Context(), event.ObjectID)
	require.NoError(t, err)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.known[event.ID] = true
	x.truths[found.Session] = found
}

// Created, processing and succeeded may come in any order, doubled and at once.
func TestEveryOrderOfEventsEndsInTheSame(t *testing.T) {
	t.Parallel()
	b := setup(t, stripefake.Config{})
	session := b.open(t, usd(26400))
	intent, err := b.stripe.Pay(session.ID, stripefake.BankDebit)
	require.NoError(t, err)
	require.NoError(t, b.stripe.Settle(intent))
	_, err = b.stripe.Refund(intent, 1000)
	require.NoError(t, err)
	events := slices.DeleteFunc(b.stripe.Deliveries(), func(d stripefake.Delivery) bool {
		return !slices.Contains(payments.EventTypes, d.Type) // as the endpoint is set up
	})
	require.Len(t, events, 5)
	want := b.truth(t, intent)
	orders := 0
	permute(events, func(order []stripefake.Delivery) {
		orders++
		x := newBeliever(b)
		for _, d := range order {
			x.take(t, d, begin)
		}
		require.Equal(t, map[string]payments.Truth{session.ID: want}, x.truths)
	})
	require.Equal(t, 120, orders)

	x := newBeliever(b)
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() { x.take(t, events[3], begin) })
	}
	all.Wait()
	require.Equal(t, map[string]payments.Truth{session.ID: want}, x.truths)
}

func permute(events []stripefake.Delivery, visit func([]stripefake.Delivery)) {
	var from func(int)
	from = func(k int) {
		if k == len(events) {
			visit(events)
		}
		for i := k; i < len(events); i++ {
			events[k], events[i] = events[i], events[k]
			from(k + 1)
			events[k], events[i] = events[i], events[k]
		}
	}
	from(0)
}

// Whatever payers, banks and the dashboard do, and whichever webhooks come in whatever order:
// after the poll the client knows what the account reckons itself.
func TestWhateverHappensTheTruthIsTheAccounts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		s := newStory(rt)
		for range rapid.IntRange(1, 25).Draw(rt, "acts") {
			s.act()
			s.deliverSome()
		}
		s.poll()
		s.checkPayments()
		s.checkPayouts()
	})
}

// story is a run of random acts on an account with two currencies, one of which is booked in
// the other in half of the stories.
type story struct {
	t         *rapid.T
	b         *bundle
	x         *believer
	sessions  []string
	refunds   []string
	delivered int
}

func newStory(t *rapid.T) *story {
	config := stripefake.Config{PageSize: rapid.IntRange(2, 5).Draw(t, "page")}
	if rapid.Bool().Draw(t, "exchange") {
		config.Exchange = map[string]stripefake.Exchange{"usd": {Currency: "cad", PerThousand: 1371}}
	}
	b := setup(t, config)
	s := &story{t: t, b: b, x: newBeliever(b)}
	for range 3 {
		s.open()
	}
	_, err := b.stripe.Pay(s.sessions[0], stripefake.Visa)
	require.NoError(t, err)
	return s
}

func (s *story) open() {
	amount := money.Money{
		Amount:   rapid.Int64Range(50, 30000).Draw(s.t, "amount"),
		Currency: rapid.SampledFrom([]money.Currency{money.USD, money.CAD}).Draw(s.t, "currency"),
	}
	made, err := s.b.CreateCheckout(s.t.Context(), page(fmt.Sprint("key-", len(s.sessions)), amount))
	require.NoError(s.t, err)
	s.sessions = append(s.sessions, made.ID)
}

// act does one thing; what the account does not allow is refused by it and changes nothing.
func (s *story) act() {
	fake := s.b.stripe
	cents := rapid.Int64Range(1, 30000).Draw(s.t, "cents")
	switch rapid.SampledFrom([]string{"open", "pay", "pay", "answer", "refund", "refund here", "fail refund", "dispute", "close", "wait", "pay out", "fail payout"}).Draw(s.t, "act") {
	case "open":
		s.open()
	case "pay":
		card := rapid.SampledFrom([]stripefake.Card{stripefake.Visa, stripefake.Visa, stripefake.Declined, stripefake.BankDebit}).Draw(s.t, "card")
		_, _ = fake.Pay(s.one(s.sessions), card)
	case "answer":
		if rapid.Bool().Draw(s.t, "good") {
			_ = fake.Settle(s.payment())
		} else {
			_ = fake.Bounce(s.payment())
		}
	case "refund":
		if id, err := fake.Refund(s.payment(), cents); err == nil {
			s.refunds = append(s.refunds, id)
		}
	case "refund here":
		currency := rapid.SampledFrom([]money.Currency{money.USD, money.CAD}).Draw(s.t, "currency")
		made, err := s.b.Refund(s.t.Context(), s.payment(), money.Money{Amount: cents, Currency: currency}, fmt.Sprint("refund-", cents))
		if err == nil {
			s.refunds = append(s.refunds, made.ID)
		}
	case "fail refund":
		_ = fake.FailRefund(s.one(s.refunds))
	case "dispute":
		_, _ = fake.OpenDispute(s.payment(), cents)
	case "close":
		_ = fake.CloseDispute(s.one(s.about("dp_")), rapid.Bool().Draw(s.t, "won"))
	case "wait":
		fake.Advance(time.Duration(rapid.IntRange(1, 60).Draw(s.t, "hours")) * time.Hour)
	case "pay out":
		fake.PayOut()
	case "fail payout":
		_ = fake.FailPayout(s.one(s.about("po_")))
	}
}

func (s *story) one(ids []string) string {
	if len(ids) == 0 {
		return ""
	}
	return rapid.SampledFrom(ids).Draw(s.t, "which")
}

func (s *story) payment() string {
	var ids []string
	for _, t := range s.b.stripe.Totals() {
		ids = append(ids, t.PaymentIntent)
	}
	return s.one(ids)
}

// about gives the objects of a kind that the events so far are about.
func (s *story) about(prefix string) (ids []string) {
	for _, d := range s.b.stripe.Deliveries() {
		if strings.HasPrefix(d.ObjectID, prefix) {
			ids = append(ids, d.ObjectID)
		}
	}
	return ids
}

// deliverSome delivers some of the new events, in any order.
func (s *story) deliverSome() {
	all := s.b.stripe.Deliveries()
	fresh := append([]stripefake.Delivery(nil), all[s.delivered:]...)
	s.delivered = len(all)
	chance := rand.New(rand.NewPCG(rapid.Uint64().Draw(s.t, "order"), 0))
	chance.Shuffle(len(fresh), func(i, j int) { fresh[i], fresh[j] = fresh[j], fresh[i] })
	for _, d := range fresh[:chance.IntN(len(fresh)+1)] {
		s.x.take(s.t, d, s.b.stripe.Now())
	}
}

// poll asks for the events that were lost.
func (s *story) poll() {
	for event, err := range s.b.Events(s.t.Context(), begin) {
		require.NoError(s.t, err)
		if !s.x.known[event.ID] && payments.IsPayment(event.ObjectID) {
			found, err := s.b.Truth(s.t.Context(), event.ObjectID)
			require.NoError(s.t, err)
			s.x.truths[found.Session] = found
		}
	}
}

func (s *story) checkPayments() {
	for _, want := range s.b.stripe.Totals() {
		got, tried := s.x.truths[want.Session]
		if !tried { // its events are older than Stripe remembers
			got = s.b.truth(s.t, want.Session)
		}
		currency := money.Currency(strings.ToUpper(want.Currency))
		require.Equal(s.t, want.PaymentIntent, got.PaymentIntent)
		require.Equal(s.t, want.Paid, got.Status == payments.Paid)
		require.Equal(s.t, money.Money{Amount: want.Received, Currency: currency}, got.Received)
		require.Equal(s.t, money.Money{Amount: want.Refunded, Currency: currency}, got.Refunded)
		require.Equal(s.t, money.Money{Amount: want.Disputed, Currency: currency}, got.Disputed)
		require.Equal(s.t, want.Fee, got.Fee.Amount)
		require.Equal(s.t, want.DisputeFee, got.DisputeFee.Amount)
		require.Equal(s.t, want.Net, sum(got.Movements))
		require.Equal(s.t, want.BalanceCurrency, strings.ToLower(string(got.Fee.Currency)))
	}
}

// checkPayouts checks that payouts add up, and that every movement went to the bank once or
// lies in the balance.
func (s *story) checkPayouts() {
	lying := map[money.Currency]int64{}
	moved := map[string]bool{}
	for _, t := range s.b.stripe.Totals() {
		for _, m := range s.b.truth(s.t, t.PaymentIntent).Movements {
			lying[m.Net.Currency] += m.Net.Amount
		}
	}
	for p, err := range s.b.Payouts(s.t.Context(), begin) {
		require.NoError(s.t, err)
		require.Equal(s.t, p.Amount.Amount, sum(p.Movements))
		for _, m := range p.Movements {
			require.False(s.t, moved[m.ID], "%s was paid out twice", m.ID)
			moved[m.ID] = true
		}
		if p.Status != payments.PayoutFailed {
			lying[p.Amount.Currency] -= p.Amount.Amount
		}
	}
	for currency, cents := range lying {
		require.Equal(s.t, cents, s.b.stripe.Balance(strings.ToLower(string(currency))))
	}
}
