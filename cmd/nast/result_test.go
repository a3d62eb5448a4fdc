package main

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
)

// inPlay is a satellite of 7 players, so three tables and a bye, with round 1 paired.
func inPlay(b *bundle) *event {
	s := b.fake.addSatellite("Boise", 7)
	b.fake.pair(s, 1)
	b.must("satellite", "use", "boise")
	return s
}

func TestResultByFlags(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	out := b.must("result", "enter", "1", "--table", "2", "--score", "412-388", "--penalty-first", "10", "--reason", "late")
	require.Contains(t, out, "Table 2: Player3, Ann 412 - 388 Player4, Ann, Player3, Ann by 24, penalty 10-0")
	require.Contains(t, out, "1 of 3 tables, missing: 1, 3")
	require.Equal(t, 10, s.rounds[0].Games[1].FirstPenalty)

	require.Contains(t, b.must("result", "enter", "--round", "1", "--table", "3", "--forfeit", "second"), "Player6, Ann forfeits to Player5, Ann")

	for _, args := range [][]string{
		{"--table", "2"},
		{"--score", "1-2"},
		{"--table", "2", "--score", "412"},
		{"--table", "2", "--forfeit", "third"},
		{"--table", "2", "--score", "1-2", "--forfeit", "first"},
		{"--table", "2", "--score", "1-2", "--batch"},
	} {
		code, _, _ := b.nast("", append([]string{"result", "enter", "1"}, args...)...)
		require.Equal(t, exitUsage, code, args)
	}
	code, _, errs := b.nast("", "result", "enter", "1", "--table", "9", "--score", "1-2")
	require.Equal(t, exitRefused, code)
	require.Contains(t, errs, "there is no table 9 in round 1; the tables are 1 to 3")
}

func TestInteractiveEntry(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	a := b.terminalApp("2 412 388", "hello", "9 1 2", "3 4I2 300", "?", "1 700 300", "3 f2", "2 400 390", "n", "2 400 390", "y", "undo", "")
	require.Equal(t, exitDone, a.run(t.Context(), []string{"result", "enter"}))
	out, errs := b.out.String(), b.err.String()
	for _, line := range []string{
		"Table 2: Player3, Ann 412 - 388 Player4, Ann, Player3, Ann by 24",
		"1 of 3 tables, missing: 1, 3",
		"    3  Player5, Ann - Player6, Ann",
		"Table 3: Player6, Ann forfeits to Player5, Ann",
		"Table 2: Player3, Ann 400 - 390 Player4, Ann, Player3, Ann by 10",
		"Taken back: Table 2: Player3, Ann 412 - 388 Player4, Ann",
		"3 of 3 tables: round 1 is complete.",
	} {
		require.Contains(t, out, line)
	}
	for _, line := range []string{
		`"hello" is not the number of a table`, "there is no table 9 in round 1", `"4i2" is not a score`,
		"note: A margin of 300 or more is rare.", "is there already. Replace it? [y/N]", "the result was left as it is",
	} {
		require.Contains(t, errs, line)
	}
	require.Equal(t, 412, *s.rounds[0].Games[1].FirstScore, "undo brings the earlier result back")
}

func TestSwapExchangesTheLastScores(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	a := b.terminalApp("swap", "2 412 388", "swap", "3 f1", "swap", "undo", "undo", "")
	require.Equal(t, exitDone, a.run(t.Context(), []string{"result", "enter", "1"}))
	require.Contains(t, b.out.String(), "Table 2: Player3, Ann 388 - 412 Player4, Ann, Player4, Ann by 24")
	require.Contains(t, b.err.String(), "there is nothing to exchange yet")
	require.Contains(t, b.err.String(), "table 3 has no scores to exchange")
	require.Nil(t, s.rounds[0].Games[1].FirstScore, "undo takes the result back, exchanged or not")
}

func TestUndoClearsANewResultAndThenHasNothingMore(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	a := b.terminalApp("2 412 388", "undo", "undo", "done")
	require.Equal(t, exitDone, a.run(t.Context(), []string{"result", "enter", "1"}))
	require.Nil(t, s.rounds[0].Games[1].FirstScore)
	require.Contains(t, b.err.String(), "there is nothing to take back")
}

