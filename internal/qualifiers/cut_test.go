package qualifiers_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/qualifiers"
)

func id(n int) uuid.UUID { return uuid.UUID{14: byte(n >> 8), 15: byte(n)} }

func ids(ns ...int) []uuid.UUID {
	var list []uuid.UUID
	for _, n := range ns {
		list = append(list, id(n))
	}
	return list
}

// ranked is a final standing of eligible entrants 1, 2, 3 ... with these ranks.
func ranked(ranks ...int) []qualifiers.Standing {
	var standings []qualifiers.Standing
	for i, rank := range ranks {
		standings = append(standings, qualifiers.Standing{
			Rank: rank, EntrantID: id(i + 1), PlayerID: id(1000 + i + 1), Name: string(rune('A' + i)), Eligible: true,
		})
	}
	return standings
}

func without(standings []qualifiers.Standing, entrants ...int) []qualifiers.Standing {
	for _, n := range entrants {
		standings[n-1].Eligible, standings[n-1].Why = false, "withdrawn"
	}
	return standings
}

func entrants(standings []qualifiers.Standing) []uuid.UUID {
	var list []uuid.UUID
	for _, standing := range standings {
		list = append(list, standing.EntrantID)
	}
	return list
}

func TestSeatsGoToTheBestPlacedEligible_R5_3(t *testing.T) {
	t.Parallel()
	seat := func(from, to int, decided bool, tied ...int) []qualifiers.Tie {
		return []qualifiers.Tie{{From: from, To: to, Stake: qualifiers.ForSeat, Entrants: ids(tied...), Decided: decided}}
	}
	for name, c := range map[string]struct {
		standings  []qualifiers.Standing
		seats      int
		order      []uuid.UUID
		qualify    []uuid.UUID
		unresolved []qualifiers.Tie
		settled    []qualifiers.Tie
	}{
		"three of five":                    {ranked(1, 2, 3, 4, 5), 3, nil, ids(1, 2, 3), nil, nil},
		"no seats":                         {ranked(1, 1, 3), 0, nil, nil, nil, nil},
		"more seats than players":          {ranked(1, 2), 3, nil, ids(1, 2), nil, nil},
		"nobody there":                     {nil, 3, nil, nil, nil, nil},
		"withdrawn is passed over":         {without(ranked(1, 2, 3, 4), 1, 3), 2, nil, ids(2, 4), nil, nil},
		"tie inside the seats":             {ranked(1, 1, 3, 4), 3, nil, ids(1, 2, 3), nil, nil},
		"tie that ends with the last seat": {ranked(1, 2, 2, 4), 3, nil, ids(1, 2, 3), nil, nil},
		"tie below the seats":              {ranked(1, 2, 3, 4, 4), 3, nil, ids(1, 2, 3), nil, nil},
		"tie over the last seat":           {ranked(1, 2, 3, 3, 5), 3, nil, ids(1, 2), seat(3, 4, false, 3, 4), nil},
		"tie over everything":              {ranked(1, 1, 1), 1, nil, nil, seat(1, 3, false, 1, 2, 3), nil},
		"tie broken by an ineligible":      {without(ranked(1, 2, 3, 3, 5), 4), 3, nil, ids(1, 2, 3), nil, nil},
		"decided":                          {ranked(1, 2, 3, 3, 5), 3, ids(4, 3), ids(1, 2, 4), nil, seat(3, 4, true, 3, 4)},
		"decided for two of three":         {ranked(1, 2, 2, 2, 5), 3, ids(4, 2, 3), ids(1, 4, 2), nil, seat(2, 4, true, 2, 3, 4)},
		"decided among all":                {ranked(1, 2, 3, 3, 5), 3, ids(5, 4, 3, 2, 1), ids(1, 2, 4), nil, seat(3, 4, true, 3, 4)},
		"decided in part":                  {ranked(1, 2, 2, 2, 5), 3, ids(4, 2), ids(1), seat(2, 4, false, 2, 3, 4), nil},
		"decided of others":                {ranked(1, 2, 3, 3, 5), 3, ids(1, 2, 5), ids(1, 2), seat(3, 4, false, 3, 4), nil},
		"a decision that nothing needs":    {ranked(1, 1, 3, 4), 3, ids(2, 1), ids(1, 2, 3), nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before := slices.Clone(c.standings)
			cut := qualifiers.CutSeats(c.standings, c.seats, c.order)
			require.Equal(t, c.seats, cut.Seats)
			require.Equal(t, c.qualify, entrants(cut.Qualifiers))
			require.Equal(t, c.unresolved, cut.Unresolved)
			require.Equal(t, c.settled, cut.Settled)
			require.Equal(t, before, c.standings, "the standings are not touched")
		})
	}
}

func TestADecidedTieKeepsItsSharedRank_R4_4(t *testing.T) {
	t.Parallel()
	cut := qualifiers.CutSeats(ranked(1, 2, 3, 3, 5), 3, ids(4, 3))
	require.Equal(t, 3, cut.Qualifiers[2].Rank)
}

// drawStandings is a field with shared ranks as R4.4 numbers them, some not eligible.
func drawStandings(t *rapid.T) []qualifiers.Standing {
	groups := rapid.SliceOfN(rapid.IntRange(1, 4), 0, 12).Draw(t, "sizes of the groups of equals")
	var ranks []int
	for _, size := range groups {
		ranks = append(ranks, slices.Repeat([]int{len(ranks) + 1}, size)...)
	}
	standings := ranked(ranks...)
	for i := range standings {
		standings[i].Eligible = rapid.IntRange(0, 4).Draw(t, "eligible") > 0
	}
	return standings
}

