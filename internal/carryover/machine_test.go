package carryover_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// actsPerRun times the checks of rapid, 100 by default, are 10,000 acts.
const actsPerRun = 100

// machine does random acts at a desk, and keeps apart, in the simplest way, what they have to
// come to.
type machine struct {
	*desk
	r          *rapid.T
	directors  []uuid.UUID
	satellites []uuid.UUID
	buyIns     []uuid.UUID
	payments   []uuid.UUID
	charges    []carryover.Charge

	dues     map[uuid.UUID]money.Money // as reported last, or the price
	came     map[uuid.UUID]money.Money // what of a payment is here
	whole    map[uuid.UUID]money.Money // its amount, while it is only announced
	refunds  int
	sheets   map[civil.Date]carryover.Sheet
	accepted map[string]int
}

// newMachine has three directors and six satellites, of which nothing is reported yet.
func newMachine(r *rapid.T) *machine {
	m := &machine{
		desk: newDesk(r), r: r, dues: map[uuid.UUID]money.Money{}, came: map[uuid.UUID]money.Money{},
		whole: map[uuid.UUID]money.Money{}, sheets: map[civil.Date]carryover.Sheet{}, accepted: map[string]int{},
	}
	m.Apart = m.everySecond
	for _, name := range []string{"Dana", "Paul", "Zoe"} {
		m.directors = append(m.directors, m.director(name))
	}
	for i := range 6 {
		m.satellites = append(m.satellites, m.satellite(m.directors[i%3], fmt.Sprint("satellite ", i)))
	}
	return m
}

func TestRandomActsLeaveTheBooksInOrder(t *testing.T) {
	t.Parallel()
	accepted := map[string]int{}
	rapid.Check(t, func(r *rapid.T) {
		m := newMachine(r)
		m.accepted = accepted
		acts := m.acts()
		names := slices.Sorted(maps.Keys(acts))
		for range actsPerRun {
			name := rapid.SampledFrom(names).Draw(r, "act")
			err := acts[name]()
			if err == nil {
				accepted[name]++
			}
			require.NotEqual(r, fault.InternalError, codeOf(err), "%s: %v", name, err)
			m.check()
		}
		differences, err := carryover.Audit(m.books.kept.dues, m.books.kept.steps, m.books.kept.transactions)
		require.NoError(r, err)
		require.Empty(r, differences, "the journal made anew")
		for day, sheet := range m.sheets {
			require.Equal(r, sheet, m.sheet(day), "the sheet of %s as it was on that day", day)
		}
	})
	for name := range (&machine{desk: &desk{}}).acts() {
		require.Positive(t, accepted[name], "%s was never accepted: the machine does not reach it", name)
	}
}

// codeOf is fault.CodeOf, but for no error.
func codeOf(err error) fault.Code {
	if err == nil {
		return ""
	}
	return fault.CodeOf(err)
}

func (m *machine) amount() int64 { return rapid.Int64Range(1, 300).Draw(m.r, "cents") }

func (m *machine) pick(ids []uuid.UUID) uuid.UUID {
	if len(ids) == 0 {
		return uuid.Nil
	}
	return rapid.SampledFrom(ids).Draw(m.r, "id")
}

// currency of a satellite and of what is paid for it; the last satellite is in Canada.
func (m *machine) currency(satellite uuid.UUID) money.Currency {
	if satellite == m.satellites[5] {
		return money.CAD
	}
	return money.USD
}

func (m *machine) acts() map[string]func() error {
	return map[string]func() error{
		"report": m.actReport, "waive": m.actWaive, "record": m.actRecord, "charge": m.actCharge, "hear": m.actHear,
		"receive": func() error {
			return m.arrive(func(id uuid.UUID) error { _, err := m.Receive(m.ctx, id, carryover.Doing{}, 0); return err })
		},
		"deposit": func() error {
			return m.arrive(func(id uuid.UUID) error { _, err := m.Deposit(m.ctx, id, carryover.Doing{}); return err })
		},
		"clear": func() error {
			return m.arrive(func(id uuid.UUID) error { _, err := m.Clear(m.ctx, id, carryover.Doing{}); return err })
		},
		"bounce": func() error {
			return m.leave(func(id uuid.UUID) error { _, err := m.Bounce(m.ctx, id, carryover.Doing{}); return err })
		},
		"void": func() error {
			return m.leave(func(id uuid.UUID) error { _, err := m.Void(m.ctx, id, "typed twice"); return err })
		},
		"refund": m.actRefund, "reallocate": m.actReallocate, "unknown": m.actUnknown, "assign": m.actAssign, "settle": m.actSettle,
		"fee": func() error {
			_, err := m.Confirm(m.ctx, carryover.Confirmation{Lines: lines(m.line(usd(-m.amount()))), Purpose: carryover.BankFee})
			return err
		},
		"buy in": m.actBuyIn, "withdraw": m.actWithdraw, "pay for it": m.actPayForIt,
		"night": m.actNight,
		"close": func() error {
			first := civil.New(m.clock.Year(), m.clock.Month(), 1)
			return m.Close(m.ctx, first.AddDays(-1), "")
		},
	}
}

