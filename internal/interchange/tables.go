package interchange

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/noticeboard"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// ResultsTable has one row a game, round by round, in the form that ReadResults
// reads; the names behind are for people. Planned rounds are left out.
func ResultsTable(s *satellite.Satellite) Table {
	if s.Chess {
		return sectionResults(s)
	}
	t := Table{Name: "Results", Columns: []string{
		inRound, inTable, inFirst, inSecond, inFirstScore, inSecondScore, inKind, inForfeits, inFirstPenalty, inSecondPenalty, inFirstName, inSecondName,
	}}
	for _, round := range s.Rounds {
		if round.State == satellite.Planned || round.Number > s.LastRound() {
			continue
		}
		for _, g := range s.GamesOf(round.Number) {
			first, _ := s.EntrantByID(g.First)
			row := []Cell{Whole(g.Round), {}, Whole(first.Seed), {}, {}, {}, Text(string(g.Kind)), Text(string(g.Forfeits)), {}, {}, Text(first.Name.String()), {}}
			if g.Table > 0 {
				row[1] = Whole(g.Table)
			}
			if second, ok := s.EntrantByID(g.Second); ok {
				row[3], row[11] = Whole(second.Seed), Text(second.Name.String())
			}
			if g.Score != nil {
				row[4], row[5] = Whole(g.Score.First), Whole(g.Score.Second)
				row[8], row[9] = penaltyCell(g.Score.FirstPenalty), penaltyCell(g.Score.SecondPenalty)
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

func penaltyCell(points int) Cell {
	if points == 0 {
		return Cell{}
	}
	return Whole(points)
}

// StandingsTable has the standings after a round.
func StandingsTable(table satellite.Standings) Table {
	if len(table.Rows) > 0 && table.Rows[0].Chess != nil {
		return sectionStandings(table)
	}
	t := Table{Name: "Standings", Columns: []string{"rank", "seed", "name", "rating", "wins", "losses", "draws", "points", "spread", "byes", "withdrawn"}}
	for _, row := range table.Rows {
		withdrawn := ""
		if row.Entrant.Withdrawn {
			withdrawn = "yes"
		}
		t.Rows = append(t.Rows, []Cell{
			Whole(row.Rank), Whole(row.Seed), Text(row.Entrant.Name.String()), ratingCell(row.Entrant.Rating), Whole(row.Wins), Whole(row.Losses),
			Whole(row.Draws), Points(row.HalfPoints), Whole(row.Spread), Whole(row.Byes), Text(withdrawn),
		})
	}
	return t
}

func ratingCell(rating int) Cell {
	if rating == 0 {
		return Cell{}
	}
	return Whole(rating)
}

// CrosstableTable has everybody's rounds in order of the standings: "W 12 400-350"
// is a win against seed 12.
func CrosstableTable(s *satellite.Satellite, table satellite.Standings) Table {
	if s.Chess {
		return sectionChart(s, table)
	}
	t := Table{Name: "Crosstable", Columns: []string{"rank", "seed", "name"}}
	for round := range table.AfterRound {
		t.Columns = append(t.Columns, fmt.Sprintf("round_%d", round+1))
	}
	t.Columns = append(t.Columns, "points", "spread")
	cells := s.Cells(table.AfterRound)
	for _, row := range table.Rows {
		line := []Cell{Whole(row.Rank), Whole(row.Seed), Text(row.Entrant.Name.String())}
		for round := range table.AfterRound {
			line = append(line, Text(cellWords(s, cells[row.Entrant.ID][round])))
		}
		t.Rows = append(t.Rows, append(line, Points(row.HalfPoints), Whole(row.Spread)))
	}
	return t
}

// cellWords says what happened in a round in one cell.
func cellWords(s *satellite.Satellite, c satellite.Cell) string {
	opponent := ""
	if other, ok := s.EntrantByID(c.Opponent); ok {
		opponent = " " + strconv.Itoa(other.Seed)
	}
	letter := map[satellite.Outcome]string{satellite.Won: "W", satellite.Drawn: "D", satellite.Lost: "L"}[c.Outcome]
	switch {
	case c.Kind == standings.Game && c.Played:
		return fmt.Sprintf("%s%s %d-%d", letter, opponent, c.Own, c.Others)
	case c.Kind == standings.Game && c.Opponent != uuid.Nil:
		return "?" + opponent
	case c.Kind == standings.Bye:
		return "bye"
	case c.Kind == standings.Forfeit || c.Kind == standings.DoubleForfeit:
		return "forfeit " + letter + opponent
	}
	return ""
}

// DuesTable has what each reported satellite owes, as of a day.
func DuesTable(dues []carryover.Due, today civil.Date) Table {
	t := Table{Name: "Dues", Columns: []string{
		"tour", "satellite", "director", "currency", "due", "announced", "received", "waived", "outstanding", "due_on", "days_overdue", "status", "formula",
	}}
	for _, d := range dues {
		t.Rows = append(t.Rows, []Cell{
			Text(d.Tour), Text(d.Satellite), Text(d.Director), Text(string(d.Amount.Currency)), Amount(d.Amount), Amount(d.Announced), Amount(d.Received),
			Amount(d.Waived), Amount(d.Outstanding()), Text(d.DueOn.String()), Whole(d.DaysOverdue(today)), Text(string(d.Status())), Text(d.Formula),
		})
	}
	return t
}

// PublicListTable has the national qualifier list as anybody reads it, a row for each player (R5.6).
func PublicListTable(rows []noticeboard.Row) Table {
	t := Table{Name: "Qualifiers", Columns: []string{
		"position", "name", "rating", "answer", "best_satellite", "best_rank", "players", "points", "spread", "satellites",
	}}
	for _, row := range rows {
		t.Rows = append(t.Rows, []Cell{
			Whole(row.Position), Text(row.Name), ratingCell(row.Rating), Text(string(row.Answer)),
			Text(row.Best.Satellite), Whole(row.Best.Rank), Whole(row.Best.Players), Points(row.Best.HalfPoints), Whole(row.Best.Spread),
			Text(seatsCell(row.Satellites)),
		})
	}
	return t
}

// seatsCell has all seats of a player in words.
func seatsCell(seats []qualifiers.Seat) string {
	var all []string
	for _, seat := range seats {
		all = append(all, fmt.Sprintf("%s (%d of %d)", seat.Satellite, seat.Rank, seat.Players))
	}
	return strings.Join(all, "; ")
}

// ListTable has the national qualifier list, a row for each player (R5.6).
func ListTable(rows []qualifiers.ListRow) Table {
	t := Table{Name: "Qualifiers", Columns: []string{
		"position", "name", "association_id", "rating", "seats", "answer", "best_satellite", "best_rank", "players", "points", "spread", "satellites",
	}}
	for _, row := range rows {
		t.Rows = append(t.Rows, []Cell{
			Whole(row.Position), Text(row.Name), Text(row.AssociationID), ratingCell(row.Rating), Whole(row.Seats), Text(string(row.Answer)),
			Text(row.Best.Satellite), Whole(row.Best.Rank), Whole(row.Best.Players), Points(row.Best.HalfPoints), Whole(row.Best.Spread), Text(seatsCell(row.Satellites)),
		})
	}
	return t
}
