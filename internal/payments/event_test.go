package payments_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/payments"
	"github.com/nast-tour/nast/internal/payments/stripefake"
)

func TestAWebhookIsTakenOrRefused(t *testing.T) {
	t.Parallel()
	const old, current = "whsec_old", "whsec_new"
	body := `{"id":"evt_1","object":"event","api_version":"2023-10-16","created":1735689660,"type":"charge.refunded",
		"livemode":true,"data":{"object":{"id":"ch_1","object":"charge","amount":5}}}`
	signed := stripefake.Sign([]byte(body), current, begin)
	mac := signed[strings.Index(signed, "v1="):]
	for name, test := range map[string]struct {
		body, header string
		secrets      []string
		at           time.Duration
		code         fault.Code // empty: taken
	}{
		"signed":                        {body, signed, []string{current}, 0, ""},
		"the other secret of two":       {body, signed, []string{old, current}, 0, ""},
		"signed with both":              {body, stripefake.Sign([]byte(body), old, begin) + "," + mac, []string{current}, 0, ""},
		"other schemes are passed over": {body, signed + ",v0=zz,v2=00", []string{current}, 0, ""},
		"spaces after the commas":       {body, strings.ReplaceAll(signed, ",", ", "), []string{current}, 0, ""},
		"five minutes late":             {body, signed, []string{current}, 5 * time.Minute, ""},
		"later than that":               {body, signed, []string{current}, 5*time.Minute + time.Second, fault.WebhookSignature},
		"from the future":               {body, signed, []string{current}, -5*time.Minute - time.Second, fault.WebhookSignature},
		"another secret":                {body, signed, []string{old}, 0, fault.WebhookSignature},
		"an empty secret":               {body, stripefake.Sign([]byte(body), "", begin), []string{current, ""}, 0, fault.WebhookSignature},
		"a body changed by one byte":    {strings.Replace(body, "5}", "6}", 1), signed, []string{current}, 0, fault.WebhookSignature},
		"no header":                     {body, "", []string{current}, 0, fault.WebhookSignature},
		"no time":                       {body, mac, []string{current}, 0, fault.WebhookSignature},
		"no signature":                  {body, "t=1735689660", []string{current}, 0, fault.WebhookSignature},
		"half a signature":              {body, signed[:len(signed)-2], []string{current}, 0, fault.WebhookSignature},
		"two times":                     {body, "t=1735689660," + signed, []string{current}, 0, fault.WebhookSignature},
		"a fresh time on an old one":    {body, stripefake.Sign([]byte("x"), current, begin.Add(time.Hour)) + "," + mac, []string{current}, time.Hour, fault.WebhookSignature},
		"no time at all":                {body, "t=soon," + mac, []string{current}, 0, fault.WebhookSignature},
		"no secret is set":              {body, signed, nil, 0, fault.PaymentsNotConfigured},
		"only an empty secret is set":   {body, signed, []string{""}, 0, fault.PaymentsNotConfigured},
		"signed, but no JSON":           {"hello", stripefake.Sign([]byte("hello"), current, begin), []string{current}, 0, fault.MalformedJSON},
		"signed, but no event":          {"{}", stripefake.Sign([]byte("{}"), current, begin), []string{current}, 0, fault.InvalidRequest},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := payments.New(payments.Config{WebhookSecrets: test.secrets})
			event, err := client.Verify([]byte(test.body), test.header, begin.Add(test.at))
			if test.code != "" {
				require.Equal(t, test.code, fault.CodeOf(err), "%v", err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, payments.Event{
				ID: "evt_1", Type: "charge.refunded", APIVersion: "2023-10-16", Created: begin, Live: true,
				ObjectID: "ch_1", ObjectType: "charge", Raw: []byte(body),
			}, event)
		})
	}
}

