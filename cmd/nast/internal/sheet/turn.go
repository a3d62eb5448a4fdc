package sheet

import (
	"strconv"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
)

// state is how far a round of one player is.
type state int

const (
	unknown state = iota // not paired yet
	toPlay               // paired, no result yet
	settled              // a result, a bye or a forfeit
	out                  // the round is paired, and he is not in it
)

// turn is one round of one player, as he sees it. Fields without a value are empty.
type turn struct {
	Round    int
	State    state
	Table    string
	Plays    string // "first" or "second"
	Opponent player
	Instead  string // "forfeit", where it stands in place of the scores

	Own, Against string // the scores
	Penalty      int    // points off his own spread (R4.3)

	// Result is W, L or D and Spread the gain of this round; Points and Total are those of all
	// rounds so far. They are given once every result up to here is in.
	Result, Spread string
	Points, Total  string
}

// Played says that there is a result, or that none is to come.
func (t turn) Played() bool { return t.State == settled || t.State == out }

// turns are the rounds of a player that count, those not paired yet included.
func (e Event) turns(entrant uuid.UUID) []turn {
	var turns []turn
	complete := true
	for n := 1; n <= e.lastRound(); n++ {
		t := e.turn(n, entrant)
		complete = complete && t.Played()
		if before, after := e.standing(n-1, entrant), e.standing(n, entrant); t.Played() && before != nil && after != nil {
			if !e.chess() {
				t.Result, t.Spread = gain(before, after, t.State)
			}
			if complete {
				t.Points, t.Total = points(after.Points), signed(after.Spread)
			}
			if e.chess() {
				t.Total = ""
			}
		}
		turns = append(turns, t)
	}
	return turns
}

// turn finds the game of a player in a round.
func (e Event) turn(number int, entrant uuid.UUID) turn {
	round := e.round(number)
	if round == nil {
		return turn{Round: number}
	}
	for i := range round.Games {
		g := &round.Games[i]
		switch {
		case g.First.EntrantID == entrant:
			return e.side(g, true, secondOf(g), g.FirstScore, g.SecondScore, g.FirstPenalty)
		case g.Second != nil && g.Second.EntrantID == entrant:
			return e.side(g, false, firstOf(g), g.SecondScore, g.FirstScore, g.SecondPenalty)
		}
	}
	return turn{Round: number, State: out, Opponent: player{Name: "did not play"}}
}

// side is a game as one of its players sees it.
func (e Event) side(g *api.Game, first bool, opponent player, own, against *int, penalty int) turn {
	t := turn{Round: g.Round, State: toPlay, Table: number(g.Table), Opponent: opponent, Penalty: penalty}
	if g.Second != nil && !e.drawn() {
		t.Plays = e.sides()[1]
		if first {
			t.Plays = e.sides()[0]
		}
	}
	if decided(g) {
		t.State = settled
	}
	if e.chess() {
		t.Result = chartLetter(g, first)
	}
	switch {
	case forfeited(g):
		t.Instead = "forfeit"
	case own != nil && against != nil:
		t.Own, t.Against = strconv.Itoa(*own), strconv.Itoa(*against)
	}
	return t
}

// gain is what a round brought, told from the standings before and after it.
func gain(before, after *api.Standing, s state) (result, spread string) {
	switch {
	case after.Wins > before.Wins:
		result = "W"
	case after.Losses > before.Losses:
		result = "L"
	case after.Draws > before.Draws:
		result = "D"
	case s == out:
		return "", ""
	}
	return result, signed(after.Spread - before.Spread)
}

// decided says that no result of a game is to come.
func decided(g *api.Game) bool {
	return g.Kind != api.GameKindGame || g.FirstScore != nil || g.Forfeit != nil || g.Outcome != nil
}

func forfeited(g *api.Game) bool {
	return g.Forfeit != nil || g.Kind == api.GameKindForfeit || g.Kind == api.GameKindDoubleForfeit
}

// forfeit says who of a pair is absent, for those who stand before the sheet.
func forfeit(g *api.Game) string {
	switch {
	case g.Second == nil || !forfeited(g):
		return ""
	case g.Kind == api.GameKindDoubleForfeit, g.Forfeit != nil && *g.Forfeit == api.ForfeitSideBoth:
		return "both are absent"
	case g.Forfeit != nil && *g.Forfeit == api.ForfeitSideFirst:
		return firstOf(g).Name + " is absent"
	case g.Forfeit != nil:
		return secondOf(g).Name + " is absent"
	}
	return "one is absent"
}
