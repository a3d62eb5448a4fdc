package interchange_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/money"
)

func sprint(line, column int) string { return strconv.Itoa(line) + ":" + strconv.Itoa(column) }

// Whatever the bytes, the reader answers: every row and refusal lies inside the
// file, the lists are bounded, and what is refused as a whole has a place.
func FuzzReadRoster(f *testing.F) {
	f.Add([]byte("family_name,given_name,rating\nLee,Ann,1500\n"))
	f.Add([]byte("\uFEFFname;standby;fee\r\n\"Lee, Ann\";yes;30.00\r\nX;?;-1\r\n"))
	f.Add([]byte("team\tfamily_name\temail\r\"a\"\"b\"\tLee\ta@b\r"))
	f.Add([]byte("family_name\n\"Lee\n\n\",\"\n\xff"))
	f.Add([]byte(",\n,family_name,,\n\"\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		before := bytes.Clone(raw)
		rows, refusals, err := interchange.ReadRoster(raw, money.USD)
		require.Equal(t, before, raw, "the file itself is left alone")
		lines := bytes.Count(raw, []byte("\n")) + bytes.Count(raw, []byte("\r")) + 1
		if err != nil {
			var refused *fault.Error
			require.ErrorAs(t, err, &refused)
			require.Equal(t, fault.ImportRefused, refused.Code)
			require.NotEmpty(t, refused.Fields)
			require.LessOrEqual(t, len(refused.Fields), 20)
			require.True(t, strings.HasPrefix(refused.Fields[0].Pointer, "/line/"))
			require.Empty(t, rows)
			require.Empty(t, refusals)
			return
		}
		require.LessOrEqual(t, len(rows)+1, lines)
		require.LessOrEqual(t, len(refusals), 1000)
		for _, row := range rows {
			require.True(t, row.Line > 1 && row.Line <= lines)
			for _, column := range row.Columns {
				require.True(t, column >= 1 && column <= len(raw)+1)
			}
		}
		for _, r := range refusals {
			require.True(t, r.Line > 1 && r.Line <= lines)
			require.True(t, r.Column >= 1 && r.Column <= len(raw)+1)
			require.NotEmpty(t, r.Code)
			require.True(t, utf8.ValidString(r.Detail))
		}
	})
}
