package interchange

import (
	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// ofSection is a satellite of chess as a result file tells it.
func ofSection(s *satellite.Satellite) (e Event, complete int) {
	field := s.Field()
	number := make(map[uuid.UUID]int, len(field))
	d := Division{Players: make([]Player, len(field)), Schedule: s.RoundCount}
	for i, entrant := range field {
		number[entrant.ID] = i + 1
		d.Players[i] = Player{
			Name: entrant.Name, AssociationID: entrant.AssociationID, Rating: entrant.SeedRating, Team: entrant.Team,
		}
		d.Players[i].setTag(tagGrade, entrant.Grade)
	}
	unbroken := true
	for _, round := range s.Rounds {
		if round.State == satellite.Planned || round.Number > s.LastRound() {
			break
		}
		d.addChessRound(s.GamesOf(round.Number), number)
		if unbroken = unbroken && round.State == satellite.Complete; unbroken {
			complete = round.Number
		}
	}
	e = Event{Name: s.Name, Day: s.StartsOn, Divisions: []Division{d}}
	if s.Rules != nil {
		e.Tiebreaks = s.Rules.Chess.Options()
	}
	return e, complete
}

// addChessRound adds a round to every player. Who is in no game was not there yet.
func (d *Division) addChessRound(games []satellite.Game, number map[uuid.UUID]int) {
	round := d.Rounds()
	for i := range d.Players {
		d.Players[i].addRound(0, ZeroBye, 0)
	}
	for _, g := range games {
		first := &d.Players[number[g.First]-1]
		if g.Second == uuid.Nil {
			first.Outcomes[round] = outcomeAlone(g.Kind)
			continue
		}
		second := &d.Players[number[g.Second]-1]
		first.Opponents[round], second.Opponents[round] = number[g.Second], number[g.First]
		first.Outcomes[round], second.Outcomes[round] = outcomesOf(g)
		first.Starts[round], second.Starts[round] = starter, replier
		if g.Kind != standings.Game {
			first.Starts[round], second.Starts[round] = 3, 3 // what was not played has no colours
		}
	}
}

func outcomeAlone(kind standings.Kind) ChessOutcome {
	switch kind {
	case standings.Bye:
		return FullBye
	case standings.HalfPointBye:
		return HalfBye
	case standings.Game, standings.Forfeit, standings.DoubleForfeit, standings.ZeroPointBye:
	}
	return ZeroBye
}

// outcomesOf are those of the two players of a board.
func outcomesOf(g satellite.Game) (first, second ChessOutcome) {
	switch {
	case g.Forfeits == satellite.Both:
		return LostByForfeit, LostByForfeit
	case g.Forfeits == satellite.First:
		return LostByForfeit, WonByForfeit
	case g.Forfeits == satellite.Second:
		return WonByForfeit, LostByForfeit
	case g.Score == nil:
		return Unplayed, Unplayed
	}
	switch g.Score.Outcome() {
	case satellite.FirstWon:
		return Won, Lost
	case satellite.SecondWon:
		return Lost, Won
	}
	return Drawn, Drawn
}
