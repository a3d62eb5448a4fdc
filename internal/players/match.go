package players

import (
	"cmp"
	"slices"

	"github.com/google/uuid"
)

// Known is a record of a person, as far as matching needs it.
type Known struct {
	ID            uuid.UUID
	Person        uuid.UUID // whose record it is by a merge; uuid.Nil: his own
	AssociationID string    // "" where it is not known
	NameKey       string
}

// Claim is what an entry says of a person.
type Claim struct {
	AssociationID string // "" where none is given
	NameKey       string
}

// Match is which known person a claim means.
type Match struct {
	Player     uuid.UUID   // uuid.Nil: a new person
	Doubtful   bool        // a new person who may be one of Candidates
	Candidates []uuid.UUID // in order of id; only where doubtful
	AddsNumber bool        // matched by name: the claim's number is news of the person
}

// Find matches a claim with the known persons (R5.8): by association number when both have one,
// otherwise by name if nothing contradicts, that is no other number. Persons who are in this field
// already never match, for two in one field are two people. What fits several makes a new, doubtful
// person; so does a number that somebody in this field holds. Records that were merged are one
// person, all of whose records have to be among the known; the match names the record that fits.
func Find(claim Claim, known []Known, inField map[uuid.UUID]bool) Match {
	persons := personsOf(known)
	if claim.AssociationID != "" {
		holders := fitting(persons, func(k Known) bool { return k.AssociationID == claim.AssociationID })
		if len(holders) == 1 && !holders[0].in(inField) {
			return Match{Player: holders[0].fits}
		}
		if len(holders) > 0 {
			return Match{Doubtful: true, Candidates: idsOf(holders)}
		}
	}
	namesakes := fitting(persons, func(k Known) bool { return claim.NameKey != "" && k.NameKey == claim.NameKey })
	namesakes = slices.DeleteFunc(namesakes, func(p person) bool {
		return claim.AssociationID != "" && p.hasNumber() || p.in(inField)
	})
	switch len(namesakes) {
	case 0:
		return Match{}
	case 1:
		return Match{Player: namesakes[0].fits, AddsNumber: claim.AssociationID != ""}
	}
	return Match{Doubtful: true, Candidates: idsOf(namesakes)}
}

// person is one person with his records, in order of id.
type person struct {
	id      uuid.UUID
	records []Known
	fits    uuid.UUID // the record that a claim fits
}

func (p person) in(field map[uuid.UUID]bool) bool {
	return slices.ContainsFunc(p.records, func(k Known) bool { return field[k.ID] })
}

func (p person) hasNumber() bool {
	return slices.ContainsFunc(p.records, func(k Known) bool { return k.AssociationID != "" })
}

// personsOf gathers records by person, in order of id.
func personsOf(known []Known) []person {
	byID := map[uuid.UUID]*person{}
	for _, k := range known {
		id := cmp.Or(k.Person, k.ID)
		if byID[id] == nil {
			byID[id] = &person{id: id}
		}
		byID[id].records = append(byID[id].records, k)
	}
	var persons []person
	for _, p := range byID {
		slices.SortFunc(p.records, func(a, b Known) int { return compareIDs(a.ID, b.ID) })
		persons = append(persons, *p)
	}
	slices.SortFunc(persons, func(a, b person) int { return compareIDs(a.id, b.id) })
	return persons
}

// fitting are the persons with a record that fits: their own if it does, or the first.
func fitting(persons []person, fits func(Known) bool) []person {
	var found []person
	for _, p := range persons {
		for _, k := range p.records {
			if fits(k) && (p.fits == uuid.Nil || k.ID == p.id) {
				p.fits = k.ID
			}
		}
		if p.fits != uuid.Nil {
			found = append(found, p)
		}
	}
	return found
}

func idsOf(persons []person) []uuid.UUID {
	var ids []uuid.UUID
	for _, p := range persons {
		ids = append(ids, p.id)
	}
	return ids
}
