package main

import (
	"context"
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
of the name, the association number, the seed once the satellite has started, or the id.

Before the start nobody is bound: check in who comes, take out who does not. In play a player
who leaves is withdrawn, and one who comes enters late; each says which pairs change by it.`,
		a.entrantListCommand(), a.entrantAddCommand(), a.entrantImportCommand(),
		a.entrantEditCommand(), a.entrantRemoveCommand(), a.entrantCheckInCommand(),
		a.entrantWithdrawCommand(), a.entrantReturnCommand(), a.entrantByeCommand(), a.entrantEligibleCommand()))
}

var entrantChoice = choice[api.Entrant]{
	noun: "entrant", lists: "nast entrant list",
	id: func(e api.Entrant) string { return e.ID.String() },
	names: func(e api.Entrant) []string {
		names := []string{e.Name, e.GivenName + " " + e.FamilyName, e.FamilyName}
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

func (a *app) entrantRemoveCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "remove ENTRANT...",
		Short: "Remove entrants before the start",
		Long: `Removes entrants. After the start nobody can be removed any more; who leaves then is taken
out with nast entrant withdraw.`,
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

// entrants finds several entrants of a satellite. All are known before the first is acted on, so
// that a name that was mistyped leaves nothing half done.
func (a *app) entrants(ctx context.Context, service *client.Service, satellite uuid.UUID, wanted []string) ([]api.Entrant, error) {
	all, err := client.Collect(service.Entrants(ctx, satellite))
	if err != nil {
		return nil, err
	}
	found := make([]api.Entrant, len(wanted))
	for i, one := range wanted {
		if found[i], err = entrantChoice.pick(slice(all), one); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func fullName(e api.Entrant) string {
	if e.Suffix != "" && !strings.Contains(e.Name, e.Suffix) {
		return e.Name + " " + e.Suffix
	}
	return e.Name
}