func (m *machine) actReport() error {
	s := m.pick(m.satellites)
	due := money.Money{Amount: m.amount(), Currency: m.currency(s)}
	m.report(s, due)
	m.dues[s] = due
	return nil
}

func (m *machine) actWaive() error {
	_, err := m.Waive(m.ctx, m.pick(slices.Concat(m.satellites, m.buyIns)), rapid.SampledFrom([]int64{0, 1, 50}).Draw(m.r, "waived"), "flood")
	return err
}

func (m *machine) actRecord() error {
	director := m.pick(m.directors)
	amount := money.Money{Amount: m.amount(), Currency: rapid.SampledFrom([]money.Currency{money.USD, money.USD, money.CAD}).Draw(m.r, "currency")}
	p, err := m.Record(m.ctx, carryover.Told{Terms: carryover.Terms{
		DirectorID: director, Amount: amount,
		Method: rapid.SampledFrom([]carryover.Method{carryover.Cheque, carryover.Transfer, carryover.Cash, carryover.Card}).Draw(m.r, "method"),
	}})
	if err == nil {
		m.payments = append(m.payments, p.ID)
		m.whole[p.ID] = amount
	}
	return err
}

// arrive does a step of a payment after which it is here, unless it was before.
func (m *machine) arrive(step func(uuid.UUID) error) error {
	id := m.pick(m.payments)
	err := step(id)
	m.arrived(id, err)
	return err
}

func (m *machine) arrived(id uuid.UUID, err error) {
	if amount, waits := m.whole[id]; err == nil && waits {
		m.came[id] = amount
		delete(m.whole, id)
	}
}

// leave does a step after which nothing of a payment is here but what was refunded of it.
func (m *machine) leave(step func(uuid.UUID) error) error {
	id := m.pick(m.payments)
	before := m.books.payment(id)
	err := step(id)
	if err == nil && before.Status() != carryover.Bounced && before.Status() != carryover.Void {
		m.came[id] = money.Money{Amount: -before.Refunded(), Currency: before.Currency()}
		delete(m.whole, id)
	}
	return err
}

func (m *machine) actRefund() error {
	id := m.pick(m.payments)
	m.refunds++
	cents := m.amount() / 4
	_, err := m.Refund(m.ctx, id, carryover.Doing{}, max(cents, 1), fmt.Sprint(m.refunds))
	if err == nil {
		came := m.came[id]
		came.Amount -= max(cents, 1)
		m.came[id] = came
		_, err = m.Refund(m.ctx, id, carryover.Doing{}, max(cents, 1), fmt.Sprint(m.refunds))
	}
	return err
}

func (m *machine) actReallocate() error {
	var wanted []carryover.Allocation
	for range rapid.IntRange(0, 2).Draw(m.r, "allocations") {
		wanted = append(wanted, share(m.pick(m.satellites), m.amount()/3+1))
	}
	_, err := m.Reallocate(m.ctx, m.pick(m.payments), wanted, "")
	return err
}

func (m *machine) actUnknown() error {
	amount := usd(m.amount())
	made, err := m.Confirm(m.ctx, carryover.Confirmation{Lines: lines(m.line(amount)), Purpose: carryover.Unknown})
	if err == nil {
		m.payments = append(m.payments, made[0].ID)
		m.came[made[0].ID] = amount
	}
	return err
}

func (m *machine) actAssign() error {
	to := carryover.Debtor{DirectorID: m.pick(m.directors)}
	if rapid.Bool().Draw(m.r, "for a buy-in") {
		to = carryover.Debtor{BuyInID: m.pick(m.buyIns)}
	}
	_, err := m.Assign(m.ctx, m.pick(m.payments), to, "")
	return err
}

func (m *machine) actSettle() error {
	id := m.pick(m.payments)
	amount := m.whole[id]
	if came, here := m.came[id]; here {
		amount = came
	}
	if amount.Currency == "" {
		amount = usd(1) // no payment of that id
	}
	_, err := m.Confirm(m.ctx, carryover.Confirmation{Lines: lines(m.line(amount)), Purpose: carryover.Settles, Payments: []uuid.UUID{id}})
	m.arrived(id, err)
	return err
}

