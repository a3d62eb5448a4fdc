package qualifiers_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/tour"
)

// realSizes are the fields of a tour as the first was: 23 satellites, 350 entries and, by the
// built-in table, 52 seats.
func realSizes(t *testing.T) []int {
	t.Helper()
	sizes := slices.Concat(slices.Repeat([]int{20}, 6), slices.Repeat([]int{14}, 9), slices.Repeat([]int{13}, 8))
	entries, seats := 0, 0
	for _, players := range sizes {
		entries += players
		seats += tour.DefaultPrizes().Qualifiers(players)
	}
	require.Equal(t, []int{23, 350, 52}, []int{len(sizes), entries, seats})
	return sizes
}

// playTour reports satellites of these sizes, two a month, out of order, each with players of a
// pool, some of whom withdrew.
func playTour(o *office, chance *rand.Rand, sizes []int, pool int) {
	var lines []qualifiers.Line
	for i, players := range sizes {
		order := chance.Perm(pool)[:players]
		for j := range order {
			order[j]++
		}
		l := lineOf(i+1, 14*i, tour.DefaultPrizes().Qualifiers(players), order...)
		for j := range l.Standing {
			if chance.IntN(25) == 0 {
				l.Standing[j].Eligible, l.Standing[j].Why = false, "withdrew"
			}
		}
		lines = append(lines, l)
	}
	chance.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	o.report(lines...)
}

func seatsOf(o *office) (claims []qualifiers.Claim) {
	for _, outcome := range o.store.outcomes {
		claims = append(claims, outcome.Claims...)
	}
	sort.Slice(claims, func(i, j int) bool { return claims[i].PlayerID.String() < claims[j].PlayerID.String() })
	return claims
}

// A tour as the first was: 52 qualifiers, of whom 21 take their seats, 3 buy-ins: a final of 24.
func TestATourOfTheRealSize_R1_1(t *testing.T) {
	t.Parallel()
	for seed := range uint64(5) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			chance := rand.New(rand.NewPCG(seed, 7)) //nolint:gosec // the same tour each time
			o := newOffice(t, ofTour(tour.RepeatedPassesDown, tour.Lapses))
			playTour(o, chance, realSizes(t), 230)
			require.Len(t, seatsOf(o), 52)
			require.Len(t, o.store.rows, 52, "everybody has one seat")

			qualified := seatsOf(o)
			chance.Shuffle(len(qualified), func(i, j int) { qualified[i], qualified[j] = qualified[j], qualified[i] })
			for i, c := range qualified {
				player := int(c.PlayerID[14])<<8 + int(c.PlayerID[15])
				switch {
				case i < 21:
					must(t, o.answer(player, qualifiers.Accepted))
				case i < 40:
					must(t, o.answer(player, qualifiers.Declined))
				case i < 45:
					must(t, o.answer(player, qualifiers.NoAnswer))
				}
			}
			o.sound()
			want := plainSeats(o.rules, o.store)
			for satellite := range o.store.lines {
				require.ElementsMatch(t, want[satellite], inShort(o.store.outcomes[satellite].Claims))
			}
			rows, _ := o.store.AllRows(t.Context(), uuid.Nil)
			list := qualifiers.Placed(rows)
			require.Equal(t, plainOrder(list), playersOf(list))
			theFinal(t, o, list)
		})
	}
}

// plainOrder sorts the rows of a list once more by R5.6, the keys as text.
func plainOrder(list []qualifiers.ListRow) []uuid.UUID {
	keys := map[uuid.UUID]string{}
	for _, row := range list {
		for _, s := range row.Satellites {
			key := fmt.Sprintf("%04d %04d %08.6f %05d", s.Rank, 9999-s.Players, 1-float64(s.HalfPoints)/float64(2*s.Rounds), 50_000-s.Spread)
			if keys[row.PlayerID] == "" || key < keys[row.PlayerID] {
				keys[row.PlayerID] = key
			}
		}
		keys[row.PlayerID] += fmt.Sprintf(" %04d %s %s", 9999-row.Rating, row.Name, row.PlayerID)
	}
	ids := playersOf(list)
	sort.Slice(ids, func(i, j int) bool { return keys[ids[i]] < keys[ids[j]] })
	return ids
}

