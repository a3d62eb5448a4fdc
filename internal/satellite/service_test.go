package satellite_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/satellite"
)

func TestRegisteringNamesEverythingWrong(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*satellite.Registration)
		at     []string
	}{
		"nothing wrong":        {func(*satellite.Registration) {}, nil},
		"no name":              {func(r *satellite.Registration) { r.Name = " \t" }, []string{"/name"}},
		"no venue":             {func(r *satellite.Registration) { r.Venue = satellite.Venue{} }, []string{"/venue/name", "/venue/city", "/venue/country"}},
		"no day":               {func(r *satellite.Registration) { r.StartsOn = civil.Date{} }, []string{"/starts_on"}},
		"ends before it began": {func(r *satellite.Registration) { r.EndsOn = saturday.AddDays(-1) }, []string{"/ends_on"}},
		"no zone":              {func(r *satellite.Registration) { r.TimeZone = "" }, []string{"/time_zone"}},
		"our own zone":         {func(r *satellite.Registration) { r.TimeZone = "Local" }, []string{"/time_zone"}},
		"a zone of fancy":      {func(r *satellite.Registration) { r.TimeZone = "Mars/Olympus" }, []string{"/time_zone"}},
		"four rounds":          {func(r *satellite.Registration) { r.RoundCount = 4 }, []string{"/rounds"}},
		"nine rounds":          {func(r *satellite.Registration) { r.RoundCount = 9 }, []string{"/rounds"}},
		"a negative fee":       {func(r *satellite.Registration) { r.EntryFee = usd(-1) }, []string{"/entry_fee/amount"}},
		"no currency":          {func(r *satellite.Registration) { r.EntryFee = money.Money{} }, []string{"/entry_fee/currency"}},
		"two currencies": {
			func(r *satellite.Registration) { r.Sponsorship = &money.Money{Amount: 1, Currency: money.CAD} }, []string{"/sponsorship/currency"},
		},
		"all amounts": {
			func(r *satellite.Registration) {
				r.PlannedExpenses, r.Expenses, r.Sponsorship = ptr(usd(-1)), ptr(usd(-1)), ptr(usd(-1))
			},
			[]string{"/planned_expenses/amount", "/expenses/amount", "/sponsorship/amount"},
		},
	} {
		h := newHall()
		r := registration()
		c.change(&r)
		s, err := h.Register(h.ctx, "first", r)
		if c.at == nil {
			require.NoError(t, err, name)
			require.Equal(t, saturday, s.EndsOn, "a satellite is of one day")
			continue
		}
		require.Equal(t, c.at, pointersOf(requireFault(t, fault.InvalidRequest, err)), name)
		require.Empty(t, h.memory.kept.satellites, name)
	}
	h := newHall()
	_, err := h.Register(h.ctx, "second", registration())
	require.Equal(t, []string{"/tour"}, pointersOf(requireFault(t, fault.InvalidRequest, err)))
	_, err = h.Get(h.ctx, uuid.UUID{1})
	requireFault(t, fault.ResourceNotFound, err)
}

func TestTheCurrencyIsFrozenOnceMoneyIsRecorded_R6_1(t *testing.T) {
	t.Parallel()
	h := newHall()
	id := h.entered(t, 4)
	cad := satellite.Patch{EntryFee: &money.Money{Amount: 30_00, Currency: money.CAD}}
	usdAgain := satellite.Patch{EntryFee: ptr(usd(30_00))}
	_, err := h.Edit(h.ctx, id, cad, "", satellite.Match{})
	require.NoError(t, err)
	_, err = h.Edit(h.ctx, id, usdAgain, "", satellite.Match{})
	require.NoError(t, err)
	in := player(5)
	in.Paid = ptr(usd(30_00))
	_, _, err = h.Enter(h.ctx, id, in, "")
	require.NoError(t, err)
	before := h.memory.kept.clone()
	_, err = h.Edit(h.ctx, id, cad, "", satellite.Match{})
	requireFault(t, fault.CurrencyFrozen, err)
	requireUntouched(t, before, h, id)
	in = player(6)
	in.Paid = &money.Money{Amount: 30_00, Currency: money.CAD}
	_, _, err = h.Enter(h.ctx, id, in, "")
	require.Equal(t, []string{"/paid/currency"}, pointersOf(requireFault(t, fault.InvalidRequest, err)))
}

