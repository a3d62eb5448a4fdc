package players

import (
	"context"

	"github.com/google/uuid"
)

// Erase erases a person with all his records on request (R8.2): names and contact give way to a
// pseudonym wherever they stand; results, seats and money stay. With them go the records that a
// mistyped name of his has left behind. Doing it again changes nothing.
func (v *Registry) Erase(ctx context.Context, record uuid.UUID) (card Card, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		whole, _, _, err := v.pair(ctx, record, record)
		if err != nil {
			return err
		}
		var all []Person
		var ids []uuid.UUID
		for _, r := range whole.Records {
			if !r.Erased {
				all, ids = append(all, r.Person), append(ids, r.ID)
			}
		}
		if err := v.erase(ctx, whole.ID, all, ids); err != nil {
			return err
		}
		people, err := v.people(ctx)
		if err != nil {
			return err
		}
		card, err = v.card(ctx, record, people)
		return err
	})
	return card, err
}

// erase erases records of one person, and tells the worker.
func (v *Registry) erase(ctx context.Context, person uuid.UUID, all []Person, ids []uuid.UUID) error {
	if len(all) == 0 {
		return nil
	}
	former, err := v.Store.Former(ctx, ids)
	if err != nil {
		return err
	}
	pseudonym, err := v.pseudonym(ctx, person)
	if err != nil {
		return err
	}
	now := v.Now().UTC()
	for _, p := range all {
		if err := v.Store.Erase(ctx, person, p, Erase(p, pseudonym), now); err != nil {
			return err
		}
	}
	for _, p := range former {
		if err := v.Store.Erase(ctx, p.ID, p, Erase(p, pseudonym), now); err != nil {
			return err
		}
	}
	if err := v.announce(ctx, ids); err != nil || v.Herald == nil {
		return err
	}
	return v.Herald.Erased(ctx, person, ids)
}

// pseudonym finds the one of a person.
func (v *Registry) pseudonym(ctx context.Context, person uuid.UUID) (Name, error) {
	var failed error
	name := Pseudonym(person, func(name Name) bool {
		taken, err := v.Store.NameTaken(ctx, name)
		if err != nil {
			failed = err
		}
		return taken && err == nil
	})
	return name, failed
}
