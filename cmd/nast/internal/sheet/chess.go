package sheet

import "github.com/nast-tour/nast/api"

// chess says whether the game is chess, in which who plays first has white.
func (e Event) chess() bool { return e.Satellite.Format == api.TourFormatNscf }

// drawn says whether who plays first is drawn at the table; colours are not.
func (e Event) drawn() bool { return e.StartsDrawn && !e.chess() }

// sides are what the two places of a table are called.
func (e Event) sides() [2]string {
	if e.chess() {
		return [2]string{"white", "black"}
	}
	return [2]string{"first", "second"}
}

// chartLetter is the letter of a round on the wall chart of chess (C3); empty while there is no result.
func chartLetter(g *api.Game, first bool) string {
	absent := func(side api.ForfeitSide) bool {
		return g.Forfeit != nil && (*g.Forfeit == side || *g.Forfeit == api.ForfeitSideBoth)
	}
	own := api.ForfeitSideSecond
	if first {
		own = api.ForfeitSideFirst
	}
	switch {
	case g.Kind == api.GameKindBye:
		return "B"
	case g.Kind == api.GameKindHalfPointBye:
		return "H"
	case g.Second == nil:
		return "U"
	case absent(own):
		return "F"
	case forfeited(g):
		return "X"
	case g.Outcome == nil:
		return ""
	case *g.Outcome == api.OutcomeDraw:
		return "D"
	case (*g.Outcome == api.OutcomeFirst) == first:
		return "W"
	}
	return "L"
}

// tiebreaks are those of a place as they are shown, in their usual order; nothing where it is not chess.
func tiebreaks(s api.Standing) []string {
	if s.Tiebreaks == nil {
		return nil
	}
	t := s.Tiebreaks
	return []string{points(t.ModifiedMedian), points(t.Solkoff), points(t.Cumulative), points(t.CumulativeOfOpposition)}
}