func TestEntriesThatAreRefused(t *testing.T) {
	t.Parallel()
	h := newHall()
	id := h.entered(t, 4)
	first := player(20)
	first.AssociationID = "aa001642"
	_, entrant, err := h.Enter(h.ctx, id, first, "a@example.org")
	require.NoError(t, err)
	e, _ := h.stored(id).EntrantByID(entrant)
	require.Equal(t, "AA001642", e.AssociationID)
	for name, c := range map[string]struct {
		change func(*satellite.EntrantInput)
		code   fault.Code
		at     []string
	}{
		"no name":            {func(in *satellite.EntrantInput) { in.FamilyName = " " }, fault.InvalidRequest, []string{"/family_name"}},
		"rating below 0":     {func(in *satellite.EntrantInput) { in.Rating = -1 }, fault.InvalidRequest, []string{"/rating"}},
		"rating of 5000":     {func(in *satellite.EntrantInput) { in.Rating = 5000 }, fault.InvalidRequest, []string{"/rating"}},
		"a bad number":       {func(in *satellite.EntrantInput) { in.AssociationID = "no. 7" }, fault.InvalidRequest, []string{"/association_id"}},
		"somebody's number":  {func(in *satellite.EntrantInput) { in.AssociationID = " aa001642 " }, fault.DuplicateEntrant, []string{"/association_id"}},
		"negative amounts":   {func(in *satellite.EntrantInput) { in.Fee, in.Paid = ptr(usd(-1)), ptr(usd(-1)) }, fault.InvalidRequest, []string{"/fee/amount", "/paid/amount"}},
		"everything at once": {func(in *satellite.EntrantInput) { *in = satellite.EntrantInput{AssociationID: "?", Rating: -1} }, fault.InvalidRequest, []string{"/family_name", "/association_id", "/rating"}},
	} {
		in := player(21)
		c.change(&in)
		before := h.memory.kept.clone()
		_, _, err := h.Enter(h.ctx, id, in, "b@example.org")
		require.Equal(t, c.at, pointersOf(requireFault(t, c.code, err)), name)
		requireUntouched(t, before, h, id)
	}
	other := h.stored(id).Entrants[0].ID
	_, err = h.EditEntrant(h.ctx, id, other, satellite.EntrantPatch{AssociationID: ptr("AA001642")}, nil, "", satellite.Match{})
	requireFault(t, fault.DuplicateEntrant, err)
	_, err = h.EditEntrant(h.ctx, id, entrant, satellite.EntrantPatch{AssociationID: ptr("AA001642")}, nil, "", satellite.Match{})
	require.NoError(t, err, "his own number")
	_, err = h.EditEntrant(h.ctx, id, uuid.UUID{1}, satellite.EntrantPatch{}, nil, "", satellite.Match{})
	requireFault(t, fault.ResourceNotFound, err)
	requireFault(t, fault.ResourceNotFound, h.RemoveEntrant(h.ctx, id, uuid.UUID{1}))
}

func TestAContactIsKeptApartFromTheLog_R8_1(t *testing.T) {
	t.Parallel()
	h := newHall()
	id := h.entered(t, 1)
	s, entrant, err := h.Enter(h.ctx, id, player(2), " ann@example.org ")
	require.NoError(t, err)
	contacts, err := h.Contacts(h.ctx, s)
	require.NoError(t, err)
	require.Equal(t, map[uuid.UUID]string{entrant: "ann@example.org"}, contacts)
	for _, line := range h.memory.kept.logs[id] {
		require.NotContains(t, line, "example.org")
	}
	s, err = h.EditEntrant(h.ctx, id, entrant, satellite.EntrantPatch{}, ptr(""), "", satellite.Match{})
	require.NoError(t, err)
	contacts, err = h.Contacts(h.ctx, s)
	require.NoError(t, err)
	require.Empty(t, contacts)
}

func TestTwoInOneFieldAreTwoPeople_R5_8(t *testing.T) {
	t.Parallel()
	h := newHall()
	enter := func(id uuid.UUID, in satellite.EntrantInput) uuid.UUID {
		t.Helper()
		s, entrant, err := h.Enter(h.ctx, id, in, "")
		require.NoError(t, err)
		e, _ := s.EntrantByID(entrant)
		return e.PlayerID
	}
	first, second := h.entered(t, 0), h.entered(t, 0)
	one := enter(first, player(1))
	require.NotEqual(t, one, enter(first, player(1)))
	require.Equal(t, enter(first, player(2)), enter(second, player(2)), "the same person in another satellite")
}