// actCharge opens a session; actHear hears any truth of one, as often as it likes.
func (m *machine) actCharge() error {
	c := m.charge(m.pick(m.satellites))
	if len(m.buyIns) > 0 && rapid.Bool().Draw(m.r, "for a buy-in") {
		c.Debtor = carryover.Debtor{BuyInID: m.pick(m.buyIns)}
		c.SatelliteID = c.BuyInID
	}
	c.Truth.Paid = money.Money{Amount: m.amount(), Currency: rapid.SampledFrom([]money.Currency{money.USD, money.CAD}).Draw(m.r, "currency")}
	m.charges = append(m.charges, c)
	return nil
}

func (m *machine) actHear() error {
	if len(m.charges) == 0 {
		return fault.New(fault.ResourceNotFound, "There is no session yet.")
	}
	c := rapid.SampledFrom(m.charges).Draw(m.r, "charge")
	paid := c.Truth.Paid.Amount
	c.Truth.Refunded = rapid.Int64Range(0, paid).Draw(m.r, "refunded")
	c.Truth.Disputed = rapid.Int64Range(0, paid-c.Truth.Refunded).Draw(m.r, "disputed")
	if rapid.Bool().Draw(m.r, "settled") {
		c.Truth = settled(c.Truth, rapid.Int64Range(0, 5).Draw(m.r, "fees"), rapid.SampledFrom([]int64{0, paid}).Draw(m.r, "paid out"))
	}
	for range 2 {
		p, err := m.ApplyCard(m.ctx, c)
		if err != nil {
			return err
		}
		if !slices.Contains(m.payments, p.ID) {
			m.payments = append(m.payments, p.ID)
		}
	}
	m.came[c.PaymentID] = money.Money{Amount: paid - c.Truth.Refunded - c.Truth.Disputed, Currency: c.Truth.Paid.Currency}
	return nil
}

// actNight ends the day, whose sheet must not change any more.
func (m *machine) actNight() error {
	m.sheets[m.today()] = m.sheet(m.today())
	m.later(rapid.SampledFrom([]int{1, 6, 20}).Draw(m.r, "days"))
	return nil
}

// check looks at all of the books after an act.
func (m *machine) check() {
	sheet := m.sheet(m.today()) // which ties to the journal
	sums := map[money.Currency]int64{}
	owed := map[money.Currency]int64{} // receivables, credit, suspense and write-off, as the journal has them
	for _, t := range m.books.kept.transactions {
		for _, line := range t.Lines {
			c := line.Amount.Currency
			sums[c] += line.Amount.Amount
			_, isReceivable := line.Account.Satellite()
			_, isCredit := line.Account.Director()
			if isReceivable || isCredit || line.Account == journal.Suspense || line.Account == journal.WriteOff {
				owed[c] += line.Amount.Amount
			}
		}
		for c, sum := range sums {
			require.Zero(m.r, sum, "%s of %s does not balance in %s", t.Kind, t.Reference, c)
		}
	}
	// Every cent that came is in a due, a credit or suspense.
	expected := map[money.Currency]int64{}
	for _, due := range m.dues {
		expected[due.Currency] += due.Amount
	}
	for _, came := range m.came {
		expected[came.Currency] -= came.Amount
	}
	for _, c := range []money.Currency{money.USD, money.CAD} {
		require.Equal(m.r, expected[c], owed[c], "dues less what came, in %s", c)
	}
	for _, p := range m.books.latest() {
		require.Equal(m.r, m.came[p.ID].Amount, p.Kept(), "payment %s, %s", p.ID, p.Status())
		if p.Kept() >= 0 {
			require.GreaterOrEqual(m.r, p.Unallocated(), int64(0))
		}
		for _, a := range p.Allocations {
			require.GreaterOrEqual(m.r, a.Applied, int64(0))
			require.LessOrEqual(m.r, a.Applied, a.Asked)
		}
	}
	for _, row := range slices.Concat(sheet.Rows, sheet.BuyIns) {
		require.GreaterOrEqual(m.r, row.Outstanding().Amount, int64(0), "what a due has too much is credit")
		require.Equal(m.r, m.dues[cmp.Or(row.SatelliteID, row.BuyInID)], row.Amount)
		require.NotEqual(m.r, carryover.OverPaid, row.Status())
	}
	m.checkPool()
}
