package webhook_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/webhook"
)

// killed is what a courier dies of.
type killed struct{}

// office is a courier with a receiver that does what the test draws.
type office struct {
	*webhook.Courier
	memory *memory
	now    time.Time
	answer func(webhook.Parcel) string // the failure; may panic as killed

	tries []time.Time
}

func newOffice(endpoints ...webhook.Endpoint) *office {
	o := &office{memory: newMemory(endpoints...), now: time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)}
	o.answer = func(webhook.Parcel) string { return "" }
	o.Courier = &webhook.Courier{Depot: o.memory, Sender: o, Now: func() time.Time { return o.now }, NewID: newID}
	return o
}

func newID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// Send hands a parcel to the receiver.
func (o *office) Send(_ context.Context, p webhook.Parcel, _ time.Time) webhook.Attempt {
	o.tries = append(o.tries, o.now)
	return webhook.Attempt{Failure: o.answer(p)}
}

// deliver makes a turn; a courier that is killed leaves everything as it is.
func (o *office) deliver(t *testing.T, turn webhook.Turn) {
	t.Helper()
	defer func() {
		if died := recover(); died != nil && died != (killed{}) {
			panic(died)
		}
	}()
	require.NoError(t, o.Deliver(t.Context(), turn, func(webhook.Result) bool { return true }))
}

// round sorts, claims and delivers once.
func (o *office) round(t *testing.T) int {
	t.Helper()
	_, err := o.Sort(t.Context())
	require.NoError(t, err)
	turns, err := o.Claim(t.Context())
	require.NoError(t, err)
	for _, turn := range turns {
		o.deliver(t, turn)
	}
	return len(turns)
}

// Whatever a receiver does, whenever couriers are killed and however often they work at once: every
// event arrives, with what was given up sent again, and first arrivals that were not given up are in
// order.
func TestEveryEventArrivesAndInOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		e := webhook.Endpoint{ID: newID(), Everybody: true}
		o := newOffice(e)
		streams := []uuid.UUID{{1}, {2}, {3}}
		dead := map[uuid.UUID]bool{} // given up at least once
		arrived := map[uuid.UUID]bool{}
		lastOf := map[uuid.UUID]int64{}
		o.answer = func(p webhook.Parcel) string {
			fate := rapid.SampledFrom([]string{"taken", "taken", "refused", "taken and refused", "killed before", "killed after"}).Draw(r, "fate")
			if fate == "taken" || fate == "taken and refused" || fate == "killed after" {
				if !arrived[p.EventID] && !dead[p.EventID] {
					require.Greater(r, p.Sequence, lastOf[p.Stream], "in order")
					lastOf[p.Stream] = p.Sequence
				}
				arrived[p.EventID] = true
			}
			switch fate {
			case "killed before", "killed after":
				panic(killed{})
			case "taken":
				return ""
			}
			return "answered 500"
		}
		var events []webhook.Event
		var held []webhook.Turn // claimed by a courier that has not begun
		for range rapid.IntRange(1, 60).Draw(r, "acts") {
			switch rapid.SampledFrom([]string{"happen", "happen", "sort", "claim", "deliver", "time", "day", "resend"}).Draw(r, "act") {
			case "happen":
				event := webhook.Event{ID: newID(), Type: webhook.RoundPaired, Stream: rapid.SampledFrom(streams).Draw(r, "stream"), Data: []byte("{}")}
				events = append(events, event)
				o.memory.put(event)
			case "sort":
				_, err := o.Sort(t.Context())
				require.NoError(r, err)
			case "claim":
				turns, err := o.Claim(t.Context())
				require.NoError(r, err)
				require.LessOrEqual(r, len(turns), webhook.PerEndpoint)
				held = append(held, turns...)
			case "deliver":
				if len(held) > 0 {
					o.deliver(t, held[0])
					held = held[1:]
				}
			case "time":
				o.now = o.now.Add(rapid.SampledFrom([]time.Duration{time.Second, 20 * time.Second, time.Minute, time.Hour}).Draw(r, "later"))
			case "day":
				o.now = o.now.Add(24 * time.Hour)
			case "resend":
				o.memory.resend(o.now)
			}
			for _, d := range o.memory.deliveries {
				dead[d.EventID] = dead[d.EventID] || d.State == webhook.Dead
			}
		}
		// The receiver is well again, and somebody sends what was given up.
		o.answer = func(p webhook.Parcel) string {
			arrived[p.EventID] = true
			return ""
		}
		for range 200 {
			o.now = o.now.Add(9 * time.Hour)
			o.memory.resend(o.now)
			o.round(t)
		}
		require.Zero(r, o.memory.waiting())
		for _, event := range events {
			require.True(r, arrived[event.ID])
		}
		require.Empty(r, o.memory.queues)
	})
}

