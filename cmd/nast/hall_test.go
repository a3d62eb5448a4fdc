package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
)

func TestSwapShowsBothTablesBeforeAndAfter(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	code, out, errs := b.nast("", "round", "swap", "1", "bye", "player2", "--reason", "bus")
	require.Equal(t, exitDone, code, errs)
	require.Equal(t, strings.Join([]string{
		"Changed:",
		"  Round 1 (planned)",
		"    was  table 1: Player1, Ann (1) - Player2, Ann (2)",
		"    was  Player7, Ann (7) has the bye",
		"    now  table 1: Player1, Ann (1) - Player7, Ann (7). by the table",
		"    now  Player2, Ann (2) has the bye. Changed by the director: bus", "",
	}, "\n"), out)
	require.Contains(t, errs, "note: The rule would pair otherwise.")
	var sent api.Swap
	b.lastBody("POST /v1/satellites/"+s.ID.String()+"/rounds/1/swap", &sent)
	require.Equal(t, api.Swap{A: s.entrants[6].ID, B: s.entrants[1].ID, Reason: "bus"}, sent)
	require.Contains(t, b.must("round", "show", "1"), "Player2, Ann (2)  bye               changed by hand")

	for _, args := range [][]string{{"1", "1", "2"}, {"0", "1", "2", "--reason", "x"}, {"1", "1", "99", "--reason", "x"}, {"1", "1", "--reason", "x"}} {
		code, _, _ := b.nast("", append([]string{"round", "swap"}, args...)...)
		require.Equal(t, exitUsage, code, args)
	}
	s.rounds[0].Games = s.rounds[0].Games[:3]
	code, _, errs = b.nast("", "round", "swap", "1", "bye", "2", "--reason", "x")
	require.Equal(t, exitUsage, code)
	require.Contains(t, errs, "nobody has a bye in round 1")
}

func TestPairAgainSaysWhatChanges(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	b.must("round", "swap", "1", "1", "3", "--reason", "x")
	require.Contains(t, b.must("round", "pair", "1", "--again", "--reason", "x"), "its pairs are the same as before")
	b.fake.before = func(_ http.ResponseWriter, r *http.Request) bool {
		if r.URL.Query().Get("repair") == "true" {
			s.rounds = nil
		}
		return false
	}
	out := b.must("round", "pair", "1", "--again", "--reason", "x")
	require.Contains(t, out, "Round 1 was paired again. Give its sheets out anew: nast round show 1")
	require.Contains(t, out, "    was  table 1: Player3, Ann (3) - Player2, Ann (2)\n")
	require.Contains(t, out, "    now  table 1: Player1, Ann (1) - Player2, Ann (2). by the table\n")
}

// R4.6: after a correction the pairs of later rounds that would be others are named.
func TestCorrectionNamesThePairsThatWouldDiffer(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	s.differ = []api.Differ{{Round: 5, Now: []api.SeedPair{{1, 3}, {2, 0}}, Then: []api.SeedPair{{1, 2}, {3, 0}}}}
	code, _, errs := b.nast("", "result", "enter", "1", "--table", "2", "--score", "412-388")
	require.Equal(t, exitDone, code)
	require.Empty(t, errs, "a first result corrects nothing")

	_, _, errs = b.nast("", "result", "enter", "1", "--table", "2", "--score", "388-412", "--overwrite")
	require.Equal(t, strings.Join([]string{
		"  Round 5 is paired and stands. By these results its pairs would be others:",
		"    is        Player1, Ann (1) - Player3, Ann (3)",
		"    is        Player2, Ann (2) has the bye",
		"    would be  Player1, Ann (1) - Player2, Ann (2)",
		"    would be  Player3, Ann (3) has the bye",
		`  Where nobody has played yet: nast round pair 5 --again --reason "..."`, "",
	}, "\n"), errs)
}

// R4.6: the preview shows who moves, and enters nothing.
func TestResultPreviewChangesNothing(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	b.must("result", "enter", "1", "--table", "2", "--score", "412-388")
	s.differ = []api.Differ{{Round: 5, Now: []api.SeedPair{{1, 3}}, Then: []api.SeedPair{{1, 2}}}}
	require.Equal(t, strings.Join([]string{
		"is        Table 2: Player3, Ann 412 - 388 Player4, Ann, Player3, Ann by 24",
		"would be  Table 2: Player3, Ann 388 - 412 Player4, Ann, Player4, Ann by 24",
		"",
		"Standings after round 1",
		"Rank  Then  Name          Won-Lost   Then  Spread  Then",
		"   2     1  Player2, Ann     4-1-1  4-1-1     +99  +100",
		"   1     2  Player1, Ann     4-1-1  4-1-1    +100   +99",
		"",
		"Round 5 is paired and stands. By these results its pairs would be others:",
		"  is        Player1, Ann (1) - Player3, Ann (3)",
		"  would be  Player1, Ann (1) - Player2, Ann (2)",
		"The seats, as things stand, would change: Player2, Ann gains one; Player1, Ann loses one.",
		"Nothing was changed. To enter it: nast result enter 1 --overwrite --table 2 ...", "",
	}, "\n"), b.must("result", "preview", "1", "2", "388-412"))
	require.Equal(t, 412, *s.rounds[0].Games[1].FirstScore)
	require.Contains(t, b.must("result", "preview", "1", "2", "f1"), "would be  Table 2: Player3, Ann forfeits to Player4, Ann")

	for _, args := range [][]string{{"1", "2", "x"}, {"1", "9", "1-2"}, {"x", "2", "1-2"}, {"1", "2"}} {
		code, _, _ := b.nast("", append([]string{"result", "preview"}, args...)...)
		require.Equal(t, exitUsage, code, args)
	}
	require.Equal(t, "The seats, as things stand, would go to the same players.", seatsLine(&api.QualifierChange{}))
}