func playersOf(list []qualifiers.ListRow) (ids []uuid.UUID) {
	for _, row := range list {
		ids = append(ids, row.PlayerID)
	}
	return ids
}

// theFinal adds three buy-ins and checks the field of 24 by a computation of its own.
func theFinal(t *testing.T, o *office, list []qualifiers.ListRow) {
	t.Helper()
	rules := tour.FinalRules{BuyInPrice: money.Money{Amount: 250_00, Currency: "USD"}, BuyInPlaces: 3, PerformanceTenths: 3}
	var buyIns []qualifiers.BuyIn
	for n := range 3 {
		b, err := qualifiers.AddBuyIn(rules, list, buyIns, qualifiers.BuyIn{
			ID: id(n + 1), PlayerID: person(1000 + n), Name: fmt.Sprintf("Rich %d", n), Rating: 1500 * n % 2000, At: o.now,
		})
		must(t, err)
		buyIns = append(buyIns, b)
	}
	field := qualifiers.FieldOf(rules, list, buyIns).Field
	require.Len(t, field, 24)

	var everybody []plainFinalist
	for _, row := range list {
		if row.Answer == qualifiers.Accepted {
			b := row.Best
			everybody = append(everybody, plainFinalist{row.PlayerID, row.Name, row.Rating, fmt.Sprintf("%04d %04d %08.6f %05d",
				b.Rank, 9999-b.Players, 1-float64(b.HalfPoints)/float64(2*b.Rounds), 50_000-b.Spread)})
		}
	}
	for _, b := range buyIns {
		everybody = append(everybody, plainFinalist{b.PlayerID, b.Name, b.Rating, "bought in"})
	}
	require.Len(t, everybody, 24)
	key := func(f plainFinalist) string {
		better, finished := 0, 0
		for _, other := range everybody {
			if other.rating > f.rating {
				better++
			}
			if other.finish < f.finish {
				finished++
			}
		}
		return fmt.Sprintf("%04d %04d %04d %s", 7*(better+1)+3*(finished+1), better, finished, f.name)
	}
	sort.Slice(everybody, func(i, j int) bool { return key(everybody[i]) < key(everybody[j]) })
	for i, f := range field {
		require.Equal(t, i+1, f.Seed)
		require.Equal(t, everybody[i].player, f.PlayerID, "seed %d", i+1)
	}
}

type plainFinalist struct {
	player uuid.UUID
	name   string
	rating int
	finish string
}

// One more report, of a satellite that was before nearly all others, touches as many rows in a tour of 500 satellites as in one of 50: those of its
// players, and of the satellites that they move in.
func TestOneMoreReportTouchesNoMoreRowsInALargerTour_R5_6(t *testing.T) {
	t.Parallel()
	for _, rules := range []tour.Rules{
		ofTour(tour.KeepsOneSeat, tour.Lapses), ofTour(tour.RepeatedPassesDown, tour.DeclinedPassesDown),
	} {
		small, large := regions(t, rules, 5), regions(t, rules, 50)
		one := func(o *office) int {
			o.store.touched = 0
			o.report(region(0, 20, rand.New(rand.NewPCG(1, 1)))) //nolint:gosec // the same each time
			return o.store.touched
		}
		touched := one(small)
		require.Equal(t, touched, one(large))
		require.Less(t, touched, 10*30*10, "and no more than the region has, a few times over")
		large.sound()
	}
}

// regions is a tour of so many regions, each with 10 satellites of 30 players out of its own 100.
func regions(t *testing.T, rules tour.Rules, count int) *office {
	t.Helper()
	o := newOffice(t, rules)
	for r := range count {
		chance := rand.New(rand.NewPCG(uint64(r), 5)) //nolint:gosec // the same tour each time
		for n := range 10 {
			l := region(r, n, chance)
			o.store.lines[l.SatelliteID] = l
		}
	}
	_, err := o.register().Rebuild(t.Context(), uuid.Nil, rules)
	must(t, err)
	for player := range 20 {
		_ = o.answer(player+1, []qualifiers.Answer{qualifiers.Accepted, qualifiers.Declined}[player%2])
	}
	return o
}

func region(r, n int, chance *rand.Rand) qualifiers.Line {
	order := chance.Perm(100)[:30]
	for j := range order {
		order[j] += 100*r + 1
	}
	return lineOf(100*r+n, 7*(n%10), 4, order...)
}
