package satellite

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nast-tour/nast/internal/players"
)

// order puts everything into the order that the types promise.
func (s *Satellite) order() {
	slices.SortFunc(s.Entrants, func(a, b Entrant) int { return cmp.Compare(a.Number, b.Number) })
	slices.SortFunc(s.Rounds, func(a, b Round) int { return cmp.Compare(a.Number, b.Number) })
	slices.SortFunc(s.Games, compareGames)
}

// compareGames orders games by round and table, those without a table last.
func compareGames(a, b Game) int {
	table := func(g Game) int {
		if g.Table == 0 {
			return int(^uint(0) >> 1)
		}
		return g.Table
	}
	return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(table(a), table(b)), strings.Compare(a.ID.String(), b.ID.String()))
}

// compareForSeeding orders entrants as the game of the satellite seeds them: in chess those without
// a rating stand in order of entry, whatever their names (C2.1), and in a Final Event the field has
// its seeds already (R5.7).
func (s *Satellite) compareForSeeding(a, b Entrant) int {
	if s.Final() {
		return compareFieldSeeds(a, b)
	}
	if s.Chess && a.Rating == 0 && b.Rating == 0 {
		return cmp.Compare(a.Number, b.Number)
	}
	return CompareForSeeding(a, b)
}

// CompareForSeeding orders entrants as they are seeded (R2.1): by rating,
// highest first, the unrated last; then family name, given name (folded for
// case and accents), order of entry.
func CompareForSeeding(a, b Entrant) int {
	if a.Rating != b.Rating {
		return cmp.Compare(b.Rating, a.Rating)
	}
	fold := func(part string) string { return players.NameKey(part, "", "") }
	return cmp.Or(
		strings.Compare(fold(a.Name.Family), fold(b.Name.Family)),
		strings.Compare(fold(a.Name.Given), fold(b.Name.Given)),
		cmp.Compare(a.Number, b.Number),
	)
}
