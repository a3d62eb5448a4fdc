package interchange_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/satellite"
)

func usd(cents int64) *money.Money { return &money.Money{Amount: cents, Currency: money.USD} }

// present is an entry with a name only.
func present(family, given string) satellite.EntrantInput {
	return satellite.EntrantInput{FamilyName: family, GivenName: given, Present: true}
}

func read(t *testing.T, file string) ([]satellite.RosterRow, []satellite.Refusal) {
	t.Helper()
	rows, refusals, err := interchange.ReadRoster([]byte(file), money.USD)
	require.NoError(t, err)
	return rows, refusals
}

func TestRosterWithEveryColumnInAnyOrder(t *testing.T) {
	t.Parallel()
	rows, refusals := read(t, "Grade,team,email,paid,fee,standby,rating,association_id,suffix,given name,FAMILY-NAME\n"+
		" 7 ,Owls,ann@example.org,30.00,15,yes,1500, aa001642 ,Jr, Ann ,Lee\n")
	require.Empty(t, refusals)
	require.Equal(t, []satellite.RosterRow{{
		Line: 2, Email: "ann@example.org",
		Entry: satellite.EntrantInput{
			FamilyName: "Lee", GivenName: "Ann", Suffix: "Jr", AssociationID: "aa001642", Rating: 1500,
			Standby: true, Present: true, Fee: usd(1500), Paid: usd(3000), Team: "Owls", Grade: "7",
		},
		Columns: map[string]int{
			"grade": 2, "team": 5, "email": 10, "paid": 26, "fee": 32, "standby": 35, "rating": 39,
			"association_id": 45, "suffix": 55, "given_name": 59, "family_name": 64,
		},
	}}, rows)
}

func TestAmountsAreInTheCurrencyOfTheSatellite(t *testing.T) {
	t.Parallel()
	rows, refusals, err := interchange.ReadRoster([]byte("family_name,fee\nLee,30\n"), money.CAD)
	require.NoError(t, err)
	require.Empty(t, refusals)
	require.Equal(t, &money.Money{Amount: 3000, Currency: money.CAD}, rows[0].Entry.Fee)
}

func TestRosterIsReadWhateverProgramWroteIt(t *testing.T) {
	t.Parallel()
	want := []satellite.EntrantInput{
		present("Lee", "Ann"),
		present("Núñez, Sr.", "José \"Pepe\""),
	}
	plain := "family_name,given_name\nLee,Ann\n\"Núñez, Sr.\",\"José \"\"Pepe\"\"\"\n"
	for name, file := range map[string]string{
		"comma and LF":       plain,
		"byte-order mark":    "\uFEFF" + plain,
		"CRLF":               strings.ReplaceAll(plain, "\n", "\r\n"),
		"CR":                 strings.ReplaceAll(plain, "\n", "\r"),
		"no last line break": strings.TrimSuffix(plain, "\n"),
		"semicolon":          "family_name;given_name\nLee;Ann\n\"Núñez, Sr.\";\"José \"\"Pepe\"\"\"\n",
		"tab":                "family_name\tgiven_name\nLee\tAnn\nNúñez, Sr.\t\"José \"\"Pepe\"\"\"\n",
		"empty lines":        "\n\n" + strings.ReplaceAll(plain, "\n", "\n\n  \n,\n,,,\n"),
		"more empty columns": "family_name,given_name,,\nLee,Ann,,\n\"Núñez, Sr.\",\"José \"\"Pepe\"\"\",\n",
		"quoted header":      strings.Replace(plain, "family_name,given_name", "\"family_name\", \"given_name\"", 1),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows, refusals := read(t, file)
			require.Empty(t, refusals)
			var entries []satellite.EntrantInput
			for _, row := range rows {
				entries = append(entries, row.Entry)
			}
			require.Equal(t, want, entries)
		})
	}
}

func TestNamesInOneColumn(t *testing.T) {
	t.Parallel()
	rows, refusals := read(t, "rating;name\n1500;Lee, Ann\n1400;\"Lee, Bob, Jr\"\n;Aesop\n0;Ann Lee\n0;a, b, c, d\n0;\n")
	require.Len(t, rows, 3)
	require.Equal(t, satellite.EntrantInput{FamilyName: "Lee", GivenName: "Ann", Rating: 1500, Present: true}, rows[0].Entry)
	require.Equal(t, satellite.EntrantInput{FamilyName: "Lee", GivenName: "Bob", Suffix: "Jr", Rating: 1400, Present: true}, rows[1].Entry)
	require.Equal(t, satellite.EntrantInput{FamilyName: "Aesop", Present: true}, rows[2].Entry)
	require.Equal(t, map[string]int{"rating": 1, "name": 6, "family_name": 6, "given_name": 6, "suffix": 6}, rows[0].Columns)
	require.Equal(t, []string{"5:3 name invalid_format", "6:3 name invalid_format", "7:3 family_name required"}, places(refusals))
}

