package pairing

import "fmt"

// KingOfTheHill pairs 1 v 2, 3 v 4 and so on in order of standing; repeats are allowed
// and nobody is Gibsonized (R3.4, R3.5). The number of players must be even.
func KingOfTheHill(order []Ranked, round int) []Pair {
	mustBeEven(order)
	pairs := make([]Pair, 0, len(order)/2)
	for i := 0; i < len(order); i += 2 {
		a, b := order[i], order[i+1]
		pairs = append(pairs, Pair{a.Seed, b.Seed, fmt.Sprintf(
			"King of the hill, round %d: %s %s.", round, meet(a, b), before(round, "in"))})
	}
	return pairs
}

// Bye chooses who has the bye of a Swiss or king-of-the-hill round of an odd field: the
// lowest in the standings among those with the fewest byes (R3.6). byes tells how many
// byes a seed has had, forfeits not counted. The answer is a seed, 0 for an empty field.
func Bye(order []Ranked, byes func(seed int) int) int {
	chosen, fewest := 0, 0
	for _, p := range order {
		if had := byes(p.Seed); chosen == 0 || had <= fewest {
			chosen, fewest = p.Seed, had
		}
	}
	return chosen
}
