package satellite

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/players"
)

// Enter adds an entrant and gives his id; email may be empty.
func (v *Service) Enter(ctx context.Context, id uuid.UUID, in EntrantInput, email string) (*Satellite, uuid.UUID, error) {
	var made Entrant
	s, err := v.act(ctx, id, "entrant.add", "", func(ctx context.Context, s *Satellite) (err error) {
		made, err = v.enter(ctx, s, in, email)
		return err
	})
	return s, made.ID, err
}

func (v *Service) enter(ctx context.Context, s *Satellite, in EntrantInput, email string) (Entrant, error) {
	e, err := s.ParseEntrant(in)
	if err != nil {
		return Entrant{}, err
	}
	if err := s.CanEnter(e, "/association_id"); err != nil {
		return Entrant{}, err
	}
	e.ID = v.NewID()
	if err := v.identify(ctx, s, &e); err != nil {
		return Entrant{}, err
	}
	if err := s.Enter(e, v.NewID); err != nil {
		return Entrant{}, err
	}
	e = s.Entrants[len(s.Entrants)-1]
	return e, v.contact(ctx, s, e.ID, email)
}

// identify finds the person that an entrant is; the others of the field are
// other people (R5.8).
func (v *Service) identify(ctx context.Context, s *Satellite, e *Entrant) error {
	inField := map[uuid.UUID]bool{}
	for _, other := range s.Entrants {
		if other.ID != e.ID {
			inField[other.PlayerID] = true
		}
	}
	identity, err := v.Persons.Identify(ctx, e.Name, e.AssociationID, inField)
	e.PlayerID = identity.Player
	return err
}

// contact keeps an e-mail address apart from the log (R8.1).
func (v *Service) contact(ctx context.Context, s *Satellite, entrant uuid.UUID, email string) error {
	if email = strings.TrimSpace(email); email == "" {
		return nil
	}
	return v.Store.SetContact(ctx, s, entrant, email)
}

// EditEntrant corrects an entrant; email nil leaves it. A new name or number
// may make him another person (R5.8).
func (v *Service) EditEntrant(ctx context.Context, id, entrant uuid.UUID, p EntrantPatch, email *string, reason string, m Match) (*Satellite, error) {
	return v.act(ctx, id, "entrant.edit", reason, func(ctx context.Context, s *Satellite) error {
		before, ok := s.EntrantByID(entrant)
		if !ok {
			return fault.New(fault.ResourceNotFound, "There is no such entrant.")
		}
		if err := m.Check(before.Version, EntrantOf{Satellite: s, Entrant: *before}); err != nil {
			return err
		}
		was := *before
		e, err := s.EditEntrant(entrant, p, v.NewID)
		if err != nil {
			return err
		}
		if e.Name != was.Name || e.AssociationID != was.AssociationID {
			if err := v.identify(ctx, s, e); err != nil {
				return err
			}
		}
		return v.changeContact(ctx, s, e, email)
	})
}

// changeContact changes an address. The log says that it has changed, not what
// it is; that it counts as a change also guards it against a second hand.
func (v *Service) changeContact(ctx context.Context, s *Satellite, e *Entrant, email *string) error {
	if email == nil {
		return nil
	}
	contacts, err := v.Store.Contacts(ctx, s)
	if err != nil {
		return err
	}
	address := strings.TrimSpace(*email)
	if contacts[e.ID] == address {
		return nil
	}
	e.Contact++
	return v.Store.SetContact(ctx, s, e.ID, address)
}

// EntrantOf is an entrant with the satellite he is in.
type EntrantOf struct {
	Satellite *Satellite
	Entrant   Entrant
}

// RemoveEntrant takes an entrant out before the start.
func (v *Service) RemoveEntrant(ctx context.Context, id, entrant uuid.UUID) error {
	_, err := v.simple(ctx, id, "entrant.remove", "", func(s *Satellite) error { return s.RemoveEntrant(entrant) })
	return err
}

// Contacts are the e-mail addresses by entrant.
func (v *Service) Contacts(ctx context.Context, s *Satellite) (map[uuid.UUID]string, error) {
	var contacts map[uuid.UUID]string
	err := v.Store.InTx(ctx, func(ctx context.Context) (err error) {
		contacts, err = v.Store.Contacts(ctx, s)
		return err
	})
	return contacts, err
}

// RosterRow is one row of a roster file.
type RosterRow struct {
	Line  int
	Entry EntrantInput
	Email string
	// Columns gives the column, counted in characters from 1, at which a field
	// of the row begins, by its name ("rating").
	Columns map[string]int
}