func TestNoSeatIsGivenByChance_R4_4(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		standings := drawStandings(t)
		seats := rapid.IntRange(0, 8).Draw(t, "seats")
		cut := qualifiers.CutSeats(standings, seats, nil)

		// Independently: who certainly has a seat has fewer than `seats` others at or above him.
		var sure []uuid.UUID
		eligible := 0
		for _, standing := range standings {
			if !standing.Eligible {
				continue
			}
			eligible++
			atOrAbove := 0
			for _, other := range standings {
				if other.Eligible && other.Rank <= standing.Rank {
					atOrAbove++
				}
			}
			if atOrAbove <= seats {
				sure = append(sure, standing.EntrantID)
			}
		}
		require.Equal(t, sure, entrants(cut.Qualifiers))

		open := min(seats, eligible) - len(sure)
		require.Equal(t, open > 0, len(cut.Unresolved) == 1)
		if open == 0 {
			return
		}
		tie := cut.Unresolved[0]
		require.Greater(t, len(tie.Entrants), open)
		decided := qualifiers.CutSeats(standings, seats, rapid.Permutation(tie.Entrants).Draw(t, "decision"))
		require.Empty(t, decided.Unresolved)
		require.Len(t, decided.Qualifiers, min(seats, eligible))
	})
}

func usd(cents int64) money.Money { return money.Money{Amount: cents, Currency: money.USD} }

func TestPrizeTiesTouchAPaidPlace_R4_4(t *testing.T) {
	t.Parallel()
	prize := func(from, to int, tied ...int) qualifiers.Tie {
		return qualifiers.Tie{From: from, To: to, Stake: qualifiers.ForPrize, Entrants: ids(tied...)}
	}
	for name, c := range map[string]struct {
		standings []qualifiers.Standing
		paid      int
		want      []qualifiers.Tie
	}{
		"none":                      {ranked(1, 2, 3), 3, nil},
		"inside the paid places":    {ranked(1, 1, 3), 2, []qualifiers.Tie{prize(1, 2, 1, 2)}},
		"over the last paid place":  {ranked(1, 2, 2, 2, 5), 2, []qualifiers.Tie{prize(2, 4, 2, 3, 4)}},
		"below":                     {ranked(1, 2, 3, 3), 2, nil},
		"two":                       {ranked(1, 1, 3, 3, 5), 4, []qualifiers.Tie{prize(1, 2, 1, 2), prize(3, 4, 3, 4)}},
		"the withdrawn has no part": {without(ranked(1, 1, 3, 3), 1), 3, []qualifiers.Tie{prize(2, 3, 3, 4)}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, qualifiers.PrizeTies(c.standings, c.paid))
		})
	}
}

func TestTiedPlayersPoolAndShare_R4_4(t *testing.T) {
	t.Parallel()
	type part struct {
		from, to int
		cents    int64
		name     string
	}
	for name, c := range map[string]struct {
		standings []qualifiers.Standing
		payouts   []money.Money
		want      []part
	}{
		"no ties": {
			ranked(1, 2, 3, 4),
			[]money.Money{usd(18300), usd(10900)},
			[]part{{1, 1, 18300, "A"}, {2, 2, 10900, "B"}},
		},
		"two share the second and third": {
			ranked(1, 2, 2, 4),
			[]money.Money{usd(18300), usd(10900), usd(6500)},
			[]part{{1, 1, 18300, "A"}, {2, 3, 8700, "B"}, {2, 3, 8700, "C"}},
		},
		"three share the last place, the cents left over to the last": {
			ranked(1, 2, 2, 2),
			[]money.Money{usd(18300), usd(10001)},
			[]part{{1, 1, 18300, "A"}, {2, 4, 3333, "B"}, {2, 4, 3334, "C"}, {2, 4, 3334, "D"}},
		},
		"the withdrawn is passed over": {
			without(ranked(1, 2, 3), 1),
			[]money.Money{usd(200), usd(100)},
			[]part{{1, 1, 200, "B"}, {2, 2, 100, "C"}},
		},
		"places that nobody takes stay in sight": {
			ranked(1),
			[]money.Money{usd(300), usd(200), usd(100)},
			[]part{{1, 1, 300, "A"}, {2, 2, 200, ""}, {3, 3, 100, ""}},
		},
		"nothing to pay": {ranked(1, 2), nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []part
			for _, payout := range qualifiers.SharePayouts(c.standings, c.payouts) {
				got = append(got, part{payout.From, payout.To, payout.Amount.Amount, payout.Name})
				require.Equal(t, payout.Name == "", payout.EntrantID == uuid.Nil)
			}
			require.Equal(t, c.want, got)
		})
	}
}

func TestSharedPayoutsSumToThePayouts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		standings := drawStandings(t)
		payouts := rapid.SliceOfN(rapid.Map(rapid.Int64Range(0, 1_000_00), usd), 0, 10).Draw(t, "payouts")
		want, err := money.Sum(money.USD, payouts...)
		require.NoError(t, err)

		got := money.Zero(money.USD)
		least := make(map[int]int64)
		for _, payout := range qualifiers.SharePayouts(standings, payouts) {
			got, err = got.Add(payout.Amount)
			require.NoError(t, err)
			if first, seen := least[payout.From]; seen {
				require.GreaterOrEqual(t, payout.Amount.Amount, first)
				require.LessOrEqual(t, payout.Amount.Amount-first, int64(1), "equals differ by a cent at most")
				continue
			}
			least[payout.From] = payout.Amount.Amount
		}
		require.Equal(t, want, got)
	})
}
