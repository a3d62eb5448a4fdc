package main

import (
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) playerCommand() *cobra.Command {
	return group("player", "Who is the same person over many satellites",
		`Everybody is one person over all satellites, matched by the number of the association, else by the
name (R5.8). Who may be one and is not for certain is listed for the organiser to decide; what he
decides can be taken back. Directors look up the players of their own satellites.`,
		a.playerListCommand(), a.playerShowCommand(), a.playerDoubtfulCommand(), a.playerMergeCommand(),
		a.playerTellApartCommand(), a.playerSplitCommand(), a.playerEraseCommand())
}

// person finds a person by id, number or name.
func (a *app) person(c *cobra.Command, service *client.Service, wanted string) (uuid.UUID, error) {
	if id, err := uuid.Parse(wanted); err == nil {
		return id, nil // also of a record that was merged, which no list has
	}
	p, err := choice[api.Player]{
		noun: "player", lists: "nast player list",
		id:    func(p api.Player) string { return p.ID.String() },
		names: func(p api.Player) []string { return []string{p.Name, text(p.AssociationID)} },
	}.pick(service.Players(c.Context(), ""), wanted)
	return p.ID, err
}

func (a *app) playerListCommand() *cobra.Command {
	return &cobra.Command{
		Use: "list [TEXT]", Short: "List persons by family name",
		Long:    `Lists persons, those with a text in their name or with it as their number.`,
		Example: `  nast player list lee`,
		Args:    between(0, 1, "part of a name"),
		RunE: func(c *cobra.Command, args []string) error {
			service, err := a.online()
			if err != nil {
				return err
			}
			persons, err := client.Collect(service.Players(c.Context(), strings.Join(args, " ")))
			if err != nil {
				return err
			}
			if a.json {
				return a.listJSON(persons)
			}
			table := display.NewTable("Id", "Name", "Number")
			for _, p := range persons {
				table.Row(p.ID.String(), p.Name, text(p.AssociationID))
			}
			return table.Write(a.out)
		},
	}
}

func (a *app) showPlayer(card *api.PlayerCard, err error) error {
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(card)
	}
	a.fields("Player", card.Name, "Number", text(card.AssociationID), "Id", card.ID.String())
	a.print("")
	table := display.NewTable("Record", "As", "Satellite", "Day", ">Rating")
	for _, r := range card.Records {
		if len(r.Appearances) == 0 {
			table.Row(r.ID.String(), r.Name, "", "", "")
		}
		for _, in := range r.Appearances {
			table.Row(r.ID.String(), r.Name, in.Satellite, in.EndsOn.String(), number(in.Rating))
		}
	}
	if err := table.Write(a.out); err != nil {
		return err
	}
	for _, d := range card.Decisions {
		a.print("%s by %s, %s: %s", words(string(d.Kind)), display.Clean(d.By), instant(&d.At), display.Clean(d.Reason))
	}
	return nil
}

func (a *app) playerShowCommand() *cobra.Command {
	return &cobra.Command{
		Use: "show PLAYER", Short: "Show a person: his records, where he played, what was decided",
		Long:    `Shows a person with all records that belong to him. The id of a merged record leads to its person.`,
		Example: `  nast player show "Lee, Ann"`,
		Args:    exactly(1, "a player"),
		RunE: func(c *cobra.Command, args []string) error {
			service, err := a.online()
			if err != nil {
				return err
			}
			id, err := a.person(c, service, args[0])
			if err != nil {
				return err
			}
			return a.showPlayer(client.OK(service.GetPlayerWithResponse(c.Context(), id)))
		},
	}
}

func (a *app) playerDoubtfulCommand() *cobra.Command {
	return &cobra.Command{
		Use: "doubtful", Short: "List the pairs who may be one person (organiser)",
		Long: `Lists pairs of one name whom neither their numbers, nor a field with both, nor the organiser has
told apart, with what speaks for one person and for two.`,
		Example: `  nast player doubtful`,
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			service, err := a.online()
			if err != nil {
				return err
			}
			doubts, err := client.Collect(service.Doubts(c.Context()))
			if err != nil {
				return err
			}
			if a.json {
				return a.listJSON(doubts)
			}
			for _, d := range doubts {
				a.print("%s  %s\n%s  %s", d.A.ID, display.Clean(d.A.Name), d.B.ID, display.Clean(d.B.Name))
				a.print("  for one: %s", display.Clean(strings.Join(d.For, "; ")))
				if len(d.Against) > 0 {
					a.print("  against: %s", display.Clean(strings.Join(d.Against, "; ")))
				}
			}
			a.say("%s. Decide with: nast player merge, or nast player tell-apart", counted(len(doubts), "pair"))
			return nil
		},
	}
}

