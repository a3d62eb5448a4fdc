package interchange_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/players"
)

// touFile has in round 1 a game and a bye, in round 2 a draw and a forfeit lost.
const touFile = "*M14.03.2026 Spring Open\r\n" +
	"*A\r\n" +
	"                                      0\r\n" +
	"Lee, Ann             2412  +2 1380   3\r\n" +
	"Roe, Jo               388   1  100   2\r\n" +
	"Winter                 50   3 1380  +1\r\n" +
	"*** END OF FILE ***\r\n"

// touEvent is what touFile says.
func touEvent() interchange.Event {
	return interchange.Event{Name: "Spring Open", Day: civil.New(2026, time.March, 14), Divisions: []interchange.Division{{
		Name: "A", Players: []interchange.Player{
			{Name: players.Name{Family: "Lee", Given: "Ann"}, Opponents: []int{2, 3}, Scores: []int{412, 380}, Starts: []int{1, 2}},
			{Name: players.Name{Family: "Roe", Given: "Jo"}, Opponents: []int{1, 0}, Scores: []int{388, -50}, Starts: []int{2, 0}},
			{Name: players.Name{Family: "Winter"}, Opponents: []int{0, 1}, Scores: []int{50, 380}, Starts: []int{0, 1}},
		},
	}}}
}

func TestTOUIsReadAndWritten(t *testing.T) {
	t.Parallel()
	e, findings := interchange.ReadTOU([]byte(touFile))
	require.Equal(t, []string{"4:32 tie?"}, said(findings))
	require.Equal(t, touEvent(), unlined(e))
	written, notes := interchange.WriteTOU(touEvent())
	require.Empty(t, notes)
	require.Equal(t, touFile, string(written))
	rows := e.Divisions[0].Standings(2)
	require.Equal(t, []int{3, 50, 1, 0, 1}, []int{rows[0].Seed, rows[0].Spread, rows[0].Wins, rows[0].Losses, rows[0].Draws})
	require.Equal(t, []int{2, -74, 0, 2, 0}, []int{rows[2].Seed, rows[2].Spread, rows[2].Wins, rows[2].Losses, rows[2].Draws})
}

func TestTOUOpponentsTakeFourCharactersAboveNinetyNinePlayers(t *testing.T) {
	t.Parallel()
	for _, field := range []int{98, 100} {
		e := interchange.Event{Divisions: []interchange.Division{{Name: "A"}}}
		for i := range field {
			opponent, start := i+2, 1
			if i%2 == 1 {
				opponent, start = i, 2
			}
			e.Divisions[0].Players = append(e.Divisions[0].Players, interchange.Player{
				Name: players.Name{Family: strings.Repeat("x", i%20+1), Given: ""}, Opponents: []int{opponent}, Scores: []int{400 - i}, Starts: []int{start},
			})
		}
		raw, _ := interchange.WriteTOU(e)
		lines := strings.Split(string(raw), "\r\n")
		want := "x                   " + " 2400  +2"
		if field > 99 {
			want = "x                   " + " 2400   +2"
			require.Equal(t, strings.Repeat("x", 19)+"  2302 +100", lines[3+98])
		}
		require.Equal(t, want, lines[3])
		back, findings := interchange.ReadTOU(raw)
		require.NoError(t, findings.Err())
		require.Equal(t, e, unlined(back))
	}
}

func TestTOUReadsForfeitsThatWereWon(t *testing.T) {
	t.Parallel()
	e, findings := interchange.ReadTOU([]byte("*M14.03.2026 X\n*A\nLee                 2150   1\n*** END OF FILE ***\n"))
	require.Equal(t, []string{"3:21 bad_block"}, said(findings), "the outcome stands behind a blank")
	require.Empty(t, e)
	e, findings = interchange.ReadTOU([]byte("*M14.03.2026 X\n*A\nLee                  2150   1\n*** END OF FILE ***\n"))
	require.Empty(t, findings)
	require.Equal(t, []int{50}, e.Divisions[0].Players[0].Scores)
	require.Nil(t, e.Divisions[0].Players[0].Starts, "of a file without signs the starts are not known")
}

