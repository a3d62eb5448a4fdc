package main

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// teller holds the flags of telling of a payment.
type teller struct {
	app                         *app
	method, reference, director string
	buyIn                       string
	on, reason                  string
	shares                      []string
	credit                      bool
}

func (l *teller) flags(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&l.method, "by", "cheque", "cheque, transfer, cash or card")
	flags.StringVar(&l.reference, "reference", "", "number of the cheque, or reference of the transfer")
	flags.StringVar(&l.director, "director", "", "whose payment it is (default: one's own)")
	flags.StringVar(&l.buyIn, "buy-in", "", "the buy-in that it is for, in place of a director: its player or id")
	flags.StringArrayVar(&l.shares, "for", nil, "a satellite, or SATELLITE=AMOUNT; several times for several (default: the oldest dues first)")
	flags.BoolVar(&l.credit, "credit", false, "for no due yet: leave it on the account")
	flags.StringVar(&l.reason, "reason", "", "a remark")
}

func (a *app) carryoverAnnounceCommand() *cobra.Command {
	l := &teller{app: a}
	c := &cobra.Command{
		Use:   "announce AMOUNT",
		Short: "Say that a payment is on its way",
		Long: `Announces a payment. It does not count as received until the treasurer has it. Without --for
it is meant for the oldest dues; with several --for each satellite needs its amount, but the last
one gets what is left.`,
		Example: `  nast carryover announce 480.00 --reference 1042
  nast carryover announce 480.00 --reference 1042 --for boise=260.00 --for nampa`,
		Args: exactly(1, "the amount"),
		RunE: func(c *cobra.Command, args []string) error {
			service, body, err := l.payment(c, args[0])
			if err != nil {
				return err
			}
			if body.AnnouncedOn, err = changedDate(c, "sent", l.on); err != nil {
				return err
			}
			return a.showPayment(client.Created(service.CreatePaymentWithResponse(c.Context(), nil, body)))
		},
	}
	l.flags(c)
	c.Flags().StringVar(&l.on, "sent", "", "the day it was sent, as 2026-03-14")
	return c
}

func (a *app) carryoverRecordCommand() *cobra.Command {
	l := &teller{app: a}
	var unknown bool
	c := &cobra.Command{
		Use:   "record AMOUNT",
		Short: "Record a payment that has come and that nobody announced (treasurer)",
		Long: `Records a payment that has come. Where it was announced, receive that one instead:
nast carryover receive. With --buy-in it pays for a place in the final. With --unknown nobody knows
who has paid: it lies in suspense until it is assigned (nast carryover assign).`,
		Example: `  nast carryover record 264.00 --director lopez --reference 1042 --received 2026-03-20
  nast carryover record 250.00 --buy-in "Rich, Bo" --by cash
  nast carryover record 100.00 --unknown --by transfer --reference "THANK YOU"`,
		Args: exactly(1, "the amount"),
		RunE: func(c *cobra.Command, args []string) error {
			if !oneOf(l.director != "", l.buyIn != "", unknown) {
				return usage("say with --director whose payment it is, with --buy-in what it is for, or with --unknown that nobody knows")
			}
			service, body, err := l.payment(c, args[0])
			if err != nil {
				return err
			}
			if l.on == "" {
				l.on = a.now().UTC().Format("2006-01-02")
			}
			day, err := parseDate(l.on)
			if err != nil {
				return err
			}
			body.ReceivedOn = &day
			return a.showPayment(client.Created(service.CreatePaymentWithResponse(c.Context(), nil, body)))
		},
	}
	l.flags(c)
	c.Flags().BoolVar(&unknown, "unknown", false, "nobody knows who has paid")
	c.Flags().StringVar(&l.on, "received", "", "the day it came, as 2026-03-14 (default: today)")
	return c
}

// payment makes the request of what the flags say.
func (l *teller) payment(c *cobra.Command, sum string) (*client.Service, api.PaymentCreate, error) {
	body := api.PaymentCreate{Method: api.PaymentMethod(l.method), Reference: optional(l.reference), Reason: optional(l.reason)}
	service, err := l.app.service()
	if err != nil {
		return nil, body, err
	}
	if l.director != "" {
		d, err := l.app.director(c.Context(), service, l.director)
		if err != nil {
			return nil, body, err
		}
		body.DirectorID = &d.ID
	}
	currency := ""
	if l.buyIn != "" {
		b, err := l.app.anyBuyIn(c.Context(), service, l.buyIn)
		if err != nil {
			return nil, body, err
		}
		body.BuyInID, currency = &b.ID, b.Price.Currency
	}
	if currency == "" && !strings.Contains(strings.TrimSpace(sum), " ") {
		if currency, err = owedIn(c.Context(), service, body.DirectorID); err != nil {
			return nil, body, err
		}
	}
	fee, err := parseMoney(sum, currency)
	if err != nil {
		return nil, body, err
	}
	body.Amount = api.Money(fee)
	if l.credit {
		body.Allocations = &[]api.PaymentShare{}
	}
	if len(l.shares) > 0 {
		shares, err := l.app.sharesOf(c.Context(), service, l.shares, body.Amount)
		if err != nil {
			return nil, body, err
		}
		body.Allocations = &shares
	}
	return service, body, nil
}

// owedIn is the currency of what is owed, by a director or by whomever one sees, where it is one.
func owedIn(ctx context.Context, service *client.Service, director *uuid.UUID) (string, error) {
	currency := ""
	for d, err := range service.Dues(ctx, api.ListDuesParams{DirectorID: director}) {
		switch {
		case err != nil:
			return "", err
		case currency != "" && currency != d.Due.Currency:
			return "", usage("dues are in several currencies; write the amount with its own, as \"480.00 %s\"", currency)
		}
		currency = d.Due.Currency
	}
	if currency == "" {
		return "", usage("nothing is due that would tell the currency; write the amount with it, as \"480.00 USD\"")
	}
	return currency, nil
}

// sharesOf reads SATELLITE=AMOUNT; the last one can leave its amount out and gets what is left.
func (a *app) sharesOf(ctx context.Context, service *client.Service, texts []string, whole api.Money) ([]api.PaymentShare, error) {
	left := whole.Amount
	var shares []api.PaymentShare
	for i, text := range texts {
		name, sum, named := strings.Cut(text, "=")
		s, err := a.satellite(ctx, service, name)
		if err != nil {
			return nil, err
		}
		share := api.PaymentShare{SatelliteID: s.ID, Amount: api.Money{Amount: left, Currency: whole.Currency}}
		switch {
		case named:
			fee, err := parseMoney(sum, whole.Currency)
			if err != nil {
				return nil, err
			}
			share.Amount = api.Money(fee)
		case i < len(texts)-1:
			return nil, usage("write for each satellite but the last how much is for it, as --for \"%s=100.00\"", name)
		}
		left -= share.Amount.Amount
		shares = append(shares, share)
	}
	return shares, nil
}
