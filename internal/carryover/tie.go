package carryover

import (
	"cmp"
	"maps"
	"slices"

	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/money"
)

// heldOnly are the accounts whose balance is the money of payments and nothing else. The bank,
// Stripe and the fees are not among them, as they are also posted to by hand.
var heldOnly = map[journal.Account]string{
	journal.ChequesInHand:     "cheques in hand",
	journal.CashInHand:        "cash in hand",
	journal.TransfersUnderWay: "transfers under way",
	journal.Deposited:         "deposited",
	journal.Suspense:          "suspense",
}

// Agree says whether all ties hold.
func Agree(ties []Tie) bool {
	return !slices.ContainsFunc(ties, func(t Tie) bool { return !t.Holds() })
}

const (
	receivables = "receivable of the tour"
	credits     = "credit"
)

// tie compares, currency by currency, what the rows and the payments come to with the balances
// of the journal.
func (s *Sheet) tie(payments []Payment, balances []journal.Balance) {
	ours, journals := make(sums), make(sums)
	for _, row := range slices.Concat(s.Rows, s.BuyIns) {
		ours.add(receivables, row.Outstanding())
	}
	for _, p := range payments {
		for _, line := range p.position() {
			if what := heldOnly[line.Account]; what != "" {
				ours.add(what, line.Amount)
			}
		}
	}
	for _, loose := range s.Credit {
		ours.add(credits, money.Money{Amount: -loose.Amount.Amount, Currency: loose.Amount.Currency})
	}
	owing := s.owing()
	for _, b := range balances {
		debtor, isReceivable := b.Account.Satellite()
		_, isCredit := b.Account.Director()
		switch {
		case isReceivable && owing[debtor]:
			journals.add(receivables, b.Amount)
		case isCredit:
			journals.add(credits, b.Amount)
		case heldOnly[b.Account] != "":
			journals.add(heldOnly[b.Account], b.Amount)
		}
	}
	s.Ties = tiesOf(ours, journals)
}

// tiesOf puts sums of ours and of the journal side by side, in order of what they are of.
func tiesOf(ours, journals sums) []Tie {
	keys := maps.Clone(ours)
	maps.Copy(keys, journals)
	var ties []Tie
	for k := range keys {
		ties = append(ties, Tie{
			What:    k.what,
			Sheet:   money.Money{Amount: ours[k], Currency: k.currency},
			Journal: money.Money{Amount: journals[k], Currency: k.currency},
		})
	}
	slices.SortFunc(ties, func(a, b Tie) int {
		return cmp.Or(cmp.Compare(a.What, b.What), cmp.Compare(a.Sheet.Currency, b.Sheet.Currency))
	})
	return ties
}

type sumKey struct {
	what     string
	currency money.Currency
}

// sums are cents by what they are of, and currency.
type sums map[sumKey]int64

func (s sums) add(what string, m money.Money) { s[sumKey{what, m.Currency}] += m.Amount }
