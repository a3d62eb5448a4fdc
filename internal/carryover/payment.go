package carryover

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// Method is the way by which money comes.
type Method string

// The methods (R6.4).
const (
	Cheque   Method = "cheque"
	Transfer Method = "transfer"
	Cash     Method = "cash"
	Card     Method = "card"
)

// State is how far a payment has come (R6.6).
type State string

// The states, in their order, and the two ends. Refunded and disputed are no states of their own
// but what Status says where all was paid back, or where the holder of a card disputes it.
const (
	Announced State = "announced" // the director says that he has sent it; nothing has come
	Received  State = "received"
	Deposited State = "deposited" // taken to the bank
	Cleared   State = "cleared"   // the bank has it
	Bounced   State = "bounced"
	Void      State = "void" // recorded by mistake, or never came
	Refunded  State = "refunded"
	Disputed  State = "disputed"
)

// Act is what was done to a payment.
type Act string

// The acts. Nobody asks for a release: a due that was lowered releases what it has too much.
const (
	ActAnnounce   Act = "announce"
	ActReceive    Act = "receive"
	ActDeposit    Act = "deposit"
	ActClear      Act = "clear"
	ActBounce     Act = "bounce"
	ActVoid       Act = "void"
	ActRefund     Act = "refund"
	ActReallocate Act = "reallocate"
	ActRelease    Act = "release"
	ActAssign     Act = "assign"
	ActNote       Act = "note"
	ActAgree      Act = "agree" // with what Stripe says
	ActMatch      Act = "match" // with a line of a bank statement
)

// Payment is a payment as it stands after one of its steps. A step makes the next Payment and
// leaves the one before as it was, so that the rows of all steps are the history, and the payment
// as of a day is the row of the highest number that is not of a later day. All amounts but the
// settlement are in the currency of Amount.
type Payment struct {
	ID     uuid.UUID
	Number int // of the step: 1, 2, 3 ...
	Act    Act // of the step
	journal.Stamp

	DirectorID uuid.UUID // zero: a buy-in's, or nobody knows who has paid
	BuyInID    uuid.UUID `json:",omitzero"` // that it is for
	Suspense   bool      // what no due has is in suspense, not the director's credit
	Owner      string    // who looks after it while it is in suspense
	Note       string

	Method      Method
	Reference   string      // number of the cheque, reference of the transfer
	Amount      money.Money // as announced; from receipt on what has come
	AnnouncedOn civil.Date  // as the director says
	ReceivedOn  civil.Date
	State       State
	Allocations []Allocation
	Refunds     []Refund
	BankLines   []uuid.UUID // the lines of bank statements that show that it came, or bounced

	// Of a card that Stripe keeps; people cannot act on it then.
	AtStripe bool
	Disputed int64
	Settled  *Settlement
}

// Allocation is what of a payment is for one due: how much was asked for, and how much the due
// has got, in cents. Nothing is applied while the payment is only announced.
type Allocation struct {
	SatelliteID uuid.UUID // or, in the account of a buy-in, the buy-in
	Asked       int64
	Applied     int64
}

// Refund is money paid back, in cents. Two refunds of one reference are one.
type Refund struct {
	Reference string
	Amount    int64
}

// Terms are what somebody says of a payment.
type Terms struct {
	DirectorID  uuid.UUID // or BuyInID, or neither
	BuyInID     uuid.UUID
	Method      Method
	Reference   string
	Amount      money.Money
	AnnouncedOn civil.Date // may be none
	Allocations []Allocation
}

// Announce makes a payment that somebody says is on its way. It refuses an amount that is not
// more than nothing, or above MaxAmount, an unknown method, and allocations above the amount.
func Announce(id uuid.UUID, t Terms, s journal.Stamp) (Payment, error) {
	if !slices.Contains([]Method{Cheque, Transfer, Cash, Card}, t.Method) {
		return Payment{}, fault.AtField("/method", "unknown_value", "Pay by cheque, transfer, cash or card.")
	}
	if err := checkAmount(t.Amount); err != nil {
		return Payment{}, err
	}
	if err := checkAsked(t.Allocations, t.Amount); err != nil {
		return Payment{}, err
	}
	return Payment{
		ID: id, Number: 1, Act: ActAnnounce, Stamp: s, DirectorID: t.DirectorID, BuyInID: t.BuyInID, Suspense: t.Debtor().Unknown(),
		Method: t.Method, Reference: t.Reference, Amount: t.Amount, AnnouncedOn: t.AnnouncedOn, State: Announced,
		Allocations: asked(t.Allocations),
	}, nil
}