func TestAnEventOfAnotherVersionIsKeptAndMarked(t *testing.T) {
	t.Parallel()
	b := setup(t, stripefake.Config{})
	intent := b.paid(t, usd(5000))
	for _, version := range []string{"2022-11-15", "2025-03-31.basil", ""} {
		for _, d := range b.stripe.DeliveriesIn(version) {
			event, err := b.Verify(d.Payload, d.Header(signingSecret, begin), begin)
			require.NoError(t, err)
			require.True(t, event.Foreign)
			require.Equal(t, version, event.APIVersion)
			require.Equal(t, d.EventID, event.ID)
			require.Equal(t, intent, b.truth(t, event.ObjectID).PaymentIntent, "it can be applied all the same")
		}
	}
	// The events of the second API have no snapshot.
	thin := `{"id":"evt_2","object":"v2.core.event","type":"v1.charge.refunded","created":"2025-01-01T00:01:00.000Z",
		"related_object":{"id":"ch_1","type":"charge","url":"/v1/charges/ch_1"}}`
	event, err := b.Verify([]byte(thin), stripefake.Sign([]byte(thin), signingSecret, begin), begin)
	require.NoError(t, err)
	require.True(t, event.Foreign)
	require.Equal(t, []any{"ch_1", "charge", begin}, []any{event.ObjectID, event.ObjectType, event.Created})
}

func TestThePollFindsWhatWasLost(t *testing.T) {
	t.Parallel()
	b := setup(t, stripefake.Config{PageSize: 4})
	for cents := range int64(5) {
		b.paid(t, usd(1000+cents))
		b.stripe.Advance(time.Hour)
	}
	asked := map[string]bool{}
	for _, what := range payments.EventTypes {
		asked[what] = true
	}
	delivered := map[string]payments.Event{}
	var lost []string
	for i, d := range b.stripe.Deliveries() {
		switch {
		case !asked[d.Type]:
		case i%2 == 0:
			lost = append(lost, d.EventID)
		default:
			event, err := b.Verify(d.Payload, d.Header(signingSecret, begin), begin)
			require.NoError(t, err)
			delivered[event.ID] = event
		}
	}
	require.NotEmpty(t, lost)
	var found []string
	for event, err := range b.Events(t.Context(), begin) {
		require.NoError(t, err)
		require.False(t, event.Foreign)
		known, ok := delivered[event.ID]
		if !ok {
			found = append([]string{event.ID}, found...)
			continue
		}
		require.JSONEq(t, string(known.Raw), string(event.Raw))
		event.Raw, known.Raw = nil, nil
		require.Equal(t, known, event, "asked for or delivered, it is the same event")
	}
	require.Equal(t, lost, found)

	count := 0
	for _, err := range b.Events(t.Context(), begin.Add(3*time.Hour)) {
		require.NoError(t, err)
		count++
	}
	require.Equal(t, 2*2, count, "payment_intent.succeeded and checkout.session.completed, of the last two")
	b.stripe.Advance(31 * 24 * time.Hour)
	for event := range b.Events(t.Context(), begin) {
		t.Errorf("%s is too old to be listed", event.ID)
	}
}

func TestStripeTakesTheTypesInOneQuestion(t *testing.T) {
	t.Parallel()
	require.LessOrEqual(t, len(payments.EventTypes), 20)
}

// Verify is open to the world: it never panics, and takes nothing that was not signed.
func FuzzVerify(f *testing.F) {
	client := payments.New(payments.Config{WebhookSecrets: []string{signingSecret, "whsec_older"}})
	fake := stripefake.New(stripefake.Config{})
	b := &bundle{stripe: fake, Client: payments.New(payments.Config{Key: stripefake.Key, HTTP: fake.Client()})}
	b.paid(f, usd(5000))
	for _, d := range fake.Deliveries() {
		f.Add(d.Payload, d.Header(signingSecret, begin), false)
	}
	f.Add([]byte(`{"id":1,"data":[]}`), "t=9223372036854775807,v1=00,v1=", true)
	f.Add([]byte(`{"id":"e","type":"t","created":1e300,"data":{"object":{"id":null}}}`), "t=-1,t=,=,,v1==", true)
	f.Fuzz(func(t *testing.T, payload []byte, header string, sign bool) {
		if sign {
			header = stripefake.Sign(payload, signingSecret, begin)
		}
		event, err := client.Verify(payload, header, begin)
		if err != nil {
			require.NotEqual(t, fault.InternalError, fault.CodeOf(err))
			require.Empty(t, event.ID)
			return
		}
		require.True(t, json.Valid(payload))
		require.NotEmpty(t, event.ID)
		require.NotEmpty(t, event.Type)
		require.Equal(t, payload, event.Raw)
	})
}
