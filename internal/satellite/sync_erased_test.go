package satellite_test

import (
	"encoding/json"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/satellite"
)

// erase erases who is behind an entrant of the service, as the store does (R8.2).
func (a *away) erase(t require.TestingT, entrant uuid.UUID) players.Name {
	m := a.service.memory
	s := a.service.stored(a.id)
	e, found := s.EntrantByID(entrant)
	require.True(t, found)
	pseudonym := players.Name{Family: "Player " + entrant.String()[28:]}
	if m.kept.erased == nil {
		m.kept.erased = map[uuid.UUID]bool{}
	}
	m.kept.erased[e.PlayerID] = true
	log, err := a.service.Log(a.service.ctx, a.id, 0, 1<<30)
	require.NoError(t, err)
	x := &satellite.Erasure{PlayerID: e.PlayerID, Pseudonym: pseudonym, Traces: players.Traces{Names: []players.Name{e.Name}}}
	var lines []string
	for _, entry := range x.Log(log, s.Entrants) {
		line, err := json.Marshal(entry)
		require.NoError(t, err)
		lines = append(lines, string(line))
	}
	m.kept.logs[a.id] = lines
	*e = x.Entrant(*e)
	m.kept.satellites[a.id] = s
	delete(m.kept.contacts, entrant)
	return pseudonym
}

// requireHidden: nothing on the service names an entrant, and all else is as the laptop has it.
func (a *away) requireHidden(t require.TestingT, erased map[uuid.UUID]players.Name) {
	want, got := nameless(a.laptop.stored(a.id)), nameless(a.service.stored(a.id))
	for i, e := range want.Entrants {
		if pseudonym, gone := erased[e.ID]; gone {
			want.Entrants[i].Name, want.Entrants[i].AssociationID = pseudonym, ""
		}
	}
	require.True(t, satellite.Diff(want, got).Empty(), "%+v", satellite.Diff(want, got).List())
	log, err := a.service.Log(a.service.ctx, a.id, 0, 1<<30)
	require.NoError(t, err)
	for _, entry := range log {
		for _, c := range entry.Changes.Entrants {
			for _, state := range []*satellite.Entrant{c.Before, c.After} {
				if state == nil || erased[state.ID] == (players.Name{}) {
					continue
				}
				require.Equal(t, erased[state.ID].Family, state.Name.Family, "act %d (%s)", entry.Seq, entry.Act)
				require.Empty(t, state.AssociationID)
			}
		}
	}
	for id := range erased {
		require.NotContains(t, a.service.memory.kept.contacts, id)
	}
	verified, err := a.service.Verify(a.service.ctx, a.id)
	require.NoError(t, err)
	require.Empty(t, verified.Differences)
}

// A day that was taken before an erasure is brought after it: all that was played is there, and no
// name, number or address of the person (R8.2), however often it is brought.
func TestADayDoesNotBringBackWhoWasErased(t *testing.T) {
	t.Parallel()
	h := newHall()
	s, err := h.Register(h.ctx, "first", registration())
	require.NoError(t, err)
	var ids []uuid.UUID
	for i, family := range []string{"Zorn", "Young", "Abbot", "Quixotezza", "Mills", "Nash", "Olds", "Park"} {
		in := satellite.EntrantInput{FamilyName: family, GivenName: "Zenobia", Rating: 1500, Present: true} // the name seeds them
		if i == 3 {
			in.AssociationID = "ZZ778899"
		}
		_, id, err := h.Enter(h.ctx, s.ID, in, "")
		require.NoError(t, err)
		ids = append(ids, id)
	}
	_, err = h.Sanction(h.ctx, s.ID, "")
	require.NoError(t, err)
	a := take(t, h, s.ID)
	zoe, l := ids[3], a.laptop
	edit := func(p satellite.EntrantPatch, email *string, reason string) {
		t.Helper()
		_, err := l.EditEntrant(l.ctx, s.ID, zoe, p, email, reason, satellite.Match{})
		require.NoError(t, err)
	}
	edit(satellite.EntrantPatch{FamilyName: ptr("Aquixotezza")}, nil, "")
	edit(satellite.EntrantPatch{}, ptr("zenobia@quixotezza.example"), "")
	edit(satellite.EntrantPatch{AssociationID: ptr("ZZ112233")}, nil, "")
	_, _, err = l.Start(l.ctx, s.ID, "", "")
	require.NoError(t, err)
	edit(satellite.EntrantPatch{FamilyName: ptr("Bquixotezza"), Team: ptr("Owls")}, nil, "Zenobia Aquixotezza has married")
	_, err = l.Withdraw(l.ctx, s.ID, zoe, "Zenobia Bquixotezza went home")
	require.NoError(t, err)
	seeded, _ := l.stored(s.ID).EntrantByID(zoe)
	require.Equal(t, 2, seeded.Seed, "between Abbot and Mills by her name")

	pseudonym := a.erase(t, zoe)
	off := a.offline(t)
	for i := range 3 {
		_, stored, err := a.service.Sync(a.service.ctx, s.ID, off)
		require.NoError(t, err)
		require.Equal(t, []int{4, 0, 0}[i], stored, "a name and a number count for nothing")
	}
	a.requireHidden(t, map[uuid.UUID]players.Name{zoe: pseudonym})
	raw, err := json.Marshal(a.service.memory.kept.logs[s.ID])
	require.NoError(t, err)
	for _, trace := range []string{"uixotezza", "ZZ778899", "ZZ112233", "example"} {
		require.NotContains(t, string(raw), trace)
	}

	// Nor does what is refused say the name.
	off.Entries[len(off.Entries)-1].Act = "satellite.finish"
	_, _, err = a.service.Sync(a.service.ctx, s.ID, off)
	require.Error(t, err)
	require.NotContains(t, err.Error(), "uixotezza")
}

