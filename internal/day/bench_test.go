package day

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/client"
)

// BenchmarkDay is what a command needs on a file of 110 players with more than
// 300 acts: to read it, to have the contract ready, and one request.
func BenchmarkDay(b *testing.B) {
	l := taken(b, 110)
	l.start(b)
	for round := 1; round <= 6; round++ {
		l.play(b, round)
	}
	b.Run("read", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, err := Open(l.path)
			require.NoError(b, err)
		}
	})
	b.Run("check", func(b *testing.B) {
		for b.Loop() {
			_, err := Check(l.path)
			require.NoError(b, err)
		}
	})
	f, err := Open(l.path)
	require.NoError(b, err)
	b.Run("serve", func(b *testing.B) {
		for b.Loop() {
			_, err := NewHandler(f, Options{})
			require.NoError(b, err)
		}
	})
	b.Run("request", func(b *testing.B) {
		for b.Loop() {
			_, err := client.OK(l.GetStandingsWithResponse(l.ctx, l.id, nil))
			require.NoError(b, err)
		}
	})
	b.Run("round", func(b *testing.B) {
		for b.Loop() {
			_, err := client.OK(l.GetRoundWithResponse(l.ctx, l.id, 6))
			require.NoError(b, err)
		}
	})
}
