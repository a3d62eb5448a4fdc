package qualifiers

import (
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/tour"
)

// Facts are all that the seats follow from, of a whole tour or of some of its satellites.
type Facts struct {
	Repeat    tour.RepeatQualifier
	Declined  tour.DeclinedSeat
	Lines     []Line              // in any order
	Elsewhere []Claim             // of the players of these lines, in other satellites
	Replies   map[uuid.UUID]Reply // the answers in force
	Rulings   []Ruling            // in force
}

// Outcomes are the seats of the satellites given, in the order of their last days.
//
// What gives a seat and what frees one are taken in the order of the calendar (Moment): the cut of
// each satellite on its last day, without those who have qualified before where repeated seats
// pass down (R5.4); then each declined seat, which lapses or goes to the next eligible player of
// the same satellite who has not declined himself and, where repeated seats pass down, has no seat
// yet (R5.5). So a declined seat calls nobody of another satellite. Rulings of the organiser come
// before the cut, and at the end nobody who has accepted a seat is silently without it (settle).
func Outcomes(facts Facts) []Outcome {
	s := newSeating(facts)
	for _, e := range s.events() {
		if e.decliner == uuid.Nil {
			s.award(e.table, e.step)
		} else {
			s.giveUp(e.table, e.decliner, e.step)
		}
	}
	outcomes := make([]Outcome, 0, len(s.tables))
	for _, table := range s.tables {
		s.settle(table)
		outcomes = append(outcomes, table.outcome())
	}
	return outcomes
}

// seating is the state of the tour while its seats are given.
type seating struct {
	Facts
	tables []*seatTable
	stakes map[uuid.UUID][]step // of each player: when he came to a seat, and where
}

// seatTable is the state of one satellite.
type seatTable struct {
	line   Line
	claims []*Claim
	free   int  // seats that nobody has and that are to be given
	lapsed int  // seats that nobody has any more
	tie    *Tie // why free seats are not given
	passed map[uuid.UUID]string
}

// event gives the seats of a satellite, or frees the one of a decliner in it.
type event struct {
	step
	table    *seatTable
	decliner uuid.UUID // uuid.Nil: the cut
}

func newSeating(facts Facts) *seating {
	s := &seating{Facts: facts, stakes: map[uuid.UUID][]step{}}
	for _, line := range slices.SortedFunc(slices.Values(facts.Lines), Line.compare) {
		s.tables = append(s.tables, &seatTable{line: line, passed: map[uuid.UUID]string{}})
	}
	for _, c := range facts.Elsewhere {
		if c.ByRule() {
			at := Line{SatelliteID: c.SatelliteID, Satellite: c.Satellite, EndsOn: c.EndsOn}
			s.stakes[c.PlayerID] = append(s.stakes[c.PlayerID], step{c.Since, at})
		}
	}
	return s
}

// events are all that happens, in order.
func (s *seating) events() []event {
	var events []event
	for _, table := range s.tables {
		events = append(events, event{step{Moment{Day: table.line.EndsOn}, table.line}, table, uuid.Nil})
		for _, standing := range table.line.Standing {
			if at, declined := s.declined(standing.PlayerID); declined {
				events = append(events, event{step{at, table.line}, table, standing.PlayerID})
			}
		}
	}
	slices.SortFunc(events, func(a, b event) int { return a.compare(b.step) })
	return events
}

// declined is when a player has declined.
func (s *seating) declined(player uuid.UUID) (Moment, bool) {
	reply, answered := s.Replies[player]
	return reply.Moment(), answered && reply.Answer == Declined
}

// award makes the cut of a satellite. A seat of somebody who has declined before, for he answers
// once for the whole tour, is given up at once.
func (s *seating) award(t *seatTable, now step) {
	t.free = t.line.Seats
	s.keep(t, now)
	s.fill(t, now, uuid.Nil)
	for _, c := range slices.Clone(t.claims) {
		if at, declined := s.declined(c.PlayerID); declined && at.Compare(now.Moment) < 0 {
			s.giveUp(t, c.PlayerID, now)
		}
	}
}

// keep seats those for whom the organiser has ruled that they keep a seat that the cut would not
// give them; unless he said otherwise it is one of the satellite's seats.
func (s *seating) keep(t *seatTable, now step) {
	kept := slices.DeleteFunc(slices.Clone(s.Rulings), func(r Ruling) bool {
		return r.SatelliteID != t.line.SatelliteID || !r.keeps() || s.earlier(r.PlayerID, now) != nil
	})
	if len(kept) == 0 {
		return
	}
	cut := CutSeats(s.candidates(t, now, false), t.line.Seats, t.line.Order).Qualifiers
	for _, ruling := range kept {
		standing, inLine := t.line.find(ruling.PlayerID)
		if !inLine || seatedIn(cut, ruling.PlayerID) {
			continue
		}
		if ruling.Verdict == KeepsSeat {
			t.free = max(0, t.free-1)
		}
		s.seat(t, standing, now, Kept, uuid.Nil, "keeps the seat by the organiser's ruling")
	}
}

