package players_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/players"
)

func name(family, given, suffix string) players.Name {
	return players.Name{Family: family, Given: given, Suffix: suffix}
}

func TestNamesInShort_R8_2(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		view []players.Name
		want []string
	}{
		{[]players.Name{name("Lee", "Ann", "")}, []string{"Ann L."}},
		{[]players.Name{name("Émile", "Ann Marie", "Jr")}, []string{"Ann Marie É."}},
		{[]players.Name{name("Winter", "", "")}, []string{"W."}},
		{[]players.Name{{}}, []string{""}},
		{
			[]players.Name{name("Lee", "Ann", ""), name("Link", "Ann", ""), name("Lee", "Bob", "")},
			[]string{"Ann Le.", "Ann Li.", "Bob L."},
		},
		{ // each as many letters as it takes, and no more
			[]players.Name{name("Lee", "Ann", ""), name("Lewis", "ann", ""), name("Li", "Ann", "")},
			[]string{"Ann Lee.", "ann Lew.", "Ann Li."},
		},
		{[]players.Name{name("Lee", "Ann", ""), name("Leeson", "Ann", "")}, []string{"Ann Lee.", "Ann Lees."}},
		{[]players.Name{name("Smith", "John", ""), name("Smith", "John", "Jr")}, []string{"John S.", "John S. Jr"}},
		{
			[]players.Name{name("Smith", "John", ""), name("Smith", "John", "Jr"), name("Stone", "John", "")},
			[]string{"John Sm.", "John Sm. Jr", "John St."},
		},
		{ // people of the very same name, and one that only accents tell apart
			[]players.Name{name("Lee", "Ann", ""), name("Lée", "Ann", ""), name("Lee", "Ann", "")},
			[]string{"Ann L. (1)", "Ann L. (2)", "Ann L. (3)"},
		},
		{ // a letter is what a reader takes for one: with a mark that is not composed, and of Tamil
			[]players.Name{name("X\u0302ing", "Wu", ""), name("நிலா", "Om", "")},
			[]string{"Wu X\u0302.", "Om நி."},
		},
		{[]players.Name{name("van den Berg", "Jo", ""), name("van Dyk", "Jo", "")}, []string{"Jo van de.", "Jo van Dy."}},
		{ // a pseudonym says nothing, and stays
			[]players.Name{name("Player 7F3A", "", ""), name("Player", "", ""), name("Player 7f", "", "")},
			[]string{"Player 7F3A", "Player.", "Player 7."},
		},
	} {
		require.Equal(t, c.want, players.ShortNames(c.view, func(i int) int { return i + 1 }), "%v", c.view)
	}
}

// Whoever is in a view, no two of it look the same, and nobody shows more of his family name than he
// has to.
func TestShortNamesTellEverybodyApart_R8_2(t *testing.T) {
	t.Parallel()
	part := rapid.SampledFrom([]string{"Lee", "Leeson", "Le", "Li", "Lée", "LEE", "Łukasz", "Øst", "O'Neil", "O’Hara", "de la Cruz", "de Wit", "王", "김철수", "김"})
	given := rapid.SampledFrom([]string{"", "Ann", "ann", "Ánn", "Ann Marie", "Bo", "李"})
	suffix := rapid.SampledFrom([]string{"", "", "", "Jr", "III"})
	rapid.Check(t, func(t *rapid.T) {
		view := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) players.Name {
			return name(part.Draw(t, "family"), given.Draw(t, "given"), suffix.Draw(t, "suffix"))
		}), 0, 30).Draw(t, "view")
		short := players.ShortNames(view, func(i int) int { return i + 1 })
		require.Len(t, short, len(view))
		seen := map[string]bool{}
		for i, text := range short {
			require.False(t, seen[strings.ToLower(text)], "%q stands twice of %v", text, view)
			seen[strings.ToLower(text)] = true
			require.True(t, strings.HasPrefix(text, view[i].Given), "%q of %v", text, view[i])
			alone := true
			for j, other := range view {
				alone = alone && (i == j || !strings.EqualFold(players.NameKey(other.Given, "", ""), players.NameKey(view[i].Given, "", "")))
			}
			if alone {
				require.Equal(t, strings.TrimSpace(view[i].Given+" "+string([]rune(view[i].Family)[:1])+"."), text)
			}
		}
	})
}

func TestAWrittenNameIsReadAgain(t *testing.T) {
	t.Parallel()
	for _, n := range []players.Name{name("Lee", "", ""), name("Lee", "Ann Marie", ""), name("Smith", "John", "Jr"), name("Player 7F3A", "", "")} {
		require.Equal(t, n, players.ParseWritten(n.String()), fmt.Sprint(n))
	}
}
