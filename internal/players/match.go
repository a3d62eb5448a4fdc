package players

import (
	"bytes"
	"slices"

	"github.com/google/uuid"
)

// Known is a person on record, as far as matching needs it.
type Known struct {
	ID            uuid.UUID
	AssociationID string // "" where it is not known
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
// person; so does a number that somebody in this field holds.
func Find(claim Claim, known []Known, inField map[uuid.UUID]bool) Match {
	if claim.AssociationID != "" {
		holders := fitting(known, func(k Known) bool { return k.AssociationID == claim.AssociationID })
		if len(holders) == 1 && !inField[holders[0]] {
			return Match{Player: holders[0]}
		}
		if len(holders) > 0 {
			return Match{Doubtful: true, Candidates: holders}
		}
	}
	namesakes := fitting(known, func(k Known) bool {
		contradicts := claim.AssociationID != "" && k.AssociationID != ""
		return claim.NameKey != "" && k.NameKey == claim.NameKey && !contradicts && !inField[k.ID]
	})
	switch len(namesakes) {
	case 0:
		return Match{}
	case 1:
		return Match{Player: namesakes[0], AddsNumber: claim.AssociationID != ""}
	}
	return Match{Doubtful: true, Candidates: namesakes}
}

// fitting are the ids of the persons that fit, each once, in order.
func fitting(known []Known, fits func(Known) bool) []uuid.UUID {
	var ids []uuid.UUID
	for _, person := range known {
		if fits(person) {
			ids = append(ids, person.ID)
		}
	}
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	return slices.Compact(ids)
}
