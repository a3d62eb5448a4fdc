package satellite

import (
	"context"
	"errors"
	"maps"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
)

// gone are those of a field who were erased here after a day was taken, by entrant (R8.2). The day
// still names them, and it was played so: an order of the field can depend on a name (R2.1). So its
// acts are done again with the names that it has, and kept under the pseudonym.
type gone map[uuid.UUID]*erasedSince

// erasedSince is one of them.
type erasedSince struct {
	named identity // by the first act of the day that is still to be done
	x     Erasure
}

// goneOf finds who was erased, and all that the day calls them.
func (v *Service) goneOf(ctx context.Context, s *Satellite, day []Entry) (gone, error) {
	var ids []uuid.UUID
	for _, e := range s.Entrants {
		ids = append(ids, e.PlayerID)
	}
	erased, err := v.Persons.Erased(ctx, ids)
	if err != nil {
		return nil, err
	}
	all := gone{}
	for _, e := range s.Entrants {
		if erased[e.PlayerID] {
			all[e.ID] = &erasedSince{named: identity{e.Name, ""}, x: Erasure{PlayerID: e.PlayerID, Pseudonym: e.Name}}
		}
	}
	if err := v.enteredSince(ctx, s, day, all); err != nil {
		return nil, err
	}
	all.states(day, func(who *erasedSince, e Entrant) {
		who.x.Traces.Meet(e.Name, e.AssociationID)
	})
	return all, nil
}

// enteredSince adds those who entered in the day only: before they were erased, on other satellites,
// they would have been found by name or number.
func (v *Service) enteredSince(ctx context.Context, s *Satellite, day []Entry, all gone) error {
	inField, entered := map[uuid.UUID]bool{}, map[uuid.UUID]bool{}
	for _, e := range s.Entrants {
		inField[e.PlayerID] = true
	}
	for _, entry := range day {
		for _, c := range entry.Changes.Entrants {
			if c.After == nil {
				if c.Before != nil && all[c.Before.ID] != nil {
					delete(inField, all[c.Before.ID].x.PlayerID) // he may be entered again
				}
				continue
			}
			entered[c.After.ID] = entered[c.After.ID] || c.Before == nil
			if all[c.After.ID] != nil || !entered[c.After.ID] {
				continue
			}
			who, found, err := v.Persons.ErasedSince(ctx, c.After.Name, c.After.AssociationID, entry.At, inField)
			if err != nil {
				return err
			}
			if found {
				all[c.After.ID] = &erasedSince{x: Erasure{PlayerID: who.ID, Pseudonym: who.Name}}
				inField[who.ID] = true
			}
		}
	}
	return nil
}

// states goes through all states of them in a log.
func (g gone) states(log []Entry, visit func(who *erasedSince, e Entrant)) {
	for _, entry := range log {
		for _, c := range entry.Changes.Entrants {
			for _, state := range []*Entrant{c.Before, c.After} {
				if state != nil && g[state.ID] != nil {
					visit(g[state.ID], *state)
				}
			}
		}
	}
}

// meet takes in how the acts that are to be done name each of them first.
func (g gone) meet(news []Entry) {
	met := map[*erasedSince]bool{}
	g.states(news, func(who *erasedSince, e Entrant) {
		if !met[who] {
			who.named, met[who] = identity{e.Name, e.AssociationID}, true
		}
	})
}

func (e *erasedSince) asNamed() identity  { return e.named }
func (e *erasedSince) asHidden() identity { return identity{e.x.Pseudonym, ""} }

// named is a satellite as the day names them, hidden as it is kept.
func (g gone) named(s *Satellite) *Satellite  { return g.satellite(s, (*erasedSince).asNamed) }
func (g gone) hidden(s *Satellite) *Satellite { return g.satellite(s, (*erasedSince).asHidden) }

func (g gone) satellite(s *Satellite, as func(*erasedSince) identity) *Satellite {
	if len(g) == 0 {
		return s
	}
	s = s.Clone()
	for i, e := range s.Entrants {
		s.Entrants[i] = g.entrant(e, as)
	}
	return s
}

func (g gone) entrant(e Entrant, as func(*erasedSince) identity) Entrant {
	if who := g[e.ID]; who != nil {
		e.Name, e.AssociationID = as(who).Name, as(who).AssociationID
		e.PlayerID = who.x.PlayerID // a day takes whom it renames for another
	}
	return e
}

// namedEntry is an act of the log as the day knows it.
func (g gone) namedEntry(entry Entry) Entry {
	entry.Changes = g.changes(entry.Changes, (*erasedSince).asNamed)
	return entry
}

// hiddenEntry is an act of the day as it is kept. What it has changed of their names and numbers is
// no change any more.
func (g gone) hiddenEntry(entry Entry) Entry {
	entry.Reason = g.text(entry.Reason)
	entry.Changes = g.changes(entry.Changes, (*erasedSince).asHidden)
	return entry
}

// nothing says that an act of the day has changed their names or numbers and nothing else.
func (g gone) nothing(entry Entry) bool {
	return len(g) > 0 && !entry.Changes.Empty() && g.hiddenEntry(entry).Changes.Empty()
}

func (g gone) changes(c Changes, as func(*erasedSince) identity) Changes {
	if len(g) == 0 {
		return c
	}
	var kept []Change[Entrant]
	for _, change := range c.Entrants {
		change = each(change, func(e Entrant) Entrant { return g.entrant(e, as) })
		if change.Before == nil || change.After == nil || !sameJSON(change.Before, change.After) {
			kept = append(kept, change)
		}
	}
	c.Entrants = kept
	return c
}

// contacts are the addresses of a day without theirs (R8.1).
func (g gone) contacts(all map[uuid.UUID]string) map[uuid.UUID]string {
	all = maps.Clone(all)
	maps.DeleteFunc(all, func(id uuid.UUID, _ string) bool { return g[id] != nil })
	return all
}

func (g gone) text(text string) string {
	for _, who := range g {
		text = who.x.Text(text)
	}
	return text
}

// silent is an error that does not say their names.
func (g gone) silent(err error) error {
	var f *fault.Error
	if len(g) == 0 || !errors.As(err, &f) {
		return err
	}
	f.Detail = g.text(f.Detail)
	for i := range f.Fields {
		f.Fields[i].Detail = g.text(f.Fields[i].Detail)
	}
	return f
}
