package satellite

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/standings"
	"github.com/nast-tour/nast/internal/tour"
)

// takeChess makes the field, rounds and games of a section of chess that a file tells. Everybody is
// numbered as in the file. Rounds of which a player has half a point or nothing without an opponent
// are byes that he had booked; who has nothing up to the end is taken to have withdrawn.
func (s *Satellite) takeChess(p Played, ids []uuid.UUID, t tour.Tour, newID NewID, out *PlayedImport) error {
	var field []*Entrant
	for _, id := range ids {
		e, _ := s.EntrantByID(id)
		field = append(field, e)
	}
	s.FirstColour = p.toss()
	if err := s.begin(field, t, newID); err != nil {
		return err
	}
	lowest := 0 // of those who were there in time
	for i, e := range field {
		e.Byes, e.JoinedFor = p.byes(i+1), 0
		if missed := p.absentUntil(i + 1); i > 0 && missed > 0 && e.SeedRating > lowest {
			e.JoinedFor = missed + 1 // he entered late, and so is not in order of the ratings
		} else {
			lowest = e.SeedRating
		}
	}
	for round := range p.Rounds {
		if p.isPaired(round) {
			s.takeChessRound(p, round, newID, out)
		}
	}
	for i, e := range field {
		if p.leftBefore(i+1) > 0 {
			e.Withdrawn = true
			e.Byes = slices.DeleteFunc(e.Byes, func(b BookedBye) bool { return b.Round >= p.leftBefore(i+1) && b.HalfPoints == 0 })
			if len(e.Byes) == 0 {
				e.Byes = nil
			}
			out.Warnings = append(out.Warnings, Warning{Code: "taken_as_withdrawn", Detail: fmt.Sprintf("%s missed the last rounds and is taken to have withdrawn: no prize and no seat.", e.Name)})
		}
	}
	out.Unranked = unrankedChess(field)
	s.replan(newID)
	return nil
}

// toss is the colour of the first player in round 1, as far as the file says it.
func (p Played) toss() pairing.Colour {
	if len(p.Rounds) > 0 {
		if l, ok := p.of(1, 0); ok && l.Settled && l.Second == 1 {
			return pairing.Black
		}
	}
	return pairing.White
}

// isPaired says whether anybody of a round, counted from 0, has an opponent or the bye; byes that
// are booked ahead are known before.
func (p Played) isPaired(round int) bool {
	return slices.ContainsFunc(p.Rounds[round], func(l PlayedLine) bool { return l.Second != 0 || l.Kind == standings.Bye })
}

// byes are the rounds of half a point or nothing that a player had without an opponent.
func (p Played) byes(number int) []BookedBye {
	var byes []BookedBye
	for round := range p.Rounds {
		l, ok := p.of(number, round)
		switch {
		case !ok || l.Second != 0:
		case l.Kind == standings.HalfPointBye:
			byes = append(byes, BookedBye{Round: round + 1, HalfPoints: 1})
		case l.Kind != standings.Bye && p.isPaired(round):
			byes = append(byes, BookedBye{Round: round + 1})
		}
	}
	return byes
}

// absentUntil is how many rounds a player has missed from the first on.
func (p Played) absentUntil(number int) int {
	for round := range p.Rounds {
		if l, ok := p.of(number, round); !ok || !l.notThere() {
			return round
		}
	}
	return 0
}

// leftBefore is the round from which on a player has nothing up to the last one that is paired; 0
// where he was there.
func (p Played) leftBefore(number int) int {
	last := 0
	for round := range p.Rounds {
		if p.isPaired(round) {
			last = round + 1
		}
	}
	left := 0
	for round := last - 1; round >= 0; round-- {
		if l, ok := p.of(number, round); !ok || !l.notThere() {
			break
		}
		left = round + 1
	}
	return left
}

