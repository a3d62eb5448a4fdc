package console_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/console"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
	"github.com/nast-tour/nast/internal/tour"
)

// The codes of the one game of the tests.
const (
	annsCode = "7K4Q-2M9X"
	zoesCode = "HHJJ-8W3P"
)

// bundle is the console on the service itself, with a satellite in memory.
type bundle struct {
	t       *testing.T
	console *console.Console
	now     *satellite.Satellite
	store   *memory
}

// setup gives a satellite whose third round is open: Ann plays first against
// Zoë at table 7.
func setup(t *testing.T) *bundle {
	t.Helper()
	id := func(n byte) uuid.UUID { return uuid.UUID{15: n} }
	entrant := func(n byte, name players.Name) satellite.Entrant {
		return satellite.Entrant{ID: id(n), Number: int(n), Name: name, Present: true, InField: true, Seed: int(n)}
	}
	s := &satellite.Satellite{
		Registration: satellite.Registration{ID: id(100), TenantID: id(101), Name: "Boise <Spring>", Status: satellite.InPlay, RoundCount: 6},
		Entrants:     []satellite.Entrant{entrant(1, players.Name{Family: "Lee", Given: "Ann"}), entrant(2, players.Name{Family: "Núñez", Given: "Zoë"})},
		Rounds: []satellite.Round{
			{Number: 1, State: satellite.Complete}, {Number: 2, State: satellite.Complete}, {Number: 3, State: satellite.Open},
		},
		Games: []satellite.Game{{ID: id(30), Round: 3, Table: 7, First: id(1), Second: id(2), Kind: standings.Game}},
	}
	store := &memory{s: s}
	pass := satellite.Pass{TenantID: s.TenantID, SatelliteID: s.ID, GameID: id(30)}
	codes := sheetCodes{}
	for code, who := range map[string]uuid.UUID{annsCode: id(1), zoesCode: id(2)} {
		pass.EntrantID = who
		codes[code] = pass
	}
	service := &satellite.Service{
		Store: store, Tours: anyTour{}, Codes: codes, Now: func() time.Time { return time.Unix(0, 0).UTC() }, NewID: func() uuid.UUID { return id(200) },
	}
	return &bundle{t: t, console: console.New(service, nil, nil), now: s, store: store}
}

// memory keeps one satellite.
type memory struct {
	satellite.Store
	s    *satellite.Satellite
	away bool
}

func (m *memory) InTx(ctx context.Context, fn func(context.Context) error) error { return fn(ctx) }

func (m *memory) Load(context.Context, uuid.UUID) (*satellite.Satellite, error) {
	if m.away {
		return nil, errors.New("host db.internal refused the password")
	}
	return m.s.Clone(), nil
}

func (m *memory) Lock(ctx context.Context, id uuid.UUID) (*satellite.Satellite, error) {
	return m.Load(ctx, id)
}

func (m *memory) Save(_ context.Context, s *satellite.Satellite, _ satellite.Entry) error {
	*m.s = *s
	return nil
}

// anyTour is the tour of everything.
type anyTour struct{ satellite.Tours }

func (anyTour) ByID(context.Context, uuid.UUID) (tour.Tour, error) { return tour.Tour{}, nil }

type sheetCodes map[string]satellite.Pass

func (c sheetCodes) Of(context.Context, *satellite.Satellite, []satellite.Game) ([]satellite.Code, error) {
	return nil, nil
}

func (c sheetCodes) Find(_ context.Context, code string) (satellite.Pass, error) {
	pass, ok := c[code]
	if !ok {
		return pass, fault.New(fault.ResourceNotFound, "There is no such code. Look at the sheet again.")
	}
	return pass, nil
}

// statuses are those that the HTTP server gives these kinds.
var statuses = map[fault.Kind]int{
	fault.Invalid: 400, fault.NotFound: 404, fault.MethodNotAllowed: 405, fault.Conflict: 409, fault.Internal: 500,
}

// ask sends a request as the HTTP server would. A form is sent by POST.
func (b *bundle) ask(path string, form url.Values) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	if form != nil {
		r = httptest.NewRequest(http.MethodPost, path, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	return b.serve(r)
}

func (b *bundle) serve(r *http.Request) *httptest.ResponseRecorder {
	require.NotEmpty(b.t, b.console.Route(r.URL.Path))
	w := httptest.NewRecorder()
	if err := b.console.Serve(w, r); err != nil {
		b.console.Refuse(w, statuses[fault.CodeOf(err).Kind()], "req-42", err)
	}
	return w
}

func scores(own, opponents string) url.Values {
	return url.Values{"own": {own}, "opponents": {opponents}}
}

// send sends a result, which must be taken, and gives the page that comes after.
func (b *bundle) send(code, own, opponents string) string {
	b.t.Helper()
	w := b.ask("/r/"+code, scores(own, opponents))
	require.Equal(b.t, http.StatusSeeOther, w.Code, w.Body)
	return b.page(w.Header().Get("Location"))
}

// page gives a page that must be there.
func (b *bundle) page(path string) string {
	b.t.Helper()
	w := b.ask(path, nil)
	require.Equal(b.t, http.StatusOK, w.Code, w.Body)
	return w.Body.String()
}
