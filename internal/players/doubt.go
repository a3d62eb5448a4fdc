package players

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/google/uuid"
)

// ratingGap is a difference of ratings that speaks against one person.
const ratingGap = 200

// Doubt is a pair of persons who may be one (R5.8), for the organiser to decide.
type Doubt struct {
	A       Dossier // the earlier record
	B       Dossier
	Reason  string   // why they are listed
	For     []string // what speaks for one person
	Against []string // what speaks for two
}

// Doubts lists the pairs among some persons who may be one: those of one name whom neither numbers,
// nor a field with both, nor the organiser has told apart. Persons of other names are no pairs, so
// the list can be made name by name (NameKey). In order of the records.
func Doubts(persons []Dossier, people People) []Doubt {
	ordered := slices.SortedFunc(slices.Values(persons), func(a, b Dossier) int { return compareIDs(a.ID, b.ID) })
	byName := map[string][]Dossier{}
	var doubts []Doubt
	for _, b := range ordered {
		if b.Erased {
			continue
		}
		key := b.Name.Key()
		for _, a := range byName[key] {
			if d, doubtful := doubt(a, b, people); doubtful {
				doubts = append(doubts, d)
			}
		}
		byName[key] = append(byName[key], b)
	}
	slices.SortFunc(doubts, func(x, y Doubt) int { return cmp.Or(compareIDs(x.A.ID, y.A.ID), compareIDs(x.B.ID, y.B.ID)) })
	return doubts
}

// doubt weighs two persons of one name.
func doubt(a, b Dossier, people People) (Doubt, bool) {
	_, told := people.NotSame(a.ID, b.ID)
	if told || people.Same(a.ID, b.ID) || numbersDiffer(a, b) || len(oneField(a, b)) > 0 {
		return Doubt{}, false
	}
	d := Doubt{A: a, B: b, Reason: fmt.Sprintf("Two players are called %s, and nothing tells them apart for certain.", a.Name)}
	d.For = append(d.For, "the same name")
	for _, region := range regionsOf(a) {
		if slices.Contains(regionsOf(b), region) {
			d.For = append(d.For, "both played in "+region)
		}
	}
	d.weighRatings()
	d.Against = append(d.Against, sameDays(a, b)...)
	return d, true
}

// weighRatings compares what each was rated last.
func (d *Doubt) weighRatings() {
	a, b := lastRating(d.A), lastRating(d.B)
	gap := max(a, b) - min(a, b)
	switch {
	case a == 0 || b == 0:
	case gap <= ratingGap:
		d.For = append(d.For, fmt.Sprintf("ratings near each other, %d and %d", a, b))
	default:
		d.Against = append(d.Against, fmt.Sprintf("ratings far apart, %d and %d", a, b))
	}
}

func lastRating(d Dossier) int {
	for _, x := range slices.Backward(sortedAppearances(d.Appearances)) {
		if x.Rating != 0 {
			return x.Rating
		}
	}
	return 0
}

func regionsOf(d Dossier) []string {
	var regions []string
	for _, x := range d.Appearances {
		if x.Region != "" {
			regions = append(regions, x.Region)
		}
	}
	slices.Sort(regions)
	return slices.Compact(regions)
}

// sameDays tells of the satellites of both that were on one day: nobody is in two places.
func sameDays(a, b Dossier) []string {
	var told []string
	for _, x := range sortedAppearances(a.Appearances) {
		for _, y := range sortedAppearances(b.Appearances) {
			if !x.StartsOn.After(y.EndsOn) && !y.StartsOn.After(x.EndsOn) {
				told = append(told, fmt.Sprintf("in %s and in %s on the same day", x.Satellite, y.Satellite))
			}
		}
	}
	return told
}

// DoubtsAfter are those of ordered doubts that come after a pair.
func DoubtsAfter(doubts []Doubt, a, b uuid.UUID) []Doubt {
	return slices.DeleteFunc(slices.Clone(doubts), func(d Doubt) bool {
		return cmp.Or(compareIDs(d.A.ID, a), compareIDs(d.B.ID, b)) <= 0
	})
}
