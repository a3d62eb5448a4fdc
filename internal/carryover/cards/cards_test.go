package cards_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/cards"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/payments"
	"github.com/nast-tour/nast/internal/payments/stripefake"
	"github.com/nast-tour/nast/internal/tour"
)

const signingSecret = "whsec_of_the_tests"

// hooks are a gateway that does something when Stripe has answered and before we hear of it.
type hooks struct {
	payments.Gateway
	looked func(cards.Truth)
	opened func(cards.Opened)
}

func (h *hooks) Look(ctx context.Context, object string) (cards.Truth, error) {
	t, err := h.Gateway.Look(ctx, object)
	if do := h.looked; do != nil {
		h.looked = nil
		do(t)
	}
	return t, err
}

func (h *hooks) OpenPage(ctx context.Context, p cards.Page) (cards.Opened, error) {
	made, err := h.Gateway.OpenPage(ctx, p)
	if do := h.opened; do != nil {
		h.opened = nil
		do(made)
	}
	return made, err
}

// counter is a service in memory with an account at Stripe and one director.
type counter struct {
	*cards.Service
	t        *testing.T
	memory   *memory
	stripe   *stripefake.Fake
	gateway  *hooks
	director uuid.UUID
	now      time.Time
}

func setup(t *testing.T) *counter {
	t.Helper()
	fake := stripefake.New(stripefake.Config{})
	c := &counter{t: t, memory: newMemory(), stripe: fake, director: uuid.New(), now: fake.Now()}
	c.gateway = &hooks{Gateway: payments.Gateway{
		Client:     payments.New(payments.Config{Key: stripefake.Key, WebhookSecrets: []string{signingSecret}, HTTP: fake.Client()}),
		SuccessURL: "https://nast.example/paid", CancelURL: "https://nast.example/back",
	}}
	now := func() time.Time { return c.now }
	c.Service = &cards.Service{
		Gateway: c.gateway, Store: c.memory, Queue: queue{c.memory}, Now: now, NewID: uuid.New,
		Treasury: &carryover.Treasury{Books: c.memory, Now: now, NewID: uuid.New},
	}
	c.Treasury.Changed = c.AccountChanged
	return c
}

func usd(cents int64) money.Money { return money.Money{Amount: cents, Currency: money.USD} }

// due is a new satellite that owes an amount; posted again it owes another.
func (c *counter) due(satellite uuid.UUID, amount money.Money) uuid.UUID {
	c.t.Helper()
	require.NoError(c.t, c.Treasury.PostReport(c.t.Context(), carryover.Reported{
		DirectorID: c.director, SatelliteID: satellite, TourID: uuid.New(), DueOn: civil.New(2026, 3, 28),
		Statement: carryover.Statement{Base: amount, BaseKind: tour.EntryFees, Due: amount},
	}))
	return satellite
}

// checkout asks for a page and gives Stripe's id of it.
func (c *counter) checkout(satellite uuid.UUID) string {
	c.t.Helper()
	link, err := c.Checkout(c.t.Context(), satellite)
	require.NoError(c.t, err)
	return strings.TrimPrefix(link.URL, "https://checkout.stripe.com/c/pay/")
}

func (c *counter) pays(session string, with stripefake.Card) string {
	c.t.Helper()
	charge, err := c.stripe.Pay(session, with)
	require.NoError(c.t, err)
	return charge
}

func (c *counter) owes(satellite uuid.UUID) int64 {
	c.t.Helper()
	left, err := c.Treasury.Outstanding(c.t.Context(), satellite)
	require.NoError(c.t, err)
	return left.Amount
}

// payment is the only payment in the books.
func (c *counter) payment() carryover.Payment {
	c.t.Helper()
	require.Len(c.t, c.memory.steps, 1)
	for _, steps := range c.memory.steps {
		return steps[len(steps)-1]
	}
	return carryover.Payment{}
}

func (c *counter) state(session string) cards.State {
	c.t.Helper()
	for _, kept := range c.memory.checkouts {
		if kept.SessionID == session {
			return kept.State
		}
	}
	return ""
}

// Stripe is asked before a refund and after it, and the first answer is the last to be acted on.
// It would undo the refund in the books; so Stripe is asked once more instead.
func TestAnOlderAnswerNeverComesAfterANewerOne(t *testing.T) {
	t.Parallel()
	c := setup(t)
	s := c.due(uuid.New(), usd(10000))
	session := c.checkout(s)
	charge := c.pays(session, stripefake.Visa)
	c.gateway.looked = func(old cards.Truth) {
		require.Zero(t, old.Refunded)
		_, err := c.stripe.Refund(charge, 1500)
		require.NoError(t, err)
		require.NoError(t, c.Apply(t.Context(), charge), "somebody is quicker")
	}
	require.NoError(t, c.Apply(t.Context(), session))
	require.EqualValues(t, 1500, c.payment().Refunded())
	require.Equal(t, 1, c.payment().Number, "and nothing was posted to and fro")
	require.EqualValues(t, 1500, c.owes(s))
}

