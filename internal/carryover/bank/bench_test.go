package bank_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nast-tour/nast/internal/carryover/bank"
	"github.com/nast-tour/nast/internal/money"
)

// year is 5,000 rows of a busy account, and 2,000 things that they may be.
func year() (string, []bank.Candidate) {
	var file strings.Builder
	file.WriteString("Date,Description,Amount\n")
	var candidates []bank.Candidate
	for i := range 5000 {
		director := fmt.Sprintf("Director%02d", i%30)
		text := [...]string{"CHEQUE " + fmt.Sprint(1000+i), "E-TRF " + director, "DEPOSIT", "FEE"}[i%4]
		fmt.Fprintf(&file, "2026-%02d-%02d,%s,%d.%02d\n", i%12+1, i%28+1, text, i*37%500+1, i%100)
		if i%5 < 2 {
			candidates = append(candidates, bank.Candidate{
				ID: fmt.Sprint(i), Kind: bank.Payment, Amount: money.Money{Amount: int64(i*37%500+1)*100 + int64(i%100), Currency: money.USD},
				Payer: director, Names: []string{director}, Cheque: fmt.Sprint(1000 + i), Day: march(i%28 + 1),
			})
		}
	}
	return file.String(), candidates
}

func BenchmarkRead5000(b *testing.B) {
	file, _ := year()
	for b.Loop() {
		if lines, err := bank.Read([]byte(file), "chequing", plain()); err != nil || len(lines) != 5000 {
			b.Fatal(err)
		}
	}
}

func BenchmarkPropose5000(b *testing.B) {
	file, candidates := year()
	lines, err := bank.Read([]byte(file), "chequing", plain())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if len(bank.Propose(lines, candidates)) == 0 {
			b.Fatal("nothing was found")
		}
	}
}

// One payer for all of it, in few amounts: the most sums there are to look for.
func BenchmarkProposeOnePayer(b *testing.B) {
	var lines []bank.Line
	var candidates []bank.Candidate
	for i := range 5000 {
		lines = append(lines, at(fmt.Sprint(i), i%28+1, int64(900+i), "ANN LEE"))
		candidates = append(candidates, lee(fmt.Sprint(i), int64(100+i%7)))
	}
	for b.Loop() {
		bank.Propose(lines, candidates)
	}
}
