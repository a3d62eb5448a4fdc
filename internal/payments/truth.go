package payments

import (
	"time"

	"github.com/nast-tour/nast/internal/money"
)

// Status is where a payment stands.
type Status string

// The states of a payment. Refunds and disputes do not change that it was paid.
const (
	Open       Status = "open"       // it can still be paid
	Processing Status = "processing" // tried, and the bank has not answered
	Paid       Status = "paid"
	Failed     Status = "failed"    // tried without success, and not to be tried again
	Cancelled  Status = "cancelled" // given up or expired before it was paid
)

// Truth is everything Stripe knows of one payment at the moment of asking. The same payment
// gives the same form whichever of its objects was asked for, so the order and the number of
// events do not matter. Amounts are in the payment's currency, but for Fee, DisputeFee and
// Movements, which are in that of the balance. They have no currency, and mean nothing, until
// there is something they could be an amount of.
type Truth struct {
	PaymentIntent string // empty while nobody has tried to pay on a session
	Session       string // empty for a payment that was not made on a Checkout page
	Charge        string // the last attempt
	Reference     string // of the session
	Metadata      map[string]string
	Created       time.Time
	Live          bool // real money, not Stripe's test mode

	Status   Status
	Failure  string      // why the last attempt failed, in Stripe's words
	Amount   money.Money // asked for
	Received money.Money
	Refunded money.Money // over all refunds that have not failed
	Refunds  []Refund    // oldest first, failed ones too

	Disputed      money.Money   // withheld by disputes that are open or lost
	DisputeStatus DisputeStatus // of the gravest
	Disputes      []Dispute     // oldest first

	Settled     bool        // Stripe has booked it, so that the fee is known (R6.5)
	Fee         money.Money // for the payment and its refunds
	DisputeFee  money.Money
	Available   bool // the payment itself, to be paid out
	AvailableOn time.Time
	// Movements are all changes of the balance for this payment, oldest first. Stripe does
	// not say of a payment in which payout it went: the Payout that has the same movement did.
	Movements []Movement
}

// RefundStatus is where a refund stands.
type RefundStatus string

// The states of a refund. A pending one has left the payment; one that failed or was
// cancelled has come back to it.
const (
	RefundPending   RefundStatus = "pending"
	RefundSucceeded RefundStatus = "succeeded"
	RefundFailed    RefundStatus = "failed"
	RefundCancelled RefundStatus = "cancelled"
)

// Refund is money given back to the payer.
type Refund struct {
	ID        string
	Status    RefundStatus
	Amount    money.Money
	Created   time.Time
	Movements []Movement // none while Stripe has not booked it
}

// counts says whether the refund is off the payment.
func (r Refund) counts() bool { return r.Status == RefundPending || r.Status == RefundSucceeded }

// DisputeStatus is where a dispute stands.
type DisputeStatus string

// The states of a dispute, the gravest first.
const (
	DisputeOpen    DisputeStatus = "open"
	DisputeLost    DisputeStatus = "lost"
	DisputeInquiry DisputeStatus = "inquiry" // the bank asks, and has not taken the money
	DisputeWon     DisputeStatus = "won"     // or an inquiry that came to nothing
	NoDispute      DisputeStatus = ""
)

// Dispute is a payment that the payer's bank wants back.
type Dispute struct {
	ID        string
	Status    DisputeStatus
	Reason    string // in Stripe's words, as "product_not_received"
	Amount    money.Money
	Created   time.Time
	Movements []Movement
}

// withholds says whether the bank has taken the money and not given it back.
func (d Dispute) withholds() bool {
	var moved int64
	for _, m := range d.Movements {
		moved += m.Amount.Amount
	}
	return moved < 0
}
