package interchange_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/players"
)

// fieldOf is a division of players who sat out one round.
func fieldOf(names ...players.Name) interchange.Event {
	d := interchange.Division{Name: "A"}
	for _, name := range names {
		d.Players = append(d.Players, interchange.Player{Name: name, Opponents: []int{0}, Scores: []int{50}})
	}
	return interchange.Event{Divisions: []interchange.Division{d}}
}

// inFull is a name with the place of a given name that is missing before a suffix.
func inFull(name players.Name) string {
	if name.Given == "" && name.Suffix != "" {
		return name.Family + ", , " + name.Suffix
	}
	return name.String()
}

// changesOf are the changes of names: "from > to".
func changesOf(notes []interchange.Note) []string {
	var list []string
	for _, n := range notes {
		if n.Code == "name" {
			list = append(list, n.From+" > "+n.To)
		}
	}
	return list
}

func TestNamesAreWrittenToNASPALetterByLetterAndEachChangeIsReported(t *testing.T) {
	t.Parallel()
	forty := strings.Repeat("Abcdefghij", 4)
	for _, c := range []struct {
		name players.Name
		want string
	}{
		{players.Name{Family: "Mary Ann Smith"}, "Mary Ann Smith"},
		{players.Name{Family: "O'Neill", Given: "Pat"}, "O'Neill, Pat"},
		{players.Name{Family: "O’Neill", Given: "Pat"}, "O'Neill, Pat"},
		{players.Name{Family: "Núñez", Given: "José"}, "Nunez, Jose"},
		{players.Name{Family: "Nu\u0301n\u0303ez", Given: "José"}, "Nunez, Jose"},
		{players.Name{Family: "Şahin", Given: "Işıl"}, "Sahin, Isil"},
		{players.Name{Family: "Winter"}, "Winter"},
		{players.Name{Family: "Chew", Given: "John", Suffix: "III"}, "Chew, John, III"},
		{players.Name{Family: "Chew", Suffix: "III"}, "Chew, , III"},
		{players.Name{Family: forty, Given: "X"}, forty + ", X"},
		{players.Name{Family: "Groß", Given: "Łukasz"}, "Gross, Lukasz"},
		{players.Name{Family: "Ærø", Given: "Þór"}, "AEro, Thor"},
		{players.Name{Family: "Чайковский", Given: "Пётр"}, "Chaikovskii, Petr"},
		{players.Name{Family: "Παπαδόπουλος"}, "Papadopoylos"},
		{players.Name{Family: "山田"}, "U5C71U7530"},
		{players.Name{Family: "Lee", Given: "3rd Ann"}, "Lee, '3rd Ann"},
		{players.Name{Family: "Lee: a; b, c"}, "Lee a b c"},
		{players.Name{Family: "#Lee"}, "No.Lee"},
	} {
		raw, notes := interchange.WriteNASPA(fieldOf(c.name))
		require.Equal(t, "#division A\n"+c.want+" 0 0; 50\n", string(raw))
		if c.want == inFull(c.name) {
			require.Empty(t, notes)
		} else {
			require.Equal(t, []string{inFull(c.name) + " > " + c.want}, changesOf(notes))
		}
		back, findings := interchange.ReadNASPA(raw, nil)
		require.Empty(t, findings)
		require.Equal(t, c.want, inFull(back.Divisions[0].Players[0].Name))
	}
}

func TestNamesThatBecomeEqualAreReported(t *testing.T) {
	t.Parallel()
	_, notes := interchange.WriteNASPA(fieldOf(players.Name{Family: "Müller"}, players.Name{Family: "Muller"}))
	require.Len(t, notes, 2)
	require.Equal(t, "same_name", notes[1].Code)
	require.Equal(t, 2, notes[1].Player)
}

func TestTSHWritesNamesAsTheyAre(t *testing.T) {
	t.Parallel()
	e := fieldOf(
		players.Name{Family: "Mary Ann Smith"}, players.Name{Family: "O'Neill"}, players.Name{Family: "Núñez", Given: "José"},
		players.Name{Family: "Şahin", Given: "Işıl"}, players.Name{Family: "Winter"}, players.Name{Family: "Chew", Given: "John", Suffix: "III"},
		players.Name{Family: strings.Repeat("x", 40)}, players.Name{Family: `a;b\c`},
	)
	raw, notes := interchange.WriteTSH(e)
	require.Empty(t, changesOf(notes))
	back, findings := interchange.ReadTSH(raw)
	require.Empty(t, findings)
	require.Equal(t, e.Divisions[0].Players, unlined(back).Divisions[0].Players)
}

// Whatever the name, both writers give a file that is read back, in which the name has changed
// only where that was reported.
func TestEveryNameCanBeWrittenAndIsNeverDropped(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.StringOf(rapid.OneOf(rapid.Rune(), rapid.SampledFrom([]rune(" ,;:#\\'-+1x"))))
		name, err := players.ParseName(part.Draw(t, "family"), part.Draw(t, "given"), part.Draw(t, "suffix"))
		if err != nil {
			t.Skip("not a name")
		}
		e := fieldOf(name)
		raw, notes := interchange.WriteNASPA(e)
		require.Equal(t, -1, strings.IndexFunc(string(raw), func(c rune) bool { return c >= utf8.RuneSelf }))
		require.Equal(t, 2, strings.Count(string(raw), "\n"))
		checkBack(t, name, notes, func() (interchange.Event, interchange.Findings) { return interchange.ReadNASPA(raw, nil) })
		raw, notes = interchange.WriteTSH(e)
		checkBack(t, name, notes, func() (interchange.Event, interchange.Findings) { return interchange.ReadTSH(raw) })
	})
}

func checkBack(t *rapid.T, name players.Name, notes []interchange.Note, read func() (interchange.Event, interchange.Findings)) {
	back, findings := read()
	for _, f := range findings {
		// Letters of far scripts become longer, and a name of signs alone has no letter left.
		require.Equal(t, "bad_name", f.Code, f.Detail)
		return
	}
	changes := changesOf(notes)
	want := inFull(name)
	if len(changes) > 0 {
		_, want, _ = strings.Cut(changes[0], want+" > ")
	}
	require.Equal(t, want, inFull(back.Divisions[0].Players[0].Name))
}
