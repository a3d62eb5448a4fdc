package sheet_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/cmd/nast/internal/sheet"
)

var update = flag.Bool("update", false, "write the golden files anew")

// every is each sheet of the event, in its variants.
func every(b *bundle) map[string]*sheet.Sheet {
	drawn := b.Event
	drawn.StartsDrawn = true
	codes := &sheet.Codes{Page: "https://tour.example.org/r", Of: map[uuid.UUID]string{person(1): "7K4Q-2M9X", person(4): "9XPH-3TDE"}}
	return map[string]*sheet.Sheet{
		"pairings_by_table": b.Pairings(b.Rounds[1], sheet.PairingsOptions{}),
		"pairings_by_name":  b.Pairings(b.Rounds[1], sheet.PairingsOptions{ByName: true}),
		"pairings_why":      b.Pairings(b.Rounds[2], sheet.PairingsOptions{Why: true}),
		"pairings_drawn":    drawn.Pairings(b.Rounds[0], sheet.PairingsOptions{}),
		"pairings_codes":    b.Pairings(b.Rounds[2], sheet.PairingsOptions{Codes: codes}),
		"names_codes":       b.Pairings(b.Rounds[2], sheet.PairingsOptions{ByName: true, Codes: codes}),
		"standings":         b.Standings(b.After[2]),
		"scorecards":        b.Scorecards(),
		"scorecards_drawn":  drawn.Scorecards(),
		"wallchart":         b.WallChart(),
		"slips":             b.Slips(b.Rounds[1], nil),
		"slips_codes":       b.Slips(b.Rounds[2], codes),
		"slips_drawn":       drawn.Slips(b.Rounds[3], nil),
	}
}

func texts(t *testing.T, s *sheet.Sheet) (text, page string) {
	t.Helper()
	var plain, html strings.Builder
	require.NoError(t, s.Text(&plain))
	require.NoError(t, s.HTML(&html))
	return plain.String(), html.String()
}

func TestSheetsAreAsTheGoldenFilesSay(t *testing.T) {
	t.Parallel()
	golden := map[string]bool{}
	for name, s := range every(setup(t)) {
		text, page := texts(t, s)
		for file, content := range map[string]string{name + ".txt": text, name + ".html": page} {
			golden[file] = true
			path := filepath.Join("testdata", file)
			if *update {
				require.NoError(t, os.WriteFile(path, []byte(content), 0o644))
			}
			want, err := os.ReadFile(path)
			require.NoError(t, err, "make it with: go test ./cmd/nast/internal/sheet -update")
			require.Equal(t, string(want), content, "%s; if it is meant: go test ./cmd/nast/internal/sheet -update", file)
		}
	}
	files, err := os.ReadDir("testdata")
	require.NoError(t, err)
	for _, file := range files {
		require.True(t, golden[file.Name()], "no sheet has the golden file %s", file.Name())
	}
}

// elsewhere is what would make a page ask another place for something, or run.
var elsewhere = regexp.MustCompile(`(?i)<(script|link|img|iframe|object|base)|\b(src|href|on[a-z]+)=|https?:|url\(|@import`)

func TestPagesNeedNothingElseAndShowNamesAsNames(t *testing.T) {
	t.Parallel()
	for name, s := range every(setup(t)) {
		text, page := texts(t, s)
		require.NotRegexp(t, elsewhere, page, name)
		require.NotContains(t, page, "<b>Lee", name)
		require.NotContains(t, page, "ZgotmplZ", name)
		require.Contains(t, page, "@page", name)
		require.Contains(t, page, `<meta charset="utf-8">`, name)
		for line := range strings.SplitSeq(text, "\n") {
			require.Equal(t, strings.TrimRight(line, " "), line, name)
		}
	}
}

func TestControlCharactersOfNamesAreNotPrinted(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.Satellite.Name = "Boi\x1b[31mse\u202e"
	b.Rounds[0].Games[0].First.Name = "Nú\x07ñez\n, Zoë"
	for _, s := range []*sheet.Sheet{b.Pairings(b.Rounds[0], sheet.PairingsOptions{}), b.Slips(b.Rounds[0], nil)} {
		text, page := texts(t, s)
		for _, out := range []string{text, page} {
			require.NotContains(t, out, "\x1b")
			require.NotContains(t, out, "\x07")
			require.NotContains(t, out, "\u202e")
			require.Contains(t, out, "Núñez , Zoë")
		}
	}
}

func TestPairingsByNameHaveEverybodyOnce(t *testing.T) {
	t.Parallel()
	b := setup(t)
	text, _ := texts(t, b.Pairings(b.Rounds[1], sheet.PairingsOptions{ByName: true}))
	lines := strings.Split(strings.TrimSpace(text), "\n")[6:]
	require.Len(t, lines, 5)
	// In the order of the root collation: signs, then Latin, Hebrew, Han.
	for i, name := range []string{"<b>Lee</b>", "Núñez", "O'Brien", "כהן", "山田"} {
		require.True(t, strings.HasPrefix(lines[i], name), lines[i])
	}
}

