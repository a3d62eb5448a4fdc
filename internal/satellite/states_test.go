package satellite_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
)

// entered is a sanctioned satellite with a field, in the hall.
func (h *hall) entered(t testing.TB, field int) uuid.UUID {
	t.Helper()
	s, err := h.Register(h.ctx, "first", registration())
	require.NoError(t, err)
	for i := 1; i <= field; i++ {
		_, _, err = h.Enter(h.ctx, s.ID, player(i), "")
		require.NoError(t, err)
	}
	return s.ID
}

func (h *hall) started(t testing.TB, field int) uuid.UUID {
	t.Helper()
	id := h.entered(t, field)
	_, err := h.Sanction(h.ctx, id, "")
	require.NoError(t, err)
	_, _, err = h.Start(h.ctx, id, "", "")
	require.NoError(t, err)
	return id
}

func (h *hall) played(t testing.TB, field int) uuid.UUID {
	t.Helper()
	id := h.started(t, field)
	for round := 1; round <= 6; round++ {
		_, err := h.PairRound(h.ctx, id, round, "")
		require.NoError(t, err)
		h.playRound(t, id, round)
	}
	return id
}

// inStatus makes a satellite of four in a status. A cancelled one was in play,
// so that it has games.
func inStatus(t testing.TB, status satellite.Status) (*hall, uuid.UUID) {
	t.Helper()
	h := newHall()
	var id uuid.UUID
	var err error
	switch status {
	case satellite.Proposed:
		id = h.entered(t, 4)
	case satellite.Sanctioned:
		id = h.entered(t, 4)
		_, err = h.Sanction(h.ctx, id, "")
	case satellite.InPlay:
		id = h.started(t, 4)
	case satellite.Finished:
		id = h.played(t, 4)
		_, err = h.Finish(h.ctx, id, 0, "")
	case satellite.Reported:
		id = h.played(t, 4)
		_, _, err = h.Report(h.ctx, id, "")
	case satellite.Rejected:
		id = h.entered(t, 4)
		_, err = h.Reject(h.ctx, id, "no venue")
	case satellite.Cancelled:
		id = h.started(t, 4)
		_, err = h.Cancel(h.ctx, id, "snow")
	}
	require.NoError(t, err)
	require.Equal(t, status, h.stored(id).Status)
	return h, id
}

// The answers to an act.
const (
	done    fault.Code = "done"
	nothing fault.Code = "nothing" // it is done already and changes nothing
	status             = fault.WrongStatus
	frozen             = fault.FieldFrozen
	missing            = fault.ResultsMissing
	unpaid             = fault.RoundNotPaired
	noGame             = fault.ResourceNotFound
)

var statuses = []satellite.Status{
	satellite.Proposed, satellite.Sanctioned, satellite.InPlay, satellite.Finished, satellite.Reported, satellite.Rejected, satellite.Cancelled,
}

// Every act in every status: what is allowed is done, what is done already
// changes nothing, and what is forbidden leaves neither state nor log changed.
func TestEveryActInEveryStatus(t *testing.T) {
	t.Parallel()
	first := func(h *hall, id uuid.UUID) uuid.UUID { return h.stored(id).Entrants[0].ID }
	game := func(h *hall, id uuid.UUID) uuid.UUID {
		if games := h.stored(id).Games; len(games) > 0 {
			return games[0].ID
		}
		return uuid.UUID{1}
	}
	edit := func(p satellite.Patch) func(*hall, uuid.UUID) error {
		return func(h *hall, id uuid.UUID) error {
			_, err := h.Edit(h.ctx, id, p, "", satellite.Match{})
			return err
		}
	}
	editEntrant := func(p satellite.EntrantPatch) func(*hall, uuid.UUID) error {
		return func(h *hall, id uuid.UUID) error {
			_, err := h.EditEntrant(h.ctx, id, first(h, id), p, nil, "", satellite.Match{})
			return err
		}
	}
	requireInEveryStatus(t, map[string]attempt{
		"sanction": {
			func(h *hall, id uuid.UUID) error { _, err := h.Sanction(h.ctx, id, ""); return err },
			[7]fault.Code{done, nothing, status, status, status, status, status},
		},
		"reject": {
			func(h *hall, id uuid.UUID) error { _, err := h.Reject(h.ctx, id, "no venue"); return err },
			[7]fault.Code{done, done, status, status, status, nothing, status},
		},
		"cancel": {
			func(h *hall, id uuid.UUID) error { _, err := h.Cancel(h.ctx, id, "snow"); return err },
			[7]fault.Code{done, done, done, status, status, status, nothing},
		},
		"start": {
			func(h *hall, id uuid.UUID) error { _, _, err := h.Start(h.ctx, id, "", ""); return err },
			[7]fault.Code{status, done, nothing, status, status, status, status},
		},
		"unstart": {
			func(h *hall, id uuid.UUID) error { _, err := h.Unstart(h.ctx, id, ""); return err },
			[7]fault.Code{status, nothing, done, status, status, status, status},
		},
		"finish": {
			func(h *hall, id uuid.UUID) error { _, err := h.Finish(h.ctx, id, 0, "fire"); return err },
			[7]fault.Code{status, status, missing, nothing, status, status, status},
		},
		"report": {
			func(h *hall, id uuid.UUID) error { _, _, err := h.Report(h.ctx, id, ""); return err },
			[7]fault.Code{status, status, missing, done, nothing, status, status},
		},
		"enter": {
			func(h *hall, id uuid.UUID) error { _, _, err := h.Enter(h.ctx, id, player(9), "a@b.org"); return err },
			[7]fault.Code{done, done, done, status, status, status, status},
		},
		"remove an entrant": {
			func(h *hall, id uuid.UUID) error { return h.RemoveEntrant(h.ctx, id, first(h, id)) },
			[7]fault.Code{done, done, frozen, frozen, frozen, status, status},
		},
		"correct a name": {
			editEntrant(satellite.EntrantPatch{FamilyName: ptr("Other")}),
			[7]fault.Code{done, done, done, done, status, status, status},
		},
		"take somebody out": {
			editEntrant(satellite.EntrantPatch{Present: ptr(false)}),
			[7]fault.Code{done, done, frozen, frozen, status, status, status},
		},
		"make somebody a standby": {
			editEntrant(satellite.EntrantPatch{Standby: ptr(true)}),
			[7]fault.Code{done, done, frozen, frozen, status, status, status},
		},
		"edit": {
			edit(satellite.Patch{Name: ptr("Shelbyville")}),
			[7]fault.Code{done, done, done, done, status, status, status},
		},
		"change the number of rounds": {
			edit(satellite.Patch{Rounds: ptr(7)}),
			[7]fault.Code{done, done, status, status, status, status, status},
		},
		"open a round": {
			func(h *hall, id uuid.UUID) error { _, err := h.OpenRound(h.ctx, id, 1, ""); return err },
			[7]fault.Code{unpaid, unpaid, done, nothing, nothing, unpaid, status},
		},
		"pair a paired round": {
			func(h *hall, id uuid.UUID) error { _, err := h.PairRound(h.ctx, id, 1, ""); return err },
			[7]fault.Code{status, status, nothing, nothing, nothing, status, nothing},
		},
		"enter a result": {
			func(h *hall, id uuid.UUID) error {
				_, _, err := h.SetResult(h.ctx, id, game(h, id), scores(499, 301), "", satellite.Match{})
				return err
			},
			[7]fault.Code{noGame, noGame, done, done, status, noGame, status},
		},
		"enter a batch of results": {
			func(h *hall, id uuid.UUID) error {
				_, _, err := h.SetRoundResults(h.ctx, id, 1, []satellite.RoundResult{{Table: 1, ResultInput: scores(499, 301)}})
				return err
			},
			[7]fault.Code{unpaid, unpaid, done, done, status, unpaid, status},
		},
		"clear a result": {
			func(h *hall, id uuid.UUID) error {
				_, err := h.ClearResult(h.ctx, id, game(h, id), satellite.Match{})
				return err
			},
			[7]fault.Code{noGame, noGame, nothing, status, status, noGame, status},
		},
		"decide": {
			func(h *hall, id uuid.UUID) error {
				_, _, err := h.Decide(h.ctx, id, satellite.Decisions{PrizeTies: satellite.Pooled, Reason: "agreed"})
				return err
			},
			[7]fault.Code{status, status, done, done, status, status, status},
		},
	})
}

