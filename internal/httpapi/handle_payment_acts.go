package httpapi

import (
	"context"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/carryover"
)

// acted answers an act on a payment with the payment as it is after it.
func (h *handlers) acted(ctx context.Context, p carryover.Payment, err error) (PaymentJSONResponse, error) {
	if err != nil {
		return PaymentJSONResponse{}, err
	}
	shown, err := h.showPayment(ctx, p.ID)
	return PaymentJSONResponse(shown), err
}

func doing(on *openapi_types.Date, reason *string) carryover.Doing {
	return carryover.Doing{On: orZero(fromDatePtr(on)), Reason: orZero(reason)}
}

// ReceivePayment says that a payment has come.
func (h *handlers) ReceivePayment(ctx context.Context, r ReceivePaymentRequestObject) (ReceivePaymentResponseObject, error) {
	b := orZero(r.Body)
	cents, err := h.centsOf(ctx, r.PaymentID, b.Amount)
	if err != nil {
		return nil, err
	}
	p, err := h.Treasury.Receive(ctx, r.PaymentID, doing(b.ReceivedOn, b.Reason), cents)
	shown, err := h.acted(ctx, p, moved(err, "/on", "/received_on"))
	return ReceivePayment200JSONResponse{shown}, err
}

// centsOf reads an amount that is named for a payment, 0 where none is.
func (h *handlers) centsOf(ctx context.Context, payment uuid.UUID, amount *api.Money) (int64, error) {
	if amount == nil {
		return 0, nil
	}
	f, err := h.Treasury.Payment(ctx, payment)
	if err != nil {
		return 0, err
	}
	return carryover.Cents(f.Currency(), fromMoneyPtr(amount))
}

// DepositPayment says that a cheque or cash was taken to the bank.
func (h *handlers) DepositPayment(ctx context.Context, r DepositPaymentRequestObject) (DepositPaymentResponseObject, error) {
	b := orZero(r.Body)
	p, err := h.Treasury.Deposit(ctx, r.PaymentID, doing(b.On, b.Reason))
	shown, err := h.acted(ctx, p, err)
	return DepositPayment200JSONResponse{shown}, err
}

// ClearPayment says that the bank has a payment.
func (h *handlers) ClearPayment(ctx context.Context, r ClearPaymentRequestObject) (ClearPaymentResponseObject, error) {
	b := orZero(r.Body)
	p, err := h.Treasury.Clear(ctx, r.PaymentID, doing(b.On, b.Reason))
	shown, err := h.acted(ctx, p, err)
	return ClearPayment200JSONResponse{shown}, err
}

// BouncePayment says that a payment is gone again.
func (h *handlers) BouncePayment(ctx context.Context, r BouncePaymentRequestObject) (BouncePaymentResponseObject, error) {
	b := orZero(r.Body)
	p, err := h.Treasury.Bounce(ctx, r.PaymentID, doing(b.On, b.Reason))
	shown, err := h.acted(ctx, p, err)
	return BouncePayment200JSONResponse{shown}, err
}

// VoidPayment takes back a payment that does not count.
func (h *handlers) VoidPayment(ctx context.Context, r VoidPaymentRequestObject) (VoidPaymentResponseObject, error) {
	p, err := h.Treasury.Void(ctx, r.PaymentID, orZero(orZero(r.Body).Reason))
	shown, err := h.acted(ctx, p, err)
	return VoidPayment200JSONResponse{shown}, err
}

// RefundPayment pays back an amount, on a card through Stripe.
func (h *handlers) RefundPayment(ctx context.Context, r RefundPaymentRequestObject) (RefundPaymentResponseObject, error) {
	b := orZero(r.Body)
	f, err := h.Treasury.Payment(ctx, r.PaymentID)
	if err != nil {
		return nil, err
	}
	cents, err := carryover.Cents(f.Currency(), fromMoneyPtr(b.Amount))
	if err != nil {
		return nil, err
	}
	p := f.Payment
	if p.AtStripe {
		_, err = h.Cards.Refund(ctx, p.ID, cents, orZero(b.Reason))
	} else {
		p, err = h.Treasury.Refund(ctx, p.ID, doing(b.On, b.Reason), cents, orZero(b.Reference))
	}
	shown, err := h.acted(ctx, p, err)
	return RefundPayment200JSONResponse{shown}, err
}

// ReallocatePayment says anew for which dues a payment is.
func (h *handlers) ReallocatePayment(ctx context.Context, r ReallocatePaymentRequestObject) (ReallocatePaymentResponseObject, error) {
	f, err := h.Treasury.Payment(ctx, r.PaymentID)
	if err != nil {
		return nil, err
	}
	wanted, err := shares(f.Currency(), r.Body.Allocations)
	if err != nil {
		return nil, err
	}
	p, err := h.Treasury.Reallocate(ctx, r.PaymentID, wanted, orZero(r.Body.Reason))
	shown, err := h.acted(ctx, p, err)
	return ReallocatePayment200JSONResponse{shown}, err
}

// AssignPayment says whose a payment in suspense is.
func (h *handlers) AssignPayment(ctx context.Context, r AssignPaymentRequestObject) (AssignPaymentResponseObject, error) {
	p, err := h.Treasury.Assign(ctx, r.PaymentID, carryover.Debtor{DirectorID: orZero(r.Body.DirectorID), BuyInID: orZero(r.Body.BuyInID)}, orZero(r.Body.Reason))
	shown, err := h.acted(ctx, p, err)
	return AssignPayment200JSONResponse{shown}, err
}

// AnnotatePayment says who looks after a payment in suspense.
func (h *handlers) AnnotatePayment(ctx context.Context, r AnnotatePaymentRequestObject) (AnnotatePaymentResponseObject, error) {
	f, err := h.Treasury.Payment(ctx, r.PaymentID)
	if err != nil {
		return nil, err
	}
	owner, note := f.Owner, f.Note // what is left out stays
	set(&owner, r.Body.Owner)
	set(&note, r.Body.Note)
	p, err := h.Treasury.Annotate(ctx, r.PaymentID, owner, note)
	shown, err := h.acted(ctx, p, err)
	return AnnotatePayment200JSONResponse{shown}, err
}
