package satellite_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/satellite"
)

// published is the worked example of R3.3.
type published struct {
	Standings []struct {
		Rank, Wins, Losses, Spread int
		Name                       string
	}
	Round5 [][2]int `json:"round5_pairs"`
}

// duel is a game of which the winner and the margin are still to be found.
type duel struct {
	game          uuid.UUID
	first         int // seeds
	winner, loser int
	margin        int
}

// The published standings after round 4 are played for, game by game by the
// official table, and round 5 has the published pairs.
func TestPublishedExampleOfRound5_R3_3(t *testing.T) {
	t.Parallel()
	var example published
	readJSON(t, "swiss_22.json", &example)
	e, duels := example.event(t)
	for _, d := range duels {
		winner, loser := 300+d.margin, 300
		in := scores(winner, loser)
		if d.first != d.winner {
			in = scores(loser, winner)
		}
		_, err := e.SetResult(d.game, in, "")
		require.NoError(t, err)
	}

	table, err := e.StandingsAfter(nil)
	require.NoError(t, err)
	require.Equal(t, 4, table.AfterRound)
	place := map[int]int{}
	for i, want := range example.Standings {
		row := table.Rows[i]
		require.Equal(t, want.Rank, row.Rank)
		require.False(t, row.Tied)
		require.Equal(t, want.Name, row.Entrant.Name.String())
		require.Equal(t, []int{want.Wins, want.Losses, want.Spread}, []int{row.Wins, row.Losses, row.Spread})
		place[row.Seed] = row.Rank
	}
	require.NoError(t, e.PairRound(5, e.newID))
	var pairs [][2]int
	got, _ := pairsOf(e.Satellite, 5)
	for _, p := range got {
		a, b := place[p[0]], place[p[1]]
		pairs = append(pairs, [2]int{min(a, b), max(a, b)})
	}
	require.Equal(t, example.Round5, pairs)
}

// event finds seeds with which the published standings can be reached by the
// official table, and how. The preset rounds of 22 players keep within circles
// of 6 and 8, so that wins and spreads have to come out within each of them.
func (x published) event(t *testing.T) (*event, []duel) {
	t.Helper()
	circles := circlesOf(started(t, 22, 6))
	random := rand.New(rand.NewPCG(22, 0))
	for range 1_000_000 {
		places := random.Perm(len(x.Standings))
		if !x.comesOut(circles, places) {
			continue
		}
		newID := counter()
		e := &event{sanctioned(t, 0, 6, newID), newID}
		for seed, i := range places {
			enter(t, e.Satellite, satellite.EntrantInput{FamilyName: x.Standings[i].Name, Rating: 2000 - seed, Present: true}, newID)
		}
		require.NoError(t, e.Start(newTour(), newID))
		if duels, possible := x.duels(e, places); possible {
			return e, duels
		}
	}
	require.Fail(t, "the published standings cannot be reached")
	return nil, nil
}

// circlesOf are the seeds that meet each other in the preset rounds, directly
// or by way of others.
func circlesOf(e *event) [][]int {
	circle := map[int]int{}
	for seed := range len(e.Field()) {
		circle[seed+1] = seed + 1
	}
	for range e.Field() {
		for _, g := range e.Games {
			a, b := seedOf(e.Satellite, g.First), seedOf(e.Satellite, g.Second)
			circle[a] = min(circle[a], circle[b])
			circle[b] = circle[a]
		}
	}
	members := map[int][]int{}
	for seed, name := range circle {
		members[name] = append(members[name], seed)
	}
	return slices.Collect(maps.Values(members))
}

// comesOut says whether in every circle half of the games are won and the
// spreads sum to nothing.
func (x published) comesOut(circles [][]int, places []int) bool {
	for _, seeds := range circles {
		wins, spread := 0, 0
		for _, seed := range seeds {
			wins += x.Standings[places[seed-1]].Wins
			spread += x.Standings[places[seed-1]].Spread
		}
		if wins != 2*len(seeds) || spread != 0 {
			return false
		}
	}
	return true
}

// duels finds winners and margins that give everybody his wins and spread: it
// starts anywhere and moves wins, then points, along chains of games from those
// who have too many to those who have too few.
func (x published) duels(e *event, places []int) ([]duel, bool) {
	var duels []duel
	wins, spread := map[int]int{}, map[int]int{} // still wanted, by seed
	for i, place := range places {
		wins[i+1], spread[i+1] = x.Standings[place].Wins, x.Standings[place].Spread
	}
	for _, g := range e.Games {
		a, b := seedOf(e.Satellite, g.First), seedOf(e.Satellite, g.Second)
		duels = append(duels, duel{game: g.ID, first: a, winner: min(a, b), loser: max(a, b), margin: 1})
		wins[min(a, b)]--
	}
	possible := settle(wins, func(from int, visit func(to, duel int)) {
		for i, d := range duels {
			if d.winner == from {
				visit(d.loser, i)
			}
		}
	}, func(_, i int) { duels[i].winner, duels[i].loser = duels[i].loser, duels[i].winner })
	for _, d := range duels {
		spread[d.winner]--
		spread[d.loser]++
	}
	return duels, possible && settle(spread, func(from int, visit func(to, duel int)) {
		for i, d := range duels {
			if d.loser == from {
				visit(d.winner, i)
			} else if d.winner == from && d.margin > 1 {
				visit(d.loser, i)
			}
		}
	}, func(from, i int) {
		if duels[i].loser == from {
			duels[i].margin++
		} else {
			duels[i].margin--
		}
	})
}

// settle moves one unit at a time along a shortest chain of games from somebody
// who has too many (wanted below 0) to somebody who has too few, and says
// whether that leads to the end.
func settle(wanted map[int]int, neighbours func(from int, visit func(to, duel int)), move func(from, duel int)) bool {
	for {
		var queue []int
		type step struct{ from, duel int }
		came := map[int]step{}
		for seed := 1; seed <= len(wanted); seed++ {
			if wanted[seed] < 0 {
				queue = append(queue, seed)
				came[seed] = step{}
			}
		}
		if len(queue) == 0 {
			return true
		}
		end := 0
		for at := 0; at < len(queue) && end == 0; at++ {
			neighbours(queue[at], func(to, duel int) {
				if _, seen := came[to]; !seen && end == 0 {
					came[to] = step{queue[at], duel}
					queue = append(queue, to)
					if wanted[to] > 0 {
						end = to
					}
				}
			})
		}
		if end == 0 {
			return false
		}
		wanted[end]--
		for at := end; ; {
			s := came[at]
			if s.from == 0 {
				wanted[at]++
				break
			}
			move(s.from, s.duel)
			at = s.from
		}
	}
}
