package qualifiers_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/tour"
)

func rowOf(player int, answer qualifiers.Answer, change func(*qualifiers.Seat)) qualifiers.ListRow {
	return qualifiers.NewRow([]qualifiers.Seat{seatOf(player, 7, change)}, answer)
}

func buyIn(n, player, rating int) qualifiers.BuyIn {
	return qualifiers.BuyIn{ID: id(n), PlayerID: person(player), Name: "Rich, Bo", Rating: rating, At: noon.Add(time.Duration(n) * time.Hour)}
}

func seeds(final qualifiers.Final) (players []uuid.UUID) {
	for _, f := range final.Field {
		players = append(players, f.PlayerID)
	}
	return players
}

// By rating 1, 2, 3, 4; by performance 3, 2, 1 and the buy-in 4 last.
func TestTheFinalIsSeeded_R5_7(t *testing.T) {
	t.Parallel()
	rows := []qualifiers.ListRow{
		rowOf(1, qualifiers.Accepted, func(s *qualifiers.Seat) { s.Rating, s.Rank = 1900, 3 }),
		rowOf(2, qualifiers.Accepted, func(s *qualifiers.Seat) { s.Rating, s.Rank = 1800, 2 }),
		rowOf(3, qualifiers.Accepted, func(s *qualifiers.Seat) { s.Rating, s.Rank = 1700, 1 }),
		rowOf(5, qualifiers.Declined, nil), rowOf(6, qualifiers.Invited, nil), rowOf(7, qualifiers.NoAnswer, nil),
	}
	buyIns := []qualifiers.BuyIn{buyIn(1, 4, 1600)}
	for tenths, want := range map[int][]uuid.UUID{
		0:  ids(1, 2, 3, 4),
		10: ids(3, 2, 1, 4),
		4:  ids(1, 2, 3, 4), // 6x1+4x3 = 18, 6x2+4x2 = 20, 6x3+4x1 = 22, 40
		6:  ids(3, 2, 1, 4), // 22, 20, 18, 40
		5:  ids(1, 2, 3, 4), // 20 each: the better rated first
	} {
		final := qualifiers.FieldOf(tour.FinalRules{BuyInPlaces: 1, PerformanceTenths: tenths}, rows, buyIns)
		require.Equal(t, want, seeds(final), "%d tenths", tenths)
	}
	final := qualifiers.FieldOf(tour.FinalRules{BuyInPlaces: 1, PerformanceTenths: 4}, rows, buyIns)
	first, last := final.Field[0], final.Field[3]
	require.Equal(t, []int{1, 1, 3, 18}, []int{first.Seed, first.ByRating, first.ByPerformance, first.SeedingTenths})
	require.Equal(t, []int{4, 4, 4, 40}, []int{last.Seed, last.ByRating, last.ByPerformance, last.SeedingTenths})
	require.True(t, last.BoughtIn)
	require.Nil(t, last.Best)
}

func TestEqualsShareAPlaceAndTheUnratedComeLast_R5_7(t *testing.T) {
	t.Parallel()
	rows := []qualifiers.ListRow{
		rowOf(1, qualifiers.Accepted, func(s *qualifiers.Seat) { s.Rating, s.Name = 0, "Abe, Al" }),
		rowOf(2, qualifiers.Accepted, func(s *qualifiers.Seat) { s.Rating, s.Name = 1500, "Wu, Bo" }),
		rowOf(3, qualifiers.Accepted, func(s *qualifiers.Seat) { s.Rating, s.Name = 1500, "Lee, Ann" }),
	}
	final := qualifiers.FieldOf(tour.FinalRules{}, rows, nil)
	require.Equal(t, ids(3, 2, 1), seeds(final))
	require.Equal(t, []int{1, 1, 3}, []int{final.Field[0].ByRating, final.Field[1].ByRating, final.Field[2].ByRating})
	require.Equal(t, []int{1, 1, 1}, []int{final.Field[0].ByPerformance, final.Field[1].ByPerformance, final.Field[2].ByPerformance})
}

func TestTheFieldDoesNotDependOnTheOrderOfItsInput_R5_7(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rows := qualifiers.List(drawSeats(t), nil)
		for i := range rows {
			rows[i].Answer = rapid.SampledFrom([]qualifiers.Answer{qualifiers.Accepted, qualifiers.Declined, qualifiers.Invited}).Draw(t, "answer")
		}
		rules := tour.FinalRules{BuyInPlaces: 2, PerformanceTenths: rapid.IntRange(0, 10).Draw(t, "tenths")}
		buyIns := []qualifiers.BuyIn{buyIn(1, 101, 1500), buyIn(2, 102, 0), buyIn(3, 103, 1500)}
		final := qualifiers.FieldOf(rules, rows, buyIns)
		shuffled := qualifiers.FieldOf(rules, rapid.Permutation(rows).Draw(t, "rows"), rapid.Permutation(buyIns).Draw(t, "buy-ins"))
		require.Equal(t, final, shuffled)
	})
}
