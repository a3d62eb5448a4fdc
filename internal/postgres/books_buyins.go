package postgres

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/postgres/db"
)

// buyInLedgers puts the entries of buy-ins together, by buy-in. Their names are read apart (buyers).
func (s Books) buyInLedgers(ctx context.Context, p db.BuyInEntriesParams) ([]carryover.NamedLedger, error) {
	rows, err := s.q(ctx).BuyInEntries(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("read the entries of buy-ins: %w", err)
	}
	var ledgers []carryover.NamedLedger
	for _, row := range rows {
		d := row.BuyInDue
		if n := len(ledgers); n == 0 || ledgers[n-1].SatelliteID != d.BuyInID {
			ledgers = append(ledgers, carryover.NamedLedger{Ledger: carryover.Ledger{SatelliteID: d.BuyInID, TourID: row.TourID}, Tour: row.Tour})
		}
		last := &ledgers[len(ledgers)-1]
		last.Entries = append(last.Entries, carryover.DueEntry{
			SatelliteID: d.BuyInID, TourID: row.TourID, Number: d.Number, Kind: carryover.EntryKind(d.Kind),
			Amount: money.Money{Amount: d.Amount, Currency: money.Currency(d.Currency)}, Rule: d.Rule, DueOn: fromDate(d.DueOn),
			Statement: carryover.Statement{Formula: d.Formula},
			Stamp: journal.Stamp{
				At: d.PostedAt.UTC(), Day: fromDate(d.Day), By: journal.Actor{ID: d.ByID, Name: d.ByName}, Reason: d.Reason,
			},
		})
	}
	return ledgers, nil
}

// buyers are the names of those who have bought in, by buy-in; of all where none is named.
func (s Books) buyers(ctx context.Context, buyIns ...uuid.UUID) (map[uuid.UUID]string, error) {
	rows, err := s.q(ctx).BuyersOf(ctx, db.BuyersOfParams{Every: len(buyIns) == 0, BuyIns: buyIns})
	if err != nil {
		return nil, fmt.Errorf("read who has bought in: %w", err)
	}
	names := make(map[uuid.UUID]string, len(rows))
	for _, row := range rows {
		names[row.ID] = players.Name{Family: row.FamilyName, Given: row.GivenName, Suffix: row.Suffix}.String()
	}
	return names, nil
}

func (s Books) appendBuyInDue(ctx context.Context, e carryover.DueEntry) error {
	return s.q(ctx).InsertBuyInDue(ctx, db.InsertBuyInDueParams{
		BuyInID: e.SatelliteID, Number: e.Number, Kind: string(e.Kind), Amount: e.Amount.Amount, Currency: string(e.Amount.Currency),
		DueOn: toDate(e.DueOn), Formula: e.Statement.Formula, PostedAt: e.At, Day: toDate(e.Day), ByID: e.By.ID, ByName: e.By.Name,
		Reason: e.Reason, Rule: e.Rule,
	})
}

// Receivables reads what was posted to the receivables of a tour.
func (s Books) Receivables(ctx context.Context, tour string, asOf civil.Date) ([]carryover.Posting, error) {
	rows, err := s.q(ctx).Receivables(ctx, db.ReceivablesParams{Tour: tour, Through: toDate(asOf)})
	if err != nil {
		return nil, fmt.Errorf("sum the receivables of a tour: %w", err)
	}
	postings := make([]carryover.Posting, len(rows))
	for i, row := range rows {
		postings[i] = carryover.Posting{
			Owed: journal.Account(row.Owed), Against: journal.Account(row.Against),
			Amount: money.Money{Amount: row.Amount, Currency: money.Currency(row.Currency)},
		}
	}
	return postings, nil
}
