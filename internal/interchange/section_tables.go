package interchange

import (
	"fmt"

	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// sectionResults has one row a board, in the form that ReadResults reads; first has white.
func sectionResults(s *satellite.Satellite) Table {
	t := Table{Name: "Results", Columns: []string{
		inRound, inTable, inFirst, inSecond, inOutcome, inKind, inForfeits, inFirstName, inSecondName,
	}}
	for _, round := range s.Rounds {
		if round.State == satellite.Planned || round.Number > s.LastRound() {
			continue
		}
		for _, g := range s.GamesOf(round.Number) {
			first, _ := s.EntrantByID(g.First)
			row := []Cell{Whole(g.Round), {}, Whole(first.Seed), {}, {}, Text(string(g.Kind)), Text(string(g.Forfeits)), Text(first.Name.String()), {}}
			if g.Table > 0 {
				row[1] = Whole(g.Table)
			}
			if second, ok := s.EntrantByID(g.Second); ok {
				row[3], row[8] = Whole(second.Seed), Text(second.Name.String())
			}
			if g.Score != nil {
				row[4] = Text(string(g.Score.Outcome()))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// tiebreakCells are the tie-breaks of a row in their usual order, under tiebreakColumns.
func tiebreakCells(row *standings.ChessRow) []Cell {
	var cells []Cell
	for _, t := range standings.Tiebreaks() {
		cells = append(cells, Points(row.Tiebreak(t)))
	}
	return cells
}

func tiebreakColumns() []string {
	var names []string
	for _, t := range standings.Tiebreaks() {
		names = append(names, string(t))
	}
	return names
}

// sectionStandings has the standings of chess with the tie-breaks.
func sectionStandings(table satellite.Standings) Table {
	t := Table{Name: "Standings", Columns: []string{"rank", "seed", "name", "rating", "team", "grade", "wins", "losses", "draws", "byes", "points"}}
	t.Columns = append(append(t.Columns, tiebreakColumns()...), "withdrawn")
	for _, row := range table.Rows {
		withdrawn := ""
		if row.Entrant.Withdrawn {
			withdrawn = "yes"
		}
		line := []Cell{
			Whole(row.Rank), Whole(row.Seed), Text(row.Entrant.Name.String()), ratingCell(row.Entrant.Rating), Text(row.Entrant.Team),
			Text(row.Entrant.Grade), Whole(row.Wins), Whole(row.Losses), Whole(row.Draws), Whole(row.Byes), Points(row.HalfPoints),
		}
		t.Rows = append(t.Rows, append(append(line, tiebreakCells(row.Chess)...), Text(withdrawn)))
	}
	return t
}

// sectionChart has everybody's rounds in order of the standings, in the cells of the wall chart (C3).
func sectionChart(s *satellite.Satellite, table satellite.Standings) Table {
	t := Table{Name: "Crosstable", Columns: []string{"rank", "seed", "name"}}
	for round := range table.AfterRound {
		t.Columns = append(t.Columns, fmt.Sprintf("round_%d", round+1))
	}
	t.Columns = append(append(t.Columns, "points"), tiebreakColumns()...)
	e, _ := OfSatellite(s)
	for _, row := range table.Rows {
		line := []Cell{Whole(row.Rank), Whole(row.Seed), Text(row.Entrant.Name.String())}
		for round := range table.AfterRound {
			line = append(line, Text(e.Divisions[0].Players[row.Seed-1].chartCell(round)))
		}
		t.Rows = append(t.Rows, append(append(line, Points(row.HalfPoints)), tiebreakCells(row.Chess)...))
	}
	return t
}
