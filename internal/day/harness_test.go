package day

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
)

// noon is noon of the day of play at the venue.
var noon = time.Date(2026, 3, 14, 17, 0, 0, 0, time.UTC)

var (
	dana = api.Me{
		Principal: api.Named{ID: uuid.UUID{1}, Name: "Dana"}, Tenant: api.Named{ID: uuid.UUID{2}, Name: "Dana's hall"}, Role: api.RoleDirector,
	}
	first = tour.Tour{
		ID: uuid.UUID{3}, Slug: "first", Name: "First tour", Format: tour.NAST,
		StartsOn: civil.New(2026, 1, 1), EndsOn: civil.New(2027, 6, 30), Currency: money.USD, DefaultRounds: 6,
		Rules: tour.DefaultRules(tour.NAST), Prizes: tour.DefaultPrizes(), CreatedAt: noon,
	}
)

func newID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// given is what the service gives of a sanctioned satellite with so many
// players; with methods it is a Final Event.
func given(t testing.TB, field int, methods ...pairing.Method) api.Day {
	t.Helper()
	fee := money.Money{Amount: 30_00, Currency: money.USD}
	s, err := satellite.Register(satellite.Registration{
		ID: newID(), TenantID: dana.Tenant.ID, Name: "Boise Spring", StartsOn: civil.New(2026, 3, 14), TimeZone: "America/Boise",
		Methods: methods, EntryFee: fee, Venue: satellite.Venue{Name: "Church hall", City: "Boise", Region: "ID", Country: "US"},
	}, first, noon)
	require.NoError(t, err)
	var log []satellite.Entry
	note := func(act string, before *satellite.Satellite) {
		entry := satellite.Entry{Seq: s.Seq + 1, At: noon, Act: act, Actor: satellite.Actor{Name: "Dana", Role: "director"}, Changes: satellite.Diff(before, s)}
		s.Stamp(entry.Seq, entry.Changes)
		log = append(log, entry)
	}
	note("satellite.register", nil)
	before := s.Clone()
	for i := range field {
		require.NoError(t, s.Enter(satellite.Entrant{
			ID: newID(), PlayerID: newID(), Name: players.Name{Family: fmt.Sprintf("Player %03d", i+1), Given: "Ann"}, Rating: 3000 - i, Present: true,
		}, newID))
	}
	note("entrant.import", before)
	before = s.Clone()
	require.NoError(t, s.Sanction())
	note("satellite.sanction", before)
	taken := api.Day{SatelliteID: s.ID, Seq: s.Seq}
	require.NoError(t, reshape(log, &taken.Entries))
	require.NoError(t, reshape(first, &taken.Tour))
	return taken
}

// laptop is a day file with a client on it, whose answers are checked against
// the contract.
type laptop struct {
	*client.Service
	path string
	id   uuid.UUID
	ctx  context.Context
}

func taken(t testing.TB, field int, methods ...pairing.Method) *laptop {
	t.Helper()
	path := filepath.Join(t.TempDir(), "boise.day")
	day := given(t, field, methods...)
	require.NoError(t, Create(path, "https://tour.example.org", dana, day, noon))
	return reopen(t, path, day.SatelliteID)
}

func reopen(t testing.TB, path string, id uuid.UUID) *laptop {
	t.Helper()
	f, err := Open(path)
	require.NoError(t, err)
	clock := noon
	h, err := NewHandler(f, Options{
		Now:               func() time.Time { clock = clock.Add(time.Millisecond); return clock },
		ValidateResponses: func(err error) { t.Errorf("an answer breaks the contract: %v", err) },
	})
	require.NoError(t, err)
	c, err := client.New("http://day.invalid", "none", client.WithRoundTripper(Transport{h}), client.WithRetries(0))
	require.NoError(t, err)
	return &laptop{c, path, id, t.Context()}
}

// start starts the satellite.
func (l *laptop) start(t testing.TB) {
	t.Helper()
	_, err := client.OK(l.StartSatelliteWithResponse(l.ctx, l.id, nil, api.StartSatellite{}))
	require.NoError(t, err)
}

// play pairs a round and enters its results one by one.
func (l *laptop) play(t testing.TB, round int) {
	t.Helper()
	r, err := client.OK(l.PairRoundWithResponse(l.ctx, l.id, round, nil, api.Act{}))
	require.NoError(t, err)
	for _, g := range r.Games {
		if g.Table == nil {
			continue
		}
		first, second := 300+(*g.Table*37+round*91)%200, 300+(*g.Table*53+round*17)%200
		_, err := client.OK(l.PutResultWithResponse(l.ctx, l.id, g.ID, nil, api.Result{FirstScore: &first, SecondScore: &second}))
		require.NoError(t, err)
	}
}

// refused asks for the code of a refusal.
func refused(t testing.TB, code fault.Code, err error) *fault.Error {
	t.Helper()
	var f *fault.Error
	require.ErrorAs(t, err, &f)
	require.Equal(t, code, f.Code, f.Detail)
	require.NotEmpty(t, f.Detail)
	return f
}

var _ http.RoundTripper = Transport{}