func TestTOUSaysWhatItCannotHold(t *testing.T) {
	t.Parallel()
	long := interchange.Player{
		Name: players.Name{Family: "Nuñez-Montgomery", Given: "José"}, Rating: 1500, AssociationID: "AA000001",
		Opponents: []int{2, 0, 0}, Scores: []int{1050, 20, 50}, Penalties: []int{10},
	}
	other := interchange.Player{
		Name: players.Name{Family: "Nunez-Montgomery", Given: "Josefa"}, Opponents: []int{1, 0}, Scores: []int{-5, 50},
	}
	raw, notes := interchange.WriteTOU(interchange.Event{Divisions: []interchange.Division{{Name: "*", Players: []interchange.Player{long, other}}}})
	var codes []string
	for _, n := range notes {
		codes = append(codes, n.Code)
	}
	require.Equal(t, []string{
		"day", "division_name", "name", "score", "bye", "name", "score", "same_name",
		"rounds_left_out", "rating", "association_id", "penalties",
	}, codes)
	require.Equal(t, "*M01.01.0001\r\n*x\r\n                                      0\r\n"+
		"Nunez-Montgomery, Jo 2999   2   50   1\r\nNunez-Montgomery, Jo    0   1   50   2\r\n*** END OF FILE ***\r\n", string(raw))
}

func TestTOUFilesAreRefusedWithThePlace(t *testing.T) {
	t.Parallel()
	const head = "*M14.03.2026 X\n*A\n"
	const name = "Lee                 "
	for what, c := range map[string]struct {
		file string
		want []string
	}{
		"nothing":                {"", []string{"1:1 empty"}},
		"no head":                {"Lee\n", []string{"1:1 no_head"}},
		"no day":                 {"*M31.02.2026 X\n*A\n" + name + "\n", []string{"1:1 no_head"}},
		"no section":             {"*M14.03.2026 X\nLee\n", []string{"2:1 no_division"}},
		"no players":             {head, []string{"1:1 empty"}},
		"a letter beyond ASCII":  {head + "Zoë\n", []string{"3:3 not_ascii"}},
		"a block too short":      {head + name + "  50  1\n", []string{"3:21 bad_block"}},
		"an outcome of 3":        {head + name + " 3 50   1\n", []string{"3:21 bad_block"}},
		"a score of letters":     {head + name + "   x5   1\n", []string{"3:24 not_a_number"}},
		"an opponent of letters": {head + name + "   50   x\n", []string{"3:29 not_a_number"}},
		"player 0":               {head + name + "   50   0\n", []string{"3:29 no_such_player"}},
		"nobody":                 {head + name + " 2400   7\n", []string{"3:27 no_such_player"}},
		"a bye of 60":            {head + name + "   60   1\n", []string{"3:22 bad_bye"}},
		"not reciprocal":         {head + name + " 2400   2\n" + strings.Replace(name, "Lee", "Roe", 1) + "   50   2\n", []string{"3:27 not_reciprocal"}},
		"other rounds":           {head + name + "   50   1\nRoe\n", []string{"4:1 other_rounds"}},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			e, findings := interchange.ReadTOU([]byte(c.file))
			require.Equal(t, c.want, said(findings.Of(interchange.Wrong)))
			require.Empty(t, e)
		})
	}
}

func TestTOUWarningsDoNotRefuse(t *testing.T) {
	t.Parallel()
	e, findings := interchange.ReadTOU([]byte("*M14.03.2026 X\n*A\n      Frasier 1203\nLee                    50   1\nLee                    50   2\n"))
	require.Equal(t, []string{"1:1 no_end?", "3:1 high_word?", "5:1 duplicate_name?"}, said(findings))
	require.Len(t, e.Divisions[0].Players, 2)
}
