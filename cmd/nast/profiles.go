package main

import (
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) profileCommand() *cobra.Command {
	return group("profile", "The services and keys kept on this computer",
		`A profile is the address of a service with a key, kept by nast login.`,
		a.profileListCommand(), a.profileUseCommand())
}

func (a *app) profileListCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List the profiles",
		Long:    `Lists the profiles on this computer; the one in use is marked. Keys are not shown.`,
		Example: `  nast profile list`,
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			to, err := a.access()
			if err != nil {
				return err
			}
			type entry struct {
				Name      string `json:"profile"`
				InUse     bool   `json:"in_use"`
				URL       string `json:"url"`
				Principal string `json:"name"`
				Role      string `json:"role"`
			}
			entries := []entry{}
			table := display.NewTable("", "Profile", "Service", "Name", "Role")
			for _, name := range to.file.Names() {
				p := to.file.Profiles[name]
				e := entry{name, name == to.file.Resolve(a.profileName), p.URL, p.Name, p.Role}
				entries = append(entries, e)
				table.Row(mark(e.InUse, "*"), name, p.URL, p.Name, p.Role)
			}
			if a.json {
				return a.printJSON(entries)
			}
			if table.Len() == 0 {
				a.say("There is no profile yet. Make one with: nast login --url ADDRESS")
				return nil
			}
			return table.Write(a.out)
		},
	}
}

func (a *app) profileUseCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "use NAME",
		Short:   "Use another profile from now on",
		Long:    `Chooses the profile that all commands use unless --profile says otherwise.`,
		Example: `  nast profile use organiser`,
		Args:    exactly(1, "the name of a profile; nast profile list shows them"),
		RunE: func(_ *cobra.Command, args []string) error {
			to, err := a.access()
			if err != nil {
				return err
			}
			if to.file.Profiles[args[0]] == nil {
				return usage("there is no profile %q; the profiles are listed by: nast profile list", args[0])
			}
			to.file.Current = args[0]
			if err := to.file.Save(); err != nil {
				return err
			}
			a.say("Profile %q is in use.", args[0])
			return nil
		},
	}
}
