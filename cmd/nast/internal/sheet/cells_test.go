package sheet_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// rows reads a text table back: the cells of each line between the headings and the next empty
// line; the columns of what is tested are at least two blanks apart.
func rows(text, heading string) [][]string {
	_, rest, _ := strings.Cut(text, heading)
	_, rest, _ = strings.Cut(rest, "\n")
	var found [][]string
	for line := range strings.SplitSeq(rest, "\n") {
		if line == "" {
			break
		}
		found = append(found, regexp.MustCompile(` {2,}`).Split(strings.TrimSpace(line), -1))
	}
	return found
}

// The cells were worked out by hand from R4.1 to R4.4: a penalty costs spread and never the draw.
func TestWallChartCells(t *testing.T) {
	t.Parallel()
	b := setup(t)
	text, page := texts(t, b.WallChart())
	for seed, want := range map[int][2][]string{
		1: {{"W 2 412-388", "W 3 450-350", "v 4", "v 3"}, {"1 +24", "2 +124"}},
		2: {{"L 1 388-412", "W 5 forfeit", "L 3 300-310", "v 4"}, {"0 -24", "1 +26", "1 +16"}},
		3: {{"D 4 400-400", "L 1 350-450", "W 2 310-300", "v 1"}, {"0.5 +0", "0.5 -100", "1.5 -90"}},
		4: {{"D 3 400-400 penalty 10", "W bye", "v 1", "v 2"}, {"0.5 -10", "1.5 +40"}},
		5: {{"W bye", "L 2 forfeit", "L absent", "did not play"}, {"1 +50", "1 +0", "1 -50", "1 -50"}},
	} {
		lines := strings.Split(text, "\n")
		at := 6 + 3*(seed-1) // below title and headings
		require.Equal(t, want[0], cellsOf(lines[at])[2:], "seed %d", seed)
		require.Equal(t, want[1], cellsOf(lines[at+1])[1:], "seed %d, so far", seed)
	}
	require.Contains(t, page, "unrated, <strong>withdrawn</strong>")
	require.NotContains(t, text, "Standby", "who does not play is not on the chart")
}

func cellsOf(line string) []string {
	return regexp.MustCompile(` {2,}`).Split(strings.TrimSpace(line), -1)
}

func TestScorecardHasWhatIsKnownAndRoomForTheRest(t *testing.T) {
	t.Parallel()
	b := setup(t)
	text, page := texts(t, b.Scorecards())
	require.Equal(t, 5, strings.Count(text, "Round  Table"), "a card for each who plays")
	require.Equal(t, 5, strings.Count(page, `<section class="card">`))

	_, card, _ := strings.Cut(text, "Núñez, Zoë (1), 1850")
	require.Equal(t, [][]string{
		{"1", "1", "first", "山田, 花子 (2)", "412", "388", "W", "+24", "1", "+24"},
		{"2", "2", "second", "O'Brien, Seán (3)", "450", "350", "W", "+100", "2", "+124"},
		{"3", "1", "first", "<b>Lee</b>, Ann & Bo (4)", "____", "____", "____", "____", "____", "____"},
		{"4", "1", "second", "O'Brien, Seán (3)", "____", "____", "____", "____", "____", "____"},
		{"5", "____", "____", "____________________", "____", "____", "____", "____", "____", "____"},
		{"6", "____", "____", "____________________", "____", "____", "____", "____", "____", "____"},
	}, rows(card, "Round"))

	_, card, _ = strings.Cut(text, "כהן, דוד (5), unrated, withdrawn")
	require.Equal(t, [][]string{
		{"1", "bye", "W", "+50", "1", "+50"},
		{"2", "1", "second", "山田, 花子 (2), forfeit", "L", "-50", "1", "+0"},
		{"3", "absent, forfeit", "L", "-50", "1", "-50"},
		{"4", "did not play", "1", "-50"},
	}, rows(card, "Round")[:4])
	require.Contains(t, text, "O'Brien, Seán Jr. (3), 1500")
}

// A bye of a later round stands on the card before the earlier ones are played; the sum so far is
// then still to be written.
func TestScorecardSumsOnlyWhatIsComplete(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.Rounds[0].Games[1].FirstScore, b.Rounds[0].Games[1].SecondScore = nil, nil
	text, _ := texts(t, b.Scorecards())
	_, card, _ := strings.Cut(text, "<b>Lee</b>, Ann & Bo (4), 1400")
	require.Equal(t, []string{"2", "bye", "W", "+50", "____", "____"}, rows(card, "Round")[1])
}
