package xlsx_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/nast-tour/nast/internal/interchange/xlsx"
)

func TestOnlyAZipIsAWorkbook(t *testing.T) {
	t.Parallel()
	require.True(t, xlsx.Is(packed(t, "", nil)))
	require.True(t, xlsx.Is([]byte("PK\x03\x04")))
	for _, raw := range []string{"", "PK", "family_name\n", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"} {
		require.False(t, xlsx.Is([]byte(raw)))
	}
}

func TestWhatIsNoWorkbookIsRefused(t *testing.T) {
	t.Parallel()
	whole := packed(t, "<row><c><v>1</v></c></row>", nil)
	encrypted := func() []byte {
		f := excelize.NewFile()
		defer f.Close()
		var out bytes.Buffer
		require.NoError(t, f.Write(&out, excelize.Options{Password: "secret"}))
		return out.Bytes()
	}
	without := func(part string) []byte { return packed(t, "", map[string]string{part: ""}) }
	garbled := bytes.Clone(whole)
	sheet := bytes.Index(garbled, []byte("first.xml"))
	garbled[sheet+len("first.xml")+4] ^= 0xff
	for name, c := range map[string]struct {
		raw  []byte
		code string
	}{
		"nothing":               {nil, "not_xlsx"},
		"text":                  {[]byte("family_name\nLee\n"), "not_xlsx"},
		"a password":            {encrypted(), "not_xlsx"},
		"half a workbook":       {whole[:len(whole)/2], "damaged"},
		"the beginning of one":  {whole[:4], "damaged"},
		"a garbled part":        {garbled, "damaged"},
		"no workbook in it":     {without("_rels/.rels"), "not_xlsx"},
		"no sheets in it":       {without("xl/workbook.xml"), "not_xlsx"},
		"no sheet behind it":    {without("xl/_rels/workbook.xml.rels"), "no_sheet"},
		"tags that do not end":  {packed(t, "<row><c>", nil), "damaged"},
		"a text for a number":   {packed(t, "<row><c><v>x</v></c></row>", nil), "damaged"},
		"no such shared text":   {packed(t, `<row><c t="s"><v>0</v></c></row>`, nil), "damaged"},
		"rows out of order":     {packed(t, `<row r="2"/><row r="1"/>`, nil), "damaged"},
		"cells out of order":    {packed(t, `<row><c r="B1"/><c r="A1"/></row>`, nil), "damaged"},
		"a cell nowhere":        {packed(t, `<row><c r="1"/></row>`, nil), "damaged"},
		"an unknown entity":     {packed(t, `<row><c t="str"><v>&a;</v></c></row>`, nil), "damaged"},
		"a sheet of a chart":    {packed(t, "", map[string]string{"xl/_rels/workbook.xml.rels": strings.ReplaceAll(bookLinks, "x/worksheet", "x/chartsheet")}), "no_sheet"},
		"a value far below":     {packed(t, `<row r="100001"><c><v>1</v></c></row>`, nil), "too_long"},
		"a value far right":     {packed(t, `<row><c r="ALM1"><v>1</v></c></row>`, nil), "too_wide"},
		"a column beyond words": {packed(t, `<row><c r="`+strings.Repeat("Z", 100)+`1"/></row>`, nil), "damaged"},
		"a zip of another kind": {zipOf(t, map[string][]byte{"a.txt": []byte("hello")}), "not_xlsx"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			grid, err := xlsx.Read(c.raw)
			require.Empty(t, grid)
			pointer := "/line/1/column/1"
			switch c.code {
			case "too_long":
				pointer = "/line/100001/column/1"
			case "too_wide":
				pointer = "/line/1/column/1001"
			}
			refusedAt(t, err, c.code, pointer)
		})
	}
}

func zipOf(t testing.TB, parts map[string][]byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, content := range parts {
		part, err := w.Create(name)
		require.NoError(t, err)
		_, err = part.Write(content)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return out.Bytes()
}

// deflated is a text packed by itself, so that it can stand in a stream over and over.
func deflated(t testing.TB, text []byte, last bool) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestSpeed)
	require.NoError(t, err)
	_, err = w.Write(text)
	require.NoError(t, err)
	if last {
		require.NoError(t, w.Close())
	} else {
		require.NoError(t, w.Flush())
	}
	return out.Bytes()
}

