package pairing

import (
	"cmp"
	"fmt"
	"slices"
)

// RobinCycle is in how many rounds everybody of a field meets everybody: one fewer than there are
// players, or with an odd field as many, in each of which somebody has the bye.
func RobinCycle(players int) int { return evenSize(players) - 1 }

// RoundRobin gives the pairs of one round of a round robin by seed (R5.7), by the tables of Berger:
// of n places, in round r those meet whose seeds sum to r+1, counted round n-1; whoever would meet
// himself meets the last place. In an odd field the last place is the bye. robinRound counts from
// 1; after RobinCycle rounds the tables begin again. Pairs are in order of table number, by the
// better seed, the bye last (R3.10); First is the better seed. It fails with fault.TooFewPlayers
// below 4 players.
func RoundRobin(players, robinRound int) ([]Pair, error) {
	if err := checkPlayers(players); err != nil {
		return nil, err
	}
	last, cycle := evenSize(players), RobinCycle(players)
	why := robinTitle(robinRound, cycle)
	var pairs []Pair
	for seed := 1; seed < last; seed++ {
		other := (robinRound + 1 - seed) % cycle
		if other <= 0 {
			other += cycle
		}
		switch {
		case other == seed && last > players:
			pairs = append(pairs, Pair{seed, 0, fmt.Sprintf("%s: seed %d has the bye.", why, seed)})
		case other == seed:
			pairs = append(pairs, Pair{seed, last, fmt.Sprintf("%s: seed %d meets seed %d.", why, seed, last)})
		case other > seed:
			pairs = append(pairs, Pair{seed, other, fmt.Sprintf("%s: seed %d meets seed %d.", why, seed, other)})
		}
	}
	slices.SortStableFunc(pairs, func(a, b Pair) int { return -cmp.Compare(min(a.Second, 1), min(b.Second, 1)) })
	return pairs, nil
}

// robinTitle begins the Why of every pair of a round.
func robinTitle(robinRound, cycle int) string {
	title := fmt.Sprintf("Round robin, round %d of %d", (robinRound-1)%cycle+1, cycle)
	if again := (robinRound - 1) / cycle; again > 0 {
		title += fmt.Sprintf(", cycle %d", again+1)
	}
	return title
}
