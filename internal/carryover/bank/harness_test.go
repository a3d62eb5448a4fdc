package bank_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/carryover/bank"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// plain is the mapping of the tests: what a tidy bank writes.
func plain() bank.Mapping {
	return bank.Mapping{
		Encoding: bank.UTF8, Separator: ",", Header: true, DateLayout: "YYYY-MM-DD",
		Columns: bank.Columns{Date: "Date", Amount: "Amount", Text: []string{"Description"}},
		Number:  bank.Number{Decimal: ".", Thousands: ","}, Sign: bank.InPositive, Currency: money.USD,
	}
}

// with gives the plain mapping after a change.
func with(change func(*bank.Mapping)) bank.Mapping {
	m := plain()
	change(&m)
	return m
}

func read(t *testing.T, file string, m bank.Mapping) []bank.Line {
	t.Helper()
	lines, err := bank.Read([]byte(file), "chequing", m)
	require.NoError(t, err)
	return lines
}

// refusal gives the places and codes of a refused file: "3:12 not_a_date".
func refusal(t *testing.T, file string, m bank.Mapping) []string {
	t.Helper()
	lines, err := bank.Read([]byte(file), "chequing", m)
	require.Nil(t, lines, "a file is taken whole or not at all")
	var refused *fault.Error
	require.ErrorAs(t, err, &refused)
	require.Equal(t, fault.ImportRefused, refused.Code)
	var places []string
	for _, f := range refused.Fields {
		at := strings.NewReplacer("/line/", "", "/column/", ":").Replace(f.Pointer)
		places = append(places, at+" "+f.Code)
	}
	return places
}

func cents(lines []bank.Line) []int64 {
	var amounts []int64
	for _, l := range lines {
		amounts = append(amounts, l.Amount.Amount)
	}
	return amounts
}

func usd(cents int64) money.Money { return money.Money{Amount: cents, Currency: money.USD} }

func march(day int) civil.Date { return civil.New(2026, time.March, day) }