// attempt is an act and the answers to it in the order of statuses.
type attempt struct {
	act  func(h *hall, id uuid.UUID) error
	want [7]fault.Code
}

func requireInEveryStatus(t *testing.T, attempts map[string]attempt) {
	t.Helper()
	for name, c := range attempts {
		for i, want := range c.want {
			t.Run(name+" when "+string(statuses[i]), func(t *testing.T) {
				t.Parallel()
				h, id := inStatus(t, statuses[i])
				before := h.memory.kept.clone()
				stored := h.stored(id)
				err := c.act(h, id)
				switch want {
				case done:
					require.NoError(t, err)
					require.Equal(t, stored.Seq+1, h.stored(id).Seq, "one act, one line of the log")
					require.Len(t, h.memory.kept.logs[id], len(before.logs[id])+1)
				case nothing:
					require.NoError(t, err)
					requireUntouched(t, before, h, id)
				default:
					requireFault(t, want, err)
					requireUntouched(t, before, h, id)
				}
				h.requireReplayed(t, id)
			})
		}
	}
}

// requireUntouched: nothing is kept of an act that was refused or changes
// nothing, not even an id, a person or a contact.
func requireUntouched(t require.TestingT, before kept, h *hall, id uuid.UUID) {
	after := h.memory.kept
	require.Equal(t, before.satellites[id], after.satellites[id])
	require.Equal(t, before.logs, after.logs)
	require.Equal(t, before.contacts, after.contacts)
	require.Equal(t, before.people, after.people)
	require.Equal(t, before.announced, after.announced)
	require.Equal(t, before.reports, after.reports)
}

func TestActsThatNeedAReason(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status satellite.Status
		act    func(h *hall, id uuid.UUID) error
	}{
		"reject": {satellite.Proposed, func(h *hall, id uuid.UUID) error { _, err := h.Reject(h.ctx, id, ""); return err }},
		"cancel": {satellite.InPlay, func(h *hall, id uuid.UUID) error { _, err := h.Cancel(h.ctx, id, "\n"); return err }},
		"decide": {satellite.Finished, func(h *hall, id uuid.UUID) error {
			_, _, err := h.Decide(h.ctx, id, satellite.Decisions{PrizeTies: satellite.Pooled})
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, id := inStatus(t, c.status)
			before := h.memory.kept.clone()
			f := requireFault(t, fault.ReasonRequired, c.act(h, id))
			require.Equal(t, []string{"/reason"}, pointersOf(f))
			requireUntouched(t, before, h, id)
		})
	}
}

func TestWhoIsNotSanctionedIsToldSo_R1_3(t *testing.T) {
	t.Parallel()
	h, id := inStatus(t, satellite.Proposed)
	_, _, err := h.Start(h.ctx, id, "", "")
	require.Contains(t, requireFault(t, fault.WrongStatus, err).Detail, "sanctioned")
}
