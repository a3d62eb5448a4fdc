package main

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) outboxCommand() *cobra.Command {
	var state string
	c := &cobra.Command{
		Use:   "outbox",
		Short: "List the mail of the service (organiser)",
		Long: `Lists the mail that the service has written, the newest first: reminders of dues, reports and
answers, and invitations to the final. The state is waiting, sent, failed (given up after several
tries), lapsed (not sent within a week, as no mail server was set) or dropped (what it was about was
settled before it was sent). A month later it is forgotten where a mail went.`,
		Example: `  nast outbox --state failed`,
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			service, err := a.service()
			if err != nil {
				return err
			}
			letters, err := client.Collect(service.Outbox(c.Context(), api.ListOutboxParams{State: changed(c, "state", api.MailState(state))}))
			if err != nil {
				return err
			}
			if a.json {
				return a.listJSON(letters)
			}
			if len(letters) == 0 {
				a.say("No mail.")
				return nil
			}
			t := display.NewTable("Written", "To", "Subject", "State", ">Tries", "Failure")
			for _, l := range letters {
				t.Row(l.QueuedAt.UTC().Format("2006-01-02 15:04"), l.To, l.Subject, string(l.State), strconv.Itoa(l.Tries), l.Failure)
			}
			return t.Write(a.out)
		},
	}
	c.Flags().StringVar(&state, "state", "", "only this state")
	return c
}
