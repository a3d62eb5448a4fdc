package carryover

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
)

// HistoryLine is one line of a director's statement: something was posted to a due, or happened
// to a payment.
type HistoryLine struct {
	Day         civil.Date
	What        string
	SatelliteID uuid.UUID   // of a due; zero for a payment
	PaymentID   uuid.UUID   // of a payment; zero for a due
	Amount      money.Money // what it adds to what he owes; negative where money came
	Balance     money.Money // what he owes after it in that currency; negative: we hold credit

	at    time.Time
	order int // among those of one instant
}

// History is a director's statement up to and including a day: everything in order, with the
// balance after it. The last balance in a currency is what is outstanding less what is credit.
func History(dues []NamedLedger, steps []Payment, asOf civil.Date) []HistoryLine {
	var lines []HistoryLine
	for _, l := range dues {
		for _, e := range l.Entries {
			lines = append(lines, HistoryLine{
				Day: e.Day, What: e.inWords(l.Satellite), SatelliteID: e.SatelliteID, Amount: e.Amount, at: e.At, order: e.Number,
			})
		}
	}
	for _, s := range pairs(steps) {
		p := s.after
		came := p.Kept() - s.before.Kept()
		if came != 0 || toBeTold[p.Act] {
			lines = append(lines, HistoryLine{
				Day: p.Day, What: p.inWords(), PaymentID: p.ID, Amount: p.cents(-came), at: p.At, order: p.Number,
			})
		}
	}
	lines = slices.DeleteFunc(lines, func(l HistoryLine) bool { return l.Day.After(asOf) })
	slices.SortStableFunc(lines, func(a, b HistoryLine) int {
		return cmp.Or(a.Day.Compare(b.Day), a.at.Compare(b.at), cmp.Compare(a.order, b.order))
	})
	balance := make(map[money.Currency]int64)
	for i := range lines {
		c := lines[i].Amount.Currency
		balance[c] += lines[i].Amount.Amount
		lines[i].Balance = money.Money{Amount: balance[c], Currency: c}
	}
	return lines
}

// LastBalances are what is owed at the end of a statement, in order of currency.
func LastBalances(lines []HistoryLine) []money.Money {
	last := make(map[money.Currency]money.Money)
	for _, l := range lines {
		last[l.Balance.Currency] = l.Balance
	}
	return slices.SortedFunc(maps.Values(last), func(a, b money.Money) int { return cmp.Compare(a.Currency, b.Currency) })
}

// toBeTold are the acts that a director wants to see though they change nothing that he owes.
var toBeTold = map[Act]bool{ActAnnounce: true, ActDeposit: true, ActClear: true, ActBounce: true, ActVoid: true}

func (e DueEntry) inWords(satellite string) string {
	switch e.Kind {
	case Adjustment:
		return fmt.Sprintf("%s: reported anew (%s)", satellite, e.Statement.Formula)
	case Waiver:
		return fmt.Sprintf("%s: waived, %s", satellite, e.Reason)
	}
	return fmt.Sprintf("%s: %s", satellite, e.Statement.Formula)
}

func (p Payment) inWords() string {
	what := string(p.Method)
	if p.Reference != "" {
		what += " " + p.Reference
	}
	if p.Act == ActRefund {
		return fmt.Sprintf("%s: %s refunded", what, p.cents(p.Refunds[len(p.Refunds)-1].Amount))
	}
	return fmt.Sprintf("%s of %s: %s", what, p.Amount, p.Status())
}
