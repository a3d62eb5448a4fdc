package display_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// The expected lines were laid out by hand: an accent takes no column, a wide character two.
func TestTableAlignsAccentsAndWideCharacters(t *testing.T) {
	t.Parallel()
	table := display.NewTable(">Table", "Name", ">Score", "Note")
	table.Row("1", "Núñez, Zoë", "412")
	table.Row("12", "Nu\u0301n\u0303ez, X", "7") // the same letters, accents apart
	table.Row("3", "山田, 花子", "-15")
	table.Row("4", "Lee, Ann", "")
	var out strings.Builder
	require.NoError(t, table.Write(&out))
	require.Equal(t, ""+
		"Table  Name        Score\n"+
		"    1  Núñez, Zoë    412\n"+
		"   12  Nu\u0301n\u0303ez, X        7\n"+
		"    3  山田, 花子    -15\n"+
		"    4  Lee, Ann\n", out.String())
}

func TestTableWithoutRowsShowsItsHeadings(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	require.NoError(t, display.NewTable("Name", ">Points").Write(&out))
	require.Equal(t, "Name  Points\n", out.String())
}

func TestCleanTakesOutWhatCouldMoveTheCursor(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Lee, Ann":                 "Lee, Ann",
		"\x1b[31mLee\x07":          "[31mLee",
		"Lee\nAnn":                 "Lee Ann",
		"\u202egnp\u202c.exe":      "gnp.exe",
		"Ó\u0301 Briain \u009b2J!": "Ó\u0301 Briain 2J!",
	} {
		require.Equal(t, want, display.Clean(text))
	}
}

func TestShortIDIsTheEnd(t *testing.T) {
	t.Parallel()
	require.Equal(t, "89abcdef", display.ShortID("0190a6b2-1c2d-7e3f-8a4b-0123456789ab"[0:28]+"89abcdef"))
	require.Equal(t, "abc", display.ShortID("abc"))
}
