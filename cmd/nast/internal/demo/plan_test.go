package demo

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/tour"
)

var today = civil.New(2026, time.May, 6) // a Wednesday

func TestPlanIsTheSameForTheSameSeed(t *testing.T) {
	t.Parallel()
	require.Equal(t, NewPlan(3, Satellites, today), NewPlan(3, Satellites, today))
	require.NotEqual(t, NewPlan(3, Satellites, today).Satellites[0].Players, NewPlan(4, Satellites, today).Satellites[0].Players)
	require.Equal(t, NewPlan(3, Satellites, today).Satellites[5].Players, NewPlan(3, Satellites, today.AddDays(7)).Satellites[5].Players)
}

// R1.1: the first tour had 23 satellites, 350 players and 52 qualifiers.
func TestTheTourIsOfTheRealSize_R1_1(t *testing.T) {
	t.Parallel()
	plan := NewPlan(1, Satellites, today)
	entries, seats, unrated, several, odd := 0, 0, 0, 0, 0
	times := map[string]int{}
	for _, s := range plan.Satellites {
		entries += len(s.Players)
		seats += tour.DefaultPrizes().Qualifiers(len(s.Players))
		odd += len(s.Players) % 2
		for _, p := range s.Players {
			times[p.Name()]++
			if p.Rating == 0 {
				unrated++
			}
		}
	}
	for _, n := range times {
		if n > 1 {
			several++
		}
	}
	require.Equal(t, []int{23, 350, 52}, []int{len(plan.Satellites), entries, seats})
	require.Greater(t, odd, 5)
	require.Greater(t, unrated, 10)
	require.Greater(t, several, 50)
	require.Equal(t, len(times), plan.People())
}

func TestPlansAreSound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "satellites")
		plan := NewPlan(rapid.Uint64().Draw(t, "seed"), n, today)
		require.Len(t, plan.Satellites, n)
		numbers := map[string]string{} // association number to name
		names := map[string]bool{}
		for i, s := range plan.Satellites {
			require.False(t, names[s.Name], s.Name)
			names[s.Name] = true
			require.Less(t, s.Director, len(plan.Directors))
			require.True(t, s.Date.Before(today))
			require.Contains(t, []time.Weekday{time.Saturday, time.Sunday}, s.Date.In(time.UTC).Weekday())
			_, err := time.LoadLocation(s.TimeZone)
			require.NoError(t, err)
			if i < len(sizes) {
				require.Len(t, s.Players, sizes[i])
			}
			// R6.3: the prize fund is not negative after 40% carryover and the planned expenses.
			fees := s.Fee * int64(len(s.Players))
			require.GreaterOrEqual(t, fees-fees*40/100-s.PlannedExpenses+s.Sponsorship, int64(0))
			inField := map[string]bool{}
			for _, p := range s.Players {
				require.False(t, inField[p.Name()], "nobody stands twice in a field")
				inField[p.Name()] = true
				if p.Number == "" {
					require.Zero(t, p.Rating, "everybody who is rated has a number")
					continue
				}
				if of, known := numbers[p.Number]; known {
					require.Equal(t, of, p.Name(), "a number is one person's")
				}
				numbers[p.Number] = p.Name()
			}
		}
	})
}

func TestScoresArePlausibleAndFollowStrength(t *testing.T) {
	t.Parallel()
	won, games := 0, 2000
	for i := range games {
		first, second := scores(1, i, 1, 1, 2, 1600, 1200)
		require.True(t, first >= 150 && first <= 700 && second >= 150 && second <= 700)
		again, _ := scores(1, i, 1, 1, 2, 1600, 1200)
		require.Equal(t, first, again)
		if first > second {
			won++
		}
	}
	// 400 points of rating are worth about six games in seven.
	require.InDelta(t, 0.86, float64(won)/float64(games), 0.05)
}
