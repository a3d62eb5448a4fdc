package tour

import (
	"slices"

	"github.com/nast-tour/nast/internal/standings"
)

// ChessRules are the settings that only chess has.
type ChessRules struct {
	// HalfPointByes is how many half-point byes a player may have in one satellite.
	HalfPointByes int `json:"half_point_byes"`

	// HalfPointByesUntil is the last round for which one can be booked; 0 is the one before the last.
	HalfPointByesUntil int `json:"half_point_byes_until"`

	// TiebreakOrder are the tie-breaks that decide, the first one first (C1). One that is left out is
	// shown and decides nothing.
	TiebreakOrder []standings.Tiebreak `json:"tiebreak_order"`

	OppositionCumulative standings.OppositionMode `json:"opposition_cumulative"` // C1.6
}

func defaultChessRules() ChessRules {
	return ChessRules{HalfPointByes: 1, TiebreakOrder: standings.Tiebreaks(), OppositionCumulative: standings.NSCF}
}

// IsZero says that there are none, as in a tour of another format.
func (c ChessRules) IsZero() bool {
	return c.HalfPointByes == 0 && c.HalfPointByesUntil == 0 && c.TiebreakOrder == nil && c.OppositionCumulative == ""
}

// Options are the settings on which the order of a section depends.
func (c ChessRules) Options() standings.ChessOptions {
	return standings.ChessOptions{OppositionCumulative: c.OppositionCumulative, Order: c.TiebreakOrder}
}

// LastByeRound is the last round of a satellite for which a half-point bye can be booked.
func (c ChessRules) LastByeRound(rounds int) int {
	if c.HalfPointByesUntil > 0 {
		return min(c.HalfPointByesUntil, rounds)
	}
	return rounds - 1
}

func (f *findings) checkChess(c ChessRules, format Format) {
	if format != NSCF {
		const why = "This is a setting of chess, for tours of the format nscf."
		f.add(c.HalfPointByes != 0, "/half_point_byes", "not_of_format", why)
		f.add(c.HalfPointByesUntil != 0, "/half_point_byes_until", "not_of_format", why)
		f.add(c.TiebreakOrder != nil, "/tiebreak_order", "not_of_format", why)
		f.add(c.OppositionCumulative != "", "/opposition_cumulative", "not_of_format", why)
		return
	}
	_, most := format.roundBounds()
	f.add(c.HalfPointByes < 0 || c.HalfPointByes > most, "/half_point_byes", "out_of_range",
		"A player may have 0 to %d half-point byes.", most)
	f.add(c.HalfPointByesUntil < 0 || c.HalfPointByesUntil > most, "/half_point_byes_until", "out_of_range",
		"The last round for which a half-point bye can be booked is 1 to %d, or 0 for the one before the last.", most)
	f.add(c.OppositionCumulative != standings.NSCF && c.OppositionCumulative != standings.USChess,
		"/opposition_cumulative", "unknown_value", "Cumulative of opposition is counted as nscf or uschess.")
	f.add(len(c.TiebreakOrder) == 0, "/tiebreak_order", "required", "Name the tie-breaks that decide, the first one first.")
	for i, t := range c.TiebreakOrder {
		f.add(!slices.Contains(standings.Tiebreaks(), t), "/tiebreak_order", "unknown_value",
			"There is no tie-break %q; there are modified_median, solkoff, cumulative and cumulative_of_opposition.", t)
		f.add(slices.Contains(c.TiebreakOrder[:i], t), "/tiebreak_order", "duplicate", "The tie-break %s stands twice.", t)
	}
}
