package satellite

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/standings"
)

// replan brings every round that is not open in line with who is there (R3.12):
// the first standby is called where that avoids a bye (R2.2), empty seats are
// filled, and those who are left meet each other. Nobody else's pair changes.
func (s *Satellite) replan(newID NewID) {
	for _, r := range s.Rounds {
		if r.State == Planned {
			s.callStandby(r.Number)
			break
		}
	}
	for i := range s.Rounds {
		if s.Rounds[i].State == Planned {
			s.replanRound(s.Rounds[i].Number, newID)
		}
	}
}

// callStandby puts the first standby who does not play yet into an odd field,
// to play from a round on (R2.2).
func (s *Satellite) callStandby(round int) {
	if len(s.pool(round))%2 == 0 {
		return
	}
	i := slices.IndexFunc(s.Entrants, func(e Entrant) bool { return e.Standby && e.Present && !e.InField && !e.Withdrawn })
	if i >= 0 {
		s.join(&s.Entrants[i], round)
	}
}

// join puts an entrant into the field of a satellite in play, to play from a
// round on. He gets the next number, whatever his rating (R2.1).
func (s *Satellite) join(e *Entrant, round int) {
	seed := 0
	for _, other := range s.Entrants {
		seed = max(seed, other.Seed)
	}
	e.InField, e.Present, e.Seed, e.SeedRating, e.JoinedFor = true, true, seed+1, e.Rating, round
}

// seat is a place at a table, or none, that a plan gives.
type seat struct {
	first, second int // seeds; second 0: a bye; first alone with missing: a round missed
	missing       bool
	kind          standings.Kind // of a bye of chess that is worth half a point or nothing; else empty
	why           string
}

// replanRound makes the games of a round from its plan. A game whose players
// stay keeps its id and who starts.
func (s *Satellite) replanRound(number int, newID NewID) {
	seats := s.seats(s.Rounds[number-1])
	if s.Chess {
		s.Rounds[number-1].Plan = planned(seats)
	}
	old := map[[2]uuid.UUID]Game{}
	var others []Game
	for _, g := range s.Games {
		if g.Round == number {
			old[pairKey(g.First, g.Second)] = g
		} else {
			others = append(others, g)
		}
	}
	s.Games = others
	ids := s.bySeed()
	starters := s.starters(number)
	var games []Game
	for _, seat := range seats {
		g := Game{Round: number, Kind: standings.Game, Why: seat.why, First: ids[seat.first], Second: ids[seat.second]}
		switch {
		case seat.kind != "":
			g.Kind = seat.kind
		case seat.missing:
			g.Kind, g.Forfeits = standings.Forfeit, First
		case seat.second == 0:
			g.Kind = standings.Bye
		case !s.Chess && s.Rules.StartsSettled && !pairing.Starts(starters[seat.first], starters[seat.second], number):
			g.First, g.Second = g.Second, g.First
		}
		if was, stays := old[pairKey(g.First, g.Second)]; stays {
			g.ID, g.Version = was.ID, was.Version
			if !s.Chess { // whose plan says who has white
				g.First, g.Second = was.First, was.Second
			}
		} else {
			g.ID = newID()
		}
		games = append(games, g)
	}
	s.numberTables(games)
	s.Games = append(s.Games, games...)
	slices.SortStableFunc(s.Games, compareGames)
}

// pairKey names a pair whoever starts.
func pairKey(a, b uuid.UUID) [2]uuid.UUID {
	if a.String() > b.String() {
		a, b = b, a
	}
	return [2]uuid.UUID{a, b}
}

// bySeed are the entrants of the field by seed.
func (s *Satellite) bySeed() map[int]uuid.UUID {
	ids := make(map[int]uuid.UUID, len(s.Entrants))
	for _, e := range s.Entrants {
		if e.InField {
			ids[e.Seed] = e.ID
		}
	}
	return ids
}

// left is a player without an opponent; why is empty unless the plan itself
// gives him the bye.
type left struct {
	seed int
	why  string
}

// seats fills the plan of a round with who is there, in order of table (R3.12):
// an empty seat goes to a standby, then to a late entrant, in order of entry;
// those left without an opponent meet each other in order of seed.
func (s *Satellite) seats(round Round) []seat {
	if s.Chess {
		return s.chessSeats(round)
	}
	field := map[int]Entrant{}
	for _, e := range s.Field() {
		field[e.Seed] = e
	}
	joiners := joiners(round, field)
	var seats []seat
	var over []left
	for _, p := range round.Plan {
		first, second := field[p.First].active(), p.Second != 0 && field[p.Second].active()
		stays, empty := p.First, p.Second
		if second && !first {
			stays, empty = p.Second, p.First
		}
		switch {
		case first && second:
			seats = append(seats, seat{first: p.First, second: p.Second, why: p.Why})
		case !first && !second:
			// Nobody of the pair is there.
		case len(joiners) > 0:
			seats = append(seats, seat{first: stays, second: joiners[0], why: filledWhy(field, joiners[0], empty)})
			joiners = joiners[1:]
		case empty == 0:
			over = append(over, left{stays, p.Why})
		default:
			over = append(over, left{seed: stays})
		}
	}
	for _, seed := range joiners {
		over = append(over, left{seed: seed})
	}
	seats = append(seats, s.leftOver(round, field, over)...)
	if round.Method.Fixed() {
		slices.SortStableFunc(seats, bySeedOfTable)
	}
	return append(seats, missed(field)...)
}

