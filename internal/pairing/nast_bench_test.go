package pairing_test

import (
	"fmt"
	"testing"

	"github.com/nast-tour/nast/internal/pairing"
)

// each runs a benchmark at the sizes that matter: one full group, and far beyond any
// field there has been.
func each(b *testing.B, run func(b *testing.B, players int)) {
	for _, players := range []int{48, 1000} {
		b.Run(fmt.Sprintf("players=%d", players), func(b *testing.B) {
			b.ReportAllocs()
			run(b, players)
		})
	}
}

// played is an event of 7 rounds with its preset rounds behind it.
func played(b *testing.B, players int) *event {
	b.Helper()
	e := newEvent(players, 7, 7)
	for round := 1; round <= 5; round++ {
		pairs, err := pairing.Builtin(7).Pairs(players, round)
		if err != nil {
			b.Fatal(err)
		}
		e.play(pairs, round)
	}
	return e
}

func BenchmarkPresets(b *testing.B) {
	each(b, func(b *testing.B, players int) {
		for b.Loop() {
			for round := 1; round <= 4; round++ {
				if _, err := pairing.Builtin(6).Pairs(players, round); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}

func BenchmarkSwiss(b *testing.B) {
	each(b, func(b *testing.B, players int) {
		order, _ := played(b, players).order(5)
		for b.Loop() {
			pairing.Swiss(order, 6)
		}
	})
}

func BenchmarkSwissLimited(b *testing.B) {
	each(b, func(b *testing.B, players int) {
		e := played(b, players)
		order, _ := e.order(5)
		for b.Loop() {
			pairing.SwissLimited(order, e.met.meetings, 0, 6)
		}
	})
}

// BenchmarkSwissLimitedHard forbids about three pairs of seven, among them every pure
// Swiss pair.
func BenchmarkSwissLimitedHard(b *testing.B) {
	each(b, func(b *testing.B, players int) {
		order, _ := played(b, players).order(5)
		place := make(map[int]int)
		for i, p := range order {
			place[p.Seed] = i
		}
		pure := make(history)
		pure.add(pairing.Swiss(order, 6))
		met := func(p, q int) int {
			if pure.meetings(p, q) > 0 {
				return 1
			}
			return (place[p]*place[q] + place[p] + place[q]) % 7 / 3 % 2
		}
		for b.Loop() {
			pairing.SwissLimited(order, met, 0, 6)
		}
	})
}

func BenchmarkKingOfTheHill(b *testing.B) {
	each(b, func(b *testing.B, players int) {
		order, _ := played(b, players).order(5)
		for b.Loop() {
			pairing.KingOfTheHill(order, 6)
		}
	})
}
