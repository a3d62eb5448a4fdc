package main

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// paymentChoice names payments by id or by reference.
var paymentChoice = choice[api.Payment]{
	noun: "payment", lists: "nast carryover payments",
	id: func(p api.Payment) string { return p.ID.String() },
	names: func(p api.Payment) []string {
		return []string{strings.Join(strings.Fields(string(p.Method)+" "+p.Reference), " ") + ", " + amount(p.Amount) + ", " + payer(p), p.Reference}
	},
}

// payment finds a payment by its id, a part of it, or its reference.
func (a *app) payment(ctx context.Context, service *client.Service, wanted string) (*api.Payment, error) {
	if id, err := uuid.Parse(wanted); err == nil {
		return client.OK(service.GetPaymentWithResponse(ctx, id))
	}
	found, err := paymentChoice.pick(service.Payments(ctx, api.ListPaymentsParams{}), wanted)
	return &found, err
}

// serviceAndPayment is the start of a command that works on one payment.
func (a *app) serviceAndPayment(c *cobra.Command, wanted string) (*client.Service, *api.Payment, error) {
	service, err := a.service()
	if err != nil {
		return nil, nil, err
	}
	p, err := a.payment(c.Context(), service, wanted)
	return service, p, err
}

func payer(p api.Payment) string {
	switch {
	case p.BuyIn != nil:
		return p.BuyIn.Name + " (buy-in)"
	case p.Director == nil:
		return "unknown payer"
	}
	return cmp.Or(p.Director.Name, p.Director.ID.String())
}

func (a *app) carryoverPaymentsCommand() *cobra.Command {
	var director, satellite, buyIn, method, state string
	var suspense bool
	out := &tableOutput{app: a}
	c := &cobra.Command{
		Use:   "payments",
		Short: "List the payments",
		Long: `Lists payments as they stand, the newest first. The id at the left, or the reference, names
one in other commands. The state is one of: announced, received, deposited, cleared, bounced,
void, refunded, disputed. What is in suspense came from nobody known.`,
		Example: `  nast carryover payments --state announced
  nast carryover payments --suspense`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			service, err := a.service()
			if err != nil {
				return err
			}
			filter := api.ListPaymentsParams{
				Method: changed(c, "method", api.PaymentMethod(method)), State: changed(c, "state", api.PaymentState(state)),
				Suspense: changed(c, "suspense", suspense),
			}
			if director != "" {
				d, err := a.director(c.Context(), service, director)
				if err != nil {
					return err
				}
				filter.DirectorID = &d.ID
			}
			if satellite != "" {
				s, err := a.satellite(c.Context(), service, satellite)
				if err != nil {
					return err
				}
				filter.SatelliteID = &s.ID
			}
			if buyIn != "" {
				b, err := a.anyBuyIn(c.Context(), service, buyIn)
				if err != nil {
					return err
				}
				filter.BuyInID = &b.ID
			}
			if out.asked() {
				filter.Format = (*api.ListPaymentsParamsFormat)(&out.format)
				return out.write(client.File(service.ListPaymentsWithResponse(c.Context(), &filter)))
			}
			payments, err := client.Collect(service.Payments(c.Context(), filter))
			if err != nil {
				return err
			}
			return a.showPayments(payments)
		},
	}
	flags := c.Flags()
	flags.StringVar(&director, "director", "", "only this director's")
	flags.StringVar(&satellite, "satellite", "", "only those for this satellite")
	flags.StringVar(&buyIn, "buy-in", "", "only those for this buy-in")
	flags.StringVar(&method, "method", "", "only this: cheque, transfer, cash or card")
	flags.StringVar(&state, "state", "", "only this state")
	flags.BoolVar(&suspense, "suspense", false, "only those in suspense")
	out.flags(c)
	return c
}

func (a *app) showPayments(payments []api.Payment) error {
	if a.json {
		return a.listJSON(payments)
	}
	if len(payments) == 0 {
		a.say("No payments.")
		return nil
	}
	return a.paymentTable(payments)
}

func (a *app) paymentTable(payments []api.Payment) error {
	t := display.NewTable("Payment", "From", "By", "Reference", ">Amount", ">Applied", ">Left over", "State", "Received", "For")
	for _, p := range payments {
		var satellites []string
		for _, s := range p.Allocations {
			satellites = append(satellites, s.Satellite)
		}
		received, state := "", words(string(p.State))
		if p.ReceivedOn != nil {
			received = p.ReceivedOn.String()
		}
		if p.Suspense {
			state += ", suspense"
		}
		t.Row(display.ShortID(p.ID.String()), payer(p), string(p.Method), p.Reference, amount(p.Amount), amount(p.Applied),
			unlessZero(p.Unallocated), state, received, strings.Join(satellites, ", "))
	}
	return t.Write(a.out)
}

func (a *app) carryoverPaymentCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "payment PAYMENT",
		Short: "Show a payment with everything that was done with it",
		Long: `Shows a payment, which dues have how much of it, and every step: who did it, when, and the
day on which it counts. A payment is named by its id, a part of it, or its reference.`,
		Example: `  nast carryover payment 1042`,
		Args:    exactly(1, "a payment"),
		RunE: func(c *cobra.Command, args []string) error {
			service, p, err := a.serviceAndPayment(c, args[0])
			if err != nil {
				return err
			}
			whole, err := client.OK(service.GetPaymentWithResponse(c.Context(), p.ID))
			return a.showPayment(whole, err)
		},
	}
}

// showPayment shows what a command on a payment has answered.
func (a *app) showPayment(p *api.Payment, err error) error {
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(p)
	}
	announced, received := "", ""
	if p.AnnouncedOn != nil {
		announced = p.AnnouncedOn.String()
	}
	if p.ReceivedOn != nil {
		received = p.ReceivedOn.String()
	}
	a.fields("Payment", p.ID.String(), "From", payer(*p), "By", string(p.Method), "Reference", p.Reference, "Amount", amount(p.Amount),
		"State", words(string(p.State)), "Announced on", announced, "Received on", received, "Refunded", unlessZero(p.Refunded),
		"Left over", unlessZero(p.Unallocated), "In suspense", mark(p.Suspense, "yes"), "Looked after by", p.Owner, "Note", p.Note)
	if len(p.Allocations) > 0 {
		a.print("")
		t := display.NewTable("For", ">Meant", ">Applied")
		for _, s := range p.Allocations {
			t.Row(s.Satellite, amount(s.Amount), amount(s.Applied))
		}
		if err := t.Write(a.out); err != nil {
			return err
		}
	}
	if p.Steps == nil {
		return nil
	}
	a.print("")
	t := display.NewTable(">No.", "On", "What", "State", ">Applied", ">Left over", "By", "Why")
	for _, s := range *p.Steps {
		t.Row(strconv.Itoa(s.Number), s.On.String(), string(s.Act), words(string(s.State)), amount(s.Applied), unlessZero(s.Unallocated), s.By.Name, text(s.Reason))
	}
	return t.Write(a.out)
}
