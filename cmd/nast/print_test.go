package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
)

// inHall gives a satellite of players that has started, of a tour that settles who plays first.
func inHall(t *testing.T, players int) (*bundle, *event) {
	t.Helper()
	b := setup(t)
	s := b.fake.addSatellite("Boise", players)
	b.fake.pair(s, 4)
	tourAnswers(b, func(w http.ResponseWriter) { answer(w, 200, api.Tour{Slug: "nast-2", StartsSettled: true}) })
	return b, s
}

// tourAnswers says how the service answers when it is asked for a tour.
func tourAnswers(b *bundle, with func(http.ResponseWriter)) {
	b.fake.before = func(w http.ResponseWriter, r *http.Request) bool {
		asked := r.URL.Path == "/v1/tours/nast-2"
		if asked {
			with(w)
		}
		return asked
	}
}

func TestPrintEverySheetAsTextAndAsPage(t *testing.T) {
	t.Parallel()
	b, _ := inHall(t, 5)
	for name, c := range map[string]struct {
		args []string
		says []string
	}{
		"pairings":   {[]string{"pairings", "1"}, []string{"Boise", "Round 1 of 6", "by table", "Player5, Ann", "bye"}},
		"by name":    {[]string{"pairings", "1", "--by-name"}, []string{"by name", "Player2, Ann"}},
		"why":        {[]string{"pairings", "1", "--why"}, []string{"by the table"}},
		"standings":  {[]string{"standings"}, []string{"Standings after round 4 of 6", "Not in yet: round 1, tables 1, 2."}},
		"scorecards": {[]string{"scorecards"}, []string{"Player1, Ann", "Player5, Ann"}},
		"wall chart": {[]string{"wallchart"}, []string{"Wall chart", "Round 4", "v 2"}},
		"slips":      {[]string{"slips", "1"}, []string{"plays first", "signed", "No slip: Player5, Ann (5): bye"}},
	} {
		text := b.must(append([]string{"print", "-s", "boise"}, c.args...)...)
		page := b.must(append([]string{"print", "-s", "boise", "--html"}, c.args...)...)
		for _, part := range c.says {
			require.Contains(t, text, part, name)
			require.Contains(t, page, part, name)
		}
		require.True(t, strings.HasPrefix(page, "<!DOCTYPE html>"), name)
		require.NotContains(t, text, "<", name)
	}
}

func TestPrintTakesTheFirstRoundWithResultsMissing(t *testing.T) {
	t.Parallel()
	b, s := inHall(t, 4)
	s.rounds[0].State = api.RoundStateComplete
	_, out, errs := b.nast("", "print", "slips", "-s", "boise")
	require.Contains(t, out, "Round 2 of 6")
	require.Contains(t, errs, "nast round open 2", "printing does not open a round")
	require.Empty(t, b.fake.requests("POST"))
	_, _, errs = b.nast("", "print", "slips", "-q")
	require.Empty(t, errs)
}

func TestPrintWritesAFileOverWhatIsThereAndNeverAFolder(t *testing.T) {
	t.Parallel()
	b, _ := inHall(t, 4)
	dir := t.TempDir()
	file := filepath.Join(dir, "chart.html")
	require.NoError(t, os.WriteFile(file, []byte("old, and longer than nothing"), 0o600))
	require.Equal(t, "Wrote "+file+". Open it in a browser and print it.\n", b.must("print", "wallchart", "-s", "boise", "-o", file))
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(content), "<!DOCTYPE html>"), "a name in .html means --html")
	require.NotContains(t, string(content), "old, and")

	text := filepath.Join(dir, "slips")
	require.Equal(t, "Wrote "+text+".\n", b.must("print", "slips", "1", "-o", text))
	require.Empty(t, b.must("-q", "print", "slips", "1", "-o", text))

	before := len(b.fake.requests(""))
	code, out, errs := b.nast("", "print", "slips", "1", "-o", dir)
	require.Equal(t, exitUsage, code)
	require.Empty(t, out)
	require.Contains(t, errs, "is a folder")
	require.Len(t, b.fake.requests(""), before, "it is refused before anything is asked")
	code, _, _ = b.nast("", "print", "slips", "1", "-o", filepath.Join(dir, "nowhere", "slips"))
	require.Equal(t, exitRefused, code)
}

func TestPrintRefusesWhatCannotBePrinted(t *testing.T) {
	t.Parallel()
	b, _ := inHall(t, 4)
	b.fake.addSatellite("Tucson", 4)
	for _, c := range []struct {
		code int
		say  string
		args []string
	}{
		{exitUsage, "nast standings", []string{"standings", "-s", "boise", "--json"}},
		{exitUsage, "not the number of a round", []string{"pairings", "first", "-s", "boise"}},
		{exitRefused, "Round 9 is not paired.", []string{"pairings", "9", "-s", "boise"}},
		{exitUsage, "nast satellite start", []string{"pairings", "-s", "tucson"}},
		{exitUsage, "nast satellite start", []string{"standings", "-s", "tucson"}},
		{exitUsage, "nast satellite start", []string{"wallchart", "-s", "tucson"}},
		{exitUsage, "too much", []string{"scorecards", "5", "-s", "boise"}},
		{exitUsage, "nast print --help", []string{"posters"}},
	} {
		code, out, errs := b.nast("", append([]string{"print"}, c.args...)...)
		require.Equal(t, c.code, code, c.args)
		require.Contains(t, errs, c.say, c.args)
		require.Empty(t, out, c.args)
	}
}

func TestPrintDoesNotTellStartsThatAreDrawn(t *testing.T) {
	t.Parallel()
	b, _ := inHall(t, 4)
	tourAnswers(b, func(w http.ResponseWriter) { answer(w, 200, api.Tour{Slug: "nast-2"}) })
	require.Contains(t, b.must("print", "pairings", "1", "-s", "boise"), "Who plays first is drawn at the table.")
	require.Contains(t, b.must("print", "slips", "1"), "[ ] first")

	// A scorer may not read the tour.
	tourAnswers(b, func(w http.ResponseWriter) { refuse(w, 403, "not_allowed", "Not for a scorer.", nil) })
	require.Contains(t, b.must("print", "slips", "1"), "plays first")
	tourAnswers(b, func(w http.ResponseWriter) { refuse(w, 500, "internal_error", "Broken.", nil) })
	code, _, _ := b.nast("", "print", "slips", "1")
	require.Equal(t, exitRefused, code)
}
