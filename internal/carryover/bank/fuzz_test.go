package bank_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/carryover/bank"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// Whatever the bytes, the reader answers: with lines that have a place, a day and each their own
// fingerprint, or with a bounded refusal that has a place.
func FuzzRead(f *testing.F) {
	f.Add([]byte("Date,Description,Amount\n2026-03-14,a,1.00\n2026-03-14,a,1.00\n"), "a")
	f.Add([]byte("\uFEFFBuchungstag;Betrag;Name\r\n14.03.2026;\"1.000,00\";\"L\nee\"\r\n"), "b")
	f.Add([]byte("Date\tDebit\tCredit\r3/14/2026\t(1.00)\t\r"), "")
	f.Add([]byte("Date,Amount,Name\n2026-03-14,-1.00 DR,Andr\xe9\n\"\n"), "c")
	f.Fuzz(func(t *testing.T, raw []byte, account string) {
		before := bytes.Clone(raw)
		m, doubts := bank.Guess(raw, money.USD)
		for _, guessed := range []bank.Mapping{m, plain()} {
			lines, err := bank.Read(raw, account, guessed)
			require.Equal(t, before, raw, "the file itself is left alone")
			if err != nil {
				require.Empty(t, lines)
				requireRefusal(t, err)
				continue
			}
			seen := map[bank.Fingerprint]bool{}
			for _, l := range lines {
				require.False(t, seen[l.Fingerprint] || l.Day.IsZero() || l.Number < 1)
				require.True(t, utf8.ValidString(l.Text+l.Payer+l.Reference+l.Cheque))
				seen[l.Fingerprint] = true
			}
			require.Empty(t, bank.Merge(lines, lines).Fresh)
		}
		if len(doubts) == 0 {
			_, err := bank.Read(raw, "account", m)
			require.NoError(t, err, "a mapping without doubts reads its file")
		}
	})
}

func requireRefusal(t *testing.T, err error) {
	t.Helper()
	var refused *fault.Error
	require.ErrorAs(t, err, &refused)
	require.NotEmpty(t, refused.Fields)
	require.LessOrEqual(t, len(refused.Fields), 20)
	require.Contains(t, []fault.Code{fault.ImportRefused, fault.InvalidRequest}, refused.Code)
	for _, field := range refused.Fields {
		require.True(t, utf8.ValidString(field.Detail))
		require.Equal(t, refused.Code == fault.ImportRefused, strings.HasPrefix(field.Pointer, "/line/"))
	}
}
