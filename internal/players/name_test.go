package players_test

import (
	"errors"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/players"
)

func pointers(t *testing.T, err error) []string {
	t.Helper()
	if err == nil {
		return nil
	}
	invalid, found := errors.AsType[*fault.Error](err)
	require.True(t, found, "%v", err)
	require.Equal(t, fault.InvalidRequest, invalid.Code)
	require.NotEmpty(t, invalid.Detail)
	var at []string
	for _, field := range invalid.Fields {
		require.NotEmpty(t, field.Code)
		require.NotEmpty(t, field.Detail)
		at = append(at, field.Pointer)
	}
	return at
}

func TestParseNameTidiesAndShows(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ family, given, suffix, shown string }{
		{"Lee", "Ann", "", "Lee, Ann"},
		{"  Lee ", " Ann   Marie\t", "", "Lee, Ann Marie"},
		{"Lee", "Ann", " Jr ", "Lee, Ann, Jr"},
		{"Winter", "", "", "Winter"},
		{"Winter", "", "III", "Winter, III"},
		{"Nun\u0303ez", "Jose\u0301", "", "Nu\u00f1ez, Jos\u00e9"}, // composed
		{"de la\u00a0Cruz", "", "", "de la Cruz"},
		{"李", "娜", "", "李, 娜"},
		{strings.Repeat("é", players.MaxNameLetters), "", "", strings.Repeat("é", players.MaxNameLetters)},
		{strings.Repeat("e\u0301", players.MaxNameLetters), "", "", strings.Repeat("é", players.MaxNameLetters)},
	} {
		name, err := players.ParseName(c.family, c.given, c.suffix)
		require.NoError(t, err, c.shown)
		require.Equal(t, c.shown, name.String())
	}
}

func TestParseNameNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", players.MaxNameLetters+1)
	for name, c := range map[string]struct {
		family, given, suffix string
		wrong                 []string
	}{
		"no family name":       {"", "Ann", "", []string{"/family_name"}},
		"only spaces":          {" \t ", "Ann", "", []string{"/family_name"}},
		"a rating for a name":  {"1523", "Ann", "", []string{"/family_name"}},
		"long family name":     {long, "", "", []string{"/family_name"}},
		"long given name":      {"Lee", long, "", []string{"/given_name"}},
		"long suffix":          {"Lee", "", long, []string{"/suffix"}},
		"control character":    {"Lee\x00", "", "", []string{"/family_name"}},
		"escape":               {"Lee", "\x1b[31mAnn", "", []string{"/given_name"}},
		"zero-width space":     {"Lee\u200b", "", "", []string{"/family_name"}},
		"turned writing":       {"Lee", "Ann\u202e", "", []string{"/given_name"}},
		"not UTF-8":            {"Lee\xff", "", "", []string{"/family_name"}},
		"all three, each once": {"", "\x00", long, []string{"/family_name", "/given_name", "/suffix"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := players.ParseName(c.family, c.given, c.suffix)
			require.Equal(t, c.wrong, pointers(t, err))
		})
	}
}

