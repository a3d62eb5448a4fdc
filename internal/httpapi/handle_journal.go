package httpapi

import (
	"bytes"
	"context"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/journal"
)

// asHledger is the journal as the program hledger reads it.
const asHledger = "hledger"

// ListJournal gives the journal, in order.
func (h *handlers) ListJournal(ctx context.Context, r ListJournalRequestObject) (ListJournalResponseObject, error) {
	from, err := after[carryover.JournalPosition](ctx, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit := limitOf(r.Params.Limit)
	f := carryover.JournalFilter{From: dateOrNone(r.Params.From), To: dateOrNone(r.Params.To), After: from, Limit: limit + 1}
	if r.Params.Account != nil {
		if f.Account, err = journal.ParseAccount(*r.Params.Account); err != nil {
			return nil, below("/query/account", err)
		}
	}
	format := tableFormat(ctx, (*string)(r.Params.Format))
	if format != asJSON {
		f.After, f.Limit = carryover.JournalPosition{}, 0
	}
	page, err := h.Treasury.Journal(ctx, f)
	if err != nil {
		return nil, err
	}
	switch format {
	case asCSV:
		return ListJournal200TextCsvResponse{Body: bytes.NewReader(journal.CSV(page))}, nil
	case asHledger:
		return ListJournal200TextResponse(journal.Hledger(page)), nil
	}
	page, next, err := cut(ctx, page, limit, func(t journal.Transaction) any {
		return carryover.JournalPosition{Day: t.Day, At: t.At.UnixMicro(), ID: t.ID}
	})
	return ListJournal200JSONResponse{Items: listOf(page, toJournalTransaction), NextCursor: next}, err
}

func toJournalTransaction(t journal.Transaction) api.JournalTransaction {
	return api.JournalTransaction{
		ID: t.ID, Day: toDate(t.Day), At: t.At, By: api.Named{ID: t.By.ID, Name: t.By.Name}, Kind: t.Kind, Reference: t.Reference,
		Reason: optional(t.Reason), Reverses: optional(t.Reverses),
		Lines: listOf(t.Lines, func(l journal.Line) api.JournalLine {
			return api.JournalLine{Account: string(l.Account), Amount: toMoney(l.Amount)}
		}),
	}
}

// ListClosings lists the months that are closed.
func (h *handlers) ListClosings(ctx context.Context, _ ListClosingsRequestObject) (ListClosingsResponseObject, error) {
	all, err := h.Treasury.Closings(ctx)
	if err != nil {
		return nil, err
	}
	return ListClosings200JSONResponse{Items: listOf(all, toClosing)}, nil
}

// CloseBooks closes the books through the last day of a month.
func (h *handlers) CloseBooks(ctx context.Context, r CloseBooksRequestObject) (CloseBooksResponseObject, error) {
	if err := h.Treasury.Close(ctx, fromDate(r.Body.Through), orZero(r.Body.Reason)); err != nil {
		return nil, err
	}
	all, err := h.Treasury.Closings(ctx)
	if err != nil {
		return nil, err
	}
	return CloseBooks200JSONResponse(toClosing(all[0])), nil
}

func toClosing(c carryover.Closing) api.Closing {
	return api.Closing{Through: toDate(c.Through), ClosedAt: c.At, By: c.By.Name, Reason: optional(c.Reason)}
}
