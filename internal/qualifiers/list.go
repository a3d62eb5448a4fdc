package qualifiers

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/civil"
)

// Answer is what a qualifier has said to the invitation to the final (R5.6).
type Answer string

// The answers. A qualifier of whom nothing is recorded is invited.
const (
	Invited  Answer = "invited"
	Accepted Answer = "accepted"
	Declined Answer = "declined"
	NoAnswer Answer = "no_answer"
)

// Seat is one seat won in one satellite, as reported (R5.3).
type Seat struct {
	SatelliteID   uuid.UUID  `json:"satellite_id"`
	Satellite     string     `json:"satellite"` // its name
	EndsOn        civil.Date `json:"ends_on"`   // its last day
	Rank          int        `json:"rank"`      // the seed of qualification
	Players       int        `json:"players"`   // the size of the field
	Rounds        int        `json:"rounds"`    // that counted
	HalfPoints    int        `json:"half_points"`
	Spread        int        `json:"spread"`
	Rating        int        `json:"rating"`
	PlayerID      uuid.UUID  `json:"player_id"`
	Name          string     `json:"name"`
	AssociationID string     `json:"association_id"`
	Note          string     `json:"note,omitempty"` // in words, where he did not win it by his place or does not hold it
}

// ListRow is one player of the national qualifier list of a tour (R5.6).
type ListRow struct {
	Position      int       `json:"position"` // from 1; 0 in a row not yet placed
	PlayerID      uuid.UUID `json:"player_id"`
	Name          string    `json:"name"`
	AssociationID string    `json:"association_id"`
	Rating        int       `json:"rating"` // the last known
	Seats         int       `json:"seats"`  // how many he won
	Best          Seat      `json:"best"`
	Satellites    []Seat    `json:"satellites"` // by last day, then id
	Answer        Answer    `json:"answer"`
}

// List is the national qualifier list: one row per player, placed by CompareRows. It depends on
// the seats and answers alone, not on the order in which they came in.
func List(seats []Seat, answers map[uuid.UUID]Answer) []ListRow {
	byPlayer := make(map[uuid.UUID][]Seat)
	for _, seat := range seats {
		byPlayer[seat.PlayerID] = append(byPlayer[seat.PlayerID], seat)
	}
	rows := make([]ListRow, 0, len(byPlayer))
	for player, won := range byPlayer {
		rows = append(rows, NewRow(won, answers[player]))
	}
	return Placed(rows)
}

// Rows are the rows of players, made of all their claims and of their answers in force, in order of
// player and not yet placed.
func Rows(claims []Claim, replies map[uuid.UUID]Reply) []ListRow {
	byPlayer := map[uuid.UUID][]Seat{}
	for _, c := range claims {
		if c.Listed() {
			byPlayer[c.PlayerID] = append(byPlayer[c.PlayerID], c.noted())
		}
	}
	rows := make([]ListRow, 0, len(byPlayer))
	for player, seats := range byPlayer {
		rows = append(rows, NewRow(seats, replies[player].Answer))
	}
	slices.SortFunc(rows, func(a, b ListRow) int { return compareIDs(a.PlayerID, b.PlayerID) })
	return rows
}

// Placed puts rows in the order of the list and numbers them.
func Placed(rows []ListRow) []ListRow {
	placed := append([]ListRow{}, rows...)
	slices.SortFunc(placed, CompareRows)
	for i := range placed {
		placed[i].Position = i + 1
	}
	return placed
}

// NewRow is the row of one player, made from all his seats, at least one; it has no position yet.
// Name, number and rating are those last known: of the satellite with the latest last day, then
// the greater id. A number once known is kept where a later satellite has none. An empty answer is
// Invited.
func NewRow(seats []Seat, answer Answer) ListRow {
	ordered := slices.SortedFunc(slices.Values(seats), compareByDay)
	last := ordered[len(ordered)-1]
	row := ListRow{
		PlayerID:   last.PlayerID,
		Name:       last.Name,
		Rating:     last.Rating,
		Seats:      len(ordered),
		Best:       slices.MinFunc(ordered, compareFinish),
		Satellites: ordered,
		Answer:     cmp.Or(answer, Invited),
	}
	for _, seat := range ordered {
		row.AssociationID = cmp.Or(seat.AssociationID, row.AssociationID)
	}
	return row
}

// CompareRows orders the national list: best rank, larger field, points as a fraction of the
// rounds, spread, rating, name by its bytes, player id (R5.6). It never gives 0 for two players,
// so a single row that has changed can be placed among the others.
func CompareRows(a, b ListRow) int {
	return cmp.Or(
		compareFinish(a.Best, b.Best),
		cmp.Compare(b.Rating, a.Rating),
		cmp.Compare(a.Name, b.Name),
		bytes.Compare(a.PlayerID[:], b.PlayerID[:]),
	)
}

// compareFinish puts the better finish first.
func compareFinish(a, b Seat) int {
	aHalf, aRounds := fraction(a)
	bHalf, bRounds := fraction(b)
	return cmp.Or(
		cmp.Compare(a.Rank, b.Rank),
		cmp.Compare(b.Players, a.Players),
		cmp.Compare(bHalf*aRounds, aHalf*bRounds), // bHalf/bRounds against aHalf/aRounds, without dividing
		cmp.Compare(b.Spread, a.Spread),
	)
}

// fraction is a record as half points over rounds; without rounds it is nothing.
func fraction(s Seat) (halfPoints, rounds int) {
	if s.Rounds <= 0 {
		return 0, 1
	}
	return s.HalfPoints, s.Rounds
}

// compareByDay orders the satellites of a row by last day, then by id.
func compareByDay(a, b Seat) int {
	return cmp.Or(a.EndsOn.Compare(b.EndsOn), bytes.Compare(a.SatelliteID[:], b.SatelliteID[:]))
}
