package postgres_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
	"github.com/nast-tour/nast/internal/satellite"
)

func name(t testing.TB, family, given string) players.Name {
	t.Helper()
	n, err := players.ParseName(family, given, "")
	require.NoError(t, err)
	return n
}

func TestOnePersonEnteringManySatellitesAtOnceIsOnePerson(t *testing.T) {
	t.Parallel()
	lee := name(t, "Lee", "Ann")
	accented := name(t, "LEE", "Ánn")
	for title, claims := range map[string]func(i int) (players.Name, string){
		"the same number":              func(int) (players.Name, string) { return lee, "AA1" },
		"the same number, other names": func(i int) (players.Name, string) { return name(t, string(rune('A'+i)), "Ann"), "AA1" },
		"the same name":                func(int) (players.Name, string) { return lee, "" },
		"the same name folded (R5.8)":  func(i int) (players.Name, string) { return []players.Name{lee, accented}[i%2], "" },
		"with and without the number":  func(i int) (players.Name, string) { return lee, []string{"", "AA1"}[i%2] },
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			h := pgtest.NewHouse(t)
			const satellites = 10
			found := make([]uuid.UUID, satellites)
			for _, err := range atOnce(satellites, func(i int) error {
				who, number := claims(i)
				return h.DB.InTx(pgtest.As(h.Dana), func(ctx context.Context) error {
					identity, err := h.Players.Identify(ctx, who, number, nil)
					found[i] = identity.Player
					return err
				})
			}) {
				require.NoError(t, err)
			}
			for _, id := range found {
				require.Equal(t, found[0], id)
			}
			require.Equal(t, []uuid.UUID{found[0]}, read[uuid.UUID](t, admin(t, h.Database), "SELECT id FROM players"))
		})
	}
}

func TestDifferentNumbersOfOneNameAtOnceAreDifferentPeople(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	lee := name(t, "Lee", "Ann")
	for _, err := range atOnce(6, func(i int) error {
		return h.DB.InTx(pgtest.As(h.Dana), func(ctx context.Context) error {
			_, err := h.Players.Identify(ctx, lee, []string{"AA1", "AA2", "AA3"}[i%3], nil)
			return err
		})
	}) {
		require.NoError(t, err)
	}
	require.Equal(t, []string{"AA1", "AA2", "AA3"}, read[string](t, admin(t, h.Database), "SELECT association_id FROM players ORDER BY 1"))
}

func TestTwoOfOneNameInOneFieldAreTwoPeople(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	s := h.Register(t, h.Dana, "Springfield", 6)
	lee := satellite.EntrantInput{FamilyName: "Lee", GivenName: "Ann", Present: true}
	for _, err := range atOnce(2, func(int) error {
		_, _, err := h.Satellites.Enter(pgtest.As(h.Dana), s.ID, lee, "")
		return err
	}) {
		require.NoError(t, err)
	}
	kept, err := h.Satellites.Get(pgtest.As(h.Dana), s.ID)
	require.NoError(t, err)
	require.Len(t, kept.Entrants, 2)
	require.NotEqual(t, kept.Entrants[0].PlayerID, kept.Entrants[1].PlayerID)

	// A third of the name, elsewhere, fits both: a new and doubtful person.
	other := h.Register(t, h.Eve, "Shelbyville", 6)
	_, _, err = h.Satellites.Enter(pgtest.As(h.Eve), other.ID, lee, "")
	require.NoError(t, err)
	require.Equal(t, []bool{false, false, true}, read[bool](t, admin(t, h.Database), "SELECT doubtful FROM players ORDER BY created_at"))
}

func TestTheSameNumberTwiceInOneFieldIsRefused(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	s := h.Register(t, h.Dana, "Springfield", 6)
	failures := atOnce(4, func(int) error {
		_, _, err := h.Satellites.Enter(pgtest.As(h.Dana), s.ID, pgtest.Player(1), "")
		return err
	})
	refused := 0
	for _, err := range failures {
		if err != nil {
			require.ErrorContains(t, err, "already entered")
			refused++
		}
	}
	require.Equal(t, 3, refused)
}
