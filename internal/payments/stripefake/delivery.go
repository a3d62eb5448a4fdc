package stripefake

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// event is something that happened, with the object as it was then.
type event struct {
	id, what, about string
	snapshot        object
	created         time.Time
}

func (*event) kind() string { return "event" }

func (e *event) show(time.Time) object {
	return object{
		"id": e.id, "object": e.kind(), "api_version": APIVersion, "created": e.created.Unix(), "data": object{"object": e.snapshot},
		"livemode": false, "pending_webhooks": 1, "request": object{"id": nil, "idempotency_key": nil}, "type": e.what,
	}
}

// emit makes an event about an object as it is now.
func (f *Fake) emit(what string, about thing) {
	snapshot := about.show(f.now)
	e := &event{id: f.newID("evt"), what: what, about: snapshot["id"].(string), snapshot: snapshot, created: f.now}
	f.keep(e.id, e)
	f.events = append(f.events, e)
}

// Delivery is an event on its way to a webhook endpoint.
type Delivery struct {
	EventID  string
	Type     string
	ObjectID string
	Created  time.Time
	Payload  []byte // the body to be posted
}

// Deliveries are all events so far, oldest first. Deliver them in any order, twice, late or
// not at all.
func (f *Fake) Deliveries() []Delivery {
	f.mu.Lock()
	defer f.mu.Unlock()
	var made []Delivery
	for _, e := range f.events {
		made = append(made, deliver(e.show(f.now), e))
	}
	return made
}

// DeliveriesIn are the same events as an endpoint gets them that is pinned to another version
// of the API.
func (f *Fake) DeliveriesIn(version string) []Delivery {
	f.mu.Lock()
	defer f.mu.Unlock()
	var made []Delivery
	for _, e := range f.events {
		shown := e.show(f.now)
		shown["api_version"] = version
		made = append(made, deliver(shown, e))
	}
	return made
}

func deliver(shown object, e *event) Delivery {
	payload, err := json.MarshalIndent(shown, "", "  ")
	if err != nil {
		panic(err) // it holds nothing but text, numbers and maps of them
	}
	return Delivery{EventID: e.id, Type: e.what, ObjectID: e.about, Created: e.created, Payload: payload}
}

// Header is the Stripe-Signature header with which the delivery is sent at a time.
func (d Delivery) Header(secret string, at time.Time) string { return Sign(d.Payload, secret, at) }

// Sign makes the Stripe-Signature header of a body, for one secret and a time.
func Sign(payload []byte, secret string, at time.Time) string {
	mac := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(mac, "%d.%s", at.Unix(), payload)
	return fmt.Sprintf("t=%d,v1=%s", at.Unix(), hex.EncodeToString(mac.Sum(nil)))
}
