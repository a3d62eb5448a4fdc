package cards_test

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/cards"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
)

// memory is a store and the books in memory. One transaction runs at a time; one that fails leaves
// what it did, which no test of these looks at.
type memory struct {
	carryover.Books // what is not needed here

	turn      sync.Mutex
	checkouts map[uuid.UUID]cards.Checkout
	events    map[string]*event
	order     []string // of the events
	refunds   map[uuid.UUID]cards.Refund
	payouts   map[string]*payout
	through   time.Time
	ticks     int64
	looks     map[uuid.UUID]time.Time
	accounts  map[carryover.Debtor]*carryover.Account
	steps     map[uuid.UUID][]carryover.Payment
	queued    []string
}

type event struct {
	cards.Event
	outcome string
}

type payout struct {
	cards.Payout
	version, spread int
}

func newMemory() *memory {
	return &memory{
		checkouts: map[uuid.UUID]cards.Checkout{}, events: map[string]*event{}, refunds: map[uuid.UUID]cards.Refund{},
		payouts: map[string]*payout{}, looks: map[uuid.UUID]time.Time{}, accounts: map[carryover.Debtor]*carryover.Account{},
		steps: map[uuid.UUID][]carryover.Payment{},
	}
}

type within struct{}

func (m *memory) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	if ctx.Value(within{}) != nil {
		return fn(ctx)
	}
	m.turn.Lock()
	defer m.turn.Unlock()
	return fn(context.WithValue(ctx, within{}, true))
}

func (m *memory) Satellite(context.Context, uuid.UUID) (string, civil.Date, error) {
	return "Duluth", civil.New(2026, 3, 14), nil
}

func (m *memory) TourOf(context.Context, uuid.UUID) (string, error) { return "NAST II", nil }

func (m *memory) Find(_ context.Context, payment uuid.UUID) (cards.Checkout, error) {
	c, found := m.checkouts[payment]
	if !found {
		return c, fault.New(fault.ResourceNotFound, "There is no such checkout.")
	}
	return c, nil
}

func (m *memory) Lock(ctx context.Context, payment uuid.UUID) (cards.Checkout, error) {
	return m.Find(ctx, payment)
}

func (m *memory) those(want func(cards.Checkout) bool) (found []cards.Checkout) {
	for _, c := range m.checkouts {
		if want(c) {
			found = append(found, c)
		}
	}
	return found
}

func live(c cards.Checkout) bool { return c.State == cards.Asked || c.State == cards.Open }

func (m *memory) LiveFor(_ context.Context, due uuid.UUID) (cards.Checkout, bool, error) {
	found := m.those(func(c cards.Checkout) bool { return c.DueID() == due && live(c) })
	if len(found) == 0 {
		return cards.Checkout{}, false, nil
	}
	return found[0], true, nil
}

func (m *memory) LiveOf(_ context.Context, account uuid.UUID) ([]cards.Checkout, error) {
	return m.those(func(c cards.Checkout) bool { return c.Debtor().ID() == account && live(c) }), nil
}

func (m *memory) NotClosed(context.Context) ([]cards.Checkout, error) {
	return m.those(func(c cards.Checkout) bool { return c.State != cards.Closed }), nil
}

func (m *memory) AddCheckout(_ context.Context, c cards.Checkout) error {
	m.checkouts[c.PaymentID] = c
	return nil
}

func (m *memory) SaveCheckout(_ context.Context, c cards.Checkout) error {
	m.checkouts[c.PaymentID] = c
	return nil
}

func (m *memory) AddEvent(_ context.Context, e cards.Event, _ time.Time) (bool, error) {
	if m.events[e.ID] != nil {
		return false, nil
	}
	m.events[e.ID], m.order = &event{Event: e}, append(m.order, e.ID)
	return true, nil
}

func (m *memory) Event(_ context.Context, id string) (cards.Event, bool, error) {
	return m.events[id].Event, m.events[id].outcome != "", nil
}

func (m *memory) EventApplied(_ context.Context, id, outcome string, _ time.Time) error {
	m.events[id].outcome = outcome
	return nil
}

func (m *memory) NotApplied(context.Context) ([]string, error) {
	return slices.DeleteFunc(slices.Clone(m.order), func(id string) bool { return m.events[id].outcome != "" }), nil
}

func (m *memory) PolledThrough(context.Context) (time.Time, error) { return m.through, nil }

func (m *memory) SetPolledThrough(_ context.Context, at time.Time) error {
	m.through = at
	return nil
}

func (m *memory) Ticket(context.Context) (time.Time, error) {
	m.ticks++
	return time.Unix(m.ticks, 0), nil
}

func (m *memory) Looked(ctx context.Context, thing uuid.UUID, ticket time.Time) (bool, error) {
	if !m.looks[thing].Before(ticket) {
		return false, nil
	}
	m.looks[thing], _ = m.Ticket(ctx)
	return true, nil
}

func (m *memory) SavePayout(_ context.Context, p cards.Payout) error {
	before := m.payouts[p.ID]
	switch {
	case before == nil:
		m.payouts[p.ID] = &payout{Payout: p, version: 1}
	case before.Status != p.Status || len(before.Movements) != len(p.Movements):
		before.Payout, before.version = p, before.version+1
	}
	return nil
}

