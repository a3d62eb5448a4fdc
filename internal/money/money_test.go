package money_test

import (
	"encoding/json"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

func usd(cents int64) money.Money { return money.Money{Amount: cents, Currency: money.USD} }

func TestCurrenciesAreNeverPutTogether_R6_1(t *testing.T) {
	t.Parallel()
	cad := money.Money{Amount: 100, Currency: money.CAD}

	_, err := usd(100).Add(cad)
	require.Equal(t, fault.CurrencyMismatch, fault.CodeOf(err))
	_, err = usd(100).Sub(cad)
	require.Equal(t, fault.CurrencyMismatch, fault.CodeOf(err))
	_, err = money.Sum(money.USD, usd(100), cad)
	require.Equal(t, fault.CurrencyMismatch, fault.CodeOf(err))
	_, err = usd(100).Add(money.Money{})
	require.ErrorContains(t, err, "USD and no currency")
}

func TestSumOfNothingIsZeroInItsCurrency(t *testing.T) {
	t.Parallel()
	sum, err := money.Sum(money.CAD)
	require.NoError(t, err)
	require.Equal(t, money.Zero(money.CAD), sum)
	require.True(t, sum.IsZero())
	require.False(t, sum.IsNegative())
}

func TestAddAndSubRefuseWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	amounts := rapid.OneOf(
		rapid.Int64(),
		rapid.SampledFrom([]int64{0, 1, -1, math.MaxInt64, math.MinInt64, math.MaxInt64 - 1, math.MinInt64 + 1}),
	)
	rapid.Check(t, func(t *rapid.T) {
		a, b := amounts.Draw(t, "a"), amounts.Draw(t, "b")
		agrees := func(got money.Money, err error, want *big.Int) {
			if !want.IsInt64() {
				require.Equal(t, fault.InvalidRequest, fault.CodeOf(err))
				return
			}
			require.NoError(t, err)
			require.Equal(t, usd(want.Int64()), got)
		}
		sum, err := usd(a).Add(usd(b))
		agrees(sum, err, new(big.Int).Add(big.NewInt(a), big.NewInt(b)))
		difference, err := usd(a).Sub(usd(b))
		agrees(difference, err, new(big.Int).Sub(big.NewInt(a), big.NewInt(b)))
	})
}

func TestMoneyIsWrittenWithUnitsCentsAndCurrency(t *testing.T) {
	t.Parallel()
	for want, m := range map[string]money.Money{
		"264.00 USD":                usd(26400),
		"0.00 USD":                  usd(0),
		"0.07 USD":                  usd(7),
		"-0.07 USD":                 usd(-7),
		"-5.00 CAD":                 {Amount: -500, Currency: money.CAD},
		"92233720368547758.07 USD":  usd(math.MaxInt64),
		"-92233720368547758.08 USD": usd(math.MinInt64),
		"1.00":                      {Amount: 100},
	} {
		require.Equal(t, want, m.String())
	}
}

func TestMoneyInJSONIsCentsAndCurrency(t *testing.T) {
	t.Parallel()
	raw, err := json.Marshal(usd(26400))
	require.NoError(t, err)
	require.JSONEq(t, `{"amount": 26400, "currency": "USD"}`, string(raw))
}

func TestParseAmount(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{
		"30": 3000, "30.5": 3050, "30.00": 3000, "0": 0, "0.01": 1, "-5": -500, "-0.5": -50, "007": 700,
		"92233720368547758.07": math.MaxInt64, "-92233720368547758.08": math.MinInt64,
	} {
		cents, err := money.ParseAmount(text)
		require.NoError(t, err, text)
		require.Equal(t, want, cents, text)
	}
	for _, text := range []string{
		"", "-", ".", "30.", ".50", "30.000", "30,00", "1,000.00", "+30", "--3", "3e2", " 30", "30 ", "$30", "٣٠", "30.-1",
		"92233720368547758.08", "-92233720368547758.09", "99999999999999999999999",
	} {
		_, err := money.ParseAmount(text)
		require.Equal(t, fault.InvalidRequest, fault.CodeOf(err), text)
	}
}

func TestNewTakesCentsAndACurrency(t *testing.T) {
	t.Parallel()
	m, err := money.New(3000, "USD")
	require.NoError(t, err)
	require.Equal(t, usd(3000), m)
	_, err = money.New(3000, "usd")
	require.Error(t, err)
}

func TestParseCurrencyTakesISOCodesInCapitals(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"USD", "CAD", "EUR", "GBP", "MXN", "NGN", "XCG"} {
		c, err := money.ParseCurrency(code)
		require.NoError(t, err, code)
		require.Equal(t, money.Currency(code), c)
	}
	for _, text := range []string{"", "usd", "US", "USDD", "US ", " USD", "QQQ", "XXX", "XAU", "U$D", "ÜSD"} {
		_, err := money.ParseCurrency(text)
		require.Equal(t, fault.InvalidRequest, fault.CodeOf(err), text)
	}
}

func FuzzParseAmount(f *testing.F) {
	f.Add("30.5")
	f.Add("-0.01")
	f.Fuzz(func(t *testing.T, text string) {
		cents, err := money.ParseAmount(text)
		if err != nil {
			return
		}
		again, err := money.ParseAmount(money.FormatAmount(cents))
		require.NoError(t, err)
		require.Equal(t, cents, again)
	})
}
