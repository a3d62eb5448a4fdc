package postgres

import (
	"context"
	"fmt"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/postgres/db"
)

// Dues is the store of internal/carryover.
type Dues struct{ *DB }

var _ carryover.Store = Dues{}

// Dues reads dues in order; the status is left to the filter.
func (s Dues) Dues(ctx context.Context, f carryover.Filter) ([]carryover.Due, error) {
	rows, err := s.q(ctx).Dues(ctx, db.DuesParams{
		Own: s.own(ctx), Tour: f.Tour, Director: toID(f.Director), AfterID: toID(f.After.SatelliteID),
		AfterDay: toDate(f.After.DueOn), Count: int32(f.Limit),
	})
	if err != nil {
		return nil, fmt.Errorf("list dues: %w", err)
	}
	dues := make([]carryover.Due, len(rows))
	for i, row := range rows {
		currency := money.Currency(row.Currency)
		dues[i] = carryover.Due{
			SatelliteID: row.SatelliteID, Satellite: row.Satellite, Tour: row.Tour, Quiet: row.Quiet, DirectorID: row.TenantID, Director: row.Director,
			Amount:    money.Money{Amount: row.Amount, Currency: currency},
			Announced: money.Money{Amount: row.Announced, Currency: currency},
			Received:  money.Money{Amount: row.Received, Currency: currency},
			Waived:    money.Money{Amount: row.Waived, Currency: currency},
			DueOn:     fromDate(row.DueOn), Formula: row.Formula,
		}
	}
	return dues, nil
}

// BuyInDues reads what is owed for all buy-ins.
func (s Dues) BuyInDues(ctx context.Context) ([]carryover.Due, error) {
	rows, err := s.q(ctx).BuyIns(ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("list the dues of buy-ins: %w", err)
	}
	dues := make([]carryover.Due, len(rows))
	for i, row := range rows {
		in := func(cents int64) money.Money {
			return money.Money{Amount: cents, Currency: money.Currency(row.BuyIn.Currency)}
		}
		dues[i] = carryover.Due{
			BuyInID: row.BuyIn.ID, Tour: row.Tour, Director: players.Name{Family: row.FamilyName, Given: row.GivenName, Suffix: row.Suffix}.String(),
			Amount: in(row.Due), Announced: in(row.Announced), Received: in(row.Received), Waived: in(row.Waived), DueOn: fromDate(row.DueOn),
		}
	}
	return dues, nil
}
