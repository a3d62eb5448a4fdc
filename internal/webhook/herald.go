package webhook

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
)

// Outbox keeps events until the worker takes them. Put joins the transaction of the context, so
// that an event is there if its cause is, whoever acts; it gives the events the next places of the
// stream, and keeps others from adding to that until the transaction ends.
type Outbox interface {
	Put(ctx context.Context, stream uuid.UUID, events []Event) error
}

// Herald puts into the outbox what the domain tells it of, in the transaction of the act. It does
// not know whether anybody wants to hear it.
type Herald struct {
	Outbox Outbox
	Now    func() time.Time
	NewID  func() uuid.UUID
}

var (
	_ satellite.Herald  = (*Herald)(nil)
	_ carryover.Herald  = (*Herald)(nil)
	_ qualifiers.Herald = (*Herald)(nil)
	_ players.Herald    = (*Herald)(nil)
)

// Acted tells of an act on a satellite.
func (h *Herald) Acted(ctx context.Context, s *satellite.Satellite, e satellite.Entry) error {
	var events []Event
	for _, n := range ofAct(s, e) {
		event, err := h.event(n, e.At)
		if err != nil {
			return err
		}
		event.Owner, event.TourID, event.SatelliteID = s.TenantID, s.TourID, s.ID
		events = append(events, event)
	}
	return h.put(ctx, s.ID, events)
}

// Booked tells of what was added to the account of a director, of a buy-in, or of unknown payers
// (R6.5). Only a director's is anybody's but the organiser's.
func (h *Herald) Booked(ctx context.Context, debtor carryover.Debtor, dues []carryover.DueEntry, steps []carryover.Step) error {
	var events []Event
	for _, due := range dues {
		event, err := h.event(ofDue(due, debtor), due.At)
		if err != nil {
			return err
		}
		event.TourID = due.TourID
		if debtor.BuyInID == uuid.Nil {
			event.SatelliteID = due.SatelliteID
		}
		events = append(events, event)
	}
	for _, step := range steps {
		event, err := h.event(ofStep(step), step.After.At)
		if err != nil {
			return err
		}
		events = append(events, event)
	}
	for i := range events {
		events[i].Owner = debtor.DirectorID
	}
	return h.put(ctx, debtor.ID(), events)
}

// BoughtIn tells of a place in the final that was bought, or given up (R5.7).
func (h *Herald) BoughtIn(ctx context.Context, tour uuid.UUID, b qualifiers.BuyIn) error {
	return h.ofTour(ctx, tour, ofBuyIn(b))
}

// Answered tells of an answer that was recorded or taken back (R5.5).
func (h *Herald) Answered(ctx context.Context, tour uuid.UUID, r qualifiers.Reply) error {
	return h.ofTour(ctx, tour, ofReply(r))
}

// Ruled tells of a ruling over a seat, or that it was taken back (R4.6).
func (h *Herald) Ruled(ctx context.Context, tour uuid.UUID, r qualifiers.Ruling) error {
	return h.ofTour(ctx, tour, ofRuling(r))
}

// ListChanged tells that the national list of a tour is another (R5.6).
func (h *Herald) ListChanged(ctx context.Context, tour uuid.UUID, version int64) error {
	return h.ofTour(ctx, tour, notice{ListChanged, listData{version}})
}

func (h *Herald) ofTour(ctx context.Context, tour uuid.UUID, n notice) error {
	event, err := h.event(n, h.Now())
	event.TourID = tour
	if err != nil {
		return err
	}
	return h.put(ctx, tour, []Event{event})
}

// Decided tells of a merge, or that one was taken back, with the record that was named and all that
// it was about (R5.8).
// That two are not the same changes nothing for anybody outside.
func (h *Herald) Decided(ctx context.Context, d players.Decision, named uuid.UUID, records []uuid.UUID) error {
	n, outside := ofDecision(d, named, records)
	if !outside {
		return nil
	}
	return h.ofPersons(ctx, n)
}

// Erased tells that a person was erased with all his records, so that who keeps copies of his name
// can drop them too (R8.2).
func (h *Herald) Erased(ctx context.Context, person uuid.UUID, records []uuid.UUID) error {
	return h.ofPersons(ctx, notice{PlayerErased, personData{PlayerID: person, Records: records}})
}

func (h *Herald) ofPersons(ctx context.Context, n notice) error {
	event, err := h.event(n, h.Now())
	if err != nil {
		return err
	}
	return h.put(ctx, Persons, []Event{event})
}

func (h *Herald) put(ctx context.Context, stream uuid.UUID, events []Event) error {
	if len(events) == 0 {
		return nil
	}
	return h.Outbox.Put(ctx, stream, events)
}

// notice is what there is to tell: a type and what goes with it.
type notice struct {
	is   Type
	with any
}

func (h *Herald) event(n notice, at time.Time) (Event, error) {
	data, err := json.Marshal(n.with)
	if err != nil {
		return Event{}, fmt.Errorf("write the event %s: %w", n.is, err)
	}
	return Event{ID: h.NewID(), Type: n.is, At: at.UTC(), Data: data}, nil
}
