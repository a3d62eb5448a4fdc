package qualifiers

import (
	"bytes"
	"cmp"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/civil"
)

// Line is the final standing of one satellite as reported: who of it has a seat and who is next
// in line follow from it (R5.3, R5.5). Its players are persons, that is after merges.
type Line struct {
	SatelliteID uuid.UUID
	Satellite   string      // its name
	EndsOn      civil.Date  // its last day
	Players     int         // who played a game (R5.1)
	Rounds      int         // that count
	Seats       int         // to be given, by the prize table
	Order       []uuid.UUID // entrants: the director's decision among the tied (R4.4)
	Standing    []Standing  // by place; equals in the order of their seeds
}

func (l Line) compare(other Line) int {
	return cmp.Or(l.EndsOn.Compare(other.EndsOn), bytes.Compare(l.SatelliteID[:], other.SatelliteID[:]))
}

func (l Line) find(player uuid.UUID) (Standing, bool) {
	for _, standing := range l.Standing {
		if standing.PlayerID == player {
			return standing, true
		}
	}
	return Standing{}, false
}

// Moment places what gives and frees seats on one calendar: the last days of the satellites and
// the declined seats. It makes the seats independent of the order in which anything was reported
// (R5.4). Of one day the satellites come first.
type Moment struct {
	Day    civil.Date `json:"day"`
	At     time.Time  `json:"at,omitzero"`     // of an answer, UTC; zero for a satellite's last day
	Player uuid.UUID  `json:"player,omitzero"` // who answered
}

// Compare is -1, 0 or 1 as m is before, at or after the other moment.
func (m Moment) Compare(other Moment) int {
	return cmp.Or(m.Day.Compare(other.Day), m.At.Compare(other.At), bytes.Compare(m.Player[:], other.Player[:]))
}

// AnswerDay is the day on which an answer counts: that of answering (UTC), or where satellites
// were reported ahead of their last day, the latest of those days; no act of play is refused for
// its date. So an answer counts after every seat that had been given when it was made.
func AnswerDay(at time.Time, latestReported civil.Date) civil.Date {
	day := civil.Of(at.UTC())
	if latestReported.After(day) {
		return latestReported
	}
	return day
}

// step is a moment at a satellite. Steps are in one order over the tour, none equal to another.
type step struct {
	Moment
	satellite Line
}

func (s step) compare(other step) int {
	return cmp.Or(s.Moment.Compare(other.Moment), s.satellite.compare(other.satellite))
}
