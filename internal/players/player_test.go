package players_test

import (
	"math"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/players"
)

func TestRatingsAreBelievedUpToABound(t *testing.T) {
	t.Parallel()
	for _, rating := range []int{0, 1, 1500, players.MaxRating} {
		require.NoError(t, players.CheckRating(rating))
	}
	for _, rating := range []int{-1, 4001, 5000, math.MinInt, math.MaxInt} {
		require.Equal(t, []string{"/rating"}, pointers(t, players.CheckRating(rating)), rating)
	}
}

func TestAssociationNumbersAreTrimmedAndInCapitals(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"AA001642": "AA001642", " aa001642\t": "AA001642", "12-34": "12-34", "x": "X", "ABCDEFGHIJ0123456789": "ABCDEFGHIJ0123456789",
	} {
		number, err := players.ParseAssociationID(text)
		require.NoError(t, err, text)
		require.Equal(t, want, number)
	}
	for _, text := range []string{
		"", "  ", "AA 001642", "AA001642\nBB", "AA_1", "AA#1", "ÄA001642", "ſA1", "\u212aA1", "٣", "ABCDEFGHIJ01234567890",
	} {
		_, err := players.ParseAssociationID(text)
		require.Equal(t, []string{"/association_id"}, pointers(t, err), text)
	}
}

func id(n int) uuid.UUID { return uuid.UUID{15: byte(n)} }

func TestFind_R5_8(t *testing.T) {
	t.Parallel()
	person := func(n int, number, key string) players.Known {
		return players.Known{ID: id(n), AssociationID: number, NameKey: key}
	}
	doubtful := func(candidates ...int) players.Match {
		match := players.Match{Doubtful: true}
		for _, n := range candidates {
			match.Candidates = append(match.Candidates, id(n))
		}
		return match
	}
	const lee, wu = "lee, ann", "wu, bo"
	for name, c := range map[string]struct {
		claim   players.Claim
		known   []players.Known
		inField []int
		want    players.Match
	}{
		"nobody known":                       {players.Claim{AssociationID: "AA1", NameKey: lee}, nil, nil, players.Match{}},
		"number and name":                    {players.Claim{AssociationID: "AA1", NameKey: lee}, []players.Known{person(1, "AA1", lee)}, nil, players.Match{Player: id(1)}},
		"number, whatever the name":          {players.Claim{AssociationID: "AA1", NameKey: lee}, []players.Known{person(1, "AA1", wu)}, nil, players.Match{Player: id(1)}},
		"number before a namesake":           {players.Claim{AssociationID: "AA1", NameKey: lee}, []players.Known{person(1, "", lee), person(2, "AA1", wu)}, nil, players.Match{Player: id(2)}},
		"different numbers never match":      {players.Claim{AssociationID: "AA1", NameKey: lee}, []players.Known{person(1, "AA2", lee)}, nil, players.Match{}},
		"name, both without number":          {players.Claim{NameKey: lee}, []players.Known{person(1, "", lee), person(2, "", wu)}, nil, players.Match{Player: id(1)}},
		"name, only the known has a number":  {players.Claim{NameKey: lee}, []players.Known{person(1, "AA1", lee)}, nil, players.Match{Player: id(1)}},
		"name, only the claim has a number":  {players.Claim{AssociationID: "AA1", NameKey: lee}, []players.Known{person(1, "", lee)}, nil, players.Match{Player: id(1), AddsNumber: true}},
		"another name":                       {players.Claim{NameKey: lee}, []players.Known{person(1, "", "lee, ann marie")}, nil, players.Match{}},
		"a namesake with another number":     {players.Claim{AssociationID: "AA1", NameKey: lee}, []players.Known{person(1, "", lee), person(2, "AA2", lee)}, nil, players.Match{Player: id(1), AddsNumber: true}},
		"several namesakes":                  {players.Claim{NameKey: lee}, []players.Known{person(2, "AA2", lee), person(1, "", lee)}, nil, doubtful(1, 2)},
		"several, the claim has a number":    {players.Claim{AssociationID: "AA1", NameKey: lee}, []players.Known{person(3, "", lee), person(1, "", lee)}, nil, doubtful(1, 3)},
		"namesake in this field":             {players.Claim{NameKey: lee}, []players.Known{person(1, "", lee)}, []int{1}, players.Match{}},
		"one of two namesakes in this field": {players.Claim{NameKey: lee}, []players.Known{person(1, "", lee), person(2, "", lee)}, []int{1}, players.Match{Player: id(2)}},
		"number of somebody in this field":   {players.Claim{AssociationID: "AA1", NameKey: lee}, []players.Known{person(1, "AA1", lee), person(2, "", lee)}, []int{1}, doubtful(1)},
		"one number on two persons":          {players.Claim{AssociationID: "AA1", NameKey: lee}, []players.Known{person(2, "AA1", lee), person(1, "AA1", wu)}, nil, doubtful(1, 2)},
		"the same person listed twice":       {players.Claim{NameKey: lee}, []players.Known{person(1, "", lee), person(1, "", lee)}, nil, players.Match{Player: id(1)}},
		"no name, no number":                 {players.Claim{}, []players.Known{person(1, "", "")}, nil, players.Match{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inField := make(map[uuid.UUID]bool)
			for _, n := range c.inField {
				inField[id(n)] = true
			}
			require.Equal(t, c.want, players.Find(c.claim, c.known, inField))
		})
	}
}

func TestFindProperties_R5_8(t *testing.T) {
	t.Parallel()
	numbers := rapid.SampledFrom([]string{"", "", "AA1", "AA2"})
	keys := rapid.SampledFrom([]string{"lee, ann", "wu, bo"})
	rapid.Check(t, func(t *rapid.T) {
		var known []players.Known
		byID := make(map[uuid.UUID]players.Known)
		inField := make(map[uuid.UUID]bool)
		for n := range rapid.IntRange(0, 6).Draw(t, "known") {
			person := players.Known{ID: id(n + 1), AssociationID: numbers.Draw(t, "number"), NameKey: keys.Draw(t, "key")}
			known, byID[person.ID] = append(known, person), person
			inField[person.ID] = rapid.IntRange(0, 3).Draw(t, "in field") == 0
		}
		claim := players.Claim{AssociationID: numbers.Draw(t, "number"), NameKey: keys.Draw(t, "key")}
		match := players.Find(claim, known, inField)

		require.Equal(t, match, players.Find(claim, rapid.Permutation(known).Draw(t, "shuffled"), inField))
		require.False(t, match.Doubtful && match.Player != uuid.Nil)
		require.Equal(t, match.Doubtful, len(match.Candidates) > 0)
		if match.Player == uuid.Nil {
			return
		}
		person := byID[match.Player]
		require.False(t, inField[person.ID])
		if claim.AssociationID != "" && person.AssociationID != "" {
			require.Equal(t, claim.AssociationID, person.AssociationID)
			return
		}
		require.Equal(t, claim.NameKey, person.NameKey)
		require.Equal(t, claim.AssociationID != "", match.AddsNumber)

		// Two persons of whom each could be the claim match each other the other way round too.
		back := players.Find(players.Claim{AssociationID: person.AssociationID, NameKey: person.NameKey},
			[]players.Known{{ID: id(99), AssociationID: claim.AssociationID, NameKey: claim.NameKey}}, nil)
		require.Equal(t, id(99), back.Player)
	})
}