func (m *memory) NotSpread(context.Context) (changed []cards.PayoutVersion, err error) {
	for id, p := range m.payouts {
		if p.spread < p.version {
			changed = append(changed, cards.PayoutVersion{ID: id, Version: p.version})
		}
	}
	return changed, nil
}

func (m *memory) PayoutSpread(_ context.Context, p cards.PayoutVersion) error {
	m.payouts[p.ID].spread = p.Version
	return nil
}

func (m *memory) PaidIn(_ context.Context, id string) (objects []string, err error) {
	if m.payouts[id] == nil {
		return nil, nil
	}
	for _, moved := range m.payouts[id].Movements {
		if moved.Object != "" {
			objects = append(objects, moved.Object)
		}
		again, _ := m.PaidIn(context.Background(), moved.Payout)
		objects = append(objects, again...)
	}
	return objects, nil
}

func (m *memory) PaidOut(_ context.Context, movements []string) (sum int64, err error) {
	for id, p := range m.payouts {
		for _, moved := range p.Movements {
			if slices.Contains(movements, moved.ID) && m.hasLeft(id) {
				sum += moved.Net()
			}
		}
	}
	return sum, nil
}

// hasLeft says whether a payout, or the one that carries its return, has left.
func (m *memory) hasLeft(payout string) bool {
	if m.payouts[payout].Left {
		return true
	}
	for id, p := range m.payouts {
		if slices.ContainsFunc(p.Movements, func(moved cards.Movement) bool { return moved.Payout == payout }) {
			return m.hasLeft(id)
		}
	}
	return false
}

func (m *memory) AddRefund(_ context.Context, r cards.Refund) error {
	m.refunds[r.ID] = r
	return nil
}

func (m *memory) LockRefund(_ context.Context, id uuid.UUID) (cards.Refund, error) {
	return m.refunds[id], nil
}

func (m *memory) SaveRefund(_ context.Context, r cards.Refund) error {
	m.refunds[r.ID] = r
	return nil
}

func (m *memory) AskedRefunds(_ context.Context, payment uuid.UUID) (sum int64, err error) {
	for _, r := range m.refunds {
		if r.PaymentID == payment && r.State == cards.RefundAsked {
			sum += r.Amount.Amount
		}
	}
	return sum, nil
}

func (m *memory) NotSent(context.Context) (ids []uuid.UUID, err error) {
	for id, r := range m.refunds {
		if r.State == cards.RefundAsked {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// The queue only notes what was asked for.

func (m *memory) queue(what string) error {
	m.queued = append(m.queued, what)
	return nil
}

func (m *memory) ApplyEvent(_ context.Context, id string) error { return m.queue("event " + id) }

func (m *memory) Review(_ context.Context, id uuid.UUID) error {
	return m.queue("review " + id.String())
}

func (m *memory) CloseQueued(_ context.Context, id uuid.UUID) error {
	return m.queue("close " + id.String())
}

func (m *memory) SendRefund(_ context.Context, id uuid.UUID) error {
	return m.queue("refund " + id.String())
}

// queue is the memory as cards.Queue: the books have a Close of their own.
type queue struct{ *memory }

func (q queue) Close(ctx context.Context, id uuid.UUID) error { return q.CloseQueued(ctx, id) }

// What of the books is needed.

func (m *memory) DebtorOfPayment(_ context.Context, id uuid.UUID) (carryover.Debtor, error) {
	if steps := m.steps[id]; len(steps) > 0 {
		return steps[len(steps)-1].Debtor(), nil
	}
	return carryover.Debtor{}, fault.New(fault.ResourceNotFound, "There is no such payment.")
}

func (m *memory) DebtorOfDue(_ context.Context, due uuid.UUID) (carryover.Debtor, error) {
	for debtor, a := range m.accounts {
		if slices.ContainsFunc(a.Ledgers, func(l carryover.Ledger) bool { return l.SatelliteID == due }) {
			return debtor, nil
		}
	}
	return carryover.Debtor{}, fault.New(fault.ResourceNotFound, "There is no such due.")
}

func (m *memory) LockAccount(_ context.Context, debtor carryover.Debtor) (*carryover.Account, error) {
	a := &carryover.Account{Debtor: debtor}
	if kept := m.accounts[debtor]; kept != nil {
		a.Ledgers = slices.Clone(kept.Ledgers)
	}
	for _, steps := range m.steps {
		if last := steps[len(steps)-1]; last.Debtor() == debtor {
			a.Payments = append(a.Payments, last)
		}
	}
	return a, nil
}

func (m *memory) ClosedThrough(context.Context) (civil.Date, error) { return civil.Date{}, nil }

func (m *memory) Append(_ context.Context, e carryover.Entries) error {
	for _, p := range e.Payments {
		m.steps[p.ID] = append(m.steps[p.ID], p)
	}
	for _, d := range e.Dues {
		if m.accounts[e.Debtor] == nil {
			m.accounts[e.Debtor] = &carryover.Account{Debtor: e.Debtor}
		}
		a := m.accounts[e.Debtor]
		at := slices.IndexFunc(a.Ledgers, func(l carryover.Ledger) bool { return l.SatelliteID == d.SatelliteID })
		if at < 0 {
			at = len(a.Ledgers)
			a.Ledgers = append(a.Ledgers, carryover.Ledger{SatelliteID: d.SatelliteID, TourID: d.TourID, DirectorID: e.DirectorID})
		}
		a.Ledgers[at].Entries = append(a.Ledgers[at].Entries, d)
	}
	return nil
}
