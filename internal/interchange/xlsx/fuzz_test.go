package xlsx_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/interchange/xlsx"
)

// Whatever the bytes, the reader answers, within its bounds.
func FuzzRead(f *testing.F) {
	whole, err := xlsx.Write(standingsTable)
	require.NoError(f, err)
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add(packed(f, `<row r="2"><c r="B2" t="s"><v>0</v></c><c s="1"><v>1E3</v></c></row>`, map[string]string{"xl/sharedStrings.xml": "<sst><si><t>x</t></si></sst>"}))
	f.Add([]byte("PK\x03\x04"))
	f.Fuzz(func(t *testing.T, raw []byte) { checkRead(t, raw) })
}

// The same for the rows of a sheet, which a change of a packed file seldom reaches.
func FuzzReadRows(f *testing.F) {
	f.Add(`<row r="2"><c r="B2" t="s"><v>0</v></c><c s="1"><v>1E3</v></c></row>`)
	f.Add(`<row><c t="inlineStr"><is><t>_x0041_</t></is></c><c t="b"><v>1</v></c></row><row r="9"/>`)
	f.Add(`</sheetData></worksheet><row><c t="e"><v>#REF!</v></c></row>`)
	f.Fuzz(func(t *testing.T, rows string) { checkRead(t, packed(t, rows, nil)) })
}

func checkRead(t *testing.T, raw []byte) {
	t.Helper()
	before := bytes.Clone(raw)
	grid, err := xlsx.Read(raw)
	require.Equal(t, before, raw, "the file itself is left alone")
	if err != nil {
		require.Equal(t, fault.ImportRefused, fault.CodeOf(err))
		require.Empty(t, grid)
		return
	}
	require.LessOrEqual(t, len(grid), interchange.MaxTableRows)
	for _, row := range grid {
		require.LessOrEqual(t, len(row), interchange.MaxTableColumns)
	}
	_, findings := interchange.ReadResultsGrid(grid)
	require.LessOrEqual(t, len(findings), 400)
}
