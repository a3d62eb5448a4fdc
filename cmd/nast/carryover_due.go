package main

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) carryoverDueCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "due [SATELLITE]",
		Short: "Show what a satellite owes, and everything that was posted to it",
		Long: `Shows the due of a satellite: how it was computed, later differences, what was waived, and
the payments for it with what became of them.`,
		Example: `  nast carryover due boise`,
		Args:    between(0, 1, "a satellite"),
		RunE: func(c *cobra.Command, args []string) error {
			service, s, err := a.serviceAndSatellite(c, args)
			if err != nil {
				return err
			}
			due, err := client.OK(service.GetDueWithResponse(c.Context(), s.ID))
			if err != nil {
				return err
			}
			return a.showDue(due)
		},
	}
}

func (a *app) carryoverWaiveCommand() *cobra.Command {
	var sum, reason string
	c := &cobra.Command{
		Use:   "waive SATELLITE",
		Short: "Do without a due, or a part of it (organiser)",
		Long: `Does without an amount of what a satellite owes, or without all that is outstanding. It is a
new entry of the due and stays to be seen, with its reason.`,
		Example: `  nast carryover waive boise --reason "the hall burnt down"
  nast carryover waive boise --amount 40.00 --reason "agreed in May"`,
		Args: exactly(1, "a satellite"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := required(c, "reason"); err != nil {
				return err
			}
			service, s, err := a.serviceAndSatellite(c, args)
			if err != nil {
				return err
			}
			body := api.DueWaiver{Reason: &reason}
			if body.Amount, err = namedAmount(c, "amount", sum, s.EntryFee.Currency); err != nil {
				return err
			}
			due, err := client.OK(service.WaiveDueWithResponse(c.Context(), s.ID, nil, body))
			if err != nil {
				return err
			}
			return a.showDue(due)
		},
	}
	c.Flags().StringVar(&sum, "amount", "", "how much (default: all that is outstanding)")
	c.Flags().StringVar(&reason, "reason", "", "why")
	return c
}

// namedAmount reads an amount from a flag, in a currency unless it names one; nil without the flag.
func namedAmount(c *cobra.Command, flag, text, currency string) (*api.Money, error) {
	if !c.Flags().Changed(flag) {
		return nil, nil
	}
	fee, err := parseMoney(text, currency)
	return &api.Money{Amount: fee.Amount, Currency: fee.Currency}, err
}

func (a *app) showDue(d *api.Due) error {
	if a.json {
		return a.printJSON(d)
	}
	late := ""
	if d.DaysOverdue > 0 {
		late = counted(d.DaysOverdue, "day") + " late"
	}
	a.fields("Satellite", d.Satellite, "Director", d.Director.Name, "Due", amount(d.Due), "Announced", unlessZero(d.Announced),
		"Received", unlessZero(d.Received), "Waived", unlessZero(d.Waived), "Outstanding", amount(d.Outstanding),
		"Payable by", d.DueOn.String(), "Status", words(string(d.Status)), "Late", late)
	return a.showPosted(value(d.Entries), value(d.Payments))
}

// showPosted shows what was posted to a due or a buy-in, and the payments for it.
func (a *app) showPosted(entries []api.DueEntry, payments []api.Payment) error {
	if len(entries) > 0 {
		a.print("")
		t := display.NewTable(">No.", "On", "What", ">Amount", "By", "Why")
		for _, e := range entries {
			why := text(e.Reason)
			if e.Formula != nil {
				why = *e.Formula
			}
			t.Row(strconv.Itoa(e.Number), e.On.String(), words(string(e.Kind)), amount(e.Amount), e.By.Name, why)
		}
		if err := t.Write(a.out); err != nil {
			return err
		}
	}
	if len(payments) == 0 {
		return nil
	}
	a.print("")
	return a.paymentTable(payments)
}

func unlessZero(m api.Money) string {
	if m.Amount == 0 {
		return ""
	}
	return amount(m)
}