// bySeedOfTable orders the tables of a preset round, or of one of a round robin,
// by the better seed, the byes last (R3.10).
func bySeedOfTable(a, b seat) int {
	alone := func(x seat) int {
		if x.second == 0 {
			return 1
		}
		return 0
	}
	better := func(x seat) int {
		if x.second == 0 {
			return x.first
		}
		return min(x.first, x.second)
	}
	return cmp.Or(cmp.Compare(alone(a), alone(b)), cmp.Compare(better(a), better(b)))
}

// joiners are those who play and have no seat in the plan: standbys first, then
// late entrants, each in order of entry.
func joiners(round Round, field map[int]Entrant) []int {
	planned := map[int]bool{}
	for _, p := range round.Plan {
		planned[p.First], planned[p.Second] = true, true
	}
	var join []Entrant
	for seed, e := range field {
		if e.active() && !planned[seed] {
			join = append(join, e)
		}
	}
	late := func(e Entrant) int {
		if e.late() {
			return 1
		}
		return 0
	}
	slices.SortFunc(join, func(a, b Entrant) int {
		return cmp.Or(cmp.Compare(late(a), late(b)), cmp.Compare(a.Number, b.Number))
	})
	seeds := make([]int, len(join))
	for i, e := range join {
		seeds[i] = e.Seed
	}
	return seeds
}

// filledWhy says who takes an empty seat. It names seeds, which stay, not
// people, whose names can be corrected.
func filledWhy(field map[int]Entrant, joiner, empty int) string {
	who := "Late entrant"
	switch e := field[joiner]; {
	case e.JoinedFor == 0:
		who = "Player" // who came back after his seat was given to others by hand
	case e.Standby:
		who = "Standby"
	}
	if empty == 0 {
		return fmt.Sprintf("%s, seed %d, takes the place of the bye.", who, joiner)
	}
	return fmt.Sprintf("%s, seed %d, takes the empty seat of seed %d.", who, joiner, empty)
}

// leftOver lets those without an opponent meet each other in order of seed; one
// left over has the bye, a late entrant one at most in this way: the byes that
// the standings (R3.6) or the director give him are none of these.
func (s *Satellite) leftOver(round Round, field map[int]Entrant, over []left) []seat {
	slices.SortFunc(over, func(a, b left) int { return cmp.Compare(a.seed, b.seed) })
	var seats []seat
	for ; len(over) > 1; over = over[2:] {
		seats = append(seats, seat{
			first: over[0].seed, second: over[1].seed,
			why: fmt.Sprintf("Seeds %d and %d were left without an opponent and meet each other.", over[0].seed, over[1].seed),
		})
	}
	if len(over) == 0 {
		return seats
	}
	last := seat{first: over[0].seed, why: over[0].why}
	if last.why == "" {
		last.why = fmt.Sprintf("Bye: seed %d is left without an opponent.", last.first)
		if e := field[last.first]; e.late() && s.hadBye(e.ID, round.Number) {
			last.missing = true
			last.why = "Nobody is left to meet the late entrant, and he has had his one bye: a forfeit."
		}
	}
	return append(seats, last)
}

// hadBye says whether an entrant has a bye before a round.
func (s *Satellite) hadBye(id uuid.UUID, before int) bool {
	return slices.ContainsFunc(s.Games, func(g Game) bool {
		return g.Round < before && g.Kind == standings.Bye && g.First == id
	})
}

// missed are the rounds that the withdrawn miss (R4.7).
func missed(field map[int]Entrant) []seat {
	var seats []seat
	for seed, e := range field {
		if e.Withdrawn {
			seats = append(seats, seat{first: seed, missing: true, why: "Withdrawn: the round is missed and counts as a forfeit."})
		}
	}
	slices.SortFunc(seats, func(a, b seat) int { return cmp.Compare(a.first, b.first) })
	return seats
}

// numberTables numbers the tables of a round from 1 in the order of its pairs
// (R3.10); who cannot move keeps his reserved table.
func (s *Satellite) numberTables(games []Game) {
	taken := map[int]bool{}
	reserved := func(g Game) int {
		for _, id := range []uuid.UUID{g.First, g.Second} {
			if e, ok := s.EntrantByID(id); ok && e.ReservedTable > 0 && !taken[e.ReservedTable] {
				return e.ReservedTable
			}
		}
		return 0
	}
	for i := range games {
		games[i].Table = 0
		if games[i].Second != uuid.Nil {
			games[i].Table = reserved(games[i])
			taken[games[i].Table] = true
		}
	}
	next := 1
	for i := range games {
		if games[i].Second == uuid.Nil || games[i].Table > 0 {
			continue
		}
		for taken[next] {
			next++
		}
		games[i].Table = next
		taken[next] = true
	}
}
