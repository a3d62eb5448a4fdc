package bank_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/carryover/bank"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

func TestReadGivesEveryRowWithItsDirection(t *testing.T) {
	t.Parallel()
	lines := read(t, "\uFEFFDate,Description,Amount\r\n2026-03-14,\"LEE,  ANN\",264.00\r\n\r\n2026-03-15,FEE WAIVED,0.00\r\n2026-03-16,SERVICE CHARGE,-12.50\r\n", plain())
	require.Len(t, lines, 3)
	require.Equal(t, march(14), lines[0].Day)
	require.Equal(t, usd(26400), lines[0].Amount)
	require.Equal(t, "LEE, ANN", lines[0].Text)
	require.Equal(t, bank.In, lines[0].Direction())
	require.Equal(t, bank.Nothing, lines[1].Direction(), "a row of 0.00 is kept")
	require.Equal(t, bank.Out, lines[2].Direction())
	require.Equal(t, []int{2, 4, 5}, []int{lines[0].Number, lines[1].Number, lines[2].Number})
}

func TestReadTakesTheShapesOfBanks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file string
		m    bank.Mapping
		want []int64
	}{
		"semicolons, decimal comma, preamble": {
			"Konto;\"12 \"34\"\nZeitraum;Mai\n\nDate;Description;Amount\n14.03.2026;Übertrag;1.234,56\n15.03.2026;Gebühr;-0,05\n",
			with(func(m *bank.Mapping) {
				m.Separator, m.SkipLines, m.DateLayout = ";", 3, "DD.MM.YYYY"
				m.Number = bank.Number{Decimal: ",", Thousands: "."}
			}),
			[]int64{123456, -5},
		},
		"tabs, debit and credit, American days": {
			"Date\tDescription\tDebit\tCredit\n3/14/2026\tFee\t12.00\t\n03/15/2026\tDeposit\t\t$1,000.00\n3/16/2026\tNote\t0.00\t\n3/17/2026\tNil\t0.00\t5.00\n",
			with(func(m *bank.Mapping) {
				m.Separator, m.DateLayout, m.Sign = "\t", "MM/DD/YYYY", bank.Unsigned
				m.Columns.Amount, m.Columns.Debit, m.Columns.Credit = "", "Debit", "Credit"
			}),
			[]int64{-1200, 100000, 0, 500},
		},
		"signed debits": {
			"Date,Debit,Credit\n2026-03-14,-12.00,\n2026-03-14,,13.00\n",
			with(func(m *bank.Mapping) {
				m.Columns = bank.Columns{Date: "Date", Debit: "Debit", Credit: "Credit"}
			}),
			[]int64{-1200, 1300},
		},
		"a direction column": {
			"Date,Amount,Dr/Cr\n2026-03-14,12.00,DR\n2026-03-14,13.00,Credit\n",
			with(func(m *bank.Mapping) {
				m.Columns = bank.Columns{Date: "Date", Amount: "Amount", Direction: "Dr/Cr"}
				m.Sign = bank.Unsigned
			}),
			[]int64{-1200, 1300},
		},
		"a card: positive is spent": {
			"Date,Amount\n2026-03-14,12.00\n2026-03-14,-13.00\n",
			with(func(m *bank.Mapping) {
				m.Columns.Text, m.Sign = nil, bank.InNegative
			}),
			[]int64{-1200, 1300},
		},
		"no header": {
			"03/14/2026,DEPOSIT,,264.00,1000.00\n03/14/2026,FEE,1.00,,999.00\n",
			with(func(m *bank.Mapping) {
				m.Header, m.DateLayout, m.Sign = false, "MM/DD/YYYY", bank.Unsigned
				m.Columns = bank.Columns{Date: "1", Text: []string{"2"}, Debit: "3", Credit: "4"}
			}),
			[]int64{26400, -100},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, cents(read(t, c.file, c.m)))
		})
	}
}

func TestCurrencyIsOfTheRowOrOfTheAccount_R6_1(t *testing.T) {
	t.Parallel()
	m := with(func(m *bank.Mapping) { m.Columns.Currency = "Currency" })
	lines := read(t, "Date,Description,Amount,Currency\n2026-03-14,a,1.00,cad\n2026-03-14,a,1.00,\n", m)
	require.Equal(t, money.CAD, lines[0].Amount.Currency)
	require.Equal(t, money.USD, lines[1].Amount.Currency)

	m.Currency = ""
	require.Equal(t, []string{"2:19 not_a_currency", "3:19 not_a_currency"},
		refusal(t, "Date,Description,Amount,Currency\n2026-03-14,a,1.00,\n2026-03-14,a,1.00,XXX\n", m))
}

