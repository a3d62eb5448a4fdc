package httpapi

import (
	"bytes"
	"context"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/interchange/xlsx"
	"github.com/nast-tour/nast/internal/money"
)

// CreatePayment announces a payment, or records one that has come.
func (h *handlers) CreatePayment(ctx context.Context, r CreatePaymentRequestObject) (CreatePaymentResponseObject, error) {
	b := r.Body
	amount := fromMoney(b.Amount)
	told := carryover.Told{
		Terms: carryover.Terms{
			DirectorID: orZero(b.DirectorID), BuyInID: orZero(b.BuyInID), Method: carryover.Method(b.Method), Reference: orZero(b.Reference), Amount: amount,
			AnnouncedOn: orZero(fromDatePtr(b.AnnouncedOn)),
		},
		ReceivedOn: orZero(fromDatePtr(b.ReceivedOn)), Reason: orZero(b.Reason),
	}
	if b.Allocations != nil {
		var err error
		if told.Allocations, err = shares(amount.Currency, *b.Allocations); err != nil {
			return nil, err
		}
	}
	p, err := h.Treasury.Record(ctx, told)
	if err != nil {
		return nil, moved(err, "/on", "/received_on")
	}
	shown, err := h.showPayment(ctx, p.ID)
	return CreatePayment201JSONResponse(shown), err
}

// shares reads allocations; an empty list stays one.
func shares(c money.Currency, asked []api.PaymentShare) ([]carryover.Allocation, error) {
	satellites, amounts := make([]uuid.UUID, len(asked)), make([]money.Money, len(asked))
	for i, share := range asked {
		satellites[i], amounts[i] = share.SatelliteID, fromMoney(share.Amount)
	}
	return carryover.Shares(c, satellites, amounts)
}

// showPayment is a payment as it stands now, with its steps.
func (h *handlers) showPayment(ctx context.Context, id uuid.UUID) (api.Payment, error) {
	f, err := h.Treasury.Payment(ctx, id)
	if err != nil {
		return api.Payment{}, err
	}
	shown := toPayment(f.Payment, f.Names)
	shown.Steps = ptr(listOf(f.Steps, toStep))
	return shown, nil
}

// GetPayment reads one payment.
func (h *handlers) GetPayment(ctx context.Context, r GetPaymentRequestObject) (GetPaymentResponseObject, error) {
	shown, err := h.showPayment(ctx, r.PaymentID)
	return GetPayment200JSONResponse{PaymentJSONResponse(shown)}, err
}

type paymentPosition struct {
	ID uuid.UUID `json:"i"`
}

// ListPayments lists payments as they stand, newest first.
func (h *handlers) ListPayments(ctx context.Context, r ListPaymentsRequestObject) (ListPaymentsResponseObject, error) {
	from, err := after[paymentPosition](ctx, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit, format := limitOf(r.Params.Limit), tableFormat(ctx, (*string)(r.Params.Format))
	filter := carryover.PaymentFilter{
		Director: orZero(r.Params.DirectorID), BuyIn: orZero(r.Params.BuyInID), SatelliteID: orZero(r.Params.SatelliteID), Method: carryover.Method(orZero(r.Params.Method)),
		Status: carryover.State(orZero(r.Params.State)), Suspense: r.Params.Suspense, Before: from.ID, Limit: limit + 1,
	}
	if format != asJSON {
		filter.Before, filter.Limit = uuid.Nil, wholeList
	}
	page, names, err := h.Treasury.PaymentPage(ctx, filter)
	if err != nil {
		return nil, err
	}
	switch format {
	case asCSV:
		return ListPayments200TextCsvResponse{Body: bytes.NewReader(interchange.WriteCSV(interchange.PaymentsTable(page, names)))}, nil
	case asXLSX:
		raw, err := xlsx.Write(interchange.PaymentsTable(page, names))
		return ListPayments200ApplicationVndOpenxmlformatsOfficedocumentSpreadsheetmlSheetResponse{Body: bytes.NewReader(raw)}, err
	}
	page, next, err := cut(ctx, page, limit, func(p carryover.Payment) any { return paymentPosition{p.ID} })
	return ListPayments200JSONResponse{
		Items: listOf(page, func(p carryover.Payment) api.Payment { return toPayment(p, names) }), NextCursor: next,
	}, err
}
