package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// section has a section of chess of 14 ready to start: Kid 1 to Kid 14, rated 1400, 1390 ... 1270.
func (h *hall) section(name string) {
	h.organiser.must("tour", "create", "kids", "--format", "nscf", "--name", "Kids", "--from", "2026-01-01", "--to", "2027-06-30", "--currency", "USD")
	d := h.director
	d.must("satellite", "register", "--tour", "kids", "--name", name, "--venue", "Gym", "--city", "Boise", "--region", "ID", "--country", "US",
		"--date", "2026-03-14", "--time-zone", "America/Boise", "--fee", "10.00")
	d.must("satellite", "use", name)
	text := "family_name,given_name,association_id,rating,team,grade\n"
	for i := range 14 {
		text += fmt.Sprintf("Kid%c,Ann,C%d,%d,,%d\n", 'A'+i, 100+i, 1400-10*i, 3+i%3)
	}
	path := filepath.Join(d.dir, "kids.csv")
	require.NoError(d.t, os.WriteFile(path, []byte(text), 0o600))
	d.must("entrant", "import", path)
	h.organiser.must("satellite", "sanction", name)
}

// handMade is the wall chart of the section as a person makes it with the rules in his hand (C1, C2, C3):
// number 5 has a bye of half a point booked, 13 does not come to round 2, and 12 goes home after it.
const handMade = `#   Name       ID    Rtng  Team  Grd  Rd 1  Rd 2  Rd 3  Rd 4  Tot  TBrk[M]  TBrk[S]  TBrk[C]  TBrk[O]
1   KidA, Ann  C100  1400        3    W8    W6    D2    L5    2.5  9.5      11.5     8        28
2   KidB, Ann  C101  1390        4    W9    W3    D1    D4    3.0  8        10       8.5      25
3   KidC, Ann  C102  1380        5    W10   L2    W8    W14   3.0  6.5      7        7        18.5
4   KidD, Ann  C103  1370        3    D11   D7    W9    D2    2.5  6.5      7.5      6        20
5   KidE, Ann  C104  1360        4    W12   H---  W7    W1    3.5  5        5        8        13.5
6   KidF, Ann  C105  1350        5    W13   L1    W10   W7    3.0  5        5.5      7        16.5
7   KidG, Ann  C106  1340        3    W14   D4    L5    L6    1.5  7        10.5     5.5      25.5
8   KidH, Ann  C107  1330        4    L1    W11   L3    W13   2.0  3.5      7.5      4        18
9   KidI, Ann  C108  1320        5    L2    W12   L4    W10   2.0  3.5      7        4        16.5
10  KidJ, Ann  C109  1310        3    L3    X13   L6    L9    1.0  5        8        2        18
11  KidK, Ann  C110  1300        4    D4    L8    L14   B---  1.5  3.5      6        2        14
12  KidL, Ann  C111  1290        5    L5    L9    U---  U---  0.0  2        5.5      0        12.5
13  KidM, Ann  C112  1280        3    L6    F10   B---  L8    1.0  2        5        1        11
14  KidN, Ann  C113  1270        4    L7    B---  W11   L3    2.0  2.5      5.5      4        14.5
`

