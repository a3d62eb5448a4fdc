package cards

import (
	"context"
	"iter"
	"time"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
)

// Gateway is the way to Stripe. Calls can fail with fault.PaymentsNotConfigured (no key, or one
// that Stripe refuses), fault.PaymentsUnavailable (try again later), fault.PaymentRefused (trying
// again does not help), fault.ResourceNotFound and fault.PaymentCurrency (a currency that Stripe
// does not count in hundredths).
type Gateway interface {
	// Ready is fault.PaymentsNotConfigured where there is no key.
	Ready() error

	// OpenPage makes a page on which an amount can be paid. The same key with the same content
	// gives the same page for a day; with other content it is fault.IdempotencyMismatch.
	OpenPage(ctx context.Context, p Page) (Opened, error)
	// ClosePage sees to it that a page is not open any more.
	ClosePage(ctx context.Context, id string) error
	// Pages lists the pages made at a time or later. An error about one page comes with its id
	// and does not end the list; any other does.
	Pages(ctx context.Context, since time.Time) iter.Seq2[Opened, error]

	// Look asks what is true now of the payment that an object belongs to.
	Look(ctx context.Context, object string) (Truth, error)
	// Refund gives back a part of a payment; the key makes it safe to repeat for a day.
	Refund(ctx context.Context, charge string, amount money.Money, key string) error

	// Payout asks for one, Payouts for those made at a time or later, as Pages does.
	Payout(ctx context.Context, id string) (Payout, error)
	Payouts(ctx context.Context, since time.Time) iter.Seq2[Payout, error]

	// Verify checks that Stripe has signed the body of a webhook, just now
	// (fault.WebhookSignature), and reads the event. Events lists those made at a time or later.
	Verify(body []byte, signature string, now time.Time) (Event, error)
	Events(ctx context.Context, since time.Time) iter.Seq2[Event, error]
}

// Page is a page to be made.
type Page struct {
	Key         string
	Reference   string // ours, found again on the page and its payment
	Amount      money.Money
	Description string // what the payer reads
	ExpiresAt   time.Time
	Metadata    map[string]string
}

// Opened is a page as it stands at Stripe.
type Opened struct {
	ID        string
	URL       string // where the payer goes, while it is open
	Reference string
	Charge    string // Stripe's id of the payment, once somebody has tried
	Open      bool
	Paid      bool
}

// Truth is what Stripe says of a payment at the moment of asking. The movements are in the
// currency of the balance there, everything else is in that of Paid.
type Truth struct {
	Charge    string // Stripe's own id of the payment; empty while nobody has tried to pay
	Page      string // empty for a payment that was not made on a page
	Reference string
	Open      bool        // it can still be paid
	Paid      money.Money // nothing until the payment has succeeded
	Refunded  int64
	Disputed  int64
	Booked    bool // so that the fee is known
	Movements []Movement
}

// Movement is a change of the balance at Stripe, which its payout has under the same id.
type Movement struct {
	ID     string
	Amount money.Money
	Fee    int64
	Object string // what to ask about, where it belongs to a payment
	Payout string // the payout that it brought back, if it did
}

// Net is by how much the balance changed, in cents.
func (m Movement) Net() int64 { return m.Amount.Amount - m.Fee }

// Payout is money on its way from Stripe to the bank: one line of a bank statement.
type Payout struct {
	ID        string
	Status    string      // in Stripe's words
	Amount    money.Money // as the bank sees it
	Left      bool        // it has left Stripe and has not come back
	CreatedAt time.Time
	ArrivesOn civil.Date
	Text      string // that the statement is to show
	Movements []Movement
}

// Event is Stripe's word that something has happened. Only the ids in it are used.
type Event struct {
	ID      string
	Type    string
	Version string // of Stripe's API
	Foreign bool   // it came in another version than the endpoint is to be pinned to
	At      time.Time
	Object  string // to ask about, where it is about a payment
	Payout  string // where it is about a payout
	Raw     []byte // as it came
}
