// Package stripefake is Stripe as far as the tour needs it, for tests and local trials: an HTTP
// API with a memory, in the shapes of API version 2023-10-16, and methods for what payers,
// banks and the dashboard do. It makes webhooks but never sends them: whoever holds the Fake
// delivers them, in whatever order and number. It knows nothing of the packages it is used to
// test, keeps its own clock and uses no network.
package stripefake

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"
	"time"
)

// APIVersion is the version of Stripe's API that the fake speaks. It refuses all others.
const APIVersion = "2023-10-16"

// Key is the secret key that the fake takes where Config has no other.
const Key = "sk_test_stripefake"

// Config is what a Fake is made of.
type Config struct {
	Key  string
	Now  time.Time // where its clock begins; zero: the first minute of 2025
	Seed string    // makes other ids than another seed does
	// Exchange says for currencies in small letters in which other one they are booked.
	Exchange map[string]Exchange
	PageSize int // the most items in a page of a list; zero: 100, as Stripe has it
}

// Exchange is how a currency is booked in the balance of another.
type Exchange struct {
	Currency    string // in small letters
	PerThousand int64  // cents of it for a thousand cents
}

// Fake is one account at Stripe. It is an http.Handler and an http.RoundTripper, and may be
// used by many at once.
type Fake struct {
	config Config

	mu       sync.Mutex
	now      time.Time
	made     int
	things   map[string]thing
	kinds    map[string][]string // ids by kind of object, oldest first
	answers  map[string]answer   // by idempotency key
	events   []*event
	failures []Failure
	requests []string
}

// thing is an object that the API shows.
type thing interface {
	// kind is Stripe's word for it, as "checkout.session".
	kind() string
	// show gives the object as JSON has it, other objects in it by their ids.
	show(now time.Time) object
}

// object is a JSON object.
type object = map[string]any

// New makes an account on which nothing has happened.
func New(config Config) *Fake {
	if config.Key == "" {
		config.Key = Key
	}
	if config.Now.IsZero() {
		config.Now = time.Date(2025, 1, 1, 0, 1, 0, 0, time.UTC)
	}
	if config.PageSize == 0 {
		config.PageSize = 100
	}
	return &Fake{
		config:  config,
		now:     config.Now.UTC(),
		things:  map[string]thing{},
		kinds:   map[string][]string{},
		answers: map[string]answer{},
	}
}

// Now is the time on the fake's clock.
func (f *Fake) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

// Advance moves the clock: sessions expire, money becomes available, payouts arrive.
func (f *Fake) Advance(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
	for _, s := range all[*session](f, "checkout.session") {
		if s.status == "open" && !f.now.Before(s.expires) {
			f.expire(s)
		}
	}
	for _, p := range all[*payout](f, "payout") {
		if p.status == "in_transit" && !f.now.Before(p.arrives) {
			p.status = "paid"
			f.emit("payout.paid", p)
		}
	}
}

// newID makes an id that says nothing about its order.
func (f *Fake) newID(prefix string) string {
	f.made++
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", f.config.Seed, f.made))
	return prefix + "_" + hex.EncodeToString(sum[:12])
}

// keep puts a new object where the API finds it.
func (f *Fake) keep(id string, t thing) {
	f.things[id] = t
	f.kinds[t.kind()] = append(f.kinds[t.kind()], id)
}

// all gives the objects of a kind, oldest first.
func all[T thing](f *Fake, kind string) []T {
	var found []T
	for _, id := range f.kinds[kind] {
		found = append(found, f.things[id].(T))
	}
	return found
}

// find gives the object of an id, if it is of the type asked for.
func find[T thing](f *Fake, id string) (T, error) {
	found, ok := f.things[id].(T)
	if !ok {
		return found, fmt.Errorf("stripefake: no such %s: %q", found.kind(), id)
	}
	return found, nil
}
