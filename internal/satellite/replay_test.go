package satellite_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/satellite"
)

// A log that is not whole, or not of one satellite, is no log.
func TestReplayRefusesALogThatDoesNotFit(t *testing.T) {
	t.Parallel()
	h := newHall()
	id := h.played(t, 6)
	_, _, err := h.Report(h.ctx, id, "")
	require.NoError(t, err)
	log, err := h.Log(h.ctx, id, 0, 1000)
	require.NoError(t, err)
	_, err = satellite.Replay(log)
	require.NoError(t, err)

	for name, broken := range map[string][]satellite.Entry{
		"a line is missing":   slices.Delete(slices.Clone(log), 5, 6),
		"the first is gone":   log[1:],
		"a line twice":        slices.Insert(slices.Clone(log), 5, log[5]),
		"lines change places": swap(log, len(log)-1, len(log)-2),
		"renumbered without the start": func() []satellite.Entry {
			at := slices.IndexFunc(log, func(e satellite.Entry) bool { return e.Act == "satellite.start" })
			rest := slices.Delete(slices.Clone(log), at, at+1)
			for i := range rest {
				rest[i].Seq = int64(i + 1)
			}
			return rest
		}(),
	} {
		_, err = satellite.Replay(broken)
		require.Error(t, err, name)
	}
	for cut := range log { // the state after any act can be had
		s, err := satellite.Replay(log[:cut+1])
		require.NoError(t, err)
		require.Equal(t, int64(cut+1), s.Seq)
	}
}

func swap(log []satellite.Entry, i, j int) []satellite.Entry {
	log = slices.Clone(log)
	log[i], log[j] = log[j], log[i]
	return log
}

func TestDiffOfTheSameIsNothing(t *testing.T) {
	t.Parallel()
	e := started(t, 22, 6)
	e.play(t, 1)
	require.True(t, satellite.Diff(e.Satellite, e.Clone()).Empty())
	whole := satellite.Diff(nil, e.Satellite)
	require.Len(t, whole.Entrants, 22)
	require.Len(t, whole.Rounds, 4)
	require.Len(t, whole.Games, 44)
	require.Nil(t, whole.Registration.Before)
}
