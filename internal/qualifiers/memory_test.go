package qualifiers_test

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/qualifiers"
)

// memory is a store of one tour in memory. It counts what is read and written, as rows of a
// database would be: players of a standing, claims, rows of the list.
type memory struct {
	lines    map[uuid.UUID]qualifiers.Line // as reported, by the persons' own ids
	persons  map[uuid.UUID]uuid.UUID       // merges: who somebody really is
	replies  []qualifiers.Reply
	rulings  []qualifiers.Ruling
	outcomes map[uuid.UUID]qualifiers.Outcome
	rows     map[uuid.UUID]qualifiers.ListRow
	dated    []qualifiers.DatedRow
	issued   []qualifiers.Difference // of seats that had been issued
	version  int
	touched  int
}

func newMemory() *memory {
	return &memory{
		lines: map[uuid.UUID]qualifiers.Line{}, persons: map[uuid.UUID]uuid.UUID{},
		outcomes: map[uuid.UUID]qualifiers.Outcome{}, rows: map[uuid.UUID]qualifiers.ListRow{},
	}
}

var _ qualifiers.RegisterStore = (*memory)(nil)

func (m *memory) person(id uuid.UUID) uuid.UUID { return cmp.Or(m.persons[id], id) }

func setOf(ids []uuid.UUID) map[uuid.UUID]bool {
	set := map[uuid.UUID]bool{}
	for _, id := range ids {
		set[id] = true
	}
	return set
}

func (m *memory) line(id uuid.UUID) (qualifiers.Line, bool) {
	l, found := m.lines[id]
	l.Standing = slices.Clone(l.Standing)
	for i := range l.Standing {
		l.Standing[i].PlayerID = m.person(l.Standing[i].PlayerID)
	}
	return l, found
}

func (m *memory) InTx(ctx context.Context, fn func(context.Context) error) error { return fn(ctx) }
func (m *memory) LockList(context.Context, uuid.UUID) error                      { return nil }

func (m *memory) Satellites(context.Context, uuid.UUID) ([]uuid.UUID, error) {
	var all []uuid.UUID
	for id := range m.lines {
		all = append(all, id)
	}
	for id := range m.outcomes {
		all = append(all, id) // some of them twice, as a careless query would
	}
	return all, nil
}

func (m *memory) SatellitesOf(ctx context.Context, tour uuid.UUID, players []uuid.UUID) ([]uuid.UUID, error) {
	all, _ := m.Satellites(ctx, tour)
	among := setOf(players)
	theirs := slices.DeleteFunc(all, func(id uuid.UUID) bool {
		l := m.lines[id]
		return !slices.ContainsFunc(l.Standing, func(s qualifiers.Standing) bool { return among[m.person(s.PlayerID)] }) &&
			!slices.ContainsFunc(m.outcomes[id].Claims, func(c qualifiers.Claim) bool { return among[c.PlayerID] })
	})
	m.touched += len(theirs)
	return theirs, nil
}

func (m *memory) Lines(_ context.Context, satellites []uuid.UUID) ([]qualifiers.Line, error) {
	var lines []qualifiers.Line
	for _, id := range satellites {
		if l, found := m.line(id); found {
			m.touched += len(l.Standing)
			lines = append(lines, l)
		}
	}
	return lines, nil
}

func (m *memory) Replies(_ context.Context, _ uuid.UUID, players []uuid.UUID) ([]qualifiers.Reply, error) {
	var theirs []qualifiers.Reply
	among := setOf(players)
	for _, r := range m.replies {
		r.PlayerID = m.person(r.PlayerID)
		if among[r.PlayerID] {
			theirs = append(theirs, r)
		}
	}
	m.touched += len(theirs)
	return theirs, nil
}

func (m *memory) Rulings(_ context.Context, satellites []uuid.UUID) ([]qualifiers.Ruling, error) {
	var theirs []qualifiers.Ruling
	for _, r := range m.rulings {
		r.PlayerID = m.person(r.PlayerID)
		if slices.Contains(satellites, r.SatelliteID) {
			theirs = append(theirs, r)
		}
	}
	return theirs, nil
}

func (m *memory) Outcomes(_ context.Context, _ uuid.UUID, satellites []uuid.UUID) ([]qualifiers.Outcome, error) {
	var kept []qualifiers.Outcome
	for _, id := range satellites {
		if o, found := m.outcomes[id]; found {
			m.touched += len(o.Claims)
			kept = append(kept, o)
		}
	}
	return kept, nil
}

func (m *memory) SaveOutcomes(_ context.Context, _ uuid.UUID, outcomes []qualifiers.Outcome) error {
	for _, o := range outcomes {
		m.touched += len(o.Claims)
		m.outcomes[o.SatelliteID] = o
		if len(o.Claims) == 0 {
			delete(m.outcomes, o.SatelliteID)
		}
	}
	return nil
}

func (m *memory) ClaimsOf(_ context.Context, _ uuid.UUID, players []uuid.UUID) ([]qualifiers.Claim, error) {
	var theirs []qualifiers.Claim
	among := setOf(players)
	for _, o := range m.outcomes {
		for _, c := range o.Claims {
			if among[c.PlayerID] {
				theirs = append(theirs, c)
			}
		}
	}
	m.touched += len(theirs)
	return theirs, nil
}

func (m *memory) SaveDifferences(_ context.Context, _ uuid.UUID, differences []qualifiers.Difference, _ time.Time) error {
	m.issued = append(m.issued, differences...)
	return nil
}

func (m *memory) AllRows(context.Context, uuid.UUID) ([]qualifiers.ListRow, error) {
	var rows []qualifiers.ListRow
	for _, row := range m.rows {
		rows = append(rows, row)
	}
	return rows, nil
}

func (m *memory) RowsOf(_ context.Context, _ uuid.UUID, players []uuid.UUID) ([]qualifiers.ListRow, error) {
	var rows []qualifiers.ListRow
	for _, player := range players {
		if row, found := m.rows[player]; found {
			rows = append(rows, row)
		}
	}
	m.touched += len(rows)
	return rows, nil
}

func (m *memory) SaveRows(_ context.Context, _ uuid.UUID, rows []qualifiers.ListRow, gone []uuid.UUID, at time.Time) error {
	m.touched += len(rows) + len(gone)
	end := func(player uuid.UUID) {
		for i, d := range m.dated {
			if d.Row.PlayerID == player && d.Until.IsZero() {
				m.dated[i].Until = at
			}
		}
	}
	for _, row := range rows {
		end(row.PlayerID)
		m.rows[row.PlayerID] = row
		m.dated = append(m.dated, qualifiers.DatedRow{Row: row, From: at})
	}
	for _, player := range gone {
		end(player)
		delete(m.rows, player)
	}
	return nil
}

func (m *memory) Touch(_ context.Context, _ uuid.UUID, changed bool, _ time.Time) error {
	if changed {
		m.version++
	}
	return nil
}

// list is the list as it is kept, in JSON, byte for byte.
func (m *memory) list() string {
	rows, _ := m.AllRows(context.Background(), uuid.Nil)
	raw, err := json.Marshal(qualifiers.Placed(rows))
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// fromNothing has the same reports, answers, rulings and merges, and nothing computed yet.
func (m *memory) fromNothing() *memory {
	fresh := newMemory()
	fresh.lines, fresh.persons, fresh.replies, fresh.rulings = m.lines, m.persons, m.replies, m.rulings
	return fresh
}