// Issue 5.6: a section of 14 with a booked bye, a forfeit and a withdrawal, by the command line.
func TestASectionOfFourteenIsPlayedByCommands(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.section("Gym")
	d := h.director
	require.Contains(t, d.must("entrant", "bye", "KidE", "2"), "a bye of half a point in round 2")
	require.Contains(t, d.refused("entrant", "bye", "KidA", "4"), "up to round 3")
	require.Contains(t, d.must("satellite", "start", "--first-colour", "white"), "white in round 1")
	first := d.must("round", "pair", "1")
	require.Regexp(t, `Table +White +Black`, first)
	require.Regexp(t, `1 +KidA, Ann \(1\) +KidH, Ann \(8\)`, first)
	require.Regexp(t, `2 +KidI, Ann \(9\) +KidB, Ann \(2\)`, first)
	require.Contains(t, d.feed("1 1-0\n2 0-1\n3 1-0\n4 1/2\n5 1-0\n6 0-1\n7 1-0\n", "result", "enter", "1"), "KidK, Ann 1/2-1/2 KidD, Ann")

	require.Regexp(t, `KidE, Ann \(5\) +half-point bye`, d.must("round", "pair", "2"))
	require.Contains(t, d.must("round", "show", "2", "--why"), "switched for colours")
	require.Regexp(t, `KidA, Ann +1 +black +KidF`, d.must("round", "show", "2", "--by-name"))
	d.feed("1 0-1\n2 1-0\n3 =\n4 1-0\n5 1-0\nswap\n6 f2\n", "result", "enter", "2")
	require.Contains(t, d.refused("result", "enter", "2", "--table", "1", "--score", "412-388", "--overwrite"), "no scores")
	require.Contains(t, d.must("entrant", "withdraw", "KidL", "--reason", "went home"), "without KidL")
	d.must("round", "pair", "3")
	d.feed("1 =\n2 0-1\n3 1-0\n4 0-1\n5 0-1\n6 1-0\n", "result", "enter", "3", "--batch")
	d.must("round", "pair", "4")
	d.feed("1 1-0\n2 =\n3 0-1\n4 1-0\n5 1-0\n6 0-1\n", "result", "enter", "4")

	require.Equal(t, handMade, d.must("export", "swisssys", "-o", "-"))
	standings := d.must("standings", "--lists")
	require.Regexp(t, `1 +KidE, Ann +5 +1360 +3-0 +3.5 +5 +5 +8 +13.5`, standings)
	// Of number 5: nothing for his own bye, dropped; half a point taken off the total of round 2.
	require.Regexp(t, `2 +unplayed +0.5 +0 +dropped +1.5 +0.5 +0`, standings)
	chart := d.must("print", "wallchart")
	for _, cell := range []string{"W8 (w)", "H---", "X13", "F10", "U---", "B---"} {
		require.Contains(t, chart, cell)
	}
	for _, sheet := range []struct {
		args []string
		says []string
	}{
		{[]string{"pairings", "2"}, []string{"<th>White</th>", "<th>Black</th>", "half-point bye"}},
		{[]string{"pairings", "2", "--by-name"}, []string{">white<", ">black<"}},
		{[]string{"slips", "1"}, []string{"1, ½ or 0", ">white<"}},
		{[]string{"standings"}, []string{"<th class=\"number\">Solkoff</th>", ">13.5<"}},
		{[]string{"scorecards"}, []string{"Points so far"}},
		{[]string{"wallchart"}, []string{"<b>H---</b>", "<b>X13</b>"}},
	} {
		page := d.must(append(append([]string{"print"}, sheet.args...), "--html")...)
		for _, text := range sheet.says {
			require.Contains(t, page, text, "%v", sheet.args)
		}
		require.NotContains(t, page, "Spread", "%v", sheet.args)
	}
	require.Contains(t, d.must("report", "make"), "Places")

	path := filepath.Join(d.dir, "gym.chart")
	require.NoError(t, os.WriteFile(path, []byte(handMade), 0o600))
	d.must("satellite", "register", "--tour", "kids", "--name", "Again", "--venue", "Gym", "--city", "Boise", "--region", "ID", "--country", "US",
		"--date", "2026-03-15", "--time-zone", "America/Boise", "--fee", "10.00")
	h.organiser.must("satellite", "sanction", "Again")
	require.Contains(t, d.must("result", "import", path, "-s", "Again", "--reason", "the chart of Saturday"), "14 players, 4 rounds, 24 games taken")
	require.Equal(t, handMade, d.must("export", "swisssys", "-o", "-", "-s", "Again"), "it comes back the same")
}

// The same section without a network is the same section once it is brought.
func TestASectionWithoutANetworkIsTheSameSection(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.section("Gym")
	d := h.director
	d.must("day", "take", "gym", "-o", filepath.Join(d.dir, "gym.day"))
	d.must("entrant", "bye", "KidE", "2")
	d.must("entrant", "bye", "KidE", "2", "--back")
	d.must("entrant", "bye", "KidE", "2")
	d.must("satellite", "start", "--first-colour", "white")
	for round, results := range []string{
		"1 1-0\n2 0-1\n3 1-0\n4 1/2\n5 1-0\n6 0-1\n7 1-0\n", "1 0-1\n2 1-0\n3 =\n4 1-0\n5 0-1\n6 f2\n",
		"1 =\n2 0-1\n3 1-0\n4 0-1\n5 0-1\n6 1-0\n", "1 1-0\n2 =\n3 0-1\n4 1-0\n5 1-0\n6 0-1\n",
	} {
		number := strconv.Itoa(round + 1)
		d.must("round", "pair", number)
		if round == 3 {
			d.must("round", "swap", "4", "KidE", "KidA", "--reason", "the toss was wrong")
			d.must("round", "pair", "4", "--again")
		}
		d.feed(results, "result", "enter", number)
		if round == 1 {
			d.must("entrant", "withdraw", "KidL")
		}
	}
	require.Equal(t, handMade, d.must("export", "swisssys", "-o", "-"))
	require.Contains(t, d.must("day", "sync"), "were new")
	require.Equal(t, handMade, d.must("export", "swisssys", "-o", "-", "-s", "gym"))
	require.Contains(t, d.must("satellite", "verify", "gym"), "agree")
}
