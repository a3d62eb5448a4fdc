package money

import "github.com/nast-tour/nast/internal/fault"

// Percent is a share in hundredths of a percent, 0 to 10000: 4000 is 40.00%.
type Percent int

// Whole is 100.00%.
const Whole Percent = 10000

// ParsePercent reads "40", "40.5" or "40.00", from 0 to 100.00. The error is an invalid request
// about the whole value (pointer "").
func ParsePercent(text string) (Percent, error) {
	n, ok := parseHundredths(text)
	switch {
	case !ok:
		return 0, fault.AtField("", "invalid_format",
			"%q is not a percentage; write it with at most two decimals, as 40.00.", text)
	case n > uint64(Whole):
		return 0, fault.AtField("", "out_of_range", "%q is not a percentage from 0 to 100.00.", text)
	}
	return Percent(n), nil
}

// Valid says whether the percentage lies from 0 to 100.00.
func (p Percent) Valid() bool { return p >= 0 && p <= Whole }

// String gives "40.00", without the sign.
func (p Percent) String() string { return FormatAmount(int64(p)) }

// MarshalText writes the percentage as String does, in JSON as the string "40.00".
func (p Percent) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads what ParsePercent reads.
func (p *Percent) UnmarshalText(text []byte) error {
	parsed, err := ParsePercent(string(text))
	if err != nil {
		return err
	}
	*p = parsed
	return nil
}

// Of gives p percent of an amount, rounded to the nearest cent, halves away from zero (R6.2).
// A percentage from 0 to 100.00 never overflows.
func (p Percent) Of(m Money) Money {
	// The whole ten thousands need no rounding; only the rest does. Taking them apart keeps every
	// product within the size of the amount itself.
	tenThousands, rest := m.Amount/int64(Whole), m.Amount%int64(Whole)
	half := int64(Whole) / 2
	if rest < 0 {
		half = -half
	}
	cents := tenThousands*int64(p) + (rest*int64(p)+half)/int64(Whole)
	return Money{Amount: cents, Currency: m.Currency}
}
