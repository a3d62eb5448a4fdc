package interchange_test

import (
	"fmt"
	"testing"

	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/players"
)

// hundred is a division of 100 players and 6 rounds: in round r everybody meets whoever makes up
// the same sum with him, modulo 100, or sits out.
func hundred() interchange.Event {
	const field = 100
	d := interchange.Division{Name: "A"}
	for i := range field {
		p := interchange.Player{Name: players.Name{Family: fmt.Sprintf("Family-%d", i), Given: "Given"}, AssociationID: fmt.Sprintf("AA%06d", i), Rating: 1000 + i}
		for round := 1; round <= 6; round++ {
			opponent, score := (2*field+round-i)%field+1, 300+(i*7+round)%200
			if opponent == i+1 {
				opponent, score = 0, 50
			}
			p.Opponents, p.Scores = append(p.Opponents, opponent), append(p.Scores, score)
		}
		d.Players = append(d.Players, p)
	}
	return interchange.Event{Divisions: []interchange.Division{d}}
}

func BenchmarkRead(b *testing.B) {
	for _, format := range interchange.Formats() {
		raw, _ := interchange.Write(format, hundred())
		b.Run(string(format), func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				if _, findings := interchange.Read(format, raw, "a"); findings.Refused() {
					b.Fatal(findings)
				}
			}
		})
	}
}

func BenchmarkWrite(b *testing.B) {
	for _, format := range interchange.Formats() {
		e := hundred()
		raw, _ := interchange.Write(format, e)
		b.Run(string(format), func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				interchange.Write(format, e)
			}
		})
	}
}
