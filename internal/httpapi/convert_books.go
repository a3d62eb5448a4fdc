package httpapi

import (
	"cmp"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
)

func fromMoney(m api.Money) money.Money {
	return money.Money{Amount: m.Amount, Currency: money.Currency(m.Currency)}
}

func fromMoneyPtr(m *api.Money) *money.Money {
	if m == nil {
		return nil
	}
	return ptr(fromMoney(*m))
}

// toDay shows no day as null.
func toDay(d civil.Date) *openapi_types.Date {
	if d.IsZero() {
		return nil
	}
	return ptr(toDate(d))
}

// cents is an amount in the currency of another.
func cents(n int64, of money.Money) api.Money {
	return api.Money{Amount: n, Currency: string(of.Currency)}
}

// toNamed shows nobody as null.
func toNamed(id uuid.UUID, name string) *api.Named {
	if id == uuid.Nil {
		return nil
	}
	return &api.Named{ID: id, Name: name}
}

func toActor(a journal.Actor) api.Named { return api.Named{ID: a.ID, Name: a.Name} }

func toPayment(p carryover.Payment, names carryover.Names) api.Payment {
	return api.Payment{
		ID: p.ID, Director: toNamed(p.DirectorID, names.Directors[p.DirectorID]), BuyIn: toNamed(p.BuyInID, names.BuyIns[p.BuyInID]),
		Method: api.PaymentMethod(p.Method), Reference: p.Reference,
		Amount: toMoney(p.Amount), AnnouncedOn: toDay(p.AnnouncedOn), ReceivedOn: toDay(p.ReceivedOn), State: api.PaymentState(p.Status()),
		Suspense: p.Suspense, Applied: cents(p.Applied(), p.Amount), Unallocated: cents(p.Unallocated(), p.Amount),
		Refunded: cents(p.Refunded(), p.Amount), Owner: p.Owner, Note: p.Note, AtStripe: p.AtStripe,
		Allocations: listOf(p.Allocations, func(a carryover.Allocation) api.PaymentAllocation {
			return api.PaymentAllocation{
				SatelliteID: a.SatelliteID, Satellite: cmp.Or(names.Satellites[a.SatelliteID], names.BuyIns[a.SatelliteID]),
				Amount: cents(a.Asked, p.Amount), Applied: cents(a.Applied, p.Amount),
			}
		}),
	}
}

func toStep(p carryover.Payment) api.PaymentStep {
	return api.PaymentStep{
		Number: p.Number, Act: api.PaymentStepAct(p.Act), On: toDate(p.Day), At: p.At, By: toActor(p.By), Reason: optional(p.Reason),
		State: api.PaymentState(p.Status()), Amount: toMoney(p.Amount), Applied: cents(p.Applied(), p.Amount), Unallocated: cents(p.Unallocated(), p.Amount),
	}
}

func toDueEntry(e carryover.DueEntry) api.DueEntry {
	shown := api.DueEntry{
		Number: e.Number, Kind: api.DueEntryKind(e.Kind), Amount: toMoney(e.Amount), On: toDate(e.Day), At: e.At, By: toActor(e.By), Reason: optional(e.Reason),
	}
	if e.Kind == carryover.BuyIn || e.Kind == carryover.Withdrawal {
		shown.Rule, shown.Formula = optional(e.Rule), optional(e.Statement.Formula)
	}
	if e.Kind == carryover.Waiver || e.Statement.BaseKind == "" {
		return shown
	}
	st := e.Statement
	shown.Rule, shown.Base, shown.BaseKind = optional(e.Rule), ptr(toMoney(st.Base)), ptr(api.CarryoverBase(st.BaseKind))
	shown.Percent, shown.Due, shown.Formula = ptr(st.Percent.String()), ptr(toMoney(st.Due)), optional(st.Formula)
	return shown
}

