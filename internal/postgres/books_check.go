package postgres

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/postgres/db"
)

var (
	_ carryover.Records   = Books{}
	_ carryover.Addresses = Dues{}
)

// Names says what directors, satellites and buy-ins are called, of those that the caller sees.
func (s Books) Names(ctx context.Context, directors, satellites, buyIns []uuid.UUID) (carryover.Names, error) {
	names := carryover.Names{Directors: map[uuid.UUID]string{}, Satellites: map[uuid.UUID]string{}, BuyIns: map[uuid.UUID]string{}}
	rows, err := s.q(ctx).NamesOf(ctx, db.NamesOfParams{Directors: directors, Satellites: satellites})
	if err != nil {
		return names, fmt.Errorf("read names: %w", err)
	}
	byID := make(map[uuid.UUID]string, len(rows))
	for _, row := range rows {
		byID[row.ID] = row.Name
	}
	for _, pick := range []struct {
		ids  []uuid.UUID
		into map[uuid.UUID]string
	}{{directors, names.Directors}, {satellites, names.Satellites}} {
		for _, id := range pick.ids {
			if name, known := byID[id]; known {
				pick.into[id] = name
			}
		}
	}
	if len(buyIns) > 0 {
		names.BuyIns, err = s.buyers(ctx, buyIns...)
	}
	return names, err
}

// Addresses tells where directors get their mail.
func (s Dues) Addresses(ctx context.Context, directors []uuid.UUID) (map[uuid.UUID]string, error) {
	rows, err := s.q(ctx).AddressesOf(ctx, directors)
	if err != nil {
		return nil, fmt.Errorf("read the addresses of directors: %w", err)
	}
	addresses := make(map[uuid.UUID]string, len(rows))
	for _, row := range rows {
		addresses[row.TenantID] = row.Email
	}
	return addresses, nil
}

// Snapshot gives everything that the books hold. Nobody posts while it is read, so that the three
// agree.
func (s Books) Snapshot(ctx context.Context) ([]carryover.DueEntry, []carryover.Payment, []journal.Transaction, error) {
	if err := s.q(ctx).LockOfPeriod(ctx); err != nil {
		return nil, nil, nil, fmt.Errorf("lock the period: %w", err)
	}
	ledgers, err := s.ledgers(ctx, db.LedgerEntriesParams{})
	if err != nil {
		return nil, nil, nil, err
	}
	buyIns, err := s.buyInLedgers(ctx, db.BuyInEntriesParams{})
	if err != nil {
		return nil, nil, nil, err
	}
	var dues []carryover.DueEntry
	for _, l := range append(ledgers, buyIns...) {
		dues = append(dues, l.Entries...)
	}
	bodies, err := s.q(ctx).PaymentSteps(ctx, db.PaymentStepsParams{})
	if err != nil {
		return nil, nil, nil, fmt.Errorf("read the steps of payments: %w", err)
	}
	steps, err := parsePayments(bodies)
	if err != nil {
		return nil, nil, nil, err
	}
	kept, err := s.Journal(ctx, carryover.JournalFilter{})
	return dues, steps, kept, err
}