func TestStandbyIsYesOrNo(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]bool{
		"yes": true, "YES": true, "true": true, "1": true, "x": true, "X": true,
		"no": false, "false": false, "0": false, "": false,
	} {
		rows, refusals := read(t, "family_name,standby\nLee,"+word+"\n")
		require.Empty(t, refusals, word)
		require.Equal(t, want, rows[0].Entry.Standby, word)
	}
}

// places write refusals as "line:column field code".
func places(refusals []satellite.Refusal) []string {
	var all []string
	for _, r := range refusals {
		all = append(all, sprint(r.Line, r.Column)+" "+r.Field+" "+r.Code)
	}
	return all
}

func TestWrongCellsAreRefusedWithTheirPlace(t *testing.T) {
	t.Parallel()
	const header = "family_name,given_name,association_id,rating,standby,fee,paid,email\n"
	for name, c := range map[string]struct {
		row  string
		want []string
	}{
		"too few cells":          {"Lee,Ann", []string{"2:5  wrong_cell_count"}},
		"too many cells":         {"Lee,Ann,,,,,,,x", []string{"2:15  wrong_cell_count"}},
		"no family name":         {",Ann,,,,,,", []string{"2:1 family_name required"}},
		"name without letters":   {"12,Ann,,,,,,", []string{"2:1 family_name invalid_format"}},
		"bad number":             {"Lee,Ann,AA 1,,,,,", []string{"2:9 association_id invalid_format"}},
		"rating of letters":      {"Núñez,Ann,,abc,,,,", []string{"2:12 rating invalid_format"}},
		"rating with a fraction": {"Lee,Ann,,1500.5,,,,", []string{"2:10 rating invalid_format"}},
		"rating below nothing":   {"Lee,Ann,,-1,,,,", []string{"2:10 rating out_of_range"}},
		"rating too high":        {"Lee,Ann,,5000,,,,", []string{"2:10 rating out_of_range"}},
		"rating beyond integers": {"Lee,Ann,,99999999999999999999,,,,", []string{"2:10 rating out_of_range"}},
		"standby of neither":     {"Lee,Ann,,,perhaps,,,", []string{"2:11 standby invalid_format"}},
		"fee with a currency":    {"Lee,Ann,,,,$30,,", []string{"2:12 fee invalid_format"}},
		"fee with a comma":       {"Lee,Ann,,,,\"30,00\",,", []string{"2:12 fee invalid_format"}},
		"fee below nothing":      {"Lee,Ann,,,,-30,,", []string{"2:12 fee out_of_range"}},
		"paid of letters":        {"Lee,Ann,,,,,yes,", []string{"2:13 paid invalid_format"}},
		"e-mail without a host":  {"Lee,Ann,,,,,,ann@", []string{"2:14 email invalid_format"}},
		"e-mail with a name":     {"Lee,Ann,,,,,,Ann <ann@example.org>", []string{"2:14 email invalid_format"}},
		"everything": {
			"7,Ann,?,x,?,?,?,?",
			[]string{
				"2:1 family_name invalid_format", "2:7 association_id invalid_format", "2:9 rating invalid_format",
				"2:11 standby invalid_format", "2:13 fee invalid_format", "2:15 paid invalid_format", "2:17 email invalid_format",
			},
		},
		"a cell of two lines before it": {"\"Lee\n\",Ann,,x,,,,", []string{"3:8 rating invalid_format"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows, refusals := read(t, header+c.row+"\nRoe,Jo,,,,,,\n")
			require.Equal(t, c.want, places(refusals))
			require.Len(t, rows, 1, "the good row is read")
			require.Equal(t, present("Roe", "Jo"), rows[0].Entry)
			for _, r := range refusals {
				require.NotEmpty(t, r.Detail)
			}
		})
	}
}

