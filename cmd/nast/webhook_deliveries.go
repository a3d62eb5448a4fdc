package main

import (
	"context"
	"errors"
	"io"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
	"github.com/nast-tour/nast/internal/webhook/signature"
)

// pingWithin is how long a receiver and the worker together may need for a ping.
const pingWithin = 20 * time.Second

func (a *app) webhookTestCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "test ENDPOINT",
		Short:   "Send a ping and say what came of it",
		Long:    `Sends a ping to an endpoint, once, and waits for what comes of it.`,
		Example: `  nast webhook test results.example.org`,
		Args:    exactly(1, anEndpoint),
		RunE: func(c *cobra.Command, args []string) error {
			service, e, err := a.endpoint(c.Context(), args[0])
			if err != nil {
				return err
			}
			ping, err := client.OK(service.TestEndpointWithResponse(c.Context(), e.ID, nil, api.Act{}))
			if err != nil {
				return err
			}
			d, err := a.outcome(c.Context(), service, e.ID, *ping)
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(d)
			}
			switch d.Status {
			case api.DeliveryStatusDelivered:
				a.say("The receiver took the ping.")
				return nil
			case api.DeliveryStatusDead:
				return errors.New("the receiver did not take the ping: " + display.Clean(d.Failure))
			}
			return errors.New("the ping still waits; does the worker run? Look later: nast webhook deliveries " + display.ShortID(e.ID.String()))
		},
	}
}

// outcome waits until a delivery has ended, for a while.
func (a *app) outcome(ctx context.Context, service *client.Service, endpoint uuid.UUID, d api.Delivery) (api.Delivery, error) {
	for until := a.now().Add(pingWithin); d.Status == api.DeliveryStatusWaiting && a.now().Before(until); {
		select {
		case <-ctx.Done():
			return d, ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
		for is, err := range service.Deliveries(ctx, endpoint, api.ListDeliveriesParams{}) {
			if err != nil {
				return d, err
			}
			if is.ID == d.ID {
				d = is
				break
			}
		}
	}
	return d, nil
}

func (a *app) webhookDeliveriesCommand() *cobra.Command {
	var status string
	var limit int
	c := &cobra.Command{
		Use:   "deliveries ENDPOINT",
		Short: "List what goes or went to an endpoint",
		Long: `Lists deliveries, the newest first: waiting, delivered or dead (given up after a day of tries).
Delivered ones are kept for a week, dead ones for a month.`,
		Example: `  nast webhook deliveries results.example.org --status dead`,
		Args:    exactly(1, anEndpoint),
		RunE: func(c *cobra.Command, args []string) error {
			if limit < 1 {
				return usage("--limit is 1 or more")
			}
			service, e, err := a.endpoint(c.Context(), args[0])
			if err != nil {
				return err
			}
			var page []api.Delivery
			for d, err := range service.Deliveries(c.Context(), e.ID, api.ListDeliveriesParams{Status: changed(c, "status", api.DeliveryStatus(status))}) {
				if err != nil {
					return err
				}
				if page = append(page, d); len(page) == limit {
					break
				}
			}
			if a.json {
				return a.listJSON(page)
			}
			if len(page) == 0 {
				a.say("No deliveries.")
				return nil
			}
			t := display.NewTable("Id", "Happened", "Event", ">Number", "State", ">Tries", "Failure")
			for _, d := range page {
				t.Row(d.ID.String(), minute(&d.OccurredAt), d.Type, strconv.FormatInt(d.Sequence, 10), string(d.Status), strconv.Itoa(d.Tries), d.Failure)
			}
			return t.Write(a.out)
		},
	}
	c.Flags().StringVar(&status, "status", "", "only waiting, delivered or dead")
	c.Flags().IntVar(&limit, "limit", 50, "how many at most")
	return c
}

func (a *app) webhookResendCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "resend ENDPOINT [DELIVERY]",
		Short: "Send what was given up once more",
		Long: `Sends a delivery once more, named by its id; without one, all that were given up, in order. The
events keep their ids. What fails again is dead again.`,
		Example: `  nast webhook resend results.example.org`,
		Args:    between(1, 2, anEndpoint),
		RunE: func(c *cobra.Command, args []string) error {
			var delivery uuid.UUID
			if len(args) == 2 {
				var err error
				if delivery, err = uuid.Parse(args[1]); err != nil {
					return usage("%q is not the id of a delivery; they are listed by: nast webhook deliveries", args[1])
				}
			}
			service, e, err := a.endpoint(c.Context(), args[0])
			if err != nil {
				return err
			}
			if len(args) == 2 {
				d, err := client.OK(service.ResendDeliveryWithResponse(c.Context(), e.ID, delivery, nil, api.Act{}))
				if err != nil {
					return err
				}
				if a.json {
					return a.printJSON(d)
				}
				a.say("It is sent once more: nast webhook deliveries %s", display.ShortID(e.ID.String()))
				return nil
			}
			sent, err := client.OK(service.ResendDeadDeliveriesWithResponse(c.Context(), e.ID, nil, api.Act{}))
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(sent)
			}
			a.say("Sent once more: %d.", sent.Deliveries)
			return nil
		},
	}
}

func (a *app) webhookVerifyCommand() *cobra.Command {
	var secret, id, timestamp, signed string
	var anyAge bool
	c := &cobra.Command{
		Use:   "verify",
		Short: "Check the signature of a body, without the service",
		Long: `Checks a body from standard input against the three headers with which it came. It asks no service.
The secret is better given as NAST_WEBHOOK_SECRET: others on this computer may see a flag.`,
		Example: `  nast webhook verify --id ID --timestamp 1773507600 --signature v1,... <body.json`,
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if secret == "" {
				secret = a.env("NAST_WEBHOOK_SECRET")
			}
			if secret == "" {
				return usage("no secret: set NAST_WEBHOOK_SECRET")
			}
			if err := required(c, "id", "timestamp", "signature"); err != nil {
				return err
			}
			key, err := signature.ParseSecret(secret)
			if err != nil {
				return usage("%v", err)
			}
			body, err := io.ReadAll(a.in)
			if err != nil {
				return err
			}
			now := a.now()
			if anyAge {
				now = time.Time{}
			}
			if err := signature.Verify(key, id, timestamp, signed, body, now); err != nil {
				return err
			}
			a.say("The signature is right.")
			return nil
		},
	}
	c.Flags().StringVar(&secret, "secret", "", "the secret (or NAST_WEBHOOK_SECRET)")
	c.Flags().StringVar(&id, "id", "", "the header Webhook-Id")
	c.Flags().StringVar(&timestamp, "timestamp", "", "the header Webhook-Timestamp")
	c.Flags().StringVar(&signed, "signature", "", "the header Webhook-Signature")
	c.Flags().BoolVar(&anyAge, "any-age", false, "take an old one too")
	return c
}
