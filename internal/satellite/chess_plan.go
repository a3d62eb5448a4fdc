package satellite

import (
	"fmt"

	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/standings"
)

// chessSeats fills the plan of a round with who is there. A pair of which both are there stays as it
// is; those who are left, and who came after the round was paired, are paired with each other by the
// same rules (R3.12, C2), and stand in the plan from then on. Pairing the round again does it for
// everybody.
func (s *Satellite) chessSeats(round Round) []seat {
	here := s.pool(round.Number)
	var seats []seat
	for _, p := range round.Plan {
		if p.Second != 0 && here[p.First] && here[p.Second] {
			seats = append(seats, seat{first: p.First, second: p.Second, why: p.Why})
			delete(here, p.First)
			delete(here, p.Second)
		}
	}
	seats = append(seats, s.chessLeft(round, here)...)
	return append(seats, s.outOfPool(round.Number)...)
}

// planned are the pairs and the full-point bye of seats as a plan. That of chess is always as the round
// is: new standings do not change who met whom for want of an opponent.
func planned(seats []seat) []pairing.Pair {
	plan := []pairing.Pair{}
	for _, seat := range seats {
		if seat.kind == "" {
			plan = append(plan, pairing.Pair{First: seat.first, Second: seat.second, Why: seat.why})
		}
	}
	return plan
}

// chessLeft pairs those who are left of a plan.
func (s *Satellite) chessLeft(round Round, left map[int]bool) []seat {
	if len(left) == 0 {
		return nil
	}
	if len(left) == 1 {
		for _, p := range round.Plan {
			if p.Second == 0 && left[p.First] {
				return []seat{{first: p.First, why: p.Why}}
			}
		}
		for seed := range left {
			return []seat{{first: seed, why: fmt.Sprintf("Full-point bye: number %d is left without an opponent.", seed)}}
		}
	}
	// The rounds to come are not looked at: they are played by everybody, not by these alone.
	paired, err := pairing.ChessSwiss(s.section(round.Number, max(round.Number, pairing.MinChessRounds), left))
	if err != nil {
		return s.leftOver(round, nil, leftBySeed(left)) // never for a satellite that the acts have made
	}
	var seats []seat
	for _, p := range paired.Pairs {
		seats = append(seats, seat{first: p.First, second: p.Second, why: "Both were left without an opponent. " + p.Why})
	}
	if b := paired.Bye; b != nil {
		seats = append(seats, seat{first: b.First, why: b.Why})
	}
	return seats
}

func leftBySeed(seeds map[int]bool) []left {
	var all []left
	for seed := range seeds {
		all = append(all, left{seed: seed})
	}
	return all
}

// outOfPool are the lines of those who are in the field and not paired in a round.
func (s *Satellite) outOfPool(number int) []seat {
	var seats []seat
	for _, e := range s.Field() {
		bye, booked := e.bye(number)
		switch {
		case e.Withdrawn:
			seats = append(seats, seat{first: e.Seed, kind: standings.ZeroPointBye, why: "Withdrawn: the round is missed and gives no point."})
		case booked && bye.HalfPoints > 0:
			seats = append(seats, seat{first: e.Seed, kind: standings.HalfPointBye, why: "Half-point bye, booked beforehand."})
		case booked:
			seats = append(seats, seat{first: e.Seed, kind: standings.ZeroPointBye, why: "Zero-point bye, booked beforehand."})
		}
	}
	return seats
}

// changeColours lets the two of a board change colours, by hand.
func (s *Satellite) changeColours(round *Round, g *Game, reason string) error {
	g.First, g.Second = g.Second, g.First
	g.Why = byHand(reason)
	s.adopt(round, *g)
	return nil
}
