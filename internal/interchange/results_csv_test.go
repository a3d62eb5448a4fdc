package interchange_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/standings"
)

func seed(n int) interchange.PlayerRef { return interchange.PlayerRef{Seed: n} }

func named(family, given string) interchange.PlayerRef {
	return interchange.PlayerRef{Name: players.Name{Family: family, Given: given}}
}

func score(n int) *int { return &n }

// remarks writes findings as "line:column severity code".
func remarks(findings interchange.Findings) []string {
	var all []string
	for _, f := range findings {
		all = append(all, sprint(f.Line, f.Column)+" "+string(f.Severity)+" "+f.Code)
	}
	return all
}

func TestResultsWithColumnsInAnyOrder(t *testing.T) {
	t.Parallel()
	rows, findings := interchange.ReadResults([]byte("second;First;Second Score;first-score;KIND;round;table;first_penalty;second_penalty\n" +
		"2;1;388;412;Game;1;3;10;\n" +
		"\"Lee, Ann\";Aesop;400;401;;2;;;\n"))
	require.Empty(t, findings)
	require.Equal(t, []interchange.GameRow{
		{
			Line: 2, Round: 1, Table: 3, First: seed(1), Second: seed(2), Kind: standings.Game,
			FirstScore: score(412), SecondScore: score(388), FirstPenalty: 10,
			Columns: map[string]int{"second": 1, "first": 3, "second_score": 5, "first_score": 9, "kind": 13, "round": 18, "table": 20, "first_penalty": 22, "second_penalty": 25},
		},
		{
			Line: 3, Round: 2, First: named("Aesop", ""), Second: named("Lee", "Ann"), Kind: standings.Game,
			FirstScore: score(401), SecondScore: score(400),
			Columns: map[string]int{"second": 1, "first": 12, "second_score": 18, "first_score": 22, "kind": 26, "round": 27, "table": 29, "first_penalty": 30, "second_penalty": 31},
		},
	}, rows)
}

func TestResultsAreReadWhateverProgramWroteThem(t *testing.T) {
	t.Parallel()
	plain := "round,first,second,first_score,second_score\n1,\"Núñez, José\",2,412,388\n"
	want, findings := interchange.ReadResults([]byte(plain))
	require.Empty(t, findings)
	require.Equal(t, named("Núñez", "José"), want[0].First)
	for name, file := range map[string]string{
		"byte-order mark":    "\uFEFF" + plain,
		"CRLF":               strings.ReplaceAll(plain, "\n", "\r\n"),
		"CR":                 strings.ReplaceAll(plain, "\n", "\r"),
		"no last line break": strings.TrimSuffix(plain, "\n"),
		"semicolon":          "round;first;second;first_score;second_score\n1;\"Núñez, José\";2;412;388\n",
		"tab":                "round\tfirst\tsecond\tfirst_score\tsecond_score\n1\t\"Núñez, José\"\t2\t412\t388\n",
		"empty columns":      "round,first,second,first_score,second_score,,\n1,\"Núñez, José\",2,412,388,,\n,,,,,,\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows, findings := interchange.ReadResults([]byte(file))
			require.Empty(t, findings)
			require.Equal(t, want, rows)
		})
	}
	rows, findings := interchange.ReadResultsGrid(interchange.Grid{{"round", "first", "second", "first_score", "second_score"}, {"1", "Núñez, José", "2", "412", "388"}})
	require.Empty(t, findings)
	require.Equal(t, named("Núñez", "José"), rows[0].First)
	require.Equal(t, map[string]int{"round": 1, "first": 2, "second": 3, "first_score": 4, "second_score": 5}, rows[0].Columns)
}

