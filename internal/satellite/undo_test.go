package satellite_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
)

// The acts of the hall in every status.
func TestEveryActOfTheHallInEveryStatus(t *testing.T) {
	t.Parallel()
	const lasting = fault.NotUndoable
	entrant := func(h *hall, id uuid.UUID, n int) uuid.UUID { return h.stored(id).Entrants[n].ID }
	requireInEveryStatus(t, map[string]attempt{
		"check in who is there": {
			func(h *hall, id uuid.UUID) error { _, err := h.CheckIn(h.ctx, id, entrant(h, id, 0), ""); return err },
			[7]fault.Code{nothing, nothing, nothing, status, status, status, status},
		},
		"withdraw": {
			func(h *hall, id uuid.UUID) error { _, err := h.Withdraw(h.ctx, id, entrant(h, id, 0), ""); return err },
			[7]fault.Code{done, done, done, status, status, status, status},
		},
		"reinstate who is there": {
			func(h *hall, id uuid.UUID) error { _, err := h.Reinstate(h.ctx, id, entrant(h, id, 0), ""); return err },
			[7]fault.Code{nothing, nothing, nothing, status, status, status, status},
		},
		"decide on eligibility": {
			func(h *hall, id uuid.UUID) error {
				_, err := h.SetEligibility(h.ctx, id, entrant(h, id, 0), false, "he only fills in")
				return err
			},
			[7]fault.Code{status, status, done, done, status, status, status},
		},
		"pair a planned round again": {
			func(h *hall, id uuid.UUID) error { _, err := h.Repair(h.ctx, id, 1, ""); return err },
			[7]fault.Code{unpaid, unpaid, nothing, status, status, unpaid, status},
		},
		"swap": {
			func(h *hall, id uuid.UUID) error {
				_, _, err := h.Swap(h.ctx, id, 1, entrant(h, id, 0), entrant(h, id, 1), "cousins")
				return err
			},
			[7]fault.Code{unpaid, unpaid, done, status, status, unpaid, status},
		},
		"undo": {
			func(h *hall, id uuid.UUID) error { _, err := h.Undo(h.ctx, id, 0, ""); return err },
			[7]fault.Code{done, lasting, done, done, lasting, lasting, lasting},
		},
		"reopen": {
			func(h *hall, id uuid.UUID) error { _, err := h.Reopen(h.ctx, id, "a slip was misread"); return err },
			[7]fault.Code{status, status, status, status, done, status, status},
		},
	})
}

// The last act can be taken back, and that too; an act that somebody else has
// followed with another cannot be meant.
func TestUndoTakesTheLastActBack(t *testing.T) {
	t.Parallel()
	h := newHall()
	id := h.started(t, 8)
	h.playRound(t, id, 1)
	before := h.stored(id)
	s, _, err := h.Enter(h.ctx, id, player(40), "a@example.org")
	require.NoError(t, err)
	entered := s

	_, err = h.Undo(h.ctx, id, entered.Seq-1, "")
	requireFault(t, fault.NotUndoable, err)
	s, err = h.Undo(h.ctx, id, entered.Seq, "he is at the wrong tournament")
	require.NoError(t, err)
	requireSame(t, unversioned(before), unversioned(s))
	require.Equal(t, entered.Seq+1, s.Seq, "an act of its own")
	s, err = h.Undo(h.ctx, id, 0, "he is not")
	require.NoError(t, err)
	requireSame(t, unversioned(entered), unversioned(s))
	h.requireReplayed(t, id)
}

// Whatever has left the satellite stays: a report, and its reopening.
func TestAReportIsNotUndone(t *testing.T) {
	t.Parallel()
	h, id := inStatus(t, satellite.Reported)
	before := h.memory.kept.clone()
	_, err := h.Undo(h.ctx, id, 0, "")
	requireFault(t, fault.NotUndoable, err)
	requireUntouched(t, before, h, id)
	_, err = h.Reopen(h.ctx, id, "a slip was misread")
	require.NoError(t, err)
	_, err = h.Undo(h.ctx, id, 0, "")
	requireFault(t, fault.NotUndoable, err)

	g := h.stored(id).Games[0]
	_, _, err = h.SetResult(h.ctx, id, g.ID, scores(555, 333), "misread", satellite.Match{})
	require.NoError(t, err)
	s, err := h.Undo(h.ctx, id, 0, "it was right")
	require.NoError(t, err)
	require.Equal(t, g.Score, s.Games[0].Score)
}

// What an act does not change keeps its version: somebody who is about to enter
// a result is not refused because a stranger has gone home.
func TestAnActLeavesTheVersionsOfOthers(t *testing.T) {
	t.Parallel()
	h := newHall()
	id := h.started(t, 8) // round 1: 1-7, 2-8, 3-5, 4-6
	before := h.stored(id)
	s, err := h.Withdraw(h.ctx, id, before.Field()[4].ID, "")
	require.NoError(t, err)
	for _, g := range s.GamesOf(1) {
		switch a, b := seedOf(s, g.First), seedOf(s, g.Second); {
		case a == 3, a == 5, b == 5, min(a, b) == 4: // 4 and 6 move up a table
			require.Equal(t, s.Seq, g.Version)
		default:
			old, ok := before.GameByID(g.ID)
			require.True(t, ok)
			require.Equal(t, old.Version, g.Version, "%d and %d", a, b)
		}
	}
	_, _, err = h.SetResult(h.ctx, id, s.GamesOf(1)[0].ID, scores(400, 300), "", satellite.Match{Versions: []int64{before.GamesOf(1)[0].Version}})
	require.NoError(t, err)
}

// A state that is not what its log makes of it is named.
func TestVerifyNamesWhatDiffers_R4_9(t *testing.T) {
	t.Parallel()
	h := newHall()
	id := h.started(t, 8)
	h.playRound(t, id, 1)
	v, err := h.Verify(h.ctx, id)
	require.NoError(t, err)
	require.Empty(t, v.Differences)
	require.Equal(t, h.stored(id).Seq, v.Acts)

	s := h.stored(id)
	s.Games[2].Score = &satellite.Score{First: 1, Second: 2}
	s.Entrants[3].Rating++
	h.memory.kept.satellites[id] = s
	v, err = h.Verify(h.ctx, id)
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"game " + s.Games[2].ID.String(), "entrant " + s.Entrants[3].ID.String()}, v.Differences)
}
