package interchange

import (
	"strconv"
)

// chessLine is a player of a file in which each player says his own number.
type chessLine struct {
	number   int // 0 where it could not be read
	numberAt place
	player   Player
	seat     seat
}

// section makes a division of the players of a file, who may stand in any order; they are numbered
// from 1 without a gap. All get as many rounds as are used. What does not fit is noted.
func section(name string, rows []chessLine, f *found) (Division, []seat) {
	d := Division{Name: name, Players: make([]Player, len(rows))}
	seats, lines := make([]seat, len(rows)), make([]int, len(rows))
	fits := true
	for _, row := range rows {
		switch n := row.number; {
		case n < 1 || n > len(rows):
			f.wrong(row.numberAt, "bad_number", "The number %d is not one of 1 to %d, and there are %d players; number them without a gap.", n, len(rows), len(rows))
			fits = false
		case lines[n-1] > 0:
			f.wrong(row.numberAt, "duplicate_number", "The number %d stands in line %d already; give each player his own.", n, lines[n-1])
			fits = false
		default:
			row.player.Line = row.seat.line.number
			d.Players[n-1], seats[n-1], lines[n-1] = row.player, row.seat, row.player.Line
		}
	}
	if !fits {
		return Division{}, nil
	}
	evenRounds(d.Players)
	return d, seats
}

// evenRounds gives all players as many rounds as are used by anybody, and no colours where no
// colour is known.
func evenRounds(list []Player) {
	rounds, colours := 0, false
	for _, p := range list {
		for round, o := range p.Outcomes {
			if o != Unplayed || p.Opponents[round] > 0 {
				rounds = max(rounds, round+1)
			}
			colours = colours || p.Starts[round] == 1 || p.Starts[round] == 2
		}
	}
	for i := range list {
		p := &list[i]
		p.pad(rounds)
		if rounds == 0 {
			p.Opponents, p.Outcomes = nil, nil
		}
		if rounds == 0 || !colours {
			p.Starts = nil
		}
	}
}

// pad gives a player a number of rounds, those that he lacks without anything.
func (p *Player) pad(rounds int) {
	for len(p.Opponents) < rounds {
		p.addRound(NotPaired, Unplayed, 0)
	}
	p.Opponents, p.Outcomes, p.Starts = p.Opponents[:rounds], p.Outcomes[:rounds], p.Starts[:rounds]
}

// addRound adds a round of chess.
func (p *Player) addRound(opponent int, o ChessOutcome, start int) {
	p.Opponents, p.Outcomes, p.Starts = append(p.Opponents, opponent), append(p.Outcomes, o), append(p.Starts, start)
}

// checkOutcomes notes pairs whose outcomes or colours do not fit. Pairs that do not name each other
// are noted by checkPairs.
func checkOutcomes(d Division, seats []seat, f *found) {
	for i, p := range d.Players {
		for round, opponent := range p.Opponents {
			if opponent <= i+1 || opponent > len(d.Players) {
				continue
			}
			other := d.Players[opponent-1]
			if round >= len(other.Opponents) || other.Opponents[round] != i+1 {
				continue
			}
			if a, b := p.Outcomes[round], other.Outcomes[round]; !a.answers(b) {
				f.wrong(seats[opponent-1].opponent(round), "results_differ",
					"In round %d player %d (%s) has %s, but player %d (%s, line %d) has %s; make both fit.",
					round+1, opponent, other.Name, quote(b.String()), i+1, p.Name, seats[i].line.number, quote(a.String()))
			}
			if colour := p.start(round); (colour == 1 || colour == 2) && colour == other.start(round) {
				f.wrong(seats[opponent-1].opponent(round), "same_colour", "In round %d players %d and %d have the same colour; give one the other.", round+1, i+1, opponent)
			}
		}
		if f.hopeless() {
			return
		}
	}
}

// halves writes half points as a number without needless zeros: 8, 8.5.
func halves(halfPoints int) string {
	text := strconv.Itoa(halfPoints / 2)
	if halfPoints%2 != 0 {
		text += ".5"
	}
	return text
}

// points writes half points with one decimal, as there is place in four columns: 3.0.
func points(halfPoints int) string {
	if halfPoints%2 != 0 || halfPoints >= 200 {
		return halves(halfPoints)
	}
	return halves(halfPoints) + ".0"
}
