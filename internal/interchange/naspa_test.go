package interchange_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/players"
)

func TestPublishedNASPAFileIsValidWithFourWarnings(t *testing.T) {
	t.Parallel()
	e, findings := interchange.ReadNASPA(data(t, "naspa_sample_2009.txt"), nil)
	require.NoError(t, findings.Err())
	require.Equal(t, []string{"3:39 tie?", "4:43 bye_of_zero?", "7:36 tie?", "11:40 tie?"}, said(findings))
	require.Contains(t, findings[1].Detail, "Line 4, column 43: The bye or forfeit of round 4 has the spread 0")
	require.Len(t, e.Divisions, 3)
	require.True(t, e.Divisions[0].RatingCheckOff)
}

// Worked out by hand. In division A for example Edley has a bye (+50), loses to Butts by 100, ties
// with Chew, has a bye of 0, loses to Butts by 100 and beats Chew by 100: 2 wins, 2 losses, 1 draw
// and 50 - 100 - 100 + 100 = -50.
func TestStandingsOfThePublishedNASPAFile(t *testing.T) {
	t.Parallel()
	e, _ := interchange.ReadNASPA(data(t, "naspa_sample_2009.txt"), nil)
	type row struct {
		name                              string
		rank, wins, losses, draws, spread int
	}
	for i, want := range [][]row{
		{{"Butts, Alfred", 1, 6, 0, 0, 500}, {"Edley, Joe", 2, 2, 2, 1, -50}, {"Chew, John", 3, 2, 3, 1, -200}},
		{{"Doe, Kate", 1, 6, 0, 0, 500}, {"Doe, Jane", 2, 3, 2, 1, 0}, {"Doe, John", 3, 2, 3, 1, -200}},
		{{"Horn, Joel", 1, 6, 0, 0, 500}, {"Wapnick, Joel", 2, 3, 2, 1, 0}, {"Sherman, Joel", 3, 2, 3, 1, -200}},
	} {
		var got []row
		for _, st := range e.Divisions[i].Standings(6) {
			got = append(got, row{st.Name.String(), st.Rank, st.Wins, st.Losses, st.Draws, st.Spread})
		}
		require.Equal(t, want, got, e.Divisions[i].Name)
	}
}

func TestNASPAFileThatIsNotReciprocalIsRefused(t *testing.T) {
	t.Parallel()
	e, findings := interchange.ReadNASPA(data(t, "naspa_sample_not_reciprocal.txt"), nil)
	require.Empty(t, e)
	wrong := findings.Of(interchange.Wrong)
	require.Equal(t, []string{"6:23 not_reciprocal"}, said(wrong))
	require.Equal(t, "Line 6, column 23: In round 6 player 4 (Winter) has opponent 3, but player 3 (Brook, Alfred, line 5) has opponent 0; make both name each other.", wrong[0].Detail)
	var f *fault.Error
	require.ErrorAs(t, findings.Err(), &f)
	require.Equal(t, fault.ImportRefused, f.Code)
	require.Equal(t, "/line/6/column/23", f.Fields[0].Pointer)
}