func TestUndoShowsTheActAndAsks(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	s.Status = api.InPlay
	s.act("round.open")
	s.act("result.enter", gameChange(1, 2))
	s.acts[1].At = time.Date(2026, 3, 14, 20, 40, 0, 0, time.UTC)

	a := b.terminalApp("n")
	require.Equal(t, exitDone, a.run(t.Context(), []string{"satellite", "undo"}))
	require.Contains(t, b.err.String(), "The last act is no. 2, 14:40:00: result: enter (round 1, table 2), by Dora. Take it back? [y/N]")
	require.Contains(t, b.out.String(), "It was left as it is.")
	require.Empty(t, b.fake.requests("/undo"))

	a = b.terminalApp("y")
	require.Equal(t, exitDone, a.run(t.Context(), []string{"satellite", "undo", "--reason", "mistyped"}))
	require.Contains(t, b.out.String(), "Taken back.")
	var sent api.Undo
	b.lastBody("POST /v1/satellites/"+s.ID.String()+"/undo", &sent)
	require.Equal(t, "mistyped", *sent.Reason)
}

// Only the act that was shown is taken back: the request names it, so that the
// service refuses when somebody has acted since.
func TestUndoNamesTheActThatWasShown(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	s.act("round.open")
	s.act("result.enter", gameChange(1, 3))
	code, _, _ := b.nast("", "satellite", "undo")
	require.Equal(t, exitDone, code)
	var sent api.Undo
	b.lastBody("POST /v1/satellites/"+s.ID.String()+"/undo", &sent)
	require.EqualValues(t, 2, *sent.Seq)
}

// R4.9: a satellite that is not what its log makes of it is told with exit code 1.
func TestVerify(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	s.verified = api.Verification{Agrees: true, Acts: 12, Differences: []string{}}
	require.Equal(t, "Boise agrees with its log of 12 acts.\n", b.must("satellite", "verify"))
	s.verified = api.Verification{Acts: 12, Differences: []string{"game 0190"}}
	code, out, errs := b.nast("", "satellite", "verify")
	require.Equal(t, exitRefused, code)
	require.Empty(t, out)
	require.Contains(t, errs, "Boise does not agree with its log of 12 acts:\n  game 0190\n")
	code, out, _ = b.nast("", "satellite", "verify", "--json")
	require.Equal(t, exitRefused, code)
	require.Contains(t, out, `"agrees": false`)
}

func TestLogAsLines(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	s.act("round.open")
	s.act("result.enter", gameChange(1, 2))
	out := b.must("satellite", "log", "--jsonl")
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	require.Len(t, lines, 2)
	for i, line := range lines {
		var act api.LogEntry
		require.NoError(t, json.Unmarshal([]byte(line), &act))
		require.Equal(t, s.acts[i].Act, act.Act)
		require.Len(t, act.Changes, len(s.acts[i].Changes))
	}
	file := filepath.Join(t.TempDir(), "log.jsonl")
	require.Contains(t, b.must("satellite", "log", "--jsonl", "-o", file), "2 acts written to")
	kept, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, out, string(kept))

	code, _, _ := b.nast("", "satellite", "log", "-o", file)
	require.Equal(t, exitUsage, code)
	b.fake.before = func(w http.ResponseWriter, r *http.Request) bool {
		if strings.HasSuffix(r.URL.Path, "/log") {
			refuse(w, 500, "internal_error", "Something went wrong.", nil)
		}
		return strings.HasSuffix(r.URL.Path, "/log")
	}
	code, _, _ = b.nast("", "satellite", "log", "--jsonl", "-o", file)
	require.Equal(t, exitRefused, code)
	again, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, kept, again, "a log that cannot be read whole replaces nothing")
	entries, err := os.ReadDir(filepath.Dir(file))
	require.NoError(t, err)
	require.Len(t, entries, 1)
}

// R4.6: a report after a reopening says what no longer follows.
func TestReportSaysWhatChangedSinceTheOneBefore(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	code, _, errs := b.nast("", "satellite", "reopen")
	require.Equal(t, exitUsage, code)
	require.Contains(t, errs, "--reason")
	require.Contains(t, b.must("satellite", "reopen", "--reason", "x"), "Boise is finished. Correct it, then report it again")

	usd := func(cents int64) api.Money { return api.Money{Amount: cents, Currency: "USD"} }
	s.report.Since = &api.ReportSince{
		Gained: []api.ReportQualifier{{Name: "Lee, Ann"}}, Lost: []api.ReportQualifier{{Name: "Kim, Bo"}}, DueWas: usd(16800), DueNow: usd(15600),
	}
	out := b.must("report", "make")
	require.Contains(t, out, strings.Join([]string{
		"Since the report before",
		"  a seat more:  Lee, Ann",
		"  a seat less:  Kim, Bo",
		"  due 156.00 USD, was 168.00 USD: a difference of -12.00 USD", "",
	}, "\n"))
	s.report.Since = &api.ReportSince{DueWas: usd(100), DueNow: usd(100)}
	require.Contains(t, b.must("report", "show"), "  the seats are the same\n  the amount due is the same, 1.00 USD\n")
}
