package interchange_test

import (
	"encoding/csv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/money"
)

func TestCellsAreWrittenPlain(t *testing.T) {
	t.Parallel()
	for want, cell := range map[string]interchange.Cell{
		"":      {},
		"Lee":   interchange.Text("Lee"),
		"-50":   interchange.Whole(-50),
		"3":     interchange.Points(6),
		"3.5":   interchange.Points(7),
		"0.5":   interchange.Points(1),
		"10":    interchange.Points(20),
		"0":     interchange.Points(0),
		"-0.5":  interchange.Points(-1),
		"30.00": interchange.Amount(*usd(3000)),
		"-0.05": interchange.Amount(*usd(-5)),
	} {
		require.Equal(t, want, cell.String())
	}
	require.Equal(t, interchange.EmptyCell, interchange.Text("").Kind())
}

func TestTableIsWrittenAsRFC4180(t *testing.T) {
	t.Parallel()
	got := interchange.WriteCSV(interchange.Table{
		Name:    "not in the file",
		Columns: []string{"name", "team", "spread", "points", "due"},
		Rows: [][]interchange.Cell{
			{interchange.Text("Lee, Ann"), interchange.Text(`The "Owls"`), interchange.Whole(-50), interchange.Points(7), interchange.Amount(*usd(2640))},
			{interchange.Text("Aesop"), {}, interchange.Whole(0)},
			{interchange.Text("=1+1"), interchange.Text("two\nlines"), {}, {}, {}, interchange.Text("beyond")},
		},
	})
	require.Equal(t, "name,team,spread,points,due\r\n"+
		"\"Lee, Ann\",\"The \"\"Owls\"\"\",-50,3.5,26.40\r\n"+
		"Aesop,,0,,\r\n"+
		"'=1+1,\"two\nlines\",,,\r\n", string(got))
}

func TestTextsThatLookLikeFormulasAreGuarded(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"=x": "'=x", "+44": "'+44", "-1": "'-1", "@x": "'@x", "\tx": "'\tx", "\rx": "'\rx",
		"'=x": "''=x", "''": "''", "'": "'", "": "", "O'Neill": "O'Neill", "'t Hooft": "'t Hooft", "a=b": "a=b", " =x": " =x",
	} {
		require.Equal(t, want, interchange.Guarded(words), "%q", words)
	}
	written := interchange.WriteCSV(interchange.Table{Columns: []string{"@SUM(A1)"}, Rows: [][]interchange.Cell{{interchange.Text("-1")}, {interchange.Whole(-1)}}})
	require.Equal(t, "'@SUM(A1)\r\n'-1\r\n-1\r\n", string(written), "names of columns too, numbers not")
}

// Whatever a text is, no cell of the file begins like a formula, and the reader gives back
// what it was but for white space around it.
func TestGuardedCellsAreReadAsTheyWere(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		team := rapid.StringMatching(`[-=+@'",; a+\t]{0,6}`).Draw(t, "team")
		written := interchange.WriteCSV(interchange.Table{
			Columns: []string{"family_name", "team"},
			Rows:    [][]interchange.Cell{{interchange.Text("Lee"), interchange.Text(team)}},
		})
		records, err := csv.NewReader(strings.NewReader(string(written))).ReadAll()
		require.NoError(t, err)
		require.False(t, len(records[1][1]) > 0 && strings.Contains("=+-@\t\r", records[1][1][:1]), "%q", records[1][1])

		rows, refusals, err := interchange.ReadRoster(written, money.USD)
		require.NoError(t, err)
		require.Empty(t, refusals)
		require.Equal(t, strings.TrimSpace(team), rows[0].Entry.Team)
	})
}

func TestRosterOfASheet(t *testing.T) {
	t.Parallel()
	rows, refusals, err := interchange.ReadRosterGrid(interchange.Grid{
		nil,
		{"", " "},
		{"Team", "Name", "Rating", "", "fee"},
		{"'+44", "Lee, Ann", "1500", "", "30"},
	}, money.USD)
	require.Empty(t, rows)
	require.Empty(t, refusals)
	require.ErrorContains(t, err, "Line 3, column 4")

	rows, refusals, err = interchange.ReadRosterGrid(interchange.Grid{
		nil,
		{"", " "},
		{"Team", "Name", "Rating", "fee", ""},
		{"'+44", "Lee, Ann", "1500", "30"},
		nil,
		{"", "Roe, Jo"},
		{"", "Poe, Al", "x", "", "", ""},
		{"", "Doe, Di", "1", "2", "3"},
	}, money.USD)
	require.NoError(t, err)
	require.Equal(t, []string{"7:3 rating invalid_format", "8:5  wrong_cell_count"}, places(refusals))
	require.Len(t, rows, 2)
	require.Equal(t, 4, rows[0].Line)
	require.Equal(t, "+44", rows[0].Entry.Team)
	require.Equal(t, usd(3000), rows[0].Entry.Fee)
	require.Equal(t, present("Roe", "Jo"), rows[1].Entry)
	require.Equal(t, map[string]int{"team": 1, "name": 2, "family_name": 2, "given_name": 2, "suffix": 2, "rating": 3, "fee": 4}, rows[1].Columns)

	_, _, err = interchange.ReadRosterGrid(nil, money.USD)
	require.ErrorContains(t, err, "no value")
}
