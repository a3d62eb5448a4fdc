package main

import (
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/client"
)

func (a *app) carryoverPayCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "pay [SATELLITE]",
		Short: "Get a page on which the due can be paid by card",
		Long: `Prints the address of a page of Stripe on which the open balance of the satellite's due can be
paid by card, by whoever has the address. Asked again while the page is open, it is the same one.
The due counts as paid when Stripe says so, some seconds after the payment.`,
		Example: `  nast carryover pay boise`,
		Args:    between(0, 1, "a satellite"),
		RunE: func(c *cobra.Command, args []string) error {
			service, s, err := a.serviceAndSatellite(c, args)
			if err != nil {
				return err
			}
			link, err := client.OK(service.CreateCheckoutWithResponse(c.Context(), s.ID))
			return a.showCheckout(link, err, "nast carryover dues")
		},
	}
}
