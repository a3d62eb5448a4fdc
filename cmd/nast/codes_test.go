package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
)

func TestRoundCodesAreListedByTable(t *testing.T) {
	t.Parallel()
	b, _ := inHall(t, 3)
	require.Equal(t, strings.Join([]string{
		"Boise, round 2. Results are sent at " + b.fake.url + "/r",
		"",
		"Table  Seed  Name          Code",
		"    1     1  Player1, Ann  ABCD-0001",
		"    1     2  Player2, Ann  ABCD-0002", "",
	}, "\n"), b.must("round", "codes", "2", "-s", "boise"), "who has a bye has no code")
	require.Contains(t, b.must("round", "codes"), "Boise, round 1.", "the first one with results missing")
	require.Contains(t, b.must("round", "codes", "1", "--json"), `"code": "ABCD-0001"`)
	code, _, errs := b.nast("", "round", "codes", "first")
	require.Equal(t, exitUsage, code)
	require.Contains(t, errs, "not the number of a round")
}

func TestSheetsHaveTheCodesOnlyWhenAskedFor(t *testing.T) {
	t.Parallel()
	b, _ := inHall(t, 4)
	for _, sheet := range [][]string{{"slips", "1"}, {"pairings", "1"}, {"pairings", "1", "--by-name"}} {
		plain := append([]string{"print", "-s", "boise"}, sheet...)
		require.NotContains(t, b.must(plain...), "ABCD", sheet)
		require.NotContains(t, b.must(append(plain, "--html")...), "<svg", sheet)

		coded := append(plain, "--codes", "--address", "tour.example.org/")
		code, text, errs := b.nast("", coded...)
		require.Equal(t, exitDone, code)
		require.NotContains(t, errs, "only this computer", sheet)
		require.Contains(t, text, "go to tour.example.org/r and type your code", sheet)
		page := b.must(append(coded, "--html")...)
		require.Equal(t, 4, strings.Count(page, "<svg"), sheet)
		for _, own := range []string{"ABCD-0001", "ABCD-0002", "ABCD-0003", "ABCD-0004"} {
			require.Equal(t, 1, strings.Count(text, own), sheet)
			require.Equal(t, 1, strings.Count(page, own), sheet)
		}
	}
}

func TestAnAddressThatPhonesCannotReachIsTold(t *testing.T) {
	t.Parallel()
	b, s := inHall(t, 4)
	s.rounds[0].State = api.RoundStateOpen
	_, _, errs := b.nast("", "print", "slips", "1", "-s", "boise", "--codes")
	require.Contains(t, errs, "only this computer reaches; give the address for phones with --address.")
	_, _, errs = b.nast("", "-q", "print", "slips", "1", "--codes")
	require.Empty(t, errs)
	for address, here := range map[string]bool{
		"http://127.0.0.1:8080/r": true, "http://[::1]:8080/r": true, "http://localhost/r": true,
		"http://192.168.1.20:8080/r": false, "https://tour.example.org/r": false,
	} {
		require.Equal(t, here, onlyHere(address), address)
	}
	for say, args := range map[string][]string{
		"add --codes":             {"--address", "https://tour.example.org"},
		"address of the service ": {"--codes", "--address", "ftp://tour.example.org"},
	} {
		code, _, errs := b.nast("", append([]string{"print", "slips", "1"}, args...)...)
		require.Equal(t, exitUsage, code)
		require.Contains(t, errs, say)
	}
}

// Who said what is shown until the director has settled it; until then the result is missing.
func TestADisputeIsShownAndMissing(t *testing.T) {
	t.Parallel()
	b, s := inHall(t, 6)
	first := api.ClaimSideFirst
	games := s.rounds[0].Games
	score := func(g *api.Game, a, b int) { g.FirstScore, g.SecondScore = &a, &b }
	games[0].Claims = &[]api.Claim{{By: first, FirstScore: new(412), SecondScore: new(388)}, {By: api.ClaimSideSecond, FirstScore: new(421), SecondScore: new(388)}}
	disputed := true
	games[0].Disputed = &disputed
	score(&games[1], 400, 300)
	games[1].Claims = &[]api.Claim{{By: first, FirstScore: new(300), SecondScore: new(400)}}
	games[1].Disputed = &disputed
	games[2].Claims = &[]api.Claim{{By: first, FirstScore: new(350), SecondScore: new(340)}}
	out := b.must("round", "show", "1", "-s", "boise")
	require.Contains(t, out, "0 of 3 results")
	require.Contains(t, out, "in dispute: first says 412-388, second says 421-388")
	require.Contains(t, out, "400-300  in dispute: first says 300-400")
	require.Contains(t, out, "  first says 350-340")
	require.Contains(t, b.must("round", "list"), "0 of 3   1, 2, 3")
	_, out, _ = b.nast("?\n", "result", "enter", "1")
	require.Contains(t, out, "missing: 1, 2, 3")
	require.Contains(t, out, "Player3, Ann - Player4, Ann  in dispute: first says 300-400\n")

	games[0].Disputed = nil
	score(&games[0], 412, 388)
	require.NotContains(t, b.must("round", "show", "1"), "421", "it is settled; the log has it")
}
