package interchange_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/players"
)

// data reads a file of testdata.
func data(t testing.TB, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	return raw
}

// tshData are the names of the tsh files.
func tshData(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "*.t"))
	require.NoError(t, err)
	require.Len(t, files, 5)
	for i, file := range files {
		files[i] = filepath.Base(file)
	}
	return files
}

// readTSH reads a file that has to be taken.
func readTSH(t testing.TB, raw string) interchange.Division {
	t.Helper()
	e, findings := interchange.ReadTSH([]byte(raw))
	require.Empty(t, findings.Of(interchange.Wrong))
	require.Len(t, e.Divisions, 1)
	return e.Divisions[0]
}

// said writes findings shortly: "2:5 not_a_number", warnings with a "?".
func said(findings interchange.Findings) []string {
	var list []string
	for _, f := range findings {
		text := fmt.Sprintf("%d:%d %s", f.Line, f.Column, f.Code)
		if f.Severity == interchange.Doubtful {
			text += "?"
		}
		list = append(list, text)
	}
	return list
}

func TestEveryTSHFileIsReadAndReciprocal(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct{ players, rounds, played, complete int }{
		"tsh_12_players_11_of_22_rounds.t": {12, 11, 11, 11},
		"tsh_26_players_one_withdraws.t":   {26, 23, 23, 23},
		"tsh_33_players_partly_scored.t":   {33, 3, 2, 2},
		"tsh_roster_paired_not_scored.t":   {18, 3, 0, 0},
		"tsh_roster_only.t":                {18, 0, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := readTSH(t, string(data(t, name)))
			require.Len(t, d.Players, want.players)
			require.Equal(t, want.rounds, d.Rounds())
			require.Equal(t, want.played, d.PlayedRounds())
			require.Equal(t, want.complete, d.CompleteRounds())
			for i, p := range d.Players {
				for round, opponent := range p.Opponents {
					if opponent > 0 {
						require.Equal(t, i+1, d.Players[opponent-1].Opponents[round])
					}
				}
			}
		})
	}
}

// The files hold the ranks that tsh gave after each round, in the tag rrank. It leaves who has
// withdrawn out of the count, while here they stay listed (R4.7).
func TestStandingsAfterEveryPlayedRoundAreThoseOfTSH(t *testing.T) {
	t.Parallel()
	for _, name := range tshData(t) {
		d := readTSH(t, string(data(t, name)))
		for after := 1; after <= d.PlayedRounds(); after++ {
			gone := 0
			for _, st := range d.Standings(after) {
				if st.Forfeits > 0 {
					gone++
					continue
				}
				for _, tag := range d.Players[st.Seed-1].Tags {
					ranks := strings.Fields(tag.Value)
					if tag.Name != "rrank" || after >= len(ranks) {
						continue
					}
					rank, err := strconv.Atoi(ranks[after])
					require.NoError(t, err)
					require.Equal(t, rank, st.Rank-gone, "%s: %s after round %d", name, st.Name, after)
				}
			}
		}
	}
}

func TestWhoWithdrawsIsShownWithItsForfeits(t *testing.T) {
	t.Parallel()
	d := readTSH(t, string(data(t, "tsh_26_players_one_withdraws.t")))
	withdrawn := 0
	for _, st := range d.Standings(23) {
		if st.Withdrawn {
			withdrawn++
			require.Equal(t, players.Name{Family: "Farthing", Given: "Minnie"}, st.Name)
			require.Equal(t, 19, st.WithdrewAfter)
			require.Equal(t, 4, st.Forfeits)
			require.Equal(t, 19, st.Games)
		}
	}
	require.Equal(t, 1, withdrawn)
	for _, st := range d.Standings(18) {
		require.False(t, st.Withdrawn, "he still plays in round 19")
	}
}

func TestDrawsAreDraws(t *testing.T) {
	t.Parallel()
	d := readTSH(t, string(data(t, "tsh_26_players_one_withdraws.t")))
	draws := 0
	for _, st := range d.Standings(23) {
		draws += st.Draws
		require.Equal(t, 2*st.Wins+st.Draws, st.HalfPoints)
	}
	require.Equal(t, 4, draws, "two draws, each of two players")
}

