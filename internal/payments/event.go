package payments

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"time"

	"github.com/stripe/stripe-go/v76"
	"github.com/stripe/stripe-go/v76/form"

	"github.com/nast-tour/nast/internal/fault"
)

// EventTypes are the events that the webhook endpoint is to be sent, and that Events asks for:
// whatever can change a Truth or a Payout. Stripe takes at most 20 in one question.
var EventTypes = []string{
	"checkout.session.completed",
	"checkout.session.async_payment_succeeded",
	"checkout.session.async_payment_failed",
	"checkout.session.expired",
	"payment_intent.processing",
	"payment_intent.succeeded",
	"payment_intent.payment_failed",
	"payment_intent.canceled",
	"charge.updated",
	"charge.refunded",
	"charge.refund.updated",
	"charge.dispute.created",
	"charge.dispute.updated",
	"charge.dispute.closed",
	"charge.dispute.funds_withdrawn",
	"charge.dispute.funds_reinstated",
	"payout.paid",
	"payout.failed",
	"payout.canceled",
	"payout.reconciliation_completed",
}

// Event is Stripe's word that something happened to an object. Believe nothing else of it: ask
// for the object's Truth, or for the Payout.
type Event struct {
	ID         string
	Type       string
	APIVersion string
	Created    time.Time
	Live       bool
	ObjectID   string // may be empty for objects without an id
	ObjectType string // as "charge"
	// Foreign says that a webhook came in another API version than ours: the endpoint at
	// Stripe is not pinned to APIVersion. The ids in it hold all the same, so it can be applied,
	// but somebody should be told. Events that were asked for have the version of the account,
	// which means nothing, and are never foreign.
	Foreign bool
	Raw     []byte // the event as it came
}

// readEvent reads what all versions of the API agree on.
func readEvent(raw []byte) (Event, error) {
	type named struct {
		ID     string `json:"id"`
		Object string `json:"object"`
		Type   string `json:"type"`
	}
	var read struct {
		named
		APIVersion string `json:"api_version"`
		Created    any    `json:"created"` // seconds, or a text in the events of the second API
		Livemode   bool   `json:"livemode"`
		Data       struct {
			Object named `json:"object"`
		} `json:"data"`
		Related named `json:"related_object"` // the second API has no data
	}
	if err := json.Unmarshal(raw, &read); err != nil {
		return Event{}, fault.Wrap(err, fault.MalformedJSON, "The body is not an event of Stripe.")
	}
	if read.ID == "" || read.Type == "" {
		return Event{}, fault.New(fault.InvalidRequest, "The body is not an event of Stripe: it has no id or no type.")
	}
	e := Event{
		ID: read.ID, Type: read.Type, APIVersion: read.APIVersion, Live: read.Livemode,
		ObjectID: read.Data.Object.ID, ObjectType: read.Data.Object.Object, Raw: raw,
	}
	if e.ObjectID == "" {
		e.ObjectID, e.ObjectType = read.Related.ID, read.Related.Type
	}
	switch created := read.Created.(type) {
	case float64:
		e.Created = moment(int64(created))
	case string:
		e.Created, _ = time.Parse(time.RFC3339, created) // told to people only
	}
	return e, nil
}

// Events lists the events of EventTypes made at a time or later, newest first, so that those
// whose delivery was lost are found. Stripe keeps them for 30 days. Ask from somewhat before the
// last time, and drop those whose ids are known.
func (c *Client) Events(ctx context.Context, since time.Time) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		if err := c.ready(); err != nil {
			yield(Event{}, err)
			return
		}
		list := c.listEvents(&stripe.EventListParams{
			ListParams: listing(ctx), CreatedRange: createdSince(since), Types: stripe.StringSlice(EventTypes),
		})
		for list.Next() {
			event, err := readEvent(list.Current().(*listedEvent).raw)
			if !yield(event, err) || err != nil {
				return
			}
		}
		if err := list.Err(); err != nil {
			yield(Event{}, explained(err))
		}
	}
}

// listedEvent keeps an event as it came; its ID is what the next page begins after.
type listedEvent struct {
	ID  string
	raw []byte
}

func (e *listedEvent) UnmarshalJSON(raw []byte) error {
	var named struct {
		ID string `json:"id"`
	}
	err := json.Unmarshal(raw, &named)
	e.ID, e.raw = named.ID, bytes.Clone(raw)
	return err
}

// listEvents is what stripe-go has for events, but that it keeps their text.
func (c *Client) listEvents(p *stripe.EventListParams) *stripe.Iter {
	return stripe.GetIter(p, func(common *stripe.Params, query *form.Values) ([]any, stripe.ListContainer, error) {
		var page struct {
			stripe.APIResource
			stripe.ListMeta
			Data []*listedEvent `json:"data"`
		}
		err := c.backend.CallRaw(http.MethodGet, "/v1/events", c.key, query, common, &page)
		events := make([]any, len(page.Data))
		for i, e := range page.Data {
			events[i] = e
		}
		return events, &page.ListMeta, err
	})
}
