package qualifiers

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/tour"
)

// BuyIn is a place in the final that is bought, not won (R5.7). Its player is a person, that is after
// merges; name and number are his.
type BuyIn struct {
	ID            uuid.UUID
	PlayerID      uuid.UUID
	Name          string // "Family, Given"
	AssociationID string
	Rating        int         // 0 is unrated
	Price         money.Money // as it was when he bought in
	At            time.Time   // UTC
	By            string      // who recorded it
	Email         string      // R8.1; may be empty
	Note          string

	WithdrawnAt time.Time // zero: it stands
	WithdrawnBy string
	Reason      string // of the withdrawal
	FeeKept     bool   // though he has withdrawn

	Account BuyInAccount
}

// BuyInAccount is what the books say of a buy-in, in cents of its price.
type BuyInAccount struct {
	Due       int64 // with what a withdrawal took off
	Waived    int64
	Announced int64
	Received  int64 // and for it: what came too much is credit
	Credit    int64
}

// Outstanding is what is still to come (R6.6).
func (a BuyInAccount) Outstanding() int64 { return a.Due - a.Waived - a.Received }

// Paid says whether nothing of the price is outstanding. It is for show: a place is kept from the
// day of buying in.
func (b BuyIn) Paid() bool { return b.Account.Outstanding() <= 0 }

// BuyInState is what a buy-in has come to.
type BuyInState string

// The states of buy-ins. They follow from the list and the other buy-ins.
const (
	HasPlace    BuyInState = "placed"
	Waits       BuyInState = "waiting"
	WonSeat     BuyInState = "won_seat"     // he has accepted a seat since, and needs no place
	BoughtTwice BuyInState = "bought_twice" // his first one counts: two were merged who both had bought in
	Withdrawn   BuyInState = "withdrawn"
)

// compareBuyIns puts who bought in first first.
func compareBuyIns(a, b BuyIn) int {
	if byTime := a.At.Compare(b.At); byTime != 0 {
		return byTime
	}
	return compareIDs(a.ID, b.ID)
}

// BuyInStates says of every buy-in what it has come to. Places are given in order of time. Who has
// accepted a seat since he bought in needs none, and the next who waits has it.
func BuyInStates(rules tour.FinalRules, rows []ListRow, buyIns []BuyIn) map[uuid.UUID]BuyInState {
	hasSeat, hasBought := map[uuid.UUID]bool{}, map[uuid.UUID]bool{}
	for _, row := range rows {
		hasSeat[row.PlayerID] = row.Answer == Accepted
	}
	states := make(map[uuid.UUID]BuyInState, len(buyIns))
	placed := 0
	for _, b := range slices.SortedFunc(slices.Values(buyIns), compareBuyIns) {
		switch {
		case !b.WithdrawnAt.IsZero():
			states[b.ID] = Withdrawn
			continue
		case hasBought[b.PlayerID]:
			states[b.ID] = BoughtTwice
		case hasSeat[b.PlayerID]:
			states[b.ID] = WonSeat
		case placed < rules.BuyInPlaces:
			states[b.ID] = HasPlace
			placed++
		default:
			states[b.ID] = Waits
		}
		hasBought[b.PlayerID] = true
	}
	return states
}

// placeBuyIns gives those with a place and those who wait, in order of time.
func placeBuyIns(rules tour.FinalRules, rows []ListRow, buyIns []BuyIn) (placed, waiting []BuyIn) {
	states := BuyInStates(rules, rows, buyIns)
	for _, b := range slices.SortedFunc(slices.Values(buyIns), compareBuyIns) {
		switch states[b.ID] {
		case HasPlace:
			placed = append(placed, b)
		case Waits:
			waiting = append(waiting, b)
		}
	}
	return placed, waiting
}

// AddBuyIn checks a buy-in against the list and those there are, and gives it its price. It
// refuses one where there are none or after the deadline (buy_ins_closed), of who has a seat, is
// invited to one or has bought in already (buy_in_refused), and beyond the places where nobody waits
// (buy_ins_full). Whether it has a place or waits follows from BuyInStates.
func AddBuyIn(rules tour.FinalRules, rows []ListRow, buyIns []BuyIn, b BuyIn) (BuyIn, error) {
	switch {
	case rules.BuyInPlaces == 0:
		return BuyIn{}, fault.New(fault.BuyInsClosed, "Nobody buys in to the final of this tour: it has no places for that.")
	case !rules.BuyInsUntil.IsZero() && b.At.After(rules.BuyInsUntil):
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
		return BuyIn{}, fault.New(fault.BuyInsFull, "Every place for buy-ins is taken (%d in all), and nobody can wait for one.", rules.BuyInPlaces)
	}
	return b, nil
}
