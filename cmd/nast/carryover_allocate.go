package main

import (
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

func (a *app) carryoverReallocateCommand() *cobra.Command {
	var shares []string
	var credit bool
	var reason string
	c := &cobra.Command{
		Use:   "reallocate PAYMENT",
		Short: "Say anew for which dues a payment is (treasurer)",
		Long: `Puts other dues in the place of those that the payment was for. With --credit it is for none
and stays on the director's account.`,
		Example: `  nast carryover reallocate 1042 --for boise=260.00 --for nampa
  nast carryover reallocate 1042 --credit`,
		Args: exactly(1, "a payment"),
		RunE: func(c *cobra.Command, args []string) error {
			if credit == (len(shares) > 0) {
				return usage("say with --for which satellites it is for, or with --credit that it is for none")
			}
			service, p, err := a.serviceAndPayment(c, args[0])
			if err != nil {
				return err
			}
			body := api.PaymentReallocation{Allocations: []api.PaymentShare{}, Reason: optional(reason)}
			kept := p.Amount
			kept.Amount -= p.Refunded.Amount
			if !credit {
				if body.Allocations, err = a.sharesOf(c.Context(), service, shares, kept); err != nil {
					return err
				}
			}
			return a.showPayment(client.OK(service.ReallocatePaymentWithResponse(c.Context(), p.ID, nil, body)))
		},
	}
	c.Flags().StringArrayVar(&shares, "for", nil, "a satellite, or SATELLITE=AMOUNT; several times for several")
	c.Flags().BoolVar(&credit, "credit", false, "for no due")
	c.Flags().StringVar(&reason, "reason", "", "a remark")
	return c
}

func (a *app) carryoverAssignCommand() *cobra.Command {
	var director, buyIn, reason string
	c := &cobra.Command{
		Use:   "assign PAYMENT",
		Short: "Say whose a payment in suspense is (treasurer)",
		Long: `Says who has paid what lies in suspense. It is on his account then, and goes to his dues with
nast carryover reallocate. A buy-in has at once what it still needs of it.`,
		Example: `  nast carryover assign "THANK YOU" --director lopez --reason "she called"`,
		Args:    exactly(1, "a payment"),
		RunE: func(c *cobra.Command, args []string) error {
			if !oneOf(director != "", buyIn != "") {
				return usage("say with --director whose it is, or with --buy-in what it is for")
			}
			service, p, err := a.serviceAndPayment(c, args[0])
			if err != nil {
				return err
			}
			body := api.PaymentAssignment{Reason: optional(reason)}
			if buyIn != "" {
				b, err := a.anyBuyIn(c.Context(), service, buyIn)
				if err != nil {
					return err
				}
				body.BuyInID = &b.ID
			} else {
				d, err := a.director(c.Context(), service, director)
				if err != nil {
					return err
				}
				body.DirectorID = &d.ID
			}
			return a.showPayment(client.OK(service.AssignPaymentWithResponse(c.Context(), p.ID, nil, body)))
		},
	}
	c.Flags().StringVar(&director, "director", "", "whose it is")
	c.Flags().StringVar(&buyIn, "buy-in", "", "the buy-in that it is for: its player or id")
	c.Flags().StringVar(&reason, "reason", "", "a remark")
	return c
}

func (a *app) carryoverNoteCommand() *cobra.Command {
	var owner, note string
	c := &cobra.Command{
		Use:     "note PAYMENT",
		Short:   "Say who looks after a payment in suspense, and what is known (treasurer)",
		Long:    `Keeps with a payment who looks after it and what he has found out. What is left out stays.`,
		Example: `  nast carryover note "THANK YOU" --owner Tess --note "asked the bank on Monday"`,
		Args:    exactly(1, "a payment"),
		RunE: func(c *cobra.Command, args []string) error {
			if !anyChanged(c, "owner", "note") {
				return usage("say who looks after it with --owner, or what is known with --note")
			}
			service, p, err := a.serviceAndPayment(c, args[0])
			if err != nil {
				return err
			}
			body := api.PaymentNote{Owner: changed(c, "owner", owner), Note: changed(c, "note", note)}
			return a.showPayment(client.OK(service.AnnotatePaymentWithResponse(c.Context(), p.ID, nil, body)))
		},
	}
	c.Flags().StringVar(&owner, "owner", "", "who looks after it")
	c.Flags().StringVar(&note, "note", "", "what is known of it")
	return c
}
