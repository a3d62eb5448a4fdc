package carryover

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
)

// byHand are the accounts that a person may post to. The others follow from dues and payments.
var byHand = []journal.Account{
	journal.Bank, journal.Stripe, journal.Fees, journal.ExchangeDifference, journal.WriteOff, journal.FinalEvent,
}

const manual = "entry"

// Enter posts what no due and no payment explains: a fee of Stripe for the account, a difference
// of exchange. Only accounts that nothing else has to agree with are taken, and a reason is needed.
func (v *Treasury) Enter(ctx context.Context, lines []journal.Line, d Doing) (journal.Transaction, error) {
	if d.Reason == "" {
		return journal.Transaction{}, fault.New(fault.ReasonRequired, "Say what is entered.")
	}
	for _, line := range lines {
		if !slices.Contains(byHand, line.Account) {
			return journal.Transaction{}, fault.AtField("/lines", "unknown_value", "%q is not posted to by hand; it follows from dues and payments.", line.Account)
		}
		if abs(line.Amount.Amount) > MaxAmount {
			return journal.Transaction{}, fault.AtField("/lines", "out_of_range", "A line is at most %s.", most(line.Amount.Currency))
		}
	}
	id := v.NewID()
	t, err := journal.New(journal.Header{ID: id, Stamp: v.stamp(ctx, d.On, d.Reason), Kind: manual, Reference: manual + "/" + id.String()}, lines...)
	if err != nil {
		return journal.Transaction{}, err
	}
	return t, v.Books.InTx(ctx, func(ctx context.Context) error { return v.append(ctx, t) })
}

// Reverse undoes, on today's day, a transaction that was entered by hand or is a fee of the bank;
// doing it again gives back the first reversal. What belongs to a due or a payment is undone by an act on that
// (fault.NotReversible), as they would not agree with the journal otherwise.
func (v *Treasury) Reverse(ctx context.Context, id uuid.UUID, reason string) (journal.Transaction, error) {
	var reversal journal.Transaction
	err := v.Books.InTx(ctx, func(ctx context.Context) error {
		t, reversedBy, err := v.Books.Transaction(ctx, id)
		switch {
		case err != nil:
			return err
		case reversedBy != uuid.Nil:
			reversal, _, err = v.Books.Transaction(ctx, reversedBy)
			return err
		case t.Kind != manual && t.Kind != string(BankFee):
			return fault.New(fault.NotReversible, "This belongs to a due or a payment; bounce, void, refund or reallocate the payment, or report anew.")
		}
		if reversal, err = journal.Reverse(t, v.NewID(), v.stamp(ctx, civil.Date{}, reason)); err != nil {
			return err
		}
		return v.append(ctx, reversal)
	})
	return reversal, err
}

// post makes a transaction of no director's account, and keeps it.
func (v *Treasury) post(ctx context.Context, h journal.Header, lines []journal.Line) error {
	t, err := journal.New(h, lines...)
	if err != nil {
		return err
	}
	return v.append(ctx, t)
}

func (v *Treasury) append(ctx context.Context, t journal.Transaction) error {
	closed, err := v.Books.ClosedThrough(ctx)
	if err != nil {
		return err
	}
	if err := checkDay(t.Day, v.today(), closed); err != nil {
		return err
	}
	return v.Books.Append(ctx, Entries{Transactions: []journal.Transaction{t}})
}