// One event that a receiver will never take holds its stream up for a day and no longer; other
// streams go on meanwhile.
func TestAnEventThatIsNeverTakenMakesWayAfterADay(t *testing.T) {
	t.Parallel()
	o := newOffice(webhook.Endpoint{ID: newID(), Everybody: true})
	stuck, other := uuid.New(), uuid.New()
	poison := webhook.Event{ID: newID(), Type: webhook.RoundPaired, Stream: stuck, Data: []byte("{}")}
	next := webhook.Event{ID: newID(), Type: webhook.RoundPaired, Stream: stuck, Data: []byte("{}")}
	o.memory.put(poison)
	o.memory.put(next)
	o.memory.put(webhook.Event{ID: newID(), Type: webhook.RoundPaired, Stream: other, Data: []byte("{}")})
	took := map[uuid.UUID]time.Time{}
	tries := 0
	o.answer = func(p webhook.Parcel) string {
		if p.EventID == poison.ID {
			tries++
			return "answered 400"
		}
		took[p.EventID] = o.now
		return ""
	}
	begun := o.now
	for o.memory.waiting() > 0 {
		require.Less(t, o.now.Sub(begun), 25*time.Hour)
		o.round(t)
		o.now = o.now.Add(time.Second)
	}
	require.Len(t, took, 2)
	require.InDelta(t, 85355+10, took[next.ID].Sub(begun).Seconds(), 15, "just after the last try of the one before")
	require.Equal(t, 11, tries)
}

// What is stopped in order does not count, and is made again at once by another.
func TestATryThatWasCutOffDoesNotCount(t *testing.T) {
	t.Parallel()
	o := newOffice(webhook.Endpoint{ID: newID(), Everybody: true})
	o.memory.put(webhook.Event{ID: newID(), Type: webhook.RoundPaired, Stream: uuid.New(), Data: []byte("{}")})
	ctx, stop := context.WithCancel(t.Context())
	o.answer = func(webhook.Parcel) string {
		stop()
		return "the host could not be reached"
	}
	_, err := o.Sort(t.Context())
	require.NoError(t, err)
	turns, err := o.Claim(t.Context())
	require.NoError(t, err)
	require.ErrorIs(t, o.Deliver(ctx, turns[0], func(webhook.Result) bool { t.Error("it counted"); return true }), context.Canceled)
	require.Zero(t, o.memory.deliveries[0].Tries)
	o.answer = func(webhook.Parcel) string { return "" }
	require.Equal(t, 1, o.round(t))
	require.Equal(t, webhook.Delivered, o.memory.deliveries[0].State)
}

// Who stops takes no other delivery of the turn, and gives it back.
func TestATurnEndsWhereNoMoreIsWanted(t *testing.T) {
	t.Parallel()
	o := newOffice(webhook.Endpoint{ID: newID(), Everybody: true})
	stream := uuid.New()
	for range 3 {
		o.memory.put(webhook.Event{ID: newID(), Type: webhook.RoundPaired, Stream: stream, Data: []byte("{}")})
	}
	_, err := o.Sort(t.Context())
	require.NoError(t, err)
	turns, err := o.Claim(t.Context())
	require.NoError(t, err)
	require.NoError(t, o.Deliver(t.Context(), turns[0], func(webhook.Result) bool { return false }))
	require.Equal(t, 2, o.memory.waiting())
	require.Equal(t, 1, o.round(t), "another goes on at once")
	require.Zero(t, o.memory.waiting())
}

func TestTheOutboxHasOneReader(t *testing.T) {
	t.Parallel()
	o := newOffice(webhook.Endpoint{ID: newID(), Everybody: true})
	o.memory.put(webhook.Event{ID: newID(), Type: webhook.RoundPaired, Stream: uuid.New(), Data: []byte("{}")})
	o.memory.sorting = true
	n, err := o.Sort(t.Context())
	require.NoError(t, err)
	require.Zero(t, n)
	require.Len(t, o.memory.outbox, 1)
}

// A stream with much to tell lets others have their turn.
func TestALongStreamMakesWayForOthers(t *testing.T) {
	t.Parallel()
	o := newOffice(webhook.Endpoint{ID: newID(), Everybody: true})
	for _, stream := range []uuid.UUID{uuid.New(), uuid.New()} {
		for range 90 {
			o.memory.put(webhook.Event{ID: newID(), Type: webhook.RoundPaired, Stream: stream, Data: []byte("{}")})
		}
	}
	late := webhook.Event{ID: newID(), Type: webhook.RoundPaired, Stream: uuid.New(), Data: []byte("{}")}
	o.memory.put(late)
	at := 0
	o.answer = func(p webhook.Parcel) string {
		o.now = o.now.Add(time.Millisecond) // a try takes its time; whoever had a turn comes after who waits
		if p.EventID == late.ID {
			at = len(o.tries)
		}
		return ""
	}
	for o.memory.waiting() > 0 {
		o.round(t)
	}
	require.Len(t, o.tries, 181)
	require.LessOrEqual(t, at, 151, "after a turn or so of each of the long ones")
}
