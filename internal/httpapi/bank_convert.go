package httpapi

import (
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/carryover/bank"
	"github.com/nast-tour/nast/internal/carryover/banking"
	"github.com/nast-tour/nast/internal/money"
)

func toBankStatement(s banking.Statement) api.BankStatement {
	return api.BankStatement{
		ID: s.ID, Account: string(s.Account), From: toDate(s.From), To: toDate(s.To), Rows: s.Rows, Added: s.Added, Open: s.Open,
		ImportedAt: s.ImportedAt, ImportedBy: s.By.Name,
	}
}

func toBankLineCounts(rows []banking.Row) api.BankLineCounts {
	counts := banking.Counts(rows)
	return api.BankLineCounts{
		Matched: counts[banking.Matched], Proposed: counts[banking.Proposed],
		Unmatched: counts[banking.Unmatched], Nothing: counts[banking.Nothing],
	}
}

func toBankLine(row banking.Row) api.BankLine {
	out := api.BankLine{
		ID: optional(row.ID), StatementID: optional(row.StatementID), Account: string(row.Account), Line: row.Number, Day: toDate(row.Day),
		Amount: toMoney(row.Amount), Text: optional(row.Text), Reference: optional(row.Reference), Payer: optional(row.Payer),
		Cheque: optional(row.Cheque), State: api.BankLineState(row.State),
		Proposals: listOf(row.Proposals, func(p banking.Proposal) api.BankProposal { return toBankProposal(row.ID, p) }),
	}
	if c := row.Confirmed; c != nil {
		out.Confirmed = &api.BankConfirmed{
			Purpose: api.BankPurpose(c.Purpose), Payments: append([]uuid.UUID{}, c.Payments...), Seen: unlessEmpty(c.Seen),
			Note: optional(c.Note), At: c.At, By: c.By.Name,
		}
	}
	return out
}

// toBankProposal shows a proposal from the side of one of its lines.
func toBankProposal(line uuid.UUID, p banking.Proposal) api.BankProposal {
	out := api.BankProposal{
		Confidence: api.BankProposalConfidence(p.Confidence), Score: p.Score, Why: p.Why, Difference: toMoney(p.Difference),
		Candidates: listOf(p.Candidates, toBankCandidate),
	}
	if m := p.Match; m != nil {
		others := slices.DeleteFunc(slices.Clone(m.Lines), func(id uuid.UUID) bool { return id == line })
		out.Match = &api.BankMatch{
			Purpose: api.BankPurpose(m.Purpose), Lines: unlessEmpty(others), Payments: unlessEmpty(m.Payments),
			Dues: unlessEmpty(m.Dues), Seen: unlessEmpty(m.Seen),
		}
	}
	return out
}

func toBankCandidate(c banking.Candidate) api.BankCandidate {
	out := api.BankCandidate{
		Kind: api.BankCandidateKind(c.Kind), ID: c.ID, Amount: toMoney(c.Amount), Satellite: optional(c.Satellite),
		Method: optional(string(c.Method)), Reference: optional(c.Reference),
	}
	out.Director, out.BuyIn = toNamed(c.DirectorID, c.Payer), toNamed(c.BuyInID, c.Payer)
	if !c.Day.IsZero() {
		out.Day = ptr(toDate(c.Day))
	}
	return out
}

func toBankMapping(m bank.Mapping) api.BankMapping {
	at := m.Columns
	return api.BankMapping{
		Encoding: api.BankMappingEncoding(m.Encoding), Separator: m.Separator, SkipLines: optional(m.SkipLines), Header: m.Header,
		Columns: api.BankColumns{
			Date: at.Date, Amount: optional(at.Amount), Debit: optional(at.Debit), Credit: optional(at.Credit),
			Direction: optional(at.Direction), Currency: optional(at.Currency), Text: unlessEmpty(at.Text),
			Reference: optional(at.Reference), Payer: optional(at.Payer), Cheque: optional(at.Cheque), BankID: optional(at.BankID),
		},
		DateLayout: string(m.DateLayout), Number: api.BankNumber{
			Decimal: api.BankNumberDecimal(m.Number.Decimal), Thousands: optional(api.BankNumberThousands(m.Number.Thousands)),
		},
		Sign: api.BankMappingSign(m.Sign), Currency: optional(api.Currency(m.Currency)),
	}
}

func fromBankMapping(m api.BankMapping) bank.Mapping {
	at := m.Columns
	return bank.Mapping{
		Encoding: bank.Encoding(m.Encoding), Separator: m.Separator, SkipLines: orZero(m.SkipLines), Header: m.Header,
		Columns: bank.Columns{
			Date: at.Date, Amount: orZero(at.Amount), Debit: orZero(at.Debit), Credit: orZero(at.Credit),
			Direction: orZero(at.Direction), Currency: orZero(at.Currency), Text: orZero(at.Text),
			Reference: orZero(at.Reference), Payer: orZero(at.Payer), Cheque: orZero(at.Cheque), BankID: orZero(at.BankID),
		},
		DateLayout: bank.DateLayout(m.DateLayout),
		Number:     bank.Number{Decimal: string(m.Number.Decimal), Thousands: string(orZero(m.Number.Thousands))},
		Sign:       bank.Sign(m.Sign), Currency: money.Currency(orZero(m.Currency)),
	}
}

// unlessEmpty leaves an empty list out.
func unlessEmpty[T any](list []T) *[]T {
	if len(list) == 0 {
		return nil
	}
	return &list
}
