package players

import (
	"context"

	"github.com/google/uuid"
)

// Erase erases a person with all his records on request (R8.2): names and contact give way to
// pseudonyms wherever they stand; results, seats and money stay. Doing it again changes nothing.
func (v *Registry) Erase(ctx context.Context, record uuid.UUID) (card Card, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		whole, _, _, err := v.pair(ctx, record, record)
		if err != nil {
			return err
		}
		var ids []uuid.UUID
		for _, r := range whole.Records {
			if r.Erased {
				continue
			}
			ids = append(ids, r.ID)
			if err := v.erase(ctx, whole.ID, r.Person); err != nil {
				return err
			}
		}
		if len(ids) > 0 {
			if err := v.announce(ctx, ids); err != nil {
				return err
			}
			if v.Herald != nil {
				if err := v.Herald.Erased(ctx, whole.ID, ids); err != nil {
					return err
				}
			}
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

func (v *Registry) erase(ctx context.Context, person uuid.UUID, before Person) error {
	var failed error
	after := Erase(before, func(name Name) bool {
		taken, err := v.Store.NameTaken(ctx, name)
		if err != nil {
			failed = err
		}
		return taken && err == nil
	})
	if failed != nil {
		return failed
	}
	return v.Store.Erase(ctx, person, before, after, v.Now().UTC())
}
