package pairing_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/pairing"
)

func TestStartsR311(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		a, b  pairing.Starter
		round int
		want  bool
	}{
		{"fewer starts", pairing.Starter{Seed: 9, Starts: 1}, pairing.Starter{Seed: 2, Starts: 2, LastSecond: 4}, 5, true},
		{"more starts", pairing.Starter{Seed: 2, Starts: 3}, pairing.Starter{Seed: 9, Starts: 2}, 5, false},
		{
			"second most recently",
			pairing.Starter{Seed: 9, Starts: 2, LastSecond: 4},
			pairing.Starter{Seed: 2, Starts: 2, LastSecond: 3},
			5, true,
		},
		{"second before, against never", pairing.Starter{Seed: 9, LastSecond: 1}, pairing.Starter{Seed: 2}, 3, true},
		{"the lower seed in odd rounds", pairing.Starter{Seed: 2}, pairing.Starter{Seed: 9}, 1, true},
		{"the higher seed in even rounds", pairing.Starter{Seed: 2}, pairing.Starter{Seed: 9}, 2, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.want, pairing.Starts(tt.a, tt.b, tt.round))
			require.Equal(t, !tt.want, pairing.Starts(tt.b, tt.a, tt.round))
		})
	}
}

func TestExactlyOneOfTwoStarts(t *testing.T) {
	t.Parallel()
	starter := func(seed int) *rapid.Generator[pairing.Starter] {
		return rapid.Custom(func(t *rapid.T) pairing.Starter {
			return pairing.Starter{
				Seed: seed, Starts: rapid.IntRange(0, 2).Draw(t, "starts"), LastSecond: rapid.IntRange(0, 2).Draw(t, "last second"),
			}
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := starter(3).Draw(t, "a"), starter(8).Draw(t, "b")
		round := rapid.IntRange(1, 8).Draw(t, "round")
		require.NotEqual(t, pairing.Starts(a, b, round), pairing.Starts(b, a, round))
	})
}
