package cards

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// RefundState is how far a refund has come.
type RefundState string

// The states of a refund.
const (
	RefundAsked   RefundState = "asked" // it is to be sent to Stripe
	RefundDone    RefundState = "done"
	RefundRefused RefundState = "refused" // by Stripe; Detail says why
)

// Refund is a part of a payment by card that was asked to be given back.
type Refund struct {
	ID         uuid.UUID // also the key at Stripe
	PaymentID  uuid.UUID
	DirectorID uuid.UUID // zero for a payment of a buy-in, or of nobody known
	Charge     string    // Stripe's id of the payment
	Amount     money.Money
	Reason     string
	State      RefundState
	Detail     string
	AskedAt    time.Time
	AskedBy    string
}

// keysKept is how long Stripe knows a key at the least. Nothing is sent twice after that.
const keysKept = 23 * time.Hour

// Refund asks for an amount in cents of a payment by card to be given back through Stripe, all
// that is kept where it is 0. It is kept and sent once the transaction has committed, so that it
// can be called within one; the payment changes when Stripe has done it, or gets a note where Stripe
// refuses. Its state or an amount above what is kept is fault.PaymentWrongState.
func (s *Service) Refund(ctx context.Context, payment uuid.UUID, amount int64, reason string) (Refund, error) {
	if err := s.Gateway.Ready(); err != nil {
		return Refund{}, err
	}
	return inTx(ctx, s.Store, func(ctx context.Context) (Refund, error) {
		p, err := s.payment(ctx, payment)
		if err != nil {
			return Refund{}, err
		}
		asked, err := s.Store.AskedRefunds(ctx, payment)
		if err != nil {
			return Refund{}, err
		}
		left := money.Money{Amount: p.Kept() - asked, Currency: p.Currency()}
		if amount == 0 {
			amount = left.Amount
		}
		switch {
		case p.Method != carryover.Card || !p.AtStripe:
			return Refund{}, fault.New(fault.PaymentWrongState, "Stripe does not keep this payment; refund it by hand.")
		case amount < 0:
			return Refund{}, fault.AtField("/amount", "out_of_range", "Refund more than nothing.")
		case amount > left.Amount || amount == 0:
			return Refund{}, fault.New(fault.PaymentWrongState, "Only %s of the payment is left to be refunded.", left)
		}
		r := Refund{
			ID: s.NewID(), PaymentID: payment, DirectorID: p.DirectorID, Charge: p.Reference, State: RefundAsked,
			Amount: money.Money{Amount: amount, Currency: left.Currency}, Reason: reason, AskedAt: s.Now(), AskedBy: auth.From(ctx).Name,
		}
		if err := s.Store.AddRefund(ctx, r); err != nil {
			return Refund{}, err
		}
		return r, s.Queue.SendRefund(ctx, r.ID)
	})
}

// payment reads a payment and keeps others from acting on its account.
func (s *Service) payment(ctx context.Context, id uuid.UUID) (carryover.Payment, error) {
	debtor, err := s.Treasury.Books.DebtorOfPayment(ctx, id)
	if err != nil {
		return carryover.Payment{}, err
	}
	a, err := s.Treasury.Books.LockAccount(ctx, debtor)
	if err != nil {
		return carryover.Payment{}, err
	}
	i := slices.IndexFunc(a.Payments, func(p carryover.Payment) bool { return p.ID == id })
	if i < 0 {
		return carryover.Payment{}, fault.New(fault.ResourceNotFound, "There is no such payment.")
	}
	return a.Payments[i], nil
}

// SendRefund sends a refund to Stripe and takes over what has become of the payment.
func (s *Service) SendRefund(ctx context.Context, id uuid.UUID) error {
	ctx = byStripe(ctx)
	r, err := inTx(ctx, s.Store, func(ctx context.Context) (Refund, error) { return s.Store.LockRefund(ctx, id) })
	if err != nil || r.State != RefundAsked {
		return err
	}
	if s.Now().After(r.AskedAt.Add(keysKept)) {
		return s.refuse(ctx, r, "Stripe has not answered for a day: look there whether it was refunded, and ask again if not.")
	}
	err = s.Gateway.Refund(ctx, r.Charge, r.Amount, r.ID.String())
	switch fault.CodeOf(err) {
	case fault.PaymentRefused, fault.PaymentCurrency, fault.CurrencyMismatch, fault.IdempotencyMismatch, fault.ResourceNotFound, fault.InvalidRequest:
		return s.refuse(ctx, r, sentence(err))
	}
	if err != nil {
		return err
	}
	if err := s.Apply(ctx, r.Charge); err != nil {
		return err
	}
	r.State = RefundDone
	return s.Store.InTx(ctx, func(ctx context.Context) error { return s.Store.SaveRefund(ctx, r) })
}

// sentence is what an error says to people.
func sentence(err error) string {
	var f *fault.Error
	if errors.As(err, &f) {
		return f.Detail
	}
	return err.Error()
}

// refuse says on the payment why a refund was not made.
func (s *Service) refuse(ctx context.Context, r Refund, why string) error {
	r.State, r.Detail = RefundRefused, why
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		p, err := s.payment(ctx, r.PaymentID)
		if err != nil {
			return err
		}
		if err := s.Store.SaveRefund(ctx, r); err != nil {
			return err
		}
		_, err = s.Treasury.Annotate(ctx, p.ID, p.Owner, fmt.Sprintf("A refund of %s was not made: %s", r.Amount, why))
		return err
	})
}