const (
	lee = "Lee, Ann 1500 2; 400"
	roe = "Roe, Jo 1400 1; 300"
)

func TestTSHTagsAreRead(t *testing.T) {
	t.Parallel()
	d := readTSH(t, `# a comment
#keyed comment

Lee\;e, Ann 1500+1320 2 0 00 2; 400 50; p12 1 0; board 1 0; penalty 0 -30; off -50; team Blue Jays; naspa aa001234; xtid 77; note a \; b \\ c; class A
Roe, Jo:XT12 1400 1 0 00 1; 300 -50; password secret; off
`)
	require.Equal(t, []string{"# a comment", "#keyed comment"}, d.Comments)
	require.Equal(t, interchange.Player{
		Line: 4, Name: players.Name{Family: "Lee;e", Given: "Ann"}, AssociationID: "AA001234", Rating: 1500, PartnerRating: 1320,
		Opponents: []int{2, 0, interchange.NotPaired, 2}, Scores: []int{400, 50},
		Starts: []int{1, 0}, Boards: []int{1, 0}, Penalties: []int{0, 30}, Withdrawn: true, MissedScore: -50,
		Team: "Blue Jays", Tags: []interchange.Tag{{Name: "class", Value: "A"}, {Name: "note", Value: `a ; b \ c`}, {Name: "xtid", Value: "77"}},
	}, d.Players[0])
	require.Equal(t, "XT12", d.Players[1].AssociationID)
	require.True(t, d.Players[1].Withdrawn)

	written, _ := interchange.WriteTSH(interchange.Event{Divisions: []interchange.Division{d}})
	require.Equal(t, `# a comment
#keyed comment
Lee\;e, Ann            1500+1320 2 0 00 2; 400 50; board 1 0; class A; naspa AA001234; note a \; b \\ c; off -50; p12 1 0; penalty 0 -30; team Blue Jays; xtid 77
Roe, Jo:XT12           1400 1 0 00 1; 300 -50; off -50
`, string(written))
}

// A penalty is off the own spread and changes nothing else (R4.3); the tag has the spread's sign.
func TestTSHPenaltyIsOffTheSpread(t *testing.T) {
	t.Parallel()
	d := readTSH(t, lee+"; penalty -150\n"+roe+"\n")
	rows := d.Standings(1)
	require.Equal(t, []int{1, -50, 1}, []int{rows[0].Seed, rows[0].Spread, rows[0].Wins})
	require.Equal(t, []int{2, -100, 0}, []int{rows[1].Seed, rows[1].Spread, rows[1].Wins})
}

// Spreads of rounds without an opponent are those of the file; 0 counts for nothing (R4.2).
func TestRoundsWithoutOpponentHaveTheSpreadOfTheFile(t *testing.T) {
	t.Parallel()
	d := readTSH(t, "Lee, Ann 1500 0 0 0 0 0; 50 -50 100 -30 0\n")
	rows := d.Standings(5)
	require.Equal(t, 70, rows[0].Spread)
	require.Equal(t, []int{2, 2, 0, 0}, []int{rows[0].Wins, rows[0].Losses, rows[0].Draws, rows[0].Games})
	require.Equal(t, 4, rows[0].HalfPoints)
}

func TestGameWithOneScoreDoesNotCount(t *testing.T) {
	t.Parallel()
	e, findings := interchange.ReadTSH([]byte(lee + "\nRoe, Jo 1400 1;\n"))
	require.Equal(t, []string{"1:18 half_a_score?"}, said(findings))
	for _, row := range e.Divisions[0].Standings(1) {
		require.Zero(t, row.Games)
	}
}