// The second of two scorers at one table is told what is there, and his result is not saved
// until he enters it again.
func TestSecondScorerIsToldTheCurrentResult(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	var raced bool
	b.fake.before = func(_ http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPut && !raced {
			raced = true
			first, second := 400, 390
			enterResult(s.rounds[0], &s.rounds[0].Games[1], api.Result{FirstScore: &first, SecondScore: &second})
		}
		return false
	}
	a := b.terminalApp("2 412 388", "2 412 388", "y", "")
	require.Equal(t, exitDone, a.run(t.Context(), []string{"result", "enter", "1"}))
	require.Contains(t, b.err.String(), "somebody else entered table 2 meanwhile: Table 2: Player3, Ann 400 - 390 Player4, Ann")
	require.Equal(t, 412, *s.rounds[0].Games[1].FirstScore)
}

func TestInteractiveEntryOutlastsAServiceThatIsAway(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	away := true
	b.fake.before = func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPut || !away {
			return false
		}
		away = false
		refuse(w, 500, "internal_error", "Something went wrong on our side.", nil)
		return true
	}
	a := b.terminalApp("2 412 388", "2 412 388", "")
	require.Equal(t, exitDone, a.run(t.Context(), []string{"result", "enter", "1"}))
	require.Contains(t, b.err.String(), "Something went wrong on our side.")
	require.Equal(t, 412, *s.rounds[0].Games[1].FirstScore)
}

func TestPlainLinesTellTheirNumbers(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	code, out, errs := b.nast("1 412 388\n\n2 x 1\n9 1 2\n3 9999 1\n1 412 388\n1 400 1\n3 ff\n", "result", "enter")
	require.Equal(t, exitRefused, code)
	require.Contains(t, errs, `line 3: "x" is not a score`)
	require.Contains(t, errs, "line 4: there is no table 9")
	require.Contains(t, errs, "line 5: /first_score: must be at most 1999")
	require.Contains(t, errs, "line 7: Table 1: Player1, Ann 412 - 388 Player2, Ann, Player1, Ann by 24 is there already; --overwrite replaces it")
	require.Contains(t, errs, "4 lines refused.")
	require.Contains(t, out, "that is already entered")
	require.Contains(t, out, "2 of 3 tables, missing: 2")
	require.Equal(t, 412, *s.rounds[0].Games[0].FirstScore)

	code, _, _ = b.nast("1 400 1\n2 1 2\n", "result", "enter", "1", "--overwrite")
	require.Equal(t, exitDone, code)
	require.Equal(t, 400, *s.rounds[0].Games[0].FirstScore)
}

func TestBatchIsAllOrNothing(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	code, _, errs := b.nast("1 412 388\n2 400\n2 400 300\n1 1 2\n", "result", "enter", "1", "--batch")
	require.Equal(t, exitRefused, code)
	require.Contains(t, errs, "line 2: two scores are needed")
	require.Contains(t, errs, "line 4: table 1 is on line 1 already")
	require.Contains(t, errs, "Nothing was sent: 2 lines wrong.")
	require.Empty(t, b.fake.requests("PUT "))

	code, out, _ := b.nast("1 412 388\n2 400 300\n3 f1\n", "result", "enter", "1", "--batch")
	require.Equal(t, exitDone, code)
	require.Len(t, b.fake.requests("PUT "), 1)
	require.Contains(t, out, "3 results entered.")
	require.Contains(t, out, "round 1 is complete")
	require.Equal(t, api.RoundStateComplete, s.rounds[0].State)
}

func TestResultClear(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	b.must("result", "enter", "1", "--table", "2", "--score", "412-388")
	require.Contains(t, b.must("result", "clear", "1", "2"), "Table 2 has no result any more.")
	require.Nil(t, s.rounds[0].Games[1].FirstScore)
}

func TestRoundTables(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	s.rounds[0].Games[0].First.Name = "Núñez, Zoë"
	s.rounds[0].Games[1].First.Name = "山田, 花子"
	b.must("result", "enter", "1", "--table", "2", "--score", "412-388")
	require.Equal(t, strings.Join([]string{
		"Table  First             Second            Result",
		"    1  Núñez, Zoë (1)    Player2, Ann (2)",
		"    2  山田, 花子 (3)    Player4, Ann (4)  412-388",
		"    3  Player5, Ann (5)  Player6, Ann (6)",
		"       Player7, Ann (7)  bye", "",
	}, "\n"), b.must("-q", "round", "show", "1"))
	byName := b.must("-q", "round", "show", "1", "--by-name", "--why")
	lines := strings.Split(strings.TrimSpace(byName), "\n")
	require.Len(t, lines, 8)
	require.Equal(t, "Name          Table  Plays   Against           Why", lines[0])
	require.Equal(t, "Núñez, Zoë        1  first   Player2, Ann (2)  by the table", lines[1])
	require.Equal(t, "Player7, Ann                 bye               by the table", lines[6])
	require.Contains(t, b.must("round", "list"), "1  preset     open   1 of 3   1, 3")
}
