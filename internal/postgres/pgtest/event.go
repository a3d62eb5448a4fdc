package pgtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/satellite"
)

// Register makes a satellite of a director.
func (h *House) Register(t testing.TB, p auth.Principal, name string, rounds int) *satellite.Satellite {
	t.Helper()
	s, err := h.Satellites.Register(As(p), h.Tour.Slug, satellite.Registration{
		TenantID: p.TenantID, Name: name, StartsOn: Saturday, TimeZone: "America/Chicago", RoundCount: rounds,
		EntryFee: money.Money{Amount: 30_00, Currency: money.USD},
		Venue:    satellite.Venue{Name: "Church hall", City: "Springfield", Region: "IL", Country: "US"},
	})
	require.NoError(t, err)
	return s
}

// Player is number i of the people of a tour: the same person wherever he
// enters.
func Player(i int) satellite.EntrantInput {
	return satellite.EntrantInput{
		FamilyName: fmt.Sprintf("Player %c%c", 'A'+i/26%26, 'A'+i%26), AssociationID: fmt.Sprintf("AA%06d", i),
		Rating: 1900 - i, Present: true,
	}
}

// Start registers a satellite of a director with some people and starts it.
func (h *House) Start(t testing.TB, p auth.Principal, name string, rounds int, people ...int) *satellite.Satellite {
	t.Helper()
	s := h.Register(t, p, name, rounds)
	for _, i := range people {
		_, _, err := h.Satellites.Enter(As(p), s.ID, Player(i), fmt.Sprintf("player%d@example.org", i))
		require.NoError(t, err)
	}
	_, err := h.Satellites.Sanction(As(h.Organiser), s.ID, "")
	require.NoError(t, err)
	s, _, err = h.Satellites.Start(As(p), s.ID, "", "")
	require.NoError(t, err)
	return s
}

// PlayRound pairs a round and enters made-up results.
func (h *House) PlayRound(t testing.TB, ctx context.Context, id uuid.UUID, round int, random *rand.Rand) {
	t.Helper()
	s, err := h.Satellites.PairRound(ctx, id, round, "")
	require.NoError(t, err)
	var results []satellite.RoundResult
	for _, g := range s.GamesOf(round) {
		if g.Second == uuid.Nil {
			continue
		}
		first, second := 250+random.IntN(300), 250+random.IntN(300)
		results = append(results, satellite.RoundResult{
			Table: g.Table, ResultInput: satellite.ResultInput{First: &first, Second: &second},
		})
	}
	_, _, err = h.Satellites.SetRoundResults(ctx, id, round, results)
	require.NoError(t, err)
}

// Play starts a satellite and plays all its rounds, with results made up from
// a seed.
func (h *House) Play(t testing.TB, p auth.Principal, name string, seed uint64, rounds int, people ...int) uuid.UUID {
	t.Helper()
	s := h.Start(t, p, name, rounds, people...)
	random := rand.New(rand.NewPCG(seed, 1))
	for round := 1; round <= rounds; round++ {
		h.PlayRound(t, As(p), s.ID, round, random)
	}
	return s.ID
}

// Report reports a satellite that was played; ties go to the better seed.
func (h *House) Report(t testing.TB, p auth.Principal, id uuid.UUID) satellite.Report {
	t.Helper()
	_, report, err := h.Satellites.Report(As(p), id, "")
	if fault.CodeOf(err) == fault.TiesUnresolved {
		s, err := h.Satellites.Get(As(p), id)
		require.NoError(t, err)
		decided := satellite.Decisions{PrizeTies: satellite.Pooled, Reason: "by seed"}
		for _, e := range s.Field() {
			decided.SeatOrder = append(decided.SeatOrder, e.ID)
		}
		_, err = h.Satellites.Finish(As(p), id, 0, "")
		require.NoError(t, err)
		_, _, err = h.Satellites.Decide(As(p), id, decided)
		require.NoError(t, err)
		_, report, err = h.Satellites.Report(As(p), id, "")
		require.NoError(t, err)
		return report
	}
	require.NoError(t, err)
	return report
}