// Status is the state in the words of a list: refunded where all of it was, disputed where the
// holder of a card disputes it.
func (p Payment) Status() State {
	switch {
	case p.Disputed > 0:
		return Disputed
	case p.held() && p.Amount.Amount > 0 && p.Refunded() == p.Amount.Amount:
		return Refunded
	}
	return p.State
}

// Refunded is how much was paid back.
func (p Payment) Refunded() int64 {
	var total int64
	for _, r := range p.Refunds {
		total += r.Amount
	}
	return total
}

// Kept is how much of the payment we have: received, and not bounced, refunded or disputed
// (R6.6). It is negative where a payment bounced of which a part had been refunded.
func (p Payment) Kept() int64 {
	kept := -p.Refunded() - p.Disputed
	if p.held() {
		kept += p.Amount.Amount
	}
	return kept
}

// Applied is how much of it the dues have.
func (p Payment) Applied() int64 {
	var total int64
	for _, a := range p.Allocations {
		total += a.Applied
	}
	return total
}

// Unallocated is what no due has: the director's credit, or in suspense.
func (p Payment) Unallocated() int64 { return p.Kept() - p.Applied() }

// Currency is the currency of the payment.
func (p Payment) Currency() money.Currency { return p.Amount.Currency }

// cents is an amount in the currency of the payment.
func (p Payment) cents(n int64) money.Money { return money.Money{Amount: n, Currency: p.Currency()} }

// announcedFor is how much is said to be on its way to the due of a satellite.
func (p Payment) announcedFor(satellite uuid.UUID) int64 {
	if p.State != Announced {
		return 0
	}
	return p.askedFor(satellite)
}

func (p Payment) askedFor(satellite uuid.UUID) int64 {
	for _, a := range p.Allocations {
		if a.SatelliteID == satellite {
			return a.Asked
		}
	}
	return 0
}

// AppliedTo is how much of it the due of a satellite has.
func (p Payment) AppliedTo(satellite uuid.UUID) int64 {
	for _, a := range p.Allocations {
		if a.SatelliteID == satellite {
			return a.Applied
		}
	}
	return 0
}

// held says whether the payment has come and is still there.
func (p Payment) held() bool {
	return p.State == Received || p.State == Deposited || p.State == Cleared
}

// next is the payment before the changes of a new step.
func (p Payment) next(act Act, s journal.Stamp) Payment {
	p.Number++
	p.Act, p.Stamp = act, s
	p.Allocations, p.Refunds, p.BankLines = slices.Clone(p.Allocations), slices.Clone(p.Refunds), slices.Clone(p.BankLines)
	return p
}

// reference names the step in the journal.
func (p Payment) reference() string { return fmt.Sprintf("payment/%s/%s/%d", p.ID, p.Act, p.Number) }

// AsOf picks from the steps of payments, in any order, every payment as it stood at the end of a
// day. Payments that there were not yet are left out. They come in order of id, that is of age.
func AsOf(steps []Payment, day civil.Date) []Payment {
	last := make(map[uuid.UUID]Payment)
	for _, p := range steps {
		if !p.Day.After(day) && p.Number > last[p.ID].Number {
			last[p.ID] = p
		}
	}
	payments := make([]Payment, 0, len(last))
	for _, p := range last {
		payments = append(payments, p)
	}
	slices.SortFunc(payments, func(a, b Payment) int { return cmp.Compare(a.ID.String(), b.ID.String()) })
	return payments
}

func checkAmount(m money.Money) error {
	if _, err := money.ParseCurrency(string(m.Currency)); err != nil {
		return fault.AtField("/amount/currency", "unknown_value", "%q is not a currency.", m.Currency)
	}
	if m.Amount <= 0 || m.Amount > MaxAmount {
		return fault.AtField("/amount", "out_of_range", "The amount is more than nothing and at most %s.", most(m.Currency))
	}
	return nil
}
