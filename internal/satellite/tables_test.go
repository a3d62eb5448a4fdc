package satellite_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
)

// Who cannot move keeps his table in every round that is planned after it was
// reserved; open rounds stay as they are.
func TestAReservedTable_R3_10(t *testing.T) {
	t.Parallel()
	e := started(t, 24, 6)
	require.NoError(t, e.OpenRound(1))
	first := e.GamesOf(1)
	seat := func(seed, table int) error {
		_, err := e.EditEntrant(e.Field()[seed-1].ID, satellite.EntrantPatch{ReservedTable: ptr(table)}, e.newID)
		return err
	}
	tableOf := func(round, seed int) int {
		id := e.Field()[seed-1].ID
		for _, g := range e.GamesOf(round) {
			if g.First == id || g.Second == id {
				return g.Table
			}
		}
		return 0
	}
	require.NoError(t, seat(20, 1))
	require.NoError(t, seat(15, 40), "a table beyond the round: by the door")
	require.NoError(t, seat(9, 1), "the same table twice")
	require.Equal(t, first, e.GamesOf(1), "the sheets of round 1 are given out")
	e.play(t, 1)
	for round := 2; round <= 4; round++ { // 15 meets 3, 22 and 16
		require.Equal(t, 40, tableOf(round, 15))
		require.Contains(t, []int{tableOf(round, 20), tableOf(round, 9)}, 1)
		tables := map[int]bool{}
		for _, g := range e.GamesOf(round) {
			require.False(t, tables[g.Table])
			tables[g.Table] = true
		}
		want := map[int]bool{40: true}
		for table := 1; table <= 11; table++ {
			want[table] = true
		}
		require.Equal(t, want, tables, "round %d", round)
		e.play(t, round)
	}
	requireFault(t, fault.InvalidRequest, seat(3, -1))
	requireFault(t, fault.InvalidRequest, seat(3, satellite.MaxTable+1))
}

// Somebody who cannot move is not moved by a swap either, in a planned round or
// an open one.
func TestASwapLeavesTheReservedTable_R3_10(t *testing.T) {
	t.Parallel()
	for _, open := range []bool{false, true} {
		t.Run(fmt.Sprint("open: ", open), func(t *testing.T) {
			t.Parallel()
			e := started(t, 8, 6) // round 1: 1-7, 2-8, 3-5, 4-6
			field := e.Field()
			_, err := e.EditEntrant(field[0].ID, satellite.EntrantPatch{ReservedTable: ptr(3)}, e.newID)
			require.NoError(t, err)
			if open {
				require.NoError(t, e.OpenRound(1))
			}
			err = e.Swap(1, field[0].ID, field[5].ID, "brothers", e.newID)
			require.NoError(t, err)
			pairs, _ := pairsOf(e.Satellite, 1)
			require.ElementsMatch(t, [][2]int{{1, 4}, {6, 7}, {2, 8}, {3, 5}}, pairs)
			for _, g := range e.GamesOf(1) {
				if g.First == field[0].ID || g.Second == field[0].ID {
					require.Equal(t, 3, g.Table)
				}
			}
			requireSound(t, e.Satellite)
		})
	}
}
