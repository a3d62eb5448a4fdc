package main

import (
	"iter"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// choice says how things of a kind are named on the command line.
type choice[T any] struct {
	noun  string           // "satellite"
	lists string           // the command that lists them
	id    func(T) string   // the whole id
	names func(T) []string // names and numbers by which a person may call it; the first is shown
}

// minIDPart is the least length of a part of an id that counts as one.
const minIDPart = 4

// pick finds the one thing that a text means: its id, a beginning or an end of it, a whole name,
// or a part of a name, in this order; accents and case do not count.
func (c choice[T]) pick(items iter.Seq2[T, error], text string) (T, error) {
	var none T
	var byID, whole, part []T
	wanted := folded(text)
	if wanted == "" {
		return none, usage("the name of the %s is empty", c.noun)
	}
	for item, err := range items {
		if err != nil {
			return none, err
		}
		id := c.id(item)
		if id == wanted {
			return item, nil
		}
		if len(wanted) >= minIDPart && (strings.HasPrefix(id, wanted) || strings.HasSuffix(id, wanted)) {
			byID = append(byID, item)
		}
		switch match(c.names(item), wanted) {
		case matchWhole:
			whole = append(whole, item)
		case matchPart:
			part = append(part, item)
		}
	}
	for _, found := range [][]T{byID, whole, part} {
		switch {
		case len(found) == 1:
			return found[0], nil
		case len(found) > 1:
			return none, c.several(found, text)
		}
	}
	return none, usage("no %s is called %q; they are listed by: %s", c.noun, text, c.lists)
}

// several asks for more, showing what the text could mean.
func (c choice[T]) several(found []T, text string) error {
	const shown = 8
	var lines []string
	for _, item := range found[:min(shown, len(found))] {
		lines = append(lines, "  "+display.ShortID(c.id(item))+"  "+display.Clean(c.names(item)[0]))
	}
	if len(found) > shown {
		lines = append(lines, "  ...")
	}
	return usage("%q could be one of %d; write more of the name, or the id at the left:\n%s",
		text, len(found), strings.Join(lines, "\n"))
}

type matchKind int

const (
	matchNone matchKind = iota
	matchPart
	matchWhole
)

// match compares a folded text with names. Numbers and the like are only ever matched whole.
func match(names []string, wanted string) matchKind {
	best := matchNone
	for _, name := range names {
		name = folded(name)
		switch {
		case name == wanted:
			return matchWhole
		case strings.ContainsFunc(wanted, unicode.IsLetter) && strings.Contains(name, wanted):
			best = matchPart
		}
	}
	return best
}

// folded is a text without accents, case and double blanks.
func folded(text string) string {
	plain := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(text))
	return strings.Join(strings.Fields(plain), " ")
}

// slice makes an iterator of a list, for pick.
func slice[T any](items []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, item := range items {
			if !yield(item, nil) {
				return
			}
		}
	}
}
