package interchange

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nast-tour/nast/internal/standings"
)

// ChartOptions say how a wall chart is written.
type ChartOptions struct {
	Tabs             bool                   // columns parted by tabs instead of aligned
	WithoutTiebreaks bool                   // no tie-breaks
	Chess            standings.ChessOptions // of the tie-breaks
}

// WriteSwissSys writes a wall chart in the style of SwissSys (C3) in UTF-8, with a row of headings:
// one table for each division, under its name. Totals and tie-breaks are those after the last
// complete round. Of a division with scores only who won is written. Lines end with LF.
func WriteSwissSys(e Event, opt ChartOptions) ([]byte, []Note) {
	var out strings.Builder
	n := &notes{}
	n.leftHead(e)
	n.leftConfig(e)
	n.leftReportLines(e)
	for i, d := range e.Divisions {
		n.division = d.Name
		if i > 0 {
			out.WriteByte('\n')
		}
		title := chartTitle(d.Name)
		n.changed(0, "division_name", d.Name, title)
		if title != "" {
			out.WriteString(title + "\n")
		}
		writeTable(&out, chart(n.asChess(d), opt, n), opt.Tabs)
	}
	return []byte(out.String()), n.list
}

// chartTitle is the name of a section as it cannot be taken for a row of its table.
func chartTitle(name string) string {
	title := oneLine(name)
	if title != "" && (isDigit(title[0]) || title[0] == '#' || strings.Trim(title, "-=_ ") == "") {
		title = "Section " + title
	}
	return title
}

// oneLine is a text with single blanks.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// chart is the table of a division, the headings first.
func chart(d Division, opt ChartOptions, n *notes) [][]string {
	rounds := d.Rounds()
	columns := []column{totalColumn}
	if !opt.WithoutTiebreaks {
		columns = figureColumns
	}
	head := []string{"#", "Name", "ID", "Rtng", "Team", "Grd"}
	for round := range rounds {
		head = append(head, "Rd "+strconv.Itoa(round+1))
	}
	for _, c := range columns {
		head = append(head, columnName(c))
	}
	table := [][]string{head}
	figures := bySeed(d.ChessStandings(d.CompleteRounds(), opt.Chess))
	for i, p := range d.Players {
		row := n.chartPlayer(i+1, p)
		for round := range rounds {
			row = append(row, p.chartCell(round))
		}
		for _, c := range columns {
			text := halves(figures[i].figure(c))
			if c == totalColumn {
				text = points(figures[i].figure(c))
			}
			row = append(row, text)
		}
		table = append(table, row)
	}
	n.leftByChart(d)
	return table
}

// chartPlayer are the cells of a player before his rounds.
func (n *notes) chartPlayer(number int, p Player) []string {
	part := func(text string) string { return oneLine(strings.ReplaceAll(text, ",", " ")) }
	name := nameLine(part(p.Name.Family), part(p.Name.Given), part(p.Name.Suffix))
	n.changed(number, "name", nameLine(p.Name.Family, p.Name.Given, p.Name.Suffix), name)
	team, grade := oneLine(p.Team), oneLine(p.tag(tagGrade))
	n.changed(number, "team", p.Team, team)
	n.changed(number, "grade", p.tag(tagGrade), grade)
	rating := ""
	if p.Rating > 0 {
		rating = strconv.Itoa(p.Rating)
	}
	return []string{strconv.Itoa(number), name, p.AssociationID, rating, team, grade}
}

// chartCell is the cell of a round, counted from 0.
func (p Player) chartCell(round int) string {
	o := p.outcome(round)
	if o == Unplayed {
		return ""
	}
	letter := string(chartLetter(o))
	if opponent := p.Opponents[round]; opponent > 0 {
		return letter + strconv.Itoa(opponent)
	}
	return letter + "---"
}

// leftByChart notes what a wall chart has no place for.
func (n *notes) leftByChart(d Division) {
	has := func(is func(ChessOutcome) bool) func(Player) bool {
		return func(p Player) bool { return slices.ContainsFunc(p.Outcomes, is) }
	}
	n.leftOf(d, "colours", "colours", func(p Player) bool { return len(p.Starts) > 0 })
	n.leftOf(d, "unrated_games", "games that are not rated; they are written as others", has(ChessOutcome.unrated))
	n.leftOf(d, "booked_byes", "who booked a full-point bye; it is written as any", has(func(o ChessOutcome) bool { return o == BookedBye }))
	n.leftOf(d, "not_played", "pairs that have not played", func(p Player) bool {
		for round, o := range p.Outcomes {
			if o == Unplayed && p.Opponents[round] > 0 {
				return true
			}
		}
		return false
	})
	if d.Schedule > 0 {
		n.left(0, "schedule", "There is no place for the number of rounds that are to be played, %d.", d.Schedule)
	}
	n.leftByChess(d, tagGrade)
}

// writeTable writes rows of cells, parted by tabs or aligned with two blanks between the columns.
func writeTable(out *strings.Builder, table [][]string, tabs bool) {
	widths := make([]int, len(table[0]))
	for _, row := range table {
		for i, text := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(text))
		}
	}
	for _, row := range table {
		if tabs {
			out.WriteString(strings.Join(row, "\t") + "\n")
			continue
		}
		var text strings.Builder
		for i, value := range row {
			text.WriteString(value + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(value)+2))
		}
		out.WriteString(strings.TrimRight(text.String(), " ") + "\n")
	}
}
