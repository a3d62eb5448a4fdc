package interchange_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/standings"
)

// trfFile has five players, two complete rounds, and byes booked for the third: 3 a half point, 4
// none.
const trfFile = "012 Spring Open\r\n" +
	"042 2026/03/14\r\n" +
	"062 5\r\n" +
	"072 4\r\n" +
	"XXR 4\r\n" +
	"022 Belgrade\r\n" +
	"XXC white1\r\n" +
	"001    1 wwfm Lee, Ann                          1900 USA    12345678 2001/02/03  2.0    1     4 w 1     2 b +\r\n" +
	"001    2 m    Roe, Jo, Jr                       1800 SRB                         0.5    5     5 b =     1 w -\r\n" +
	"001    3      Doe                               1700                             1.5    2  0000 - U     5 w =  0000 - H\r\n" +
	"001    4      Poe, Kim                          1600                             1.0    4     1 b 0  0000 - F  0000 - Z\r\n" +
	"001    5      Winter, Al                           0             X-9 2015        1.0    3     2 w =     3 b =\r\n"

// trfEvent is what trfFile says.
func trfEvent() interchange.Event {
	type outcomes = []interchange.ChessOutcome
	const none = interchange.NotPaired
	tag := func(name, value string) interchange.Tag { return interchange.Tag{Name: name, Value: value} }
	return interchange.Event{
		Name: "Spring Open", Day: civil.New(2026, time.March, 14), Head: []string{"022 Belgrade", "XXC white1"},
		Divisions: []interchange.Division{{Schedule: 4, Players: []interchange.Player{
			{
				Name: players.Name{Family: "Lee", Given: "Ann"}, Rating: 1900, AssociationID: "12345678",
				Opponents: []int{4, 2, none}, Starts: []int{1, 2, 0},
				Outcomes: outcomes{interchange.Won, interchange.WonByForfeit, interchange.Unplayed},
				Tags:     []interchange.Tag{tag("birth", "2001/02/03"), tag("federation", "USA"), tag("sex", "w"), tag("title", "wfm")},
			},
			{
				Name: players.Name{Family: "Roe", Given: "Jo", Suffix: "Jr"}, Rating: 1800,
				Opponents: []int{5, 1, none}, Starts: []int{2, 1, 0},
				Outcomes: outcomes{interchange.Drawn, interchange.LostByForfeit, interchange.Unplayed},
				Tags:     []interchange.Tag{tag("federation", "SRB"), tag("sex", "m")},
			},
			{
				Name: players.Name{Family: "Doe"}, Rating: 1700, Opponents: []int{0, 5, 0}, Starts: []int{0, 1, 0},
				Outcomes: outcomes{interchange.FullBye, interchange.Drawn, interchange.HalfBye},
			},
			{
				Name: players.Name{Family: "Poe", Given: "Kim"}, Rating: 1600, Opponents: []int{1, 0, 0}, Starts: []int{2, 0, 0},
				Outcomes: outcomes{interchange.Lost, interchange.BookedBye, interchange.ZeroBye},
			},
			{
				Name: players.Name{Family: "Winter", Given: "Al"}, AssociationID: "X-9", Opponents: []int{2, 3, none}, Starts: []int{1, 2, 0},
				Outcomes: outcomes{interchange.Drawn, interchange.Drawn, interchange.Unplayed},
				Tags:     []interchange.Tag{tag("birth", "2015")},
			},
		}}},
	}
}

func TestTRFIsReadAndWritten(t *testing.T) {
	t.Parallel()
	e, findings := interchange.ReadTRF([]byte(trfFile))
	require.Empty(t, findings)
	require.Equal(t, trfEvent(), unlined(e))
	require.Equal(t, 8, e.Divisions[0].Players[0].Line)
	d := e.Divisions[0]
	require.Equal(t, []int{3, 2, 2}, []int{d.Rounds(), d.PlayedRounds(), d.CompleteRounds()})
	written, notes := interchange.WriteTRF(trfEvent(), standings.ChessOptions{})
	require.Empty(t, notes)
	require.Equal(t, trfFile, string(written))
}

// The columns of the format: the rank ends in 89, and round r has its opponent in the four columns
// from 92, its colour in 97 and its result in 99, ten columns a round.
func TestTRFColumnsAreThoseOfTheFormat(t *testing.T) {
	t.Parallel()
	raw, _ := interchange.WriteTRF(trfEvent(), standings.ChessOptions{})
	for _, line := range strings.Split(string(raw), "\r\n") {
		if !strings.HasPrefix(line, "001 ") {
			continue
		}
		require.NotEqual(t, byte(' '), line[8-1], "the number ends in 8")
		require.NotEqual(t, byte(' '), line[15-1], "the name begins in 15")
		require.NotEqual(t, byte(' '), line[52-1], "the rating ends in 52")
		require.Equal(t, byte('.'), line[83-1], "the points end in 84")
		require.NotEqual(t, byte(' '), line[89-1], "the rank ends in 89")
		for round := 0; 99+10*round <= len(line); round++ {
			require.NotEqual(t, byte(' '), line[95+10*round-1])
			require.Contains(t, "wb-", line[97+10*round-1:97+10*round])
			require.Contains(t, "10=+-UFHZ", line[99+10*round-1:99+10*round])
		}
	}
}

