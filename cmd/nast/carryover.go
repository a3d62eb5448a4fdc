package main

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) carryoverCommand() *cobra.Command {
	return group("carryover", "What satellites owe to the Final Event, and what has come of it",
		`The carryover is the share of each satellite that goes to the Final Event, due when it is reported.

A director pays by card (pay) or says what he has sent (announce), and follows it (due,
payments, account). The treasurer says what has come and what became of it (receive, deposit,
clear, bounce), records what nobody announced (record), takes statements of the bank (statement),
and holds all of it against journal and bank (reconcile, journal).`,
		a.carryoverDuesCommand(), a.carryoverDueCommand(), a.carryoverWaiveCommand(),
		a.carryoverPayCommand(), a.carryoverAnnounceCommand(), a.carryoverRecordCommand(), a.carryoverPaymentsCommand(), a.carryoverPaymentCommand(),
		a.carryoverReceiveCommand(), a.carryoverDepositCommand(), a.carryoverClearCommand(), a.carryoverBounceCommand(),
		a.carryoverVoidCommand(), a.carryoverRefundCommand(),
		a.carryoverReallocateCommand(), a.carryoverAssignCommand(), a.carryoverNoteCommand(),
		a.carryoverReconcileCommand(), a.carryoverAccountCommand(), a.statementCommand(), a.journalCommand(), a.closeCommand())
}

func (a *app) carryoverDuesCommand() *cobra.Command {
	var tour, status, director string
	var overdue bool
	out := &tableOutput{app: a}
	c := &cobra.Command{
		Use:   "dues",
		Short: "List the dues",
		Long: `Lists what each reported satellite owes, the oldest due date first. Announced is what a
director says he has sent; it counts as received only once it is there. The status is one of:
open, part_paid, paid, over_paid, waived.`,
		Example: `  nast carryover dues --tour nast-2 --overdue`,
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			service, err := a.service()
			if err != nil {
				return err
			}
			filter := api.ListDuesParams{
				Tour: optional(tour), Status: changed(c, "status", api.DueStatus(status)), Overdue: changed(c, "overdue", overdue),
			}
			if director != "" {
				d, err := a.director(c.Context(), service, director)
				if err != nil {
					return err
				}
				filter.DirectorID = &d.ID
			}
			if out.asked() {
				filter.Format = (*api.ListDuesParamsFormat)(&out.format)
				return out.write(client.File(service.ListDuesWithResponse(c.Context(), &filter)))
			}
			dues, err := client.Collect(service.Dues(c.Context(), filter))
			if err != nil {
				return err
			}
			if a.json {
				return a.listJSON(dues)
			}
			return a.showDues(dues)
		},
	}
	flags := c.Flags()
	flags.StringVar(&tour, "tour", "", "only this tour")
	flags.StringVar(&status, "status", "", "only this status")
	flags.StringVar(&director, "director", "", "only this director's")
	flags.BoolVar(&overdue, "overdue", false, "only those past their due date")
	out.flags(c)
	return c
}

func (a *app) showDues(dues []api.Due) error {
	if len(dues) == 0 {
		a.say("Nothing is due.")
		return nil
	}
	table := display.NewTable("Due on", "Satellite", "Director", ">Due", ">Announced", ">Received", ">Outstanding",
		"Status", ">Days late")
	var due, received, outstanding totals
	for _, d := range dues {
		late := ""
		if d.DaysOverdue > 0 {
			late = strconv.Itoa(d.DaysOverdue)
		}
		due.add(d.Due)
		received.add(d.Received)
		outstanding.add(d.Outstanding)
		table.Row(d.DueOn.String(), d.Satellite, d.Director.Name, amount(d.Due), amount(d.Announced), amount(d.Received),
			amount(d.Outstanding), words(string(d.Status)), late)
	}
	if err := table.Write(a.out); err != nil {
		return err
	}
	a.say("%s: due %s, received %s, outstanding %s", counted(len(dues), "satellite"), &due, &received, &outstanding)
	return nil
}
