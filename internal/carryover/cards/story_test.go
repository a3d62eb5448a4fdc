package cards_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/payments/stripefake"
)

// Whatever payers, banks, the dashboard and the treasurer do, whichever webhooks come in whatever
// order and whichever jobs are lost: after a poll the books are what the account at Stripe says.
func TestWhateverHappensAPollMakesTheBooksStripesTruth(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		s := &story{counter: setup(t), rapid: rt, dues: map[string]uuid.UUID{}}
		s.begin()
		for range rapid.IntRange(1, 25).Draw(rt, "acts") {
			s.act()
			s.deliverSome()
			s.workSome()
		}
		s.wait(25 * time.Hour)
		for range 2 { // a refund that is sent by the first is paid out by none
			require.NoError(rt, s.Poll(t.Context()))
			require.NoError(rt, s.PollPayouts(t.Context()))
		}
		s.check()
	})
}

// story is a run of random acts; what is not allowed changes nothing.
type story struct {
	*counter
	rapid     *rapid.T
	dues      map[string]uuid.UUID // by session
	sessions  []string
	refunds   []string
	delivered int
	worked    int
}

func (s *story) begin() {
	satellite := s.due(uuid.New(), usd(s.cents()))
	link, err := s.Checkout(s.t.Context(), satellite)
	require.NoError(s.rapid, err)
	session := strings.TrimPrefix(link.URL, "https://checkout.stripe.com/c/pay/")
	s.sessions, s.dues[session] = append(s.sessions, session), satellite
}

func (s *story) cents() int64 { return rapid.Int64Range(50, 30000).Draw(s.rapid, "cents") }

func (s *story) one(ids []string) string {
	if len(ids) == 0 {
		return ""
	}
	return rapid.SampledFrom(ids).Draw(s.rapid, "which")
}

func (s *story) charge() string {
	var ids []string
	for _, t := range s.stripe.Totals() {
		ids = append(ids, t.PaymentIntent)
	}
	return s.one(ids)
}

func (s *story) about(prefix string) (ids []string) {
	for _, d := range s.stripe.Deliveries() {
		if strings.HasPrefix(d.ObjectID, prefix) {
			ids = append(ids, d.ObjectID)
		}
	}
	return ids
}

func (s *story) act() {
	switch rapid.SampledFrom([]string{
		"begin", "pay", "pay", "answer", "refund", "refund here", "fail refund", "dispute", "close", "wait", "pay out", "fail payout", "due", "poll",
	}).Draw(s.rapid, "act") {
	case "begin":
		s.begin()
	case "pay":
		card := rapid.SampledFrom([]stripefake.Card{stripefake.Visa, stripefake.Visa, stripefake.Declined, stripefake.BankDebit}).Draw(s.rapid, "card")
		_, _ = s.stripe.Pay(s.one(s.sessions), card)
	case "answer":
		if rapid.Bool().Draw(s.rapid, "good") {
			_ = s.stripe.Settle(s.charge())
		} else {
			_ = s.stripe.Bounce(s.charge())
		}
	case "refund":
		if id, err := s.stripe.Refund(s.charge(), s.cents()); err == nil {
			s.refunds = append(s.refunds, id)
		}
	case "refund here":
		for id := range s.memory.steps {
			_, _ = s.Refund(s.t.Context(), id, s.cents(), "")
			break
		}
	case "fail refund":
		_ = s.stripe.FailRefund(s.one(s.refunds))
	case "dispute":
		_, _ = s.stripe.OpenDispute(s.charge(), s.cents())
	case "close":
		_ = s.stripe.CloseDispute(s.one(s.about("dp_")), rapid.Bool().Draw(s.rapid, "won"))
	case "wait":
		s.wait(time.Duration(rapid.IntRange(1, 60).Draw(s.rapid, "hours")) * time.Hour)
	case "pay out":
		s.stripe.PayOut()
	case "fail payout":
		_ = s.stripe.FailPayout(s.one(s.about("po_")))
	case "due":
		s.due(s.dues[s.one(s.sessions)], usd(s.cents()))
	case "poll":
		require.NoError(s.rapid, s.Poll(s.t.Context()))
	}
}

// deliverSome delivers some of the new events, and some of the old once more.
func (s *story) deliverSome() {
	all := s.stripe.Deliveries()
	for _, d := range rapid.Permutation(all[s.delivered:]).Draw(s.rapid, "order") {
		for range rapid.IntRange(0, 2).Draw(s.rapid, "times") {
			require.NoError(s.rapid, s.Webhook(s.t.Context(), d.Payload, d.Header(signingSecret, s.now)))
		}
	}
	s.delivered = len(all)
}

// workSome does some of what was queued, and forgets the rest, as if workers were killed over it.
func (s *story) workSome() {
	queued := s.memory.queued
	for _, job := range queued[s.worked:] {
		if !rapid.Bool().Draw(s.rapid, "done") {
			continue
		}
		kind, id, _ := strings.Cut(job, " ")
		var err error
		switch kind {
		case "event":
			_, err = s.ApplyEvent(s.t.Context(), id)
		case "review":
			err = s.Review(s.t.Context(), uuid.MustParse(id))
		case "close":
			err = s.Close(s.t.Context(), uuid.MustParse(id))
		case "refund":
			err = s.SendRefund(s.t.Context(), uuid.MustParse(id))
		}
		require.NoError(s.rapid, err)
	}
	s.worked = len(queued)
}

// check compares the books with the totals that the account reckons itself.
func (s *story) check() {
	kept := map[string]carryover.Payment{}
	for _, steps := range s.memory.steps {
		last := steps[len(steps)-1]
		kept[last.Reference] = last
	}
	var banked int64
	for _, want := range s.stripe.Totals() {
		p, found := kept[want.PaymentIntent]
		require.Equal(s.rapid, want.Paid, found)
		if !found {
			continue
		}
		require.Equal(s.rapid, []int64{want.Received, want.Refunded, want.Disputed}, []int64{p.Amount.Amount, p.Refunded(), p.Disputed})
		require.Equal(s.rapid, want.Fee+want.DisputeFee, p.Settled.Fees)
		require.Equal(s.rapid, want.Net, p.Settled.Gross.Amount-p.Settled.Fees)
		require.LessOrEqual(s.rapid, p.Applied(), max(p.Kept(), 0), "no due has more of a payment than there is")
		banked += p.Settled.PaidOut
	}
	require.Equal(s.rapid, s.stripe.Banked("usd"), banked)
	for session, satellite := range s.dues {
		require.GreaterOrEqual(s.rapid, s.owes(satellite), int64(0), "no due is paid twice")
		require.Equal(s.rapid, "closed", fmt.Sprint(s.state(session)))
	}
}
