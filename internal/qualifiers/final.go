package qualifiers

import (
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// FinalRules are what a tour settles for its Final Event (R5.7).
type FinalRules struct {
	BuyInPrice        money.Money `json:"buy_in_price"`
	BuyInsUntil       time.Time   `json:"buy_ins_until,omitzero"` // UTC, still in time; zero: no deadline
	BuyInPlaces       int         `json:"buy_in_places"`          // how many can buy in
	WaitingList       bool        `json:"waiting_list"`           // who comes when the places are taken can wait
	PerformanceTenths int         `json:"performance_tenths"`     // of the seeding: 0 by rating only, 10 by satellite performance only
}

// MaxBuyInPlaces bounds the places; the largest field of one final is far below it.
const MaxBuyInPlaces = 500

// Validate gives nil or an invalid request that names every setting out of its bounds.
func (r FinalRules) Validate() error {
	bad := fault.New(fault.InvalidRequest, "The rules of the final are not valid.")
	if r.BuyInPrice.IsNegative() {
		bad.WithField("/buy_in_price/amount", "out_of_range", "A price cannot be negative.")
	}
	if r.BuyInPlaces < 0 || r.BuyInPlaces > MaxBuyInPlaces {
		bad.WithField("/buy_in_places", "out_of_range", "The places for buy-ins are 0 to %d.", MaxBuyInPlaces)
	}
	if r.PerformanceTenths < 0 || r.PerformanceTenths > 10 {
		bad.WithField("/performance_tenths", "out_of_range", "The share of satellite performance in the seeding is 0 to 10 tenths.")
	}
	if len(bad.Fields) == 0 {
		return nil
	}
	return bad
}

// BuyIn is a place in the final that is bought, not won (R5.7).
type BuyIn struct {
	ID            uuid.UUID
	PlayerID      uuid.UUID
	Name          string // "Family, Given"
	AssociationID string
	Rating        int         // 0 is unrated
	Price         money.Money // as it was when he bought in
	Paid          bool        // for show: a place is kept from the day of buying in
	At            time.Time   // UTC
	WithdrawnAt   time.Time   // zero: he plays
}

// compareBuyIns puts who bought in first first.
func compareBuyIns(a, b BuyIn) int {
	return cmp.Or(a.At.Compare(b.At), compareIDs(a.ID, b.ID))
}

// AddBuyIn checks a buy-in against the list and those there are, and gives it its price. It
// refuses one after the deadline (buy_ins_closed), of who has a seat, is invited to one or has
// bought in already (buy_in_refused), and beyond the places where nobody waits (buy_ins_full).
// Whether it has a place or waits follows from FieldOf.
func AddBuyIn(rules FinalRules, rows []ListRow, buyIns []BuyIn, b BuyIn) (BuyIn, error) {
	if !rules.BuyInsUntil.IsZero() && b.At.After(rules.BuyInsUntil) {
		return BuyIn{}, fault.New(fault.BuyInsClosed, "Buy-ins were possible until %s.", rules.BuyInsUntil.UTC().Format("2006-01-02 15:04 UTC"))
	}
	for _, row := range rows {
		if row.PlayerID != b.PlayerID {
			continue
		}
		switch row.Answer {
		case Accepted:
			return BuyIn{}, fault.New(fault.BuyInRefused, "The player has won a seat and accepted it.")
		case Invited:
			return BuyIn{}, fault.New(fault.BuyInRefused, "The player has won a seat and is invited; record his answer instead.")
		}
	}
	if slices.ContainsFunc(buyIns, func(other BuyIn) bool { return other.PlayerID == b.PlayerID && other.WithdrawnAt.IsZero() }) {
		return BuyIn{}, fault.New(fault.BuyInRefused, "The player has bought in already.")
	}
	b.Price = rules.BuyInPrice
	placed, _ := placeBuyIns(rules, rows, buyIns)
	if len(placed) >= rules.BuyInPlaces && !rules.WaitingList {
		return BuyIn{}, fault.New(fault.BuyInsFull, "All %d places for buy-ins are taken.", rules.BuyInPlaces)
	}
	return b, nil
}

// placeBuyIns tells who has a place from who waits, in order of time. Who has accepted a seat since
// he bought in needs no place; the next who waits has it.
func placeBuyIns(rules FinalRules, rows []ListRow, buyIns []BuyIn) (placed, waiting []BuyIn) {
	seated := map[uuid.UUID]bool{}
	for _, row := range rows {
		seated[row.PlayerID] = row.Answer == Accepted
	}
	for _, b := range slices.SortedFunc(slices.Values(buyIns), compareBuyIns) {
		switch {
		case !b.WithdrawnAt.IsZero() || seated[b.PlayerID]:
		case len(placed) < rules.BuyInPlaces:
			placed = append(placed, b)
		default:
			waiting = append(waiting, b)
		}
	}
	return placed, waiting
}

// Finalist is a player of the final field, with what his seed comes from.
type Finalist struct {
	Seed          int       `json:"seed"` // from 1
	PlayerID      uuid.UUID `json:"player_id"`
	Name          string    `json:"name"`
	AssociationID string    `json:"association_id"`
	Rating        int       `json:"rating"`
	BoughtIn      bool      `json:"bought_in"`
	Paid          bool      `json:"paid"`               // a buy-in
	Best          *Seat     `json:"best,omitempty"`     // nil: bought in
	ByRating      int       `json:"by_rating"`          // his place in the field by rating, equals sharing the best
	ByPerformance int       `json:"by_performance"`     // the same by his best finish; who bought in comes last
	SeedingTenths int       `json:"seeding_tenths"`     // what he is seeded by: both places, mixed; the least is first
	Position      int       `json:"position,omitempty"` // in the national list
}

// Final is the field of the Final Event and who waits for a place in it.
type Final struct {
	Field   []Finalist // by seed
	Waiting []BuyIn    // in order
}

// FieldOf is the final field: the qualifiers who have accepted and the buy-ins with a place, seeded
// by the tour's mix of two places in tenths: that by rating and that by satellite performance, which
// is the order of best finishes (R5.6). With 3 tenths of performance the fifth by rating and second
// by performance has 7 x 5 + 3 x 2 = 41. Equal figures: the better by rating, then by performance,
// then name and player id.
func FieldOf(rules FinalRules, rows []ListRow, buyIns []BuyIn) Final {
	placed, waiting := placeBuyIns(rules, rows, buyIns)
	final := Final{Waiting: waiting}
	for _, row := range Placed(rows) {
		if row.Answer == Accepted {
			final.Field = append(final.Field, Finalist{
				PlayerID: row.PlayerID, Name: row.Name, AssociationID: row.AssociationID, Rating: row.Rating,
				Best: &row.Best, Position: row.Position,
			})
		}
	}
	for _, b := range placed {
		final.Field = append(final.Field, Finalist{
			PlayerID: b.PlayerID, Name: b.Name, AssociationID: b.AssociationID, Rating: b.Rating, BoughtIn: true, Paid: b.Paid,
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
