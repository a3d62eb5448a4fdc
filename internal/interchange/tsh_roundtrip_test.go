package interchange_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/interchange"
)

func TestTSHEncodingsAndLineEndsAreAlike(t *testing.T) {
	t.Parallel()
	const file = "Núñez, José 1500 2; 400; class Ä\n# Zoë\nRoe, Zoë 1400 1; 300\n"
	want := readTSH(t, file)
	latin := make([]byte, 0, len(file))
	for _, c := range file {
		latin = append(latin, byte(c))
	}
	for name, raw := range map[string]string{
		"ISO-8859-1":        string(latin),
		"a byte-order mark": "\uFEFF" + file,
		"CRLF":              strings.ReplaceAll(file, "\n", "\r\n"),
		"CR":                strings.ReplaceAll(file, "\n", "\r"),
		"CR CR LF":          strings.ReplaceAll(file, "\n", "\r\r\n"),
		"no last end":       strings.TrimSuffix(file, "\n"),
	} {
		got := readTSH(t, raw)
		for i := range got.Players {
			got.Players[i].Line = want.Players[i].Line // any run of CR and LF ends a line, and so the numbers differ
		}
		require.Equal(t, want, got, name)
	}
}

func TestTSHRoundTripIsTheSameInMeaningAndThenInBytes(t *testing.T) {
	t.Parallel()
	for _, name := range tshData(t) {
		first, findings := interchange.ReadTSH(data(t, name))
		require.False(t, findings.Refused(), name)
		written, notes := interchange.WriteTSH(first)
		require.Empty(t, notes, name)
		second, findings := interchange.ReadTSH(written)
		require.False(t, findings.Refused(), name)
		require.Equal(t, first, second, name)
		again, _ := interchange.WriteTSH(second)
		require.Equal(t, string(written), string(again), name)
	}
}

func TestTSHArchiveKeepsConfigurationAndDivisions(t *testing.T) {
	t.Parallel()
	const archive = "config event_name = \"Spring\"\n#begin_file name=a.t\n# top\nLee, Ann               1500 2; 400\n" +
		"Roe, Jo                1400 1; 300\n#end_file name=a.t\n#begin_file name=b.t\nDoe, Kim                  0 0; 50\n#end_file name=b.t\n"
	e, findings := interchange.ReadTSH([]byte(strings.Replace(archive, "#begin", "director_password=secret\n#begin", 1)))
	require.Empty(t, findings)
	require.Len(t, e.Divisions, 2)
	require.Equal(t, "b", e.Divisions[1].Name)
	written, notes := interchange.WriteTSH(e)
	require.Equal(t, archive, string(written))
	require.Len(t, notes, 1)
	require.Equal(t, "password", notes[0].Code)
}
