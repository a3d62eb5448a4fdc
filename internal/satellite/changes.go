package satellite

import (
	"encoding/json"
	"reflect"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
)

// Change is one thing before and after an act; nil where it did not exist.
type Change[T any] struct {
	Before *T `json:"before"`
	After  *T `json:"after"`
}

// Changes are all that an act has changed. They are what the log keeps, what
// the store writes, and what replay applies (R4.9): one account of an act for
// all three.
type Changes struct {
	Registration *Change[Registration] `json:"satellite,omitempty"`
	Entrants     []Change[Entrant]     `json:"entrants,omitempty"`
	Rounds       []Change[Round]       `json:"rounds,omitempty"`
	Games        []Change[Game]        `json:"games,omitempty"`
}

// Empty says that nothing has changed.
func (c Changes) Empty() bool {
	return c.Registration == nil && len(c.Entrants) == 0 && len(c.Rounds) == 0 && len(c.Games) == 0
}

// Item is one change as it is listed: what, which, before and after (nil where
// it did not exist).
type Item struct {
	Kind          string // "satellite", "entrant", "round", "game"
	ID            string
	Before, After any
}

// List gives the changes one by one.
func (c Changes) List() []Item {
	var items []Item
	if c.Registration != nil {
		items = append(items, item("satellite", *c.Registration, func(r Registration) string { return r.ID.String() }))
	}
	for _, e := range c.Entrants {
		items = append(items, item("entrant", e, func(e Entrant) string { return e.ID.String() }))
	}
	for _, r := range c.Rounds {
		items = append(items, item("round", r, func(r Round) string { return strconv.Itoa(r.Number) }))
	}
	for _, g := range c.Games {
		items = append(items, item("game", g, func(g Game) string { return g.ID.String() }))
	}
	return items
}

func item[T any](kind string, c Change[T], id func(T) string) Item {
	i := Item{Kind: kind}
	if c.Before != nil {
		i.ID, i.Before = id(*c.Before), *c.Before
	}
	if c.After != nil {
		i.ID, i.After = id(*c.After), *c.After
	}
	return i
}

// Actor is who acts, as the log names him.
type Actor struct {
	ID   uuid.UUID `json:"id"`
	Name string    `json:"name"`
	Role string    `json:"role"`
}

// Entry is one line of the append-only log (R4.9).
type Entry struct {
	Seq     int64     `json:"seq"` // 1, 2, 3 ... without gaps
	At      time.Time `json:"at"`
	Actor   Actor     `json:"actor"`
	Act     string    `json:"act"`
	Reason  string    `json:"reason,omitempty"`
	Changes Changes   `json:"changes"`
}

// Diff is what has changed from one state of a satellite to the next; before
// is nil for a new one. Versions are not compared: Stamp sets them.
func Diff(before, after *Satellite) Changes {
	if before == nil {
		before = &Satellite{}
	}
	var c Changes
	if was, is := unversioned(before.Registration), unversioned(after.Registration); !reflect.DeepEqual(was, is) {
		c.Registration = &Change[Registration]{After: &is}
		if before.ID != uuid.Nil {
			c.Registration.Before = &was
		}
	}
	c.Entrants = diff(before.Entrants, after.Entrants, func(e Entrant) uuid.UUID { return e.ID },
		func(e Entrant) Entrant { e.Version = 0; return e })
	c.Rounds = diff(before.Rounds, after.Rounds, func(r Round) int { return r.Number },
		func(r Round) Round { r.Version = 0; return r })
	c.Games = diff(before.Games, after.Games, func(g Game) uuid.UUID { return g.ID },
		func(g Game) Game { g.Version = 0; return g })
	return c
}

func unversioned(r Registration) Registration {
	r.Version = 0
	return r
}

func diff[T any, K comparable](before, after []T, key func(T) K, bare func(T) T) []Change[T] {
	was := make(map[K]T, len(before))
	for _, item := range before {
		was[key(item)] = bare(item)
	}
	var changes []Change[T]
	is := make(map[K]bool, len(after))
	for _, item := range after {
		next := bare(item)
		is[key(item)] = true
		old, existed := was[key(item)]
		switch {
		case !existed:
			changes = append(changes, Change[T]{After: &next})
		case !reflect.DeepEqual(old, next):
			changes = append(changes, Change[T]{Before: &old, After: &next})
		}
	}
	for _, item := range before {
		if !is[key(item)] {
			old := bare(item)
			changes = append(changes, Change[T]{Before: &old})
		}
	}
	return changes
}