// The kinds of R4.2, said or shown.
func TestResultsOfEveryKind(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]interchange.GameRow{
		"1,2,,,bye,,":                {First: seed(2), Kind: standings.Bye},
		"1,2,50,,bye,,":              {First: seed(2), Kind: standings.Bye},
		"1,2,50,,,,":                 {First: seed(2), Kind: standings.Bye},
		"1,2,,,half-point bye,,":     {First: seed(2), Kind: standings.HalfPointBye},
		"1,2,,,zero_point_bye,,":     {First: seed(2), Kind: standings.ZeroPointBye},
		"1,2,-50,,,,":                {First: seed(2), Kind: standings.Forfeit, FirstForfeits: true},
		"1,2,,,forfeit,,":            {First: seed(2), Kind: standings.Forfeit, FirstForfeits: true},
		"1,2,,,,first,":              {First: seed(2), Kind: standings.Forfeit, FirstForfeits: true},
		"1,2/3,,,forfeit,first,":     {First: seed(2), Second: seed(3), Kind: standings.Forfeit, FirstForfeits: true},
		"1,2/3,,,forfeit,Second,":    {First: seed(2), Second: seed(3), Kind: standings.Forfeit, SecondForfeits: true},
		"1,2/3,,,,second,":           {First: seed(2), Second: seed(3), Kind: standings.Forfeit, SecondForfeits: true},
		"1,2/3,-50,50,forfeit,,":     {First: seed(2), Second: seed(3), Kind: standings.Forfeit, FirstForfeits: true},
		"1,2/3,50,-50,forfeit,,":     {First: seed(2), Second: seed(3), Kind: standings.Forfeit, SecondForfeits: true},
		"1,2/3,,,forfeit,both,":      {First: seed(2), Second: seed(3), Kind: standings.DoubleForfeit, FirstForfeits: true, SecondForfeits: true},
		"1,2/3,-50,-50,forfeit,,":    {First: seed(2), Second: seed(3), Kind: standings.DoubleForfeit, FirstForfeits: true, SecondForfeits: true},
		"1,2/3,,,double_forfeit,,":   {First: seed(2), Second: seed(3), Kind: standings.DoubleForfeit, FirstForfeits: true, SecondForfeits: true},
		"1,2/3,,,,,draw":             {First: seed(2), Second: seed(3), Kind: standings.Game, Outcome: interchange.Draw},
		"1,2/3,,,game,,First":        {First: seed(2), Second: seed(3), Kind: standings.Game, Outcome: interchange.FirstWins},
		"1,2/3,0,1,game,,second":     {First: seed(2), Second: seed(3), Kind: standings.Game, Outcome: interchange.SecondWins, FirstScore: score(0), SecondScore: score(1)},
		"1,2/3,-999,1999,game,,":     {First: seed(2), Second: seed(3), Kind: standings.Game, FirstScore: score(-999), SecondScore: score(1999)},
		"1,2/'+3 x,100,800,game,,":   {},
		"1,'-Lee/Roe,100,800,game,,": {First: named("-Lee", ""), Second: named("Roe", ""), Kind: standings.Game, FirstScore: score(100), SecondScore: score(800)},
	} {
		t.Run(row, func(t *testing.T) {
			t.Parallel()
			rows, findings := interchange.ReadResults([]byte(gameFile(row)))
			if want.Kind == "" {
				require.True(t, findings.Refused())
				return
			}
			require.NoError(t, findings.Err())
			require.Len(t, rows, 1)
			want.Line, want.Round, want.Columns = 2, 1, rows[0].Columns
			require.Equal(t, want, rows[0])
		})
	}
}

// gameFile is a file of one row, whose players are parted by a slash.
func gameFile(row string) string {
	parts := strings.SplitN(row, ",", 3)
	first, second, _ := strings.Cut(parts[1], "/")
	return "round,first,second,first_score,second_score,kind,forfeits,outcome\n" + fmt.Sprintf("%s,%s,%s,%s\n", parts[0], first, second, parts[2])
}

// The columns of a row "1,2,3,412,388,game,,": 1, 3, 5, 7, 11, 15, 20, 21.
func TestWrongResultsAreRefusedWithTheirPlace(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"0,2/3,412,388,game,,":           "2:1 error out_of_range",
		"x,2/3,412,388,game,,":           "2:1 error not_a_number",
		",2/3,412,388,game,,":            "2:1 error required",
		"101,2/3,412,388,game,,":         "2:1 error out_of_range",
		"1,/3,412,388,game,,":            "2:3 error required",
		"1,0/3,412,388,game,,":           "2:3 error out_of_range",
		"1,2/2,412,388,game,,":           "2:5 error plays_himself",
		"1,2/2,,,forfeit,first,":         "2:5 error plays_himself",
		"1,Lee/LEE,412,388,game,,":       "2:7 error plays_himself",
		"1,Ann Lee/2,412,388,game,,":     "2:3 error bad_name",
		"1,?/2,412,388,game,,":           "2:3 error bad_name",
		"1,2/3,412.5,388,game,,":         "2:7 error not_a_number",
		"1,2/3,2000,388,game,,":          "2:7 error out_of_range",
		"1,2/3,9999999999999999999,1,,,": "2:7 error out_of_range",
		"1,2/3,412,-1000,game,,":         "2:11 error out_of_range",
		"1,2/3,412,,game,,":              "2:11 error required",
		"1,2/3,,388,game,,":              "2:7 error required",
		"1,2/3,412,388,gone,,":           "2:15 error invalid_value",
		"1,2/3,412,388,game,third,":      "2:20 error invalid_value",
		"1,2/3,412,388,game,,1-0":        "2:21 error invalid_value",
		"1,2/3,412,388,game,first,":      "2:20 error not_a_forfeit",
		"1,2/3,412,388,game,,second":     "2:21 error outcome_differs",
		"1,2/3,400,400,game,,first":      "2:21 error outcome_differs",
		"1,2,412,388,game,,":             "2:5 error required",
		"1,2,,,,,":                       "2:8 error required",
		"1,2,412,,,,":                    "2:11 error required",
		"1,2/3,,,bye,,":                  "2:5 error has_opponent",
		"1,2,,,bye,first,":               "2:12 error not_a_forfeit",
		"1,2,,,bye,,first":               "2:13 error not_played",
		"1,2/3,,,forfeit,,":              "2:17 error required",
		"1,2/3,412,388,forfeit,,":        "2:23 error required",
		"1,2,,,forfeit,second,":          "2:16 error forfeit_differs",
		"1,2,,,double_forfeit,,":         "2:5 error required",
		"1,2/3,,,double_forfeit,first,":  "2:24 error forfeit_differs",
		"1,2/3,50,-50,forfeit,first,":    "2:7 error forfeit_differs",
		"1,2/3,412,388,game":             "2:15 error wrong_cell_count",
		"1,2/3,412,388,game,,,x":         "2:22 error wrong_cell_count",
	} {
		t.Run(row, func(t *testing.T) {
			t.Parallel()
			rows, findings := interchange.ReadResults([]byte(gameFile(row)))
			require.Empty(t, rows)
			require.Equal(t, []string{want}, remarks(findings.Of(interchange.Wrong)))
			require.NotContains(t, findings[0].Detail, "%!")
		})
	}
}

