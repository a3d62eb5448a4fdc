package postgres

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/postgres/db"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
)

// Finals gives satellites what a Final Event is made from (R5.7): the final field, with the names and
// records of its persons, and the pool of the tour.
type Finals struct {
	*DB
	Fields   *qualifiers.Finals
	Treasury *carryover.Treasury
}

var _ satellite.Finals = Finals{}

// Pool is what is due to the Final Event of a tour, and what of it is still to come, in the currency
// of the tour: amounts in another are never added (R6.1).
func (s Finals) Pool(ctx context.Context, t tour.Tour) (satellite.PrizePool, error) {
	pool, err := s.Treasury.PrizePool(ctx, t.Slug)
	if err != nil {
		return satellite.PrizePool{}, err
	}
	return satellite.PoolIn(t.Currency, pool), nil
}

// Field is the final field as it stands.
func (s Finals) Field(ctx context.Context, tour uuid.UUID) (satellite.FinalField, error) {
	final, err := s.Fields.Field(ctx, tour)
	if err != nil {
		return satellite.FinalField{}, err
	}
	var field satellite.FinalField
	for _, f := range final.Field {
		field.Finalists = append(field.Finalists, satellite.Finalist{PlayerID: f.PlayerID, AssociationID: f.AssociationID, Rating: f.Rating})
		if f.BoughtIn && !f.Paid {
			field.Open = append(field.Open, satellite.OpenPlace{PlayerID: f.PlayerID, Name: f.Name, Unpaid: true})
		}
	}
	for _, b := range final.Waiting {
		field.Finalists = append(field.Finalists, satellite.Finalist{
			PlayerID: b.PlayerID, AssociationID: b.AssociationID, Rating: b.Rating, Waits: true,
		})
	}
	for _, row := range final.Missing {
		field.Open = append(field.Open, satellite.OpenPlace{PlayerID: row.PlayerID, Name: row.Name})
	}
	return field, s.identify(ctx, field.Finalists)
}

// identify gives finalists their names, and the records that were merged into theirs.
func (s Finals) identify(ctx context.Context, field []satellite.Finalist) error {
	at := map[uuid.UUID]*satellite.Finalist{}
	var persons []uuid.UUID
	for i, f := range field {
		at[f.PlayerID], persons = &field[i], append(persons, f.PlayerID)
	}
	rows, err := s.q(ctx).RecordsOf(ctx, persons)
	if err != nil {
		return fmt.Errorf("read the persons of the final field: %w", err)
	}
	for _, row := range rows {
		if f, own := at[row.ID]; own {
			f.Name = nameOf(row)
		} else if f := at[fromID(row.PersonID)]; f != nil {
			f.Records = append(f.Records, row.ID)
		}
	}
	return nil
}

func nameOf(row db.Player) players.Name {
	return players.Name{Family: row.FamilyName, Given: row.GivenName, Suffix: row.Suffix}
}
