package journal

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/money"
)

// Hledger writes transactions, in the order of Sorted, as a journal that hledger reads: the
// reference as the code, kind and reason as the description, and who and when as tags.
func Hledger(transactions []Transaction) []byte {
	var out bytes.Buffer
	out.WriteString("; The journal of the carryover. A debit is positive, a credit negative.\ndecimal-mark .\n")
	used := make(map[money.Currency]bool)
	for _, t := range transactions {
		for _, line := range t.Lines {
			used[line.Amount.Currency] = true
		}
	}
	for _, c := range slices.Sorted(maps.Keys(used)) {
		fmt.Fprintf(&out, "commodity 1000.00 %s\n", c)
	}
	for _, t := range transactions {
		out.WriteByte('\n')
		writeHledger(&out, t)
	}
	return out.Bytes()
}

func writeHledger(out *bytes.Buffer, t Transaction) {
	description := t.Kind
	if t.Reason != "" {
		description += ": " + t.Reason
	}
	fmt.Fprintf(out, "%s * (%s) %s\n", t.Day, plain(t.Reference, "();|"), plain(description, ";|"))
	fmt.Fprintf(out, "    ; id:%s, at:%s, by:%s\n", t.ID, t.At.UTC().Format(time.RFC3339), plain(t.By.Name, ",:;"))
	if t.Reverses != uuid.Nil {
		fmt.Fprintf(out, "    ; reverses:%s\n", t.Reverses)
	}
	account, amount := 0, 0
	for _, line := range t.Lines {
		account = max(account, len(line.Account))
		amount = max(amount, len(line.Amount.String()))
	}
	for _, line := range t.Lines {
		fmt.Fprintf(out, "    %-*s  %*s\n", account, line.Account, amount, line.Amount)
	}
}

// plain makes a text fit for one line of a journal: what would end it or mean something there
// becomes a space.
func plain(text, special string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || strings.ContainsRune(special, r) {
			return ' '
		}
		return r
	}, text)), " ")
}

// CSV writes transactions, in the order they come, one row a line, with debit and credit in
// columns of their own. Texts of people are guarded, so that no spreadsheet takes them for a
// formula.
func CSV(transactions []Transaction) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.UseCRLF = true
	// Writing to a buffer does not fail.
	_ = w.Write([]string{
		"day", "transaction", "kind", "reference", "account", "debit", "credit", "currency", "recorded_at", "by", "reason", "reverses",
	})
	for _, t := range transactions {
		reverses := ""
		if t.Reverses != uuid.Nil {
			reverses = t.Reverses.String()
		}
		for _, line := range t.Lines {
			debit, credit := money.FormatAmount(line.Amount.Amount), ""
			if line.Amount.IsNegative() {
				debit, credit = "", strings.TrimPrefix(debit, "-")
			}
			_ = w.Write([]string{
				t.Day.String(), t.ID.String(), t.Kind, guarded(t.Reference), string(line.Account), debit, credit,
				string(line.Amount.Currency), t.At.UTC().Format(time.RFC3339), guarded(t.By.Name), guarded(t.Reason), reverses,
			})
		}
	}
	w.Flush()
	return out.Bytes()
}

// guarded puts an apostrophe before a text that a spreadsheet would take for a formula. It stands
// here because internal/interchange, whose tables do the same, lies above this package.
func guarded(text string) string {
	if rest := strings.TrimLeft(text, "'"); rest != "" && strings.ContainsRune("=+-@\t\r", rune(rest[0])) {
		return "'" + text
	}
	return text
}
