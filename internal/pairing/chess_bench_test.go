package pairing_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/nast-tour/nast/internal/pairing"
)

// chessField is a section after some rounds: one score group after one round of draws, many
// after six rounds in which the better player mostly wins.
func chessField(b *testing.B, players, rounds int, draws bool) *chessSection {
	b.Helper()
	r := rand.New(rand.NewPCG(22, uint64(players)))
	s := newChessSection(7)
	for n := 1; n <= players; n++ {
		s.players = append(s.players, pairing.ChessPlayer{Number: n, Rating: 2200 - 2000*n/players})
	}
	for range rounds {
		round, err := pairing.ChessSwiss(s.input())
		if err != nil {
			b.Fatal(err)
		}
		var games []chessGame
		for _, p := range round.Pairs {
			half := 1
			if !draws {
				half = []int{0, 1, 2}[r.IntN(3)]
			}
			games = append(games, chessGame{p.First, p.Second, half})
		}
		s.play(games, nil)
	}
	return s
}

func BenchmarkChessSwiss(b *testing.B) {
	for _, groups := range []struct {
		name   string
		rounds int
		draws  bool
	}{{"first round", 0, true}, {"one score group", 4, true}, {"many score groups", 6, false}} {
		for _, players := range []int{20, 100, 200, 1000} {
			b.Run(fmt.Sprintf("%s/players=%d", groups.name, players), func(b *testing.B) {
				in := chessField(b, players, groups.rounds, groups.draws).input()
				b.ReportAllocs()
				for b.Loop() {
					if _, err := pairing.ChessSwiss(in); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