func TestNameKeyFoldsCaseAccentsAndSpaces_R5_8(t *testing.T) {
	t.Parallel()
	type name struct{ family, given, suffix string }
	for key, names := range map[string][]name{
		"lee, ann":          {{"Lee", "Ann", ""}, {"Lee", "  Ann ", ""}, {"lee", "ann", ""}, {"LEE", "ÁNN", ""}, {"Lee\u200b", "Ann", ""}},
		"lee, ann marie":    {{"Lee", "Ann Marie", ""}, {"Lee", "Ann \u00a0 Marie", ""}},
		"lee, ann, jr":      {{"Lee", "Ann", "Jr"}, {"LEE", "Ann", "JR"}},
		"lee, , jr":         {{"Lee", "", "Jr"}},
		"winter":            {{"Winter", "", ""}, {" WINTER", " ", ""}},
		"nunez, jose":       {{"Núñez", "José", ""}, {"NU\u0301N\u0303EZ", "JOSE\u0301", ""}, {"Nunez", "Jose", ""}},
		"strasse":           {{"Straße", "", ""}, {"STRASSE", "", ""}, {"STRAẞE", "", ""}},
		"lukasz":            {{"Łukasz", "", ""}, {"ŁUKASZ", "", ""}, {"Lukasz", "", ""}},
		"jorgensen":         {{"Jørgensen", "", ""}, {"JØRGENSEN", "", ""}},
		"aegir":             {{"Ægir", "", ""}, {"ægir", "", ""}},
		"isik":              {{"Işık", "", ""}, {"IŞIK", "", ""}, {"İşik", "", ""}},
		"dordevic":          {{"Đorđević", "", ""}, {"ĐORĐEVIĆ", "", ""}},
		"thorsdottir":       {{"Þórsdóttir", "", ""}},
		"o'brien":           {{"O'Brien", "", ""}, {"O’Brien", "", ""}, {"OʼBRIEN", "", ""}},
		"smith-jones":       {{"Smith-Jones", "", ""}, {"Smith‐Jones", "", ""}, {"Smith‑Jones", "", ""}},
		"smith jones":       {{"Smith Jones", "", ""}},
		"smithjones":        {{"SmithJones", "", ""}},
		"иванов, андреи":    {{"Иванов", "Андрей", ""}, {"ИВАНОВ", "АНДРЕЙ", ""}},
		"παπαδοπουλοσ":      {{"Παπαδόπουλος", "", ""}, {"ΠΑΠΑΔΟΠΟΥΛΟΣ", "", ""}},
		"\u304c":            {{"が", "", ""}}, // the mark of another script makes another letter
		"\u304b":            {{"か", "", ""}},
		"fitzgerald, fiona": {{"\ufb01tzgerald", "\ufb01ona", ""}}, // ligatures
	} {
		for _, n := range names {
			require.Equal(t, key, players.NameKey(n.family, n.given, n.suffix), "%+v", n)
			require.Equal(t, key, players.Name{Family: n.family, Given: n.given, Suffix: n.suffix}.Key())
		}
	}
}

// Every character there is: folding twice is folding once, and both cases of a letter fold alike.
func TestNameKeyOfEveryCharacterIsStable(t *testing.T) {
	t.Parallel()
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r >= 0xac00 && r <= 0xd7a3 || r >= 0x3400 && r <= 0x9fff || r >= 0x20000 { // regular blocks without case
			continue
		}
		key := players.NameKey("x"+string(r)+"y", "", "")
		if again := players.NameKey(key, "", ""); again != key {
			require.Failf(t, "folds twice", "%U: %q, then %q", r, key, again)
		}
		if upper := unicode.ToUpper(r); unicode.ToLower(upper) == r {
			require.Equal(t, key, players.NameKey("x"+string(upper)+"y", "", ""), "%U", r)
		}
	}
}

func TestNameKeyFoldsOnce(t *testing.T) {
	t.Parallel()
	part := rapid.StringOf(rapid.OneOf(
		rapid.RuneFrom([]rune("aZ éÉßẞłŁıİ'’-‑\u0301\u0308\u0345\u200b\t\u00a0ﬁǽŉ")),
		rapid.Rune(),
	).Filter(func(r rune) bool { return !strings.Contains(players.NameKey(string(r), "", ""), ",") }))
	rapid.Check(t, func(t *rapid.T) {
		family, given, suffix := part.Draw(t, "family"), part.Draw(t, "given"), part.Draw(t, "suffix")
		key := players.NameKey(family, given, suffix)
		parts := append(strings.Split(key, ", "), "", "")
		require.Equal(t, key, players.NameKey(parts[0], parts[1], parts[2]))
	})
}

func FuzzParseName(f *testing.F) {
	f.Add("Lee", " Ann ", "Jr")
	f.Add("Straße", "İ", "")
	f.Fuzz(func(t *testing.T, family, given, suffix string) {
		name, err := players.ParseName(family, given, suffix)
		if err != nil {
			return
		}
		again, err := players.ParseName(name.Family, name.Given, name.Suffix)
		require.NoError(t, err)
		require.Equal(t, name, again)
		require.Equal(t, players.NameKey(family, given, suffix), name.Key())
		require.NotEmpty(t, name.Key())
	})
}
