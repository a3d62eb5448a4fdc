package bank_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/carryover/bank"
	"github.com/nast-tour/nast/internal/money"
)

func TestGuessProposesWhatReadTakes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file   string
		layout bank.DateLayout
		want   []int64
	}{
		"signed amounts, the number of a cheque": {
			"Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #\nCREDIT,03/14/2026,DEPOSIT,264.00,X,\"1,264.00\",1042\nDEBIT,03/15/2026,FEE,-1.00,X,1263.00,\n",
			"MM/DD/YYYY",
			[]int64{26400, -100},
		},
		"withdrawals and deposits under a preamble": {
			"Account,12-34\n\nDate;Description;Withdrawals;Deposits;Balance\n2026-03-14;DÉPÔT;;1 000,00;5\n2026-03-15;FRAIS;1,00;;4\n",
			"YYYY-MM-DD",
			[]int64{100000, -100},
		},
		"German": {
			"Buchungstag;Verwendungszweck;Betrag\n14.03.2026;Überweisung;1.000,00\n15.03.2026;Gebühr;-1,00\n",
			"DD.MM.YYYY",
			[]int64{100000, -100},
		},
		"a direction": {
			"Transaction Date\tNarrative\tAmount\tDR/CR\n14-Mar-2026\tx\t10.00\tCR\n14-Mar-2026\ty\t1.00\tDR\n",
			"DD-Mon-YYYY",
			[]int64{1000, -100},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, doubts := bank.Guess([]byte(c.file), money.USD)
			require.Empty(t, doubts)
			require.Equal(t, c.layout, m.DateLayout)
			require.Equal(t, c.want, cents(read(t, c.file, m)))
		})
	}
}

func TestGuessSaysWhatItDoubts(t *testing.T) {
	t.Parallel()
	for doubt, file := range map[string]string{
		"Which columns":      "a,b,c\n1,2,3\n",
		"DD/MM/YYYY":         "Date,Amount\n03/04/2026,-1.00\n",
		"days written":       "Date,Amount\n14 de marzo,-1.00\n",
		"amounts written":    "Date,Amount\n2026-03-14,one\n",
		"a minus":            "Date,Amount\n2026-03-14,1.00\n",
		"Windows-1252":       "Date,Amount,Name\n2026-03-14,-1.00,Andr\xe9\n",
		"zero byte":          "\x00",
		"twice":              "Date,Amount,Amount\n2026-03-14,-1.00,-1.00\n",
		"do not match":       "Date,Amount\n2026-03-14,-1.00\n2026-03-14,\"-1.00\n",
		"Which currency":     "Date,Amount\n2026-03-14,-1.00\n",
		"not a day written ": "Date,Amount\n" + manyRows(600) + "x,1.00\n",
	} {
		currency := money.USD
		if doubt == "Which currency" {
			currency = ""
		}
		_, doubts := bank.Guess([]byte(file), currency)
		require.NotEmpty(t, doubts, doubt)
		require.Contains(t, doubts[0], doubt)
	}
}

func manyRows(n int) string {
	rows := ""
	for range n {
		rows += "2026-03-14,-1.00\n"
	}
	return rows
}