func TestAPageOfOursIsClosedOnceItIsPaid(t *testing.T) {
	t.Parallel()
	c := setup(t)
	s := c.due(uuid.New(), usd(10000))
	session := c.checkout(s)
	require.Equal(t, cards.Open, c.state(session))
	c.pays(session, stripefake.Declined)
	require.NoError(t, c.Apply(t.Context(), session))
	require.Equal(t, cards.Open, c.state(session), "another card may do")
	require.EqualValues(t, 10000, c.owes(s))
	c.pays(session, stripefake.Visa)
	require.NoError(t, c.Apply(t.Context(), session))
	require.Equal(t, cards.Closed, c.state(session))
	_, err := c.Checkout(t.Context(), s)
	require.Equal(t, fault.DueSettled, fault.CodeOf(err))
}

// A page that bears the reference of one of ours cannot change the payment of that.
func TestAReferenceThatWasCopiedGoesToSuspense(t *testing.T) {
	t.Parallel()
	c := setup(t)
	s := c.due(uuid.New(), usd(10000))
	session := c.checkout(s)
	c.pays(session, stripefake.Visa)
	require.NoError(t, c.Apply(t.Context(), session))
	made, err := c.gateway.CreateCheckout(t.Context(), payments.Checkout{
		Key: "copied", Reference: c.payment().ID.String(), Amount: usd(3000), Description: "copied", SuccessURL: "https://nast.example",
	})
	require.NoError(t, err)
	charge := c.pays(made.ID, stripefake.Visa)
	for range 2 {
		require.NoError(t, c.Apply(t.Context(), charge))
	}
	require.Len(t, c.memory.steps, 2)
	for _, steps := range c.memory.steps {
		require.Len(t, steps, 1)
		require.Equal(t, steps[0].Amount == usd(3000), steps[0].Suspense)
	}
}

// While Stripe makes the page, the due changes and somebody asks for a page of the new amount: the
// first one is closed as soon as it is known, and both get the second.
func TestAPageThatWasOvertakenIsClosed(t *testing.T) {
	t.Parallel()
	c := setup(t)
	s := c.due(uuid.New(), usd(10000))
	var older, newer string
	c.gateway.opened = func(made cards.Opened) {
		older = made.ID
		c.due(s, usd(12000))
		newer = c.checkout(s)
	}
	got := c.checkout(s)
	require.Equal(t, newer, got)
	require.Equal(t, cards.Closing, c.state(older))
	require.NoError(t, c.Close(t.Context(), c.idOf(older)))
	require.Equal(t, cards.Closed, c.state(older))
	_, err := c.stripe.Pay(older, stripefake.Visa)
	require.ErrorContains(t, err, "expired")
	c.pays(newer, stripefake.Visa)
}

func (c *counter) idOf(session string) uuid.UUID {
	for id, kept := range c.memory.checkouts {
		if kept.SessionID == session {
			return id
		}
	}
	return uuid.Nil
}

// Where payers are sent was changed between two tries, so that Stripe takes the key no more.
func TestAKeyThatStripeTakesNoMoreGivesWayToAnother(t *testing.T) {
	t.Parallel()
	c := setup(t)
	s := c.due(uuid.New(), usd(10000))
	c.stripe.Fail(stripefake.AnswerLost, stripefake.AnswerLost, stripefake.AnswerLost)
	_, err := c.Checkout(t.Context(), s)
	require.Equal(t, fault.PaymentsUnavailable, fault.CodeOf(err))
	c.gateway.SuccessURL = "https://nast.example/thanks"
	newer := c.checkout(s)
	require.NoError(t, c.Poll(t.Context()), "finds the older page, and closes it")
	for _, kept := range c.memory.checkouts {
		require.Equal(t, kept.SessionID == newer, kept.State == cards.Open)
		require.NotEmpty(t, kept.SessionID)
	}
}

func TestWhatStripeRefusesForGoodIsNotAskedAgain(t *testing.T) {
	t.Parallel()
	c := setup(t)
	s := c.due(uuid.New(), usd(30)) // Stripe takes 50 cents or more
	_, err := c.Checkout(t.Context(), s)
	require.Equal(t, fault.PaymentRefused, fault.CodeOf(err))
	for _, kept := range c.memory.checkouts {
		require.Equal(t, cards.Closed, kept.State)
	}
	_, err = c.Checkout(t.Context(), uuid.New())
	require.Equal(t, fault.ResourceNotFound, fault.CodeOf(err))
}

func TestAPageThatNobodyPaysExpires(t *testing.T) {
	t.Parallel()
	c := setup(t)
	s := c.due(uuid.New(), usd(10000))
	older := c.checkout(s)
	c.wait(22*time.Hour + 30*time.Minute)
	require.NotEqual(t, older, c.checkout(s), "there would be too little time to pay on it")
	c.wait(24 * time.Hour)
	require.NoError(t, c.Poll(t.Context()))
	for _, kept := range c.memory.checkouts {
		require.Equal(t, cards.Closed, kept.State)
	}
}

