package players

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
)

// Person is one person over all satellites, as the organiser keeps him.
type Person struct {
	ID            uuid.UUID
	Name          Name
	AssociationID string // "" where it is not known
	Doubtful      bool   // may be one of others with the same name
	Erased        bool   // name and number have given way to a pseudonym (R8.2)
	CreatedAt     time.Time
}

// Identity is who an entrant is.
type Identity struct {
	Player   uuid.UUID
	Doubtful bool
}

// Store keeps persons; every method joins the transaction of its context.
type Store interface {
	// Lock keeps others from adding persons of these names and numbers until the
	// transaction ends. It takes them in one order, whoever asks.
	Lock(ctx context.Context, claims []Claim) error
	// Like reads the persons that a name or number could mean, after a Lock on
	// both.
	Like(ctx context.Context, nameKey, associationID string) ([]Known, error)
	Insert(ctx context.Context, p Person) error
	SetNumber(ctx context.Context, id uuid.UUID, associationID string) error
	// Erased are those of some records that were erased.
	Erased(ctx context.Context, ids []uuid.UUID) ([]uuid.UUID, error)
	// ErasedLike are the persons, erased after a time, whom a name or number meant then.
	ErasedLike(ctx context.Context, name Name, associationID string, at time.Time) ([]Person, error)
}

// Service finds or makes the person that an entry means.
type Service struct {
	Store Store
	Now   func() time.Time
	NewID func() uuid.UUID
}

// Reserve keeps others from adding the persons of these claims until the
// transaction ends. Who identifies several in one transaction reserves them
// first: two who took them one by one could wait for each other.
func (v *Service) Reserve(ctx context.Context, claims []Claim) error {
	return v.Store.Lock(ctx, claims)
}

// Erased are those of some persons who were erased (R8.2).
func (v *Service) Erased(ctx context.Context, persons []uuid.UUID) (map[uuid.UUID]bool, error) {
	ids, err := v.Store.Erased(ctx, persons)
	if err != nil {
		return nil, err
	}
	erased := map[uuid.UUID]bool{}
	for _, id := range ids {
		erased[id] = true
	}
	return erased, nil
}

// ErasedSince is who was meant by a name and number at a time, if he was erased after it, and false
// where nobody was. Persons in the field already are other people.
func (v *Service) ErasedSince(ctx context.Context, name Name, associationID string, at time.Time, inField map[uuid.UUID]bool) (Person, bool, error) {
	like, err := v.Store.ErasedLike(ctx, name, associationID, at)
	like = slices.DeleteFunc(like, func(p Person) bool { return inField[p.ID] })
	if err != nil || len(like) == 0 {
		return Person{}, false, err
	}
	return like[0], true, nil
}

// Identify finds the person of a name and number, or makes one (R5.8). Persons
// in the field already are other people.
func (v *Service) Identify(ctx context.Context, name Name, associationID string, inField map[uuid.UUID]bool) (Identity, error) {
	claim := Claim{AssociationID: associationID, NameKey: name.Key()}
	known, err := v.Store.Like(ctx, claim.NameKey, associationID)
	if err != nil {
		return Identity{}, err
	}
	match := Find(claim, known, inField)
	if match.Player != uuid.Nil {
		if match.AddsNumber {
			err = v.Store.SetNumber(ctx, match.Player, associationID)
		}
		return Identity{Player: match.Player}, err
	}
	person := Person{
		ID: v.NewID(), Name: name, AssociationID: unclaimed(associationID, known),
		Doubtful: match.Doubtful, CreatedAt: v.Now().UTC(),
	}
	return Identity{Player: person.ID, Doubtful: person.Doubtful}, v.Store.Insert(ctx, person)
}

// unclaimed gives the number unless somebody holds it: a number is kept with
// one person only, and a doubtful second waits for the organiser.
func unclaimed(associationID string, known []Known) string {
	for _, k := range known {
		if k.AssociationID == associationID {
			return ""
		}
	}
	return associationID
}
