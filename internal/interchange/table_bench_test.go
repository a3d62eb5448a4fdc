package interchange_test

import (
	"testing"

	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/money"
)

// hundredResults are the games of a field of 100 players and 6 rounds, by name: in round r a
// player of the upper half meets the one r places further down the lower half.
func hundredResults() interchange.Table {
	const field, rounds = 100, 6
	name := func(i int) interchange.Cell { return interchange.Text(nameOf(i)) }
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

// hundredPlayers is the roster of that field.
func hundredPlayers() interchange.Table {
	t := interchange.Table{Name: "Roster", Columns: []string{"name", "rating", "fee", "team"}}
	for i := range 100 {
		t.Rows = append(t.Rows, []interchange.Cell{
			interchange.Text(nameOf(i)), interchange.Whole(1000 + i), interchange.Amount(money.Money{Amount: 3000, Currency: money.USD}), interchange.Text("Owls"),
		})
	}
	return t
}

func nameOf(i int) string {
	return "Family" + string(rune('a'+i/26)) + string(rune('a'+i%26)) + ", Given"
}

func BenchmarkReadResultsCSV(b *testing.B) {
	raw := interchange.WriteCSV(hundredResults())
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		if rows, findings := interchange.ReadResults(raw); len(rows) != 300 {
			b.Fatal(findings)
		}
	}
}

func BenchmarkReadRosterCSV(b *testing.B) {
	raw := interchange.WriteCSV(hundredPlayers())
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		if rows, _, err := interchange.ReadRoster(raw, money.USD); len(rows) != 100 {
			b.Fatal(err)
		}
	}
}

func BenchmarkWriteCSV(b *testing.B) {
	table := hundredResults()
	b.SetBytes(int64(len(interchange.WriteCSV(table))))
	b.ReportAllocs()
	for b.Loop() {
		interchange.WriteCSV(table)
	}
}
