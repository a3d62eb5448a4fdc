package players_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/players"
)

// book is the record of decisions as they are made.
type book struct {
	t         require.TestingT
	decisions []players.Decision
}

func (b *book) people() players.People {
	people, err := players.Fold(b.decisions)
	require.NoError(b.t, err)
	return people
}

func (b *book) add(d players.Decision) players.Decision {
	d.Number = int64(len(b.decisions) + 1)
	d.ID = id(100 + len(b.decisions))
	b.decisions = append(b.decisions, d)
	return d
}

func known(n int) players.Dossier {
	return players.Dossier{Person: players.Person{ID: id(n), Name: players.Name{Family: "Lee", Given: "Ann"}}}
}

func (b *book) merge(keeps, gives int) {
	d, needed, err := b.people().Merge(known(keeps), known(gives), "")
	require.NoError(b.t, err)
	if needed {
		b.add(d)
	}
}

func (b *book) split(record int) {
	d, err := b.people().Split(id(record), "")
	require.NoError(b.t, err)
	b.add(d)
}

func TestAMergeIsTakenBackWithoutLoss_R5_8(t *testing.T) {
	t.Parallel()
	b := &book{t: t}
	b.merge(1, 2)
	b.merge(3, 4)
	b.merge(1, 4) // with all of person 3
	require.Equal(t, []uuid.UUID{id(1), id(2), id(3), id(4)}, b.people().RecordsOf(id(2)))
	require.Equal(t, id(1), b.people().CanonicalOf(id(4)))
	require.Len(t, b.people().InForce(id(2)), 3)

	b.split(2)
	require.Equal(t, id(2), b.people().CanonicalOf(id(2)))
	require.Equal(t, []uuid.UUID{id(1), id(3), id(4)}, b.people().RecordsOf(id(1)))

	b.split(3)
	require.Equal(t, id(3), b.people().CanonicalOf(id(4)), "the merge of 3 and 4 stands")
	require.Equal(t, []uuid.UUID{id(1)}, b.people().RecordsOf(id(1)))

	_, err := b.people().Split(id(3), "")
	require.Equal(t, fault.ResourceNotFound, fault.CodeOf(err), "he is a person of his own")
}

func TestMergedPersonsAreNotMergedAgain(t *testing.T) {
	t.Parallel()
	b := &book{t: t}
	b.merge(1, 2)
	_, needed, err := b.people().Merge(known(2), known(1), "")
	require.NoError(t, err)
	require.False(t, needed)
}

func TestAMergeIsRefused_R5_8(t *testing.T) {
	t.Parallel()
	in := func(d players.Dossier, satellites ...int) players.Dossier {
		for _, n := range satellites {
			d.Appearances = append(d.Appearances, players.Appearance{
				SatelliteID: id(200 + n), Satellite: "Satellite " + string(rune('A'+n)), StartsOn: civil.New(2026, time.March, 30-n),
			})
		}
		return d
	}
	numbered := func(d players.Dossier, number string) players.Dossier { d.AssociationID = number; return d }
	erased := known(2)
	erased.Erased = true
	for name, c := range map[string]struct {
		a, b  players.Dossier
		words string
	}{
		"with himself":      {known(1), known(1), "himself"},
		"different numbers": {numbered(known(1), "AA1"), numbered(known(2), "AA2"), "AA1 and AA2"},
		"in one field":      {in(known(1), 1, 2), in(known(2), 3, 2), "Both played in Satellite C,"},
		"in two fields":     {in(known(1), 1, 2), in(known(2), 1, 2), "Satellite C, Satellite B,"},
		"erased":            {known(1), erased, "erased"},
	} {
		_, _, err := players.People{}.Merge(c.a, c.b, "")
		require.Equal(t, fault.MergeRefused, fault.CodeOf(err), name)
		require.ErrorContains(t, err, c.words, name)
	}
	for _, pair := range [][2]players.Dossier{
		{numbered(known(1), "AA1"), numbered(known(2), "AA1")}, {numbered(known(1), "AA1"), known(2)}, {in(known(1), 1), in(known(2), 2)},
	} {
		d, needed, err := players.People{}.Merge(pair[0], pair[1], " the same address ")
		require.NoError(t, err)
		require.True(t, needed)
		require.Equal(t, players.Decision{Kind: players.Merged, Keeps: id(1), Gives: id(2), Reason: "the same address"}, d)
	}
}

// The fields of a person are those of all his records.
func TestAMergeSeesAllRecords_R5_8(t *testing.T) {
	t.Parallel()
	played := known(2)
	played.AssociationID = "AA2"
	played.Appearances = []players.Appearance{{SatelliteID: id(200), Satellite: "Springfield"}}
	third := known(3)
	third.Appearances = []players.Appearance{{SatelliteID: id(200), Satellite: "Springfield"}}
	whole := players.Together([]players.Dossier{known(1), played})
	require.Equal(t, id(1), whole.ID)
	require.Equal(t, "AA2", whole.AssociationID)
	_, _, err := players.People{}.Merge(third, whole, "")
	require.ErrorContains(t, err, "Springfield")
}