func TestBrokenFileIsRefusedWholeWithEveryPlace(t *testing.T) {
	t.Parallel()
	const head = "Date,Description,Amount\n"
	for name, c := range map[string]struct {
		file string
		want []string
	}{
		"a date that is none":     {head + "2026-03-14,a,1.00\n2026-02-30,é,1.00\n", []string{"3:1 not_a_date"}},
		"two faults, two rows":    {head + "14.03.2026,é,1.00\n2026-03-14,é,one\n", []string{"2:1 not_a_date", "3:14 not_an_amount"}},
		"a far day":               {head + "0026-03-14,a,1.00\n", []string{"2:1 not_a_date"}},
		"decimal comma":           {head + "2026-03-14,a,\"12,50\"\n", []string{"2:14 not_an_amount"}},
		"another currency":        {head + "2026-03-14,a,€12.50\n", []string{"2:14 not_an_amount"}},
		"too large":               {head + "2026-03-14,a,100000000000.01\n", []string{"2:14 not_an_amount"}},
		"a quote without end":     {head + "2026-03-14,\"a,1.00\n2026-03-15,b,2.00\n", []string{"3:18 bad_quotes"}},
		"a quote in a text":       {head + "2026-03-14,a \"b\",1.00\n", []string{"2:14 bad_quotes"}},
		"a quote swallows a row":  {head + "2026-03-14,\"a,1.00\n2026-03-15,b,2.00\n2026-03-16,c\",3.00\n", []string{"3:1 bad_quotes"}},
		"a comma without quotes":  {head + "2026-03-14,1.00,2.00,3.00\n", []string{"2:22 too_many_cells"}},
		"a row cut off":           {head + "2026-03-14,a\n", []string{"2:1 too_few_cells"}},
		"another header":          {"Date,Text,Amount\n2026-03-14,a,1.00\n", []string{"1:1 column_missing"}},
		"a column twice":          {"Date,Amount,Description,amount\n", []string{"1:25 column_twice"}},
		"nothing":                 {"", []string{"1:1 empty"}},
		"blank lines":             {"\n \n,,\n", []string{"1:1 empty"}},
		"another program's bytes": {"PK\x03\x04\x00\x00", []string{"1:5 not_text"}},
		"a long text":             {head + "2026-03-14," + strings.Repeat("x", 2001) + ",1.00\n", []string{"2:12 too_long"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, refusal(t, c.file, plain()))
		})
	}
}

func TestFaultsOfAFileAreBounded(t *testing.T) {
	t.Parallel()
	rows := strings.Repeat("x,y,z\n", bank.MaxLines-1)
	require.Len(t, refusal(t, "Date,Description,Amount\n"+rows, plain()), 20)
	require.Equal(t, []string{"20001:1 too_long"}, refusal(t, "Date,Description,Amount\n"+rows+"x\n", plain()))
	require.Equal(t, []string{"1:1 too_large"}, refusal(t, strings.Repeat("x", bank.MaxBytes+1), plain()))
}

func TestDebitsAndCreditsAreHeldToTheirColumns(t *testing.T) {
	t.Parallel()
	m := with(func(m *bank.Mapping) {
		m.Columns = bank.Columns{Date: "Date", Debit: "Debit", Credit: "Credit"}
		m.Sign = bank.Unsigned
	})
	require.Equal(t, []string{"2:12 no_amount", "3:17 two_amounts", "4:12 wrong_sign"},
		refusal(t, "Date,Debit,Credit\n2026-03-14,,\n2026-03-14,1.00,2.00\n2026-03-14,-1.00,\n", m))
	m.Sign = bank.InPositive
	require.Equal(t, []string{"2:12 wrong_sign", "3:13 wrong_sign"}, refusal(t, "Date,Debit,Credit\n2026-03-14,1.00,\n2026-03-14,,-1.00\n", m))
}

func TestCRAndDRAgainstTheConventionAreRefused(t *testing.T) {
	t.Parallel()
	m := with(func(m *bank.Mapping) { m.Sign = bank.InNegative })
	require.Equal(t, []string{"2:14 wrong_sign"}, refusal(t, "Date,Description,Amount\n2026-03-14,a,12.00 CR\n", m))
}

