package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) entrantCommand() *cobra.Command {
	return a.satelliteFlag(group("entrant", "The players of a satellite",
		`Entrants are the players of a satellite, in the order of their seeds. Each is named by a part
of the name, the association number, the seed once the satellite has started, or the id.`,
		a.entrantListCommand(), a.entrantAddCommand(), a.entrantImportCommand(),
		a.entrantEditCommand(), a.entrantRemoveCommand()))
}

var entrantChoice = choice[api.Entrant]{
	noun: "entrant", lists: "nast entrant list",
	id: func(e api.Entrant) string { return e.ID.String() },
	names: func(e api.Entrant) []string {
		names := []string{e.Name, e.GivenName + " " + e.FamilyName}
		if e.AssociationID != nil {
			names = append(names, *e.AssociationID)
		}
		if e.Seed != nil {
			names = append(names, strconv.Itoa(*e.Seed))
		}
		return names
	},
}

// entrant finds an entrant of a satellite.
func (a *app) entrant(ctx context.Context, service *client.Service, satellite uuid.UUID, wanted string) (api.Entrant, error) {
	return entrantChoice.pick(service.Entrants(ctx, satellite), wanted)
}

func (a *app) entrantListCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the field",
		Long: `Lists the entrants by seed, or before the start in the order in which they would be seeded,
and says how many are there and whether there would be byes.`,
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
	started := false
	for _, e := range entrants {
		started = started || e.Seed != nil
	}
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
	return nil
}

func fullName(e api.Entrant) string {
	if e.Suffix != "" && !strings.Contains(e.Name, e.Suffix) {
		return e.Name + " " + e.Suffix
	}
	return e.Name
}

func entrantNote(e api.Entrant) string {
	var notes []string
	if e.Standby {
		notes = append(notes, "standby")
	}
	if !e.Present {
		notes = append(notes, "absent")
	}
	if e.Group != nil && *e.Group > 1 {
		notes = append(notes, "group "+strconv.Itoa(*e.Group))
	}
	return strings.Join(notes, ", ")
}

// fieldSummary says in a line who is there and what that means for byes (R2.2, R2.5).
func fieldSummary(entrants []api.Entrant) string {
	var playing, standby, absent, unrated int
	for _, e := range entrants {
		switch {
		case !e.Present:
			absent++
		case e.Standby && !e.InField:
			standby++
		default:
			playing++
		}
		if e.Rating == nil || *e.Rating == 0 {
			unrated++
		}
	}
	line := counted(len(entrants), "entrant")
	for _, part := range []struct {
		n    int
		what string
	}{{playing, "to play"}, {standby, "standby"}, {absent, "absent"}, {unrated, "unrated"}} {
		if part.n > 0 {
			line += fmt.Sprintf(", %d %s", part.n, part.what)
		}
	}
	switch {
	case playing%2 == 1 && standby > 0:
		return line + ". The number is odd: the first standby plays."
	case playing%2 == 1:
		return line + ". The number is odd: one player has a bye each round."
	}
	return line + "."
}

func (a *app) entrantRemoveCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "remove ENTRANT...",
		Short:   "Remove entrants before the start",
		Long:    `Removes entrants. After the start nobody can be removed any more.`,
		Example: `  nast entrant remove "Lee, Ann"`,
		Args:    between(1, 1000, "who; nast entrant list shows them"),
		RunE: func(c *cobra.Command, args []string) error {
			service, s, err := a.serviceAndSatellite(c, nil)
			if err != nil {
				return err
			}
			for _, arg := range args {
				e, err := a.entrant(c.Context(), service, s.ID, arg)
				if err != nil {
					return err
				}
				if err := client.Done(service.DeleteEntrantWithResponse(c.Context(), s.ID, e.ID)); err != nil {
					return err
				}
				a.say("Removed %s.", display.Clean(e.Name))
			}
			return nil
		},
	}
}