func seatedIn(cut []Standing, player uuid.UUID) bool {
	return slices.ContainsFunc(cut, func(q Standing) bool { return q.PlayerID == player })
}

// giveUp takes the seat of somebody who declines, if he has one, and passes it down where that is
// the rule (R5.5).
func (s *seating) giveUp(t *seatTable, decliner uuid.UUID, now step) {
	c := t.claim(decliner)
	if c == nil || c.State != Holds {
		return
	}
	c.State = GivenUp
	if s.Declined == tour.Lapses {
		c.Why += "; declined, the seat lapses (R5.5)"
		t.lapsed++
		return
	}
	c.Why += "; declined, the seat passes down (R5.5)"
	t.free++
	s.fill(t, now, decliner)
}

// fill gives the free seats to the next in line, as far as no undecided tie stands in the way.
func (s *seating) fill(t *seatTable, now step, decliner uuid.UUID) {
	t.tie = nil
	if t.free == 0 {
		return
	}
	cut := CutSeats(s.candidates(t, now, decliner != uuid.Nil), t.free, t.line.Order)
	if len(cut.Unresolved) > 0 {
		t.tie = &cut.Unresolved[0]
	}
	t.free -= len(cut.Qualifiers)
	byPlace := CutSeats(t.line.Standing, t.line.Seats, t.line.Order).Qualifiers
	for _, q := range cut.Qualifiers {
		if decliner == uuid.Nil && seatedIn(byPlace, q.PlayerID) {
			s.seat(t, q, now, Won, uuid.Nil, fmt.Sprintf("rank %d of %d, with %d seats (R5.3)", q.Rank, t.line.Players, t.line.Seats))
			continue
		}
		s.seat(t, q, now, NextInLine, decliner, t.whyNext(q, decliner))
	}
}

// candidates are those who can be given a seat of a satellite now: all of its line who have none of
// its seats, but for those who are passed over; the reasons are noted. Who has declined can be
// given a seat by his place, to give it up, but is not called to the seat of another.
func (s *seating) candidates(t *seatTable, now step, calling bool) []Standing {
	var candidates []Standing
	for _, standing := range t.line.Standing {
		if t.claim(standing.PlayerID) != nil {
			continue
		}
		why := ""
		at, declined := s.declined(standing.PlayerID)
		before := s.earlier(standing.PlayerID, now)
		switch {
		case !standing.Eligible:
			why = orNotEligible(standing.Why)
		case before != nil:
			why = "has a seat from " + before.satellite.Satellite + " already (R5.4)"
		case calling && declined && at.Compare(now.Moment) < 0:
			why = "has declined (R5.5)"
		}
		t.passed[standing.PlayerID] = why
		if why == "" {
			candidates = append(candidates, standing)
		}
	}
	return candidates
}

func orNotEligible(why string) string {
	if why == "" {
		return "is not eligible"
	}
	return why
}

// earlier is where a player has qualified before, if that matters: where repeated seats pass down.
func (s *seating) earlier(player uuid.UUID, now step) *step {
	if s.Repeat != tour.RepeatedPassesDown {
		return nil
	}
	var first *step
	for _, stake := range s.stakes[player] {
		if stake.compare(now) < 0 && stake.satellite.SatelliteID != now.satellite.SatelliteID && (first == nil || stake.compare(*first) < 0) {
			first = &stake
		}
	}
	return first
}

// seat gives a seat to somebody.
func (s *seating) seat(t *seatTable, q Standing, now step, how How, decliner uuid.UUID, why string) {
	t.claims = append(t.claims, &Claim{
		Seat: t.line.seat(q), How: how, State: Holds, Since: now.Moment, For: decliner, Why: why,
	})
	s.stakes[q.PlayerID] = append(s.stakes[q.PlayerID], now)
}

// seat is the seat of a player by what he did in the satellite (R5.3).
func (l Line) seat(q Standing) Seat {
	return Seat{
		SatelliteID: l.SatelliteID, Satellite: l.Satellite, EndsOn: l.EndsOn, Rank: q.Rank, Players: l.Players, Rounds: l.Rounds,
		HalfPoints: q.HalfPoints, Spread: q.Spread, Rating: q.Rating, PlayerID: q.PlayerID, Name: q.Name, AssociationID: q.AssociationID,
	}
}