// Stamp gives everything that the changes touch the number of the act as its
// version, and the satellite that number as its last.
func (s *Satellite) Stamp(seq int64, c Changes) {
	s.Seq = seq
	if c.Registration != nil {
		s.Version = seq
	}
	for _, e := range c.Entrants {
		if e.After != nil {
			at, _ := s.EntrantByID(e.After.ID)
			at.Version = seq
		}
	}
	for _, r := range c.Rounds {
		if r.After != nil {
			at, _ := s.RoundByNumber(r.After.Number)
			at.Version = seq
		}
	}
	for _, g := range c.Games {
		if g.After != nil {
			at, _ := s.GameByID(g.After.ID)
			at.Version = seq
		}
	}
}

// Replay rebuilds a satellite from its whole log, the first entry first. A log
// with a gap, or with an act that does not fit the state before it, is refused:
// it is not the log of one satellite.
func Replay(log []Entry) (*Satellite, error) {
	s := &Satellite{}
	for _, entry := range log {
		if err := s.Follow(entry); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Follow applies the next act of a log. It refuses an act that is not the next
// or does not fit the state before it, and then the state is of no use.
func (s *Satellite) Follow(entry Entry) error {
	if entry.Seq != s.Seq+1 {
		return fault.New(fault.InternalError, "the log jumps from act %d to act %d", s.Seq, entry.Seq)
	}
	if !s.fits(entry.Changes) {
		return doesNotFit(entry)
	}
	before := s.Clone()
	s.apply(entry.Changes)
	if again := Diff(before, s); !sameJSON(again, entry.Changes) {
		return doesNotFit(entry)
	}
	s.Stamp(entry.Seq, entry.Changes)
	return nil
}

// Recall applies the next act of a log that is known to be as it was written,
// as by its checksum. It is Follow without looking at what each thing was
// before.
func (s *Satellite) Recall(entry Entry) error {
	if entry.Seq != s.Seq+1 || !s.fits(entry.Changes) {
		return doesNotFit(entry)
	}
	s.apply(entry.Changes)
	s.Stamp(entry.Seq, entry.Changes)
	return nil
}

func doesNotFit(entry Entry) error {
	return fault.New(fault.InternalError, "act %d (%s) does not fit the state before it", entry.Seq, entry.Act)
}

// fits says whether changes can be applied at all: what they change is there,
// and what they make is not.
func (s *Satellite) fits(c Changes) bool {
	if r := c.Registration; r != nil && (r.After == nil || (r.Before == nil) != (s.ID == uuid.Nil)) {
		return false
	}
	return changeable(s.Entrants, c.Entrants, func(e Entrant) uuid.UUID { return e.ID }) &&
		changeable(s.Rounds, c.Rounds, func(r Round) int { return r.Number }) &&
		changeable(s.Games, c.Games, func(g Game) uuid.UUID { return g.ID })
}

func changeable[T any, K comparable](items []T, changes []Change[T], key func(T) K) bool {
	if len(changes) == 0 {
		return true
	}
	there := make(map[K]bool, len(items))
	for _, item := range items {
		there[key(item)] = true
	}
	for _, c := range changes {
		switch {
		case c.Before == nil && c.After == nil:
			return false
		case c.Before == nil:
			if there[key(*c.After)] {
				return false
			}
			there[key(*c.After)] = true
		default:
			if !there[key(*c.Before)] || c.After != nil && key(*c.After) != key(*c.Before) {
				return false
			}
		}
	}
	return true
}

func (s *Satellite) apply(c Changes) {
	if c.Registration != nil {
		version := s.Version
		s.Registration = *c.Registration.After
		s.Version = version
	}
	s.Entrants = applyTo(s.Entrants, c.Entrants, func(e Entrant) uuid.UUID { return e.ID })
	s.Rounds = applyTo(s.Rounds, c.Rounds, func(r Round) int { return r.Number })
	s.Games = applyTo(s.Games, c.Games, func(g Game) uuid.UUID { return g.ID })
	s.order()
}

func applyTo[T any, K comparable](items []T, changes []Change[T], key func(T) K) []T {
	at := make(map[K]int, len(items))
	for i, item := range items {
		at[key(item)] = i
	}
	gone := map[K]bool{}
	for _, c := range changes {
		switch {
		case c.After == nil:
			gone[key(*c.Before)] = true
		case c.Before == nil:
			items = append(items, *c.After)
		default:
			if i, ok := at[key(*c.After)]; ok {
				items[i] = *c.After
			}
		}
	}
	kept := items[:0:0]
	for _, item := range items {
		if !gone[key(item)] {
			kept = append(kept, item)
		}
	}
	return kept
}

func sameJSON(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}