func TestTRFResultsMeanWhatTheFormatSays(t *testing.T) {
	t.Parallel()
	first := func(block, other string) (interchange.ChessOutcome, interchange.ChessOutcome) {
		const head = "001    %d      P%c                                  0\r\n"
		line := func(n int, block string) string {
			text := strings.TrimSuffix(fmt.Sprintf(head, n, 'a'+n), "\r\n")
			return text + strings.Repeat(" ", 89-len(text)) + block + "\n"
		}
		e, findings := interchange.ReadTRF([]byte(line(1, block) + line(2, other)))
		require.Empty(t, findings.Of(interchange.Wrong))
		d := e.Divisions[0]
		if d.Players[0].Outcomes == nil {
			return interchange.Unplayed, interchange.Unplayed
		}
		return d.Players[0].Outcomes[0], d.Players[1].Outcomes[0]
	}
	for _, c := range []struct {
		block, other string
		want, others interchange.ChessOutcome
	}{
		{"     2 w 1", "     1 b 0", interchange.Won, interchange.Lost},
		{"     2 w =", "     1 b =", interchange.Drawn, interchange.Drawn},
		{"     2 b W", "     1 w L", interchange.WonUnrated, interchange.LostUnrated},
		{"     2 b d", "     1 w D", interchange.DrawnUnrated, interchange.DrawnUnrated},
		{"     2 - +", "     1 - -", interchange.WonByForfeit, interchange.LostByForfeit},
		{"     2 w -", "     1 b -", interchange.LostByForfeit, interchange.LostByForfeit},
		{"  0000 - U", "  0000 - Z", interchange.FullBye, interchange.ZeroBye},
		{"  0000 - U", "", interchange.FullBye, interchange.ZeroBye},
		{"  0000 - F", "  0000 - h", interchange.BookedBye, interchange.HalfBye},
		{"  0000 - +", "  0000 - -", interchange.WonByForfeit, interchange.LostByForfeit},
		{"  0000 -  ", "  0000 - =", interchange.ZeroBye, interchange.HalfBye},
		{"     2 w  ", "     1 b  ", interchange.Unplayed, interchange.Unplayed},
		{"  0000 - H", "", interchange.HalfBye, interchange.Unplayed},
	} {
		a, b := first(c.block, c.other)
		require.Equal(t, []interchange.ChessOutcome{c.want, c.others}, []interchange.ChessOutcome{a, b}, "%q %q", c.block, c.other)
	}
}

func TestTRFOfSectionBHasItsPairsAndColours(t *testing.T) {
	t.Parallel()
	e := sectionB(t)
	raw, notes := interchange.WriteTRF(e, standings.ChessOptions{OppositionCumulative: standings.USChess})
	require.Empty(t, notes)
	require.Contains(t, string(raw), "001    1      Player-1                          1034                             3.5    1     8 b 1     7 w 1     4 b 1     5 w =\r\n")
	back, findings := interchange.ReadTRF(raw)
	require.Empty(t, findings)
	require.Equal(t, e, unlined(back))
}

func TestTRFLeavesARoundThatIsNotCompleteOut(t *testing.T) {
	t.Parallel()
	e := trfEvent()
	for i, opponent := range []int{3, 0, 1, 0, 0} {
		p := &e.Divisions[0].Players[i]
		p.Opponents[2], p.Outcomes[2] = opponent, interchange.Unplayed
		if opponent == 0 {
			p.Outcomes[2] = interchange.ZeroBye
		}
	}
	raw, notes := interchange.WriteTRF(e, standings.ChessOptions{})
	require.Len(t, notes, 1)
	require.Equal(t, "rounds_left_out", notes[0].Code)
	want := strings.NewReplacer("  0000 - H", "", "  0000 - Z", "").Replace(trfFile)
	require.Equal(t, want, string(raw))
}

