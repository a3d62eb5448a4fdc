package qualifiers

import (
	"slices"

	"github.com/google/uuid"
)

// How says how somebody came to a seat.
type How string

// The ways to a seat.
const (
	Won        How = "won"          // among the best-placed eligible players (R5.3)
	NextInLine How = "next_in_line" // a seat passed down to him (R5.4, R5.5)
	Kept       How = "kept"         // by the organiser's ruling, or until he gives one
)

// ClaimState is what a seat is to its player.
type ClaimState string

// The states of a claim. Given up and waiting are seats by the rules too: they count as having
// qualified (R5.4).
const (
	Holds   ClaimState = "holds"
	GivenUp ClaimState = "given_up" // declined (R5.5)
	Pending ClaimState = "pending"  // no longer his by the rules, but accepted: the organiser rules
	Waiting ClaimState = "waiting"  // his by the rules, but held by somebody pending
)

// Claim is what one player has of the seats of one satellite.
type Claim struct {
	Seat
	Place int        `json:"place"` // of the claim among those of the satellite, from 1, in the order of the line
	How   How        `json:"how"`
	State ClaimState `json:"state"`
	Since Moment     `json:"since,omitzero"` // when he came to it; of a pending one it is zero
	For   uuid.UUID  `json:"for,omitzero"`   // who declined the seat that passed down to him; uuid.Nil: nobody
	Why   string     `json:"why"`            // in words, without names of persons (R8.2)
}

// ByRule says whether the rules give or gave the seat to him, whatever is kept for somebody.
func (c Claim) ByRule() bool { return c.State != Pending }

// Listed says whether the claim counts in the national list.
func (c Claim) Listed() bool { return c.State != Waiting }

// noted is the seat as the list shows it.
func (c Claim) noted() Seat {
	if c.How != Won || c.State != Holds {
		c.Note = c.Why
	}
	return c.Seat
}

// Vacancy is a seat that nobody has.
type Vacancy string

// Why nobody has a seat.
const (
	Lapsed     Vacancy = "lapsed"      // declined, by the rule of the tour (R5.5)
	Tied       Vacancy = "tied"        // the director has to decide who of the tied is next (R4.4)
	NobodyLeft Vacancy = "nobody_left" // the line of the satellite is at its end
)

// Vacant counts seats that nobody has for one reason.
type Vacant struct {
	Why   Vacancy `json:"why"`
	Seats int     `json:"seats"`
	Tie   *Tie    `json:"tie,omitempty"` // what has to be decided
}

// PassedOver is somebody better placed than the last who has a seat, who has none.
type PassedOver struct {
	PlayerID uuid.UUID `json:"player_id"`
	Rank     int       `json:"rank"`
	Why      string    `json:"why"` // to follow "passed over:", without names of persons
}

// Outcome is what the seats of one satellite have come to.
type Outcome struct {
	SatelliteID uuid.UUID    `json:"satellite_id"`
	Claims      []Claim      `json:"claims,omitempty"` // in the order of the line
	Vacant      []Vacant     `json:"vacant,omitempty"`
	PassedOver  []PassedOver `json:"passed_over,omitempty"` // in the order of the line
}

// claimOf finds what a player has of a satellite's seats.
func claimOf(claims []Claim, player uuid.UUID) (*Claim, bool) {
	i := slices.IndexFunc(claims, func(c Claim) bool { return c.PlayerID == player })
	if i < 0 {
		return nil, false
	}
	return &claims[i], true
}
