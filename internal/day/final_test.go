package day

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/internal/pairing"
)

// A final goes on without a network by its methods; how much is in the prize pool nobody knows there.
func TestAFinalIsPlayedOffline_R5_7(t *testing.T) {
	t.Parallel()
	l := taken(t, 7, pairing.MethodPreset, pairing.MethodRoundRobin, pairing.MethodSwissNoRepeats, pairing.MethodKingOfTheHill)
	l.start(t)
	l.play(t, 1)
	l.play(t, 2)
	l = reopen(t, l.path, l.id)
	l.play(t, 3)
	l.play(t, 4)
	rounds, err := client.OK(l.ListRoundsWithResponse(l.ctx, l.id, nil))
	require.NoError(t, err)
	var methods []api.RoundMethod
	for _, r := range rounds.Items {
		methods = append(methods, r.Method)
		require.Equal(t, api.RoundStateComplete, r.State)
	}
	require.Equal(t, []api.RoundMethod{"preset", "round_robin", "swiss", "king_of_the_hill"}, methods)
	report, err := client.OK(l.GetReportWithResponse(l.ctx, l.id))
	require.NoError(t, err)
	require.Nil(t, report.Fund.PrizePool)
	require.Empty(t, report.Prizes)
	require.Empty(t, report.Qualifiers)
}
