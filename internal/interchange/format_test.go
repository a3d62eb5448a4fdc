package interchange_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/players"
)

// placing is what a format has to keep: who stands where with what.
type placing struct{ rank, seed, halfPoints, spread int }

func placings(d interchange.Division, after int) []placing {
	var list []placing
	for _, st := range d.Standings(after) {
		list = append(list, placing{st.Rank, st.Seed, st.HalfPoints, st.Spread})
	}
	return list
}

// scoredFormats are those that hold scores and with them spreads.
var scoredFormats = []interchange.Format{interchange.NASPA, interchange.TSH, interchange.TSHArchive, interchange.TOU}

// Every file converted to every format of scores is read again there without errors and without a change of
// the standings of its complete rounds. A bye of 0 is left out here, for TOU has no place for it
// and says so.
func TestEveryFormatIsConvertedToEveryOtherWithTheSameStandings(t *testing.T) {
	t.Parallel()
	for _, name := range append(tshData(t), "naspa_sample_2009.txt") {
		e, findings := interchange.Read(interchange.FormatOf(name), data(t, name), name)
		require.NoError(t, findings.Err())
		if name == "naspa_sample_2009.txt" {
			e.Divisions = e.Divisions[1:]
		}
		for _, first := range scoredFormats {
			for _, second := range scoredFormats {
				converted := e
				for _, format := range []interchange.Format{first, second} {
					raw, _ := interchange.Write(format, converted)
					converted, findings = interchange.Read(format, raw, name)
					require.NoError(t, findings.Err(), "%s to %s to %s", name, first, second)
				}
				require.Len(t, converted.Divisions, len(e.Divisions))
				for i, d := range e.Divisions {
					after := d.CompleteRounds()
					require.Equal(t, placings(d, after), placings(converted.Divisions[i], after), "%s to %s to %s", name, first, second)
				}
			}
		}
	}
}

func TestFormatsThatHaveNoPlaceForHeadAndConfigurationSaySo(t *testing.T) {
	t.Parallel()
	e := touEvent()
	e.Config = []string{"config x = 1"}
	for format, want := range map[interchange.Format][]string{
		interchange.NASPA:      {"head", "config", "starts"},
		interchange.TSH:        {"head"},
		interchange.TSHArchive: {"head"},
		interchange.TOU:        {"config"},
		interchange.SwissSys:   {"head", "config", "scores", "colours"},
		interchange.TRF:        {"config", "division_name", "scores"},
	} {
		_, notes := interchange.Write(format, e)
		var codes []string
		for _, n := range notes {
			codes = append(codes, n.Code)
			require.NotEmpty(t, n.Detail)
		}
		require.Equal(t, want, codes, format)
	}
	raw, notes := interchange.Write("doc", e)
	require.Nil(t, raw)
	require.Nil(t, notes)
}

func TestPasswordsAreNeverWritten(t *testing.T) {
	t.Parallel()
	d := interchange.Division{Name: "A", Comments: []string{"#password secret", "#end_file name=x.t"}, Players: []interchange.Player{{
		Name: players.Name{Family: "Lee"}, Tags: []interchange.Tag{{Name: "Password", Value: "secret"}, {Name: "class", Value: "A"}},
	}}}
	e := interchange.Event{Divisions: []interchange.Division{d}, Config: []string{"Password = secret"}}
	raw, notes := interchange.WriteTSH(e)
	require.Equal(t, "#begin_file name=A.t\nLee                       0 ; ; class A\n#end_file name=A.t\n", string(raw))
	require.Len(t, notes, 4)
}

func TestDivisionsThatWouldHaveOneFileNameHaveTwo(t *testing.T) {
	t.Parallel()
	one := fieldOf(players.Name{Family: "Lee"}).Divisions[0]
	two := fieldOf(players.Name{Family: "Roe"}).Divisions[0]
	three := fieldOf(players.Name{Family: "Doe"}).Divisions[0]
	one.Name, two.Name, three.Name = "Top 10", "Top/10", ""
	raw, notes := interchange.WriteTSH(interchange.Event{Divisions: []interchange.Division{one, two, three}})
	back, findings := interchange.ReadTSH(raw)
	require.Empty(t, findings)
	require.Equal(t, []string{"Top_10", "Top_10-2", "a"}, []string{back.Divisions[0].Name, back.Divisions[1].Name, back.Divisions[2].Name})
	require.Len(t, notes, 3)
}

func TestNASPASaysOffAndOnWhereRatingsAreComparedAgain(t *testing.T) {
	t.Parallel()
	const file = "Lee 0 0; 50\n#division B\n#ratingcheck off\nRoe 0 0; 50\n#division C\n#ratingcheck on\nDoe 0 0; 50\n"
	e, findings := interchange.ReadNASPA([]byte(file), nil)
	require.Empty(t, findings)
	require.Equal(t, []bool{false, true, false}, []bool{e.Divisions[0].RatingCheckOff, e.Divisions[1].RatingCheckOff, e.Divisions[2].RatingCheckOff})
	raw, _ := interchange.WriteNASPA(e)
	require.Equal(t, file, string(raw))
}
