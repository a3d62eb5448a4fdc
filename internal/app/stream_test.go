package app_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// sent is one event of a stream.
type sent struct {
	id, kind string
	data     api.HallEvent
}

// listen opens the stream of a satellite and gives its events one by one.
func (s *service) listen(t *testing.T, id uuid.UUID, last string) func() sent {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/v1/satellites/"+id.String()+"/events", nil)
	require.NoError(t, err)
	r.Header.Set("Authorization", "Bearer "+organiserKey)
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	rsp, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	t.Cleanup(func() { _ = rsp.Body.Close() })
	require.Equal(t, http.StatusOK, rsp.StatusCode)
	require.Equal(t, "text/event-stream", rsp.Header.Get("Content-Type"))
	lines := bufio.NewScanner(rsp.Body)
	return func() sent {
		var e sent
		for lines.Scan() {
			name, value, _ := strings.Cut(lines.Text(), ": ")
			switch name {
			case "id":
				e.id = value
			case "event":
				e.kind = value
			case "data":
				require.NoError(t, json.Unmarshal([]byte(value), &e.data))
			case "":
				if e.kind != "" {
					return e
				}
			}
		}
		require.Fail(t, "the stream has ended", "%v", lines.Err())
		return e
	}
}

// A screen in the hall is told of pairs, results and standings as they come, each once
// and in order, and misses nothing after a break.
func TestTheHallIsToldAsItHappens(t *testing.T) {
	t.Parallel()
	s := newService(t, func(o *setup) { o.streams = true })
	makeTour(t, s.organiser, slug)
	g := s.stage(makeDirector(t, s.organiser, "Hal Director").APIKey)
	satellite := g.register("Duluth", 6)
	g.sanction(satellite.ID)
	g.enter(satellite.ID, 8, "Duluth")
	next := s.listen(t, satellite.ID, "")
	g.start(satellite.ID)
	status, pairing := next(), next()
	require.Equal(t, "status", status.kind)
	require.Equal(t, api.InPlay, *status.data.Status)
	require.Equal(t, "pairing", pairing.kind)
	require.Equal(t, []int{1, 2, 3, 4}, *pairing.data.Rounds)
	g.play(satellite.ID, 1, 1)
	opened, result, standing := next(), next(), next()
	require.Equal(t, []string{"pairing", "result", "standing"}, []string{opened.kind, result.kind, standing.kind})
	require.Equal(t, []int{1}, *result.data.Rounds)
	require.Equal(t, []int{1}, *standing.data.Rounds)
	require.Equal(t, result.id, standing.id)

	missed := s.listen(t, satellite.ID, pairing.id)
	require.Equal(t, opened, missed(), "what came after the last one known")
	bad := s.send(call{key: organiserKey, method: http.MethodGet, path: "/v1/satellites/" + satellite.ID.String() + "/events", header: map[string]string{"Last-Event-ID": "x"}})
	require.Equal(t, http.StatusBadRequest, bad.status)
	stranger := s.stage(makeDirector(t, s.organiser, "Another Director").APIKey)
	_, err := client.OK(stranger.director.GetSatelliteWithResponse(t.Context(), satellite.ID))
	require.Error(t, err)
}
