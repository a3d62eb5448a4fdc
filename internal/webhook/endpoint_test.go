package webhook

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
)

func TestWhichEventsGoWhere(t *testing.T) {
	t.Parallel()
	ann, eve := uuid.New(), uuid.New()
	anns, organisers := Endpoint{TenantID: ann}, Endpoint{TenantID: uuid.New(), Everybody: true}
	for name, c := range map[string]struct {
		event                     Event
		toAnn, toEve, toOrganiser bool
	}{
		"Ann's satellite":       {Event{Type: RoundPaired, Owner: ann}, true, false, true},
		"Eve's satellite":       {Event{Type: RoundPaired, Owner: eve}, false, true, true},
		"the list":              {Event{Type: ListChanged}, false, false, true},
		"an unknown payer":      {Event{Type: PaymentReceived}, false, false, true},
		"who is who":            {Event{Type: PlayerErased}, false, false, true},
		"Ann's due":             {Event{Type: DuePosted, Owner: ann}, true, false, true},
		"what Eve has not paid": {Event{Type: PaymentBounced, Owner: eve}, false, true, true},
	} {
		require.Equal(t, c.toAnn, anns.Wants(c.event), name)
		require.Equal(t, c.toEve, Endpoint{TenantID: eve}.Wants(c.event), name)
		require.Equal(t, c.toOrganiser, organisers.Wants(c.event), name)
	}
	require.False(t, Endpoint{}.Wants(Event{Type: ListChanged}), "nobody's endpoint and nobody's event")

	picky := Endpoint{TenantID: ann, Types: []string{"result.*", "round.paired"}}
	for is, wanted := range map[Type]bool{ResultRecorded: true, ResultCleared: true, RoundPaired: true, RoundOpened: false, StandingsChanged: false} {
		require.Equal(t, wanted, picky.Wants(Event{Type: is, Owner: ann}), is)
	}
}

func TestAnEndpointHearsOfWhatHappensAfterItWasMade(t *testing.T) {
	t.Parallel()
	before, at, after := uuid.Must(uuid.NewV7()), uuid.Must(uuid.NewV7()), uuid.Must(uuid.NewV7())
	require.False(t, Endpoint{ID: at}.older(Event{ID: before}))
	require.True(t, Endpoint{ID: at}.older(Event{ID: after, At: time.Time{}}), "whenever it happened")
}

func TestTypesAreKeptOnceAndInOrder(t *testing.T) {
	t.Parallel()
	types, err := parseTypes([]string{"round.paired", "satellite.reported", "round.*", "round.paired"})
	require.NoError(t, err)
	require.Equal(t, []string{"satellite.reported", "round.*", "round.paired"}, types)
	for _, unknown := range []string{"", "*", "round", "round.", "ping", "Round.paired"} {
		_, err := parseTypes([]string{unknown})
		require.Equal(t, fault.InvalidRequest, fault.CodeOf(err), unknown)
		require.ErrorContains(t, err, "satellite, entrant, round")
	}
}

func TestAWishChangesWhatItNamesAndNothingElse(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	was := Endpoint{URL: "https://example.org/", Description: "scores", Types: []string{"result.*"}}
	is, err := was.with(Wish{}, false, now)
	require.NoError(t, err)
	require.Equal(t, was, is)
	yes, no, long, local := true, false, strings.Repeat("é", 201), "http://127.0.0.1/"
	paused, err := was.with(Wish{Paused: &yes}, false, now)
	require.NoError(t, err)
	require.Equal(t, now, paused.PausedAt)
	again, err := paused.with(Wish{Paused: &yes}, false, now.Add(time.Hour))
	require.NoError(t, err)
	require.Equal(t, now, again.PausedAt, "since when it was")
	resumed, err := again.with(Wish{Paused: &no}, false, now)
	require.NoError(t, err)
	require.Equal(t, was, resumed)
	for _, w := range []Wish{{Description: &long}, {URL: &local}} {
		_, err := was.with(w, false, now)
		require.Equal(t, fault.InvalidRequest, fault.CodeOf(err))
	}
}

// Eleven tries within a day, the first at once.
func TestADeliveryIsTriedForADay(t *testing.T) {
	t.Parallel()
	first := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	d := Delivery{State: Waiting, QueuedAt: first, GiveUpAt: first.Add(patience)}
	var after []time.Duration
	for at, failures := first, 0; d.State == Waiting; failures++ {
		require.Less(t, failures, 100)
		if failures > 0 {
			at = at.Add(Wait(failures))
		}
		after = append(after, at.Sub(first))
		d = d.after(Attempt{At: at, Status: 500, Failure: "answered 500"})
	}
	require.Equal(t, []time.Duration{
		0, 5 * time.Second, 35 * time.Second, 155 * time.Second, 755 * time.Second, 2555 * time.Second,
		6155 * time.Second, 13355 * time.Second, 27755 * time.Second, 56555 * time.Second, 85355 * time.Second,
	}, after)
	require.Equal(t, Dead, d.State)
	require.Equal(t, 11, d.Tries)
	require.Equal(t, first.Add(85355*time.Second), d.EndedAt)
	require.Less(t, 85355*time.Second, 24*time.Hour)

	took := Delivery{State: Waiting, GiveUpAt: first}.after(Attempt{At: first, Status: 204})
	require.Equal(t, Delivered, took.State, "however late")
}
