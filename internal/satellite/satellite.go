// Package satellite holds one tournament of a tour: its registration, field,
// rounds, games, standings and report, and the acts by which people change
// them. The acts are methods that either change the whole satellite by the
// rules or refuse with a fault and change nothing that is kept; Service loads,
// acts, records and saves. The package never talks to a database or a network
// and never reads a clock.
package satellite

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/standings"
	"github.com/nast-tour/nast/internal/tour"
)

// Status says how far a satellite has come; docs/states.md draws the ways.
type Status string

// The statuses.
const (
	Proposed   Status = "proposed"
	Sanctioned Status = "sanctioned"
	InPlay     Status = "in_play"
	Finished   Status = "finished"
	Reported   Status = "reported"
	Rejected   Status = "rejected"
	Cancelled  Status = "cancelled"
)

// RoundState says how far a round has come (R3.12).
type RoundState string

// The states of a round: its pairs are a plan, they stand, or every result is in.
const (
	Planned  RoundState = "planned"
	Open     RoundState = "open"
	Complete RoundState = "complete"
)

// Side is one of the two places at a table, or both.
type Side string

// The sides; Nobody where a game is not forfeited.
const (
	Nobody Side = ""
	First  Side = "first"
	Second Side = "second"
	Both   Side = "both"
)

// Venue is where a satellite is played.
type Venue struct {
	Name    string `json:"name"`
	Address string `json:"address,omitempty"`
	City    string `json:"city"`
	Region  string `json:"region"`
	Country string `json:"country"`
}

// Payout is a prize that the director sets himself, with a reason (R5.1).
type Payout struct {
	Place  int         `json:"place"`
	Amount money.Money `json:"amount"`
}

// PrizeTies is what the director has decided for prizes of tied places (R4.4).
type PrizeTies string

// The decisions: none yet, the money is pooled and shared, or the seat order
// of the decision also orders the prizes.
const (
	Undecided PrizeTies = ""
	Pooled    PrizeTies = "pooled"
	ByOrder   PrizeTies = "by_order"
)

// Registration is what a satellite is apart from its field and play.
type Registration struct {
	ID              uuid.UUID    `json:"id"`
	TenantID        uuid.UUID    `json:"director_id"`
	TourID          uuid.UUID    `json:"tour_id"`
	Tour            string       `json:"tour"` // its slug
	Name            string       `json:"name"`
	Venue           Venue        `json:"venue"`
	StartsOn        civil.Date   `json:"starts_on"`
	EndsOn          civil.Date   `json:"ends_on"`
	TimeZone        string       `json:"time_zone"`       // IANA
	RoundCount      int          `json:"rounds"`          // scheduled (R1.2)
	Chess           bool         `json:"chess,omitempty"` // its tour is of the format nscf
	EntryFee        money.Money  `json:"entry_fee"`
	PlannedExpenses *money.Money `json:"planned_expenses,omitempty"`
	Expenses        *money.Money `json:"expenses,omitempty"`
	Sponsorship     *money.Money `json:"sponsorship,omitempty"`
	Status          Status       `json:"status"`
	FinishedAfter   int          `json:"finished_after,omitempty"` // 0: all rounds count
	Rules           *tour.Rules  `json:"rules,omitempty"`          // the tour's, frozen at the start

	// FirstColour is the toss of chess: the colour of the higher player of the first board in round 1
	// (C2.1). Empty before the start.
	FirstColour pairing.Colour `json:"first_colour,omitempty"`

	SeatOrder []uuid.UUID `json:"seat_order,omitempty"` // decided for ties (R4.4)
	PrizeTies PrizeTies   `json:"prize_ties,omitempty"`
	Payouts   []Payout    `json:"payouts,omitempty"` // decided (R5.1)
	CreatedAt time.Time   `json:"created_at"`

	// Methods are those of the rounds of a Final Event, one a round (R5.7); a satellite has none.
	Methods []pairing.Method `json:"methods,omitempty"`
	// PrizePool is what the tour gives to the prizes of its Final Event, as it was when that was
	// reported; nil before.
	PrizePool *PrizePool `json:"prize_pool,omitempty"`

	Version int64 `json:"-"` // the log's number of the last change
}

// Entrant is a person in a satellite. He is in the field once it has started
// with him, and has a seed from then on.
type Entrant struct {
	ID            uuid.UUID    `json:"id"`
	PlayerID      uuid.UUID    `json:"player_id"` // the person over all satellites (R5.8)
	Number        int          `json:"number"`    // order of entry, from 1
	Name          players.Name `json:"name"`
	AssociationID string       `json:"association_id,omitempty"`
	Rating        int          `json:"rating"`                // 0: unrated
	SeedRating    int          `json:"seed_rating,omitempty"` // frozen at the start (R2.1)
	FieldSeed     int          `json:"field_seed,omitempty"`  // in the final field, who waits after who plays (R5.7); 0: not of it
	Standby       bool         `json:"standby,omitempty"`
	Present       bool         `json:"present"`
	Fee           *money.Money `json:"fee,omitempty"`  // nil: the satellite's
	Paid          *money.Money `json:"paid,omitempty"` // at the door; never touches the due (R6.2)
	Team          string       `json:"team,omitempty"`
	Grade         string       `json:"grade,omitempty"`
	InField       bool         `json:"in_field,omitempty"`
	Withdrawn     bool         `json:"withdrawn,omitempty"`      // R4.7
	JoinedFor     int          `json:"joined_for,omitempty"`     // the first round he could play in; 0: from the start
	Eligibility   Eligibility  `json:"eligibility,omitempty"`    // what the director has said of it
	ReservedTable int          `json:"reserved_table,omitempty"` // for who cannot move; 0: none
	Contact       int          `json:"contact,omitempty"`        // changes of the e-mail address, which is kept apart (R8.1)
	Seed          int          `json:"seed,omitempty"`           // 0 before the start
	Group         int          `json:"group,omitempty"`          // of the preset rounds (R2.4)
	Byes          []BookedBye  `json:"byes,omitempty"`           // of chess, asked for beforehand, by round
	Version       int64        `json:"-"`
}

