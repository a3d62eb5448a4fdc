package postgres

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/postgres/db"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/tour"
)

var (
	_ qualifiers.FinalStore = Qualifiers{}
	_ qualifiers.Persons    = (*players.Service)(nil)
	_ tour.BuyIns           = (*qualifiers.Finals)(nil)
)

// LockFinal reads a tour and keeps others from its rules and its buy-ins until the transaction ends.
func (s Qualifiers) LockFinal(ctx context.Context, id uuid.UUID) (tour.Tour, error) {
	row, err := s.q(ctx).LockFinal(ctx, id)
	if err != nil {
		return tour.Tour{}, missing(err, "tour")
	}
	return fromTour(row)
}

// BuyIns are all of a tour, in order of time.
func (s Qualifiers) BuyIns(ctx context.Context, tour uuid.UUID) ([]qualifiers.BuyIn, error) {
	rows, err := s.q(ctx).BuyIns(ctx, &tour)
	if err != nil {
		return nil, fmt.Errorf("read the buy-ins: %w", err)
	}
	buyIns := make([]qualifiers.BuyIn, len(rows))
	for i, row := range rows {
		b := row.BuyIn
		buyIns[i] = qualifiers.BuyIn{
			ID: b.ID, PlayerID: row.Person, Name: players.Name{Family: row.FamilyName, Given: row.GivenName, Suffix: row.Suffix}.String(),
			AssociationID: row.AssociationID, Rating: b.Rating, Price: money.Money{Amount: b.Price, Currency: money.Currency(b.Currency)},
			At: b.BoughtAt.UTC(), By: b.ByName, Email: b.Email, Note: b.Note,
			WithdrawnAt: fromTime(b.WithdrawnAt), WithdrawnBy: b.WithdrawnBy, Reason: b.Reason, FeeKept: b.FeeKept,
			Account: qualifiers.BuyInAccount{Due: row.Due, Waived: row.Waived, Announced: row.Announced, Received: row.Received, Credit: row.Credit},
		}
	}
	return buyIns, nil
}

// AddBuyIn keeps a new buy-in.
func (s Qualifiers) AddBuyIn(ctx context.Context, tour uuid.UUID, b qualifiers.BuyIn) error {
	return s.q(ctx).InsertBuyIn(ctx, db.InsertBuyInParams{
		ID: b.ID, TourID: tour, PlayerID: b.PlayerID, Rating: b.Rating, Price: b.Price.Amount, Currency: string(b.Price.Currency),
		BoughtAt: b.At, ByName: b.By, Email: b.Email, Note: b.Note,
	})
}

// WithdrawBuyIn keeps that a buy-in was withdrawn.
func (s Qualifiers) WithdrawBuyIn(ctx context.Context, b qualifiers.BuyIn) error {
	return s.q(ctx).WithdrawBuyIn(ctx, db.WithdrawBuyInParams{
		ID: b.ID, WithdrawnAt: &b.WithdrawnAt, WithdrawnBy: b.WithdrawnBy, Reason: b.Reason, FeeKept: b.FeeKept,
	})
}

// Buyer reads the person of a record, with his last known rating.
func (s Qualifiers) Buyer(ctx context.Context, record uuid.UUID) (qualifiers.Buyer, error) {
	row, err := s.q(ctx).Buyer(ctx, record)
	if err != nil {
		return qualifiers.Buyer{}, missing(err, "player")
	}
	return qualifiers.Buyer{
		PlayerID: row.ID, Name: players.Name{Family: row.FamilyName, Given: row.GivenName, Suffix: row.Suffix}.String(),
		AssociationID: row.AssociationID, Rating: row.Rating, Erased: row.ErasedAt != nil,
	}, nil
}