func TestNASPAFilesAreRefusedWithThePlace(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines, says string
		want        []string
	}{
		"nothing":                  {"", "no players", []string{"1:1 empty"}},
		"directives only":          {"#ratingcheck off", "no players", []string{"1:1 empty"}},
		"a byte-order mark":        {"\uFEFF#division A\n" + lee + "\n" + roe, "without", []string{"1:1 byte_order_mark"}},
		"a letter beyond ASCII":    {"Lee, Zoë 1500 0; 50", "0xC3 (ë)", []string{"1:8 not_ascii"}},
		"a byte beyond ASCII":      {"Lee, Zo\xeb 1500 0; 50", "0xEB", []string{"1:8 not_ascii", "1:1 bad_name"}},
		"not reciprocal":           {lee + "\nRoe, Jo 1400 0; 50", "has opponent 0", []string{"1:15 not_reciprocal"}},
		"three in a circle":        {"A 0 2; 400\nB 0 3; 300\nC 0 1; 300", "opponent 3", []string{"1:5 not_reciprocal", "2:5 not_reciprocal", "3:5 not_reciprocal"}},
		"oneself":                  {"Lee, Ann 1500 1; 400", "himself", []string{"1:15 plays_himself"}},
		"beyond the division":      {lee + "\nRoe, Jo 1400 1; 300\nDoe 0 4; 9", "3 players", []string{"3:7 no_such_player"}},
		"far beyond the division":  {"Doe 0 99999999999999999999; 50", "out of range", []string{"1:7 out_of_range"}},
		"more scores":              {"Lee, Ann 1500 0; 50 50", "1 opponents and 2 scores", []string{"1:16 other_counts"}},
		"fewer scores":             {"Lee, Ann 1500 0 0; 50", "2 opponents and 1 scores", []string{"1:18 other_counts"}},
		"another number of rounds": {"Lee, Ann 1500 0; 50\nRoe, Jo 0 0 0; 50 50", "2 rounds, the first of the division has 1", []string{"2:1 other_rounds"}},
		"letters for an opponent":  {"Lee, Ann 1500 x; 50", "whole number", []string{"1:15 not_a_number"}},
		"letters for a score":      {"Lee, Ann 1500 0; fifty", "whole number", []string{"1:18 not_a_number"}},
		"letters for a rating":     {"Lee, Ann 15oo 0; 50", "a rating", []string{"1:10 not_a_number"}},
		"a rating below nothing":   {"Lee, Ann -5 0; 50", "write 0", []string{"1:10 not_a_number", "1:14 other_counts"}},
		"a rating too high":        {"Lee, Ann 4001 0; 50", "4000", []string{"1:10 out_of_range"}},
		"a score too high":         {"Lee, Ann 1500 0; 2000", "1999", []string{"1:18 out_of_range"}},
		"a score too low":          {"Lee, Ann 1500 0; -1000", "-999", []string{"1:18 out_of_range"}},
		"no semicolon":             {"Lee, Ann 1500 0 50", "semicolon", []string{"1:19 no_scores"}},
		"two semicolons":           {"Lee, Ann 1500 0; 50;", "second", []string{"1:20 second_semicolon"}},
		"no rating":                {"Lee, Ann; 50", "rating", []string{"1:1 no_rating"}},
		"nothing before scores":    {"; 50", "rating", []string{"1:1 no_rating"}},
		"a name without letters":   {"? 1500 0; 50", "not a name", []string{"1:1 bad_name"}},
		"a name of four parts":     {"A, B, C, D 1500 0; 50", "commas", []string{"1:1 bad_name"}},
		"a number that is none":    {"Lee, Ann:A! 1500 0; 50", "AA001642", []string{"1:10 bad_association_id"}},
		"a name twice":             {lee + "\nLee,  Ann 1400 1; 300", "line 1", []string{"2:1 duplicate_name"}},
		"a name in two divisions":  {"Lee 1 0; 50\n#division B\nLee 1 0; 50", "line 1", []string{"3:1 duplicate_name"}},
		"one of two has a number":  {"Lee:X1 1 0; 50\nLee 1 0; 50", "numbers", []string{"2:1 duplicate_name"}},
		"a number twice":           {"Lee:X1 1 0; 50\nRoe:x1 1 0; 50", "X1", []string{"2:1 duplicate_association_id"}},
		"a division without name":  {"#division\nLee 1 0; 50", "#division", []string{"1:1 no_division_name"}},
		"too many rounds":          {"Lee 1" + strings.Repeat(" 0", 101) + ";" + strings.Repeat(" 50", 101), "100", []string{"1:1 too_many_rounds"}},
		"a broken line":            {"Lee, Ann 1500 2; x\nRoe, Jo 1400 0; 50", "whole number", []string{"1:18 not_a_number"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, findings := interchange.ReadNASPA([]byte(c.lines), nil)
			wrong := findings.Of(interchange.Wrong)
			require.ElementsMatch(t, c.want, said(wrong))
			require.Empty(t, e)
			require.Contains(t, wrong[0].Detail+wrong[len(wrong)-1].Detail, c.says)
		})
	}
}

