package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// nscfChart is the foundation's published table as a wall chart.
const nscfChart = `#  Name   Rtng  Rd 1  Rd 2  Rd 3  Rd 4
1  Adams  1567  L3    W8    W4    W2
2  Brown  1185  W4    W6    W5    L1
3  Clark  1191  W1    D5    D6    W7
4  Davis  1269  L2    W7    L1    W6
5  Evans  1419  W8    D3    L2    H---
6  Frank  1497  W7    L2    D3    L4
7  Green  1133  L6    L4    W8    L3
8  Hill   1117  L5    L1    L7    B---
`

func TestFileStandingsOfChessAreTheFoundationsTableC1(t *testing.T) {
	t.Parallel()
	chart := resultsFile(t, "section.chart", nscfChart)
	code, out, errs := offline(t, "", "file", "standings", chart)
	require.Equal(t, exitDone, code, errs)
	require.Equal(t, `Division section, after round 4 of 4
Rank  Name   No  Rating  Won-Lost  Points  Median  Solkoff  Cumul   Opp
   1  Adams   1    1567       3-1       3       8      8.5      6  20.5
   2  Brown   2    1185       3-1       3       7      8.5      9    21
   3  Clark   3    1191     2-0-2       3     6.5      7.5    7.5    19
   4  Davis   4    1269       2-2       2     4.5      8.5      4    22
   5  Evans   5    1419     1-1-1       2     3.5      6.5    5.5  16.5
   6  Frank   6    1497     1-2-1     1.5       6        9      5  22.5
   7  Green   7    1133       1-3       1       4        7      2  16.5
   8  Hill    8    1117       1-3       1       3        6      0    14
`, out)

	code, out, errs = offline(t, "", "file", "standings", chart, "--order", "USChess", "--json")
	require.Equal(t, exitDone, code, errs)
	var answer struct {
		Divisions []struct {
			Order      string
			AfterRound int `json:"after_round"`
			Standings  []struct {
				Seed                   int
				CumulativeOfOpposition float64 `json:"cumulative_of_opposition"`
				Rounds                 []struct {
					Opponent int
					Adjusted float64
					Dropped  bool
				}
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out), &answer))
	require.Equal(t, "uschess", answer.Divisions[0].Order)
	require.Equal(t, 4, answer.Divisions[0].AfterRound)
	eight := answer.Divisions[0].Standings[7]
	require.Equal(t, 8, eight.Seed)
	require.InDelta(t, 13.5, eight.CumulativeOfOpposition, 0)
	require.Len(t, eight.Rounds, 4)
	require.True(t, eight.Rounds[0].Dropped != eight.Rounds[1].Dropped, "the highest of 2, 3, 1 and 0")

	code, _, errs = offline(t, "", "file", "standings", chart, "--order", "nast")
	require.Equal(t, exitUsage, code)
	require.Contains(t, errs, "has results of chess")
	code, _, errs = offline(t, "", "file", "standings", chart, "--order", "fide")
	require.Equal(t, exitUsage, code)
	require.Contains(t, errs, "--order is one of nast, nscf, uschess")
}

func TestFileConvertWritesChessInBothItsFormats(t *testing.T) {
	t.Parallel()
	chart := resultsFile(t, "section.chart", nscfChart)
	code, trf, errs := offline(t, "", "file", "convert", chart, "--to", "trf")
	require.Equal(t, exitDone, code, errs)
	require.Contains(t, errs, "The colours of 15 games are not known")
	require.Contains(t, trf, "001    8      Hill                              1117                             1.0    8     5 - 0     1 - 0     7 - 0  0000 - U\r\n")
	code, out, errs := offline(t, trf, "file", "convert", "-", "--format", "trf", "--to", "swisssys", "--tabs", "--order", "uschess")
	require.Equal(t, exitDone, code, errs)
	require.Contains(t, out, "8\tHill\t\t1117\t\t\tL5\tL1\tL7\tB---\t1.0\t3\t6\t0\t13.5\n")
	code, out, errs = offline(t, "", "file", "convert", chart, "--to", "naspa")
	require.Equal(t, exitDone, code, errs)
	require.Contains(t, errs, "There is no place for results of chess")
	require.True(t, strings.HasPrefix(out, "#division section\nAdams 1567;\n"), out)
}
