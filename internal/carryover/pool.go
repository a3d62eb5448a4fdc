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

// PoolTotal is the pool in one currency. Buy-ins are all that owe: those who wait too, and those who
// have withdrawn but whose fee was kept.
type PoolTotal struct {
	Currency           money.Currency
	Carryovers, BuyIns PoolPart
}

// Due is what is owed in all, less what was waived.
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
		pool = PoolOf(Reconcile(tour, v.today(), e), postings)
		return err
	})
	return pool, err
}

// PoolOf sums a sheet, and holds it against what was posted to the receivables of its tour.
func PoolOf(sheet Sheet, postings []Posting) Pool {
	ours, journals := make(sums), make(sums)
	totals := make(map[money.Currency]*PoolTotal)
	total := func(c money.Currency) *PoolTotal {
		if totals[c] == nil {
			totals[c] = &PoolTotal{Currency: c}
		}
		return totals[c]
	}
	for _, t := range sheet.Totals {
		total(t.Currency).Carryovers = PoolPart{t.Due, t.Waived, t.Received}
	}
	for _, t := range sheet.Bought {
		total(t.Currency).BuyIns = PoolPart{t.Due, t.Waived, t.Received}
	}
	var pool Pool
	for c, t := range totals {
		pool.Totals = append(pool.Totals, *t)
		ours.addPart("carryovers", c, t.Carryovers)
		ours.addPart("buy-ins", c, t.BuyIns)
	}
	slices.SortFunc(pool.Totals, func(a, b PoolTotal) int { return cmp.Compare(a.Currency, b.Currency) })
	bought := make(map[uuid.UUID]bool)
	for _, row := range sheet.BuyIns {
		bought[row.BuyInID] = true
	}
	for _, p := range postings {
		whose := "carryovers"
		if id, _ := p.Owed.Satellite(); bought[id] {
			whose = "buy-ins"
		}
		journals.addPart(whose, p.Amount.Currency, p.part())
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
