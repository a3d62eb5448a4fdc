package players

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
)

// RegistryStore keeps persons and what the organiser decides of them. What a director may not see is
// not there for him (fault.ResourceNotFound). Every method but InTx joins the transaction of its
// context.
type RegistryStore interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// Lock keeps others from adding persons of these names and numbers.
	Lock(ctx context.Context, claims []Claim) error
	// LockDecisions keeps others from deciding until the transaction ends.
	LockDecisions(ctx context.Context) error
	// Decisions are all; none for who may not see them.
	Decisions(ctx context.Context) ([]Decision, error)
	AddDecision(ctx context.Context, d Decision) error
	// SetPersons keeps whose record each is; uuid.Nil: his own.
	SetPersons(ctx context.Context, persons map[uuid.UUID]uuid.UUID) error

	// Canonical is the person of a record, if the caller may see him.
	Canonical(ctx context.Context, record uuid.UUID) (uuid.UUID, error)
	// Dossiers are all records of persons, by person, his own first.
	Dossiers(ctx context.Context, persons []uuid.UUID) (map[uuid.UUID][]Dossier, error)
	// Search lists persons by family name.
	Search(ctx context.Context, f Filter) ([]Person, error)
	// Namesakes are the persons who share a name with another.
	Namesakes(ctx context.Context) ([]uuid.UUID, error)

	NameTaken(ctx context.Context, name Name) (bool, error)
	// Erase puts a record in the place of the one before, wherever that is named (R8.2).
	Erase(ctx context.Context, person uuid.UUID, before, after Person, at time.Time) error
	// Former are records of nobody any more: those that the entrants of some records were taken for
	// before a name or number was corrected.
	Former(ctx context.Context, records []uuid.UUID) ([]Person, error)
	// ToursOf are the tours in which the records were in a field.
	ToursOf(ctx context.Context, records []uuid.UUID) ([]uuid.UUID, error)
}

// Filter selects persons.
type Filter struct {
	Text  string // part of the name, or the number
	After Position
	Limit int
}

// Position is a place in the list of persons.
type Position struct {
	Family string    `json:"f"`
	Given  string    `json:"g"`
	ID     uuid.UUID `json:"i"`
}

// Announcer tells the worker, in the transaction of the context, that the lists of tours have to
// follow persons who are others than they were.
type Announcer interface {
	PersonsChanged(ctx context.Context, tours, persons []uuid.UUID) error
}

// Herald tells programs outside what was decided over who is the same person, with the record that
// was named and all that it was about, and who was erased, in the transaction that keeps it.
type Herald interface {
	Decided(ctx context.Context, d Decision, named uuid.UUID, records []uuid.UUID) error
	Erased(ctx context.Context, person uuid.UUID, records []uuid.UUID) error
}

// Registry is where the organiser looks persons up and decides who is the same (R5.8), and where a
// person is erased (R8.2). Directors look up those of their own satellites.
type Registry struct {
	Store     RegistryStore
	Announcer Announcer
	Herald    Herald // nil: nobody outside is told
	Now       func() time.Time
	NewID     func() uuid.UUID
}

// Card is a person with all that is known of him.
type Card struct {
	Dossier             // of the whole person
	Records   []Dossier // his own first
	Decisions []Decision
}

// Search lists persons by family name.
func (v *Registry) Search(ctx context.Context, f Filter) (persons []Person, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		persons, err = v.Store.Search(ctx, f)
		return err
	})
	return persons, err
}

// Get reads the person of a record.
func (v *Registry) Get(ctx context.Context, record uuid.UUID) (card Card, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		people, err := v.people(ctx)
		if err != nil {
			return err
		}
		card, err = v.card(ctx, record, people)
		return err
	})
	return card, err
}

func (v *Registry) people(ctx context.Context) (People, error) {
	decisions, err := v.Store.Decisions(ctx)
	if err != nil {
		return People{}, err
	}
	return Fold(decisions)
}

func (v *Registry) card(ctx context.Context, record uuid.UUID, people People) (Card, error) {
	id, err := v.Store.Canonical(ctx, record)
	if err != nil {
		return Card{}, err
	}
	dossiers, err := v.Store.Dossiers(ctx, []uuid.UUID{id})
	if err != nil {
		return Card{}, err
	}
	return Card{Dossier: Together(dossiers[id]), Records: dossiers[id], Decisions: people.InForce(id)}, nil
}

// Doubtful lists the pairs who may be one person.
func (v *Registry) Doubtful(ctx context.Context) (doubts []Doubt, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		people, err := v.people(ctx)
		if err != nil {
			return err
		}
		ids, err := v.Store.Namesakes(ctx)
		if err != nil {
			return err
		}
		dossiers, err := v.Store.Dossiers(ctx, ids)
		if err != nil {
			return err
		}
		var persons []Dossier
		for _, records := range dossiers {
			persons = append(persons, Together(records))
		}
		doubts = Doubts(persons, people)
		return nil
	})
	return doubts, err
}

