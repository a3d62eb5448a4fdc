package postgres

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/postgres/db"
	"github.com/nast-tour/nast/internal/satellite"
)

// Players is the store of internal/players.
type Players struct{ *DB }

var (
	_ players.Store     = Players{}
	_ satellite.Persons = (*players.Service)(nil)
)

// Lock takes a lock on each name and number, always in the same order.
func (s Players) Lock(ctx context.Context, claims []players.Claim) error {
	var keys []string
	for _, c := range claims {
		for _, key := range []string{c.NameKey, c.AssociationID} {
			if key != "" {
				keys = append(keys, key)
			}
		}
	}
	slices.Sort(keys)
	if err := s.q(ctx).LockNames(ctx, slices.Compact(keys)); err != nil {
		return fmt.Errorf("lock names: %w", err)
	}
	return nil
}

// Like reads all records of the persons that a name or number could mean, under a lock on both.
func (s Players) Like(ctx context.Context, nameKey, associationID string) ([]players.Known, error) {
	if err := s.Lock(ctx, []players.Claim{{NameKey: nameKey, AssociationID: associationID}}); err != nil {
		return nil, err
	}
	rows, err := s.q(ctx).PlayersLike(ctx, db.PlayersLikeParams{NameKey: nameKey, AssociationID: toText(associationID)})
	if err != nil {
		return nil, fmt.Errorf("find players: %w", err)
	}
	known := make([]players.Known, len(rows))
	for i, row := range rows {
		known[i] = players.Known{ID: row.ID, Person: fromID(row.PersonID), AssociationID: row.AssociationID, NameKey: row.NameKey}
	}
	return known, nil
}

// Insert keeps a new person.
func (s Players) Insert(ctx context.Context, p players.Person) error {
	return s.q(ctx).InsertPlayer(ctx, db.InsertPlayerParams{
		ID: p.ID, AssociationID: toText(p.AssociationID), FamilyName: p.Name.Family, GivenName: p.Name.Given,
		Suffix: p.Name.Suffix, NameKey: p.Name.Key(), Doubtful: p.Doubtful, CreatedAt: p.CreatedAt,
	})
}

// Erased are those of some records that were erased.
func (s Players) Erased(ctx context.Context, ids []uuid.UUID) ([]uuid.UUID, error) {
	erased, err := s.q(ctx).ErasedOf(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("find who was erased: %w", err)
	}
	return erased, nil
}

// SetNumber records the number of a person who had none.
func (s Players) SetNumber(ctx context.Context, id uuid.UUID, associationID string) error {
	return s.q(ctx).SetPlayerNumber(ctx, db.SetPlayerNumberParams{ID: id, AssociationID: toText(associationID)})
}