// Who came in from the street while the network was gone, known to the service from elsewhere and
// erased there since, is not named by the day either; who is called the same and came later is.
func TestADayDoesNotNameWhoEnteredInItAndWasErasedSince(t *testing.T) {
	t.Parallel()
	a := played(t)
	l := a.laptop
	enter := func(email string) uuid.UUID {
		t.Helper()
		_, id, err := l.Enter(l.ctx, a.id, satellite.EntrantInput{FamilyName: "Quixotezza", GivenName: "Zenobia", AssociationID: "ZZ1", Rating: 1500, Present: true}, email)
		require.NoError(t, err)
		return id
	}
	zoe := enter("zenobia@quixotezza.example")
	_, err := l.EditEntrant(l.ctx, a.id, zoe, satellite.EntrantPatch{GivenName: ptr("Zenobia Maria"), Rating: ptr(1600)}, nil, "Zenobia Quixotezza said so", satellite.Match{})
	require.NoError(t, err)
	pseudonym, player := players.Name{Family: "Player 7F3A"}, uuid.UUID{42}
	a.service.memory.kept.erased = map[uuid.UUID]bool{player: true}
	a.service.memory.kept.gone = []wasErased{{players.Name{Family: "Quixotezza", Given: "Zenobia"}, player, pseudonym, l.Now()}}
	off := a.offline(t)
	half := off
	half.Entries = off.Entries[:len(off.Entries)-1]
	for _, part := range []satellite.Offline{half, off, off} {
		_, _, err = a.service.Sync(a.service.ctx, a.id, part)
		require.NoError(t, err)
	}
	a.requireHidden(t, map[uuid.UUID]players.Name{zoe: pseudonym})
	e, _ := a.service.stored(a.id).EntrantByID(zoe)
	require.Equal(t, player, e.PlayerID, "his results are his")
	require.Equal(t, 1600, e.Rating)
	logs, err := json.Marshal(a.service.memory.kept.logs[a.id])
	require.NoError(t, err)
	require.NotContains(t, string(logs), "uixotezza")
	require.NotContains(t, string(logs), "ZZ1")
	for _, known := range a.service.memory.kept.people {
		require.NotContains(t, known.NameKey, "quixotezza", "nobody is made of it")
	}

	b := played(t)
	b.service.memory.kept.gone = []wasErased{{players.Name{Family: "Quixotezza", Given: "Zenobia"}, player, pseudonym, b.laptop.Now()}}
	l = b.laptop
	a = b
	later := enter("")
	_, _, err = b.service.Sync(b.service.ctx, b.id, b.offline(t))
	require.NoError(t, err)
	e, _ = b.service.stored(b.id).EntrantByID(later)
	require.Equal(t, "Quixotezza", e.Name.Family, "who enters after an erasure is somebody else")
}

// Whatever was done in the day, and whenever in between somebody is erased.
func TestRandomDaysDoNotBringBackWhoWasErased(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := newDesk(t)
		if d.stored(d.id).Status == satellite.Proposed {
			_, err := d.Sanction(d.ctx, d.id, "")
			require.NoError(t, err)
		}
		a := take(t, d.hall, d.id)
		d.hall = a.laptop
		acts := map[string]func(*rapid.T){}
		for name, act := range map[string]func(*rapid.T) error{
			"start": d.start, "enter": d.enter, "edit": d.entrant, "edit again": d.entrant, "check in": d.checkIn,
			"withdraw": d.withdraw, "reinstate": d.reinstate, "reserve": d.reserve, "whole round": d.wholeRound, "another": d.wholeRound,
			"result": d.result, "undo": d.undo,
		} {
			acts[name] = d.try(act)
		}
		t.Repeat(acts)
		erased := map[uuid.UUID]players.Name{}
		for range rapid.IntRange(1, 3).Draw(t, "erased") {
			field := a.service.stored(a.id).Entrants
			e := field[rapid.IntRange(0, len(field)-1).Draw(t, "who")]
			if _, again := erased[e.ID]; !again {
				erased[e.ID] = a.erase(t, e.ID)
			}
		}
		off := a.offline(t)
		half := off
		half.Entries = off.Entries[:rapid.IntRange(0, len(off.Entries)).Draw(t, "half")]
		for _, part := range []satellite.Offline{half, off, off, half} {
			_, _, err := a.service.Sync(a.service.ctx, a.id, part)
			require.NoError(t, err)
		}
		a.requireHidden(t, erased)
	})
}
