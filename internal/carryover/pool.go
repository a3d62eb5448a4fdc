package carryover

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/money"
)

// Pool is what the Final Event of a tour has to give: its carryovers and buy-ins (R1.1, R5.7), by
// currency, and the proof that it is what the journal says.
type Pool struct {
	Totals []PoolTotal // in order of currency; never added together (R6.1)
	Ties   []Tie
}

// PoolTotal is the pool in one currency. Buy-ins are those with a place, and those that were withdrawn
// but whose fee was kept. What others owe and have paid, who wait or need no place, is apart: it may
// have to be paid back, so no prize can be made of it.
type PoolTotal struct {
	Currency           money.Currency
	Carryovers, BuyIns PoolPart
	Apart              PoolPart // not in the sums
}

// Due is what is owed to the pool in all, less what was waived.
func (t PoolTotal) Due() money.Money {
	return money.Money{Amount: t.Carryovers.Due - t.Carryovers.Waived + t.BuyIns.Due - t.BuyIns.Waived, Currency: t.Currency}
}

// Received is what has come of it, without what is credit.
func (t PoolTotal) Received() money.Money {
	return money.Money{Amount: t.Carryovers.Received + t.BuyIns.Received, Currency: t.Currency}
}

// PoolPart is one source of the pool, in cents.
type PoolPart struct{ Due, Waived, Received int64 }

// Posting is what the journal has of one receivable against one account. Nothing against is what
// payments have moved.
type Posting struct {
	Owed    journal.Account // a receivable
	Against journal.Account // the fund, buy-ins or write-offs; empty: payments
	Amount  money.Money     // of the receivable
}

// PrizePool is the pool of a tour, given by its slug, as it stands today.
func (v *Treasury) PrizePool(ctx context.Context, tour string) (pool Pool, err error) {
	err = v.Books.InTx(ctx, func(ctx context.Context) error {
		e, err := v.Books.Evidence(ctx, tour, v.today())
		if err != nil {
			return err
		}
		postings, err := v.Books.Receivables(ctx, tour, v.today())
		if err != nil {
			return err
		}
		apart, err := v.apart(ctx, e.BuyIns)
		pool = PoolOf(Reconcile(tour, v.today(), e), apart, postings)
		return err
	})
	return pool, err
}

// apart are the buy-ins of a tour without a place.
func (v *Treasury) apart(ctx context.Context, buyIns []NamedLedger) (map[uuid.UUID]bool, error) {
	if v.Apart == nil || len(buyIns) == 0 {
		return nil, nil
	}
	ids, err := v.Apart(ctx, buyIns[0].TourID)
	apart := make(map[uuid.UUID]bool, len(ids))
	for _, id := range ids {
		apart[id] = true
	}
	return apart, err
}

// The sources of the pool, as its ties name them.
const (
	fromCarryovers = "carryovers"
	fromBuyIns     = "buy-ins"
	fromApart      = "buy-ins without a place"
)

// PoolOf sums a sheet, and holds it against what was posted to the receivables of its tour. The
// buy-ins that are apart have no place.
func PoolOf(sheet Sheet, apart map[uuid.UUID]bool, postings []Posting) Pool {
	source := make(map[uuid.UUID]string)
	parts := make(map[money.Currency]map[string]PoolPart)
	add := func(from string, row SheetRow) {
		c := row.Amount.Currency
		if parts[c] == nil {
			parts[c] = make(map[string]PoolPart)
		}
		p := parts[c][from]
		parts[c][from] = PoolPart{p.Due + row.Amount.Amount, p.Waived + row.Waived.Amount, p.Received + row.Received.Amount}
	}
	for _, row := range sheet.Rows {
		add(fromCarryovers, row)
	}
	for _, row := range sheet.BuyIns {
		source[row.BuyInID] = fromBuyIns
		if apart[row.BuyInID] {
			source[row.BuyInID] = fromApart
		}
		add(source[row.BuyInID], row)
	}
	var pool Pool
	ours, journals := make(sums), make(sums)
	for c, of := range parts {
		pool.Totals = append(pool.Totals, PoolTotal{Currency: c, Carryovers: of[fromCarryovers], BuyIns: of[fromBuyIns], Apart: of[fromApart]})
		for from, p := range of {
			ours.addPart(from, c, p)
		}
	}
	slices.SortFunc(pool.Totals, func(a, b PoolTotal) int { return cmp.Compare(a.Currency, b.Currency) })
	for _, p := range postings {
		id, _ := p.Owed.Satellite()
		journals.addPart(cmp.Or(source[id], fromCarryovers), p.Amount.Currency, p.part())
	}
	pool.Ties = tiesOf(ours, journals)
	return pool
}

// part is the posting as a part of the pool. A receivable grows by what falls due, and shrinks by
// what is waived or comes.
func (p Posting) part() PoolPart {
	switch p.Against {
	case journal.FinalEvent, journal.BuyIns:
		return PoolPart{Due: p.Amount.Amount}
	case journal.WriteOff:
		return PoolPart{Waived: -p.Amount.Amount}
	}
	return PoolPart{Received: -p.Amount.Amount}
}

func (s sums) addPart(whose string, c money.Currency, p PoolPart) {
	s.add(whose+" due", money.Money{Amount: p.Due, Currency: c})
	s.add(whose+" waived", money.Money{Amount: p.Waived, Currency: c})
	s.add(whose+" received", money.Money{Amount: p.Received, Currency: c})
}
