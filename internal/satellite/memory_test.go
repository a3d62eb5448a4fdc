package satellite_test

import (
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
)

// memory keeps satellites as the database does: the state beside the log, both
// as they were when they were given, and nothing of a transaction that failed.
type memory struct{ kept kept }

type kept struct {
	satellites map[uuid.UUID]*satellite.Satellite
	logs       map[uuid.UUID][]string // the entries as JSON
	contacts   map[uuid.UUID]string   // by entrant
	reports    map[uuid.UUID][]satellite.Report
	announced  []uuid.UUID
	posted     []carryover.Reported
	frozen     []uuid.UUID // tours
	people     []players.Known
	erased     map[uuid.UUID]bool
	gone       []wasErased
}

// wasErased is somebody who was erased.
type wasErased struct {
	players.Name
	player    uuid.UUID
	pseudonym players.Name
	at        time.Time
}

func (k kept) clone() kept {
	k.satellites, k.logs, k.contacts, k.reports = maps.Clone(k.satellites), maps.Clone(k.logs), maps.Clone(k.contacts), maps.Clone(k.reports)
	k.announced, k.frozen, k.people = slices.Clone(k.announced), slices.Clone(k.frozen), slices.Clone(k.people)
	k.posted = slices.Clone(k.posted)
	return k
}

func (m *memory) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	before := m.kept.clone()
	err := fn(ctx)
	if err != nil {
		m.kept = before
	}
	return err
}

func (m *memory) Load(_ context.Context, id uuid.UUID) (*satellite.Satellite, error) {
	s, ok := m.kept.satellites[id]
	if !ok {
		return nil, fault.New(fault.ResourceNotFound, "There is no such satellite.")
	}
	return s.Clone(), nil
}

func (m *memory) Lock(ctx context.Context, id uuid.UUID) (*satellite.Satellite, error) {
	return m.Load(ctx, id)
}

func (m *memory) Insert(ctx context.Context, s *satellite.Satellite, entry satellite.Entry) error {
	return m.Save(ctx, s, entry)
}

func (m *memory) Save(_ context.Context, s *satellite.Satellite, entry satellite.Entry) error {
	line, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	m.kept.satellites[s.ID] = s.Clone()
	m.kept.logs[s.ID] = append(slices.Clone(m.kept.logs[s.ID]), string(line))
	return nil
}

func (m *memory) List(context.Context, satellite.Filter) ([]satellite.Registration, error) {
	var all []satellite.Registration
	for _, s := range m.kept.satellites {
		all = append(all, s.Registration)
	}
	return all, nil
}

func (m *memory) Log(_ context.Context, id uuid.UUID, afterSeq int64, limit int) ([]satellite.Entry, error) {
	var entries []satellite.Entry
	for _, line := range m.kept.logs[id] {
		var entry satellite.Entry
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			return nil, err
		}
		if entry.Seq > afterSeq && len(entries) < limit {
			entries = append(entries, entry)
		}
	}
	return entries, nil
}

func (m *memory) Contacts(_ context.Context, s *satellite.Satellite) (map[uuid.UUID]string, error) {
	contacts := map[uuid.UUID]string{}
	for _, e := range s.Entrants {
		if email, ok := m.kept.contacts[e.ID]; ok {
			contacts[e.ID] = email
		}
	}
	return contacts, nil
}

func (m *memory) SetContact(_ context.Context, _ *satellite.Satellite, entrant uuid.UUID, email string) error {
	m.kept.contacts[entrant] = email
	if email == "" {
		delete(m.kept.contacts, entrant)
	}
	return nil
}

func (m *memory) SaveReport(_ context.Context, s *satellite.Satellite, r satellite.Report) error {
	m.kept.reports[s.ID] = append(slices.Clone(m.kept.reports[s.ID]), r)
	return nil
}

func (m *memory) LatestReport(_ context.Context, s *satellite.Satellite) (satellite.Report, error) {
	reports := m.kept.reports[s.ID]
	if len(reports) == 0 {
		return satellite.Report{}, fault.New(fault.ResourceNotFound, "There is no report.")
	}
	return reports[len(reports)-1], nil
}

func (m *memory) FinalOf(_ context.Context, tour uuid.UUID) (uuid.UUID, bool, error) {
	for id, s := range m.kept.satellites {
		if s.TourID == tour && s.Final() && s.Status != satellite.Rejected && s.Status != satellite.Cancelled {
			return id, true, nil
		}
	}
	return uuid.Nil, false, nil
}

// Reported is the worker being told.
func (m *memory) Reported(_ context.Context, _, id uuid.UUID) error {
	m.kept.announced = append(m.kept.announced, id)
	return nil
}