func TestWrongEncodingNeverGarbles(t *testing.T) {
	t.Parallel()
	utf8 := "Date,Description,Amount\n2026-03-14,André Lévêque,1.00\n"
	latin := "Date,Description,Amount\n2026-03-14,Andr\xe9 L\xe9v\xeaque,1.00\n"
	as := func(e bank.Encoding) bank.Mapping { return with(func(m *bank.Mapping) { m.Encoding = e }) }

	require.Equal(t, []string{"2:16 wrong_encoding"}, refusal(t, latin, plain()))
	require.Equal(t, []string{"2:16 wrong_encoding"}, refusal(t, utf8, as(bank.Windows1252)), "é would be Ã©")
	require.Equal(t, []string{"2:16 wrong_encoding"}, refusal(t, utf8, as(bank.Latin1)))
	require.Equal(t, []string{"1:1 wrong_encoding"}, refusal(t, "\xff\xfeD\x00a\x00", plain()), "UTF-16")
	require.Equal(t, []string{"2:12 wrong_encoding"}, refusal(t, "Date,Description,Amount\n2026-03-14,\x8d,1.00\n", as(bank.Windows1252)))
	require.Equal(t, []string{"2:12 wrong_encoding"}, refusal(t, "Date,Description,Amount\n2026-03-14,\x80,1.00\n", as(bank.Latin1)),
		"0x80 is the euro of Windows-1252")
	require.Equal(t, []string{"2:12 letters_lost"}, refusal(t, "Date,Description,Amount\n2026-03-14,\uFFFD,1.00\n", plain()))

	for _, e := range []bank.Encoding{bank.Windows1252, bank.Latin1} {
		lines := read(t, latin, as(e))
		require.Equal(t, "André Lévêque", lines[0].Text)
		require.Equal(t, read(t, utf8, plain())[0].Fingerprint, lines[0].Fingerprint, "the encoding is not a part of the row")
	}
}

func TestMappingIsKeptAsJSON(t *testing.T) {
	t.Parallel()
	m := with(func(m *bank.Mapping) { m.Columns.Cheque, m.SkipLines = "Check #", 2 })
	raw, err := json.Marshal(m)
	require.NoError(t, err)
	var again bank.Mapping
	require.NoError(t, json.Unmarshal(raw, &again))
	require.Equal(t, m, again)
	require.NoError(t, again.Validate())
}

func TestMappingIsHeldToItsRules(t *testing.T) {
	t.Parallel()
	require.NoError(t, plain().Validate())
	for pointer, change := range map[string]func(*bank.Mapping){
		"/encoding":          func(m *bank.Mapping) { m.Encoding = "utf-16" },
		"/separator":         func(m *bank.Mapping) { m.Separator = "|" },
		"/skip_lines":        func(m *bank.Mapping) { m.SkipLines = -1 },
		"/date_layout":       func(m *bank.Mapping) { m.DateLayout = "2006-01-02" },
		"/number/decimal":    func(m *bank.Mapping) { m.Number.Decimal = "" },
		"/number/thousands":  func(m *bank.Mapping) { m.Number.Thousands = "." },
		"/currency":          func(m *bank.Mapping) { m.Currency = "usd" },
		"/columns/date":      func(m *bank.Mapping) { m.Columns.Date = "" },
		"/columns/amount":    func(m *bank.Mapping) { m.Columns.Amount = "" },
		"/columns/direction": func(m *bank.Mapping) { m.Columns.Direction, m.Sign = "AMOUNT", bank.Unsigned },
		"/columns/payer":     func(m *bank.Mapping) { m.Columns.Payer = " date" },
		"/columns/text/0":    func(m *bank.Mapping) { m.Columns.Text = []string{""} },
		"/sign":              func(m *bank.Mapping) { m.Sign = bank.Unsigned },
	} {
		err := with(change).Validate()
		var invalid *fault.Error
		require.ErrorAs(t, err, &invalid, pointer)
		require.Equal(t, fault.InvalidRequest, invalid.Code)
		require.Equal(t, pointer, invalid.Fields[0].Pointer)
		_, err = bank.Read([]byte("Date,Amount\n"), "a", with(change))
		require.Equal(t, fault.InvalidRequest, fault.CodeOf(err))
	}
	// Without a header no row may be passed over unseen, and columns are numbers.
	err := with(func(m *bank.Mapping) { m.Header, m.SkipLines = false, 1 }).Validate()
	require.ErrorContains(t, err, "only above a header")
	_, err = bank.Read(nil, " ", plain())
	require.ErrorContains(t, err, "account")
}
