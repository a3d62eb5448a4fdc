package payments

import (
	"context"
	"iter"
	"time"

	"github.com/stripe/stripe-go/v76"
	"github.com/stripe/stripe-go/v76/checkout/session"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// Checkout is a page to be made on which one amount is paid by card.
type Checkout struct {
	// Key makes the request safe to repeat: the same key with the same content gives the same
	// session for 24 hours. All other fields belong to it, ExpiresAt too, so keep them together.
	Key           string
	Reference     string // ours, found again on the session; at most 200 characters
	Amount        money.Money
	Description   string // what the payer reads, as "Carryover of Toronto, 3 May 2025"
	CustomerEmail string // fills in the form; may be empty
	SuccessURL    string
	CancelURL     string
	ExpiresAt     time.Time         // 30 minutes to 24 hours ahead; zero: 24 hours
	Metadata      map[string]string // on the session and on its payment
}

// SessionStatus is where a session stands.
type SessionStatus string

// The states of a session. A complete one is not yet a paid one: ask for its Truth.
const (
	SessionOpen     SessionStatus = "open"
	SessionComplete SessionStatus = "complete"
	SessionExpired  SessionStatus = "expired"
)

// Session is a Checkout page at Stripe.
type Session struct {
	ID            string
	URL           string // where the payer goes; empty once it is not open any more
	Status        SessionStatus
	Paid          bool   // the money has been taken
	PaymentIntent string // empty until the payer has tried to pay
	Reference     string
	Amount        money.Money
	Metadata      map[string]string
	Created       time.Time
	ExpiresAt     time.Time
}

// CreateCheckout makes a session. An amount that is not positive is an invalid request, a
// currency that Stripe does not count in hundredths is fault.PaymentCurrency, and a key that
// was used with other content is fault.IdempotencyMismatch.
func (c *Client) CreateCheckout(ctx context.Context, page Checkout) (Session, error) {
	if err := c.ready(); err != nil {
		return Session{}, err
	}
	if page.Key == "" {
		return Session{}, fault.AtField("", "required", "A checkout needs an idempotency key.")
	}
	if page.Amount.Amount <= 0 {
		return Session{}, fault.AtField("", "out_of_range", "Only an amount above nothing can be paid, not %s.", page.Amount)
	}
	if err := checkCurrency(page.Amount.Currency); err != nil {
		return Session{}, err
	}
	made, err := c.sessions().New(page.params(ctx))
	if err != nil {
		return Session{}, explained(err)
	}
	return sessionOf(made)
}

// params are the page in Stripe's words.
func (page Checkout) params(ctx context.Context) *stripe.CheckoutSessionParams {
	p := &stripe.CheckoutSessionParams{
		Params:             keyed(ctx, page.Key),
		Mode:               stripe.String(string(stripe.CheckoutSessionModePayment)),
		SubmitType:         stripe.String("pay"),
		PaymentMethodTypes: stripe.StringSlice([]string{"card"}), // R6.4: cheque, transfer or card
		ClientReferenceID:  optional(page.Reference),
		CustomerEmail:      optional(page.CustomerEmail),
		SuccessURL:         optional(page.SuccessURL),
		CancelURL:          optional(page.CancelURL),
		Metadata:           page.Metadata,
		PaymentIntentData: &stripe.CheckoutSessionPaymentIntentDataParams{
			Description: optional(page.Description),
			Metadata:    page.Metadata,
		},
		LineItems: []*stripe.CheckoutSessionLineItemParams{{
			Quantity: stripe.Int64(1),
			PriceData: &stripe.CheckoutSessionLineItemPriceDataParams{
				Currency:    stripeCurrency(page.Amount.Currency),
				UnitAmount:  stripe.Int64(page.Amount.Amount),
				ProductData: &stripe.CheckoutSessionLineItemPriceDataProductDataParams{Name: &page.Description},
			},
		}},
	}
	if !page.ExpiresAt.IsZero() {
		p.ExpiresAt = stripe.Int64(page.ExpiresAt.Unix())
	}
	return p
}

func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// ExpireCheckout closes a session, so that nobody can pay on it any more. It gives the session
// as it stands then: one that was complete or expired already is not an error, but an answer.
func (c *Client) ExpireCheckout(ctx context.Context, id string) (Session, error) {
	if err := c.readyFor(id); err != nil {
		return Session{}, err
	}
	expired, err := c.sessions().Expire(id, &stripe.CheckoutSessionExpireParams{Params: params(ctx)})
	if err == nil {
		return sessionOf(expired)
	}
	refusal := explained(err)
	if fault.CodeOf(refusal) != fault.PaymentRefused {
		return Session{}, refusal
	}
	// Stripe refuses to expire what is not open, under no code of its own.
	stands, err := c.Session(ctx, id)
	if err == nil && stands.Status == SessionOpen {
		return Session{}, refusal
	}
	return stands, err
}

// Session asks for a session; fault.ResourceNotFound where Stripe has none of this id.
func (c *Client) Session(ctx context.Context, id string) (Session, error) {
	if err := c.readyFor(id); err != nil {
		return Session{}, err
	}
	found, err := c.sessions().Get(id, &stripe.CheckoutSessionParams{Params: params(ctx)})
	if err != nil {
		return Session{}, explained(err)
	}
	return sessionOf(found)
}

// Sessions lists the sessions made at a time or later, newest first. An error about one
// session (its currency) comes with the session's id and does not end the list; any other does.
func (c *Client) Sessions(ctx context.Context, since time.Time) iter.Seq2[Session, error] {
	return c.listSessions(&stripe.CheckoutSessionListParams{ListParams: listing(ctx), CreatedRange: createdSince(since)})
}

// OpenSessions lists the sessions on which somebody can still pay, as Sessions does.
func (c *Client) OpenSessions(ctx context.Context) iter.Seq2[Session, error] {
	return c.listSessions(&stripe.CheckoutSessionListParams{ListParams: listing(ctx), Status: stripe.String(string(SessionOpen))})
}

func (c *Client) listSessions(p *stripe.CheckoutSessionListParams) iter.Seq2[Session, error] {
	return func(yield func(Session, error) bool) {
		if err := c.ready(); err != nil {
			yield(Session{}, err)
			return
		}
		list := c.sessions().List(p)
		for list.Next() {
			found := list.CheckoutSession()
			if found.Mode != stripe.CheckoutSessionModePayment {
				continue // a subscription or a stored card: none of ours
			}
			if !yield(sessionOf(found)) {
				return
			}
		}
		if err := list.Err(); err != nil {
			yield(Session{}, explained(err))
		}
	}
}

func (c *Client) sessions() session.Client { return session.Client{B: c.backend, Key: c.key} }

// sessionOf reads a session. With an error it still has its id.
func sessionOf(s *stripe.CheckoutSession) (Session, error) {
	amount, err := amountOf(s.AmountTotal, s.Currency)
	if err != nil {
		return Session{ID: s.ID}, err
	}
	read := Session{
		ID:        s.ID,
		URL:       s.URL,
		Status:    SessionStatus(s.Status),
		Paid:      s.PaymentStatus == stripe.CheckoutSessionPaymentStatusPaid,
		Reference: s.ClientReferenceID,
		Amount:    amount,
		Metadata:  s.Metadata,
		Created:   moment(s.Created),
		ExpiresAt: moment(s.ExpiresAt),
	}
	if s.PaymentIntent != nil {
		read.PaymentIntent = s.PaymentIntent.ID
	}
	return read, nil
}

// moment reads a time of Stripe's, in UTC; the zero time for none.
func moment(seconds int64) time.Time {
	if seconds == 0 {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}
