package main

import (
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// journalQuery is which part of the journal is asked for, and how.
type journalQuery struct{ from, to, account, format, output string }

func (a *app) journalCommand() *cobra.Command {
	var q journalQuery
	c := &cobra.Command{
		Use:   "journal",
		Short: "Show the journal, or write it for other programs",
		Long: `Shows the double-entry journal of the carryover, or writes all of it as a file: --format hledger for
the program hledger, csv for spreadsheets. A debit is positive, a credit negative.`,
		Example: `  nast carryover journal --account assets:bank --from 2026-03-01
  nast carryover journal --format hledger -o carryover.journal
  hledger -f carryover.journal balance`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			params, err := q.params(c)
			if err != nil {
				return err
			}
			service, err := a.online()
			if err != nil {
				return err
			}
			if q.format != "" {
				content, err := client.File(service.ListJournalWithResponse(c.Context(), params))
				if err != nil {
					return err
				}
				return a.writeFile(content, q.output)
			}
			all, err := client.Collect(service.Journal(c.Context(), *params))
			if err != nil {
				return err
			}
			if a.json {
				return a.listJSON(all)
			}
			return a.showJournal(all)
		},
	}
	flags := c.Flags()
	flags.StringVar(&q.from, "from", "", "the first day, as 2026-03-01")
	flags.StringVar(&q.to, "to", "", "the last day")
	flags.StringVar(&q.account, "account", "", "only transactions of this account, such as assets:bank")
	flags.StringVar(&q.format, "format", "", "write a file: hledger or csv")
	flags.StringVarP(&q.output, "output", "o", "", "the file to write to, instead of standard output")
	return c
}

func (q journalQuery) params(c *cobra.Command) (*api.ListJournalParams, error) {
	params := &api.ListJournalParams{Account: optional(q.account)}
	var err error
	if params.From, err = changedDate(c, "from", q.from); err != nil {
		return nil, err
	}
	if params.To, err = changedDate(c, "to", q.to); err != nil {
		return nil, err
	}
	switch format := api.ListJournalParamsFormat(strings.ToLower(q.format)); format {
	case api.ListJournalParamsFormatCsv, api.ListJournalParamsFormatHledger:
		params.Format = &format
	case "":
		if q.output != "" {
			return nil, usage("-o goes with --format hledger or --format csv")
		}
	default:
		return nil, usage("%q is no format; there are hledger and csv", q.format)
	}
	return params, nil
}

// writeFile writes what the service gave to a file, or to standard output without one.
func (a *app) writeFile(content []byte, output string) error {
	if output == "" || output == "-" {
		_, err := a.out.Write(content)
		return err
	}
	if err := os.WriteFile(output, content, 0o644); err != nil {
		return err
	}
	a.say("Wrote %s.", display.Clean(output))
	return nil
}

func (a *app) showJournal(all []api.JournalTransaction) error {
	table := display.NewTable("Day", "What", "Account", ">Amount", "By", "Reason")
	for _, t := range all {
		day, what, by, reason := t.Day.String(), words(t.Kind), t.By.Name, text(t.Reason)
		for _, l := range t.Lines {
			table.Row(day, what, l.Account, amount(l.Amount), by, reason)
			day, what, by, reason = "", "", "", ""
		}
	}
	return table.Write(a.out)
}

func (a *app) closeCommand() *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use:   "close [MONTH]",
		Short: "Close the books through a month, or list the months that are closed",
		Long: `Closes the books through the last day of a month that is over: nothing is posted on that day or an
earlier one any more. What becomes known later is posted on the first open day. It cannot be taken
back. Without a month it lists what is closed.`,
		Example: `  nast carryover close 2026-03 --reason "reconciled with the bank"
  nast carryover close`,
		Args: between(0, 1, "the month"),
		RunE: func(c *cobra.Command, args []string) error {
			var through openapi_types.Date
			if len(args) > 0 {
				month, err := time.Parse("2006-01", args[0])
				if err != nil {
					return usage("%q is not a month written as 2026-03", args[0])
				}
				through = openapi_types.Date{Time: month.AddDate(0, 1, -1)}
			}
			service, err := a.online()
			if err != nil {
				return err
			}
			if len(args) == 0 {
				return a.showClosings(c, service)
			}
			closed, err := client.OK(service.CloseBooksWithResponse(c.Context(), nil, api.ClosingCreate{Through: through, Reason: optional(reason)}))
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(closed)
			}
			a.say("The books are closed through %s.", closed.Through)
			return nil
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "why, for the record")
	return c
}

func (a *app) showClosings(c *cobra.Command, service *client.Service) error {
	list, err := client.OK(service.ListClosingsWithResponse(c.Context()))
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(list)
	}
	if len(list.Items) == 0 {
		a.say("No month is closed.")
		return nil
	}
	table := display.NewTable("Through", "Closed at", "By", "Reason")
	for _, closing := range list.Items {
		table.Row(closing.Through.String(), closing.ClosedAt.UTC().Format(time.DateTime), closing.By, text(closing.Reason))
	}
	return table.Write(a.out)
}
