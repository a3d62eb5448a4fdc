package interchange_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/interchange"
)

// readers are the readers of result files by name.
var readers = map[string]func([]byte) (interchange.Event, interchange.Findings){
	"naspa": func(raw []byte) (interchange.Event, interchange.Findings) { return interchange.ReadNASPA(raw, nil) },
	"tsh":   interchange.ReadTSH,
	"tou":   interchange.ReadTOU,

	"swisssys": interchange.ReadSwissSys,
	"trf":      interchange.ReadTRF,
}

// What is beyond the bounds is refused before it is taken apart, and what is said stays short.
func TestGarbageIsRefusedShortly(t *testing.T) {
	t.Parallel()
	garbage := make([]byte, 10_000_000)
	for i := range garbage {
		garbage[i] = byte(i*i>>3 ^ i)
	}
	for name, c := range map[string]struct {
		file []byte
		code string
	}{
		"10 MB of bytes":         {garbage, "too_large"},
		"8 MB of bytes":          {garbage[:8<<20], ""},
		"8 MB of zeros":          {make([]byte, 8<<20), "line_too_long"},
		"8 MB of line ends":      {bytes.Repeat([]byte("\n"), 8<<20), "too_long"},
		"100,000 lines":          {bytes.Repeat([]byte("Lee, Ann 1500 0; 50\n"), 100_000), "too_long"},
		"a long line":            {[]byte("Lee, Ann 1500" + strings.Repeat(" 0", 20_000) + ";"), "line_too_long"},
		"20,000 lines of faults": {bytes.Repeat([]byte("x\n"), 20_000), ""},
		"20,000 lines of doubts": {bytes.Repeat([]byte("#x\n"), 20_000), ""},
		"a zip":                  {[]byte("PK\x03\x04\x14\x00\x06\x00\x08\x00"), ""},
	} {
		for format, read := range readers {
			t.Run(name+" as "+format, func(t *testing.T) {
				t.Parallel()
				e, findings := read(c.file)
				require.Empty(t, e)
				require.True(t, findings.Refused())
				require.LessOrEqual(t, len(findings), 400)
				if c.code != "" {
					require.Equal(t, c.code, findings.Of(interchange.Wrong)[0].Code)
				}
			})
		}
	}
}

func TestFileOfManyPlayersIsTaken(t *testing.T) {
	t.Parallel()
	var file strings.Builder
	for range 1000 {
		file.WriteString("#division A\n")
	}
	file.WriteString("Lee 1 0; 50\n")
	e, findings := interchange.ReadNASPA([]byte(file.String()), nil)
	require.NoError(t, findings.Err())
	require.Len(t, findings, 200, "of the 999 divisions of one name only the first are told")
	require.Len(t, e.Divisions, 1000)
}