func TestByesAndForfeitsAreShownPlainly(t *testing.T) {
	t.Parallel()
	b := setup(t)
	text, page := texts(t, b.Pairings(b.Rounds[1], sheet.PairingsOptions{}))
	for _, out := range []string{text, page} {
		require.Contains(t, out, "כהן, דוד is absent")
		require.Contains(t, out, "bye")
	}
	text, page = texts(t, b.Slips(b.Rounds[1], nil))
	for _, out := range []string{text, page} {
		require.Contains(t, out, "No slip: table 1, 山田, 花子 (2) and כהן, דוד (5): forfeit, כהן, דוד is absent")
		require.Contains(t, out, "(4): bye")
	}
	text, _ = texts(t, b.Slips(b.Rounds[2], nil))
	require.Contains(t, text, "No slip: כהן, דוד (5): absent")

	both := b.Rounds[1]
	both.Games[1].Forfeit = ptr(api.ForfeitSideBoth)
	text, _ = texts(t, b.Pairings(both, sheet.PairingsOptions{}))
	require.Contains(t, text, "both are absent")
}

func TestStandingsSayWhichResultsAreMissing(t *testing.T) {
	t.Parallel()
	b := setup(t)
	text, _ := texts(t, b.Standings(b.After[2]))
	require.Contains(t, text, "Standings after round 3 of 6\n")
	require.Contains(t, text, "Not in yet: round 3, table 1.")
	require.Contains(t, text, "1 bye, withdrawn")
	text, _ = texts(t, b.Standings(b.After[1]))
	require.NotContains(t, text, "Not in yet")
}

func TestSharedRanksAreMarked(t *testing.T) {
	t.Parallel()
	b := setup(t)
	st := b.After[0]
	st.Final = true
	st.Standings[0].Tied, st.Standings[1].Tied, st.Standings[1].Rank = true, true, 1
	text, page := texts(t, b.Standings(st))
	require.Contains(t, text, ", final")
	for _, out := range []string{text, page} {
		require.Equal(t, 2, strings.Count(out, "1="))
		require.Contains(t, out, "share a rank")
	}
}

func TestStartsThatAreDrawnAreNotTold(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.StartsDrawn = true
	for name, s := range map[string]*sheet.Sheet{
		"table": b.Pairings(b.Rounds[0], sheet.PairingsOptions{}),
		"name":  b.Pairings(b.Rounds[0], sheet.PairingsOptions{ByName: true}),
		"cards": b.Scorecards(),
	} {
		text, page := texts(t, s)
		for _, out := range []string{text, page} {
			require.NotRegexp(t, `(?i)plays second|\bsecond\b`, out, name)
			require.Contains(t, out, "Who plays first is drawn at the table.", name)
		}
	}
	text, _ := texts(t, b.Slips(b.Rounds[0], nil))
	require.Equal(t, 4, strings.Count(text, "[ ] first"))
}

func TestACodeIsOnTheSlipOnlyWhereThereIsOne(t *testing.T) {
	t.Parallel()
	b := setup(t)
	codes := &sheet.Codes{Page: "https://tour.example.org/r", Of: map[uuid.UUID]string{person(1): "7K4Q-2M9X"}}
	text, page := texts(t, b.Slips(b.Rounds[2], codes))
	require.Equal(t, 1, strings.Count(text, "  code "))
	require.Equal(t, 1, strings.Count(page, "<b>7K4Q-2M9X</b>"))
	require.Equal(t, 1, strings.Count(page, "<svg"))
	for _, out := range []string{text, page} {
		require.Contains(t, out, "go to tour.example.org/r and type", "for a phone that cannot scan")
	}
	text, page = texts(t, b.Pairings(b.Rounds[2], sheet.PairingsOptions{ByName: true, Codes: codes}))
	require.Equal(t, 1, strings.Count(text, "7K4Q-2M9X"), "beside his own name only")
	require.Equal(t, 1, strings.Count(page, "<svg"))
}

func TestRoundsThatDoNotCountAreLeftOut(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.Satellite.FinishedAfterRound = ptr(2)
	text, _ := texts(t, b.WallChart())
	require.Contains(t, text, "Round 2")
	require.NotContains(t, text, "Round 3")
}

// run is one rectangle of the drawing of a QR code.
var run = regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1h-(\d+)z`)

// A scanner looks for the three corners: seven rings of one module, with a white border of four
// modules around the whole (ISO/IEC 18004, 6.3.3 and 6.3.8).
func TestTheQRCodeHasItsCornersAndItsBorder(t *testing.T) {
	t.Parallel()
	b := setup(t)
	codes := &sheet.Codes{Page: "https://tour.example.org/r", Of: map[uuid.UUID]string{person(1): "7K4Q-2M9X"}}
	_, page := texts(t, b.Slips(b.Rounds[2], codes))
	box := regexp.MustCompile(`viewBox="0 0 (\d+) (\d+)"`).FindStringSubmatch(page)
	size, err := strconv.Atoi(box[1])
	require.NoError(t, err)
	require.Equal(t, box[1], box[2])
	require.Equal(t, 29+8, size, "version 3 takes 42 bytes at level M, version 2 takes 26; the link has 36")
	black := map[[2]int]bool{}
	for _, match := range run.FindAllStringSubmatch(page, -1) {
		var n [4]int
		for i := range n {
			n[i], _ = strconv.Atoi(match[i+1])
		}
		require.Equal(t, n[2], n[3])
		for x := n[0]; x < n[0]+n[2]; x++ {
			black[[2]int{x, n[1]}] = true
			require.True(t, x >= 4 && x < size-4 && n[1] >= 4 && n[1] < size-4, "nothing stands in the border")
		}
	}
	corner := []string{"#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"}
	for _, at := range [][2]int{{4, 4}, {size - 11, 4}, {4, size - 11}} {
		for y, line := range corner {
			for x, module := range line {
				require.Equal(t, module == '#', black[[2]int{at[0] + x, at[1] + y}], "module %d, %d of the corner at %v", x, y, at)
			}
		}
	}
}
