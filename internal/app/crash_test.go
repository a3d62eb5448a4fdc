package app_test

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// slipOf is what a scorer knows of a game: the last score that was
// acknowledged, and the one after it that he may have sent.
type slipOf struct{ acknowledged, sent int }

// The API is killed with -9 while results are entered and right after a report.
// Started again, it has the database back, nothing acknowledged is lost, nothing
// is there by half, and the worker goes on.
func TestKilledServiceLosesNothingAcknowledged(t *testing.T) {
	t.Parallel()
	settings := []string{"NAST_DATA_DIR=" + dataDir(t), "NAST_BOOTSTRAP_KEY=" + organiserKey}
	p := serve(t, settings)
	makeTour(t, p.as(organiserKey), slug)
	director := makeDirector(t, p.as(organiserKey), "Ann Director")
	g := stage{t, p.as(organiserKey), p.as(director.APIKey)}
	done := g.started("Done", 22, 6).ID
	g.play(done, 1, 6)
	g.decide(done)
	running := g.started("Running", 48, 6).ID
	games := g.round(running, 1).Games
	path := func(game api.Game) string {
		return "/v1/satellites/" + running.String() + "/games/" + game.ID.String() + "/result"
	}

	const scorers = 4
	slips := make([]slipOf, len(games))
	var entered atomic.Int64
	var scoring sync.WaitGroup
	for scorer := range scorers {
		scoring.Go(func() {
			for n := 1; ; n++ {
				for i := scorer; i < len(games); i += scorers {
					slips[i].sent = n
					got, err := trySend(t.Context(), p.url, call{
						key: director.APIKey, method: http.MethodPut, path: path(games[i]), body: api.Result{FirstScore: ptr(300 + n), SecondScore: ptr(300)},
					})
					if err != nil {
						return // killed
					}
					if got.status != http.StatusOK {
						t.Errorf("a result was refused: %s", got.body)
						return
					}
					slips[i].acknowledged = n
					entered.Add(1)
				}
			}
		})
	}
	eventually(t, "results to come in", func() bool { return entered.Load() > int64(len(games))/2 })
	ok[api.Report](t)(client.OK(g.director.MakeReportWithResponse(t.Context(), done, nil, api.Act{})))
	p.kill()
	scoring.Wait()

	p = serve(t, settings)
	require.NotContains(t, p.said(p.out), "shown only this once", "the organiser is there already")
	g = stage{t, p.as(organiserKey), p.as(director.APIKey)}
	last := map[string]any{} // the score of each game by the log
	for i, entry := range g.log(t.Context(), running) {
		require.Equal(t, int64(i+1), entry.Seq)
		for _, c := range entry.Changes {
			if c.Kind == api.LogChangeKindGame && c.After != nil {
				last[c.ID] = (*c.After)["score"]
			}
		}
	}
	for i, game := range g.round(running, 1).Games {
		require.Equal(t, games[i].ID, game.ID)
		has := 0
		if game.FirstScore != nil {
			has = *game.FirstScore - 300
			require.EqualValues(t, map[string]any{"first": float64(300 + has), "second": float64(300)}, last[game.ID.String()])
		} else {
			require.Nil(t, last[game.ID.String()])
		}
		require.Contains(t, []int{slips[i].acknowledged, slips[i].sent}, has, "table %d", *game.Table)
	}
	report := ok[api.Report](t)(client.OK(g.director.GetReportWithResponse(t.Context(), done)))
	require.True(t, report.Frozen)
	eventually(t, "the qualifiers of the report on the national list", func() bool {
		list, err := g.organiser.QualifierList(t.Context(), slug)
		return err == nil && len(list.Items) == 3
	})
	g.results(running, g.round(running, 1)) // and play goes on
	require.Equal(t, api.RoundStateComplete, g.round(running, 1).State)
	p.stop()
}
