package players

import (
	"cmp"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
)

// Appearance is one record of a person in one field.
type Appearance struct {
	SatelliteID uuid.UUID
	Satellite   string // its name
	StartsOn    civil.Date
	EndsOn      civil.Date
	Region      string // of the venue
	Rating      int    // 0 is unrated
}

// Dossier is a person with all that speaks for or against his being another: his records' numbers
// and all fields he was in. Contact data is no part of it: two can share an address (R8.1).
type Dossier struct {
	Person
	Appearances []Appearance
}

// Merge decides that two players are one person: the one who gives way becomes a record of the one
// who keeps his id. The dossiers are of the whole persons (Together). It refuses, as merge_refused,
// a merge of a player with himself, of two different numbers of the association, which are never
// one person, and of two in one field, naming the satellites. Where they are one already there is
// nothing to decide and it gives false. The caller adds id, number, time and who decided.
func (p People) Merge(keeps, gives Dossier, reason string) (Decision, bool, error) {
	if keeps.ID == gives.ID {
		return Decision{}, false, refuse("%s cannot be merged with himself. Name two different players.", keeps.Name)
	}
	if p.Same(keeps.ID, gives.ID) {
		return Decision{}, false, nil
	}
	if keeps.Erased || gives.Erased {
		return Decision{}, false, refuse("One of them was erased (R8.2), and a merge would name him again.")
	}
	if numbersDiffer(keeps, gives) {
		return Decision{}, false, refuse("%s and %s are the numbers of two people (R5.8). If one was mistyped, correct it first, then merge.",
			keeps.AssociationID, gives.AssociationID)
	}
	if both := oneField(keeps, gives); len(both) > 0 {
		return Decision{}, false, refuse(
			"Both played in %s, and two in one field are two people (R5.8). If one entry was a mistake, correct it first.",
			strings.Join(both, ", "))
	}
	return Decision{
		Kind: Merged, Keeps: p.CanonicalOf(keeps.ID), Gives: p.CanonicalOf(gives.ID), Reason: strings.TrimSpace(reason),
	}, true, nil
}

func refuse(format string, args ...any) error { return fault.New(fault.MergeRefused, format, args...) }

// TellApart decides that two players are not the same, so that they are no doubtful pair any more.
// It refuses two who are one (merge_refused): the merge has to be taken back first. Where that is
// decided already it gives false.
func (p People) TellApart(a, b uuid.UUID, reason string) (Decision, bool, error) {
	if p.Same(a, b) {
		return Decision{}, false, refuse("They are one person by an earlier merge. Split them first.")
	}
	if _, told := p.NotSame(a, b); told {
		return Decision{}, false, nil
	}
	return Decision{Kind: NotSame, Keeps: a, Gives: b, Reason: strings.TrimSpace(reason)}, true, nil
}

// Split takes back the merge by which a record belongs to another person: that very merge, so that
// the record is a person again, with all that belonged to it. Who is not merged into another has
// nothing to split: not found.
func (p People) Split(record uuid.UUID, reason string) (Decision, error) {
	merge, found := p.merged[record]
	if !found {
		return Decision{}, fault.New(fault.ResourceNotFound, "This player is not merged into another.")
	}
	return p.TakeBack(merge.ID, reason)
}

// TakeBack takes a decision back. One that is not in force is not found.
func (p People) TakeBack(decision uuid.UUID, reason string) (Decision, error) {
	if _, inForce := p.decisions[decision]; !inForce {
		return Decision{}, fault.New(fault.ResourceNotFound, "There is no such decision in force.")
	}
	return Decision{Kind: TakenBack, Of: decision, Reason: strings.TrimSpace(reason)}, nil
}

func numbersDiffer(a, b Dossier) bool {
	return a.AssociationID != "" && b.AssociationID != "" && a.AssociationID != b.AssociationID
}

// oneField names the satellites in which both are, in order of day and name.
func oneField(a, b Dossier) []string {
	in := map[uuid.UUID]bool{}
	for _, x := range a.Appearances {
		in[x.SatelliteID] = true
	}
	var both []string
	for _, y := range sortedAppearances(b.Appearances) {
		if in[y.SatelliteID] {
			both = append(both, y.Satellite)
		}
	}
	return both
}

func sortedAppearances(all []Appearance) []Appearance {
	return slices.SortedFunc(slices.Values(all), func(a, b Appearance) int {
		return cmp.Or(a.StartsOn.Compare(b.StartsOn), cmp.Compare(a.Satellite, b.Satellite), compareIDs(a.SatelliteID, b.SatelliteID))
	})
}

// Together is the dossier of a person whose records are these, the canonical one first: his name,
// the number of any, and the fields of all.
func Together(records []Dossier) Dossier {
	whole := records[0]
	whole.Appearances = slices.Clone(whole.Appearances)
	for _, r := range records[1:] {
		whole.AssociationID = cmp.Or(whole.AssociationID, r.AssociationID)
		whole.Appearances = append(whole.Appearances, r.Appearances...)
	}
	return whole
}
