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
	State  func(ctx context.Context, tour uuid.UUID) (State, error)
	Tours  Tours
	Herald Herald // nil: nobody outside is told
}

// Refresh brings the list of a tour up to date with a change.
func (k *Keeper) Refresh(ctx context.Context, id uuid.UUID, change Change) error {
	_, err := k.change(ctx, id, func(ctx context.Context, rules tour.Rules) error {
		_, err := k.Register.Refresh(ctx, id, rules, change)
		return err
	})
	return err
}

// Rebuild makes the list of a tour from nothing and says whether that changed a row of it: after a
// healthy day it does not.
func (k *Keeper) Rebuild(ctx context.Context, id uuid.UUID) (changed bool, err error) {
	return k.change(ctx, id, func(ctx context.Context, rules tour.Rules) error {
		_, err := k.Register.Rebuild(ctx, id, rules)
		return err
	})
}

// change does something with the list of a tour, says whether that changed it, and tells of it.
func (k *Keeper) change(ctx context.Context, id uuid.UUID, do func(ctx context.Context, rules tour.Rules) error) (changed bool, err error) {
	err = k.Store.InTx(ctx, func(ctx context.Context) error {
		t, err := k.Tours.ByID(ctx, id)
		if err != nil {
			return err
		}
		// Under the lock: what somebody else is just changing is not ours.
		if err := k.Store.LockList(ctx, id); err != nil {
			return err
		}
		was, err := k.State(ctx, id)
		if err != nil {
			return err
		}
		if err := do(ctx, t.Rules); err != nil {
			return err
		}
		now, err := k.State(ctx, id)
		changed = now.Version != was.Version
		if err != nil || !changed || k.Herald == nil {
			return err
		}
		return k.Herald.ListChanged(ctx, id, now.Version)
	})
	return changed, err
}