// takeChessRound keeps a round, counted from 0, as the file tells it, and notes where the rules would
// have paired otherwise.
func (s *Satellite) takeChessRound(p Played, round int, newID NewID, out *PlayedImport) {
	number := round + 1
	who := map[int]bool{}
	var lines []PlayedLine
	var now []pairing.Pair
	for _, l := range p.Rounds[round] {
		if l.Second == 0 && l.Kind != standings.Bye {
			continue
		}
		who[l.First] = true
		if l.Second != 0 {
			who[l.Second] = true
		}
		lines, now = append(lines, l), append(now, pairing.Pair{First: l.First, Second: l.Second})
	}
	then, err := s.chessPairs(number, who) // there may be nobody to pair, and then nothing is by the rules
	r := Round{Number: number, Method: pairing.MethodSwiss, State: Planned}
	if err != nil || !slices.Equal(pairSet(now), pairSet(then)) {
		r.Method = pairing.MethodManual
		out.Differs = append(out.Differs, Differ{Round: number, Now: without(pairSet(now), pairSet(then)), Then: without(pairSet(then), pairSet(now))})
	}
	games, tables := s.chessGames(&r, lines, then, newID)
	k := taking{Satellite: s}
	k.setTables(games, tables)
	s.Games = append(s.Games, games...)
	s.Rounds = append(s.Rounds, r)
	for _, seat := range s.outOfPool(number) {
		id := s.bySeed()[seat.first]
		if !who[seat.first] {
			s.Games = append(s.Games, Game{ID: newID(), Round: number, First: id, Kind: seat.kind, Why: seat.why})
		}
	}
	slices.SortStableFunc(s.Games, compareGames)
	if r.Method == pairing.MethodManual || slices.ContainsFunc(games, Game.entered) || len(s.MissingTables(number)) == 0 {
		s.openThrough(number)
	}
}

// chessGames makes the plan and the games of a round in order of the boards: as the rule has them,
// then the others by the better number, the bye last.
func (s *Satellite) chessGames(r *Round, lines []PlayedLine, then []pairing.Pair, newID NewID) ([]Game, []int) {
	byRule := map[[2]int]pairing.Pair{}
	board := map[[2]int]int{} // before 0 where the rule has it
	for i, p := range then {
		byRule[pairKeyOf(p.First, p.Second)], board[pairKeyOf(p.First, p.Second)] = p, i-len(then)
	}
	slices.SortStableFunc(lines, func(a, b PlayedLine) int {
		if a.Second == 0 || b.Second == 0 {
			return cmp.Compare(b.Second, a.Second)
		}
		return cmp.Or(
			cmp.Compare(board[pairKeyOf(a.First, a.Second)], board[pairKeyOf(b.First, b.Second)]),
			cmp.Compare(min(a.First, a.Second), min(b.First, b.Second)),
		)
	})
	ids := s.bySeed()
	var games []Game
	var tables []int
	for _, l := range lines {
		pair := pairing.Pair{First: l.First, Second: l.Second, Why: "As in the imported file; the rule of this round pairs otherwise."}
		g := Game{ID: newID(), Round: r.Number, First: ids[l.First], Second: ids[l.Second], Kind: l.Kind, Forfeits: l.Forfeits, Score: l.Score}
		if p, ok := byRule[pairKeyOf(l.First, l.Second)]; ok {
			pair.Why = p.Why
			if !l.Settled && p.First == l.Second {
				pair.First, pair.Second = p.First, p.Second
				g.turn()
			}
		}
		g.Why = pair.Why
		r.Plan, games, tables = append(r.Plan, pair), append(games, g), append(tables, l.Table)
	}
	return games, tables
}

func pairKeyOf(a, b int) [2]int { return [2]int{min(a, b), max(a, b)} }

// unrankedChess says where players stand in another order than that of their ratings; who entered
// late has the next number.
func unrankedChess(field []*Entrant) string {
	var before *Entrant
	for _, e := range field {
		if e.JoinedFor > 0 {
			continue
		}
		if before != nil && e.SeedRating > before.SeedRating {
			return fmt.Sprintf("%s (%d) stands behind %s (%d); by the rules the higher rating has the better number.", e.Name, e.SeedRating, before.Name, before.SeedRating)
		}
		before = e
	}
	return ""
}
