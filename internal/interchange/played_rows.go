package interchange

import (
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// PlayedOfRows are the rows of a results file as what a satellite played, whose
// entrants they name: by seed, before the start as they would be seeded, or by
// name. Who stands in no row of the first rounds has entered late and missed them,
// or is a standby who was called later.
func PlayedOfRows(s *satellite.Satellite, rows []GameRow) (satellite.Played, []satellite.Refusal) {
	r := resolving{satellite: s, bySeed: s.BySeed(), first: map[uuid.UUID]int{}}
	type named struct {
		row           GameRow
		first, second uuid.UUID
	}
	var lines []named
	rounds := 0
	for _, row := range rows {
		if row.Outcome != "" && row.FirstScore == nil && !s.Chess {
			r.refused = append(r.refused, satellite.Refusal{
				Line: row.Line, Column: max(row.Columns[inOutcome], 1), Field: inOutcome, Code: "not_of_format",
				Detail: "Outcomes are of chess; write both scores.",
			})
		}
		n := named{row: row, first: r.find(row, inFirst, row.First)}
		if !row.Second.IsZero() {
			n.second = r.find(row, inSecond, row.Second)
		}
		lines, rounds = append(lines, n), max(rounds, row.Round)
	}
	if len(r.refused) > 0 {
		return satellite.Played{}, r.refused
	}
	played := satellite.Played{Rounds: make([][]satellite.PlayedLine, rounds)}
	number := map[uuid.UUID]int{uuid.Nil: 0}
	for _, e := range r.players() {
		number[e.ID] = len(number)
		played.Players = append(played.Players, satellite.PlayedPlayer{Entrant: e.ID, RosterRow: satellite.RosterRow{
			Line: 1, Entry: satellite.EntrantInput{
				FamilyName: e.Name.Family, GivenName: e.Name.Given, Suffix: e.Name.Suffix, AssociationID: e.AssociationID, Rating: e.Rating, Present: true,
			},
		}})
	}
	for _, n := range lines {
		played.Rounds[n.row.Round-1] = append(played.Rounds[n.row.Round-1], n.row.line(number[n.first], number[n.second]))
	}
	for _, e := range r.players() {
		for round := range r.first[e.ID] - 1 {
			l := satellite.PlayedLine{First: number[e.ID], Kind: standings.Forfeit, Forfeits: satellite.First}
			if e.Standby || s.Chess {
				l.Kind, l.Forfeits = standings.ZeroPointBye, satellite.Nobody
			}
			played.Rounds[round] = append(played.Rounds[round], l)
		}
	}
	return played, nil
}

// resolving finds the entrants that rows name.
type resolving struct {
	satellite *satellite.Satellite
	bySeed    []satellite.Entrant
	first     map[uuid.UUID]int // the first round in which somebody stands
	refused   []satellite.Refusal
}

// find gives the entrant that a row names, or notes why there is none.
func (r *resolving) find(row GameRow, column string, ref PlayerRef) uuid.UUID {
	refuse := func(code, format string, args ...any) uuid.UUID {
		r.refused = append(r.refused, satellite.Refusal{
			Line: row.Line, Column: max(row.Columns[column], 1), Field: column, Code: code, Detail: fmt.Sprintf(format, args...),
		})
		return uuid.Nil
	}
	var fits []satellite.Entrant
	for i, e := range r.bySeed {
		seed := e.Seed
		if !e.InField {
			seed = i + 1
		}
		if ref.Seed == seed || ref.Seed == 0 && e.Name.Key() == ref.Name.Key() {
			fits = append(fits, e)
		}
	}
	switch len(fits) {
	case 0:
		return refuse("unknown", "There is no entrant %s in the satellite; enter him first, or mend the row.", ref)
	case 1:
		id := fits[0].ID
		if at := r.first[id]; at == 0 || row.Round < at {
			r.first[id] = row.Round
		}
		return id
	}
	return refuse("ambiguous", "%d entrants are called %s; name them by seed.", len(fits), ref)
}

// players are those who stand in a row, in order of seed: who was there from the
// first round, then the others in order of entry, as they are numbered (R2.1).
func (r *resolving) players() []satellite.Entrant {
	var all []satellite.Entrant
	for _, e := range r.bySeed {
		if r.first[e.ID] > 0 {
			all = append(all, e)
		}
	}
	slices.SortStableFunc(all, func(a, b satellite.Entrant) int {
		lateA, lateB := r.first[a.ID] > 1, r.first[b.ID] > 1
		switch {
		case a.InField && b.InField:
			return a.Seed - b.Seed
		case lateA && lateB:
			return a.Number - b.Number
		case lateA:
			return 1
		case lateB:
			return -1
		}
		return satellite.CompareForSeeding(a, b)
	})
	return all
}

// line is the row of a round with the numbers of its players.
func (g GameRow) line(first, second int) satellite.PlayedLine {
	l := satellite.PlayedLine{Line: g.Line, Column: 1, Table: g.Table, First: first, Second: second, Settled: second != 0, Kind: g.Kind}
	switch {
	case g.Kind == standings.DoubleForfeit, g.FirstForfeits && g.SecondForfeits:
		l.Forfeits = satellite.Both
	case g.FirstForfeits:
		l.Forfeits = satellite.First
	case g.SecondForfeits:
		l.Forfeits = satellite.Second
	}
	if g.Kind == standings.Game && g.FirstScore != nil && g.SecondScore != nil {
		l.Score = &satellite.Score{First: *g.FirstScore, Second: *g.SecondScore, FirstPenalty: g.FirstPenalty, SecondPenalty: g.SecondPenalty}
	}
	if g.Kind == standings.Game && g.Outcome != "" {
		l.Score = scoreOf(g.Outcome)
	}
	return l
}

// scoreOf is an outcome of chess in half points.
func scoreOf(o GameOutcome) *satellite.Score {
	switch o {
	case FirstWins:
		return &satellite.Score{First: 2}
	case SecondWins:
		return &satellite.Score{Second: 2}
	case Draw:
		return &satellite.Score{First: 1, Second: 1}
	}
	return nil
}
