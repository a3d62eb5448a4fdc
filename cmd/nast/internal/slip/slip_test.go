package slip_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/cmd/nast/internal/slip"
)

func scores(first, second int) api.Result {
	return api.Result{FirstScore: &first, SecondScore: &second}
}

func forfeit(side api.ForfeitSide) api.Result { return api.Result{Forfeit: &side} }

func outcome(o api.Outcome) api.Result { return api.Result{Outcome: &o} }

func TestParseReadsWhatScorersType(t *testing.T) {
	t.Parallel()
	penalised := scores(412, 388)
	ten, five := 10, 5
	penalised.FirstPenalty, penalised.SecondPenalty = &five, &ten
	for line, want := range map[string]slip.Line{
		"5 412 388":            {Table: 5, Result: scores(412, 388)},
		"  12\t412   388 ":     {Table: 12, Result: scores(412, 388)},
		"5: 412-388":           {Table: 5, Result: scores(412, 388)},
		"5 412:388":            {Table: 5, Result: scores(412, 388)},
		"5 -20 388":            {Table: 5, Result: scores(-20, 388)},
		"5 -20--30":            {Table: 5, Result: scores(-20, -30)},
		"5 1-0":                {Table: 5, Result: outcome(api.OutcomeFirst)},
		"5 0-1":                {Table: 5, Result: outcome(api.OutcomeSecond)},
		"5 1/2":                {Table: 5, Result: outcome(api.OutcomeDraw)},
		"5 =":                  {Table: 5, Result: outcome(api.OutcomeDraw)},
		"5 ½-½":                {Table: 5, Result: outcome(api.OutcomeDraw)},
		"5 f1":                 {Table: 5, Result: forfeit(api.ForfeitSideFirst)},
		"5 F2":                 {Table: 5, Result: forfeit(api.ForfeitSideSecond)},
		"5 ff":                 {Table: 5, Result: forfeit(api.ForfeitSideBoth)},
		"5 412 388 p1=5 P2=10": {Table: 5, Result: penalised},
		"":                     {Kind: slip.Done},
		" done ":               {Kind: slip.Done},
		"?":                    {Kind: slip.Missing},
		"undo":                 {Kind: slip.Undo},
		"swap":                 {Kind: slip.Swap},
		"help":                 {Kind: slip.Help},
	} {
		got, err := slip.Parse(line)
		require.NoError(t, err, line)
		require.Equal(t, want, got, line)
	}
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	for line, say := range map[string]string{
		"x 412 388":                `"x" is not the number of a table`,
		"0 412 388":                `"0" is not the number of a table`,
		"-3 412 388":               `"-3" is not the number of a table`,
		"5":                        "two scores are needed",
		"5 412":                    "two scores are needed",
		"5 412 388 9":              "two scores are needed",
		"5 4I2 388":                `"4i2" is not a score`,
		"5 412 38B":                `"38b" is not a score`,
		"5 412.5 388":              `"412.5" is not a score`,
		"5 1-0 412":                "one result",
		"5 1-0 f1":                 "one result",
		"5 f1 412":                 "a forfeit has no scores",
		"5 99999999999999999999 1": "is not a score",
		"please stop":              `"please" is not the number of a table`,
	} {
		_, err := slip.Parse(line)
		require.ErrorContains(t, err, say, line)
	}
}

// FuzzParse holds Parse to its promise: a line is a result with two scores or a forfeit, or an
// error, and nothing else.
func FuzzParse(f *testing.F) {
	for _, line := range []string{"5 412 388", "5 f1", "?", "5 412-388 p1=3", "5 1/2", "é 1 2", "5 --1"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		got, err := slip.Parse(line)
		if err != nil || got.Kind != slip.Result {
			return
		}
		require.Positive(t, got.Table)
		if got.Result.Forfeit == nil && got.Result.Outcome == nil {
			require.NotNil(t, got.Result.FirstScore)
			require.NotNil(t, got.Result.SecondScore)
		}
	})
}

func TestParseScore(t *testing.T) {
	t.Parallel()
	first, second, err := slip.ParseScore("412-388")
	require.NoError(t, err)
	require.Equal(t, [2]int{412, 388}, [2]int{first, second})
	for _, text := range []string{"", "412", "412-", "a-b", "412-388-1"} {
		_, _, err := slip.ParseScore(text)
		require.Error(t, err, text)
	}
}