func TestTwoAreToldApart_R5_8(t *testing.T) {
	t.Parallel()
	b := &book{t: t}
	d, needed, err := b.people().TellApart(id(1), id(2), "asked both")
	require.NoError(t, err)
	require.True(t, needed)
	told := b.add(d)
	for _, pair := range [][2]int{{1, 2}, {2, 1}} {
		found, apart := b.people().NotSame(id(pair[0]), id(pair[1]))
		require.True(t, apart)
		require.Equal(t, told, found)
		_, needed, err = b.people().TellApart(id(pair[0]), id(pair[1]), "")
		require.NoError(t, err)
		require.False(t, needed)
	}
	b.merge(3, 2)
	_, apart := b.people().NotSame(id(1), id(3))
	require.True(t, apart, "of any of their records")

	b.merge(1, 3) // the organiser knows better now
	_, _, err = b.people().TellApart(id(1), id(2), "")
	require.Equal(t, fault.MergeRefused, fault.CodeOf(err))
	b.split(3)
	_, apart = b.people().NotSame(id(1), id(2))
	require.True(t, apart, "as it was before the merge")

	back, err := b.people().TakeBack(told.ID, "")
	require.NoError(t, err)
	b.add(back)
	_, apart = b.people().NotSame(id(1), id(2))
	require.False(t, apart)
	_, err = b.people().TakeBack(told.ID, "")
	require.Equal(t, fault.ResourceNotFound, fault.CodeOf(err))
}

func TestADamagedRecordIsNotFolded(t *testing.T) {
	t.Parallel()
	merge := players.Decision{ID: id(100), Number: 1, Kind: players.Merged, Keeps: id(1), Gives: id(2)}
	for name, second := range map[string]players.Decision{
		"a circle":                  {Number: 2, Kind: players.Merged, Keeps: id(2), Gives: id(1)},
		"with himself":              {Number: 2, Kind: players.Merged, Keeps: id(3), Gives: id(3)},
		"a record merged elsewhere": {Number: 2, Kind: players.Merged, Keeps: id(3), Gives: id(2)},
		"taking back nothing":       {Number: 2, Kind: players.TakenBack, Of: id(101)},
		"of no kind":                {Number: 2, Kind: "guessed"},
	} {
		_, err := players.Fold([]players.Decision{second, merge})
		require.Equal(t, fault.InternalError, fault.CodeOf(err), name)
	}
}

// Whatever is merged and split: everybody has one person, who is himself one of the records; the
// decisions that stand, without those taken back, say the same; and taking all back in any order
// leaves everybody as he was.
func TestDecisionsAreUndoneWithoutLoss_R5_8(t *testing.T) {
	t.Parallel()
	const persons = 8
	rapid.Check(t, func(t *rapid.T) {
		b := &book{t: t}
		joined := map[uuid.UUID][2]int{} // by decision: an independent record of what is one
		for range rapid.IntRange(0, 20).Draw(t, "acts") {
			x, y := rapid.IntRange(1, persons).Draw(t, "x"), rapid.IntRange(1, persons).Draw(t, "y")
			switch {
			case rapid.IntRange(0, 2).Draw(t, "split") == 0:
				if d, err := b.people().Split(id(x), ""); err == nil {
					delete(joined, d.Of)
					b.add(d)
				}
			case x != y:
				if d, needed, err := b.people().Merge(known(x), known(y), ""); needed {
					require.NoError(t, err)
					joined[b.add(d).ID] = [2]int{int(d.Keeps[15]), int(d.Gives[15])}
				}
			}
			one := reach(joined, persons)
			people := b.people()
			for x := 1; x <= persons; x++ {
				canonical := people.CanonicalOf(id(x))
				require.Equal(t, canonical, people.CanonicalOf(canonical))
				require.Contains(t, people.RecordsOf(id(x)), id(x))
				for y := 1; y <= persons; y++ {
					require.Equal(t, one[x] == one[y], people.Same(id(x), id(y)))
					require.Equal(t, one[x] == one[y], slices.Contains(people.RecordsOf(id(x)), id(y)))
				}
			}
		}
		shuffled, err := players.Fold(rapid.Permutation(b.decisions).Draw(t, "as read"))
		require.NoError(t, err)
		require.Equal(t, b.people().CanonicalOf(id(1)), shuffled.CanonicalOf(id(1)))
		for _, x := range rapid.Permutation([]int{1, 2, 3, 4, 5, 6, 7, 8}).Draw(t, "order of the splits") {
			if d, err := b.people().Split(id(x), ""); err == nil {
				b.add(d)
			}
		}
		for x := 1; x <= persons; x++ {
			require.Equal(t, []uuid.UUID{id(x)}, b.people().RecordsOf(id(x)))
		}
	})
}

// reach colours the persons who are joined, by passing the least colour on until nothing changes.
func reach(joined map[uuid.UUID][2]int, persons int) []int {
	colour := make([]int, persons+1)
	for i := range colour {
		colour[i] = i
	}
	for range persons {
		for _, pair := range joined {
			least := min(colour[pair[0]], colour[pair[1]])
			colour[pair[0]], colour[pair[1]] = least, least
		}
	}
	return colour
}
