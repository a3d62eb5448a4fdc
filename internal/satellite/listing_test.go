package satellite_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/satellite"
)

func TestEntrantsAreListedAsTheyAreOrWouldBeSeeded(t *testing.T) {
	t.Parallel()
	newID := counter()
	s := sanctioned(t, 0, 6, newID)
	for _, in := range []satellite.EntrantInput{
		{FamilyName: "Absent", Rating: 2000},
		{FamilyName: "Standby", Rating: 1900, Present: true, Standby: true},
		{FamilyName: "Low", Rating: 1000, Present: true},
		{FamilyName: "Next", Rating: 1800, Present: true, Standby: true},
		{FamilyName: "High", Rating: 1600, Present: true},
		{FamilyName: "Unrated", Present: true},
	} {
		enter(t, s, in, newID)
	}
	names := func() []string {
		var all []string
		for _, e := range s.BySeed() {
			all = append(all, e.Name.Family)
		}
		return all
	}
	require.Equal(t, []string{"High", "Low", "Unrated", "Standby", "Next", "Absent"}, names())
	require.NoError(t, s.Start(newTour(), newID))
	require.Equal(t, []string{"Standby", "High", "Low", "Unrated", "Next", "Absent"}, names(), "the first standby plays (R2.2)")
}

func TestWhoHasNotPaidHasPaidNothing(t *testing.T) {
	t.Parallel()
	newID := counter()
	s := sanctioned(t, 1, 6, newID)
	paid := player(2)
	paid.Paid = ptr(usd(20_00))
	enter(t, s, paid, newID)
	require.Equal(t, usd(0), s.PaidBy(s.Entrants[0]))
	require.Equal(t, usd(20_00), s.PaidBy(s.Entrants[1]))
}

func TestChangesAreListedOneByOne(t *testing.T) {
	t.Parallel()
	e := started(t, 4, 6)
	before := e.Clone()
	require.NoError(t, e.Unstart())
	require.NoError(t, e.RemoveEntrant(e.Entrants[3].ID))
	enter(t, e.Satellite, player(5), e.newID)
	kinds := map[string][3]int{} // new, changed, gone
	for _, item := range satellite.Diff(before, e.Satellite).List() {
		require.NotEmpty(t, item.ID)
		n := kinds[item.Kind]
		switch {
		case item.Before == nil:
			n[0]++
		case item.After != nil:
			n[1]++
		default:
			n[2]++
		}
		kinds[item.Kind] = n
	}
	require.Equal(t, map[string][3]int{"satellite": {0, 1, 0}, "entrant": {1, 3, 1}, "round": {0, 0, 5}, "game": {0, 0, 10}}, kinds)
}

func TestTablesOfATourReplaceThoseOfTheSameLengths_R3_1(t *testing.T) {
	t.Parallel()
	set := func(name string, rounds ...int) satellite.TableSet {
		return satellite.TableSet{Rounds: rounds, Tables: json.RawMessage(`"` + name + `"`)}
	}
	raw, err := satellite.WithTables(nil, set("a", 5, 6))
	require.NoError(t, err)
	raw, err = satellite.WithTables(raw, set("b", 7, 8))
	require.NoError(t, err)
	raw, err = satellite.WithTables(raw, set("c", 6, 7))
	require.NoError(t, err)
	raw, err = satellite.WithTables(raw, set("d", 8))
	require.NoError(t, err)
	var sets []satellite.TableSet
	require.NoError(t, json.Unmarshal(raw, &sets))
	require.Equal(t, []satellite.TableSet{set("a", 5), set("c", 6, 7), set("d", 8)}, sets)
	_, err = satellite.WithTables(json.RawMessage("{"), set("a", 5))
	require.Error(t, err)
}
