package bank_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/carryover/bank"
	"github.com/nast-tour/nast/internal/money"
)

func TestAmountsAreReadToTheCent(t *testing.T) {
	t.Parallel()
	point, comma := bank.Number{Decimal: ".", Thousands: ","}, bank.Number{Decimal: ",", Thousands: "."}
	for _, c := range []struct {
		n    bank.Number
		text string
		want int64
	}{
		{point, "1,234.56", 123456},
		{comma, "1.234,56", 123456},
		{point, "(12.00)", -1200},
		{point, "-12.00", -1200},
		{point, "12.00-", -1200},
		{point, "+12.00", 1200},
		{point, "12.00 CR", 1200},
		{point, "12.00 dr", -1200},
		{point, "12.00DR", -1200},
		{point, "-$1,234,567.8", -123456780},
		{point, "$-12", -1200},
		{point, "($12.00)", -1200},
		{point, "USD 12.00", 1200},
		{point, "12.00 USD DR", -1200},
		{point, "\u221212.00", -1200},
		{point, ".50", 50},
		{point, "0.29", 29}, // 28.999... as a float of 64 bits times 100
		{comma, "1.234", 123400},
		{bank.Number{Decimal: ",", Thousands: " "}, "1\u202F234\u00A0567,80", 123456780},
		{bank.Number{Decimal: ".", Thousands: "'"}, "1’234.50", 123450},
		{bank.Number{Decimal: "."}, "1234.50", 123450},
		{point, "100,000,000,000.00", 10_000_000_000_000},
	} {
		got, err := c.n.Parse(c.text, money.USD)
		require.NoError(t, err, c.text)
		require.Equal(t, c.want, got, c.text)
	}
	for _, c := range []struct {
		n    bank.Number
		text string
	}{
		{point, ""},
		{point, "-"},
		{point, "."},
		{point, "12."},
		{point, "1.234"},
		{point, "1.234,56"},
		{comma, "1,234.56"},
		{comma, "1.23"},
		{point, "12,34"},
		{point, "1,23,456.00"},
		{point, ",234"},
		{point, "1234,567"},
		{bank.Number{Decimal: "."}, "1,234.50"},
		{point, "--12"},
		{point, "-(12.00)"},
		{point, "-12.00 CR"},
		{point, "-12.00-"},
		{point, "(12.00"},
		{point, "12.00 €"},
		{point, "12.00 CAD"},
		{point, "1e3"},
		{point, "1 2"},
		{point, "٣"},
		{point, "NaN"},
		{point, "99999999999999999999"},
		{point, "100,000,000,000.01"},
	} {
		_, err := c.n.Parse(c.text, money.USD)
		require.Error(t, err, c.text)
	}
}

// Every amount, written in every way, is read back; grouping is done here by hand.
func TestAmountsRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.Int64Range(0, 10_000_000_000_000).Draw(t, "cents")
		n := rapid.SampledFrom([]bank.Number{{".", ","}, {",", "."}, {".", ""}, {",", " "}, {".", "'"}}).Draw(t, "number")
		digits := strconv.FormatInt(want/100, 10)
		text := ""
		for len(digits) > 3 {
			text, digits = n.Thousands+digits[len(digits)-3:]+text, digits[:len(digits)-3]
		}
		text = digits + text + n.Decimal + strconv.FormatInt(want/10%10, 10) + strconv.FormatInt(want%10, 10)
		frame := rapid.SampledFrom([]struct {
			text string
			sign int64
		}{{"#", 1}, {"-#", -1}, {"#-", -1}, {"(#)", -1}, {"# CR", 1}, {"# DR", -1}, {"$#", 1}, {"-US$#", -1}}).Draw(t, "frame")
		got, err := n.Parse(strings.Replace(frame.text, "#", text, 1), money.USD)
		require.NoError(t, err)
		require.Equal(t, frame.sign*want, got)
	})
}