func TestNASPAWarningsDoNotRefuse(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines string
		want  []string
	}{
		"a bye of 0":          {"Lee 1 0; 0", []string{"1:10 bye_of_zero?"}},
		"a bye of 150":        {"Lee 1 0; 150", []string{"1:10 unusual_bye?"}},
		"usual byes":          {"Lee 1 0 0; 50 -50", nil},
		"a tie, told once":    {"Lee 1 2; 400\nRoe 1 1; 400", []string{"1:10 tie?"}},
		"a score below 100":   {"Lee 1 2; 400\nRoe 1 1; 99", []string{"2:10 unusual_score?"}},
		"a score above 800":   {"Lee 1 2; 801\nRoe 1 1; 300", []string{"1:10 unusual_score?"}},
		"scores at the edges": {"Lee 1 2; 800\nRoe 1 1; 100", nil},
		"an unknown word":     {"#round 3\nLee 1 0; 50", []string{"1:1 unknown_directive?"}},
		"neither off nor on":  {"#ratingcheck maybe\nLee 1 0; 50", []string{"1:1 unknown_directive?"}},
		"a division twice":    {"#division A\nLee 1 0; 50\n#division A\nRoe 1 0; 50", []string{"3:1 duplicate_division?"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, findings := interchange.ReadNASPA([]byte(c.lines), nil)
			require.NoError(t, findings.Err())
			require.Equal(t, c.want, said(findings))
			require.NotEmpty(t, e.Divisions)
		})
	}
}

func TestRatingsUnlikeTheRostersAreToldUnlessTheFileSaysOff(t *testing.T) {
	t.Parallel()
	roster := func(name players.Name, id string) (int, bool) {
		return 1510, name.Family == "Lee" && id == "AA000001"
	}
	const file = "Lee, Ann:AA000001 1500 2; 400\nRoe, Jo 1400 1; 300\n"
	_, findings := interchange.ReadNASPA([]byte(file), roster)
	require.Equal(t, []string{"1:19 other_rating?"}, said(findings))
	require.Contains(t, findings[0].Detail, "1510")
	_, findings = interchange.ReadNASPA([]byte("#ratingcheck off\n"+file), roster)
	require.Empty(t, findings)
}

func TestNASPALinesAreReadWithExtraSpacesAndAnyEnd(t *testing.T) {
	t.Parallel()
	want, findings := interchange.ReadNASPA([]byte("#division A\nStone, Ira, III:AA900003 1800 2; 300\nWinter 0 1; 310\n"), nil)
	require.Empty(t, findings)
	require.Equal(t, players.Name{Family: "Stone", Given: "Ira", Suffix: "III"}, want.Divisions[0].Players[0].Name)
	require.Equal(t, players.Name{Family: "Winter"}, want.Divisions[0].Players[1].Name)
	for name, file := range map[string]string{
		"spaces":   "  #division   A \n\n  Stone ,  Ira,III : aa900003   1800\t2  ;  300  \nWinter   0 1;310",
		"CRLF":     "#division A\r\nStone, Ira, III:AA900003 1800 2; 300\r\nWinter 0 1; 310\r\n",
		"CR":       "#division A\rStone, Ira, III:AA900003 1800 2; 300\rWinter 0 1; 310\r",
		"no colon": "#division A\nStone, Ira, III: AA900003 1800 2 ;300\nWinter 0 1 ;310",
	} {
		got, findings := interchange.ReadNASPA([]byte(file), nil)
		require.Empty(t, findings, name)
		require.Equal(t, unlined(want), unlined(got), name)
	}
	digits, findings := interchange.ReadNASPA([]byte("Lee: 1234 1500 0; 50"), nil)
	require.Empty(t, findings)
	require.Equal(t, "1234", digits.Divisions[0].Players[0].AssociationID, "a number of digits apart from its colon")
}

func TestNASPARoundTripIsTheSame(t *testing.T) {
	t.Parallel()
	first, _ := interchange.ReadNASPA(data(t, "naspa_sample_2009.txt"), nil)
	written, notes := interchange.WriteNASPA(first)
	require.Empty(t, notes)
	second, findings := interchange.ReadNASPA(written, nil)
	require.Len(t, findings, 4)
	require.Equal(t, first, second)
	again, _ := interchange.WriteNASPA(second)
	require.Equal(t, string(written), string(again))
}

func TestNASPASaysWhatItCannotHold(t *testing.T) {
	t.Parallel()
	e, _ := interchange.ReadTSH(data(t, "tsh_33_players_partly_scored.t"))
	written, notes := interchange.WriteNASPA(e)
	var codes []string
	for _, n := range notes {
		codes = append(codes, n.Code)
	}
	require.Equal(t, []string{"rounds_left_out", "starts", "boards", "tags"}, codes)
	back, findings := interchange.ReadNASPA(written, nil)
	require.False(t, findings.Refused())
	require.Equal(t, e.Divisions[0].Standings(2), back.Divisions[0].Standings(2))
}
