package satellite

import (
	"fmt"
	"io"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/standings"
	"github.com/nast-tour/nast/internal/tour"
)

// chessRule is how every round of chess is paired (C2).
var chessRule = pairing.Rule{Method: pairing.MethodSwiss, EarlierMeetings: 0}

const minChessPlayers = 2

// beginChess starts a section of chess. Nothing is paired yet: every round is paired on the results
// of the one before.
func (s *Satellite) beginChess(players int, t tour.Tour) error {
	if players < minChessPlayers {
		return fault.New(fault.TooFewPlayers, "A section of chess needs at least %d players who are present; there is %d.", minChessPlayers, players)
	}
	if s.FirstColour != pairing.White && s.FirstColour != pairing.Black {
		return fault.AtField("/first_colour", "unknown_value", "The colour of the first board is white or black.")
	}
	rules := t.Rules
	s.Rules = &rules
	s.Status = InPlay
	return nil
}

// Toss settles the colour of the higher player of the first board in round 1 (C2.1), before the
// start.
func (s *Satellite) Toss(colour pairing.Colour) error {
	switch {
	case !s.Chess:
		return fault.AtField("/first_colour", "not_of_format", "Colours are of chess; who starts is settled by the rules here (R3.11).")
	case s.started() && colour != s.FirstColour:
		return fault.New(fault.WrongStatus, "The toss stands with the start: %s. Take the start back first.", s.FirstColour)
	}
	s.FirstColour = colour
	return nil
}

// Coin tosses for the colour of the first board with a source of chance.
func Coin(random io.Reader) func() pairing.Colour {
	return func() pairing.Colour {
		var side [1]byte
		if _, err := io.ReadFull(random, side[:]); err != nil || side[0]%2 == 0 {
			return pairing.White
		}
		return pairing.Black
	}
}

// pool are the seeds of those who are to be paired in a round: not the withdrawn and not those with
// a booked bye (C2.2).
func (s *Satellite) pool(number int) map[int]bool {
	pool := s.paired()
	for _, e := range s.Entrants {
		if _, booked := e.bye(number); booked {
			delete(pool, e.Seed)
		}
	}
	return pool
}

// chessPairs pairs a round for the given seeds, boards first, then the bye (C2). First has white.
func (s *Satellite) chessPairs(number int, who map[int]bool) ([]pairing.Pair, error) {
	round, err := pairing.ChessSwiss(s.section(number, s.RoundCount, who))
	if err != nil {
		return nil, err
	}
	var pairs []pairing.Pair
	for _, p := range round.Pairs {
		pairs = append(pairs, p.Pair)
	}
	if round.Bye != nil {
		pairs = append(pairs, *round.Bye)
	}
	return pairs, nil
}

// RoundWarnings are what the director should know of the pairs of a round of chess: that players
// meet again, because nothing else is left (C2.5), or by hand.
func (s *Satellite) RoundWarnings(number int) []Warning {
	if !s.Chess {
		return nil
	}
	warnings := s.lengthWarnings()
	met, seeds := s.meetings(number), s.seeds()
	for _, g := range s.GamesOf(number) {
		if a, b := seeds[g.First], seeds[g.Second]; g.Second != uuid.Nil && met(a, b) > 0 {
			warnings = append(warnings, Warning{
				Code: "rematch_required", Table: g.Table,
				Detail: fmt.Sprintf("Table %d: numbers %d and %d have met before; a rematch is required where nobody else is left to meet.", g.Table, a, b),
			})
		}
	}
	return warnings
}

// lengthWarnings say that the rounds are more than the players have opponents.
func (s *Satellite) lengthWarnings() []Warning {
	players := len(s.paired())
	if most := players - 1 + players%2; s.Chess && s.started() && players > 0 && s.RoundCount > most {
		return []Warning{{Code: "more_rounds_than_players", Detail: fmt.Sprintf(
			"There are %d rounds and %d players: after round %d everybody has met everybody, and rematches are required.", s.RoundCount, players, most)}}
	}
	return nil
}

// chessStandings are the standings after a round with all that the tie-breaks were made of (C1).
func (s *Satellite) chessStandings(after int) []standings.ChessRow {
	var opt standings.ChessOptions
	if s.Rules != nil {
		opt = s.Rules.Chess.Options()
	}
	return standings.Chess(s.fieldSeeds(), s.results(s.seeds(), after), after, opt)
}

// nastRow is a row without the tie-breaks.
func nastRow(w standings.ChessRow) standings.Row {
	return standings.Row{
		Rank: w.Rank, Tied: w.Tied, Seed: w.Seed, HalfPoints: w.HalfPoints, Wins: w.Wins, Losses: w.Losses, Draws: w.Draws,
		Byes: w.Byes, Games: w.Games, HadGame: w.HadGame,
	}
}
