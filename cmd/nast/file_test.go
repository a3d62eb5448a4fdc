package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const goodResults = `#division A
Núñez, José:AA000001   1500 2 0; 400 50
`

// offline runs the program where there is neither a service nor a profile.
func offline(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs strings.Builder
	code = run(t.Context(), args, strings.NewReader(stdin), &out, &errs, noEnv)
	return code, out.String(), errs.String()
}

// resultsFile writes a file to work on.
func resultsFile(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

const tshResults = `Núñez, José:AA000001 1500 2 0; 400 50; p12 1 0; class A
Lee, Ann 0 1 0; 350 -50; off -50
`

func TestFileCheckSaysWhatIsWrongWithItsPlace(t *testing.T) {
	t.Parallel()
	const bad = "#division A\nLee, Ann 1500 2; 400\nRoe, Jo 1400 0; 50\n"
	code, out, _ := offline(t, "", "file", "check", resultsFile(t, "results.txt", bad))
	require.Equal(t, exitRefused, code)
	require.Contains(t, out, "error: Line 2, column 15: In round 1 player 1 (Lee, Ann) has opponent 2, but player 2 (Roe, Jo, line 3) has opponent 0")
	require.Contains(t, out, "is not a valid naspa file: 1 error.")

	code, out, _ = offline(t, "", "file", "check", resultsFile(t, "a.t", tshResults))
	require.Equal(t, exitDone, code)
	require.Contains(t, out, "Division a: 2 players, 2 rounds")
	require.Contains(t, out, "is a valid tsh file, with 0 warnings.")

	code, out, _ = offline(t, "Lee 0 0; 0\n", "file", "check", "-", "--json")
	require.Equal(t, exitDone, code)
	var answer struct {
		OK       bool
		Errors   []any
		Warnings []struct {
			Line, Column int
			Code, Detail string
		}
		Divisions []struct{ Players int }
	}
	require.NoError(t, json.Unmarshal([]byte(out), &answer))
	require.True(t, answer.OK)
	require.Empty(t, answer.Errors)
	require.Equal(t, "bye_of_zero", answer.Warnings[0].Code)
	require.Equal(t, 10, answer.Warnings[0].Column)
	require.Equal(t, 1, answer.Divisions[0].Players)

	code, out, _ = offline(t, bad, "file", "check", "-", "--json")
	require.Equal(t, exitRefused, code)
	require.Contains(t, out, `"ok": false`)
}

func TestFileConvertSaysWhatTheOtherFormatCannotHold(t *testing.T) {
	t.Parallel()
	in := resultsFile(t, "a.t", tshResults)
	const want = "#division a\nNunez, Jose:AA000001 1500 2 0; 400 50\nLee, Ann 0 1 0; 350 -50\n"
	code, out, errs := offline(t, "", "file", "convert", in, "--to", "naspa")
	require.Equal(t, exitDone, code)
	require.Equal(t, want, out)
	require.Contains(t, errs, "What naspa cannot hold")
	require.Contains(t, errs, `"Núñez, José" is written as "Nunez, Jose".`)
	require.Contains(t, errs, "There is no place for who played first; players who have it: 1.")
	require.Contains(t, errs, "There is no place for withdrawals; players who have it: 1.")

	target := filepath.Join(t.TempDir(), "out.txt")
	code, out, errs = offline(t, "", "file", "convert", in, "--to", "naspa", "-o", target)
	require.Equal(t, exitDone, code)
	require.Empty(t, errs)
	require.Contains(t, out, "Wrote "+target)
	require.Contains(t, out, "What naspa cannot hold")
	content, err := os.ReadFile(target)
	require.NoError(t, err)
	require.Equal(t, want, string(content))

	code, out, errs = offline(t, want, "file", "convert", "-", "--to", "tsh-archive")
	require.Equal(t, exitDone, code, errs)
	require.Empty(t, errs)
	require.Equal(t, "#begin_file name=a.t\nNunez, Jose            1500 2 0; 400 50; naspa AA000001\nLee, Ann                  0 1 0; 350 -50\n#end_file name=a.t\n", out)
}

func TestFileConvertWritesNothingOfARefusedFile(t *testing.T) {
	t.Parallel()
	target := filepath.Join(t.TempDir(), "out.t")
	code, out, errs := offline(t, goodResults, "file", "convert", "-", "--to", "tsh", "-o", target)
	require.Equal(t, exitRefused, code)
	require.Empty(t, out)
	require.Contains(t, errs, "error: Line 2, column 2: The byte 0xC3 (ú) is not ASCII")
	require.NoFileExists(t, target)
}

func TestFileStandingsShowEveryDivision(t *testing.T) {
	t.Parallel()
	code, out, errs := offline(t, "", "file", "standings", resultsFile(t, "open.t", tshResults))
	require.Equal(t, exitDone, code, errs)
	require.Equal(t, `Division open, after round 2 of 2
Rank  Name         No  Rating  Won-Lost  Points  Spread  Note
   1  Núñez, José   1    1500       2-0       2    +100  1 bye
   2  Lee, Ann      2               0-2       0    -100  withdrawn after round 1, 1 forfeit
`, out)

	const two = "#division A\nLee 9 0; 50\n#division B\nRoe 0 2; 400\nDoe 0 1; 400\n"
	code, out, _ = offline(t, two, "file", "standings", "-", "--json", "--quiet")
	require.Equal(t, exitDone, code)
	var answer struct {
		Divisions []struct {
			Name      string
			Standings []struct {
				Rank   int
				Tied   bool
				Points float64
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out), &answer))
	require.Len(t, answer.Divisions, 2)
	require.Equal(t, "B", answer.Divisions[1].Name)
	for _, s := range answer.Divisions[1].Standings {
		require.Equal(t, 1, s.Rank)
		require.True(t, s.Tied)
		require.InDelta(t, 0.5, s.Points, 0)
	}
	code, out, _ = offline(t, "Lee 9 0 0; 50 -50\n", "file", "standings", "-", "--after", "1")
	require.Equal(t, exitDone, code)
	require.Contains(t, out, "after round 1 of 2")
	require.Contains(t, out, "1-0")
}

func TestFileCommandsThatAreNotUnderstood(t *testing.T) {
	t.Parallel()
	for say, args := range map[string][]string{
		"the file":           {"file", "check"},
		"cannot be read":     {"file", "check", filepath.Join(t.TempDir(), "none.txt")},
		"--format is one of": {"file", "check", "-", "--format", "doc"},
		"--to is one of":     {"file", "convert", "-", "--to", "doc"},
		"missing: --to":      {"file", "convert", "-"},
		"-o FILE":            {"file", "convert", "-", "--to", "tsh", "--json"},
		"1 or later":         {"file", "standings", "-", "--after", "0"},
	} {
		code, _, errs := offline(t, "", args...)
		require.Equal(t, exitUsage, code, say)
		require.Contains(t, errs, say)
	}
}

func TestTourneyManFileIsRefusedInPlainWords(t *testing.T) {
	t.Parallel()
	code, out, _ := offline(t, "", "file", "check", resultsFile(t, "spring.CHW", "\x01\x02"))
	require.Equal(t, exitRefused, code)
	require.Contains(t, out, "Files of TourneyMan cannot be read")
}
