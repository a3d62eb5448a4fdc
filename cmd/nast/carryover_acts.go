package main

import (
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

func (a *app) carryoverReceiveCommand() *cobra.Command {
	var on, sum, reason string
	c := &cobra.Command{
		Use:   "receive PAYMENT",
		Short: "The payment has come (treasurer)",
		Long: `Says that an announced payment has come, with the amount announced or another. From now on it
counts for its dues. Doing it again changes nothing.`,
		Example: `  nast carryover receive 1042
  nast carryover receive 1042 --on 2026-03-20 --amount 250.00`,
		Args: exactly(1, "a payment"),
		RunE: func(c *cobra.Command, args []string) error {
			service, p, err := a.serviceAndPayment(c, args[0])
			if err != nil {
				return err
			}
			body := api.PaymentReceipt{Reason: optional(reason)}
			if body.ReceivedOn, err = changedDate(c, "on", on); err != nil {
				return err
			}
			if body.Amount, err = namedAmount(c, "amount", sum, p.Amount.Currency); err != nil {
				return err
			}
			return a.showPayment(client.OK(service.ReceivePaymentWithResponse(c.Context(), p.ID, nil, body)))
		},
	}
	dayFlag(c, &on)
	c.Flags().StringVar(&sum, "amount", "", "what has come, where it is not what was announced")
	c.Flags().StringVar(&reason, "reason", "", "a remark")
	return c
}

func dayFlag(c *cobra.Command, on *string) {
	c.Flags().StringVar(on, "on", "", "the day it happened, as 2026-03-14 (default: today)")
}

// stepCommand makes a command of an act that takes a day and a remark.
func (a *app) stepCommand(c *cobra.Command, do func(*cobra.Command, *client.Service, *api.Payment, api.PaymentAct) (*api.Payment, error)) *cobra.Command {
	var on, reason string
	c.Args = exactly(1, "a payment")
	c.RunE = func(c *cobra.Command, args []string) error {
		service, p, err := a.serviceAndPayment(c, args[0])
		if err != nil {
			return err
		}
		body := api.PaymentAct{Reason: optional(reason)}
		if body.On, err = changedDate(c, "on", on); err != nil {
			return err
		}
		return a.showPayment(do(c, service, p, body))
	}
	dayFlag(c, &on)
	c.Flags().StringVar(&reason, "reason", "", "a remark")
	return c
}

func (a *app) carryoverDepositCommand() *cobra.Command {
	return a.stepCommand(&cobra.Command{
		Use:     "deposit PAYMENT",
		Short:   "A cheque or cash was taken to the bank (treasurer)",
		Long:    `Says that a cheque or cash was taken to the bank. Receipt may be left out.`,
		Example: `  nast carryover deposit 1042 --on 2026-03-21`,
	}, func(c *cobra.Command, service *client.Service, p *api.Payment, body api.PaymentAct) (*api.Payment, error) {
		return client.OK(service.DepositPaymentWithResponse(c.Context(), p.ID, nil, body))
	})
}

func (a *app) carryoverClearCommand() *cobra.Command {
	return a.stepCommand(&cobra.Command{
		Use:     "clear PAYMENT",
		Short:   "The bank has the payment (treasurer)",
		Long:    `Says that the bank has the payment, as its statement shows. The steps before may be left out.`,
		Example: `  nast carryover clear 1042 --on 2026-03-24`,
	}, func(c *cobra.Command, service *client.Service, p *api.Payment, body api.PaymentAct) (*api.Payment, error) {
		return client.OK(service.ClearPaymentWithResponse(c.Context(), p.ID, nil, body))
	})
}

func (a *app) carryoverBounceCommand() *cobra.Command {
	return a.stepCommand(&cobra.Command{
		Use:   "bounce PAYMENT",
		Short: "A cheque or transfer that had come is gone again (treasurer)",
		Long: `Says that a cheque or transfer is gone again, even after it was cleared. Every due that it had
paid is open again; what was posted before stays to be seen.`,
		Example: `  nast carryover bounce 1042 --reason "no funds"`,
	}, func(c *cobra.Command, service *client.Service, p *api.Payment, body api.PaymentAct) (*api.Payment, error) {
		return client.OK(service.BouncePaymentWithResponse(c.Context(), p.ID, nil, body))
	})
}

func (a *app) carryoverVoidCommand() *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use:   "void PAYMENT",
		Short: "Take back a payment that was recorded by mistake (treasurer)",
		Long: `Takes back a payment that was recorded by mistake or never came. It stays in the list, void,
with the reason.`,
		Example: `  nast carryover void 1042 --reason "typed twice"`,
		Args:    exactly(1, "a payment"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := required(c, "reason"); err != nil {
				return err
			}
			service, p, err := a.serviceAndPayment(c, args[0])
			if err != nil {
				return err
			}
			return a.showPayment(client.OK(service.VoidPaymentWithResponse(c.Context(), p.ID, nil, api.Act{Reason: &reason})))
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "why it does not count")
	return c
}

func (a *app) carryoverRefundCommand() *cobra.Command {
	var on, sum, reference, reason string
	c := &cobra.Command{
		Use:   "refund PAYMENT",
		Short: "Pay a payment back, or a part of it (treasurer)",
		Long: `Says that an amount was paid back, or all that is kept of the payment: first what no due has,
then from the last due that it has paid. A cheque or transfer is refunded only once it is
cleared. Two refunds of a payment under one reference are one.`,
		Example: `  nast carryover refund 1042 --amount 36.00 --reference "cheque 17"`,
		Args:    exactly(1, "a payment"),
		RunE: func(c *cobra.Command, args []string) error {
			service, p, err := a.serviceAndPayment(c, args[0])
			if err != nil {
				return err
			}
			body := api.PaymentRefund{Reference: optional(reference), Reason: optional(reason)}
			if body.On, err = changedDate(c, "on", on); err != nil {
				return err
			}
			if body.Amount, err = namedAmount(c, "amount", sum, p.Amount.Currency); err != nil {
				return err
			}
			return a.showPayment(client.OK(service.RefundPaymentWithResponse(c.Context(), p.ID, nil, body)))
		},
	}
	dayFlag(c, &on)
	flags := c.Flags()
	flags.StringVar(&sum, "amount", "", "how much (default: all that is kept)")
	flags.StringVar(&reference, "reference", "", "under which it was paid back")
	flags.StringVar(&reason, "reason", "", "a remark")
	return c
}
