package carryover_test

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
)

// memory keeps books as the database does: rows that are only added, refused where a number, a
// reference or a line is there already, and nothing of a transaction that failed. One transaction
// runs at a time.
type memory struct {
	mu   sync.Mutex
	kept rows

	satellites map[uuid.UUID]satelliteRow
	directors  map[uuid.UUID]string
	buyers     map[uuid.UUID]string // who has bought in, by buy-in; all in one tour
}

type rows struct {
	dues         []carryover.DueEntry
	steps        []carryover.Payment
	transactions []journal.Transaction
	references   map[string]uuid.UUID
	lines        map[uuid.UUID]carryover.Purpose
	closings     []carryover.Closing
}

// satelliteRow is what the tables of satellites and tours say.
type satelliteRow struct {
	name, tour string
	director   uuid.UUID
}

var errTwice = errors.New("a row of that key is there already")

func newMemory() *memory {
	return &memory{
		kept:       rows{references: map[string]uuid.UUID{}, lines: map[uuid.UUID]carryover.Purpose{}},
		satellites: map[uuid.UUID]satelliteRow{}, directors: map[uuid.UUID]string{}, buyers: map[uuid.UUID]string{},
	}
}

type inTx struct{}

func (m *memory) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	if ctx.Value(inTx{}) != nil {
		return fn(ctx)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	before := m.kept
	before.references, before.lines = maps.Clone(before.references), maps.Clone(before.lines)
	before.dues, before.steps = slices.Clip(before.dues), slices.Clip(before.steps)
	before.transactions, before.closings = slices.Clip(before.transactions), slices.Clip(before.closings)
	err := fn(context.WithValue(ctx, inTx{}, true))
	if err != nil {
		m.kept = before
	}
	return err
}

func (m *memory) DebtorOfPayment(_ context.Context, id uuid.UUID) (carryover.Debtor, error) {
	for _, p := range slices.Backward(m.kept.steps) {
		if p.ID == id {
			return p.Debtor(), nil
		}
	}
	return carryover.Debtor{}, fault.New(fault.ResourceNotFound, "There is no such payment.")
}

func (m *memory) DebtorOfDue(_ context.Context, due uuid.UUID) (carryover.Debtor, error) {
	s, ok := m.satellites[due]
	_, isBuyIn := m.buyers[due]
	if !ok && !isBuyIn {
		return carryover.Debtor{}, fault.New(fault.ResourceNotFound, "There is no such due.")
	}
	if isBuyIn {
		return carryover.Debtor{BuyInID: due}, nil
	}
	return carryover.Debtor{DirectorID: s.director}, nil
}

func (m *memory) LockLines(_ context.Context, lines []uuid.UUID) ([]uuid.UUID, error) {
	return slices.DeleteFunc(slices.Clone(lines), func(id uuid.UUID) bool { return m.kept.lines[id] == "" }), nil
}

func (m *memory) Confirm(_ context.Context, c carryover.Confirmation, _ journal.Stamp) error {
	for _, line := range c.Lines {
		if m.kept.lines[line.ID] != "" {
			return errTwice
		}
		m.kept.lines[line.ID] = c.Purpose
	}
	return nil
}

func (m *memory) LockAccount(_ context.Context, debtor carryover.Debtor) (*carryover.Account, error) {
	a := &carryover.Account{Debtor: debtor}
	for _, l := range m.ledgers() {
		if m.owes(l, debtor) {
			a.Ledgers = append(a.Ledgers, l.Ledger)
		}
	}
	for _, p := range m.latest() {
		if p.Debtor() == debtor {
			a.Payments = append(a.Payments, p)
		}
	}
	return a, nil
}

func (m *memory) ClosedThrough(context.Context) (civil.Date, error) {
	var last civil.Date
	for _, c := range m.kept.closings {
		if c.Through.After(last) {
			last = c.Through
		}
	}
	return last, nil
}

func (m *memory) Close(ctx context.Context, c carryover.Closing) error {
	closed, err := m.ClosedThrough(ctx)
	if err == nil && c.Through.After(closed) {
		m.kept.closings = append(m.kept.closings, c)
	}
	return err
}

func (m *memory) Closings(context.Context) ([]carryover.Closing, error) {
	latestFirst := slices.Clone(m.kept.closings)
	slices.Reverse(latestFirst)
	return latestFirst, nil
}

func (m *memory) Append(_ context.Context, e carryover.Entries) error {
	for _, entry := range e.Dues {
		if slices.ContainsFunc(m.kept.dues, func(d carryover.DueEntry) bool {
			return d.SatelliteID == entry.SatelliteID && d.Number >= entry.Number
		}) {
			return errTwice
		}
		m.kept.dues = append(m.kept.dues, entry)
	}
	for _, step := range e.Payments {
		if slices.ContainsFunc(m.kept.steps, func(p carryover.Payment) bool { return p.ID == step.ID && p.Number >= step.Number }) {
			return errTwice
		}
		m.kept.steps = append(m.kept.steps, step)
	}
	for _, t := range e.Transactions {
		if _, twice := m.kept.references[t.Reference]; twice {
			return errTwice
		}
		m.kept.references[t.Reference] = t.ID
		m.kept.transactions = append(m.kept.transactions, t)
	}
	return nil
}

func (m *memory) Transaction(_ context.Context, id uuid.UUID) (journal.Transaction, uuid.UUID, error) {
	for _, t := range m.kept.transactions {
		if t.ID == id {
			return t, m.kept.references["reversal/"+id.String()], nil
		}
	}
	return journal.Transaction{}, uuid.Nil, fault.New(fault.ResourceNotFound, "There is no such transaction.")
}

