package main

import (
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// entrantFlags are the particulars of an entrant as flags.
type entrantFlags struct {
	id, suffix, email, team, grade string
	rating                         int
	standby, absent                bool
	fee, paid                      string
}

func (f *entrantFlags) add(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.id, "id", "", "association number, as AA001234")
	flags.IntVar(&f.rating, "rating", 0, "rating; 0 for unrated")
	flags.StringVar(&f.suffix, "suffix", "", "Jr., III and the like")
	flags.BoolVar(&f.standby, "standby", false, "plays only where that avoids a bye")
	flags.BoolVar(&f.absent, "absent", false, "is not here (--absent=false: is here)")
	flags.StringVar(&f.fee, "fee", "", "his own entry fee, where it is not the satellite's")
	flags.StringVar(&f.paid, "paid", "", "what he has paid, as 30.00")
	flags.StringVar(&f.email, "email", "", "e-mail address (seen by you and the organiser)")
	flags.StringVar(&f.team, "team", "", "school or club")
	flags.StringVar(&f.grade, "grade", "", "school grade")
}

// patch is what the given flags change.
func (f *entrantFlags) patch(c *cobra.Command, s *api.Satellite) (api.EntrantPatch, error) {
	patch := api.EntrantPatch{
		AssociationID: changed(c, "id", f.id), Rating: changed(c, "rating", f.rating), Suffix: changed(c, "suffix", f.suffix),
		Standby: changed(c, "standby", f.standby), Present: changed(c, "absent", !f.absent),
		Email: changed(c, "email", f.email), Team: changed(c, "team", f.team), Grade: changed(c, "grade", f.grade),
	}
	currency := func() (string, error) { return s.EntryFee.Currency, nil }
	var err error
	if patch.Fee, err = changedMoney(c, "fee", f.fee, currency); err != nil {
		return patch, err
	}
	patch.Paid, err = changedMoney(c, "paid", f.paid, currency)
	return patch, err
}

func (a *app) entrantEditCommand() *cobra.Command {
	var f entrantFlags
	var name, reason string
	var table int
	c := &cobra.Command{
		Use:   "edit ENTRANT",
		Short: "Correct an entrant",
		Long: `Changes what the flags name and nothing else. After the start a corrected name or rating
does not move the seed; who leaves or comes then is told with nast entrant withdraw and checkin.

--table keeps a table for a player who cannot move; the others are numbered around it.`,
		Example: `  nast entrant edit lee --rating 1512 --paid 30.00
  nast entrant edit lee --absent
  nast entrant edit orr --table 1`,
		Args: exactly(1, "who; nast entrant list shows them"),
		RunE: func(c *cobra.Command, args []string) error {
			service, s, err := a.serviceAndSatellite(c, nil)
			if err != nil {
				return err
			}
			patch, err := f.patch(c, s)
			if err != nil {
				return err
			}
			if name != "" {
				family, given := splitName(name)
				patch.FamilyName, patch.GivenName = &family, &given
			}
			patch.ReservedTable = changed(c, "table", table)
			if patch == (api.EntrantPatch{}) {
				return usage("nothing to change was named; see: %s --help", c.CommandPath())
			}
			patch.Reason = optional(reason)
			e, err := a.entrant(c.Context(), service, s.ID, args[0])
			if err != nil {
				return err
			}
			now, err := client.OK(service.UpdateEntrantWithResponse(c.Context(), s.ID, e.ID, nil, patch))
			if err != nil {
				return err
			}
			return a.showEntrant(now)
		},
	}
	f.add(c)
	c.Flags().IntVar(&table, "table", 0, "the table he keeps all day; 0 for none")
	c.Flags().StringVar(&name, "name", "", "name, as \"Family, Given\"")
	c.Flags().StringVar(&reason, "reason", "", "why, for the log")
	return c
}

func (a *app) showEntrant(e *api.Entrant) error {
	if a.json {
		return a.printJSON(e)
	}
	rating := number(e.Rating)
	if e.Rating == nil || *e.Rating == 0 {
		rating = "unrated"
	}
	a.fields("id", e.ID.String(), "name", fullName(*e), "number", text(e.AssociationID), "rating", rating,
		"seed", number(e.Seed), "fee", amount(e.Fee), "paid", amount(e.Paid), "e-mail", text(e.Email),
		"team", text(e.Team), "grade", text(e.Grade), "note", entrantNote(*e))
	return nil
}
