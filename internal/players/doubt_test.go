package players_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/players"
)

// smith is a John Smith who played in satellites: each with its day in March, region and his rating.
func smith(n int, number string, played ...players.Appearance) players.Dossier {
	return players.Dossier{
		Person:      players.Person{ID: id(n), Name: players.Name{Family: "Smith", Given: "John"}, AssociationID: number},
		Appearances: played,
	}
}

func at(satellite, day int, region string, rating int) players.Appearance {
	on := civil.New(2026, time.March, day)
	return players.Appearance{
		SatelliteID: id(200 + satellite), Satellite: "Satellite " + string(rune('A'+satellite)), StartsOn: on, EndsOn: on, Region: region, Rating: rating,
	}
}

func pairs(doubts []players.Doubt) (ids [][2]uuid.UUID) {
	for _, d := range doubts {
		ids = append(ids, [2]uuid.UUID{d.A.ID, d.B.ID})
	}
	return ids
}

// Two in one field, rated 1500 and 1400, and a third elsewhere: three people unless numbers say
// otherwise.
func TestThreeJohnSmiths_R5_8(t *testing.T) {
	t.Parallel()
	const key = "smith, john"
	claim := players.Claim{NameKey: key}
	first := players.Find(claim, nil, nil)
	require.Equal(t, players.Match{}, first, "a new person")
	inField := map[uuid.UUID]bool{id(1): true}
	second := players.Find(claim, []players.Known{{ID: id(1), NameKey: key}}, inField)
	require.Equal(t, players.Match{}, second, "another, and for certain")
	both := []players.Known{{ID: id(1), NameKey: key}, {ID: id(2), NameKey: key}}
	third := players.Find(claim, both, nil)
	require.Equal(t, players.Match{Doubtful: true, Candidates: []uuid.UUID{id(1), id(2)}}, third)

	smiths := []players.Dossier{
		smith(3, "", at(2, 14, "NC", 1450)), smith(1, "", at(1, 7, "NC", 1500)), smith(2, "", at(1, 7, "NC", 1400)),
	}
	doubts := players.Doubts(smiths, players.People{})
	require.Equal(t, [][2]uuid.UUID{{id(1), id(3)}, {id(2), id(3)}}, pairs(doubts), "the two of one field are no pair")
	require.Equal(t, []string{"the same name", "both played in NC", "ratings near each other, 1500 and 1450"}, doubts[0].For)
	require.Empty(t, doubts[0].Against)

	numbered := players.Claim{NameKey: key, AssociationID: "AA000002"}
	both[1].AssociationID = "AA000002"
	require.Equal(t, players.Match{Player: id(2)}, players.Find(numbered, both, nil), "unless numbers say otherwise")
	smiths[0].AssociationID, smiths[2].AssociationID = "AA000003", "AA000002"
	require.Equal(t, [][2]uuid.UUID{{id(1), id(3)}}, pairs(players.Doubts(smiths, players.People{})))
}

func TestWhatSpeaksAgainstOnePerson_R5_8(t *testing.T) {
	t.Parallel()
	a := smith(1, "", at(1, 7, "NC", 1500), at(3, 21, "NC", 1510))
	b := smith(2, "", at(2, 7, "ON", 1100))
	doubts := players.Doubts([]players.Dossier{a, b}, players.People{})
	require.Len(t, doubts, 1)
	require.Equal(t, []string{"the same name"}, doubts[0].For)
	require.Equal(t, []string{"ratings far apart, 1510 and 1100", "in Satellite B and in Satellite C on the same day"}, doubts[0].Against)
	require.Contains(t, doubts[0].Reason, "Smith, John")
}

func TestWhoIsNoDoubtfulPair_R5_8(t *testing.T) {
	t.Parallel()
	b := &book{t: t}
	b.merge(1, 2)
	d, _, err := b.people().TellApart(id(3), id(2), "")
	require.NoError(t, err)
	b.add(d)
	erased := players.Dossier{Person: players.Erase(smith(5, "").Person, players.Name{Family: "Player 7F3A"})}
	marie := smith(6, "")
	marie.Name.Given = "John Paul"
	all := []players.Dossier{smith(1, ""), smith(2, ""), smith(3, ""), erased, marie}
	require.Empty(t, players.Doubts(all, b.people()))
	b.split(2)
	require.Equal(t, [][2]uuid.UUID{{id(1), id(2)}, {id(1), id(3)}}, pairs(players.Doubts(all, b.people())))
}

func TestUnratedSaysNothing(t *testing.T) {
	t.Parallel()
	doubts := players.Doubts([]players.Dossier{smith(1, "", at(1, 7, "", 0)), smith(2, "", at(2, 14, "", 1500))}, players.People{})
	require.Equal(t, []string{"the same name"}, doubts[0].For)
	require.Empty(t, doubts[0].Against)
}

func TestMergedRecordsMatchAsOnePerson_R5_8(t *testing.T) {
	t.Parallel()
	record := func(n, of int, number, key string) players.Known {
		k := players.Known{ID: id(n), AssociationID: number, NameKey: key}
		if of != n {
			k.Person = id(of)
		}
		return k
	}
	const lee, wu = "lee, ann", "wu, bo"
	for name, c := range map[string]struct {
		claim   players.Claim
		known   []players.Known
		inField []int
		want    players.Match
	}{
		"two records of one person are not several": {players.Claim{NameKey: lee}, []players.Known{record(2, 2, "", lee), record(1, 2, "", lee)}, nil, players.Match{Player: id(2)}},
		"by the record that fits":                   {players.Claim{NameKey: lee}, []players.Known{record(2, 2, "", wu), record(1, 2, "", lee)}, nil, players.Match{Player: id(1)}},
		"his number is that of any record":          {players.Claim{NameKey: lee, AssociationID: "AA2"}, []players.Known{record(2, 2, "", lee), record(1, 2, "AA1", lee)}, nil, players.Match{}},
		"in this field by any record":               {players.Claim{NameKey: lee}, []players.Known{record(2, 2, "", lee), record(1, 2, "", wu)}, []int{1}, players.Match{}},
		"his number, in this field by another":      {players.Claim{AssociationID: "AA1"}, []players.Known{record(1, 2, "AA1", lee), record(2, 2, "", lee)}, []int{2}, players.Match{Doubtful: true, Candidates: []uuid.UUID{id(2)}}},
		"and another of the name":                   {players.Claim{NameKey: lee}, []players.Known{record(1, 2, "", lee), record(2, 2, "", lee), record(3, 3, "", lee)}, nil, players.Match{Doubtful: true, Candidates: []uuid.UUID{id(2), id(3)}}},
	} {
		inField := map[uuid.UUID]bool{}
		for _, n := range c.inField {
			inField[id(n)] = true
		}
		require.Equal(t, c.want, players.Find(c.claim, c.known, inField), name)
	}
}
