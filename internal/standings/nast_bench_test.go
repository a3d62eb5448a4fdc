package standings_test

import (
	"fmt"
	"testing"

	"github.com/nast-tour/nast/internal/standings"
)

func BenchmarkNast(b *testing.B) {
	for _, players := range []int{48, 1000} {
		b.Run(fmt.Sprintf("players=%d", players), func(b *testing.B) {
			seeds := seedsUpTo(players)
			var results []standings.Result
			for round := 1; round <= 6; round++ {
				for i := 0; i < players; i += 2 {
					first, second := i+1, (i+2*round)%players+2
					results = append(results, game(round, first, second, 300+i*37%200, 300+i*53%200))
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				standings.Nast(seeds, results, 6)
			}
		})
	}
}
