package payments

import (
	"crypto/hmac"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v76/webhook"

	"github.com/nast-tour/nast/internal/fault"
)

// Tolerance is how far a webhook's time may be from ours, so that one that was overheard
// cannot be sent again later.
const Tolerance = 5 * time.Minute

// Verify checks the body of a webhook against its Stripe-Signature header and gives the event.
// Any of the signing secrets will do. It fails with fault.WebhookSignature when the signature
// is missing, wrong or not of this time, with fault.PaymentsNotConfigured when no secret is set,
// and with fault.MalformedJSON or fault.InvalidRequest when a signed body is no event. An event
// of another API version is given all the same, with Foreign set.
//
// Stripe's own function reads the machine's clock and knows one secret, so only its signature
// is used here.
func (c *Client) Verify(payload []byte, header string, now time.Time) (Event, error) {
	if len(c.secrets) == 0 {
		return Event{}, fault.New(fault.PaymentsNotConfigured, "Webhooks of Stripe are not set up on this server: set NAST_STRIPE_WEBHOOK_SECRET.")
	}
	signed, err := readSignature(header)
	if err != nil {
		return Event{}, err
	}
	if !c.signedByUs(signed, payload) {
		return Event{}, fault.New(fault.WebhookSignature, "The body was not signed with a secret of this endpoint: compare NAST_STRIPE_WEBHOOK_SECRET with Stripe's dashboard.")
	}
	if now.Sub(signed.at).Abs() > Tolerance {
		return Event{}, fault.New(fault.WebhookSignature, "The signature is of %s, too far from now. If it was sent just now, the server's clock is wrong.", signed.at.UTC().Format(time.RFC3339))
	}
	event, err := readEvent(payload)
	event.Foreign = err == nil && event.APIVersion != APIVersion
	return event, err
}

// signedByUs says whether one of the signatures is made with one of our secrets.
func (c *Client) signedByUs(s signature, payload []byte) bool {
	for _, key := range c.secrets {
		ours := webhook.ComputeSignature(s.at, payload, key)
		for _, theirs := range s.macs {
			if hmac.Equal(ours, theirs) {
				return true
			}
		}
	}
	return false
}

// signature is what a Stripe-Signature header says.
type signature struct {
	at   time.Time
	macs [][]byte // several while a secret is being changed
}

// readSignature reads a header such as "t=1495999758,v1=ABC,v1=DEF,v0=GHI". Schemes other than
// v1 are passed over, as Stripe asks. Exactly one time is taken, since two would leave open
// which one was signed.
func readSignature(header string) (signature, error) {
	var read signature
	times := 0
	for part := range strings.SplitSeq(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch name {
		case "t":
			seconds, err := strconv.ParseInt(value, 10, 64)
			if err != nil {
				return signature{}, badHeader()
			}
			read.at = time.Unix(seconds, 0)
			times++
		case "v1":
			if mac, err := hex.DecodeString(value); err == nil {
				read.macs = append(read.macs, mac)
			}
		}
	}
	if times != 1 || len(read.macs) == 0 {
		return signature{}, badHeader()
	}
	return read, nil
}

func badHeader() error {
	return fault.New(fault.WebhookSignature, "The Stripe-Signature header is missing or is not one: it has a time t and a signature v1.")
}
