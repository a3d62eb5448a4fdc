package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
)

func TestMoneyAsPeopleTypeIt(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]api.Fee{
		"30":        {Amount: 3000, Currency: "USD"},
		"30.5":      {Amount: 3050, Currency: "USD"},
		"30.00":     {Amount: 3000, Currency: "USD"},
		" 30.00 ":   {Amount: 3000, Currency: "USD"},
		"30.00 CAD": {Amount: 3000, Currency: "CAD"},
		"0 cad":     {Amount: 0, Currency: "CAD"},
	} {
		got, err := parseMoney(text, "USD")
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "thirty", "30.005", "30,00", "-5", "1e3", "$30", "30 ABC", "30.00 CAD extra", "CAD 30"} {
		_, err := parseMoney(text, "USD")
		require.Error(t, err, text)
	}
}

// R6.1: currencies are never added together.
func TestTotalsKeepCurrenciesApart(t *testing.T) {
	t.Parallel()
	var sum totals
	for _, m := range []api.Money{{Amount: 26400, Currency: "USD"}, {Amount: 5000, Currency: "CAD"}, {Amount: 100, Currency: "USD"}} {
		sum.add(m)
	}
	require.Equal(t, "265.00 USD, 50.00 CAD", sum.String())
}
