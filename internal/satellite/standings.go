package satellite

import (
	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/standings"
)

// Standing is a row of the standings with the entrant it is of.
type Standing struct {
	standings.Row
	Entrant Entrant
	Chess   *standings.ChessRow // the tie-breaks and what they were made of; nil where it is not chess
}

// Standings are the standings after a round (R4.4).
type Standings struct {
	AfterRound int
	Final      bool // nothing more will be played
	Rows       []Standing
}

// StandingsAfter gives the standings after a round; nil means after the results
// so far, or once play is over the final ones. Games without a result do not
// count yet. Tie-breaks of chess are made of complete rounds (C1.8), so that its
// standings are those after the last complete one, of those asked for.
func (s *Satellite) StandingsAfter(round *int) (Standings, error) {
	over := s.Status == Finished || s.Status == Reported
	after := s.latestRound()
	if over {
		after = s.LastRound()
	}
	if round != nil {
		after = *round
		if after < 0 || after > s.LastRound() {
			return Standings{}, fault.New(fault.RoundUnknown, "This satellite has rounds 1 to %d that count.", s.LastRound())
		}
	}
	if s.Chess {
		after = min(after, s.completeThrough())
	}
	out := Standings{AfterRound: after, Final: over && after == s.LastRound()}
	bySeed := map[int]Entrant{}
	for _, e := range s.Field() {
		bySeed[e.Seed] = e
	}
	for _, row := range s.table(after) {
		row.Entrant = bySeed[row.Seed]
		out.Rows = append(out.Rows, row)
	}
	return out, nil
}

// latestRound is the latest round that has a result, never beyond the last
// that counts.
func (s *Satellite) latestRound() int {
	latest := 0
	for _, g := range s.Games {
		if g.entered() {
			latest = max(latest, g.Round)
		}
	}
	return min(latest, s.LastRound())
}

// table has the rows of the standings, of which the entrants are still to be named.
func (s *Satellite) table(after int) []Standing {
	var rows []Standing
	if s.Chess {
		for _, row := range s.chessStandings(after) {
			rows = append(rows, Standing{Row: nastRow(row), Chess: &row})
		}
		return rows
	}
	for _, row := range s.standings(after) {
		rows = append(rows, Standing{Row: row})
	}
	return rows
}

func (s *Satellite) standings(after int) []standings.Row {
	seeds := s.seeds()
	return standings.Nast(s.fieldSeeds(), s.results(seeds, after), after)
}

func (s *Satellite) fieldSeeds() []int {
	var field []int
	for _, e := range s.Field() {
		field = append(field, e.Seed)
	}
	return field
}

// results are the lines of the rounds up to after that are decided.
func (s *Satellite) results(seeds map[uuid.UUID]int, after int) []standings.Result {
	var results []standings.Result
	for _, g := range s.Games {
		if g.Round > after || !g.Decided() {
			continue
		}
		r := standings.Result{
			Round: g.Round, First: seeds[g.First], Second: seeds[g.Second], Kind: g.Kind,
			FirstForfeits:  g.Forfeits == First || g.Forfeits == Both,
			SecondForfeits: g.Forfeits == Second || g.Forfeits == Both,
		}
		if g.Score != nil {
			r.FirstScore, r.SecondScore = g.Score.First, g.Score.Second
			r.FirstPenalty, r.SecondPenalty = g.Score.FirstPenalty, g.Score.SecondPenalty
		}
		results = append(results, r)
	}
	return results
}
