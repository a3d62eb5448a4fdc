package postgres_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
)

// desk is a house with the organiser's registry of persons.
type desk struct {
	*pgtest.House
	*players.Registry
}

func newDesk(t *testing.T) desk {
	t.Helper()
	h := pgtest.NewHouse(t)
	return desk{h, &players.Registry{
		Store: postgres.Registry{Players: postgres.Players{DB: h.DB}}, Announcer: h.Announcer, Now: h.Clock.Now, NewID: pgtest.NewID,
	}}
}

// enter finds or makes the person of a name in a field.
func (d desk) enter(t *testing.T, family, given string, field ...uuid.UUID) players.Identity {
	t.Helper()
	in := map[uuid.UUID]bool{}
	for _, id := range field {
		in[id] = true
	}
	var identity players.Identity
	require.NoError(t, d.DB.InTx(pgtest.As(d.Dana), func(ctx context.Context) (err error) {
		identity, err = d.Players.Identify(ctx, name(t, family, given), "", in)
		return err
	}))
	return identity
}

// Whoever enters under a name of a merged person is that person, unless he is in the field already
// under the other (R5.8); nobody is taken for who was erased (R8.2).
func TestAMergedPersonIsFoundByAnyOfHisNames(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	lee, kim := d.enter(t, "Lee", "Ann").Player, d.enter(t, "Kim", "Ann").Player
	_, err := d.Merge(pgtest.As(d.Organiser), lee, kim, "married", "Organiser")
	require.NoError(t, err)
	require.Equal(t, kim, d.enter(t, "Kim", "Ann").Player, "the record that fits")
	require.NotContains(t, []uuid.UUID{lee, kim}, d.enter(t, "Kim", "Ann", lee).Player, "two in one field are two people")

	_, err = d.Erase(pgtest.As(d.Organiser), kim)
	require.NoError(t, err)
	require.NotEqual(t, lee, d.enter(t, "Lee", "Ann").Player)
	card, err := d.Get(pgtest.As(d.Organiser), kim)
	require.NoError(t, err)
	require.Equal(t, lee, card.ID)
	require.True(t, card.Records[0].Erased && card.Records[1].Erased, "every record of a person is erased")
	require.Equal(t, card.Records[0].Name, card.Records[1].Name, "under one pseudonym")
	require.Empty(t, card.Decisions[0].Reason)
}

// Two organisers who merge the same two at once decide once; one who splits meanwhile is in order
// with them.
func TestTwoWhoMergeAtOnceDecideOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	lee, kim := d.enter(t, "Lee", "Ann").Player, d.enter(t, "Kim", "Ann").Player
	for _, err := range atOnce(4, func(int) error {
		_, err := d.Merge(pgtest.As(d.Organiser), lee, kim, "married", "Organiser")
		return err
	}) {
		require.NoError(t, err)
	}
	require.Equal(t, 1, read[int](t, admin(t, d.Database), "SELECT count(*)::int FROM player_decisions")[0])
	require.Equal(t, []uuid.UUID{lee}, read[uuid.UUID](t, admin(t, d.Database), "SELECT person_id FROM players WHERE id = $1", kim))
	_, err := d.Split(pgtest.As(d.Organiser), kim, "a mistake", "Organiser")
	require.NoError(t, err)
	require.Empty(t, read[uuid.UUID](t, admin(t, d.Database), "SELECT person_id FROM players WHERE person_id IS NOT NULL"))
	_, err = d.Split(pgtest.As(d.Organiser), kim, "again", "Organiser")
	require.Equal(t, fault.ResourceNotFound, fault.CodeOf(err))
}

// What stands as it was written can be written over by an erasure of the organiser's alone.
func TestTheLogAndTheReportsStandAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := d.Play(t, d.Dana, "Springfield", 1, 5, people(8)...)
	d.Report(t, d.Dana, id)
	for _, sql := range []string{
		"UPDATE satellite_log SET changes = '{}'", "UPDATE satellite_log SET reason = 'x'", "UPDATE reports SET body = '{}'",
	} {
		for _, p := range []auth.Principal{d.Dana, d.Organiser} {
			err := rawly(t, d.DB, pgtest.As(p), func(ctx context.Context, tx pgx.Tx) error {
				_, err := tx.Exec(ctx, sql)
				return err
			})
			require.ErrorContains(t, err, "stands as it was written", sql)
		}
		err := rawly(t, d.DB, pgtest.As(d.Dana), func(ctx context.Context, tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, "SELECT set_config('nast.erasing', 'yes', true)"); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, sql)
			return err
		})
		require.ErrorContains(t, err, "stands as it was written", "nor by a director who says that he erases")
	}
}

// A director sees the players of his own satellites, and of a person as what he played there.
func TestADirectorSeesThePlayersOfHisOwnSatellites(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	danas := d.Start(t, d.Dana, "Springfield", 5, 1, 2, 3, 4)
	eves := d.Start(t, d.Eve, "Elgin", 5, 5, 6, 7, 8)
	mine, hers := danas.Entrants[0].PlayerID, eves.Entrants[0].PlayerID
	search := func(p auth.Principal) int {
		found, err := d.Search(pgtest.As(p), players.Filter{Limit: 100})
		require.NoError(t, err)
		return len(found)
	}
	require.Equal(t, []int{4, 4, 8}, []int{search(d.Dana), search(d.Eve), search(d.Organiser)})
	_, err := d.Get(pgtest.As(d.Dana), hers)
	require.Equal(t, fault.ResourceNotFound, fault.CodeOf(err))

	exec(t, admin(t, d.Database), "UPDATE players SET association_id = NULL")
	_, err = d.Merge(pgtest.As(d.Organiser), mine, hers, "married", "Organiser")
	require.NoError(t, err)
	card, err := d.Get(pgtest.As(d.Dana), hers)
	require.NoError(t, err, "now he is in a satellite of his")
	require.Len(t, card.Records, 1)
	require.Len(t, card.Appearances, 1)
	require.Empty(t, card.Decisions)
	card, err = d.Get(pgtest.As(d.Organiser), hers)
	require.NoError(t, err)
	require.Len(t, card.Records, 2)
	require.Equal(t, []int{4, 4, 7}, []int{search(d.Dana), search(d.Eve), search(d.Organiser)})
}