func TestPenaltiesAreOfGamesOnly_R4_3(t *testing.T) {
	t.Parallel()
	const header = "round,first,second,first_score,second_score,kind,first_penalty,second_penalty\n"
	_, findings := interchange.ReadResults([]byte(header + "1,1,2,400,390,,-1,\n1,3,,,,bye,0,5\n1,4,5,400,390,,1000,\n"))
	require.Equal(t, []string{"2:16 error out_of_range", "3:14 error not_played", "4:16 error out_of_range"}, remarks(findings))
}

func TestUnusualResultsAreTakenWithAWarning(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"1,2/3,99,801,game,,":       "2:7 warning unusual_score, 2:10 warning unusual_score",
		"1,2/3,400,400,,,":          "2:7 warning tie",
		"1,2/3,,,,,":                "2:1 warning no_result",
		"1,2,51,,bye,,":             "2:6 warning unusual_bye",
		"1,2/3,400,100,,second,":    "2:7 warning unusual_bye, 2:11 warning unusual_bye",
		"1,2,0,,zero_point_bye,,":   "",
		"1,2/3,-50,50,,first,":      "",
		"1,2/3,1,0,game,,first":     "",
		"1,2/3,100,800,game,,":      "",
		"1,2/3,-50,50,forfeit,,":    "",
		"1,2/3,50,-50,,second,":     "",
		"1,2/3,401,400,game,,first": "",
	} {
		t.Run(row, func(t *testing.T) {
			t.Parallel()
			rows, findings := interchange.ReadResults([]byte(gameFile(row)))
			require.Equal(t, want, strings.Join(remarks(findings), ", "))
			require.Len(t, rows, 1)
		})
	}
}

func TestNobodyStandsTwiceInARound(t *testing.T) {
	t.Parallel()
	const header = "round,table,first,second,first_score,second_score\n"
	rows, findings := interchange.ReadResults([]byte(header +
		"1,1,1,2,400,390\n1,2,3,2,400,390\n1,1,Lee,4,400,390\n1,3,\"LEE\",5,400,390\n2,1,1,2,400,390\n"))
	require.Empty(t, rows)
	require.Equal(t, []string{"3:7 error twice_in_round", "4:3 warning table_twice", "5:5 error twice_in_round"}, remarks(findings))
	require.Contains(t, findings[0].Detail, "line 2")
}

func TestResultsThatCannotBeReadAreRefusedWithThePlace(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, want string }{
		"nothing":          {"", "1:1 error empty"},
		"separators only":  {",,\n,\n", "1:1 error empty"},
		"no header":        {"1,1,2,412,388\n", "1:1 error no_header"},
		"no round":         {"first,second\n", "1:1 error missing_column"},
		"unknown column":   {"round,first,second,scroe\n", "1:20 error unknown_column"},
		"a column twice":   {"round,first,second,First\n", "1:20 error duplicate_column"},
		"Latin-1":          {"round,first,second\n1,Mu\xf1oz,2\n", "2:5 error not_utf8"},
		"UTF-16":           {"\xff\xfer\x00o\x00", "1:1 error not_utf8"},
		"UTF-16, unmarked": {"r\x00o\x00u\x00n\x00d\x00", "1:1 error no_header"},
		"quotes":           {"round,first,second\n1,\"Lee,2\n", "2:9 error bad_quotes"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows, findings := interchange.ReadResults([]byte(c.file))
			require.Empty(t, rows)
			require.Equal(t, []string{c.want}, remarks(findings))
		})
	}
}

func TestManyWrongResultsAreToldShortly(t *testing.T) {
	t.Parallel()
	rows, findings := interchange.ReadResults([]byte("round,first,second\n" + strings.Repeat("x,1,2\n", 50_000)))
	require.Empty(t, rows)
	require.Len(t, findings, 200)
}