// Refusal is a row that was not taken, with the place in the file.
type Refusal struct {
	Line, Column        int
	Field, Code, Detail string
}

// Accepted is a row that was taken.
type Accepted struct {
	Line     int
	Entrant  Entrant
	Warnings []Warning
}

// Import says what became of the rows of a file.
type Import struct {
	Stored   bool
	Accepted []Accepted
	Refused  []Refusal
}

// ImportMode says what to do with good rows: nothing (dry run), store them
// only if all are good, or store them in any case.
type ImportMode int

// The modes.
const (
	AllOrNothing ImportMode = iota
	DryRun
	Partial
)

// ImportRoster enters the rows of a file in one act. Refusals that the reader
// of the file has found already are passed in. A row that says the same of a
// person as an entrant does who was there before changes nothing, so that the
// same file can be imported again.
func (v *Service) ImportRoster(ctx context.Context, id uuid.UUID, rows []RosterRow, refused []Refusal, mode ImportMode) (Import, error) {
	var out Import
	_, err := v.act(ctx, id, "entrant.import", "", func(ctx context.Context, s *Satellite) error {
		out = Import{Refused: slices.Clone(refused)}
		if err := s.fieldIsOpen(); err != nil {
			return err
		}
		if err := v.reserve(ctx, s, rows); err != nil {
			return err
		}
		known := slices.Clone(s.Entrants)
		for _, row := range rows {
			if err := v.importRow(ctx, s, row, &known, &out); err != nil {
				return err
			}
		}
		slices.SortStableFunc(out.Refused, func(a, b Refusal) int { return a.Line - b.Line })
		out.Stored = mode == Partial || mode == AllOrNothing && len(out.Refused) == 0
		if !out.Stored {
			return errNothingStored
		}
		return nil
	})
	if errors.Is(err, errNothingStored) {
		err = nil
	}
	return out, err
}

// reserve keeps the persons of all rows for this import, so that two imports of
// the same people never wait for each other.
func (v *Service) reserve(ctx context.Context, s *Satellite, rows []RosterRow) error {
	var claims []players.Claim
	for _, row := range rows {
		if e, err := s.ParseEntrant(row.Entry); err == nil {
			claims = append(claims, players.Claim{NameKey: e.Name.Key(), AssociationID: e.AssociationID})
		}
	}
	return v.Persons.Reserve(ctx, claims)
}

// errNothingStored rolls an import back that is not to be stored; nobody sees
// it.
var errNothingStored = errors.New("nothing is to be stored")

// importRow takes one row; known are the earlier entrants that no row has
// named yet.
func (v *Service) importRow(ctx context.Context, s *Satellite, row RosterRow, known *[]Entrant, out *Import) error {
	parsed, err := s.ParseEntrant(row.Entry)
	if err == nil {
		i := slices.IndexFunc(*known, func(e Entrant) bool { return samePerson(e, parsed) })
		if i >= 0 {
			e := (*known)[i]
			*known = slices.Delete(*known, i, i+1)
			out.Accepted = append(out.Accepted, Accepted{Line: row.Line, Entrant: e, Warnings: []Warning{
				{Code: "already_entered", Detail: e.Name.String() + " is entered already; the row changes nothing."},
			}})
			return nil
		}
	}
	e, err := v.enter(ctx, s, row.Entry, row.Email)
	if err == nil {
		out.Accepted = append(out.Accepted, Accepted{Line: row.Line, Entrant: e, Warnings: s.sameName(e)})
		return nil
	}
	var refused *fault.Error
	if !errors.As(err, &refused) || refused.Kind() != fault.Invalid && refused.Code != fault.DuplicateEntrant {
		return err
	}
	for _, f := range refused.Fields {
		field, _, _ := strings.Cut(strings.TrimPrefix(f.Pointer, "/"), "/")
		out.Refused = append(out.Refused, Refusal{
			Line: row.Line, Column: max(row.Columns[field], 1), Field: field, Code: f.Code, Detail: f.Detail,
		})
	}
	return nil
}

// samePerson says whether a row tells of an entrant what is known already: the
// same name, number and rating.
func samePerson(e, row Entrant) bool {
	return e.AssociationID == row.AssociationID && e.Rating == row.Rating && e.Name.Key() == row.Name.Key()
}

// sameName warns when two of a field have one name: they are two people.
func (s *Satellite) sameName(e Entrant) []Warning {
	for _, other := range s.Entrants {
		if other.ID != e.ID && other.Name.Key() == e.Name.Key() {
			return []Warning{{Code: "same_name", Detail: "Another " + e.Name.String() + " is entered already; they count as two people."}}
		}
	}
	return nil
}
