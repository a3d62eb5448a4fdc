package main

import (
	"strconv"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// showChessStandings writes places with the tie-breaks, and below what they were made of where that was
// asked for (C1.9).
func (a *app) showChessStandings(st *api.Standings) error {
	table := display.NewTable(">Rank", "Name", ">No", ">Rating", ">Won-Lost", ">Points", ">Median", ">Solkoff", ">Cumul", ">Oppon", "Note")
	for _, one := range st.Standings {
		t := value(one.Tiebreaks)
		table.Row(ranked(&one), one.Name, strconv.Itoa(one.Seed), number(one.Rating), record(&one), points(one.Points),
			points(t.ModifiedMedian), points(t.Solkoff), points(t.Cumulative), points(t.CumulativeOfOpposition), standingNote(&one))
	}
	if err := table.Write(a.out); err != nil {
		return err
	}
	for _, one := range st.Standings {
		if one.Lists == nil {
			continue
		}
		if err := a.showLists(&one); err != nil {
			return err
		}
	}
	return nil
}

// showLists writes what the tie-breaks of a player were made of: Median is the sum of the adjusted scores
// that are not dropped, Solkoff of all; Cumulative of the totals less what is taken off.
func (a *app) showLists(one *api.Standing) error {
	a.print("\n%s (%d)", display.Clean(one.Name), one.Seed)
	table := display.NewTable(">Round", ">Against", ">Points", ">Adjusted", "", ">Total", ">Less", ">His cumul")
	for _, r := range *one.Lists {
		against := "unplayed"
		if r.Opponent != nil {
			against = strconv.Itoa(*r.Opponent)
		}
		table.Row(strconv.Itoa(r.Round), against, points(r.Points), points(r.Adjusted), mark(r.Dropped, "dropped"),
			points(r.Total), points(r.Less), points(r.OpponentCumulative))
	}
	return table.Write(a.out)
}
