package satellite_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
)

// rosterOf makes rows of a roster, from line 2 on.
func rosterOf(entries ...satellite.EntrantInput) []satellite.RosterRow {
	var rows []satellite.RosterRow
	for i, e := range entries {
		rows = append(rows, satellite.RosterRow{
			Line: i + 2, Entry: e, Email: e.FamilyName[len(e.FamilyName)-1:] + "@example.org",
			Columns: map[string]int{"family_name": 1, "rating": 11, "association_id": 16},
		})
	}
	return rows
}

func TestImportingARoster(t *testing.T) {
	t.Parallel()
	bad, twice := player(3), player(4)
	bad.Rating = -1
	twice.AssociationID = "AA1"
	with := player(2)
	with.AssociationID = "AA1"
	rows := rosterOf(player(1), with, bad, twice)
	unread := []satellite.Refusal{{Line: 9, Column: 4, Field: "fee", Code: "invalid_format", Detail: "no amount"}}
	for name, c := range map[string]struct {
		mode    satellite.ImportMode
		rows    []satellite.RosterRow
		refused []satellite.Refusal
		stored  bool
		field   int
	}{
		"all are good":              {satellite.AllOrNothing, rows[:2], nil, true, 2},
		"a bad row: nothing":        {satellite.AllOrNothing, rows, nil, false, 0},
		"an unread row: nothing":    {satellite.AllOrNothing, rows[:2], unread, false, 0},
		"a dry run":                 {satellite.DryRun, rows[:2], nil, false, 0},
		"the good ones in any case": {satellite.Partial, rows, unread, true, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHall()
			id := h.entered(t, 0)
			before := h.memory.kept.clone()
			out, err := h.ImportRoster(h.ctx, id, c.rows, c.refused, c.mode)
			require.NoError(t, err)
			require.Equal(t, c.stored, out.Stored)
			require.Len(t, out.Accepted, 2)
			require.Len(t, out.Refused, len(c.rows)-2+len(c.refused))
			require.Len(t, h.stored(id).Entrants, c.field)
			if len(c.rows) == 4 {
				require.Equal(t, []int{4, 11, 5, 16}, []int{out.Refused[0].Line, out.Refused[0].Column, out.Refused[1].Line, out.Refused[1].Column})
				require.Equal(t, []string{"rating", "association_id"}, []string{out.Refused[0].Field, out.Refused[1].Field})
			}
			if c.stored {
				require.Len(t, h.memory.kept.logs[id], 2, "one act")
				require.Len(t, h.memory.kept.contacts, 2)
			} else {
				requireUntouched(t, before, h, id)
			}
			h.requireReplayed(t, id)
		})
	}
}

func TestTheSameRosterAgainChangesNothing(t *testing.T) {
	t.Parallel()
	h := newHall()
	id := h.entered(t, 0)
	rows := rosterOf(player(1), player(1), player(2)) // two have one name
	out, err := h.ImportRoster(h.ctx, id, rows, nil, satellite.AllOrNothing)
	require.NoError(t, err)
	require.Equal(t, "same_name", out.Accepted[1].Warnings[0].Code)
	before := h.memory.kept.clone()
	var first, again []uuid.UUID
	for _, a := range out.Accepted {
		first = append(first, a.Entrant.ID)
	}
	out, err = h.ImportRoster(h.ctx, id, rows, nil, satellite.AllOrNothing)
	require.NoError(t, err)
	require.True(t, out.Stored)
	for _, a := range out.Accepted {
		again = append(again, a.Entrant.ID)
		require.Equal(t, "already_entered", a.Warnings[0].Code)
	}
	require.Equal(t, first, again)
	requireUntouched(t, before, h, id)
}

func TestARosterAfterTheStartIsRefused(t *testing.T) {
	t.Parallel()
	h := newHall()
	id := h.started(t, 4)
	before := h.memory.kept.clone()
	for _, mode := range []satellite.ImportMode{satellite.AllOrNothing, satellite.DryRun, satellite.Partial} {
		_, err := h.ImportRoster(h.ctx, id, rosterOf(player(9)), nil, mode)
		requireFault(t, fault.FieldFrozen, err)
	}
	requireUntouched(t, before, h, id)
}
