package interchange_test

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/interchange"
)

func FuzzReadNASPA(f *testing.F) {
	for _, name := range []string{"naspa_sample_2009.txt", "naspa_sample_not_reciprocal.txt"} {
		f.Add(data(f, name))
	}
	f.Add([]byte("\xff 0;"))
	f.Add([]byte("Lee, , Jr: 12 1500 0; 0\r\r\n#ratingcheck off\n#division\tB\nRoe 0 00 ; -50"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		checkReader(t, raw, readers["naspa"], interchange.WriteNASPA)
	})
}

func FuzzReadTSH(f *testing.F) {
	for _, name := range tshData(f) {
		raw := data(f, name)
		f.Add(raw[:min(len(raw), 600)])
	}
	f.Add([]byte("x\n#begin_file name=a.t\n#c\nL\xe9e\\;:X1 1+2 0 00; 50; off; p12 0; penalty -1; q \\\\ \\; ;\n#end_file"))
	f.Add([]byte("\uFEFFLee 0 0; 0; naspa AA000001; team  a  b; password x; time 1"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		checkReader(t, raw, readers["tsh"], interchange.WriteTSH)
	})
}

func FuzzReadTOU(f *testing.F) {
	f.Add([]byte(touFile))
	f.Add([]byte("*M01.01.2000\r*\nLee, Ann              999   1\n*** END OF FILE ***"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		checkReader(t, raw, interchange.ReadTOU, interchange.WriteTOU)
	})
}

// checkReader says what has to hold for a reader whatever the bytes: it answers, all findings lie
// inside the file, a refused file gives nothing, and what is taken is stable: written, it is read
// again as it was but for the changes that were noted, and from then on it stays the same.
func checkReader(t *testing.T, raw []byte, read func([]byte) (interchange.Event, interchange.Findings), write func(interchange.Event) ([]byte, []interchange.Note)) {
	const short = 4096 // a longer line may grow out of its bounds where it is written
	before := bytes.Clone(raw)
	first, findings := read(raw)
	require.Equal(t, before, raw, "the file itself is left alone")
	lines := bytes.Count(raw, []byte("\n")) + bytes.Count(raw, []byte("\r")) + 1
	for _, f := range findings {
		require.True(t, f.Line >= 1 && f.Line <= lines)
		require.True(t, f.Column >= 1 && f.Column <= len(raw)+1)
		require.NotEmpty(t, f.Code)
		require.True(t, utf8.ValidString(f.Detail))
	}
	if findings.Refused() {
		require.Empty(t, first)
		return
	}
	for _, d := range first.Divisions {
		require.Len(t, d.Standings(d.PlayedRounds()), len(d.Players))
	}
	written, notes := write(first)
	second, findings := read(written)
	if len(raw) > short || hasCode(findings, "empty", "bad_name", "duplicate_name") {
		return // the notes said what was left out or became equal
	}
	require.NoError(t, findings.Err(), "%q", written)
	if len(notes) == 0 {
		require.Equal(t, first, second)
	}
	again, _ := write(second)
	third, _ := read(again)
	require.Equal(t, second, third)
	once, _ := write(third)
	require.Equal(t, string(again), string(once))
}

func hasCode(findings interchange.Findings, codes ...string) bool {
	for _, f := range findings {
		for _, code := range codes {
			if f.Code == code {
				return true
			}
		}
	}
	return false
}