// PostReport is the treasury being told.
func (m *memory) PostReport(_ context.Context, r carryover.Reported) error {
	m.kept.posted = append(m.kept.posted, r)
	return nil
}

// tours knows one tour.
type tours struct {
	*memory
	tour tour.Tour
}

func (t tours) BySlug(_ context.Context, slug string) (tour.Tour, error) {
	if slug != t.tour.Slug {
		return tour.Tour{}, fault.New(fault.ResourceNotFound, "There is no such tour.")
	}
	return t.tour, nil
}

func (t tours) ByID(context.Context, uuid.UUID) (tour.Tour, error) { return t.tour, nil }

func (t tours) Freeze(_ context.Context, id uuid.UUID) error {
	t.kept.frozen = append(t.kept.frozen, id)
	return nil
}

// persons matches by the rule of R5.8 among the people met so far.
type persons struct {
	*memory
	newID satellite.NewID
}

func (p persons) Erased(context.Context, []uuid.UUID) (map[uuid.UUID]bool, error) {
	return p.kept.erased, nil
}

func (p persons) ErasedSince(_ context.Context, name players.Name, _ string, at time.Time, inField map[uuid.UUID]bool) (players.Person, bool, error) {
	for _, gone := range p.kept.gone {
		if gone.Name == name && gone.at.After(at) && !inField[gone.player] {
			return players.Person{ID: gone.player, Name: gone.pseudonym, Erased: true}, true, nil
		}
	}
	return players.Person{}, false, nil
}

func (p persons) Reserve(context.Context, []players.Claim) error { return nil }

func (p persons) Identify(_ context.Context, name players.Name, number string, inField map[uuid.UUID]bool) (players.Identity, error) {
	match := players.Find(players.Claim{AssociationID: number, NameKey: name.Key()}, p.kept.people, inField)
	if match.Player == uuid.Nil {
		match.Player = p.newID()
		p.kept.people = append(p.kept.people, players.Known{ID: match.Player, AssociationID: number, NameKey: name.Key()})
	}
	return players.Identity{Player: match.Player, Doubtful: match.Doubtful}, nil
}

// now is noon of the day of play at the venue.
var now = time.Date(2026, 3, 14, 17, 0, 0, 0, time.UTC)

var director = auth.Principal{ID: uuid.UUID{9}, TenantID: uuid.UUID{8}, Name: "Dana", Role: auth.Director}

// hall is a service on a memory, with a director at the desk.
type hall struct {
	*satellite.Service
	memory *memory
	ctx    context.Context
	tour   tour.Tour
	final  final
}

func newHall() *hall {
	m := &memory{kept{
		satellites: map[uuid.UUID]*satellite.Satellite{}, logs: map[uuid.UUID][]string{},
		contacts: map[uuid.UUID]string{}, reports: map[uuid.UUID][]satellite.Report{},
	}}
	h := &hall{memory: m, ctx: auth.WithPrincipal(context.Background(), director), tour: newTour(), final: final{pool: poolOf(1234_56)}}
	newID := counter()
	h.Service = &satellite.Service{
		Store: m, Tours: tours{m, h.tour}, Persons: persons{m, newID}, Announcer: m, Treasury: m,
		Finals: &h.final, Now: func() time.Time { return now }, NewID: newID,
	}
	return h
}

// poolOf is a prize pool of which 10.00 is still to come.
func poolOf(cents int64) satellite.PrizePool {
	return satellite.PrizePool{Due: usd(cents), Outstanding: usd(10_00)}
}

// final is what a final is made from.
type final struct {
	field satellite.FinalField
	pool  satellite.PrizePool
}

func (f *final) Field(context.Context, uuid.UUID) (satellite.FinalField, error) { return f.field, nil }

func (f *final) Pool(context.Context, tour.Tour) (satellite.PrizePool, error) { return f.pool, nil }

// stored is the satellite as it is kept.
func (h *hall) stored(id uuid.UUID) *satellite.Satellite { return h.memory.kept.satellites[id].Clone() }

// requireSame compares two states whole, versions included; an empty list is
// no list.
func requireSame(t require.TestingT, want, got any) {
	if helper, ok := t.(*testing.T); ok {
		helper.Helper()
	}
	if reflect.DeepEqual(want, got) {
		return
	}
	diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmp.Comparer(func(a, b civil.Date) bool { return a == b }))
	require.Empty(t, diff)
}

// requireReplayed rebuilds the satellite from its log alone (R4.9).
func (h *hall) requireReplayed(t require.TestingT, id uuid.UUID) {
	log, err := h.Log(h.ctx, id, 0, 1<<30)
	require.NoError(t, err)
	replayed, err := satellite.Replay(log)
	require.NoError(t, err)
	requireSame(t, h.stored(id), replayed)
}
