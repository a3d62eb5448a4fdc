package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
)

// Why the organiser has ruled as he did stays, without who was erased.
func TestARulingIsKeptWithoutWhoWasErased_R8_2(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := d.Register(t, d.Dana, "Boise", 5).ID
	for _, family := range []string{"Lee", "Wu"} {
		_, _, err := d.Satellites.Enter(pgtest.As(d.Dana), id, satellite.EntrantInput{FamilyName: family, GivenName: "Ann", Present: true}, "")
		require.NoError(t, err)
	}
	s, err := d.Satellites.Get(pgtest.As(d.Dana), id)
	require.NoError(t, err)
	e, other := s.Entrants[0], s.Entrants[1]
	rulings := postgres.Qualifiers{DB: d.DB}
	inTx := func(do func(ctx context.Context) error) {
		t.Helper()
		require.NoError(t, d.DB.InTx(pgtest.As(d.Organiser), do))
	}
	inTx(func(ctx context.Context) error {
		return rulings.SaveRulings(ctx, d.Tour.ID, []qualifiers.Ruling{
			{ID: pgtest.NewID(), SatelliteID: id, PlayerID: e.PlayerID, Verdict: qualifiers.KeepsSeat, At: d.Clock.Now(), Reason: "as promised to Lee, Ann"},
			{ID: pgtest.NewID(), SatelliteID: id, PlayerID: other.PlayerID, Verdict: qualifiers.KeepsSeat, At: d.Clock.Now(), Reason: "as for ann  LEE, so for Ann Wu"},
		})
	})
	card, err := d.Erase(pgtest.As(d.Organiser), e.PlayerID)
	require.NoError(t, err)
	inTx(func(ctx context.Context) error {
		kept, err := rulings.Rulings(ctx, []uuid.UUID{id})
		require.Len(t, kept, 2)
		require.Equal(t, "as promised to "+card.Name.String(), kept[0].Reason)
		require.Equal(t, "as for "+card.Name.String()+", so for Ann Wu", kept[1].Reason)
		return err
	})
}

// What a mistyped name has left behind is erased with the person; a record that is somebody else's is
// not, whoever was taken for him for a while.
func TestWhatACorrectionHasLeftBehindIsErased_R8_2(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	enter := func(s uuid.UUID, family string) uuid.UUID {
		t.Helper()
		_, id, err := d.Satellites.Enter(pgtest.As(d.Dana), s, satellite.EntrantInput{FamilyName: family, GivenName: "Zenobia", Rating: 1500, Present: true}, "")
		require.NoError(t, err)
		return id
	}
	player := func(s, entrant uuid.UUID) uuid.UUID {
		t.Helper()
		whole, err := d.Satellites.Get(pgtest.As(d.Dana), s)
		require.NoError(t, err)
		e, found := whole.EntrantByID(entrant)
		require.True(t, found)
		return e.PlayerID
	}
	correct := func(s, entrant uuid.UUID, family string) {
		t.Helper()
		_, err := d.Satellites.EditEntrant(pgtest.As(d.Dana), s, entrant, satellite.EntrantPatch{FamilyName: &family}, nil, "", satellite.Match{})
		require.NoError(t, err)
	}
	boise, elgin := d.Register(t, d.Dana, "Boise", 5).ID, d.Register(t, d.Dana, "Elgin", 5).ID
	somebody := player(elgin, enter(elgin, "Park"))
	zoe := enter(boise, "Quixotezzza")
	mistyped := player(boise, zoe)
	correct(boise, zoe, "Park") // taken for somebody who plays elsewhere
	require.Equal(t, somebody, player(boise, zoe))
	correct(boise, zoe, "Quixotezza")

	card, err := d.Erase(pgtest.As(d.Organiser), player(boise, zoe))
	require.NoError(t, err)
	left, err := d.Get(pgtest.As(d.Organiser), mistyped)
	require.NoError(t, err)
	require.True(t, left.Erased)
	require.Equal(t, card.Name, left.Name)
	other, err := d.Get(pgtest.As(d.Organiser), somebody)
	require.NoError(t, err)
	require.False(t, other.Erased)
	verified, err := d.Satellites.Verify(pgtest.As(d.Dana), boise)
	require.NoError(t, err)
	require.Empty(t, verified.Differences)
	require.Empty(t, read[string](t, admin(t, d.Database), "SELECT l::text FROM satellite_log l WHERE l::text ILIKE '%quixotez%'"))
}

// By number where both have one, otherwise by name; for thirty days, and only for what was done before.
func TestWhoWasErasedIsKnownByDigestsForAWhile(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	before := d.Clock.Now()
	var ann, bob uuid.UUID
	require.NoError(t, d.DB.InTx(pgtest.As(d.Dana), func(ctx context.Context) error {
		a, err := d.Players.Identify(ctx, name(t, "Lee", "Ann"), "AA1", nil)
		if err != nil {
			return err
		}
		b, err := d.Players.Identify(ctx, name(t, "Wu", "Bob"), "", nil)
		ann, bob = a.Player, b.Player
		return err
	}))
	for _, id := range []uuid.UUID{ann, bob} {
		_, err := d.Erase(pgtest.As(d.Organiser), id)
		require.NoError(t, err)
	}
	since := func(n players.Name, number string, at time.Time, inField ...uuid.UUID) uuid.UUID {
		t.Helper()
		in := map[uuid.UUID]bool{}
		for _, id := range inField {
			in[id] = true
		}
		var found players.Person
		require.NoError(t, d.DB.InTx(pgtest.As(d.Dana), func(ctx context.Context) (err error) {
			found, _, err = d.Players.ErasedSince(ctx, n, number, at, in)
			return err
		}))
		return found.ID
	}
	lee, wu := name(t, "LEE", "Ánn"), name(t, "Wu", "Bob")
	require.Equal(t, ann, since(lee, "", before), "by name, folded")
	require.Equal(t, ann, since(name(t, "Lee-Wu", "Ann"), "AA1", before), "by number")
	require.Zero(t, since(lee, "AA2", before), "different numbers are never one person")
	require.Equal(t, bob, since(wu, "BB1", before), "he had none")
	require.Zero(t, since(lee, "", d.Clock.Now()), "who comes later is somebody else")
	require.Zero(t, since(lee, "", before, ann), "two in one field are two people")

	worker := postgres.Players{DB: d.Open(t, postgres.WorkerRole, func(o *postgres.Options) { o.Now = d.Clock.Now })}
	for _, c := range []struct {
		after time.Duration
		gone  int64
	}{{29 * 24 * time.Hour, 0}, {2 * 24 * time.Hour, 2}} {
		d.Clock.Advance(c.after)
		n, err := worker.DropExpired(t.Context())
		require.NoError(t, err)
		require.Equal(t, c.gone, n)
	}
	require.Zero(t, since(lee, "", before))
}
