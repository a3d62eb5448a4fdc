package postgres

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/postgres/db"
)

// Append keeps what an act has made.
func (s Books) Append(ctx context.Context, e carryover.Entries) error {
	tenant, err := s.tenantOf(ctx, e.DirectorID)
	if err != nil {
		return fmt.Errorf("find the tenant of an account: %w", err)
	}
	for _, entry := range e.Dues {
		if err := s.appendDue(ctx, e.Debtor, tenant, entry); err != nil {
			return fmt.Errorf("post a due: %w", again(err))
		}
	}
	for _, p := range e.Payments {
		if err := s.appendStep(ctx, tenant, p); err != nil {
			return fmt.Errorf("keep a step of a payment: %w", again(err))
		}
	}
	for _, t := range e.Transactions {
		if err := s.appendTransaction(ctx, tenant, t); err != nil {
			return fmt.Errorf("post to the journal: %w", again(err))
		}
	}
	return nil
}

func (s Books) appendDue(ctx context.Context, debtor carryover.Debtor, tenant uuid.UUID, e carryover.DueEntry) error {
	if debtor.BuyInID != uuid.Nil {
		return s.appendBuyInDue(ctx, e)
	}
	p := db.InsertDueParams{
		TenantID: tenant, SatelliteID: e.SatelliteID, Number: e.Number, TourID: e.TourID, Amount: e.Amount.Amount,
		Currency: string(e.Amount.Currency), DueOn: toDate(e.DueOn), Formula: e.Statement.Formula, PostedAt: e.At,
		Kind: string(e.Kind), Day: toDate(e.Day), ByID: e.By.ID, ByName: e.By.Name, Reason: e.Reason, Rule: e.Rule,
	}
	if e.Kind != carryover.Waiver {
		body, err := json.Marshal(e.Statement)
		if err != nil {
			return err
		}
		p.Statement = body
	}
	return s.q(ctx).InsertDue(ctx, p)
}

func (s Books) appendStep(ctx context.Context, tenant uuid.UUID, p carryover.Payment) error {
	body, err := json.Marshal(p)
	if err != nil {
		return err
	}
	err = s.q(ctx).InsertPaymentStep(ctx, db.InsertPaymentStepParams{
		TenantID: tenant, PaymentID: p.ID, Number: p.Number, DirectorID: toID(p.DirectorID), BuyInID: toID(p.BuyInID), Act: string(p.Act), Day: toDate(p.Day),
		Method: string(p.Method), Status: string(p.Status()), Suspense: p.Suspense, Reference: p.Reference, Amount: p.Amount.Amount,
		Currency: string(p.Amount.Currency), Body: body, RecordedAt: p.At,
	})
	if err != nil {
		return err
	}
	for place, a := range p.Allocations {
		err := s.q(ctx).InsertAllocation(ctx, db.InsertAllocationParams{
			TenantID: tenant, PaymentID: p.ID, Number: p.Number, Place: place, SatelliteID: a.SatelliteID, Asked: a.Asked, Applied: a.Applied,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s Books) appendTransaction(ctx context.Context, tenant uuid.UUID, t journal.Transaction) error {
	err := s.q(ctx).InsertTransaction(ctx, db.InsertTransactionParams{
		TenantID: tenant, ID: t.ID, RecordedAt: t.At, Day: toDate(t.Day), Kind: t.Kind, Reference: t.Reference,
		Reverses: toID(t.Reverses), ByID: t.By.ID, ByName: t.By.Name, Reason: t.Reason,
	})
	if err != nil {
		return err
	}
	for place, l := range t.Lines {
		err := s.q(ctx).InsertLine(ctx, db.InsertLineParams{
			TenantID: tenant, TransactionID: t.ID, Place: place, Account: string(l.Account),
			Amount: l.Amount.Amount, Currency: string(l.Amount.Currency),
		})
		if err != nil {
			return err
		}
	}
	return nil
}