// bomb is a workbook whose first sheet unpacks to some MiB and says that it has so many bytes, or
// says the truth where they are 0.
func bomb(t testing.TB, mebibytes int, declared uint64) []byte {
	t.Helper()
	begin, rows := []byte("<worksheet><sheetData>"), bytes.Repeat([]byte("<c/>"), 1<<13)
	const inMebibyte = 32
	require.Len(t, rows, 1<<20/inMebibyte)
	sheet, packedRows := deflated(t, begin, false), deflated(t, rows, false)
	sum := crc32.NewIEEE()
	_, _ = sum.Write(begin)
	for range mebibytes * inMebibyte {
		sheet = append(sheet, packedRows...)
		_, _ = sum.Write(rows)
	}
	sheet = append(sheet, deflated(t, nil, true)...)
	if declared == 0 {
		declared = uint64(len(begin) + mebibytes<<20)
	}

	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, content := range map[string]string{"_rels/.rels": rootLinks, "xl/workbook.xml": workbook, "xl/_rels/workbook.xml.rels": bookLinks} {
		part, err := w.Create(name)
		require.NoError(t, err)
		_, err = part.Write([]byte(content))
		require.NoError(t, err)
	}
	part, err := w.CreateRaw(&zip.FileHeader{
		Name: "xl/worksheets/first.xml", Method: zip.Deflate,
		CRC32: sum.Sum32(), CompressedSize64: uint64(len(sheet)), UncompressedSize64: declared,
	})
	require.NoError(t, err)
	_, err = part.Write(sheet)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return out.Bytes()
}

// allocated is how many bytes something takes, those that it gives back included.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// Not parallel: what other tests take would be counted too. All bounds are of bytes taken and
// given back; what is held at a time is far less.
func TestBombsAreRefusedInBoundedMemory(t *testing.T) {
	const mega = 1 << 20
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	garbage := make([]byte, 10_000_000)
	for i := range garbage {
		garbage[i] = byte(i*i>>3 ^ i)
	}
	copy(garbage, "PK\x03\x04")
	many := zipOf(t, func() map[string][]byte {
		parts := map[string][]byte{}
		for i := range 1001 {
			parts[fmt.Sprint(i)] = nil
		}
		return parts
	}())
	directory := append(bytes.Clone(packed(t, "", nil)), bytes.Repeat([]byte("PK\x01\x02"), mega)...)
	lying := bomb(t, 2, 1000)
	understated := bytes.Clone(lying) // in its directory, which is what counts
	at := bytes.LastIndex(understated, []byte("xl/worksheets/first.xml")) - 46
	binary.LittleEndian.PutUint32(understated[at+24:], 20)
	text := strings.Repeat("x", 200_000)
	for name, c := range map[string]struct {
		raw   []byte
		code  string
		bound uint64
	}{
		"10 MB of bytes":             {garbage, "too_large", mega},
		"8 MiB of bytes":             {garbage[:8*mega], "damaged", mega},
		"a thousand parts and one":   {many, "too_large", mega},
		"a directory of a million":   {directory, "too_large", mega},
		"a bomb of 1,100 MiB":        {bomb(t, 1100, 0), "too_large", mega},
		"one that says 16 EiB":       {bomb(t, 1, 1<<64-1), "too_large", mega},
		"one that says a few bytes":  {lying, "damaged", mega},
		"one that says fewer still":  {understated, "damaged", mega},
		"one that says more":         {bomb(t, 1, 60*mega), "damaged", 64 * mega},
		"rows without an end":        {bomb(t, 40, 0), "too_large", 512 * mega},
		"a tag without an end":       {packed(t, "<row "+strings.Repeat("a='' ", mega/8)+"/>", nil), "too_large", 16 * mega},
		"elements within each other": {packed(t, strings.Repeat("<a>", mega/8), nil), "too_large", mega},
		"texts within each other":    {packed(t, "", map[string]string{"xl/sharedStrings.xml": strings.Repeat("<a>", mega/8)}), "too_large", mega},
		"texts without an end":       {packed(t, "", map[string]string{"xl/sharedStrings.xml": "<sst>" + strings.Repeat("<si/>", mega/4) + "</sst>"}), "too_large", 192 * mega},
		"styles without an end": {
			packed(t, "", map[string]string{"xl/styles.xml": "<s><cellXfs>" + strings.Repeat("<xf/>", mega/4) + "</cellXfs></s>"}),
			"too_large", 192 * mega,
		},
		"a long text that all cells share": {
			packed(t, "<row>"+strings.Repeat(`<c t="s"><v>0</v></c>`, 1000)+"</row>", map[string]string{"xl/sharedStrings.xml": "<sst><si><t>" + text + "</t></si></sst>"}),
			"too_large", 8 * mega,
		},
		"cells far to the right": {packed(t, strings.Repeat(`<row><c r="ALL1"><v>1</v></c></row>`, 501), nil), "too_large", 32 * mega},
	} {
		t.Run(name, func(t *testing.T) {
			took := allocated(func() {
				grid, err := xlsx.Read(c.raw)
				require.Empty(t, grid)
				refusedAt(t, err, c.code, "/line/1/column/1")
			})
			require.LessOrEqual(t, took, c.bound+mega)
		})
	}
	left, err := os.ReadDir(temporary)
	require.NoError(t, err)
	require.Empty(t, left, "nothing is left in temporary files")
}