// pairCommand is a command that decides something of two players.
func (a *app) pairCommand(use, short, long, example string, do func(c *cobra.Command, s *client.Service, id uuid.UUID, body api.PlayerPair) (*api.PlayerCard, error)) *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use: use, Short: short, Long: long, Example: example, Args: exactly(2, "two players"),
		RunE: func(c *cobra.Command, args []string) error {
			if reason == "" {
				return usage("a reason is needed: --reason \"...\"")
			}
			service, err := a.online()
			if err != nil {
				return err
			}
			id, err := a.person(c, service, args[0])
			if err != nil {
				return err
			}
			other, err := a.person(c, service, args[1])
			if err != nil {
				return err
			}
			return a.showPlayer(do(c, service, id, api.PlayerPair{OtherID: other, Reason: reason}))
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "why, for everybody who asks")
	return c
}

func (a *app) playerMergeCommand() *cobra.Command {
	return a.pairCommand("merge PLAYER OTHER", "Make one person of two (organiser)",
		`Makes the other a record of the player, who keeps his id. Seats, answers and the list follow within
seconds. Two numbers of the association, or one field with both, are two people and refused.`,
		`  nast player merge 01890a5d-ac96-774b-bcce-b302099a8057 "Lee, Annie" --reason "She has married"`,
		func(c *cobra.Command, s *client.Service, id uuid.UUID, body api.PlayerPair) (*api.PlayerCard, error) {
			return client.OK(s.MergePlayersWithResponse(c.Context(), id, nil, body))
		})
}

func (a *app) playerTellApartCommand() *cobra.Command {
	return a.pairCommand("tell-apart PLAYER OTHER", "Say that two are not the same (organiser)",
		`Says that two players are two people however alike, so that they are no doubtful pair any more.`,
		`  nast player tell-apart "Smith, John" 01890a5d-ac96-774b-bcce-b302099a8057 --reason "Two birthdays"`,
		func(c *cobra.Command, s *client.Service, id uuid.UUID, body api.PlayerPair) (*api.PlayerCard, error) {
			return client.OK(s.TellPlayersApartWithResponse(c.Context(), id, nil, body))
		})
}

func (a *app) playerSplitCommand() *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use: "split RECORD", Short: "Take a merge back (organiser)",
		Long: `Takes back the merge by which a record belongs to another person: the record, by the id that nast
player show gives, is a person again with all that belonged to it.`,
		Example: `  nast player split 01890a5d-ac96-774b-bcce-b302099a8057 --reason "Twins"`,
		Args:    exactly(1, "the id of a record"),
		RunE: func(c *cobra.Command, args []string) error {
			id, err := uuid.Parse(args[0])
			if err != nil {
				return usage("%q is not the id of a record; it stands in: nast player show PLAYER", args[0])
			}
			if reason == "" {
				return usage("a reason is needed: --reason \"...\"")
			}
			service, err := a.online()
			if err != nil {
				return err
			}
			return a.showPlayer(client.OK(service.SplitPlayerWithResponse(c.Context(), id, nil, api.PlayerSplit{Reason: reason})))
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "why, for everybody who asks")
	return c
}

func (a *app) playerEraseCommand() *cobra.Command {
	var sure bool
	c := &cobra.Command{
		Use: "erase PLAYER", Short: "Put a person under a pseudonym wherever he is named, for good (organiser)",
		Long: `Erases a person who asks for it (R8.2): his name, number and address give way to a pseudonym in
fields, logs, reports, the list and its history. Results, seats and money stay. This cannot be
taken back, so --yes is needed.`,
		Example: `  nast player erase "Lee, Ann" --yes`,
		Args:    exactly(1, "a player"),
		RunE: func(c *cobra.Command, args []string) error {
			if !sure {
				return usage("an erasure cannot be taken back; if it is meant, add --yes")
			}
			service, err := a.online()
			if err != nil {
				return err
			}
			id, err := a.person(c, service, args[0])
			if err != nil {
				return err
			}
			return a.showPlayer(client.OK(service.ErasePlayerWithResponse(c.Context(), id, nil)))
		},
	}
	c.Flags().BoolVar(&sure, "yes", false, "it is meant")
	return c
}
