package sheet

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// place is a line of the standings.
type place struct {
	Rank   string // with "=" where it is shared (R4.4)
	Player player
	Record string // 4-2, or 3-2-1 with draws
	Points string
	Spread string
	Breaks []string // the tie-breaks of chess, in the place of the spread
	Note   string
}

// Standings is the sheet of the standings. Where the Rounds of the event lack results up to there,
// it says which.
func (e Event) Standings(st api.Standings) *Sheet {
	view := standingsView{Chess: e.chess()}
	shared := false
	for _, one := range st.Standings {
		p := place{
			Rank: strconv.Itoa(one.Rank), Player: player{Name: display.Clean(one.Name), Seed: one.Seed, Rating: number(one.Rating)},
			Record: record(one), Points: points(one.Points), Spread: signed(one.Spread), Breaks: tiebreaks(one), Note: note(one),
		}
		if one.Tied {
			p.Rank, shared = p.Rank+"=", true
		}
		view.Notes = view.Notes || p.Note != ""
		view.Places = append(view.Places, p)
	}
	title := fmt.Sprintf("Standings after round %d of %d", st.AfterRound, e.Satellite.Rounds)
	if st.AfterRound == 0 {
		title = "Standings before round 1"
	}
	if st.Final {
		title += ", final"
	}
	notes := e.missing(st.AfterRound)
	if shared {
		equal := "the same wins and the same spread"
		if e.chess() {
			equal = "the same points and tie-breaks"
		}
		notes = append(notes, "Players with "+equal+" share a rank, marked with =.")
	}
	s := e.sheet(standings, title, notes)
	s.View, s.body = view, view.text
	return s
}

// missing names the tables without a result in the rounds up to one.
func (e Event) missing(last int) []string {
	var says []string
	for n := 1; n <= last; n++ {
		round := e.round(n)
		if round == nil {
			continue
		}
		var tables []int
		for i := range round.Games {
			if g := &round.Games[i]; g.Table != nil && !decided(g) {
				tables = append(tables, *g.Table)
			}
		}
		if len(tables) > 0 {
			slices.Sort(tables)
			says = append(says, fmt.Sprintf("Not in yet: round %d, %s.", n, tableList(tables)))
		}
	}
	return says
}

// tableList writes "table 3" or "tables 3, 9, 11".
func tableList(tables []int) string {
	noun := "table "
	if len(tables) > 1 {
		noun = "tables "
	}
	var numbers []string
	for _, n := range tables {
		numbers = append(numbers, strconv.Itoa(n))
	}
	return noun + strings.Join(numbers, ", ")
}

func record(s api.Standing) string {
	line := fmt.Sprintf("%d-%d", s.Wins, s.Losses)
	if s.Draws > 0 {
		line += fmt.Sprintf("-%d", s.Draws)
	}
	return line
}

func note(s api.Standing) string {
	var notes []string
	switch {
	case s.Byes == 1:
		notes = append(notes, "1 bye")
	case s.Byes > 1:
		notes = append(notes, fmt.Sprintf("%d byes", s.Byes))
	}
	if s.Withdrawn {
		notes = append(notes, "withdrawn")
	}
	return strings.Join(notes, ", ")
}

// standingsView is what the template of the standings shows.
type standingsView struct {
	Notes  bool // some line has one
	Chess  bool
	Places []place
}

func (v standingsView) text(out *strings.Builder) error {
	if v.Chess {
		table := display.NewTable(">Rank", "Name", ">No", ">Rating", ">Won-Lost", ">Points", ">Median", ">Solkoff", ">Cumul", ">Oppon", "Note")
		for _, p := range v.Places {
			line := []string{p.Rank, p.Player.Name, strconv.Itoa(p.Player.Seed), p.Player.Rating, p.Record, p.Points}
			table.Row(append(append(line, p.Breaks...), p.Note)...)
		}
		return table.Write(out)
	}
	table := display.NewTable(">Rank", "Name", ">Seed", ">Rating", ">Won-Lost", ">Points", ">Spread", "Note")
	for _, p := range v.Places {
		table.Row(p.Rank, p.Player.Name, strconv.Itoa(p.Player.Seed), p.Player.Rating, p.Record, p.Points, p.Spread, p.Note)
	}
	return table.Write(out)
}
