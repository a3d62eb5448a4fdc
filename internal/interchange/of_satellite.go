package interchange

import (
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// OfSatellite is what a satellite comes to as a result file tells it: one
// division without a name, its players numbered by seed with the ratings of the
// start, and every round that is open. The scores of rounds after the first one
// that is not complete are left out, for a file has them in order of the rounds;
// complete is that round less one. A satellite of chess has outcomes and colours
// instead of scores.
func OfSatellite(s *satellite.Satellite) (e Event, complete int) {
	if s.Chess {
		return ofSection(s)
	}
	field := s.Field()
	number := make(map[uuid.UUID]int, len(field))
	d := Division{Players: make([]Player, len(field))}
	for i, entrant := range field {
		number[entrant.ID] = i + 1
		d.Players[i] = Player{
			Name: entrant.Name, AssociationID: entrant.AssociationID, Rating: entrant.SeedRating, Team: entrant.Team,
			Withdrawn: entrant.Withdrawn,
		}
		if entrant.Withdrawn {
			d.Players[i].MissedScore = -usualBye
		}
	}
	scored := true
	for _, round := range s.Rounds {
		if round.State == satellite.Planned || round.Number > s.LastRound() {
			break
		}
		d.addRound(s.GamesOf(round.Number), number, scored)
		scored = scored && round.State == satellite.Complete
		if scored {
			complete = round.Number
		}
	}
	return Event{Name: s.Name, Day: s.StartsOn, Divisions: []Division{d}}, complete
}

// addRound adds a round to every player; scored says that scores still count.
func (d *Division) addRound(games []satellite.Game, number map[uuid.UUID]int, scored bool) {
	round := d.Rounds()
	for i := range d.Players {
		p := &d.Players[i]
		p.Opponents, p.Starts, p.Boards = append(p.Opponents, 0), append(p.Starts, 0), append(p.Boards, 0)
		if scored {
			p.Scores = append(p.Scores, 0) // a standby who was not called yet: nothing counts
		}
	}
	for _, g := range games {
		first := &d.Players[number[g.First]-1]
		if g.Second == uuid.Nil {
			first.sitOut(round, scored, g.Kind == standings.Bye)
			continue
		}
		second := &d.Players[number[g.Second]-1]
		if g.Kind != standings.Game {
			first.sitOut(round, scored, g.Forfeits == satellite.Second)
			second.sitOut(round, scored, g.Forfeits == satellite.First)
			continue
		}
		first.play(round, number[g.Second], starter, g.Table)
		second.play(round, number[g.First], replier, g.Table)
		switch {
		case !scored:
		case g.Score == nil:
			first.Scores, second.Scores = first.Scores[:round], second.Scores[:round]
		default:
			first.Scores[round], second.Scores[round] = g.Score.First, g.Score.Second
			first.penalise(round, g.Score.FirstPenalty)
			second.penalise(round, g.Score.SecondPenalty)
		}
	}
}

// Who starts, as p12 says it.
const (
	starter = 1
	replier = 2
)

// sitOut gives a player a round without an opponent, counted from 0 (R4.2).
func (p *Player) sitOut(round int, scored, won bool) {
	if !scored {
		return
	}
	p.Scores[round] = -usualBye
	if won {
		p.Scores[round] = usualBye
	}
}

func (p *Player) play(round, opponent, starts, table int) {
	p.Opponents[round], p.Starts[round], p.Boards[round] = opponent, starts, table
}

func (p *Player) penalise(round, points int) {
	if points == 0 {
		return
	}
	p.Penalties = append(p.Penalties, slices.Repeat([]int{0}, max(0, round+1-len(p.Penalties)))...)
	p.Penalties[round] = points
}
