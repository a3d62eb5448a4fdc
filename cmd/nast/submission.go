package main

import (
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) submissionCommand() *cobra.Command {
	return a.satelliteFlag(&cobra.Command{
		Use:   "submission",
		Short: "Look whether the results are ready for the association",
		Long: `Says what stands in the way of sending the results to the association, how the file writes names
that ASCII cannot hold, until when they are in time, and what being late costs. Nothing is sent;
the file itself is written by: nast export naspa`,
		Example: `  nast submission`,
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			service, s, err := a.serviceAndSatellite(c, nil)
			if err != nil {
				return err
			}
			preview, err := client.OK(service.GetSubmissionWithResponse(c.Context(), s.ID))
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(preview)
			}
			return a.showSubmission(s, preview)
		},
	})
}

func (a *app) showSubmission(s *api.Satellite, p *api.Submission) error {
	state := "ready to be sent"
	if !p.Ready {
		state = "not ready to be sent"
	}
	a.print("%s: %s", display.Clean(s.Name), state)
	for _, o := range p.Objections {
		a.print("  %s", display.Clean(o.Detail))
	}
	a.print("In time through %s.", p.InTimeThrough)
	if p.Late {
		a.print("It is late: the fee is %s.", amount(p.Fee))
	}
	if len(p.Notes) == 0 {
		return nil
	}
	t := display.NewTable(">Player", "How the file differs")
	for _, note := range p.Notes {
		t.Row(number(note.Player), note.Detail)
	}
	return t.Write(a.out)
}
