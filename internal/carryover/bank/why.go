package bank

import (
	"fmt"
	"strings"

	"github.com/nast-tour/nast/internal/money"
)

// list says what agrees, beside the amount.
func (f facts) list() []string {
	var list []string
	if f.cheque != "" {
		list = append(list, "cheque number "+f.cheque)
	}
	if f.reference != "" {
		list = append(list, "reference "+f.reference)
	}
	if f.payer != "" {
		list = append(list, "payer "+f.payer)
	}
	return list
}

// whyPair explains why a line may be a candidate.
func whyPair(l Line, c Candidate, f facts) string {
	list := f.list()
	switch {
	case l.Amount != c.Amount:
		return fmt.Sprintf("%s with the %s; the amount does not: the bank has %s, not %s.", capital(agree(list)), c.Kind, l.Amount, c.Amount)
	case len(list) == 0:
		return fmt.Sprintf("Only the amount agrees with the %s.", c.Kind)
	}
	return fmt.Sprintf("%s with the %s.", capital(agree(append([]string{"amount"}, list...))), c.Kind)
}

// whySum explains why several may be one; total is what they make.
func whySum(lines, candidates int, one Candidate, total money.Money, list []string) string {
	var why string
	switch {
	case lines > 1:
		why = fmt.Sprintf("The %d lines together make the %s of %s", lines, one.Kind, total)
	default:
		why = fmt.Sprintf("The %d together make the %s of the line", candidates, total)
	}
	if len(list) > 0 {
		return why + "; " + agree(list) + "."
	}
	return why + "."
}

// agree makes "amount and payer Ann Lee agree".
func agree(list []string) string {
	last := len(list) - 1
	if last == 0 {
		return list[0] + " agrees"
	}
	return strings.Join(list[:last], ", ") + " and " + list[last] + " agree"
}

// capital begins a sentence with a text that begins with a letter of ASCII.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
