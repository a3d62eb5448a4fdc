package demo

import "math/rand/v2"

// What a made-up game looks like: two players together make about 780 points, the margin grows
// with the difference of strength, and luck is larger than both.
const (
	meanTotal     = 780
	totalSpread   = 55
	pointsPerUnit = 0.28 // margin for each point of difference in strength
	luck          = 105
	firstMove     = 12 // playing first is worth a few points
)

// scores makes up a game. It depends on its arguments alone, so that satellites may be played in
// any order, or at the same time.
func scores(seed uint64, satellite, round, firstSeed, secondSeed, firstStrength, secondStrength int) (first, second int) {
	rng := rand.New(rand.NewPCG(seed, uint64(satellite)<<40|uint64(round)<<32|uint64(firstSeed)<<16|uint64(secondSeed)))
	total := meanTotal + totalSpread*rng.NormFloat64()
	margin := firstMove + pointsPerUnit*float64(firstStrength-secondStrength) + luck*rng.NormFloat64()
	return plausible((total + margin) / 2), plausible((total - margin) / 2)
}

// plausible keeps a score within what a hall has seen.
func plausible(score float64) int { return min(700, max(150, int(score))) }
