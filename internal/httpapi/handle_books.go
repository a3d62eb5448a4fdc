package httpapi

import (
	"bytes"
	"context"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/interchange/xlsx"
)

// GetDue reads what a satellite owes, with its entries and payments.
func (h *handlers) GetDue(ctx context.Context, r GetDueRequestObject) (GetDueResponseObject, error) {
	shown, err := h.showDue(ctx, r.SatelliteID)
	return GetDue200JSONResponse{DueJSONResponse(shown)}, err
}

func (h *handlers) showDue(ctx context.Context, satellite uuid.UUID) (api.Due, error) {
	f, err := h.Treasury.Due(ctx, satellite)
	if err != nil {
		return api.Due{}, err
	}
	shown := toDue(f.Due, h.Treasury.Today())
	shown.Entries = ptr(listOf(f.Entries, toDueEntry))
	shown.Payments = ptr(listOf(f.Payments, func(p carryover.Payment) api.Payment { return toPayment(p, f.Names) }))
	return shown, nil
}

// WaiveDue does without an amount of a due.
func (h *handlers) WaiveDue(ctx context.Context, r WaiveDueRequestObject) (WaiveDueResponseObject, error) {
	due, err := h.Treasury.Due(ctx, r.SatelliteID)
	if err != nil {
		return nil, err
	}
	waived, err := carryover.Cents(due.Amount.Currency, fromMoneyPtr(r.Body.Amount))
	if err != nil {
		return nil, err
	}
	if _, err := h.Treasury.Waive(ctx, r.SatelliteID, waived, orZero(r.Body.Reason)); err != nil {
		return nil, err
	}
	shown, err := h.showDue(ctx, r.SatelliteID)
	return WaiveDue200JSONResponse{DueJSONResponse(shown)}, err
}

// GetReconciliation makes the sheet of a tour as of a day.
func (h *handlers) GetReconciliation(ctx context.Context, r GetReconciliationRequestObject) (GetReconciliationResponseObject, error) {
	t, err := h.Tours.Get(ctx, r.Params.Tour)
	if err != nil {
		return nil, err
	}
	sheet, err := h.Treasury.Reconcile(ctx, t.Slug, orZero(fromDatePtr(r.Params.AsOf)))
	if err != nil {
		return nil, err
	}
	switch tableFormat(ctx, (*string)(r.Params.Format)) {
	case asCSV:
		return GetReconciliation200TextCsvResponse{Body: bytes.NewReader(interchange.WriteCSV(interchange.SheetTable(sheet)))}, nil
	case asXLSX:
		raw, err := xlsx.Write(interchange.SheetTables(sheet)...)
		return GetReconciliation200ApplicationVndOpenxmlformatsOfficedocumentSpreadsheetmlSheetResponse{Body: bytes.NewReader(raw)}, err
	}
	return GetReconciliation200JSONResponse(toReconciliation(sheet)), nil
}

// GetStatement gives everything that was posted to a director's account.
func (h *handlers) GetStatement(ctx context.Context, r GetStatementRequestObject) (GetStatementResponseObject, error) {
	id := auth.From(ctx).TenantID
	set(&id, r.Params.DirectorID)
	d, err := h.Directors.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	asOf := h.Treasury.Today()
	if r.Params.AsOf != nil {
		asOf = fromDate(*r.Params.AsOf)
	}
	lines, err := h.Treasury.History(ctx, id, asOf)
	if err != nil {
		return nil, err
	}
	switch tableFormat(ctx, (*string)(r.Params.Format)) {
	case asCSV:
		return GetStatement200TextCsvResponse{Body: bytes.NewReader(interchange.WriteCSV(interchange.StatementTable(lines)))}, nil
	case asXLSX:
		raw, err := xlsx.Write(interchange.StatementTable(lines))
		return GetStatement200ApplicationVndOpenxmlformatsOfficedocumentSpreadsheetmlSheetResponse{Body: bytes.NewReader(raw)}, err
	}
	return GetStatement200JSONResponse{
		Director: api.Named{ID: d.ID, Name: d.Name}, AsOf: toDate(asOf), Lines: listOf(lines, toAccountLine), Balances: listOf(carryover.LastBalances(lines), toMoney),
	}, nil
}
