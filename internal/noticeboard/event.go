package noticeboard

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
	"github.com/nast-tour/nast/internal/tour"
)

// Event is a satellite as those who play or watch it read it.
type Event struct {
	Satellite
	Slug, Tour string // of the tour
	Chess      bool
	Starts     bool // who plays first is settled, and not drawn at the table (R3.11)

	Rounds     []Round // that are open or complete, the latest first
	AfterRound int     // of the standings
	Standings  []Standing
	Seats      int      // how many qualify (R5.1)
	Qualified  []string // who has a seat, or would have if it ended now, in order
	Settled    bool     // it is reported: the seats are issued
	Tied       bool     // a tie for a seat is still to be decided (R4.4)
}

// Round is a round whose pairs stand.
type Round struct {
	Number   int
	Complete bool // every result is in
	Games    []Game
}

// Game is a game, or what a player has instead of one.
type Game struct {
	Table         int // 0: none
	First, Second Player
	Kind          standings.Kind
	Forfeits      satellite.Side
	Score         *satellite.Score // nil: not in yet; in chess half points
	Disputed      bool             // the players' results differ; the director settles it
}

// Player is a player as a game names him; without an opponent the second is empty.
type Player struct {
	Seed int
	Name string
}

// Standing is a line of the standings.
type Standing struct {
	standings.Row
	Name      string
	Rating    int  // 0: unrated
	Withdrawn bool // R4.7
	Seat      bool // he is among Qualified

	Chess *standings.ChessRow // the tie-breaks; nil where it is not chess
}

// Event reads a satellite of a public tour.
func (v *Service) Event(ctx context.Context, slug string, id uuid.UUID) (Event, error) {
	ctx = asPublic(ctx)
	t, err := v.tour(ctx, slug)
	if err != nil {
		return Event{}, err
	}
	s, report, err := v.Satellites.LiveReport(ctx, id)
	if fault.CodeOf(err) == fault.ResourceNotFound || err == nil && (s.Tour != slug || !announced(s.Status)) {
		return Event{}, fault.New(fault.ResourceNotFound, "There is no such satellite in this tour.")
	}
	if err != nil {
		return Event{}, err
	}
	return event(t, s, report)
}

func event(t tour.Tour, s *satellite.Satellite, r satellite.Report) (Event, error) {
	out := Event{Satellite: announce(s.Registration), Slug: t.Slug, Tour: t.Name, Chess: s.Chess, Starts: t.Rules.StartsSettled}
	if s.Rules != nil {
		out.Starts = s.Rules.StartsSettled
	}
	if !out.InPlay() && !out.Over() {
		return out, nil
	}
	names := fieldNames(s.Field(), t.Shown.ShortNames)
	out.rounds(s, names)
	seated := out.seats(s, r, names)
	table, err := s.StandingsAfter(nil)
	if err != nil {
		return out, err
	}
	out.AfterRound = table.AfterRound
	for _, row := range table.Rows {
		out.Standings = append(out.Standings, Standing{
			Row: row.Row, Name: names[row.Entrant.ID], Rating: row.Entrant.SeedRating, Withdrawn: row.Entrant.Withdrawn, Seat: seated[row.Entrant.ID], Chess: row.Chess,
		})
	}
	return out, nil
}

// seats says who qualifies; before a result is in nobody does.
func (e *Event) seats(s *satellite.Satellite, r satellite.Report, names map[uuid.UUID]string) map[uuid.UUID]bool {
	seated := map[uuid.UUID]bool{}
	e.Seats, e.Settled = r.Seats, s.Status == satellite.Reported
	if r.Players == 0 {
		return seated
	}
	for _, q := range r.Qualifiers {
		e.Qualified, seated[q.EntrantID] = append(e.Qualified, names[q.EntrantID]), true
	}
	e.Tied = !e.Settled && len(e.Qualified) < e.Seats && len(r.Undecided()) > 0
	return seated
}

// rounds shows the rounds whose pairs stand; a plan may still change (R3.12).
func (e *Event) rounds(s *satellite.Satellite, names map[uuid.UUID]string) {
	player := func(id uuid.UUID) Player {
		if who, ok := s.EntrantByID(id); ok {
			return Player{Seed: who.Seed, Name: names[id]}
		}
		return Player{}
	}
	for _, r := range slices.Backward(s.Rounds) {
		if r.State == satellite.Planned || r.Number > s.LastRound() {
			continue
		}
		round := Round{Number: r.Number, Complete: r.State == satellite.Complete}
		for _, g := range s.GamesOf(r.Number) {
			round.Games = append(round.Games, Game{
				Table: g.Table, First: player(g.First), Second: player(g.Second), Kind: g.Kind, Forfeits: g.Forfeits, Score: g.Score, Disputed: g.Disputed,
			})
		}
		e.Rounds = append(e.Rounds, round)
	}
}
