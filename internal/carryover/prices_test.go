package carryover_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/tour"
)

// fortyPercent is 40 of 100 parts of some cents, half a cent up, in integers: 2/5, so that the
// rest of the division is 0 to 4 and 3 and 4 go up.
func fortyPercent(cents int64) int64 {
	due, rest := 2*cents/5, 2*cents%5
	if rest >= 3 {
		due++
	}
	return due
}

func TestTheDueOfEveryPriceAndNumberOfPlayers_R6_2(t *testing.T) {
	t.Parallel()
	require.EqualValues(t, 17471, fortyPercent(23*1899))
	require.EqualValues(t, 26400, fortyPercent(22*3000))
	for price := int64(1); price <= 100_00; price++ {
		for players := int64(1); players <= 100; players++ {
			due := money.Percent(4000).Of(usd(price * players))
			if due != usd(fortyPercent(price*players)) {
				require.Equal(t, usd(fortyPercent(price*players)), due, "%d players at %d cents", players, price)
			}
		}
		// The sum of the fees is what is left to be shown; two numbers of players do for a price.
		charged := slices.Repeat([]money.Money{usd(price)}, 100)
		for _, players := range []int64{price%100 + 1, 100 - price%100} {
			got, err := carryover.Compute(carryover.Input{
				Currency: money.USD, Fees: charged[:players], Percent: 4000, Base: tour.EntryFees,
			})
			require.NoError(t, err)
			require.Equal(t, usd(fortyPercent(price*players)), got.Due, "%d players at %d cents", players, price)
		}
	}
}
