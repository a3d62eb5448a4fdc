package interchange_test

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/standings"
)

// Whatever the bytes, the reader answers: findings lie inside the file, a refused file gives
// nothing, and what is taken is whole.
func FuzzReadResults(f *testing.F) {
	f.Add([]byte("round,table,first,second,first_score,second_score,kind\n1,1,1,2,412,388,game\n1,,3,,50,,bye\n"))
	f.Add([]byte("\uFEFFround;first;second;forfeits;kind\r\n1;\"Lee, Ann\";'+x;both;forfeit\r\n2;Lee;;;\r\n"))
	f.Add([]byte("outcome\tround\tfirst\tsecond\tfirst_penalty\rdraw\t1\t1\t2\t5\r"))
	f.Add([]byte("round,first,second\n1,\"1\n\n\",\"\n\xff"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		before := bytes.Clone(raw)
		rows, findings := interchange.ReadResults(raw)
		require.Equal(t, before, raw, "the file itself is left alone")
		lines := bytes.Count(raw, []byte("\n")) + bytes.Count(raw, []byte("\r")) + 1
		for _, one := range findings {
			require.True(t, one.Line >= 1 && one.Line <= lines)
			require.True(t, one.Column >= 1 && one.Column <= len(raw)+1)
			require.NotEmpty(t, one.Code)
			require.True(t, utf8.ValidString(one.Detail))
		}
		if findings.Refused() {
			require.Empty(t, rows)
			return
		}
		for _, row := range rows {
			require.True(t, row.Line > 1 && row.Line <= lines && row.Round >= 1)
			require.False(t, row.First.IsZero())
			require.Equal(t, row.FirstScore == nil, row.SecondScore == nil)
			switch row.Kind {
			case standings.Game:
				require.False(t, row.Second.IsZero())
			case standings.Forfeit:
				require.NotEqual(t, row.FirstForfeits, row.SecondForfeits)
			case standings.DoubleForfeit:
				require.True(t, row.FirstForfeits && row.SecondForfeits && !row.Second.IsZero())
			default:
				require.True(t, row.Second.IsZero())
			}
		}
	})
}
