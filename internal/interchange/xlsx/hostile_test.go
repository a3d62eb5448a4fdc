package xlsx_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
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

// bomb is a workbook whose first sheet unpacks to some bytes and says that it has others.
func bomb(t testing.TB, unpacked int, declared uint64) []byte {
	t.Helper()
	var sheet bytes.Buffer
	deflate, err := flate.NewWriter(&sheet, flate.BestSpeed)
	require.NoError(t, err)
	sum := crc32.NewIEEE()
	both := io.MultiWriter(deflate, sum)
	_, err = io.WriteString(both, "<worksheet><sheetData>")
	require.NoError(t, err)
	spaces := bytes.Repeat([]byte(" <row/>"), 1<<14)
	for written := 0; written < unpacked; written += len(spaces) {
		_, err = both.Write(spaces)
		require.NoError(t, err)
	}
	require.NoError(t, deflate.Close())

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
		CRC32: sum.Sum32(), CompressedSize64: uint64(sheet.Len()), UncompressedSize64: declared,
	})
	require.NoError(t, err)
	_, err = part.Write(sheet.Bytes())
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
	lying := bomb(t, 32*mega, 1000)
	understated := bytes.Clone(lying) // in the directory, which is what is read
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
		"a bomb of 1 GiB":            {bomb(t, 1<<30, 1<<30), "too_large", mega},
		"one that says 16 EiB":       {bomb(t, mega, 1<<64-1), "too_large", mega},
		"one that says a few bytes":  {lying, "damaged", mega},
		"one that says fewer still":  {understated, "damaged", mega},
		"one that says more":         {bomb(t, mega, 60*mega), "damaged", 64 * mega},
		"rows without an end":        {bomb(t, 63*mega, uint64((63*mega+7<<14-1)/(7<<14)*(7<<14)+22)), "too_large", 2048 * mega},
		"a tag without an end":       {packed(t, "<row "+strings.Repeat("a='' ", 2*mega)+"/>", nil), "too_large", 16 * mega},
		"elements within each other": {packed(t, strings.Repeat("<a>", mega), nil), "too_large", mega},
		"texts within each other":    {packed(t, "", map[string]string{"xl/sharedStrings.xml": strings.Repeat("<a>", mega)}), "too_large", mega},
		"texts without an end":       {packed(t, "", map[string]string{"xl/sharedStrings.xml": "<sst>" + strings.Repeat("<si/>", mega) + "</sst>"}), "too_large", 512 * mega},
		"styles without an end": {
			packed(t, "", map[string]string{"xl/styles.xml": "<s><cellXfs>" + strings.Repeat("<xf/>", mega) + "</cellXfs></s>"}),
			"too_large", 512 * mega,
		},
		"a long text that all cells share": {
			packed(t, "<row>"+strings.Repeat(`<c t="s"><v>0</v></c>`, 1000)+"</row>", map[string]string{"xl/sharedStrings.xml": "<sst><si><t>" + text + "</t></si></sst>"}),
			"too_large", 8 * mega,
		},
		"cells far to the right": {packed(t, strings.Repeat(`<row><c r="ALL1"><v>1</v></c></row>`, 2001), nil), "too_large", 96 * mega},
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
