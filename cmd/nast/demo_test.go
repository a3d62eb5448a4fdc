package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
)

func TestDemoPlaysAWholeTour(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.fake.addTour("demo", "USD")
	b.fake.tied = true
	out := b.must("demo", "--satellites", "5")
	require.Contains(t, out, "Tour demo-2: 5 satellites")
	require.Contains(t, out, "5 of 5 ")
	require.Contains(t, out, "1 qualifier, a tie decided, due")
	require.Contains(t, out, "as of 2026-05-01 12:30:00 UTC, version 7")
	require.Contains(t, out, "nast qualifiers demo-2")
	require.Len(t, b.fake.satellites, 5)
	for _, s := range b.fake.satellites {
		require.Equal(t, api.Reported, s.Status)
		require.Len(t, s.rounds, 6)
		for _, round := range s.rounds {
			require.Equal(t, api.RoundStateComplete, round.State)
		}
	}
	require.Len(t, b.fake.requests("POST /v1/directors"), 2, "each runs three")
	require.NotContains(t, out, "key-of-", "keys are not shown")
}

func TestDemoIsForTheOrganiserOnly(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.fake.keys["director-key"] = api.RoleDirector
	b.env["NAST_KEY"] = "director-key"
	code, _, errs := b.nast("", "demo")
	require.Equal(t, exitNotLoggedIn, code)
	require.Contains(t, errs, "organiser's key")
	require.Empty(t, b.fake.requests("POST "))
}

// The same seed gives the same scores, whatever the order in which satellites are played.
func TestDemoOfTheSameSeedIsTheSame(t *testing.T) {
	t.Parallel()
	played := func(seed string) map[string]string {
		b := setup(t)
		b.must("demo", "--satellites", "4", "--seed", seed)
		scores := map[string]string{}
		for _, s := range b.fake.satellites {
			var line strings.Builder
			for _, round := range s.rounds {
				for _, g := range round.Games {
					line.WriteString(g.First.Name + " " + scoreLine(&g) + "\n")
				}
			}
			scores[s.Name] = line.String()
		}
		return scores
	}
	require.Equal(t, played("7"), played("7"))
	require.NotEqual(t, played("7"), played("8"))
}