func (m *memory) Journal(_ context.Context, f carryover.JournalFilter) ([]journal.Transaction, error) {
	var page []journal.Transaction
	for _, t := range journal.Sorted(m.kept.transactions) {
		if !t.Day.Before(f.From) && (f.To.IsZero() || !t.Day.After(f.To)) {
			page = append(page, t)
		}
	}
	return page, nil
}

func (m *memory) Payments(_ context.Context, f carryover.PaymentFilter) ([]carryover.Payment, error) {
	return slices.DeleteFunc(m.latest(), func(p carryover.Payment) bool {
		return f.Director != uuid.Nil && p.DirectorID != f.Director || f.Suspense != nil && p.Suspense != *f.Suspense
	}), nil
}

func (m *memory) Evidence(_ context.Context, tour string, asOf civil.Date) (carryover.Evidence, error) {
	balances, err := journal.Balances(m.kept.transactions, asOf)
	e := carryover.Evidence{Payments: slices.Clone(m.kept.steps), Balances: balances, Directors: m.directors, Buyers: m.buyers}
	for _, l := range m.ledgers() {
		switch _, isBuyIn := m.buyers[l.SatelliteID]; {
		case isBuyIn: // all in one tour
			e.BuyIns = append(e.BuyIns, l)
		case l.Tour == tour:
			e.Dues = append(e.Dues, l)
		}
	}
	return e, err
}

// Receivables adds up the lines of receivables, each by the account against which its transaction is.
func (m *memory) Receivables(_ context.Context, tour string, asOf civil.Date) ([]carryover.Posting, error) {
	var postings []carryover.Posting
	for _, t := range m.kept.transactions {
		if t.Day.After(asOf) {
			continue
		}
		var against journal.Account
		for _, l := range t.Lines {
			if l.Account == journal.FinalEvent || l.Account == journal.BuyIns || l.Account == journal.WriteOff {
				against = l.Account
			}
		}
		for _, l := range t.Lines {
			id, isReceivable := l.Account.Satellite()
			_, isBuyIn := m.buyers[id]
			if isReceivable && (isBuyIn || m.satellites[id].tour == tour) {
				postings = append(postings, carryover.Posting{Owed: l.Account, Against: against, Amount: l.Amount})
			}
		}
	}
	return postings, nil
}

func (m *memory) History(_ context.Context, debtor carryover.Debtor) ([]carryover.NamedLedger, []carryover.Payment, error) {
	dues := slices.DeleteFunc(m.ledgers(), func(l carryover.NamedLedger) bool { return !m.owes(l, debtor) })
	steps := slices.DeleteFunc(slices.Clone(m.kept.steps), func(p carryover.Payment) bool { return p.Debtor() != debtor })
	return dues, steps, nil
}

// owes says whether a ledger is in the account of a debtor.
func (m *memory) owes(l carryover.NamedLedger, debtor carryover.Debtor) bool {
	if _, isBuyIn := m.buyers[l.SatelliteID]; isBuyIn {
		return l.SatelliteID == debtor.BuyInID
	}
	return l.DirectorID == debtor.DirectorID
}

func (m *memory) Steps(_ context.Context, payment uuid.UUID) ([]carryover.Payment, error) {
	return slices.DeleteFunc(slices.Clone(m.kept.steps), func(p carryover.Payment) bool { return p.ID != payment }), nil
}

func (m *memory) Names(_ context.Context, directors, satellites, buyIns []uuid.UUID) (carryover.Names, error) {
	names := carryover.Names{Directors: map[uuid.UUID]string{}, Satellites: map[uuid.UUID]string{}, BuyIns: map[uuid.UUID]string{}}
	for _, id := range buyIns {
		if name, known := m.buyers[id]; known {
			names.BuyIns[id] = name
		}
	}
	for _, id := range directors {
		if name, known := m.directors[id]; known {
			names.Directors[id] = name
		}
	}
	for _, id := range satellites {
		if s, known := m.satellites[id]; known {
			names.Satellites[id] = s.name
		}
	}
	return names, nil
}

// ledgers puts the entries of each satellite together.
func (m *memory) ledgers() []carryover.NamedLedger {
	entries := map[uuid.UUID][]carryover.DueEntry{}
	for _, e := range m.kept.dues {
		entries[e.SatelliteID] = append(entries[e.SatelliteID], e)
	}
	var ledgers []carryover.NamedLedger
	for id, es := range entries {
		s := m.satellites[id]
		ledgers = append(ledgers, carryover.NamedLedger{
			Ledger:    carryover.Ledger{SatelliteID: id, TourID: es[0].TourID, DirectorID: s.director, Entries: es},
			Satellite: s.name, Tour: s.tour,
		})
	}
	slices.SortFunc(ledgers, func(a, b carryover.NamedLedger) int { return cmp.Compare(a.Satellite, b.Satellite) })
	return ledgers
}

// latest is every payment as it stands, in order of id.
func (m *memory) latest() []carryover.Payment {
	return carryover.AsOf(m.kept.steps, civil.New(9999, 12, 31))
}

// payment is one as it stands, the zero Payment where there is none.
func (m *memory) payment(id uuid.UUID) carryover.Payment {
	for _, p := range m.latest() {
		if p.ID == id {
			return p
		}
	}
	return carryover.Payment{}
}
