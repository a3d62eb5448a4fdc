package satellite

import (
	"cmp"
	"fmt"
	"io"
	"slices"

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

// section is the satellite before a round as the pairing sees it; only the given seeds are paired.
func (s *Satellite) section(number, rounds int, who map[int]bool) pairing.ChessInput {
	in := pairing.ChessInput{Round: number, Rounds: rounds, Toss: s.FirstColour}
	points := map[int]int{}
	for _, row := range s.chessStandings(number - 1) {
		points[row.Seed] = row.HalfPoints
	}
	history := s.history(number)
	for _, e := range s.Field() {
		_, booked := e.bye(number)
		p := pairing.ChessPlayer{
			Number: e.Seed, Rating: e.SeedRating, HalfPoints: points[e.Seed], Team: e.Team, Late: e.late(),
			Withdrawn: !who[e.Seed] && (e.Withdrawn || !booked), History: history[e.ID],
		}
		for _, b := range e.Byes {
			if b.Round <= rounds {
				p.Booked = append(p.Booked, pairing.ChessBye{Round: b.Round, Kind: b.kind()})
			}
		}
		in.Players = append(in.Players, p)
	}
	return in
}

// history is what everybody did in the rounds before one.
func (s *Satellite) history(before int) map[uuid.UUID][]pairing.ChessCell {
	seeds := s.seeds()
	cells := map[uuid.UUID][]pairing.ChessCell{}
	for id := range seeds {
		row := make([]pairing.ChessCell, before-1)
		for i := range row {
			row[i].Kind = pairing.ChessZeroBye
		}
		cells[id] = row
	}
	for _, g := range s.Games {
		if g.Round >= before {
			continue
		}
		cells[g.First][g.Round-1] = g.chessCell(First, seeds[g.Second])
		if g.Second != uuid.Nil {
			cells[g.Second][g.Round-1] = g.chessCell(Second, seeds[g.First])
		}
	}
	return cells
}

// chessCell is a game as one side of it has it behind him.
func (g Game) chessCell(side Side, opponent int) pairing.ChessCell {
	c := pairing.ChessCell{Opponent: opponent}
	switch {
	case g.Kind == standings.Game:
		c.Kind, c.Colour = pairing.ChessGame, pairing.White
		if side == Second {
			c.Colour = pairing.Black
		}
	case g.Kind == standings.Bye:
		c.Kind = pairing.ChessFullBye
	case g.Kind == standings.HalfPointBye:
		c.Kind = pairing.ChessHalfBye
	case g.Second == uuid.Nil:
		c.Kind = pairing.ChessZeroBye
	case g.Forfeits == side || g.Forfeits == Both:
		c.Kind = pairing.ChessForfeitLost
	default:
		c.Kind = pairing.ChessForfeitWon
	}
	return c
}

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

// BookedBye is a bye that a player has asked for beforehand.
type BookedBye struct {
	Round      int `json:"round"`
	HalfPoints int `json:"half_points"` // 1, or 0 for an absence that is announced
}

func (b BookedBye) kind() pairing.ChessKind {
	if b.HalfPoints > 0 {
		return pairing.ChessHalfBye
	}
	return pairing.ChessZeroBye
}

// bye is the bye that an entrant has booked of a round.
func (e Entrant) bye(round int) (BookedBye, bool) {
	i := slices.IndexFunc(e.Byes, func(b BookedBye) bool { return b.Round == round })
	if i < 0 {
		return BookedBye{}, false
	}
	return e.Byes[i], true
}

// withBye is a list of byes with one more; the list that is given stays as it is.
func withBye(byes []BookedBye, b BookedBye) []BookedBye {
	byes = append(slices.Clone(byes), b)
	slices.SortFunc(byes, func(a, b BookedBye) int { return cmp.Compare(a.Round, b.Round) })
	return byes
}
