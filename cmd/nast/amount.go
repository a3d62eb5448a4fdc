package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/money"
)

// parseMoney reads "30", "30.00" or "30.00 CAD"; without a currency it is the given one. An
// amount below zero is refused.
func parseMoney(text, currency string) (api.Fee, error) {
	amount, unit, named := strings.Cut(strings.TrimSpace(text), " ")
	if named {
		currency = strings.ToUpper(strings.TrimSpace(unit))
	}
	cents, err := money.ParseAmount(amount)
	if err != nil {
		return api.Fee{}, err
	}
	if cents < 0 {
		return api.Fee{}, usage("%q is below zero", text)
	}
	value, err := money.New(cents, currency)
	if err != nil {
		return api.Fee{}, err
	}
	return api.Fee{Amount: value.Amount, Currency: string(value.Currency)}, nil
}

// changedMoney is changed for a flag that holds an amount. The currency is asked for only where
// an amount does not name one.
func changedMoney(c *cobra.Command, name, value string, currency func() (string, error)) (*api.Fee, error) {
	if !c.Flags().Changed(name) {
		return nil, nil
	}
	unit := ""
	if !strings.Contains(strings.TrimSpace(value), " ") {
		var err error
		if unit, err = currency(); err != nil {
			return nil, err
		}
	}
	fee, err := parseMoney(value, unit)
	return &fee, err
}

// amount writes money as "264.00 USD".
func amount(m api.Money) string {
	return money.FormatAmount(m.Amount) + " " + m.Currency
}

// signedAmount writes a difference as "+12.00 USD".
func signedAmount(cents int64, currency string) string {
	return mark(cents > 0, "+") + amount(api.Money{Amount: cents, Currency: currency})
}

func optionalAmount(m *api.Money) string {
	if m == nil {
		return ""
	}
	return amount(*m)
}

// totals adds amounts, each currency for itself, in the order in which they come first (R6.1).
type totals struct {
	order []string
	cents map[string]int64
}

func (t *totals) add(m api.Money) {
	if t.cents == nil {
		t.cents = map[string]int64{}
	}
	if _, known := t.cents[m.Currency]; !known {
		t.order = append(t.order, m.Currency)
	}
	t.cents[m.Currency] += m.Amount
}

// String writes the totals as "264.00 USD, 50.00 CAD".
func (t *totals) String() string {
	var parts []string
	for _, unit := range t.order {
		parts = append(parts, amount(api.Money{Amount: t.cents[unit], Currency: unit}))
	}
	return strings.Join(parts, ", ")
}
