package bank

import (
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
)

// Kind says what a candidate is.
type Kind string

// The kinds.
const (
	Payment Kind = "payment" // announced, received or deposited, and not yet seen at the bank
	Due     Kind = "due"     // what a satellite still owes and nothing announced covers
	Bounce  Kind = "bounce"  // a cheque that the bank had, and might take back
	Payout  Kind = "payout"  // what Stripe sends
	Refund  Kind = "refund"  // what goes back to a director
)

// Candidate is something that a line of the bank may be.
type Candidate struct {
	ID     string // the caller's own, each once
	Kind   Kind
	Amount money.Money // what is open, as the bank would show it: bounces and refunds are negative
	Payer  string      // whose it is, by the caller's id; only one payer's things are put together
	Names  []string    // how the payer may be called: director, organisation, "Stripe"

	Reference string     // as announced, or a payout's id; "" for none
	Cheque    string     // its number, "" for none
	Slip      string     // what was deposited as one has one slip, "" for none
	Day       civil.Date // announced, due or expected; zero where nobody knows
}

// Confidence says what a proposal is worth.
type Confidence string

// The confidences.
const (
	// Certain: the exact amount and an exact reference or cheque number, with no other line and no
	// other candidate of which that is true. Nothing less may be confirmed without a person.
	Certain Confidence = "certain"
	// Likely: the exact amount and the payer or a deposit slip, and nothing else fits as well.
	Likely Confidence = "likely"
	// Ambiguous: several fit as well, or only the amount agrees, or everything but the amount.
	Ambiguous Confidence = "ambiguous"
)

// Proposal is what some lines may be. Of several lines and several candidates at least one is one:
// a line pays several, or several lines pay one.
//
// No line and no candidate is in two proposals that are certain or likely.
type Proposal struct {
	Lines      []Fingerprint `json:"lines"`
	Candidates []string      `json:"candidates"` // their ids
	Confidence Confidence    `json:"confidence"`
	Score      int           `json:"score"`      // 0 to 100: orders proposals and means nothing else
	Difference money.Money   `json:"difference"` // lines less candidates, mostly zero
	Why        string        `json:"why"`        // in plain words
}
