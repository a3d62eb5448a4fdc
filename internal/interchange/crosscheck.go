package interchange

import (
	"github.com/nast-tour/nast/internal/players"
)

// seat is where a player of a file stands, to point at what does not fit.
type seat struct {
	line      line
	name      int // where the name begins
	opponents []word
	scores    []word
}

// place is where the player begins.
func (s seat) place() place { return s.line.place(s.name) }

// opponent is where the opponent of a round, counted from 0, stands.
func (s seat) opponent(round int) place { return s.at(s.opponents, round) }

// score is where the score of a round, counted from 0, stands.
func (s seat) score(round int) place { return s.at(s.scores, round) }

func (s seat) at(words []word, round int) place {
	if round < len(words) {
		return s.line.place(words[round].at)
	}
	return s.place()
}

// checkPairs notes opponents that are not there, that are oneself, or that do not name the player
// back in the same round.
func checkPairs(d Division, seats []seat, f *found) {
	for i, p := range d.Players {
		for round, opponent := range p.Opponents {
			at := seats[i].opponent
			switch {
			case opponent <= 0:
			case opponent == i+1:
				f.wrong(at(round), "plays_himself", "In round %d player %d (%s) plays himself; write his opponent, or 0 for a bye.", round+1, i+1, p.Name)
			case opponent > len(d.Players):
				f.wrong(at(round), "no_such_player", "In round %d player %d (%s) has opponent %d, but the division has %d players; mend the number.", round+1, i+1, p.Name, opponent, len(d.Players))
			default:
				checkBack(d, seats, i, round, f)
			}
		}
		if f.hopeless() {
			return
		}
	}
}

// checkBack notes a pair of which only one side knows.
func checkBack(d Division, seats []seat, i, round int, f *found) {
	p := d.Players[i]
	other := p.Opponents[round]
	back, says := NotPaired, "is not paired"
	if theirs := d.Players[other-1].Opponents; round < len(theirs) {
		back = theirs[round]
	}
	if back == i+1 {
		return
	}
	if back != NotPaired {
		says = "has opponent " + decimal(back)
	}
	f.wrong(seats[i].opponent(round), "not_reciprocal",
		"In round %d player %d (%s) has opponent %d, but player %d (%s, line %d) %s; make both name each other.",
		round+1, i+1, p.Name, other, other, d.Players[other-1].Name, seats[other-1].line.number, says)
}

// person is who has been read already.
type person struct {
	line int
	id   string
}

// persons remembers the names and numbers of a file.
type persons struct {
	names     map[string]person
	ids       map[string]int
	namesakes bool // whether a name may stand twice: then it is a warning only
}

func newPersons(namesakes bool) *persons {
	return &persons{map[string]person{}, map[string]int{}, namesakes}
}

// check notes a person who stands twice: a number is of one person, and a name that stands twice
// needs a number each time, for two in one field are two people (R5.8).
func (known *persons) check(p Player, s seat, f *found) {
	number := s.line.number
	if p.AssociationID != "" {
		if first, taken := known.ids[p.AssociationID]; taken {
			f.wrong(s.place(), "duplicate_association_id", "The number %s stands in line %d already; mend one of them.", p.AssociationID, first)
			return
		}
		known.ids[p.AssociationID] = number
	}
	if p.Name == (players.Name{}) {
		return // noted already
	}
	key := p.Name.Key()
	first, taken := known.names[key]
	if !taken {
		known.names[key] = person{number, p.AssociationID}
		return
	}
	if p.AssociationID == "" || first.id == "" {
		note := f.wrong
		if known.namesakes {
			note = f.doubt
		}
		note(s.place(), "duplicate_name", "%s stands in line %d already; give both their association numbers, after a colon, or mend the name.", p.Name, first.line)
	}
}

// checkScores notes what is possible and unusual: byes of another spread than 50, ties, and scores
// outside 100 to 800.
func checkScores(d Division, seats []seat, f *found) {
	for i, p := range d.Players {
		for round, score := range p.Scores {
			at := seats[i].score
			switch {
			case p.sits(round):
				checkBye(score, round, at(round), f)
			case p.meets(round):
				if score < usualLow || score > usualHigh {
					f.doubt(at(round), "unusual_score", "The score %d of round %d is outside %d to %d; is it right?", score, round+1, usualLow, usualHigh)
				}
				other := p.Opponents[round] - 1
				if i < other && other < len(d.Players) && d.Players[other].played(round) && d.Players[other].Scores[round] == score {
					f.doubt(at(round), "tie", "Players %d and %d tie in round %d at %d; is it right?", i+1, other+1, round+1, score)
				}
			}
		}
	}
}

func checkBye(spread, round int, at place, f *found) {
	switch spread {
	case usualBye, -usualBye:
	case 0:
		f.doubt(at, "bye_of_zero", "The bye or forfeit of round %d has the spread 0; write 50 for a bye and -50 for a round that was missed.", round+1)
	default:
		f.doubt(at, "unusual_bye", "The bye or forfeit of round %d has the spread %d instead of 50 or -50; is it right?", round+1, spread)
	}
}