func TestFilesThatCannotBeReadAreRefusedWithThePlace(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file, pointer, code, says string
	}{
		"nothing":                     {"", "/line/1/column/1", "empty", "empty"},
		"nothing to see":              {"\uFEFF \r\n\t\n", "/line/1/column/1", "empty", "empty"},
		"separators only":             {",,\n,\n", "/line/1/column/1", "empty", "header"},
		"no header":                   {"Lee,Ann,1500\n", "/line/1/column/1", "no_header", "family_name"},
		"no header, after empty line": {"\nLee,Ann,1500\n", "/line/2/column/1", "no_header", "family_name"},
		"no name":                     {"rating,team\n", "/line/1/column/1", "missing_column", "family_name"},
		"unknown column":              {"family_name,ratign\n", "/line/1/column/13", "unknown_column", "ratign"},
		"column without a name":       {"family_name,,rating\n", "/line/1/column/13", "unknown_column", "rating, standby"},
		"a column twice":              {"family_name,rating, Rating\n", "/line/1/column/21", "duplicate_column", "rating"},
		"two names":                   {"family_name,name\n", "/line/1/column/13", "duplicate_column", "family_name"},
		"name and given name":         {"given_name;name\n", "/line/1/column/12", "duplicate_column", "family_name"},
		"Latin-1":                     {"family_name\nLee\nMu\xf1oz\n", "/line/3/column/3", "not_utf8", "0xF1"},
		"Latin-1 behind letters":      {"family_name\r\nÑé\xe9\r\n", "/line/2/column/3", "not_utf8", "0xE9"},
		"Latin-1 after CR":            {"family_name\rx\xe9\r", "/line/2/column/2", "not_utf8", "0xE9"},
		"UTF-16":                      {"\xff\xfef\x00a\x00", "/line/1/column/1", "not_utf8", "0xFF"},
		"half a letter at the end":    {"family_name\nLe\xc3", "/line/2/column/3", "not_utf8", "0xC3"},
		"quote within a cell":         {"family_name,rating\nRoe,1\nLe\"e,1500\n", "/line/3/column/3", "bad_quotes", "line 3"},
		"quote never closed":          {"family_name,rating\n\"Lee,1500\nRoe,1\n", "/line/3/column/6", "bad_quotes", "line 2"},
		"too many lines":              {"family_name\n" + strings.Repeat("Lee\n", 100_000), "/line/100001/column/1", "too_long", "100000"},
		"too many wrong cells":        {"family_name\n" + strings.Repeat("7\n", 1001), "/line/2/column/1", "invalid_format", "letters"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows, refusals, err := interchange.ReadRoster([]byte(c.file), money.USD)
			require.Empty(t, rows)
			require.Empty(t, refusals)
			require.Equal(t, fault.ImportRefused, fault.CodeOf(err))
			var f *fault.Error
			require.ErrorAs(t, err, &f)
			require.NotEmpty(t, f.Fields)
			require.Equal(t, c.pointer, f.Fields[0].Pointer)
			require.Equal(t, c.code, f.Fields[0].Code)
			require.Contains(t, f.Fields[0].Detail, c.says)
		})
	}
}

func TestAsManyLinesAsAreTaken(t *testing.T) {
	t.Parallel()
	rows, refusals := read(t, "family_name\n"+strings.Repeat("Lee\n", 99_999))
	require.Empty(t, refusals)
	require.Len(t, rows, 99_999)
}

func TestEveryUnknownColumnIsNamed(t *testing.T) {
	t.Parallel()
	_, _, err := interchange.ReadRoster([]byte("family_name,a,b,a\n"), money.USD)
	var f *fault.Error
	require.ErrorAs(t, err, &f)
	require.Len(t, f.Fields, 3)

	_, _, err = interchange.ReadRoster([]byte("family_name"+strings.Repeat(",a", 900)), money.USD)
	require.ErrorAs(t, err, &f)
	require.Len(t, f.Fields, 20, "the list is bounded")
}

// Whatever is written by the rules of CSV is read back as it was.
func TestRosterReadsWhatIsWritten(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		separator := rapid.SampledFrom([]string{",", ";", "\t"}).Draw(t, "separator")
		ending := rapid.SampledFrom([]string{"\n", "\r\n", "\r"}).Draw(t, "ending")
		name := rapid.StringMatching(`[A-Zé][a-zß,;" '-]{0,8}[a-z]`)
		type person struct{ family, team string }
		var people []person
		var file strings.Builder
		file.WriteString("team" + separator + "family_name" + ending)
		for range rapid.IntRange(0, 8).Draw(t, "people") {
			p := person{name.Draw(t, "family"), name.Draw(t, "team")}
			people = append(people, p)
			quoted := func(v string) string { return `"` + strings.ReplaceAll(v, `"`, `""`) + `"` }
			file.WriteString(quoted(p.team) + separator + quoted(p.family) + ending)
		}
		rows, refusals, err := interchange.ReadRoster([]byte(file.String()), money.USD)
		require.NoError(t, err)
		require.Empty(t, refusals)
		require.Len(t, rows, len(people))
		for i, row := range rows {
			require.Equal(t, people[i], person{row.Entry.FamilyName, row.Entry.Team})
			require.Equal(t, i+2, row.Line)
		}
	})
}
