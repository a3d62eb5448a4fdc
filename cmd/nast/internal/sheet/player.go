package sheet

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// player is somebody as a sheet shows him. Without a seed the name stands in the place of a
// player, such as "bye".
type player struct {
	ID     uuid.UUID
	Name   string
	Seed   int
	Rating string
	Note   string // "withdrawn"
}

func firstOf(g *api.Game) player {
	return player{ID: g.First.EntrantID, Name: display.Clean(g.First.Name), Seed: g.First.Seed}
}

// secondOf is the other side, or what stands in its place.
func secondOf(g *api.Game) player {
	if g.Second == nil {
		return player{Name: alone(g)}
	}
	return player{ID: g.Second.EntrantID, Name: display.Clean(g.Second.Name), Seed: g.Second.Seed}
}

// alone says what a player without an opponent has.
func alone(g *api.Game) string {
	switch g.Kind {
	case api.GameKindHalfPointBye:
		return "half-point bye"
	case api.GameKindZeroPointBye:
		return "zero-point bye"
	case api.GameKindForfeit, api.GameKindDoubleForfeit:
		return "absent"
	}
	return "bye"
}

// String is the name with the seed.
func (p player) String() string {
	if p.Seed == 0 {
		return p.Name
	}
	return fmt.Sprintf("%s (%d)", p.Name, p.Seed)
}

// field lists those who play or played, by seed.
func (e Event) field() []player {
	var field []player
	for _, one := range e.Entrants {
		if one.Seed == nil || !one.InField {
			continue
		}
		p := player{ID: one.ID, Name: display.Clean(fullName(one)), Seed: *one.Seed, Rating: "unrated"}
		if one.Rating != nil && *one.Rating > 0 {
			p.Rating = strconv.Itoa(*one.Rating)
		}
		if e.withdrawn(one.ID) {
			p.Note = "withdrawn"
		}
		field = append(field, p)
	}
	slices.SortStableFunc(field, func(a, b player) int { return cmp.Compare(a.Seed, b.Seed) })
	return field
}

// fullName is the name with a suffix that it does not show yet.
func fullName(e api.Entrant) string {
	if e.Suffix != "" && !strings.Contains(e.Name, e.Suffix) {
		return e.Name + " " + e.Suffix
	}
	return e.Name
}

// byName gives the order of names, whatever their script: accents and case count only between
// names that are equal without them, then the seed.
func byName() func(a, b player) int {
	order := collate.New(language.Und)
	return func(a, b player) int {
		return cmp.Or(order.CompareString(a.Name, b.Name), cmp.Compare(a.Seed, b.Seed))
	}
}

// number writes a table, nothing where there is none.
func number(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

// points writes wins with a half for a draw: 4 or 4.5.
func points(p float32) string { return strconv.FormatFloat(float64(p), 'f', -1, 32) }

// signed writes a spread: +24, -7, 0 as +0.
func signed(n int) string { return fmt.Sprintf("%+d", n) }
