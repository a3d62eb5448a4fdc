// Package money holds amounts of money as whole cents with a currency, and percentages in
// hundredths of a percent. It adds nothing across currencies, never uses floating point and
// never rounds but where a comment says so (R6.1, R6.2). It does not know what an amount is for.
package money

import (
	"math"
	"strconv"
	"strings"

	"github.com/nast-tour/nast/internal/fault"
)

// Money is an amount in hundredths of a currency's unit ("cents", whatever they are called),
// negative where it is owed the other way. Its zero value has no currency: use Zero.
type Money struct {
	Amount   int64    `json:"amount"`
	Currency Currency `json:"currency"`
}

// New makes an amount from cents and the text of a currency, for the edge of the program. The
// error is that of ParseCurrency.
func New(cents int64, currency string) (Money, error) {
	c, err := ParseCurrency(currency)
	if err != nil {
		return Money{}, err
	}
	return Money{Amount: cents, Currency: c}, nil
}

// Zero is nothing, in a currency.
func Zero(c Currency) Money { return Money{Currency: c} }

// Sum adds amounts of one currency; none give zero. The errors are those of Add.
func Sum(c Currency, amounts ...Money) (Money, error) {
	total := Zero(c)
	for _, amount := range amounts {
		var err error
		if total, err = total.Add(amount); err != nil {
			return Money{}, err
		}
	}
	return total, nil
}

// Add gives m + other. It fails with fault.CurrencyMismatch when the currencies differ (R6.1)
// and with fault.InvalidRequest when the sum does not fit into 64 bits.
func (m Money) Add(other Money) (Money, error) {
	if m.Currency != other.Currency {
		return Money{}, mismatch(m.Currency, other.Currency)
	}
	sum := m.Amount + other.Amount
	if (sum > m.Amount) != (other.Amount > 0) && other.Amount != 0 {
		return Money{}, tooLarge()
	}
	return Money{Amount: sum, Currency: m.Currency}, nil
}

// Sub gives m - other and fails as Add does.
func (m Money) Sub(other Money) (Money, error) {
	if m.Currency != other.Currency {
		return Money{}, mismatch(m.Currency, other.Currency)
	}
	difference := m.Amount - other.Amount
	if (difference < m.Amount) != (other.Amount > 0) && other.Amount != 0 {
		return Money{}, tooLarge()
	}
	return Money{Amount: difference, Currency: m.Currency}, nil
}

// IsZero says whether the amount is nothing, in whatever currency.
func (m Money) IsZero() bool { return m.Amount == 0 }

// IsNegative says whether the amount is below nothing.
func (m Money) IsNegative() bool { return m.Amount < 0 }

// String gives "264.00 USD", "-5.00 CAD".
func (m Money) String() string {
	return strings.TrimSuffix(FormatAmount(m.Amount)+" "+string(m.Currency), " ")
}

// FormatAmount writes cents as "264.00", without the currency.
func FormatAmount(cents int64) string {
	sign, size := "", uint64(cents)
	if cents < 0 {
		sign, size = "-", -size
	}
	return sign + hundredths(size)
}

// ParseAmount reads what a person types for an amount: "30", "30.5", "30.00", "-5.00". It gives
// cents; more than two decimals, signs other than a minus, separators and exponents are refused.
// The error is an invalid request about the whole value (pointer "").
func ParseAmount(text string) (int64, error) {
	digits, negative := strings.CutPrefix(text, "-")
	size, ok := parseHundredths(digits)
	switch {
	case !ok:
		return 0, fault.AtField("", "invalid_format",
			"%q is not an amount; write whole units or units and cents, as 30 or 30.00.", text)
	case negative && size > -math.MinInt64, !negative && size > math.MaxInt64:
		return 0, tooLarge()
	case negative:
		return int64(-size), nil
	}
	return int64(size), nil
}

// hundredths writes 26400 as "264.00".
func hundredths(n uint64) string {
	text := strconv.FormatUint(n, 10)
	if len(text) < 3 {
		text = strings.Repeat("0", 3-len(text)) + text
	}
	return text[:len(text)-2] + "." + text[len(text)-2:]
}

// parseHundredths reads "264", "264.0" or "264.00" as 26400: ASCII digits, at most two decimals.
func parseHundredths(text string) (uint64, bool) {
	whole, decimals, point := strings.Cut(text, ".")
	if whole == "" || point && decimals == "" || len(decimals) > 2 {
		return 0, false
	}
	digits := whole + decimals + strings.Repeat("0", 2-len(decimals))
	if strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	return n, err == nil
}

func mismatch(a, b Currency) error {
	return fault.New(fault.CurrencyMismatch, "Amounts in %s and %s cannot be put together.", named(a), named(b))
}

func named(c Currency) string {
	if c == "" {
		return "no currency"
	}
	return string(c)
}

func tooLarge() error {
	return fault.AtField("", "out_of_range", "The amount is too large.")
}
