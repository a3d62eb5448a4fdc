package money_test

import (
	"encoding/json"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

func TestParsePercentIsStrict(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]money.Percent{
		"40.00": 4000, "40": 4000, "40.5": 4050, "0": 0, "0.00": 0, "0.01": 1, "100": 10000, "100.00": money.Whole,
	} {
		p, err := money.ParsePercent(text)
		require.NoError(t, err, text)
		require.Equal(t, want, p, text)
		require.True(t, p.Valid())
	}
	for _, text := range []string{
		"", "-1", "100.01", "101", "40%", "40.001", "40,00", " 40", "4e1", "40.", ".5", "99999999999999999999",
	} {
		_, err := money.ParsePercent(text)
		require.Equal(t, fault.InvalidRequest, fault.CodeOf(err), text)
	}
	require.False(t, money.Percent(-1).Valid())
	require.False(t, money.Percent(10001).Valid())
}

func TestPercentInJSONIsAString(t *testing.T) {
	t.Parallel()
	raw, err := json.Marshal(map[string]money.Percent{"carryover_percent": 4000})
	require.NoError(t, err)
	require.JSONEq(t, `{"carryover_percent": "40.00"}`, string(raw))

	var read struct{ P money.Percent }
	require.NoError(t, json.Unmarshal([]byte(`{"P": "33.34"}`), &read))
	require.Equal(t, money.Percent(3334), read.P)
	for _, bad := range []string{`{"P": 40}`, `{"P": "140.00"}`, `{"P": "forty"}`} {
		require.Error(t, json.Unmarshal([]byte(bad), &read), bad)
	}
}

func TestPercentOfRoundsHalvesAwayFromZero_R6_2(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		percent     money.Percent
		cents, want int64
	}{
		{4000, 66000, 26400}, // 22 x 30.00
		{4000, 43677, 17471}, // 23 x 18.99: 174.708
		{5000, 1, 1},         // 0.5
		{5000, -1, -1},
		{5000, 3, 2}, // 1.5
		{5000, -3, -2},
		{4999, 1, 0},
		{4999, -1, 0},
		{0, 12345, 0},
		{money.Whole, 12345, 12345},
		{money.Whole, -12345, -12345},
		{1, 5000, 1}, // 0.5
		{1, 4999, 0},
	} {
		require.Equal(t, usd(c.want), c.percent.Of(usd(c.cents)), "%s%% of %d", c.percent, c.cents)
	}
}

// Every price from 0.01 to 100.00 and every field from 1 to 100 players: a whole number of cents
// is nearest to 40% of the total exactly when five times it is within 2.5 of twice the total. There
// are no halves, for 40% of whole cents ends in fifths.
func TestFortyPercentOfEveryPriceAndField_R6_2(t *testing.T) {
	t.Parallel()
	for price := int64(1); price <= 100_00; price++ {
		for players := int64(1); players <= 100; players++ {
			total := price * players
			due := money.Percent(4000).Of(usd(total)).Amount
			if off := 5*due - 2*total; off < -2 || off > 2 {
				require.Failf(t, "not the nearest cent", "%d players at %d cents: %d", players, price, due)
			}
		}
	}
}

func TestPercentOfAgreesWithRationalArithmetic(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cents := rapid.Int64().Draw(t, "cents")
		percent := money.Percent(rapid.IntRange(0, 10000).Draw(t, "percent"))

		// Half away from zero: the magnitude plus a half, cut off.
		exact := new(big.Rat).SetFrac(
			new(big.Int).Mul(new(big.Int).Abs(big.NewInt(cents)), big.NewInt(int64(percent))), big.NewInt(10000))
		exact.Add(exact, big.NewRat(1, 2))
		want := new(big.Int).Quo(exact.Num(), exact.Denom())
		if cents < 0 {
			want.Neg(want)
		}
		require.Equal(t, want.Int64(), percent.Of(usd(cents)).Amount)
	})
}

func FuzzParsePercent(f *testing.F) {
	f.Add("40.00")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := money.ParsePercent(text)
		if err != nil {
			return
		}
		again, err := money.ParsePercent(p.String())
		require.NoError(t, err)
		require.Equal(t, p, again)
	})
}
