package carryover

import (
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// Charge is a payment by card through Stripe. Its id was given to Stripe with the session, so
// that whatever is heard of it finds its way back.
type Charge struct {
	PaymentID   uuid.UUID
	Debtor                // unknown where nobody knows
	SatelliteID uuid.UUID // or buy-in, whose due it is for; zero where nobody knows
	Reference   string    // Stripe's own id of it
	Truth       CardTruth
}

// CardTruth is what Stripe says of a payment at one moment: totals, not what has changed. Refunded
// and disputed are in cents of Paid's currency.
type CardTruth struct {
	Paid     money.Money // nothing until the payment has succeeded
	Refunded int64
	Disputed int64       // withdrawn because of a dispute and not given back
	Settled  *Settlement // nil until Stripe has booked it
}

// Settlement is what Stripe's own books say of a payment, in the currency of our balance there,
// which may be another than that of the payment.
type Settlement struct {
	Gross   money.Money // the payment less refunds and disputes, before fees
	Fees    int64       // of the payment and of disputes
	PaidOut int64       // of this payment, in payouts that have left Stripe
}

func (t CardTruth) check() error {
	s := t.Settled
	if t.Paid.Amount < 0 || t.Paid.Amount > MaxAmount || t.Refunded < 0 || t.Refunded > MaxAmount || t.Disputed < 0 || t.Disputed > MaxAmount {
		return fault.New(fault.InvalidRequest, "The amounts of a card payment are not negative and at most %s.", most(t.Paid.Currency))
	}
	if s != nil && max(abs(s.Gross.Amount), abs(s.Fees), abs(s.PaidOut)) > MaxAmount {
		return fault.New(fault.InvalidRequest, "The amounts of a settlement are at most %s.", most(s.Gross.Currency))
	}
	return nil
}

// agree makes a payment what Stripe says it is. Where it is so already it comes back as it is, so
// that neither the number nor the order of events matters. What has come goes to the dues that
// were asked for, as far as they still need it; the rest is credit.
func (p Payment) agree(s journal.Stamp, truth CardTruth, r room) (Payment, error) {
	if err := truth.check(); err != nil {
		return p, err
	}
	if truth.Paid.Currency != p.Amount.Currency {
		return p, fault.New(fault.CurrencyMismatch, "The payment was in %s; now it is said to be in %s.", p.Amount.Currency, truth.Paid.Currency)
	}
	after := p.next(ActAgree, s)
	after.AtStripe, after.Amount, after.Disputed, after.Settled = true, truth.Paid, truth.Disputed, truth.Settled
	after.Refunds = nil
	if truth.Refunded > 0 {
		after.Refunds = []Refund{{Reference: "stripe", Amount: truth.Refunded}}
	}
	after.State = truth.state()
	if after.State != Announced && p.ReceivedOn.IsZero() {
		after.ReceivedOn = s.Day
	}
	if p.AtStripe && p.sameAtStripe(after) {
		return p, nil
	}
	after.keepAtMost(after.Kept())
	after.apply(r)
	return after, nil
}

func (t CardTruth) state() State {
	switch {
	case t.Paid.IsZero():
		return Announced
	case t.Settled != nil && t.Settled.PaidOut != 0:
		return Cleared
	}
	return Received
}

func (p Payment) sameAtStripe(other Payment) bool {
	same := p.Settled == other.Settled || p.Settled != nil && other.Settled != nil && *p.Settled == *other.Settled
	return same && p.Amount == other.Amount && p.Disputed == other.Disputed && p.State == other.State && slices.Equal(p.Refunds, other.Refunds)
}

// payment is a payment by card of which nothing was known before.
func (c Charge) payment() Payment {
	p := Payment{
		ID: c.PaymentID, DirectorID: c.DirectorID, BuyInID: c.BuyInID, Suspense: c.Unknown(), Method: Card, Reference: c.Reference,
		Amount: money.Zero(c.Truth.Paid.Currency), State: Announced,
	}
	if c.SatelliteID != uuid.Nil {
		p.Allocations = []Allocation{{SatelliteID: c.SatelliteID, Asked: c.Truth.Paid.Amount}}
	}
	return p
}

func abs(n int64) int64 { return max(n, -n) }
