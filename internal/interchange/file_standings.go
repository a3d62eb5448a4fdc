package interchange

import (
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/standings"
)

// Standing is a player's place in a division of a file.
type Standing struct {
	standings.Row
	Name   players.Name
	Rating int // 0: unrated

	// A player who has withdrawn, after which round (0: before the first), and the rounds that
	// count as forfeits since (R4.7).
	Withdrawn     bool
	WithdrewAfter int
	Forfeits      int
}

// Standings are the standings of a division after a round, in the order of R4.4; the number of a
// player is his seed. Of a game with one score only nothing counts yet.
func (d Division) Standings(afterRound int) []Standing {
	seeds := make([]int, len(d.Players))
	for i := range seeds {
		seeds[i] = i + 1
	}
	rows := standings.Nast(seeds, d.Results(), afterRound)
	list := make([]Standing, len(rows))
	for i, row := range rows {
		p := d.Players[row.Seed-1]
		list[i] = Standing{Row: row, Name: p.Name, Rating: p.Rating}
		if last := p.lastRound(); p.Withdrawn && afterRound >= last {
			list[i].Withdrawn, list[i].WithdrewAfter = true, last
			list[i].Forfeits = max(0, min(afterRound, len(p.Scores))-last)
		}
	}
	return list
}

// lastRound is the last round that the player did not miss: behind it there are rounds without an
// opponent and with the spread of a missed round only.
func (p Player) lastRound() int {
	last := len(p.Scores)
	for last > 0 && p.sits(last-1) && p.Scores[last-1] == p.MissedScore {
		last--
	}
	return last
}

// Results are the results of a division. Without an opponent 50 is a bye, a spread below 0 a round
// that was missed (R4.2), and 0 counts neither as a win nor as a loss. Games of chess have half points
// as scores.
func (d Division) Results() []standings.Result {
	if d.Chess() {
		return d.chessResults()
	}
	var results []standings.Result
	for i, p := range d.Players {
		for round, score := range p.Scores {
			switch {
			case p.sits(round):
				results = append(results, p.alone(i+1, round, score))
			case p.meets(round) && p.Opponents[round] > i+1 && p.Opponents[round] <= len(d.Players):
				other := p.Opponents[round]
				if d.Players[other-1].played(round) {
					results = append(results, d.game(i+1, other, round))
				}
			}
		}
	}
	return results
}

// alone is the result of a round without an opponent. A spread other than 50 or -50 is that of the
// file: what is missing to it goes the way of a penalty, which is less than nothing for a bye of
// more than 50.
func (p Player) alone(seed, round, spread int) standings.Result {
	result := standings.Result{Round: round + 1, First: seed, FirstPenalty: penalty(p, round)}
	switch {
	case spread > 0:
		result.Kind = standings.Bye
		result.FirstPenalty += usualBye - spread
	case spread < 0:
		result.Kind, result.FirstForfeits = standings.Forfeit, true
		result.FirstPenalty += -usualBye - spread
	default:
		result.Kind = standings.ZeroPointBye
	}
	return result
}

// game is the game of two players; without p12 the one of the lower number is the first.
func (d Division) game(a, b, round int) standings.Result {
	if starts := d.Players[a-1].Starts; round < len(starts) && starts[round] == 2 {
		a, b = b, a
	}
	first, second := d.Players[a-1], d.Players[b-1]
	return standings.Result{
		Round: round + 1, First: a, Second: b, Kind: standings.Game,
		FirstScore: first.Scores[round], SecondScore: second.Scores[round],
		FirstPenalty: penalty(first, round), SecondPenalty: penalty(second, round),
	}
}

// penalty is what is taken off a player's spread in a round, counted from 0.
func penalty(p Player, round int) int {
	if round < len(p.Penalties) {
		return p.Penalties[round]
	}
	return 0
}
