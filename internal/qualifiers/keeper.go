package qualifiers

import (
	"context"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/tour"
)

// Tours reads tours within a transaction.
type Tours interface {
	ByID(ctx context.Context, id uuid.UUID) (tour.Tour, error)
}

// Keeper keeps the lists of all tours, each by its own rules. Everything it does can be done twice,
// and by two at once.
type Keeper struct {
	Register
	State func(ctx context.Context, tour uuid.UUID) (State, error)
	Tours Tours
}

// Refresh brings the list of a tour up to date with a change.
func (k *Keeper) Refresh(ctx context.Context, id uuid.UUID, change Change) error {
	return k.Store.InTx(ctx, func(ctx context.Context) error {
		t, err := k.Tours.ByID(ctx, id)
		if err != nil {
			return err
		}
		_, err = k.Register.Refresh(ctx, id, t.Rules, change)
		return err
	})
}

// Rebuild makes the list of a tour from nothing and says whether that changed a row of it: after a
// healthy day it does not.
func (k *Keeper) Rebuild(ctx context.Context, id uuid.UUID) (changed bool, err error) {
	err = k.Store.InTx(ctx, func(ctx context.Context) error {
		t, err := k.Tours.ByID(ctx, id)
		if err != nil {
			return err
		}
		// Under the lock: what a refresh is just changing is no fault.
		if err := k.Store.LockList(ctx, id); err != nil {
			return err
		}
		was, err := k.State(ctx, id)
		if err != nil {
			return err
		}
		if _, err := k.Register.Rebuild(ctx, id, t.Rules); err != nil {
			return err
		}
		now, err := k.State(ctx, id)
		changed = now.Version != was.Version
		return err
	})
	return changed, err
}
