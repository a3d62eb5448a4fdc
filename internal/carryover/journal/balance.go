package journal

import (
	"cmp"
	"slices"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
)

// Balance is what an account comes to in one currency, positive where debits prevail.
type Balance = Line

// Balances sums transactions up to and including a day, every account and currency by itself,
// those that come to nothing left out, in order of account and currency. No day sums all. The
// error is that of money.Add.
func Balances(transactions []Transaction, asOf civil.Date) ([]Balance, error) {
	var lines []Line
	for _, t := range transactions {
		if asOf.IsZero() || !t.Day.After(asOf) {
			lines = append(lines, t.Lines...)
		}
	}
	balances, err := Merge(lines)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(balances, func(a, b Balance) int {
		return cmp.Or(cmp.Compare(a.Account, b.Account), cmp.Compare(a.Amount.Currency, b.Amount.Currency))
	})
	return balances, nil
}

// Sum adds up the balances in one currency of the accounts that are wanted. The error is that of
// money.Add.
func Sum(balances []Balance, c money.Currency, wanted func(Account) bool) (money.Money, error) {
	total := money.Zero(c)
	for _, b := range balances {
		if b.Amount.Currency != c || !wanted(b.Account) {
			continue
		}
		var err error
		if total, err = total.Add(b.Amount); err != nil {
			return money.Money{}, err
		}
	}
	return total, nil
}

// Sorted puts transactions in the order of a journal: by day, then by when they were recorded.
func Sorted(transactions []Transaction) []Transaction {
	return slices.SortedFunc(slices.Values(transactions), func(a, b Transaction) int {
		return cmp.Or(a.Day.Compare(b.Day), a.At.Compare(b.At), cmp.Compare(a.ID.String(), b.ID.String()))
	})
}
