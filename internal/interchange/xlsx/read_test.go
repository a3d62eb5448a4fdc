package xlsx_test

import (
	"archive/zip"
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/interchange/xlsx"
	"github.com/nast-tour/nast/internal/money"
)

// The parts of the smallest workbook that there can be.
const (
	contentTypes = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`
	rootLinks    = `<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`
	workbook     = `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="7" r:id="rId2"/><sheet name="B" sheetId="1" r:id="rId1"/></sheets></workbook>`
	bookLinks    = `<Relationships>` +
		`<Relationship Id="rId1" Type="x/worksheet" Target="worksheets/other.xml"/>` +
		`<Relationship Id="rId2" Type="x/worksheet" Target="/xl/worksheets/first.xml"/>` +
		`<Relationship Id="rId3" Type="x/sharedStrings" Target="sharedStrings.xml"/>` +
		`<Relationship Id="rId4" Type="x/styles" Target="styles.xml"/></Relationships>`
)

// packed is a workbook with rows as its first sheet, and with other parts instead of or beside
// those of the smallest one.
func packed(t testing.TB, rows string, parts map[string]string) []byte {
	t.Helper()
	all := map[string]string{
		"[Content_Types].xml": contentTypes, "_rels/.rels": rootLinks, "xl/workbook.xml": workbook, "xl/_rels/workbook.xml.rels": bookLinks,
		"xl/worksheets/first.xml": `<worksheet><sheetData>` + rows + `</sheetData></worksheet>`,
	}
	for name, content := range parts {
		all[name] = content
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, content := range all {
		part, err := w.Create(name)
		require.NoError(t, err)
		_, err = part.Write([]byte(content))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return out.Bytes()
}

// saved is a workbook as another program saves it.
func saved(t testing.TB, fill func(f *excelize.File)) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	fill(f)
	out, err := f.WriteToBuffer()
	require.NoError(t, err)
	return out.Bytes()
}

func set(t testing.TB, f *excelize.File, at string, value any) {
	t.Helper()
	require.NoError(t, f.SetCellValue("Sheet1", at, value))
}

func style(t testing.TB, f *excelize.File, at string, s excelize.Style) {
	t.Helper()
	id, err := f.NewStyle(&s)
	require.NoError(t, err)
	require.NoError(t, f.SetCellStyle("Sheet1", at, at, id))
}

func TestCellsAreReadAsText(t *testing.T) {
	t.Parallel()
	dollars, grouped, exponent := "$#,##0.00_);[Red]($#,##0.00)", `#,##0" days"`, "0.00E+00"
	grid, err := xlsx.Read(saved(t, func(f *excelize.File) {
		set(t, f, "B3", "Núñez, José")
		set(t, f, "C3", 1500)
		set(t, f, "D3", 30.5)
		set(t, f, "E3", 1234.5)
		style(t, f, "E3", excelize.Style{CustomNumFmt: &dollars})
		set(t, f, "F3", 1500)
		style(t, f, "F3", excelize.Style{CustomNumFmt: &grouped})
		set(t, f, "G3", 12345678901234)
		style(t, f, "G3", excelize.Style{CustomNumFmt: &exponent})
		set(t, f, "A5", true)
		set(t, f, "B5", "0042")
		set(t, f, "C5", -50)
		set(t, f, "D5", 0.1+0.2)
		set(t, f, "F5", " two\nlines & <tags> ")
		require.NoError(t, f.SetCellRichText("Sheet1", "H5", []excelize.RichTextRun{{Text: "Lee, "}, {Text: "Ann", Font: &excelize.Font{Bold: true}}}))
		_, err := f.NewSheet("Another")
		require.NoError(t, err)
		require.NoError(t, f.SetCellStr("Another", "A1", "not read"))
	}))
	require.NoError(t, err)
	require.Equal(t, interchange.Grid{
		nil, nil,
		{"", "Núñez, José", "1500", "30.5", "1234.5", "1500", "12345678901234"},
		nil,
		{"TRUE", "0042", "-50", "0.3", "", " two\nlines & <tags> ", "", "Lee, Ann"},
	}, grid)
}

// What other programs write differently.
func TestCellsOfOtherPrograms(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows string
		want interchange.Grid
	}{
		"no cells":             {``, nil},
		"no places":            {`<row><c><v>1</v></c><c/><c><v>2</v></c></row><row/><row><c><v>3</v></c></row>`, interchange.Grid{{"1", "", "2"}, nil, {"3"}}},
		"exponents":            {`<row><c><v>1.5E+3</v></c><c><v>1E-2</v></c><c><v>1500.0</v></c></row>`, interchange.Grid{{"1500", "0.01", "1500"}}},
		"inline text":          {`<row r="2"><c r="B2" t="inlineStr"><is><t>Lee</t></is></c></row>`, interchange.Grid{nil, {"", "Lee"}}},
		"inline rich text":     {`<row><c t="inlineStr"><is><r><t>L</t></r><r><t>ee</t></r><rPh><t>x</t></rPh></is></c></row>`, interchange.Grid{{"Lee"}}},
		"formulas":             {`<row><c><f>1+1</f><v>2</v></c><c t="str"><f>A1</f><v>_x000D__x005F_x0041_</v></c><c><f>B1</f></c></row>`, interchange.Grid{{"2", "\r_x0041_"}}},
		"shared text":          {`<row><c t="s"><v>1</v></c><c t="s"><v>0</v></c><c t="s"/></row>`, interchange.Grid{{"Ann", "Lee"}}},
		"true and false":       {`<row><c t="b"><v>1</v></c><c t="b"><v>0</v></c></row>`, interchange.Grid{{"TRUE", "FALSE"}}},
		"another namespace":    {`<x:row xmlns:x="y"><x:c><x:v>1</x:v></x:c></x:row>`, interchange.Grid{{"1"}}},
		"styles beyond":        {`<row><c s="99"><v>1</v></c><c s="-1"><v>2</v></c></row>`, interchange.Grid{{"1", "2"}}},
		"a format far below":   {`<row r="1"><c><v>1</v></c></row><row r="1048576"><c s="1"/></row>`, interchange.Grid{{"1"}}},
		"a format far right":   {`<row><c><v>1</v></c><c r="XFD1" s="1"/></row>`, interchange.Grid{{"1"}}},
		"the last row":         {`<row r="100000"><c><v>1</v></c></row>`, append(make(interchange.Grid, 99_999), []string{"1"})},
		"the last column":      {`<row><c r="ALL1"><v>1</v></c></row>`, interchange.Grid{append(make([]string, 999), "1")}},
		"a comment and CDATA":  {`<!-- a --><row><c t="str"><v><![CDATA[<a>]]></v></c></row>`, interchange.Grid{{"<a>"}}},
		"an empty inline text": {`<row><c t="inlineStr"><is><t></t></is></c></row>`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			grid, err := xlsx.Read(packed(t, c.rows, map[string]string{"xl/sharedStrings.xml": `<sst><si><t>Lee</t></si><si><r><t>A</t></r><r><t>nn</t></r></si></sst>`}))
			require.NoError(t, err)
			require.Equal(t, c.want, grid)
		})
	}
}

