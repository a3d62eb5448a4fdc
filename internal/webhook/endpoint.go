package webhook

import (
	"bytes"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
)

const (
	// MaxEndpoints is how many endpoints a tenant may have.
	MaxEndpoints = 10

	maxDescription = 200
)

// Endpoint is an address to which events go. A director's gets those of his own satellites and
// money, the organiser's those of everybody, and of the tour.
type Endpoint struct {
	ID          uuid.UUID
	TenantID    uuid.UUID
	Everybody   bool // it is the organiser's
	URL         string
	Description string
	Types       []string  // types, or families as "round.*"; empty: all
	PausedAt    time.Time // zero: not paused
	CreatedAt   time.Time
	Health      Health
}

// Health is how deliveries to an endpoint have gone lately; zero times are never.
type Health struct {
	DeliveredAt  time.Time // the last that was taken
	FailedAt     time.Time // the last try that failed
	Failure      string    // of that try
	FailingSince time.Time // nothing was taken since then; zero: the last try did not fail
	Waiting      int       // deliveries that are still to be made
	Dead         int       // and that were given up
}

// Paused says that nothing is sent for the time being.
func (e Endpoint) Paused() bool { return !e.PausedAt.IsZero() }

// Wants says whether an event goes to the endpoint.
func (e Endpoint) Wants(event Event) bool {
	if !e.Everybody && (event.Owner == uuid.Nil || event.Owner != e.TenantID) {
		return false
	}
	return len(e.Types) == 0 || slices.Contains(e.Types, string(event.Type)) || slices.Contains(e.Types, event.Type.Family()+".*")
}

// older says whether the endpoint is older than an event: it gets those that were made after it.
// Ids are UUIDv7, which order by the time at which they were made; the time of an event itself can
// be earlier, where a day without a network is brought back.
func (e Endpoint) older(event Event) bool { return bytes.Compare(e.ID[:], event.ID[:]) < 0 }

// Wish is what somebody says of an endpoint; nil leaves it as it is.
type Wish struct {
	URL         *string
	Description *string
	Types       *[]string
	Paused      *bool
}

// with is the endpoint as it is wished, checked.
func (e Endpoint) with(w Wish, private bool, now time.Time) (Endpoint, error) {
	if w.URL != nil {
		address, err := ParseAddress(*w.URL, private)
		if err != nil {
			return e, err
		}
		e.URL = address
	}
	if w.Description != nil {
		e.Description = strings.TrimSpace(*w.Description)
		if utf8.RuneCountInString(e.Description) > maxDescription {
			return e, fault.AtField("/description", "too_long", "The description has more than %d characters.", maxDescription)
		}
	}
	if w.Types != nil {
		types, err := parseTypes(*w.Types)
		if err != nil {
			return e, err
		}
		e.Types = types
	}
	if w.Paused != nil && *w.Paused != e.Paused() {
		e.PausedAt = time.Time{}
		if *w.Paused {
			e.PausedAt = now
		}
	}
	return e, nil
}

// parseTypes takes types and families, each once, in the order of the documents.
func parseTypes(wanted []string) ([]string, error) {
	var known []string
	for _, family := range Families() {
		known = append(known, family+".*")
		for _, t := range Types() {
			if t.Family() == family {
				known = append(known, string(t))
			}
		}
	}
	for _, t := range wanted {
		if !slices.Contains(known, t) {
			return nil, fault.AtField("/types", "unknown_value", "There is no event %q; there are %s, each with a verb or as %s.*.",
				t, strings.Join(Families(), ", "), Families()[0])
		}
	}
	return slices.DeleteFunc(known, func(t string) bool { return !slices.Contains(wanted, t) }), nil
}
