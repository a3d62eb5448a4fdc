package qualifiers

import (
	"cmp"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/tour"
)

// Finalist is a player of the final field, with what his seed comes from.
type Finalist struct {
	Seed          int       `json:"seed"` // from 1
	PlayerID      uuid.UUID `json:"player_id"`
	Name          string    `json:"name"`
	AssociationID string    `json:"association_id"`
	Rating        int       `json:"rating"`
	BoughtIn      bool      `json:"bought_in"`
	Paid          bool      `json:"paid"`               // a buy-in of which nothing is outstanding
	BuyInID       uuid.UUID `json:"buy_in_id,omitzero"` // of who has bought in
	Best          *Seat     `json:"best,omitempty"`     // nil: bought in
	ByRating      int       `json:"by_rating"`          // his place in the field by rating, equals sharing the best
	ByPerformance int       `json:"by_performance"`     // the same by his best finish; who bought in comes last
	SeedingTenths int       `json:"seeding_tenths"`     // what he is seeded by: both places, mixed; the least is first
	Position      int       `json:"position,omitempty"` // in the national list
}

// Final is the field of the Final Event and who may still come into it.
type Final struct {
	Field   []Finalist // by seed
	Waiting []BuyIn    // for a place, in order
	Missing []ListRow  // invited, and has not answered; in the order of the list
}

// BoughtIn is how many of the field have bought in; the others have won their seats.
func (f Final) BoughtIn() (n int) {
	for _, finalist := range f.Field {
		if finalist.BoughtIn {
			n++
		}
	}
	return n
}

// FieldOf is the final field: the qualifiers who have accepted and the buy-ins with a place, seeded
// by the tour's mix of two places in tenths: that by rating and that by satellite performance, which
// is the order of best finishes (R5.6). With 3 tenths of performance the fifth by rating and second
// by performance has 7 x 5 + 3 x 2 = 41. Equal figures: the better by rating, then by performance,
// then name and player id.
func FieldOf(rules tour.FinalRules, rows []ListRow, buyIns []BuyIn) Final {
	placed, waiting := placeBuyIns(rules, rows, buyIns)
	final := Final{Waiting: waiting}
	for _, row := range Placed(rows) {
		switch row.Answer {
		case Invited:
			final.Missing = append(final.Missing, row)
		case Accepted:
			final.Field = append(final.Field, Finalist{
				PlayerID: row.PlayerID, Name: row.Name, AssociationID: row.AssociationID, Rating: row.Rating,
				Best: &row.Best, Position: row.Position,
			})
		}
	}
	for _, b := range placed {
		final.Field = append(final.Field, Finalist{
			PlayerID: b.PlayerID, Name: b.Name, AssociationID: b.AssociationID, Rating: b.Rating, BoughtIn: true, BuyInID: b.ID, Paid: b.Paid(),
		})
	}
	rank(final.Field, byRating, func(f *Finalist, place int) { f.ByRating = place })
	rank(final.Field, byPerformance, func(f *Finalist, place int) { f.ByPerformance = place })
	for i := range final.Field {
		f := &final.Field[i]
		f.SeedingTenths = (10-rules.PerformanceTenths)*f.ByRating + rules.PerformanceTenths*f.ByPerformance
	}
	slices.SortFunc(final.Field, bySeeding)
	for i := range final.Field {
		final.Field[i].Seed = i + 1
	}
	return final
}

// rank sorts a field and gives everybody his place, equals sharing the best.
func rank(field []Finalist, order func(a, b Finalist) int, set func(f *Finalist, place int)) {
	slices.SortStableFunc(field, order)
	place := 1
	for i := range field {
		if i > 0 && order(field[i-1], field[i]) != 0 {
			place = i + 1
		}
		set(&field[i], place)
	}
}

func byRating(a, b Finalist) int { return cmp.Compare(b.Rating, a.Rating) }

func byPerformance(a, b Finalist) int {
	switch {
	case a.Best == nil && b.Best == nil:
		return 0
	case a.Best == nil:
		return 1
	case b.Best == nil:
		return -1
	}
	return compareFinish(*a.Best, *b.Best)
}

func bySeeding(a, b Finalist) int {
	return cmp.Or(
		cmp.Compare(a.SeedingTenths, b.SeedingTenths),
		cmp.Compare(a.ByRating, b.ByRating),
		cmp.Compare(a.ByPerformance, b.ByPerformance),
		cmp.Compare(a.Name, b.Name),
		compareIDs(a.PlayerID, b.PlayerID),
	)
}
