package httpapi

import (
	"context"
	"io"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/bank"
	"github.com/nast-tour/nast/internal/carryover/banking"
	"github.com/nast-tour/nast/internal/money"
)

// GetBankMapping says how the files of an account are read.
func (h *handlers) GetBankMapping(ctx context.Context, r GetBankMappingRequestObject) (GetBankMappingResponseObject, error) {
	account, err := banking.ParseAccount(r.Account)
	if err != nil {
		return nil, below("/path/account", err)
	}
	m, err := h.Bank.Mapping(ctx, account)
	if err != nil {
		return nil, err
	}
	return GetBankMapping200JSONResponse(toBankMapping(m)), nil
}

// PutBankMapping confirms how the files of an account are read.
func (h *handlers) PutBankMapping(ctx context.Context, r PutBankMappingRequestObject) (PutBankMappingResponseObject, error) {
	account, err := banking.ParseAccount(r.Account)
	if err != nil {
		return nil, below("/path/account", err)
	}
	m := fromBankMapping(*r.Body)
	if err := h.Bank.Remember(ctx, account, m); err != nil {
		return nil, err
	}
	return PutBankMapping200JSONResponse(toBankMapping(m)), nil
}

// ImportBankStatement takes in a file of the bank.
func (h *handlers) ImportBankStatement(ctx context.Context, r ImportBankStatementRequestObject) (ImportBankStatementResponseObject, error) {
	account, err := banking.ParseAccount(r.Params.Account)
	if err != nil {
		return nil, below("/query/account", err)
	}
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	in, err := h.Bank.Import(ctx, banking.File{
		Account: account, Raw: raw, DryRun: orZero(r.Params.DryRun), Currency: money.Currency(orZero(r.Params.Currency)),
	})
	if err != nil {
		return nil, err
	}
	return ImportBankStatement200JSONResponse(toStatementImport(in)), nil
}

// mostShown is how many rows of a file an import shows; the others are in the statement.
const mostShown = 200

func toStatementImport(in banking.Imported) api.StatementImport {
	out := api.StatementImport{
		Stored: in.Statement != nil, Account: string(in.Account), Rows: len(in.Rows), Added: in.Added, Known: in.Known,
		Counts: toBankLineCounts(in.Rows), NeedsMapping: in.NeedsMapping,
		Lines: listOf(in.Rows[:min(len(in.Rows), mostShown)], func(row banking.Row) api.BankLine {
			l := toBankLine(row)
			l.Known = ptr(!in.New(row))
			return l
		}),
		Doubts: listOf(in.Doubts, func(d bank.Doubt) api.BankDoubt {
			return api.BankDoubt{Line: d.Line, Day: toDate(d.Day), Code: api.BankDoubtCode(d.Code), Detail: d.Detail}
		}),
	}
	if in.Statement != nil {
		out.Statement = ptr(toBankStatement(*in.Statement))
	}
	if in.NeedsMapping {
		out.Mapping, out.MappingDoubts = ptr(toBankMapping(in.Mapping)), ptr(append([]string{}, in.MappingDoubts...))
	}
	return out
}

type statementPosition struct {
	ID uuid.UUID `json:"i"`
}

// ListBankStatements lists the statements that were taken in.
func (h *handlers) ListBankStatements(ctx context.Context, r ListBankStatementsRequestObject) (ListBankStatementsResponseObject, error) {
	from, err := after[statementPosition](ctx, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	var account banking.Account
	if r.Params.Account != nil {
		if account, err = banking.ParseAccount(*r.Params.Account); err != nil {
			return nil, below("/query/account", err)
		}
	}
	limit := limitOf(r.Params.Limit)
	page, err := h.Bank.Statements(ctx, account, from.ID, limit+1)
	if err != nil {
		return nil, err
	}
	page, next, err := cut(ctx, page, limit, func(s banking.Statement) any { return statementPosition{s.ID} })
	return ListBankStatements200JSONResponse{Items: listOf(page, toBankStatement), NextCursor: next}, err
}

type bankLinePosition struct {
	Line int `json:"l"`
}

// GetBankStatement gives a statement with a page of its lines.
func (h *handlers) GetBankStatement(ctx context.Context, r GetBankStatementRequestObject) (GetBankStatementResponseObject, error) {
	from, err := after[bankLinePosition](ctx, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	s, rows, err := h.Bank.Statement(ctx, r.StatementID)
	if err != nil {
		return nil, err
	}
	state := banking.State(orZero(r.Params.State))
	var page []banking.Row
	for _, row := range rows {
		if row.Number > from.Line && (state == "" || row.State == state) {
			page = append(page, row)
		}
	}
	page, next, err := cut(ctx, page, limitOf(r.Params.Limit), func(row banking.Row) any { return bankLinePosition{row.Number} })
	return GetBankStatement200JSONResponse{
		Statement: toBankStatement(s), Counts: toBankLineCounts(rows), Items: listOf(page, toBankLine), NextCursor: next,
	}, err
}

// MatchBankLine says what a line is.
func (h *handlers) MatchBankLine(ctx context.Context, r MatchBankLineRequestObject) (MatchBankLineResponseObject, error) {
	row, err := h.Bank.Match(ctx, r.StatementID, banking.Match{
		Lines: append([]uuid.UUID{r.LineID}, orZero(r.Body.Lines)...), Purpose: carryover.Purpose(r.Body.Purpose),
		Payments: orZero(r.Body.Payments), Dues: orZero(r.Body.Dues), Seen: orZero(r.Body.Seen), Note: orZero(r.Body.Note),
	})
	if err != nil {
		return nil, err
	}
	return MatchBankLine200JSONResponse(toBankLine(row)), nil
}
