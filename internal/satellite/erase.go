package satellite

import (
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/players"
)

// Erasure is the record of a person whose name gives way to a pseudonym (R8.2): in the field, in
// the log and in the reports of a satellite. Everything else stays, so that the log still gives the
// same satellite when it is replayed (R4.9).
type Erasure struct {
	PlayerID  uuid.UUID
	Pseudonym players.Name
	Traces    players.Traces // by which he is known in what somebody has typed

	former []identity // the names and numbers before the last, in the order in which the log has them
}

// identity is what names a person in one state of the log.
type identity struct {
	Name          players.Name
	AssociationID string
}

// Entrant is the entrant as he stands now, if he is the person.
func (x *Erasure) Entrant(e Entrant) Entrant {
	if e.PlayerID == x.PlayerID {
		e.Name, e.AssociationID = x.Pseudonym, ""
	}
	return e
}

// Log replaces the person in all entries of a log, the last state of which is now. A change of his
// name or number has to stay a change, or replay would miss one: each name that he had before gets a
// pseudonym of its own.
func (x *Erasure) Log(log []Entry, now []Entrant) []Entry {
	current := map[identity]bool{}
	for _, e := range now {
		if e.PlayerID == x.PlayerID {
			current[identity{e.Name, e.AssociationID}] = true
		}
	}
	erased := slices.Clone(log)
	for i := range erased {
		e := &erased[i]
		e.Reason = x.Text(e.Reason)
		if e.Actor.Role == "player" {
			e.Actor.Name = x.Text(e.Actor.Name)
		}
		e.Changes.Entrants = slices.Clone(e.Changes.Entrants)
		for j, c := range e.Changes.Entrants {
			e.Changes.Entrants[j] = Change[Entrant]{Before: x.state(c.Before, current), After: x.state(c.After, current)}
		}
	}
	return erased
}

// state is one state of an entrant in the log.
func (x *Erasure) state(e *Entrant, current map[identity]bool) *Entrant {
	if e == nil || e.PlayerID != x.PlayerID {
		return e
	}
	had, erased := identity{e.Name, e.AssociationID}, *e
	erased.Name, erased.AssociationID = x.Pseudonym, ""
	if !current[had] {
		place := slices.Index(x.former, had)
		if place < 0 {
			place, x.former = len(x.former), append(x.former, had)
		}
		erased.Name.Given = fmt.Sprintf("formerly %d", place+1)
	}
	return &erased
}

// Report replaces the person in a report.
func (x *Erasure) Report(r Report) Report {
	r.Qualifiers = x.qualifiers(r.Qualifiers)
	r.Standing = slices.Clone(r.Standing)
	for i, p := range r.Standing {
		r.Standing[i].Qualifier, r.Standing[i].Why = x.qualifier(p.Qualifier), x.Text(p.Why)
	}
	r.Prizes = slices.Clone(r.Prizes)
	for i, p := range r.Prizes {
		if p.PlayerID == x.PlayerID {
			r.Prizes[i].Name = x.Pseudonym.String()
		}
	}
	if r.Since != nil {
		since := *r.Since
		since.Gained, since.Lost = x.qualifiers(since.Gained), x.qualifiers(since.Lost)
		r.Since = &since
	}
	return r
}

func (x *Erasure) qualifiers(all []Qualifier) []Qualifier {
	all = slices.Clone(all)
	for i, q := range all {
		all[i] = x.qualifier(q)
	}
	return all
}

func (x *Erasure) qualifier(q Qualifier) Qualifier {
	if q.PlayerID == x.PlayerID {
		q.Name, q.AssociationID = x.Pseudonym.String(), ""
	}
	return q
}

// Text masks the person in what somebody has typed.
func (x *Erasure) Text(text string) string { return x.Traces.Mask(text, x.Pseudonym.String()) }