// A result that somebody else has changed meanwhile is not written over when
// the caller says what he has read.
func TestTheVersionThatWasRead(t *testing.T) {
	t.Parallel()
	h := newHall()
	id := h.started(t, 8)
	game := h.stored(id).Games[0]
	read := satellite.Match{Versions: []int64{game.Version}}
	s, _, err := h.SetResult(h.ctx, id, game.ID, scores(400, 300), "", read)
	require.NoError(t, err)
	before := h.memory.kept.clone()
	_, _, err = h.SetResult(h.ctx, id, game.ID, scores(300, 400), "", read)
	f := requireFault(t, fault.VersionConflict, err)
	current, ok := f.Current.(satellite.GameOf)
	require.True(t, ok)
	require.Equal(t, 400, current.Game.Score.First)
	require.Equal(t, s.Seq, current.Game.Version)
	_, err = h.ClearResult(h.ctx, id, game.ID, read)
	requireFault(t, fault.VersionConflict, err)
	_, err = h.Edit(h.ctx, id, satellite.Patch{Name: ptr("x")}, "", satellite.Match{Versions: []int64{999}})
	requireFault(t, fault.VersionConflict, err)
	_, err = h.EditEntrant(h.ctx, id, h.stored(id).Entrants[0].ID, satellite.EntrantPatch{}, nil, "", satellite.Match{Versions: []int64{}})
	requireFault(t, fault.VersionConflict, err)
	requireUntouched(t, before, h, id)
	_, _, err = h.SetResult(h.ctx, id, game.ID, scores(300, 400), "", satellite.Match{Versions: []int64{7, current.Game.Version}})
	require.NoError(t, err)
	_, _, err = h.SetResult(h.ctx, id, uuid.UUID{1}, scores(300, 400), "", read)
	requireFault(t, fault.ResourceNotFound, err)
}

// An act touches the versions of what it changes and of nothing else, and the
// log says who, when, what and why (R4.9).
func TestTheLogOfAnAct_R4_9(t *testing.T) {
	t.Parallel()
	h := newHall()
	id := h.started(t, 8)
	before := h.stored(id)
	s, _, err := h.SetResult(h.ctx, id, before.Games[0].ID, scores(400, 300), "illegible slip", satellite.Match{})
	require.NoError(t, err)
	log, err := h.Log(h.ctx, id, before.Seq, 10)
	require.NoError(t, err)
	require.Len(t, log, 1)
	entry := log[0]
	require.Equal(t, s.Seq, entry.Seq)
	require.Equal(t, now, entry.At)
	require.Equal(t, satellite.Actor{ID: director.ID, Name: "Dana", Role: "director"}, entry.Actor)
	require.Equal(t, []string{"result.enter", "illegible slip"}, []string{entry.Act, entry.Reason})
	require.Nil(t, entry.Changes.Registration)
	require.Len(t, entry.Changes.Games, 1)
	require.Len(t, entry.Changes.Rounds, 1, "the round is open from its first result on")
	require.Nil(t, entry.Changes.Games[0].Before.Score)
	require.Equal(t, 400, entry.Changes.Games[0].After.Score.First)
	for i, g := range s.Games {
		if i > 0 {
			require.Equal(t, before.Games[i], g)
		}
	}
	require.Equal(t, before.Registration, s.Registration)
	require.Equal(t, s.Seq, s.Games[0].Version)
	require.Equal(t, s.Seq, s.Rounds[0].Version)
}

func TestStartingOnAnotherDayIsAWarning_R2_5(t *testing.T) {
	t.Parallel()
	for at, warned := range map[time.Time]bool{
		time.Date(2026, 3, 14, 4, 59, 0, 0, time.UTC): true, // a minute to midnight at the venue
		time.Date(2026, 3, 14, 5, 0, 0, 0, time.UTC):  false,
		time.Date(2026, 3, 15, 4, 59, 0, 0, time.UTC): false,
		time.Date(2026, 3, 15, 5, 0, 0, 0, time.UTC):  true,
	} {
		h := newHall()
		id := h.entered(t, 8)
		_, err := h.Sanction(h.ctx, id, "")
		require.NoError(t, err)
		h.Now = func() time.Time { return at }
		_, warnings, err := h.Start(h.ctx, id, "", "")
		require.NoError(t, err)
		require.Equal(t, warned, len(warnings) == 1, at)
	}
}
