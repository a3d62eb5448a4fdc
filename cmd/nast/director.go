package main

import (
	"context"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) directorCommand() *cobra.Command {
	return group("director", "Directors (organiser)",
		`Directors run satellites. The organiser registers them and gives each a key to log in with.`,
		a.directorListCommand(), a.directorAddCommand(), a.directorShowCommand(), a.directorEditCommand())
}

var directorChoice = choice[api.Director]{
	noun: "director", lists: "nast director list",
	id:    func(d api.Director) string { return d.ID.String() },
	names: func(d api.Director) []string { return []string{d.Name, d.Email} },
}

// director finds a director by id, a part of it, e-mail or name.
func (a *app) director(ctx context.Context, service *client.Service, wanted string) (*api.Director, error) {
	if id, err := uuid.Parse(wanted); err == nil {
		return client.OK(service.GetDirectorWithResponse(ctx, id))
	}
	found, err := directorChoice.pick(service.Directors(ctx, ""), wanted)
	return &found, err
}

func (a *app) directorListCommand() *cobra.Command {
	var part string
	c := &cobra.Command{
		Use:     "list",
		Short:   "List the directors",
		Long:    `Lists all directors by name. The id at the left, or a part of the name, names one in other commands.`,
		Example: `  nast director list --match lopez`,
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			service, err := a.service()
			if err != nil {
				return err
			}
			directors, err := client.Collect(service.Directors(c.Context(), part))
			if err != nil {
				return err
			}
			if a.json {
				return a.listJSON(directors)
			}
			table := display.NewTable("Id", "Name", "E-mail", "City", "Region", "Country")
			for _, d := range directors {
				table.Row(display.ShortID(d.ID.String()), d.Name, d.Email, text(d.City), text(d.Region), text(d.Country))
			}
			return table.Write(a.out)
		},
	}
	c.Flags().StringVar(&part, "match", "", "only those with this in name or e-mail")
	return c
}

// directorFlags are what is known of a director.
type directorFlags struct{ name, email, city, region, country string }

func (f *directorFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.email, "email", "", "e-mail address")
	c.Flags().StringVar(&f.city, "city", "", "city")
	c.Flags().StringVar(&f.region, "region", "", "state or province")
	c.Flags().StringVar(&f.country, "country", "", "country")
}

func (a *app) directorAddCommand() *cobra.Command {
	var f directorFlags
	c := &cobra.Command{
		Use:   "add NAME",
		Short: "Register a director and make his key",
		Long: `Registers a director. The key in the answer is shown only this once: give it to him by a safe
way. With --quiet only the key is printed.`,
		Example: `  nast director add "Maria Lopez" --email maria@example.org --city Boise --region ID --country US`,
		Args:    exactly(1, "the director's name, in quotes"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := required(c, "email"); err != nil {
				return err
			}
			service, err := a.service()
			if err != nil {
				return err
			}
			made, err := client.Created(service.CreateDirectorWithResponse(c.Context(), nil, api.DirectorCreate{
				Name: args[0], Email: f.email, City: optional(f.city), Region: optional(f.region), Country: optional(f.country),
			}))
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(made)
			}
			a.say("%s is registered (%s). The key, shown only this once:", display.Clean(made.Name), display.ShortID(made.ID.String()))
			a.print("%s", made.APIKey)
			return nil
		},
	}
	f.add(c)
	return c
}

func (a *app) directorShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "show DIRECTOR",
		Short:   "Show a director",
		Long:    `Shows a director, named by id, e-mail or a part of the name.`,
		Example: `  nast director show lopez`,
		Args:    exactly(1, "a director; nast director list shows them"),
		RunE: func(c *cobra.Command, args []string) error {
			service, err := a.service()
			if err != nil {
				return err
			}
			d, err := a.director(c.Context(), service, args[0])
			if err != nil {
				return err
			}
			return a.showDirector(d)
		},
	}
}

func (a *app) showDirector(d *api.Director) error {
	if a.json {
		return a.printJSON(d)
	}
	a.fields("id", d.ID.String(), "name", d.Name, "e-mail", d.Email, "city", text(d.City),
		"region", text(d.Region), "country", text(d.Country), "since", d.CreatedAt.Format("2006-01-02"))
	return nil
}

func (a *app) directorEditCommand() *cobra.Command {
	var f directorFlags
	c := &cobra.Command{
		Use:     "edit DIRECTOR",
		Short:   "Change a director's name, e-mail or place",
		Long:    `Changes what the flags name and nothing else.`,
		Example: `  nast director edit lopez --email maria.lopez@example.org`,
		Args:    exactly(1, "a director; nast director list shows them"),
		RunE: func(c *cobra.Command, args []string) error {
			patch := api.DirectorPatch{
				Name: changed(c, "name", f.name), Email: changed(c, "email", f.email), City: changed(c, "city", f.city),
				Region: changed(c, "region", f.region), Country: changed(c, "country", f.country),
			}
			if patch == (api.DirectorPatch{}) {
				return usage("nothing to change was named; see: %s --help", c.CommandPath())
			}
			service, err := a.service()
			if err != nil {
				return err
			}
			d, err := a.director(c.Context(), service, args[0])
			if err != nil {
				return err
			}
			now, err := client.OK(service.UpdateDirectorWithResponse(c.Context(), d.ID, nil, patch))
			if err != nil {
				return err
			}
			return a.showDirector(now)
		},
	}
	f.add(c)
	c.Flags().StringVar(&f.name, "name", "", "name")
	return c
}