func TestTRFSaysWhatItCannotHold(t *testing.T) {
	t.Parallel()
	e := interchange.Event{Name: "Été", Config: []string{"config"}, Divisions: []interchange.Division{
		{Name: "A", Players: []interchange.Player{
			{
				Name: players.Name{Family: "Núñez"}, Team: "T", AssociationID: "AA0000000001", Opponents: []int{2},
				Outcomes: []interchange.ChessOutcome{interchange.Won},
				Tags:     []interchange.Tag{{Name: "federation", Value: "Serbia"}, {Name: "grade", Value: "4"}},
			},
			{Name: players.Name{Family: "Nunez"}, Opponents: []int{1}, Outcomes: []interchange.ChessOutcome{interchange.Lost}},
		}},
		{Name: "B"},
	}}
	raw, notes := interchange.WriteTRF(e, standings.ChessOptions{})
	var codes []string
	for _, n := range notes {
		codes = append(codes, n.Code)
	}
	require.Equal(t, []string{
		"config", "second_division", "division_name", "event_name", "colours", "name", "association_id", "federation", "same_name", "team", "tags",
	}, codes)
	require.Contains(t, string(raw), "  1.0    1     2 - 1\r\n")
	_, findings := interchange.ReadTRF(raw)
	require.Equal(t, []string{"4:97 no_colour?", "5:15 duplicate_name?", "5:97 no_colour?"}, said(findings))
	raw, notes = interchange.WriteTRF(interchange.Event{}, standings.ChessOptions{})
	require.Empty(t, raw)
	require.Empty(t, notes)
}

func TestTRFFilesAreRefusedWithThePlace(t *testing.T) {
	t.Parallel()
	player := func(n string, name string, rounds string) string {
		return fmt.Sprintf("001 %4s      %-33s 1500%s%s\n", n, name, strings.Repeat(" ", 89-52), rounds)
	}
	for what, c := range map[string]struct {
		file string
		want []string
	}{
		"nothing":                  {"", []string{"1:1 empty"}},
		"no players":               {"012 X\n", []string{"1:1 empty"}},
		"no number":                {player("", "Lee", ""), []string{"1:9 not_a_number"}},
		"no name":                  {player("1", "", ""), []string{"1:48 bad_name"}},
		"a number twice":           {player("1", "Lee", "") + player("1", "Roe", ""), []string{"2:8 duplicate_number"}},
		"a gap":                    {player("1", "Lee", "") + player("5", "Roe", ""), []string{"2:8 bad_number"}},
		"columns that are shifted": {player("1", "Lee", "    2 w 1"), []string{"1:96 bad_block"}},
		"a colour of x":            {player("1", "Lee", "     2 x 1") + player("2", "Roe", "     1 b 0"), []string{"1:97 bad_colour"}},
		"a result of 2":            {player("1", "Lee", "     2 w 2"), []string{"1:99 bad_result"}},
		"a bye with an opponent":   {player("1", "Lee", "     2 w H"), []string{"1:99 bad_result"}},
		"a bye of Q":               {player("1", "Lee", "  0000 - Q"), []string{"1:99 bad_result"}},
		"a win against nobody":     {player("1", "Lee", "  0000 - W"), []string{"1:99 bad_result"}},
		"a colour of a bye":        {player("1", "Lee", "  0000 w U"), []string{"1:92 colour_of_a_bye"}},
		"nobody":                   {player("1", "Lee", "     7 w 1"), []string{"1:95 no_such_player"}},
		"oneself":                  {player("1", "Lee", "     1 w 1"), []string{"1:95 plays_himself"}},
		"not reciprocal":           {player("1", "Lee", "     2 w 1") + player("2", "Roe", "  0000 - U"), []string{"1:95 not_reciprocal"}},
		"both win":                 {player("1", "Lee", "     2 w 1") + player("2", "Roe", "     1 b 1"), []string{"2:95 results_differ"}},
		"both white":               {player("1", "Lee", "     2 w 1") + player("2", "Roe", "     1 w 0"), []string{"2:95 same_colour"}},
		"one has played":           {player("1", "Lee", "     2 w 1") + player("2", "Roe", "     1 b  "), []string{"2:95 results_differ"}},
		"too many rounds":          {player("1", "Lee", strings.Repeat("  0000 - Z", 101)), []string{"1:1 too_many_rounds"}},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			e, findings := interchange.ReadTRF([]byte(c.file))
			require.Equal(t, c.want, said(findings.Of(interchange.Wrong)))
			require.Empty(t, e)
		})
	}
}

func TestTRFWarnings(t *testing.T) {
	t.Parallel()
	file := strings.NewReplacer("062 5", "062 6 (5)", "2026/03/14", "14.3.2026", "XXR 4", "XXR many", "  2.0    1", "  1.5    1", "0000 - U", "0000 - 1").Replace(trfFile)
	e, findings := interchange.ReadTRF([]byte(file))
	require.Equal(t, []string{"2:1 bad_day?", "3:1 other_count?", "5:1 bad_schedule?", "8:82 other_figure?", "10:99 old_bye?"}, said(findings))
	require.Equal(t, []string{"042 14.3.2026", "XXR many", "022 Belgrade", "XXC white1"}, e.Head, "what cannot be read is kept")
	require.Equal(t, "Line 8, column 82: The points of Lee, Ann are 1.5, and 2.0 by the results; is a result wrong?", findings[3].Detail)
}
