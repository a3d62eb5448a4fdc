package interchange_test

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/standings"
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

func FuzzReadSwissSys(f *testing.F) {
	f.Add([]byte(nscfChart))
	f.Add([]byte("Open\n#\tName\tID\tGrd\tRd 1\tx\tTot\n1\tLee, Ann\tAA1\tK\tX2\n2\tRoe\t\t\tf2\ty\t½\n"))
	f.Add([]byte("2026\n\n#   Name  Rtng  Rd1  Rd 2\n 1  L\xe9e     unr.  b--   \n 2  Roe   900  D3  H\n 3  Doe   D2  Z---\n---\n\v\n#  Name\n1  A"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, tabs := range []bool{false, true} {
			checkReader(t, raw, interchange.ReadSwissSys, func(e interchange.Event) ([]byte, []interchange.Note) {
				return interchange.WriteSwissSys(e, interchange.ChartOptions{Tabs: tabs})
			})
		}
	})
}

func FuzzReadTRF(f *testing.F) {
	f.Add([]byte(trfFile))
	f.Add([]byte("001    1      L\xe9e, Ann                                                              9.5    1  0000 - =     2 w 1     2 b  "))
	f.Add([]byte("001    2 wwfm Roe, Jo                          1500 USA    12345678 2016/03/14  0.0    1  0000 - H     1 b 0     1 w  \r012\nXXR 9\n042 x\n062 3 (1)"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		checkReader(t, raw, interchange.ReadTRF, func(e interchange.Event) ([]byte, []interchange.Note) {
			return interchange.WriteTRF(e, standings.ChessOptions{})
		})
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
		require.Len(t, d.ChessStandings(d.PlayedRounds(), standings.ChessOptions{}), len(d.Players))
	}
	written, notes := write(first)
	second, findings := read(written)
	if len(raw) > short || hasCode(findings, "empty", "bad_name", "duplicate_name") {
		return // the notes said what was left out or became equal
	}
	require.NoError(t, findings.Err(), "%q", written)
	if len(notes) == 0 {
		require.Equal(t, unlined(first), unlined(second))
	}
	again, _ := write(second)
	third, _ := read(again)
	require.Equal(t, unlined(second), unlined(third))
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