// Merge makes one person of two: gives becomes a record of keeps. Its errors are those of
// People.Merge; where they are one already it changes nothing.
func (v *Registry) Merge(ctx context.Context, keeps, gives uuid.UUID, reason, by string) (Card, error) {
	return v.decide(ctx, keeps, gives, reason, by, func(a, b Card, people People) (Decision, bool, error) {
		if keeps != gives && people.Same(keeps, gives) {
			return Decision{}, false, nil
		}
		return people.Merge(a.Dossier, b.Dossier, reason)
	})
}

// TellApart says that two persons are not the same, so that they are no doubtful pair any more.
func (v *Registry) TellApart(ctx context.Context, a, b uuid.UUID, reason, by string) (Card, error) {
	return v.decide(ctx, a, b, reason, by, func(a, b Card, people People) (Decision, bool, error) {
		return people.TellApart(a.ID, b.ID, reason)
	})
}

// Split takes back the merge by which a record belongs to another person, so that it is a person
// again, and gives him. Its errors are those of People.Split.
func (v *Registry) Split(ctx context.Context, record uuid.UUID, reason, by string) (Card, error) {
	return v.decide(ctx, record, record, reason, by, func(_, _ Card, people People) (Decision, bool, error) {
		d, err := people.Split(record, reason)
		return d, err == nil, err
	})
}

// decide reads two persons under a lock, lets rule decide, and lets everything follow: whose record
// each is, and by the worker the lists. It gives the first as he is then.
func (v *Registry) decide(ctx context.Context, a, b uuid.UUID, reason, by string, rule func(a, b Card, people People) (Decision, bool, error)) (card Card, err error) {
	if strings.TrimSpace(reason) == "" {
		return Card{}, fault.New(fault.ReasonRequired, "Say why, for everybody who asks.").WithField("/reason", "required", "A reason is needed.")
	}
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		first, second, people, err := v.pair(ctx, a, b)
		if err != nil {
			return err
		}
		d, anything, err := rule(first, second, people)
		if err != nil {
			return err
		}
		if !anything {
			card = first
			return nil
		}
		card, err = v.follow(ctx, a, d, by, append(first.Records, second.Records...))
		return err
	})
	return card, err
}

// pair reads two persons whom nobody else decides of, and into whose names nobody enters, until the
// transaction ends.
func (v *Registry) pair(ctx context.Context, a, b uuid.UUID) (first, second Card, people People, err error) {
	if err := v.Store.LockDecisions(ctx); err != nil {
		return first, second, people, err
	}
	if people, err = v.people(ctx); err != nil {
		return first, second, people, err
	}
	for range 2 { // who they are says which names to lock; under the lock they are read again
		if first, err = v.card(ctx, a, people); err != nil {
			return first, second, people, err
		}
		if second, err = v.card(ctx, b, people); err != nil {
			return first, second, people, err
		}
		if err := v.Store.Lock(ctx, claimsOf(append(first.Records, second.Records...))); err != nil {
			return first, second, people, err
		}
	}
	return first, second, people, nil
}

func claimsOf(records []Dossier) []Claim {
	var claims []Claim
	for _, r := range records {
		claims = append(claims, Claim{NameKey: r.Name.Key(), AssociationID: r.AssociationID})
	}
	return claims
}

// follow adds a decision over some records, and all that follows from it.
func (v *Registry) follow(ctx context.Context, record uuid.UUID, d Decision, by string, records []Dossier) (Card, error) {
	decisions, err := v.Store.Decisions(ctx)
	if err != nil {
		return Card{}, err
	}
	d.ID, d.Number, d.At, d.By = v.NewID(), int64(len(decisions))+1, v.Now().UTC(), by
	people, err := Fold(append(decisions, d))
	if err != nil {
		return Card{}, err
	}
	if err := v.Store.AddDecision(ctx, d); err != nil {
		return Card{}, err
	}
	var ids []uuid.UUID
	persons := map[uuid.UUID]uuid.UUID{}
	for _, r := range records {
		ids = append(ids, r.ID)
		persons[r.ID] = uuid.Nil
		if person := people.CanonicalOf(r.ID); person != r.ID {
			persons[r.ID] = person
		}
	}
	if err := v.Store.SetPersons(ctx, persons); err != nil {
		return Card{}, err
	}
	if err := v.announce(ctx, ids); err != nil {
		return Card{}, err
	}
	if v.Herald != nil {
		if err := v.Herald.Decided(ctx, d, record, ids); err != nil {
			return Card{}, err
		}
	}
	return v.card(ctx, record, people)
}

func (v *Registry) announce(ctx context.Context, records []uuid.UUID) error {
	tours, err := v.Store.ToursOf(ctx, records)
	if err != nil {
		return err
	}
	return v.Announcer.PersonsChanged(ctx, tours, records)
}
