package bank

import (
	"fmt"
	"strings"

	"github.com/nast-tour/nast/internal/money"
)

// Number is how a bank writes amounts.
type Number struct {
	Decimal   string `json:"decimal"`   // "." or ","
	Thousands string `json:"thousands"` // ",", ".", "'", " " for a blank of any kind, "" for none
}

// blanks are the spaces that part thousands.
var blanks = strings.NewReplacer("\u00A0", " ", "\u202F", " ", "\u2009", " ", "’", "'", "−", "-")

// signs that a currency may be written with. "$" is every dollar and peso: the mapping or the
// currency column says which.
var signs = map[money.Currency][]string{
	"USD": {"US$", "$"}, "CAD": {"CA$", "C$", "$"}, "AUD": {"A$", "$"}, "NZD": {"NZ$", "$"}, "MXN": {"MX$", "$"},
	"EUR": {"€"}, "GBP": {"£"},
}

// Parse reads an amount in cents, exactly: 1,234.56 and -12.00, 12.00-, (12.00), 12.00 DR (out) and
// 12.00 CR (in), with at most one such mark, two decimals, and the currency's own code or sign.
// Whole thousands are in groups of three or not parted at all, so that 1.234 is never one unit and
// a bit. The error is a sentence for a person.
func (n Number) Parse(text string, currency money.Currency) (cents int64, err error) {
	figure, negative := bare(text, currency)
	plain, ok := n.plain(figure)
	if !ok {
		return 0, fmt.Errorf("%s is not an amount with the decimal sign %q and the thousands sign %q", quote(text), n.Decimal, n.Thousands)
	}
	cents, err = money.ParseAmount(plain)
	if err != nil || cents > maxSize {
		return 0, fmt.Errorf("%s is too large an amount", quote(text))
	}
	if negative {
		cents = -cents
	}
	return cents, nil
}

// bare takes sign and currency off an amount, each once, in whatever order they stand.
func bare(text string, currency money.Currency) (figure string, negative bool) {
	figure = strings.ToUpper(strings.TrimSpace(blanks.Replace(text)))
	signed, named := false, false
	for before := ""; before != figure; {
		before = figure
		if !named {
			figure, named = cutEither(figure, append([]string{string(currency)}, signs[currency]...)...)
		}
		if !signed {
			figure, signed, negative = cutSign(figure)
		}
		figure = strings.TrimSpace(figure)
	}
	return figure, negative
}

// cutEither takes the first of the marks that fits off the beginning or the end.
func cutEither(text string, marks ...string) (string, bool) {
	for _, mark := range marks {
		if rest, ok := strings.CutPrefix(text, mark); ok {
			return rest, true
		}
		if rest, ok := strings.CutSuffix(text, mark); ok {
			return rest, true
		}
	}
	return text, false
}

// cutSign takes one mark of direction off an amount.
func cutSign(text string) (rest string, signed, negative bool) {
	if inner, ok := strings.CutPrefix(text, "("); ok && strings.HasSuffix(inner, ")") {
		return strings.TrimSuffix(inner, ")"), true, true
	}
	if rest, ok := cutEither(text, "-"); ok {
		return rest, true, true
	}
	if rest, ok := strings.CutSuffix(text, "DR"); ok {
		return rest, true, true
	}
	if rest, ok := strings.CutSuffix(text, "CR"); ok {
		return rest, true, false
	}
	rest, signed = strings.CutPrefix(text, "+")
	return rest, signed, false
}

// worded says whether the amount itself tells the direction, as 12.00 DR does.
func worded(text string, currency money.Currency) bool {
	text = strings.ToUpper(strings.TrimSpace(text))
	text = strings.TrimSpace(strings.TrimSuffix(text, string(currency)))
	return strings.HasSuffix(text, "CR") || strings.HasSuffix(text, "DR")
}

// plain writes an unsigned figure as money.ParseAmount takes it, 1234.56, and says whether it is
// well-formed.
func (n Number) plain(figure string) (string, bool) {
	whole, decimals, point := strings.Cut(figure, n.Decimal)
	if n.Thousands != "" {
		groups := strings.Split(whole, n.Thousands)
		for i, group := range groups {
			if len(groups) > 1 && len(group) != 3 && (i > 0 || len(group) == 0 || len(group) > 3) {
				return "", false
			}
		}
		whole = strings.Join(groups, "")
	}
	if !digitsOnly(whole) || !digitsOnly(decimals) || len(decimals) > 2 || point == (decimals == "") || whole+decimals == "" {
		return "", false
	}
	if whole == "" { // .50
		whole = "0"
	}
	if !point {
		return whole, true
	}
	return whole + "." + decimals, true
}

func digitsOnly(text string) bool { return strings.Trim(text, "0123456789") == "" }
