package satellite_test

import (
	"fmt"
	"testing"

	"github.com/nast-tour/nast/internal/satellite"
)

// each runs a benchmark at the sizes that matter: one full group, and far
// beyond any field there has been.
func each(b *testing.B, run func(b *testing.B, field int)) {
	for _, field := range []int{48, 1000} {
		b.Run(fmt.Sprintf("players=%d", field), func(b *testing.B) {
			b.ReportAllocs()
			run(b, field)
		})
	}
}

func BenchmarkStart(b *testing.B) {
	each(b, func(b *testing.B, field int) {
		newID := counter()
		s, t := sanctioned(b, field, 6, newID), newTour()
		for b.Loop() {
			if err := s.Clone().Start(t, newID); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkPairRound5(b *testing.B) {
	each(b, func(b *testing.B, field int) {
		e := started(b, field, 6)
		e.playThrough(b, 4)
		for b.Loop() {
			if err := e.Clone().PairRound(5, e.newID); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkResultOf110 is what the service does for one result: copy, enter,
// find out what has changed.
func BenchmarkResultOf110(b *testing.B) {
	b.ReportAllocs()
	e := started(b, 110, 6)
	e.playThrough(b, 5)
	game, in := e.GamesOf(5)[20].ID, scores(412, 388)
	for b.Loop() {
		after := e.Clone()
		if _, err := after.SetResult(game, in, ""); err != nil {
			b.Fatal(err)
		}
		if satellite.Diff(e.Satellite, after).Empty() {
			b.Fatal("the result is new")
		}
	}
}

func BenchmarkLiveReport(b *testing.B) {
	each(b, func(b *testing.B, field int) {
		e := started(b, field, 6)
		e.playThrough(b, 6)
		t := newTour()
		for b.Loop() {
			if _, err := e.LiveReport(t); err != nil {
				b.Fatal(err)
			}
		}
	})
}
