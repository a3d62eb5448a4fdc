package main

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) carryoverReconcileCommand() *cobra.Command {
	var asOf string
	out := &tableOutput{app: a}
	c := &cobra.Command{
		Use:   "reconcile [TOUR]",
		Short: "Hold what is owed, what has come and the journal against each other",
		Long: `Shows as of a day what each satellite of a tour owes, what was announced, what has come and
cleared, and what is missing; the same of its buy-ins; what was paid too much, and what came from
nobody known; and whether all of it is what the journal says. A day that is past never changes.

A csv file has satellites, buy-ins, totals, credit and suspense in one table; a spreadsheet has a
sheet for each, the balances to hold against the bank, and the comparison with the journal.`,
		Example: `  nast carryover reconcile nast-2
  nast carryover reconcile nast-2 --as-of 2026-03-31 -o march.xlsx`,
		Args: between(0, 1, "the slug of a tour"),
		RunE: func(c *cobra.Command, args []string) error {
			service, tour, err := a.serviceAndTour(c, args)
			if err != nil {
				return err
			}
			params := api.GetReconciliationParams{Tour: tour.Slug}
			if params.AsOf, err = changedDate(c, "as-of", asOf); err != nil {
				return err
			}
			if out.asked() {
				params.Format = (*api.GetReconciliationParamsFormat)(&out.format)
				return out.write(client.File(service.GetReconciliationWithResponse(c.Context(), &params)))
			}
			sheet, err := client.OK(service.GetReconciliationWithResponse(c.Context(), &params))
			if err != nil {
				return err
			}
			return a.showReconciliation(sheet)
		},
	}
	c.Flags().StringVar(&asOf, "as-of", "", "the day, as 2026-03-14 (default: today)")
	out.flags(c)
	return c
}

// showReconciliation shows the sheet. One that does not agree with the journal is an error.
func (a *app) showReconciliation(s *api.Reconciliation) error {
	if a.json {
		return a.printJSON(s)
	}
	a.print("%s as of %s", display.Clean(s.Tour), s.AsOf)
	t := display.NewTable("Satellite", "Director", ">Due", ">Announced", ">Received", ">Cleared", ">Outstanding", "Status", ">Days late")
	for _, r := range s.Rows {
		t.Row(r.Satellite, r.Director.Name, amount(r.Due), amount(r.Announced), amount(r.Received), amount(r.Cleared), amount(r.Outstanding),
			words(string(r.Status)), mark(r.DaysOverdue > 0, strconv.Itoa(r.DaysOverdue)))
	}
	for _, r := range s.Totals {
		t.Row("Total", "", amount(r.Due), amount(r.Announced), amount(r.Received), amount(r.Cleared), amount(r.Outstanding))
	}
	if err := t.Write(a.out); err != nil {
		return err
	}
	if err := a.showBuyInRows(s.BuyIns, s.BuyInTotals); err != nil {
		return err
	}
	if err := a.showLoose("Credit", s.Credit); err != nil {
		return err
	}
	if err := a.showLoose("In suspense", s.Suspense); err != nil {
		return err
	}
	return a.showAgreement(s.Ties, s.Agrees)
}

// showAgreement says whether what was shown agrees with the journal; where it does not, that is an
// error.
func (a *app) showAgreement(ties []api.ReconciliationTie, agrees bool) error {
	if agrees {
		a.say("\nIt agrees with the journal.")
		return nil
	}
	a.warn("\nIt does not agree with the journal:")
	for _, tie := range ties {
		if !tie.Holds {
			a.warn("  %s: %s here, %s in the journal", tie.What, amount(tie.Sheet), amount(tie.Journal))
		}
	}
	return errShown
}

func (a *app) showBuyInRows(rows []api.ReconciliationBuyIn, sums []api.ReconciliationTotal) error {
	if len(rows) == 0 {
		return nil
	}
	a.print("\nBuy-ins")
	t := display.NewTable("Player", ">Due", ">Announced", ">Received", ">Cleared", ">Outstanding", "Status", ">Days late")
	for _, r := range rows {
		t.Row(r.Player, amount(r.Due), amount(r.Announced), amount(r.Received), amount(r.Cleared), amount(r.Outstanding),
			words(string(r.Status)), mark(r.DaysOverdue > 0, strconv.Itoa(r.DaysOverdue)))
	}
	for _, r := range sums {
		t.Row("Total", amount(r.Due), amount(r.Announced), amount(r.Received), amount(r.Cleared), amount(r.Outstanding))
	}
	return t.Write(a.out)
}

func (a *app) showLoose(title string, list []api.LoosePayment) error {
	if len(list) == 0 {
		return nil
	}
	a.print("\n%s", title)
	t := display.NewTable("Payment", "From", "By", "Reference", ">Amount", ">Days", "Looked after by", "Note")
	for _, l := range list {
		from := ""
		switch {
		case l.Director != nil:
			from = l.Director.Name
		case l.BuyIn != nil:
			from = l.BuyIn.Name + " (buy-in)"
		}
		t.Row(display.ShortID(l.PaymentID.String()), from, string(l.Method), l.Reference, amount(l.Amount), strconv.Itoa(l.Days), l.Owner, l.Note)
	}
	return t.Write(a.out)
}
