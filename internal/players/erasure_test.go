package players_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/players"
)

func nobodyHas(players.Name) bool { return false }

func TestAnErasedPersonHasAPseudonym_R8_2(t *testing.T) {
	t.Parallel()
	p := players.Person{
		ID: id(1), Name: players.Name{Family: "Lee", Given: "Ann", Suffix: "Jr"}, AssociationID: "AA001642", Doubtful: true,
		CreatedAt: time.Date(2026, time.March, 1, 0, 0, 0, 0, time.UTC),
	}
	erased := players.Erase(p, players.Pseudonym(p.ID, nobodyHas))
	require.Regexp(t, `^Player [0-9A-F]{4}$`, erased.Name.String())
	require.Equal(t, players.Person{ID: p.ID, Name: erased.Name, CreatedAt: p.CreatedAt, Erased: true}, erased)
	require.Equal(t, erased, players.Erase(p, players.Pseudonym(p.ID, nobodyHas)), "the same each time")
	require.Equal(t, erased, players.Erase(erased, players.Name{Family: "Another"}), "and done once")

	other := p
	other.Name, other.AssociationID = players.Name{Family: "Wu"}, ""
	require.Equal(t, erased, players.Erase(other, players.Pseudonym(other.ID, nobodyHas)), "it says nothing of the name or number")

	parsed, err := players.ParseName(erased.Name.Family, "", "")
	require.NoError(t, err)
	require.Equal(t, erased.Name, parsed, "it is a name like any other")

	raw, err := json.Marshal(erased)
	require.NoError(t, err)
	for _, trace := range []string{"Lee", "Ann", "Jr", "001642"} {
		require.NotContains(t, string(raw), trace)
	}
}

func TestAPseudonymIsOfOnePerson_R8_2(t *testing.T) {
	t.Parallel()
	short := players.Pseudonym(id(1), nobodyHas)
	longer := players.Pseudonym(id(1), func(n players.Name) bool { return n == short })
	require.Equal(t, short.Family, longer.Family[:len(short.Family)])
	require.Len(t, longer.Family, len(short.Family)+1)
	require.NotEqual(t, short, players.Pseudonym(id(2), nobodyHas))
	require.NotEmpty(t, players.Pseudonym(id(1), func(players.Name) bool { return true }).Family, "it ends")
}

func TestAnErasedDecisionHasNoWords_R8_2(t *testing.T) {
	t.Parallel()
	d := players.Decision{ID: id(1), Kind: players.Merged, Keeps: id(2), Gives: id(3), By: "the organiser", Reason: "Ann Lee has married"}
	want := d
	want.Reason = ""
	require.Equal(t, want, d.Erased())
}
