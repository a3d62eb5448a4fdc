package webhook

import (
	"time"

	"github.com/google/uuid"
)

// State is what became of a delivery.
type State string

// The states.
const (
	Waiting   State = "waiting"
	Delivered State = "delivered"
	Dead      State = "dead" // given up; it can be sent again
)

// Delivery is one event on its way to one endpoint. Its id is that of the event.
type Delivery struct {
	TenantID, EndpointID uuid.UUID // whose
	EventID              uuid.UUID
	Type                 Type
	Stream               uuid.UUID
	Sequence             int64
	SatelliteID          uuid.UUID
	At                   time.Time // of the event
	Body                 []byte    // as it is sent

	State    State
	QueuedAt time.Time
	GiveUpAt time.Time // a try that fails from then on is the last
	Tries    int
	TriedAt  time.Time
	Status   int    // of the last answer; 0: there was none
	Failure  string // of the last try
	EndedAt  time.Time
}

const (
	// patience is after which time a try that fails is the last.
	patience = 23 * time.Hour

	// keepDelivered, keepDead and keepWaiting are how long deliveries are kept. What waits so long
	// is of an endpoint that was paused and forgotten.
	keepDelivered = 7 * 24 * time.Hour
	keepDead      = 30 * 24 * time.Hour
	keepWaiting   = 30 * 24 * time.Hour
)

// waits is how long after each failure in a row the next try comes; the last holds for all that
// follow. So a delivery that fails from the first is tried eleven times within a day, the last time
// after 23 hours and 43 minutes.
var waits = []time.Duration{
	5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 4 * time.Hour, 8 * time.Hour,
}

// Wait is how long after a number of failures in a row of one stream the next try comes.
func Wait(failures int) time.Duration {
	return waits[max(0, min(failures, len(waits))-1)]
}

// Attempt is how a try has ended.
type Attempt struct {
	At      time.Time
	Status  int    // of the answer; 0: there was none
	Failure string // empty: it was taken
}

// after is the delivery after a try.
func (d Delivery) after(a Attempt) Delivery {
	d.Tries++
	d.TriedAt, d.Status, d.Failure = a.At, a.Status, a.Failure
	switch {
	case a.Failure == "":
		d.State, d.EndedAt = Delivered, a.At
	case !a.At.Before(d.GiveUpAt):
		d.State, d.EndedAt = Dead, a.At
	}
	return d
}

// Turn is the right to send what waits of one stream to one endpoint. Nobody else has it as long as
// its lease lasts, so the deliveries of a stream are made one by one and in order.
type Turn struct {
	TenantID, EndpointID, Stream uuid.UUID
	Lease                        uuid.UUID
	Failures                     int // in a row, of this stream
}
