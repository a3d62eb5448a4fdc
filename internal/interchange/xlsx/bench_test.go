package xlsx_test

import (
	"fmt"
	"testing"

	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/interchange/xlsx"
)

// hundredResults are the games of a field of 100 players and 6 rounds, by name.
func hundredResults() interchange.Table {
	const field, rounds = 100, 6
	name := func(i int) interchange.Cell { return interchange.Text(fmt.Sprintf("Family%03d, Given", i)) }
	t := interchange.Table{Name: "Results", Columns: []string{"round", "table", "first", "second", "first_score", "second_score", "kind"}}
	for round := 1; round <= rounds; round++ {
		for i := range field / 2 {
			t.Rows = append(t.Rows, []interchange.Cell{
				interchange.Whole(round), interchange.Whole(i + 1), name(i), name(field/2 + (i+round)%(field/2)),
				interchange.Whole(450 + i), interchange.Whole(350 + round), interchange.Text("game"),
			})
		}
	}
	return t
}

func BenchmarkRead(b *testing.B) {
	raw, err := xlsx.Write(hundredResults())
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		grid, err := xlsx.Read(raw)
		if err != nil || len(grid) != 301 {
			b.Fatal(len(grid), err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	table := hundredResults()
	raw, err := xlsx.Write(table)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := xlsx.Write(table); err != nil {
			b.Fatal(err)
		}
	}
}
