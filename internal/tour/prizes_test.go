package tour_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/tour"
)

func usd(cents int64) money.Money { return money.Money{Amount: cents, Currency: money.USD} }

func amounts(payouts []money.Money) []int64 {
	var cents []int64
	for _, payout := range payouts {
		cents = append(cents, payout.Amount)
	}
	return cents
}

func TestOneQualifierForEverySevenPlayers_R5_2(t *testing.T) {
	t.Parallel()
	for players, want := range map[int]int{
		0: 0, 1: 1, 4: 1, 9: 1, 10: 1, 11: 2, 15: 2, 17: 2, 18: 3, 22: 3, 24: 3, 25: 4, 26: 4, 48: 7, 110: 16,
	} {
		require.Equal(t, want, tour.DefaultPrizes().Qualifiers(players), "%d players", players)
	}
}

// The shares by hand: one place in six; two 1 : 0.6; three 50/30/20; four 1 : 0.6 : 0.36 : 0.216.
func TestDefaultPayouts_R5_2(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		players int
		fund    int64
		want    []int64
	}{
		{1, 1234, []int64{1234}},
		{6, 100_00, []int64{100_00}},
		{7, 160_00, []int64{100_00, 60_00}},
		{9, 162_00, []int64{102_00, 60_00}}, // 101.25, 60.75
		{13, 270_00, []int64{135_00, 81_00, 54_00}},
		{15, 271_00, []int64{136_00, 81_00, 54_00}}, // 135.50, 81.30, 54.20
		{18, 270_50, []int64{135_50, 81_00, 54_00}},
		{22, 396_00, []int64{183_00, 109_00, 65_00, 39_00}}, // 181.98, 109.19, 65.51, 39.30
		{24, 0, []int64{0, 0, 0, 0}},
	} {
		payouts := tour.DefaultPrizes().Payouts(c.players, usd(c.fund))
		require.Equal(t, c.want, amounts(payouts), "%d players, %d cents", c.players, c.fund)
		require.Equal(t, money.USD, payouts[0].Currency)
	}
	require.Empty(t, tour.DefaultPrizes().Payouts(0, usd(100)))
	require.Empty(t, tour.DefaultPrizes().Payouts(22, usd(-1)))
}

func TestDefaultPayoutsProperties_R5_2(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(1, 400).Draw(t, "players")
		fund := rapid.Int64Range(0, 10_000_000).Draw(t, "fund")
		payouts := amounts(tour.DefaultPrizes().Payouts(players, usd(fund)))

		places := players / 6
		if players%6 != 0 {
			places++
		}
		require.Len(t, payouts, places)
		var sum int64
		for i, payout := range payouts {
			sum += payout
			if i > 0 {
				require.Zero(t, payout%100, "whole units below the first place")
				require.LessOrEqual(t, payout, payouts[i-1])
				require.Equal(t, wholeUnits(fund, geometricShare(i, places)), payout)
			}
		}
		require.Equal(t, fund, sum)
	})
}

// geometricShare is the share of a place, from 0, by the closed form of the series:
// q^i (1-q) / (1-q^n) with q = 0.6; of three places as the rule says.
func geometricShare(place, places int) *big.Rat {
	if places == 3 {
		return []*big.Rat{big.NewRat(1, 2), big.NewRat(3, 10), big.NewRat(1, 5)}[place]
	}
	power := func(n int) *big.Rat {
		p := big.NewRat(1, 1)
		for range n {
			p.Mul(p, big.NewRat(3, 5))
		}
		return p
	}
	one := big.NewRat(1, 1)
	share := new(big.Rat).Mul(power(place), big.NewRat(2, 5))
	return share.Quo(share, one.Sub(one, power(places)))
}

func wholeUnits(cents int64, share *big.Rat) int64 {
	units := new(big.Rat).Mul(share, big.NewRat(cents, 100))
	return new(big.Int).Quo(units.Num(), units.Denom()).Int64() * 100
}

func TestUploadedTableDecides_R5_1(t *testing.T) {
	t.Parallel()
	table, err := tour.ParsePrizeTable([]byte(`{"name": "2026", "rows": [
		{"from_players": 1, "to_players": 11, "qualifiers": 1, "shares": ["60.00", "40"]},
		{"from_players": 12, "to_players": 20, "qualifiers": 2, "shares": ["50.00", "30.00", "20.00"]},
		{"from_players": 21, "to_players": 30, "qualifiers": 3, "shares": ["33.34", "33.33", "33.33"]}]}`))
	require.NoError(t, err)
	require.False(t, table.Unofficial)

	for players, want := range map[int]int{0: 0, 1: 1, 11: 1, 12: 2, 20: 2, 21: 3, 30: 3, 31: 3, 200: 3} {
		require.Equal(t, want, table.Qualifiers(players), "%d players", players)
	}
	require.Equal(t, []int64{60_50, 40_00}, amounts(table.Payouts(11, usd(100_50))))
	require.Equal(t, []int64{34_00, 33_00, 33_00}, amounts(table.Payouts(22, usd(100_00))))
	require.Equal(t, []int64{100_00}, amounts(table.Payouts(1, usd(100_00))), "never more places than players")
}

func TestPayoutsOfAnyTableSumToTheFund(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var shares []money.Percent
		left := money.Whole
		for left > 0 {
			share := money.Percent(rapid.IntRange(1, int(left)).Draw(t, "share"))
			shares = append(shares, share)
			left -= share
		}
		table := tour.PrizeTable{Rows: []tour.PrizeRow{{FromPlayers: 1, Qualifiers: 1, Shares: shares}}}
		fund := usd(rapid.Int64Range(0, 1<<62).Draw(t, "fund"))
		sum, err := money.Sum(money.USD, table.Payouts(rapid.IntRange(1, 100).Draw(t, "players"), fund)...)
		require.NoError(t, err)
		require.Equal(t, fund, sum)
	})
}