// Eligibility for prizes and seats, as far as the director has said something;
// otherwise the rules say it (R2.2, R4.7).
type Eligibility string

// What the director can say.
const (
	ByRule     Eligibility = ""
	Eligible   Eligibility = "eligible"
	Ineligible Eligibility = "ineligible"
)

// active says whether an entrant is to be paired.
func (e Entrant) active() bool { return e.InField && !e.Withdrawn }

// late says whether he entered after the start, and not as a standby.
func (e Entrant) late() bool { return e.JoinedFor > 0 && !e.Standby }

// Round is one round that has pairs.
type Round struct {
	Number  int            `json:"number"`
	Method  pairing.Method `json:"method"`
	State   RoundState     `json:"state"`
	Plan    []pairing.Pair `json:"plan"` // as the rule or the director made it, seeds only (R3.12)
	Version int64          `json:"-"`
}

// Score is the result of a game that was played; of chess in half points, First having white: 2-0,
// 1-1 or 0-2.
type Score struct {
	First         int `json:"first"`
	Second        int `json:"second"`
	FirstPenalty  int `json:"first_penalty,omitempty"`
	SecondPenalty int `json:"second_penalty,omitempty"`
}

// Game is one line of a round: a game, or the bye of a player.
type Game struct {
	ID       uuid.UUID      `json:"id"`
	Round    int            `json:"round"`
	Table    int            `json:"table,omitempty"` // 0: none (a bye)
	First    uuid.UUID      `json:"first"`           // the entrant who plays first
	Second   uuid.UUID      `json:"second,omitzero"` // Nil: no opponent
	Kind     standings.Kind `json:"kind"`
	Forfeits Side           `json:"forfeits,omitempty"` // who is absent
	Score    *Score         `json:"score,omitempty"`    // nil: not played yet
	Why      string         `json:"why"`                // R3.8
	Claims   []Claim        `json:"claims,omitempty"`   // what the players have sent themselves
	Disputed bool           `json:"disputed,omitempty"` // they do not agree; the director settles it
	Version  int64          `json:"-"`
}

// Decided says whether the game needs no further result.
func (g Game) Decided() bool { return !g.Disputed && (g.Kind != standings.Game || g.Score != nil) }

// Satellite is a whole satellite as it stands after Seq acts.
type Satellite struct {
	Registration
	Entrants []Entrant // in order of entry
	Rounds   []Round   // the paired ones, from 1
	Games    []Game    // by round, then table, the bye last
	Seq      int64     // acts in the log so far
}

// Clone gives a copy that shares nothing that an act changes.
func (s *Satellite) Clone() *Satellite {
	c := *s
	c.SeatOrder = slices.Clone(s.SeatOrder)
	c.Payouts = slices.Clone(s.Payouts)
	c.Methods = slices.Clone(s.Methods)
	c.Entrants = slices.Clone(s.Entrants)
	c.Rounds = slices.Clone(s.Rounds)
	c.Games = slices.Clone(s.Games)
	return &c
}

// LastRound is the last round that counts: the scheduled one, or the one after
// which the satellite was finished early (R3.13).
func (s *Satellite) LastRound() int {
	if s.FinishedAfter > 0 {
		return s.FinishedAfter
	}
	return s.RoundCount
}

// EntrantByID finds an entrant.
func (s *Satellite) EntrantByID(id uuid.UUID) (*Entrant, bool) {
	i := slices.IndexFunc(s.Entrants, func(e Entrant) bool { return e.ID == id })
	if i < 0 {
		return nil, false
	}
	return &s.Entrants[i], true
}

// GameByID finds a game.
func (s *Satellite) GameByID(id uuid.UUID) (*Game, bool) {
	i := slices.IndexFunc(s.Games, func(g Game) bool { return g.ID == id })
	if i < 0 {
		return nil, false
	}
	return &s.Games[i], true
}

// RoundByNumber finds a round that is paired.
func (s *Satellite) RoundByNumber(n int) (*Round, bool) {
	if n < 1 || n > len(s.Rounds) {
		return nil, false
	}
	return &s.Rounds[n-1], true
}

// GamesOf are the games of a round, by table, the bye last.
func (s *Satellite) GamesOf(round int) []Game {
	var games []Game
	for _, g := range s.Games {
		if g.Round == round {
			games = append(games, g)
		}
	}
	return games
}

// Field are the entrants who play, in order of seed.
func (s *Satellite) Field() []Entrant {
	var field []Entrant
	for _, e := range s.Entrants {
		if e.InField {
			field = append(field, e)
		}
	}
	slices.SortFunc(field, func(a, b Entrant) int { return a.Seed - b.Seed })
	return field
}
