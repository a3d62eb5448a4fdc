package interchange_test

import (
	"bytes"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/money"
)

// allocated is how many bytes something takes, those that it gives back included.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// Not parallel: what other tests take would be counted too.
func TestHostileTablesAreRefusedInBoundedMemory(t *testing.T) {
	garbage := make([]byte, 10_000_000)
	for i := range garbage {
		garbage[i] = byte(i*i>>3 ^ i)
	}
	const header = "round,first,second,family_name\n"
	wide := strings.Repeat(",", 16<<10)
	for name, c := range map[string]struct {
		file []byte
		code string
		mega uint64
	}{
		"10 MB of bytes":           {garbage, "too_large", 1},
		"8 MiB of bytes":           {garbage[:8<<20], "not_utf8", 1},
		"8 MiB of zeros":           {make([]byte, 8<<20), "too_wide", 1},
		"8 MiB of line ends":       {append(bytes.Repeat([]byte("\n"), 8<<20-1), 'x'), "too_long", 1},
		"100,000 lines and one":    {[]byte(header + strings.Repeat("1,1,2,3\n", 100_000)), "too_long", 1},
		"8 MiB of commas":          {append(bytes.Repeat([]byte(","), 8<<20-1), 'x'), "too_wide", 1},
		"8 MiB of quoted commas":   {[]byte(header + strings.Repeat("\""+wide+"\n", 500)), "too_wide", 1},
		"commas over quoted lines": {[]byte(header + "\"" + strings.Repeat("\n\""+wide+"\"", 500)), "too_wide", 1},
		"one cell of 8 MiB":        {[]byte(header + strings.Repeat("x", 8<<20-64)), "too_wide", 1},
		"a quote and 8 MiB":        {[]byte(header + "\"" + strings.Repeat("x,", 4<<20-64)), "too_wide", 1},
		"a zip":                    {[]byte("PK\x03\x04\x14\x00\x06\x00\x08\x00"), "no_header", 1},
	} {
		t.Run(name, func(t *testing.T) {
			took := allocated(func() {
				rows, findings := interchange.ReadResults(c.file)
				require.Empty(t, rows)
				require.Len(t, findings, 1)
				require.Equal(t, c.code, findings[0].Code)
			})
			require.LessOrEqual(t, took, c.mega<<20+1<<20)
			took = allocated(func() {
				rows, _, err := interchange.ReadRoster(c.file, money.USD)
				require.Empty(t, rows)
				require.Error(t, err)
			})
			require.LessOrEqual(t, took, c.mega<<20+1<<20)
		})
	}
}