func TestTSHFilesAreRefusedWithThePlace(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file string
		want []string
	}{
		"nothing":               {"", []string{"1:1 empty"}},
		"comments only":         {"# nobody\n", []string{"1:1 empty"}},
		"no rating":             {"Lee, Ann\n", []string{"1:1 no_rating"}},
		"more scores":           {"Lee, Ann 1500 0; 50 50\n", []string{"1:21 more_scores"}},
		"letters for a number":  {"Núñez, Ann 1500 x; 50\n", []string{"1:17 not_a_number"}},
		"a bad rating":          {"Lee, Ann 15x0 0; 50\n", []string{"1:10 not_a_number"}},
		"a bad second rating":   {"Lee, Ann 1500+x 0; 50\n", []string{"1:15 not_a_number"}},
		"a rating too high":     {"Lee, Ann 5000 0; 50\n", []string{"1:10 out_of_range"}},
		"oneself":               {"Lee, Ann 1500 1; 50\n", []string{"1:15 plays_himself"}},
		"nobody":                {"Lee, Ann 1500 7; 50\n", []string{"1:15 no_such_player"}},
		"below nobody":          {"Lee, Ann 1500 -1; 50\n", []string{"1:15 out_of_range"}},
		"not reciprocal":        {"\n" + lee + "\nRoe, Jo 1400 0; 50\n", []string{"2:15 not_reciprocal"}},
		"the other not paired":  {lee + "\nRoe, Jo 1400 00;\n", []string{"1:15 not_reciprocal"}},
		"a start that is none":  {"Lee, Ann 1500 0; 50; p12 4\n", []string{"1:26 out_of_range"}},
		"a table that is none":  {"Lee, Ann 1500 0; 50; board a\n", []string{"1:28 not_a_number"}},
		"too many rounds":       {"Lee, Ann 1500" + strings.Repeat(" 0", 101) + ";\n", []string{"1:1 too_many_rounds"}},
		"a number twice":        {"A:X1 0\nB:X1 0\n", []string{"2:1 duplicate_association_id"}},
		"four parts":            {"A, B, C, D 0\n", []string{"1:1 bad_name"}},
		"a name that is none":   {"?? 1500\n", []string{"1:1 bad_name"}},
		"a number with blanks":  {"Lee:X X 1500\n", []string{"1:5 bad_association_id"}},
		"an end alone":          {"#begin_file name=a.t\nA 0\n#end_file\n#end_file\n", []string{"4:1 no_file_to_end"}},
		"no end":                {"x=1\n#begin_file name=a.t\nA 0\n", []string{"2:1 file_not_ended"}},
		"a file in a file":      {"#begin_file name=a.t\nA 0\n#begin_file name=b.t\nB 0\n#end_file\n", []string{"3:1 file_not_ended"}},
		"a file without a name": {"#begin_file\nA 0\n#end_file\n", []string{"1:1 no_division_name"}},
		"a file twice":          {"#begin_file name=a.t\nA 0\n#end_file\n#begin_file name=a.t\nB 0\n#end_file\n", []string{"4:1 duplicate_division"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, findings := interchange.ReadTSH([]byte(c.file))
			require.Equal(t, c.want, said(findings.Of(interchange.Wrong)))
			require.Empty(t, e)
		})
	}
}

func TestTSHWarningsDoNotRefuse(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file string
		want []string
	}{
		"a tag twice":         {"Lee, Ann 1500; ; class A; class B\n", []string{"1:27 repeated_tag?"}},
		"a password":          {"Lee, Ann 1500; ; password x\n", []string{"1:26 password?"}},
		"a name twice":        {lee + "\nLEE, Ann 1400 1; 300\n", []string{"2:1 duplicate_name?"}},
		"two numbers":         {"Lee, Ann:X1 1500; ; naspa X2\n", []string{"1:27 other_association_id?"}},
		"a penalty that adds": {"Lee, Ann 1500 0; 50; penalty 20\n", []string{"1:30 bonus?"}},
		"a bye of 0":          {"Lee, Ann 1500 0; 0\n", []string{"1:18 bye_of_zero?"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, findings := interchange.ReadTSH([]byte(c.file))
			require.Equal(t, c.want, said(findings))
			require.Len(t, e.Divisions, 1)
			require.NoError(t, findings.Err())
		})
	}
	require.Equal(t, []interchange.Tag{{Name: "class", Value: "B"}}, readTSH(t, "Lee, Ann 1500; ; class A; class B\n").Players[0].Tags, "the last counts")
}
