package interchange

import (
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/standings"
)

// NotPaired stands in Player.Opponents for a round that the player is not paired in yet.
const NotPaired = -1

// Event is what a result file says of an event. All formats are read into it and written from it.
type Event struct {
	// Name and Day are of the TOU format alone.
	Name string
	Day  civil.Date

	Divisions []Division

	// Config are lines of a tsh archive that stand outside its divisions.
	Config []string

	// Tiebreaks are the settings of the tie-breaks that the formats of chess write; they are not read.
	Tiebreaks standings.ChessOptions

	// Head are lines of a TRF that are not of players, as they stand there: "022 Belgrade".
	Head []string
}

// Division is a field that plays within itself. Its players are numbered from 1 in their order,
// and Opponents speak of these numbers.
type Division struct {
	Name           string
	Players        []Player
	RatingCheckOff bool     // NASPA: differences between ratings are not to be told
	Comments       []string // tsh: lines that begin with "#", in their order
	Schedule       int      // TRF: the rounds that are to be played, 0 where the file does not say
}

// Player is one line of a division. The lists are by round, the first round first.
type Player struct {
	Line          int // of the file it was read from, 0 otherwise
	Name          players.Name
	AssociationID string // "" where the file gives none
	Rating        int    // 0: unrated
	PartnerRating int    // tsh: the second rating of a pair, 0 where one person plays

	// Opponents are numbers of players, 0 for a bye or a forfeit, NotPaired for neither.
	Opponents []int

	// Scores are own scores; without an opponent the spread of the round. There are never more
	// of them than opponents: the last rounds may be paired and not played.
	Scores []int

	// Outcomes are of chess, by round as Opponents are and as many; such a player has no Scores. The
	// opponent of a forfeit is named, where the file names him.
	Outcomes []ChessOutcome

	Starts    []int // 1 first or white, 2 second or black, 0 bye, 3 not drawn or not known
	Boards    []int // tables, 0 for a bye
	Penalties []int // points off the own spread (R4.3)

	Withdrawn   bool
	MissedScore int // tsh off: the spread of each round that is missed after the withdrawal

	Team string
	Tags []Tag // what else the file says, in order of the names
}

// Tag is something that a file says of a player and that nothing is done with but to write it
// again.
type Tag struct{ Name, Value string }

// meets says whether the player has an opponent in a round, counted from 0.
func (p Player) meets(round int) bool { return round < len(p.Opponents) && p.Opponents[round] > 0 }

// sits says whether the player has a bye or a forfeit in a round, counted from 0.
func (p Player) sits(round int) bool { return round < len(p.Opponents) && p.Opponents[round] == 0 }

// played says whether the player's round, counted from 0, has a score or an outcome.
func (p Player) played(round int) bool {
	if p.Outcomes != nil {
		return round < len(p.Outcomes) && p.Outcomes[round] != Unplayed
	}
	return round < len(p.Scores) && round < len(p.Opponents) && p.Opponents[round] != NotPaired
}

// Rounds is how many rounds are paired, at least in part.
func (d Division) Rounds() int {
	rounds := 0
	for _, p := range d.Players {
		rounds = max(rounds, len(p.Opponents))
	}
	return rounds
}

// PlayedRounds is the last round that somebody has a score in, 0 before any. Byes of chess that are
// booked ahead do not count.
func (d Division) PlayedRounds() int {
	rounds := 0
	for _, p := range d.Players {
		rounds = max(rounds, len(p.Scores))
		for round, o := range p.Outcomes {
			if o != Unplayed && !o.booked() {
				rounds = max(rounds, round+1)
			}
		}
	}
	return rounds
}

// CompleteRounds is the last round up to which everybody is paired and has a score.
func (d Division) CompleteRounds() int {
	for round := range d.Rounds() {
		for _, p := range d.Players {
			if !p.played(round) {
				return round
			}
		}
	}
	return d.Rounds()
}
