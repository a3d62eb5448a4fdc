// Package qualifiers holds who has won a seat in the final: the cut of one satellite, ties over
// seats and prizes, and the national list over all of them (section 5 of the rules). Its rules are
// pure functions of the standings and seats they are given. They never break a tie by themselves
// where a seat or money depends on it (R4.4).
package qualifiers

import (
	"cmp"
	"slices"

	"github.com/google/uuid"
)

// Standing is one line of the final standing of a satellite, as far as the cut needs it.
type Standing struct {
	Rank          int // shared by those equal on points and spread (R4.4)
	Tied          bool
	EntrantID     uuid.UUID
	PlayerID      uuid.UUID
	Name          string // "Family, Given"
	AssociationID string
	Rating        int // at the start; 0 is unrated
	HalfPoints    int // wins twice, draws once
	Spread        int
	Eligible      bool   // for seats and prizes (R2.2, R4.7)
	Why           string // the reason where not eligible
}

// Stake is what a tie is about.
type Stake string

// The stakes.
const (
	ForSeat  Stake = "seat"
	ForPrize Stake = "prize"
)

// Tie is a group of entrants who share a rank and what depends on their order. The places are
// counted over the eligible: 3 to 4 of three seats means that one of the two has the last seat.
type Tie struct {
	From     int         `json:"from"`
	To       int         `json:"to"`
	Stake    Stake       `json:"stake"`
	Entrants []uuid.UUID `json:"entrants"` // in order of standing; seed orders equals, for display only
	Decided  bool        `json:"decided"`  // the director has decided it
}

// Cut is who of one satellite has a seat.
type Cut struct {
	Seats      int        // to be given, by the prize table
	Qualifiers []Standing // who certainly has one, in order; ranks stay shared
	Unresolved []Tie      // over the last seats, that nobody has decided: none or one
	Settled    []Tie      // over the last seats, that the director has decided: none or one
}

// CutSeats gives the seats to the best-placed eligible players (R5.3). Where players who share a
// rank are more than the seats that are left, decidedOrder, the director's decision, says who of
// them comes first; unless it names every one of them the tie stays unresolved and none of them
// has a seat yet (R4.4). A tie wholly inside the seats needs no decision. Standings may come in any
// order of rank; those of one rank are taken in the order given.
func CutSeats(standings []Standing, seats int, decidedOrder []uuid.UUID) Cut {
	cut := Cut{Seats: seats}
	for _, group := range eligibleByRank(standings) {
		left := seats - len(cut.Qualifiers)
		if left <= 0 {
			break
		}
		if len(group) <= left {
			cut.Qualifiers = append(cut.Qualifiers, group...)
			continue
		}
		ordered, decided := inDecidedOrder(group, decidedOrder)
		tie := tieOver(group, len(cut.Qualifiers)+1, ForSeat, decided)
		if !decided {
			cut.Unresolved = append(cut.Unresolved, tie)
			break
		}
		cut.Settled = append(cut.Settled, tie)
		cut.Qualifiers = append(cut.Qualifiers, ordered[:left]...)
		break
	}
	return cut
}

// eligibleByRank groups the eligible by shared rank, the best first.
func eligibleByRank(standings []Standing) [][]Standing {
	eligible := slices.DeleteFunc(slices.Clone(standings), func(s Standing) bool { return !s.Eligible })
	slices.SortStableFunc(eligible, func(a, b Standing) int { return cmp.Compare(a.Rank, b.Rank) })
	var groups [][]Standing
	for group := range chunkByRank(eligible) {
		groups = append(groups, group)
	}
	return groups
}

// chunkByRank yields the runs of equal rank of sorted standings.
func chunkByRank(sorted []Standing) func(yield func([]Standing) bool) {
	return func(yield func([]Standing) bool) {
		for len(sorted) > 0 {
			size := slices.IndexFunc(sorted, func(s Standing) bool { return s.Rank != sorted[0].Rank })
			if size < 0 {
				size = len(sorted)
			}
			if !yield(sorted[:size:size]) {
				return
			}
			sorted = sorted[size:]
		}
	}
}

// inDecidedOrder sorts a tied group as the director decided, if he named every one of them. Names
// of others in the decision are passed over.
func inDecidedOrder(group []Standing, order []uuid.UUID) ([]Standing, bool) {
	place := func(s Standing) int { return slices.Index(order, s.EntrantID) }
	for _, standing := range group {
		if place(standing) < 0 {
			return nil, false
		}
	}
	return slices.SortedStableFunc(slices.Values(group), func(a, b Standing) int {
		return cmp.Compare(place(a), place(b))
	}), true
}

func tieOver(group []Standing, from int, stake Stake, decided bool) Tie {
	tie := Tie{From: from, To: from + len(group) - 1, Stake: stake, Decided: decided}
	for _, standing := range group {
		tie.Entrants = append(tie.Entrants, standing.EntrantID)
	}
	return tie
}