func TestDatesAreRefusedWithTheirCell(t *testing.T) {
	t.Parallel()
	for format, date := range map[string]bool{
		"d-mmm": true, "yyyy-mm-dd": true, "[$-409]h:mm AM/PM;@": true, "[h]:mm": true, "mm:ss.0": true, "[Red]d/m": true,
		"0": false, "#,##0.00": false, `0" days"`: false, "[Red]0": false, "[Magenta]0": false, "General": false, `_d0\m`: false, "[$USD] 0": false, "@": false, "0.00E+00": false, "0%": false,
	} {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			_, err := xlsx.Read(saved(t, func(f *excelize.File) {
				set(t, f, "C2", 45000)
				style(t, f, "C2", excelize.Style{CustomNumFmt: &format})
			}))
			if date {
				refusedAt(t, err, "date", "/line/2/column/3")
			} else {
				require.NoError(t, err)
			}
		})
	}
	_, err := xlsx.Read(saved(t, func(f *excelize.File) { set(t, f, "A1", time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC)) }))
	refusedAt(t, err, "date", "/line/1/column/1")
	_, err = xlsx.Read(packed(t, `<row><c t="d"><v>2026-03-04</v></c></row>`, nil))
	refusedAt(t, err, "date", "/line/1/column/1")
}

func TestFormulasWithoutAValueAreRefused(t *testing.T) {
	t.Parallel()
	_, err := xlsx.Read(packed(t, `<row r="4"><c r="B4" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>`, nil))
	refusedAt(t, err, "formula_error", "/line/4/column/2")
	require.ErrorContains(t, err, "#DIV/0!")
}

// refusedAt checks the error of a workbook that is not read.
func refusedAt(t testing.TB, err error, code, pointer string) {
	t.Helper()
	var refused *fault.Error
	require.ErrorAs(t, err, &refused)
	require.Equal(t, fault.ImportRefused, refused.Code)
	require.Len(t, refused.Fields, 1)
	require.Equal(t, code, refused.Fields[0].Code)
	require.Equal(t, pointer, refused.Fields[0].Pointer)
	require.Regexp(t, `[a-z].*[.?]$`, refused.Fields[0].Detail)
}

func TestRosterAndResultsOfAWorkbook(t *testing.T) {
	t.Parallel()
	raw := saved(t, func(f *excelize.File) {
		require.NoError(t, f.SetSheetRow("Sheet1", "A2", &[]any{"Team", "Name", "Rating", "Fee"}))
		require.NoError(t, f.SetSheetRow("Sheet1", "A3", &[]any{"'+44", "Lee, Ann", 1500, 30}))
		require.NoError(t, f.SetSheetRow("Sheet1", "A5", &[]any{"", "Roe, Jo", 1500.5}))
	})
	grid, err := xlsx.Read(raw)
	require.NoError(t, err)
	rows, refusals, err := interchange.ReadRosterGrid(grid, money.USD)
	require.NoError(t, err)
	require.Len(t, rows, 1)
	require.Equal(t, 3, rows[0].Line)
	require.Equal(t, "+44", rows[0].Entry.Team)
	require.Equal(t, 1500, rows[0].Entry.Rating)
	require.Equal(t, int64(3000), rows[0].Entry.Fee.Amount)
	require.Len(t, refusals, 1)
	require.Equal(t, []int{5, 3}, []int{refusals[0].Line, refusals[0].Column})

	raw = saved(t, func(f *excelize.File) {
		require.NoError(t, f.SetSheetRow("Sheet1", "A1", &[]any{"round", "first", "second", "first_score", "second_score", "kind"}))
		require.NoError(t, f.SetSheetRow("Sheet1", "A2", &[]any{1, "Lee, Ann", 2, 412, 388}))
		require.NoError(t, f.SetSheetRow("Sheet1", "A3", &[]any{1, 3, nil, 50}))
	})
	grid, err = xlsx.Read(raw)
	require.NoError(t, err)
	games, findings := interchange.ReadResultsGrid(grid)
	require.Empty(t, findings)
	require.Len(t, games, 2)
	require.Equal(t, 412, *games[0].FirstScore)
	require.Equal(t, "bye", string(games[1].Kind))
}
