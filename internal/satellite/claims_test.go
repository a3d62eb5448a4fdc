package satellite_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// claimed is a satellite of eight in play with the first game of round 1.
func claimed(t *testing.T) (*event, *satellite.Game) {
	t.Helper()
	e := started(t, 8, 6)
	return e, &e.Games[0]
}

func TestTwoWhoSayTheSameMakeTheResult(t *testing.T) {
	t.Parallel()
	e, g := claimed(t)
	require.NoError(t, e.Claim(g.ID, satellite.Claim{By: satellite.First, First: 412, Second: 388}))
	require.Nil(t, g.Score, "one alone does not")
	require.NoError(t, e.Claim(g.ID, satellite.Claim{By: satellite.Second, First: 412, Second: 388}))
	require.Equal(t, &satellite.Score{First: 412, Second: 388}, g.Score)
	require.False(t, g.Disputed)
	requireFault(t, fault.CodeUsed, e.Claim(g.ID, satellite.Claim{By: satellite.First, First: 1, Second: 2}))
}

func TestADisputeHoldsTheRoundAndChangesNoScore(t *testing.T) {
	t.Parallel()
	e, g := claimed(t)
	first, second := 412, 388
	_, err := e.SetResult(g.ID, satellite.ResultInput{First: &first, Second: &second}, "")
	require.NoError(t, err)
	require.NoError(t, e.Claim(g.ID, satellite.Claim{By: satellite.Second, First: 421, Second: 388}))
	require.True(t, g.Disputed)
	require.Equal(t, &satellite.Score{First: 412, Second: 388}, g.Score)
	require.Contains(t, e.MissingTables(1), g.Table)

	// Who leaves now does not turn a game that was played into a forfeit.
	require.NoError(t, e.Withdraw(g.Second, e.newID))
	g, _ = e.GameByID(g.ID)
	require.Equal(t, standings.Game, g.Kind)
	require.Equal(t, satellite.Nobody, g.Forfeits)

	_, err = e.SetResult(g.ID, satellite.ResultInput{First: &first, Second: &second}, "")
	require.NoError(t, err, "the director settles it")
	require.NotContains(t, e.MissingTables(1), g.Table)
	require.Len(t, g.Claims, 1, "who said what is kept")
}

func TestNobodyIsMovedWhoHasSentAResult(t *testing.T) {
	t.Parallel()
	e, g := claimed(t)
	require.NoError(t, e.Claim(g.ID, satellite.Claim{By: satellite.First, First: 412, Second: 388}))
	err := e.Swap(1, g.First, e.Games[1].First, "by hand", e.newID)
	requireFault(t, fault.ResultsExist, err)
	requireFault(t, fault.ResultsExist, e.Repair(1, newTour(), e.newID))
	requireFault(t, fault.ResultsExist, e.Unstart())
	require.NoError(t, e.ClearResult(g.ID))
	require.Empty(t, g.Claims)
	require.NoError(t, e.Unstart())
}
