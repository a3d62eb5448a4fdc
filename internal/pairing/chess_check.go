package pairing

import (
	"fmt"

	"github.com/nast-tour/nast/internal/fault"
)

// The rounds that a chess event can have (C2).
const (
	MinChessRounds = 3
	MaxChessRounds = 9
)

const minChessPool = 2

func tooFewInPool(round, players int) error {
	return fault.New(fault.TooFewPlayers,
		"There %s to pair in round %d; at least %d are needed. The withdrawn and those with a booked bye do not count.",
		count(players, "is %d player", "are %d players"), round, minChessPool)
}

func count(n int, one, more string) string {
	if n == 1 {
		return fmt.Sprintf(one, n)
	}
	return fmt.Sprintf(more, n)
}

// check refuses a section that cannot be.
func (in ChessInput) check() error {
	if in.Rounds < MinChessRounds || in.Rounds > MaxChessRounds {
		return fault.AtField("/rounds", "out_of_range",
			"A chess event has %d to %d rounds, not %d.", MinChessRounds, MaxChessRounds, in.Rounds)
	}
	if in.Round < 1 || in.Round > in.Rounds {
		return fault.AtField("/round", "out_of_range",
			"There is no round %d in an event of %d rounds.", in.Round, in.Rounds)
	}
	if in.Toss != White && in.Toss != Black {
		return fault.AtField("/first_colour", "unknown_value",
			"The colour of the first board is white or black, not %q.", in.Toss)
	}
	known := make(map[int]*ChessPlayer, len(in.Players))
	for i := range in.Players {
		p := &in.Players[i]
		if known[p.Number] != nil {
			return p.fault("number", "duplicate", "Two players have the number %d.", p.Number)
		}
		known[p.Number] = p
	}
	for i := range in.Players {
		if err := in.Players[i].check(in, known); err != nil {
			return err
		}
	}
	return nil
}

// fault names a field of one player.
func (p *ChessPlayer) fault(field, slug, format string, args ...any) error {
	return fault.AtField(fmt.Sprintf("/players/%d/%s", p.Number, field), slug, format, args...)
}

func (p *ChessPlayer) check(in ChessInput, known map[int]*ChessPlayer) error {
	switch {
	case p.Number < 1:
		return p.fault("number", "out_of_range", "Pairing numbers begin with 1; there is a player with %d.", p.Number)
	case p.Rating < 0:
		return p.fault("rating", "out_of_range", "The rating of number %d is below 0; an unrated player has 0.", p.Number)
	case p.HalfPoints < 0 || p.HalfPoints > 2*(in.Round-1):
		return p.fault("half_points", "out_of_range",
			"Number %d cannot have %s before round %d.", p.Number, points(p.HalfPoints), in.Round)
	case len(p.History) != in.Round-1:
		return p.fault("history", "incomplete",
			"Number %d has %s behind him before round %d; every round before needs one.",
			p.Number, count(len(p.History), "%d round", "%d rounds"), in.Round)
	}
	for i, cell := range p.History {
		if err := p.checkCell(i+1, cell, known); err != nil {
			return err
		}
	}
	return p.checkBooked(in.Rounds)
}

// checkCell refuses a past round that contradicts itself or its opponent's.
func (p *ChessPlayer) checkCell(round int, cell ChessCell, known map[int]*ChessPlayer) error {
	at := fmt.Sprintf("history/%d", round)
	switch cell.Kind {
	case ChessGame:
	case ChessFullBye, ChessHalfBye, ChessZeroBye, ChessForfeitWon, ChessForfeitLost:
		if cell.Colour != NoColour {
			return p.fault(at, "not_a_game",
				"Number %d has a colour in round %d, which he did not play: byes and forfeits have none.", p.Number, round)
		}
		return nil
	default:
		return p.fault(at, "unknown_value", "Round %d of number %d is of the unknown kind %q.", round, p.Number, cell.Kind)
	}
	if cell.Colour != White && cell.Colour != Black {
		return p.fault(at, "required", "Number %d has no colour in the game of round %d.", p.Number, round)
	}
	opponent := known[cell.Opponent]
	if opponent == nil || opponent == p {
		return p.fault(at, "unknown_value", "Number %d played number %d in round %d, who is not in the section.",
			p.Number, cell.Opponent, round)
	}
	want := ChessCell{ChessGame, p.Number, cell.Colour.other()}
	if round > len(opponent.History) || opponent.History[round-1] != want {
		return p.fault(at, "contradiction", "Number %d has number %d as his opponent in round %d, who has it otherwise.",
			p.Number, cell.Opponent, round)
	}
	return nil
}

func (p *ChessPlayer) checkBooked(rounds int) error {
	booked := make(map[int]bool, len(p.Booked))
	for _, b := range p.Booked {
		switch {
		case b.Kind != ChessHalfBye && b.Kind != ChessZeroBye:
			return p.fault("booked", "unknown_value", "A booked bye is worth half a point or none; number %d has booked %q.",
				p.Number, b.Kind)
		case b.Round < 1 || b.Round > rounds:
			return p.fault("booked", "out_of_range", "Number %d has booked a bye of round %d; the event has %d rounds.",
				p.Number, b.Round, rounds)
		case booked[b.Round]:
			return p.fault("booked", "duplicate", "Number %d has booked two byes of round %d.", p.Number, b.Round)
		}
		booked[b.Round] = true
	}
	return nil
}

// warnings tells the director what he should know of the event as a whole.
func (in ChessInput) warnings() []string {
	players := 0
	for i := range in.Players {
		if !in.Players[i].Withdrawn {
			players++
		}
	}
	// Each meets every other once; in an odd field he has one bye besides.
	if most := evenSize(players) - 1; in.Rounds > most {
		return []string{fmt.Sprintf(
			"There are %d rounds and %d players: after %s everybody has met everybody, and rematches cannot be avoided.",
			in.Rounds, players, count(most, "%d round", "%d rounds"))}
	}
	return nil
}
