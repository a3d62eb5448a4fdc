package carryover

import (
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// The steps of a payment (R6.6). Each gives the payment as it stands after it; where the step was
// done already the payment comes back as it is, and where its state forbids the step the error is
// fault.PaymentWrongState. What a step means in the books is the difference of two positions
// (position.go).

// receive says that the money has come: the amount announced, or another where it is given. The
// dues that were asked for get it.
func (p Payment) receive(s journal.Stamp, amount int64, r room) (Payment, error) {
	switch {
	case p.held() && (amount == 0 || amount == p.Amount.Amount):
		return p, nil
	case p.held() && !p.AtStripe:
		return p, fault.New(fault.PaymentWrongState, "The payment was received with %s; where that is wrong, void it and record another.", p.Amount)
	case p.State != Announced || p.AtStripe:
		return p, p.forbids("received")
	}
	after := p.next(ActReceive, s)
	if amount != 0 {
		after.Amount.Amount = amount
		if err := checkAmount(after.Amount); err != nil {
			return p, err
		}
	}
	after.State, after.ReceivedOn = Received, s.Day
	after.apply(r)
	return after, nil
}

// deposit says that a cheque or cash was taken to the bank; receipt may be left out.
func (p Payment) deposit(s journal.Stamp, r room) (Payment, error) {
	switch {
	case p.Method != Cheque && p.Method != Cash:
		return p, fault.New(fault.PaymentWrongState, "Only a cheque or cash is taken to the bank; this is a %s.", p.Method)
	case p.State == Deposited, p.State == Cleared:
		return p, nil
	}
	return p.forward(ActDeposit, Deposited, s, r)
}

// clear says that the bank has the money; the steps before may be left out.
func (p Payment) clear(s journal.Stamp, r room) (Payment, error) {
	if p.State == Cleared {
		return p, nil
	}
	return p.forward(ActClear, Cleared, s, r)
}

func (p Payment) forward(act Act, to State, s journal.Stamp, r room) (Payment, error) {
	if p.AtStripe || p.State != Announced && !p.held() {
		return p, p.forbids(string(to))
	}
	after := p.next(act, s)
	after.State = to
	if p.State == Announced {
		after.ReceivedOn = s.Day
		after.apply(r)
	}
	return after, nil
}

// bounce says that the money is gone again, at any time after it was received: every due that it
// was applied to is open as before.
func (p Payment) bounce(s journal.Stamp) (Payment, error) {
	switch {
	case p.State == Bounced:
		return p, nil
	case p.AtStripe || !p.held() || p.Method != Cheque && p.Method != Transfer:
		return p, p.forbids("bounced")
	}
	return p.gone(ActBounce, Bounced, s), nil
}

// void takes back a payment that was recorded by mistake or never came. It needs a reason, and
// nothing may have been refunded.
func (p Payment) void(s journal.Stamp) (Payment, error) {
	switch {
	case p.State == Void:
		return p, nil
	case p.AtStripe || p.State == Bounced || p.Refunded() != 0:
		return p, p.forbids("void")
	case s.Reason == "":
		return p, fault.New(fault.ReasonRequired, "Say why the payment does not count.")
	}
	return p.gone(ActVoid, Void, s), nil
}

func (p Payment) gone(act Act, to State, s journal.Stamp) Payment {
	after := p.next(act, s)
	after.State, after.BankLines = to, nil
	after.keepAtMost(0)
	return after
}

// refund pays back an amount, or all that is kept where it is 0: first what no due has, then from
// the last due that was paid. A cheque or transfer is refunded only once the bank has it. A refund
// whose reference is known was done already.
func (p Payment) refund(s journal.Stamp, amount int64, reference string) (Payment, error) {
	sameReference := func(r Refund) bool { return reference != "" && r.Reference == reference }
	if slices.ContainsFunc(p.Refunds, sameReference) || amount == 0 && p.Status() == Refunded {
		return p, nil
	}
	kept := money.Money{Amount: p.Kept(), Currency: p.Amount.Currency}
	switch {
	case p.AtStripe || !p.held():
		return p, p.forbids("refunded")
	case p.Method != Cash && p.State != Cleared:
		return p, fault.New(fault.PaymentWrongState, "A %s is refunded only once it is cleared; it is %s.", p.Method, p.State)
	case amount < 0:
		return p, fault.AtField("/amount", "out_of_range", "Refund more than nothing.")
	case amount > kept.Amount:
		return p, fault.New(fault.PaymentWrongState, "Only %s of the payment is left to be refunded.", kept)
	case amount == 0:
		amount = kept.Amount
	}
	after := p.next(ActRefund, s)
	after.Refunds = append(after.Refunds, Refund{Reference: reference, Amount: amount})
	after.keepAtMost(after.Kept())
	return after, nil
}

// reallocate puts other dues in the place of those that were asked for.
func (p Payment) reallocate(s journal.Stamp, wanted []Allocation, r room) (Payment, error) {
	available := p.Amount
	switch {
	case p.Debtor().Unknown():
		return p, fault.New(fault.PaymentWrongState, "Say first whose payment it is.")
	case p.held():
		available.Amount = p.Kept()
	case p.State != Announced:
		return p, p.forbids("allocated")
	}
	if err := checkAsked(wanted, available); err != nil {
		return p, err
	}
	after := p.next(ActReallocate, s)
	after.Allocations, after.Suspense = asked(wanted), false
	after.apply(r)
	if after.Suspense == p.Suspense && slices.Equal(after.Allocations, p.Allocations) {
		return p, nil
	}
	return after, nil
}

// assign says whose a payment of an unknown payer is: what is in suspense is his credit from now.
func (p Payment) assign(s journal.Stamp, to Debtor) (Payment, error) {
	switch {
	case p.Debtor() == to && !p.Suspense:
		return p, nil
	case !p.Debtor().Unknown() && p.Debtor() != to:
		return p, fault.New(fault.PaymentWrongState, "The payment is somebody else's already.")
	}
	after := p.next(ActAssign, s)
	after.DirectorID, after.BuyInID, after.Suspense = to.DirectorID, to.BuyInID, false
	return after, nil
}

// annotate says who looks after a payment and what he has found out.
func (p Payment) annotate(s journal.Stamp, owner, note string) Payment {
	if p.Owner == owner && p.Note == note {
		return p
	}
	after := p.next(ActNote, s)
	after.Owner, after.Note = owner, note
	return after
}

// release takes back so much of what a due has of the payment, not more than it has.
func (p Payment) release(s journal.Stamp, satellite uuid.UUID, amount int64) Payment {
	after := p.next(ActRelease, s)
	for i := range after.Allocations {
		if a := &after.Allocations[i]; a.SatelliteID == satellite {
			a.Applied -= amount
		}
	}
	return after
}

func (p Payment) forbids(what string) error {
	if p.AtStripe {
		return fault.New(fault.PaymentWrongState, "Stripe keeps this payment; what happens to it there is taken over by itself.")
	}
	return fault.New(fault.PaymentWrongState, "A %s that is %s cannot be %s.", p.Method, p.Status(), what)
}