func toAccountLine(l carryover.HistoryLine) api.AccountLine {
	return api.AccountLine{
		On: toDate(l.Day), What: l.What, SatelliteID: optional(l.SatelliteID), PaymentID: optional(l.PaymentID),
		Amount: toMoney(l.Amount), Balance: toMoney(l.Balance),
	}
}

func toReconciliation(s carryover.Sheet) api.Reconciliation {
	return api.Reconciliation{
		Tour: s.Tour, AsOf: toDate(s.AsOf), Rows: listOf(s.Rows, func(row carryover.SheetRow) api.ReconciliationRow { return toSheetRow(row, s.AsOf) }),
		Totals: listOf(s.Totals, toTotal), BuyInTotals: listOf(s.Bought, toTotal),
		BuyIns: listOf(s.BuyIns, func(row carryover.SheetRow) api.ReconciliationBuyIn { return toBuyInRow(row, s.AsOf) }),
		Credit: listOf(s.Credit, toLoose), Suspense: listOf(s.Suspense, toLoose),
		Ties: listOf(s.Ties, toBookTie), Agrees: carryover.Agree(s.Ties),
		Balances: listOf(s.Balances, func(b journal.Balance) api.AccountBalance {
			return api.AccountBalance{Account: string(b.Account), Balance: toMoney(b.Amount)}
		}),
	}
}

func toSheetRow(row carryover.SheetRow, asOf civil.Date) api.ReconciliationRow {
	return api.ReconciliationRow{
		SatelliteID: row.SatelliteID, Satellite: row.Satellite, Director: api.Named{ID: row.DirectorID, Name: row.Director},
		Due: toMoney(row.Amount), Adjusted: toMoney(row.Adjusted), Announced: toMoney(row.Announced), Received: toMoney(row.Received),
		Cleared: toMoney(row.Cleared), Bounced: toMoney(row.Bounced), Waived: toMoney(row.Waived), Outstanding: toMoney(row.Outstanding()),
		DueOn: toDate(row.DueOn), DaysOverdue: row.DaysOverdue(asOf), Status: api.DueStatus(row.Status()),
	}
}

func toBuyInRow(row carryover.SheetRow, asOf civil.Date) api.ReconciliationBuyIn {
	return api.ReconciliationBuyIn{
		BuyInID: row.BuyInID, Player: row.Director,
		Due: toMoney(row.Amount), Adjusted: toMoney(row.Adjusted), Announced: toMoney(row.Announced), Received: toMoney(row.Received),
		Cleared: toMoney(row.Cleared), Bounced: toMoney(row.Bounced), Waived: toMoney(row.Waived), Outstanding: toMoney(row.Outstanding()),
		DueOn: toDate(row.DueOn), DaysOverdue: row.DaysOverdue(asOf), Status: api.DueStatus(row.Status()),
	}
}

func toBookTie(t carryover.Tie) api.ReconciliationTie {
	return api.ReconciliationTie{What: t.What, Sheet: toMoney(t.Sheet), Journal: toMoney(t.Journal), Holds: t.Holds()}
}

func toTotal(t carryover.Total) api.ReconciliationTotal {
	in := money.Zero(t.Currency)
	return api.ReconciliationTotal{
		Currency: string(t.Currency), Due: cents(t.Due, in), Adjusted: cents(t.Adjusted, in), Announced: cents(t.Announced, in),
		Received: cents(t.Received, in), Cleared: cents(t.Cleared, in), Bounced: cents(t.Bounced, in), Waived: cents(t.Waived, in),
		Outstanding: cents(t.Outstanding, in),
	}
}

func toLoose(l carryover.Loose) api.LoosePayment {
	p := l.Payment
	return api.LoosePayment{
		PaymentID: p.ID, Director: toNamed(p.DirectorID, l.Director), BuyIn: toNamed(p.BuyInID, l.Director), Method: api.PaymentMethod(p.Method), Reference: p.Reference,
		Amount: toMoney(l.Amount), ReceivedOn: toDay(p.ReceivedOn), Days: l.Days, Owner: p.Owner, Note: p.Note,
	}
}