func (c *counter) wait(d time.Duration) {
	c.now = c.now.Add(d)
	c.stripe.Advance(d)
}

func TestARefundIsSentOnceAndNotAfterADay(t *testing.T) {
	t.Parallel()
	c := setup(t)
	s := c.due(uuid.New(), usd(10000))
	session := c.checkout(s)
	c.pays(session, stripefake.Visa)
	require.NoError(t, c.Apply(t.Context(), session))
	id := c.payment().ID
	for amount, code := range map[int64]fault.Code{-1: fault.InvalidRequest, 10001: fault.PaymentWrongState} {
		_, err := c.Refund(t.Context(), id, amount, "")
		require.Equal(t, code, fault.CodeOf(err))
	}
	r, err := c.Refund(t.Context(), id, 4000, "paid twice")
	require.NoError(t, err)
	_, err = c.Refund(t.Context(), id, 6001, "")
	require.Equal(t, fault.PaymentWrongState, fault.CodeOf(err), "what is asked for is as good as gone")
	c.stripe.Fail(stripefake.AnswerLost, stripefake.Unreachable, stripefake.Unreachable, stripefake.Unreachable)
	require.Equal(t, fault.PaymentsUnavailable, fault.CodeOf(c.SendRefund(t.Context(), r.ID)))
	for range 2 {
		require.NoError(t, c.SendRefund(t.Context(), r.ID))
	}
	require.EqualValues(t, 4000, c.payment().Refunded())
	require.EqualValues(t, 4000, c.stripe.Totals()[0].Refunded)

	r, err = c.Refund(t.Context(), id, 0, "all of it")
	require.NoError(t, err)
	require.Equal(t, usd(6000), r.Amount)
	c.wait(24 * time.Hour)
	require.NoError(t, c.SendRefund(t.Context(), r.ID))
	require.EqualValues(t, 4000, c.stripe.Totals()[0].Refunded, "Stripe may have forgotten the key")
	require.Contains(t, c.payment().Note, "A refund of 60.00 USD was not made: Stripe has not answered for a day")
}

func TestEventsOfWhatIsNotOurs(t *testing.T) {
	t.Parallel()
	c := setup(t)
	for id, row := range map[string]struct {
		cards.Event
		outcome string
		trouble bool
	}{
		"evt_1": {cards.Event{Object: "ch_of_somebody"}, "not about a payment or payout of ours", false},
		"evt_2": {cards.Event{Payout: "po_of_somebody"}, "not about a payment or payout of ours", false},
		"evt_3": {cards.Event{}, "not about a payment or payout of ours", false},
		"evt_4": {cards.Event{Foreign: true}, "not about a payment or payout of ours", true},
	} {
		row.ID = id
		_, err := c.memory.AddEvent(t.Context(), row.Event, c.now)
		require.NoError(t, err)
		done, err := c.ApplyEvent(t.Context(), id)
		require.NoError(t, err)
		require.Equal(t, row.outcome, done.Outcome, id)
		require.Equal(t, row.trouble, done.Trouble, id)
		again, err := c.ApplyEvent(t.Context(), id)
		require.NoError(t, err)
		require.Nil(t, again, "it is done")
	}
}

func TestAPollThatFailsBeginsAgainWhereTheLastOneEnded(t *testing.T) {
	t.Parallel()
	c := setup(t)
	s := c.due(uuid.New(), usd(10000))
	require.NoError(t, c.Poll(t.Context()))
	first := c.memory.through
	c.wait(time.Hour)
	c.pays(c.checkout(s), stripefake.Visa)
	c.stripe.Fail(stripefake.Broken, stripefake.Broken, stripefake.Broken)
	require.Error(t, c.Poll(t.Context()))
	require.Equal(t, first, c.memory.through)
	c.wait(48 * time.Hour)
	require.NoError(t, c.Poll(t.Context()))
	require.Zero(t, c.owes(s))
	require.Equal(t, c.now, c.memory.through)
}

func TestPayoutsArePolledToo(t *testing.T) {
	t.Parallel()
	c := setup(t)
	s := c.due(uuid.New(), usd(10000))
	c.pays(c.checkout(s), stripefake.Visa)
	require.NoError(t, c.Poll(t.Context()))
	c.wait(72 * time.Hour)
	c.stripe.PayOut()
	require.NoError(t, c.PollPayouts(t.Context()))
	p := c.payment()
	require.Equal(t, carryover.Cleared, p.State)
	require.EqualValues(t, 10000-320, p.Settled.PaidOut)
	require.NoError(t, c.PollPayouts(t.Context()))
	require.Equal(t, p.Number, c.payment().Number)
}
