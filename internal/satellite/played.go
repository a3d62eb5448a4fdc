package satellite

import (
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/standings"
)

// Played is a satellite as a file tells it that was run with another program or
// on paper: its players and what they did in each round.
type Played struct {
	Players []PlayedPlayer // numbered from 1 in their order, which is that of their seeds

	// Rounds has the lines of each round, the first round first. Every player
	// stands in one line of a round.
	Rounds [][]PlayedLine
}

// PlayedPlayer is a player of a file.
type PlayedPlayer struct {
	RosterRow

	// Entrant is who he is, where the file names entrants; otherwise he is found
	// by number and name.
	Entrant uuid.UUID
	Leaving Leaving
}

// Leaving is what a file says of whether a player has withdrawn.
type Leaving int

// What a file can say. Where it says nothing, rounds missed up to the end are
// taken for it.
const (
	NotSaid Leaving = iota
	Stayed
	Left
)

// PlayedLine is what happened to one or two players in a round. Players are
// named by their numbers. A Kind of ZeroPointBye is a round before a standby
// was called; a Forfeit of First without a Second is a round missed.
type PlayedLine struct {
	Line, Column  int // in the file, from 1
	Table         int // 0: not said
	First, Second int // Second 0: no opponent
	Settled       bool
	Kind          standings.Kind
	Forfeits      Side
	Score         *Score // nil: no game, or not played yet
}

// PlayedImport says what became of a file.
type PlayedImport struct {
	Stored    bool
	Unchanged bool // the satellite is as the file tells it already
	Players   int
	Rounds    int // of which something is told
	Games     int // that were played
	Refused   []Refusal
	Warnings  []Warning

	// Differs are the rounds whose pairs are not those of the tour's rules: Now
	// as the file has them, Then as the rules make them. Unranked says that the
	// players are not in the order of their ratings (R2.1). Either needs a
	// reason.
	Differs  []Differ
	Unranked string // a sentence, "" where they are
}

// NeedsReason says whether the file tells of what the rules do not do.
func (p PlayedImport) NeedsReason() bool { return len(p.Differs) > 0 || p.Unranked != "" }

// missed says whether the line is a round that its player missed.
func (l PlayedLine) missed() bool { return l.Second == 0 && l.Kind == standings.Forfeit }

// notThere says whether the line is a round before its player was called.
func (l PlayedLine) notThere() bool { return l.Second == 0 && l.Kind == standings.ZeroPointBye }

// decided says whether the line needs no further result.
func (l PlayedLine) decided() bool { return l.Kind != standings.Game || l.Score != nil }

// of gives a player's line in a round, counted from 0.
func (p Played) of(number, round int) (PlayedLine, bool) {
	i := slices.IndexFunc(p.Rounds[round], func(l PlayedLine) bool { return l.First == number || l.Second == number })
	if i < 0 {
		return PlayedLine{}, false
	}
	return p.Rounds[round][i], true
}

// check names what cannot be taken: more rounds than the satellite has, players
// who stand in no line or in two, scores out of bounds, rounds that count as
// nothing after a player was there.
func (p Played) check(s *Satellite) []Refusal {
	rounds := s.RoundCount
	var refused []Refusal
	refuse := func(line, column int, field, code, format string, args ...any) {
		refused = append(refused, Refusal{Line: max(line, 1), Column: max(column, 1), Field: field, Code: code, Detail: fmt.Sprintf(format, args...)})
	}
	if len(p.Rounds) > rounds {
		refuse(1, 1, "rounds", "too_many_rounds", "The file tells of %d rounds, the satellite has %d. Change the rounds of the satellite first, if the file is right.", len(p.Rounds), rounds)
		return refused
	}
	there := make([]bool, len(p.Players)+1)
	for round, lines := range p.Rounds {
		stands := make([]int, len(p.Players)+1)
		for _, l := range lines {
			stands[l.First]++
			stands[l.Second]++
			if l.notThere() && there[l.First] && !s.Chess {
				refuse(l.Line, l.Column, "score", "counts_as_nothing", "Round %d of player %d counts as nothing; without an opponent give 50 for a bye or -50 for a round missed (R4.2).", round+1, l.First)
			}
			there[l.First] = there[l.First] || !l.notThere() && !l.missed()
			there[l.Second] = true
			switch {
			case l.Score == nil:
			case s.Chess && l.Score.Outcome() == "":
				refuse(l.Line, l.Column, "score", "not_of_format", "Round %d, players %d and %d: a game of chess is won, drawn or lost and has no scores.", round+1, l.First, l.Second)
			case !l.Score.possible():
				refuse(l.Line, l.Column, "score", "out_of_range", "Round %d, players %d and %d: a score is from %d to %d and a penalty from 0 to %d.", round+1, l.First, l.Second, MinScore, MaxScore, MaxPenalty)
			}
		}
		for number, player := range p.Players {
			if n := stands[number+1]; n != 1 {
				refuse(player.Line, 1, "round", "not_once", "%s stands in %d lines of round %d; everybody stands in one: a game, a bye, or a round missed.", player.Entry.name(), n, round+1)
			}
		}
	}
	return append(refused, p.checkOrder()...)
}

// checkOrder refuses results of a round after one that is not complete, unless
// both can be had: what comes after is paired on it.
func (p Played) checkOrder() []Refusal {
	for round, lines := range p.Rounds {
		i := slices.IndexFunc(lines, func(l PlayedLine) bool { return !l.decided() })
		if i < 0 {
			continue
		}
		for _, later := range p.Rounds[round+1:] {
			if j := slices.IndexFunc(later, func(l PlayedLine) bool { return l.Score != nil }); j >= 0 {
				return []Refusal{{
					Line: max(lines[i].Line, 1), Column: max(lines[i].Column, 1), Field: "score", Code: "missing",
					Detail: fmt.Sprintf("Players %d and %d have no result in round %d, but later rounds have results; complete round %d first.", lines[i].First, lines[i].Second, round+1, round+1),
				}}
			}
		}
	}
	return nil
}

func (in EntrantInput) name() string {
	if in.GivenName == "" {
		return in.FamilyName
	}
	return in.FamilyName + ", " + in.GivenName
}

func (s Score) possible() bool {
	score := func(n int) bool { return n >= MinScore && n <= MaxScore }
	penalty := func(n int) bool { return n >= 0 && n <= MaxPenalty }
	return score(s.First) && score(s.Second) && penalty(s.FirstPenalty) && penalty(s.SecondPenalty)
}

// joins is the first round, from 1, that a player has something to do with: of
// who waited as a standby the first after it, of others the first that they did
// not miss; 1 for who has never been there at all.
func (p Played) joins(number int) int {
	waited := false
	for round := range p.Rounds {
		switch l, ok := p.of(number, round); {
		case ok && l.notThere():
			waited = true
		case ok && (waited || !l.missed()):
			return round + 1
		}
	}
	return 1
}

// missedRun counts the rounds that a player misses one after another around a
// round, counted from 0, which is one of them.
func (p Played) missedRun(number, round int) int {
	run := 1
	for _, step := range []int{-1, 1} {
		for at := round + step; at >= 0 && at < len(p.Rounds); at += step {
			if l, ok := p.of(number, at); !ok || !l.missed() {
				break
			}
			run++
		}
	}
	return run
}
