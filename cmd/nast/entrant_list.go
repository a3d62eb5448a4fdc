package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) entrantListCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the field",
		Long: `Lists the entrants by seed, or before the start in the order in which they would be seeded,
and says how many are there and whether there would be byes. The note says who is a standby,
came late, has withdrawn, keeps a table, or takes no prize and no seat, and why.

Below stands what was paid at the door, and who has not paid in full. It is for your own
table at the door: the amount due to the Final Event does not depend on it.`,
		Example: `  nast entrant list -s boise`,
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			service, s, err := a.serviceAndSatellite(c, nil)
			if err != nil {
				return err
			}
			entrants, err := client.Collect(service.Entrants(c.Context(), s.ID))
			if err != nil {
				return err
			}
			if a.json {
				return a.listJSON(entrants)
			}
			return a.showEntrants(s, entrants)
		},
	}
}

func (a *app) showEntrants(s *api.Satellite, entrants []api.Entrant) error {
	a.say("%s, %s, %s", display.Clean(s.Name), s.StartsOn, words(string(s.Status)))
	started := hasStarted(entrants)
	table := display.NewTable("Id", ">Seed", "Name", "Number", ">Rating", ">Fee", ">Paid", "Note")
	for i, e := range entrants {
		seed := number(e.Seed)
		if !started && e.Present && !e.Standby { // as they would be seeded
			seed = "(" + strconv.Itoa(i+1) + ")"
		}
		table.Row(display.ShortID(e.ID.String()), seed, fullName(e), text(e.AssociationID), number(e.Rating),
			amount(e.Fee), amount(e.Paid), entrantNote(e))
	}
	if err := table.Write(a.out); err != nil {
		return err
	}
	a.say("%s", fieldSummary(entrants))
	a.say("%s", paidSummary(entrants))
	return nil
}

// hasStarted says whether seeds were given, which is done at the start.
func hasStarted(entrants []api.Entrant) bool {
	return slices.ContainsFunc(entrants, func(e api.Entrant) bool { return e.Seed != nil })
}

// entrantNote says in a few words what is special about an entrant.
func entrantNote(e api.Entrant) string {
	var notes []string
	switch {
	case e.Standby && e.JoinedFor != nil:
		notes = append(notes, "standby, called for round "+number(e.JoinedFor))
	case e.Standby && e.InField:
		notes = append(notes, "standby, called at the start")
	case e.Standby:
		notes = append(notes, "standby")
	case e.JoinedFor != nil:
		notes = append(notes, "late, from round "+number(e.JoinedFor))
	}
	switch {
	case e.Withdrawn:
		notes = append(notes, "withdrawn")
	case !e.Present:
		notes = append(notes, "absent")
	case e.InField && !e.Eligible:
		notes = append(notes, strings.TrimSuffix("not eligible: "+text(e.IneligibleBecause), ": "))
	}
	if e.Group != nil && *e.Group > 1 {
		notes = append(notes, "group "+number(e.Group))
	}
	for _, b := range value(e.Byes) {
		notes = append(notes, fmt.Sprintf("bye in round %d (%s)", b.Round, b.Points))
	}
	if e.ReservedTable != nil {
		notes = append(notes, "keeps table "+number(e.ReservedTable))
	}
	return strings.Join(notes, "; ")
}

// fieldSummary says in a line who is there and, before the start, what that means for byes (R2.2,
// R2.5).
func fieldSummary(entrants []api.Entrant) string {
	var playing, withdrawn, absent, unrated int
	standbys := waiting(entrants)
	for _, e := range entrants {
		switch {
		case e.Withdrawn:
			withdrawn++
		case !e.Present:
			absent++
		case !e.Standby || e.InField:
			playing++
		}
		if e.Rating == nil || *e.Rating == 0 {
			unrated++
		}
	}
	started, play := hasStarted(entrants), "to play"
	if started {
		play = "playing"
	}
	line := counted(len(entrants), "entrant")
	for _, part := range []struct {
		n    int
		what string
	}{{playing, play}, {len(standbys), "standby"}, {withdrawn, "withdrawn"}, {absent, "absent"}, {unrated, "unrated"}} {
		if part.n > 0 {
			line += fmt.Sprintf(", %d %s", part.n, part.what)
		}
	}
	switch {
	case started || playing%2 == 0:
		return line + "."
	case len(standbys) > 0:
		return line + ". The number is odd: the first standby plays, " + display.Clean(fullName(standbys[0])) + "."
	}
	return line + ". The number is odd: one player has a bye each round."
}

// waiting are the standbys who are there and do not play, in order of entry. The ids of the service
// begin with the time, so they are in that order.
func waiting(entrants []api.Entrant) []api.Entrant {
	var standbys []api.Entrant
	for _, e := range entrants {
		if e.Standby && e.Present && !e.InField && !e.Withdrawn {
			standbys = append(standbys, e)
		}
	}
	slices.SortFunc(standbys, func(x, y api.Entrant) int { return strings.Compare(x.ID.String(), y.ID.String()) })
	return standbys
}

// paidSummary says what was paid at the door, and who of those who are there has not paid in full.
// It is beside the books: the due does not depend on it (R6.2).
func paidSummary(entrants []api.Entrant) string {
	var paid totals
	var payers int
	var short []string
	for _, e := range entrants {
		if e.Paid.Amount > 0 {
			paid.add(e.Paid)
			payers++
		}
		plays := e.InField || e.Present && !e.Standby
		if plays && e.Paid.Amount < e.Fee.Amount {
			short = append(short, display.Clean(fullName(e)))
		}
	}
	if payers == 0 {
		return "Paid at the door: nothing yet."
	}
	line := fmt.Sprintf("Paid at the door: %s by %d of %d.", paid.String(), payers, len(entrants))
	if len(short) > 0 {
		line += " Not in full: " + few(short) + "."
	}
	return line
}

// few writes names, and of many only the first ones.
func few(names []string) string {
	const shown = 8
	if len(names) <= shown+1 {
		return strings.Join(names, "; ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:shown], "; "), len(names)-shown)
}
