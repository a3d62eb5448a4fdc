package players

import (
	"fmt"
	"strings"

	"github.com/rivo/uniseg"
)

// ShortNames are names as they stand where anybody reads them (R8.2): the given name and the first
// letter of the family name, "Ann L.". They are of one view and differ within it. Two who would be
// the same get more letters of the family name, "Ann Le." and "Ann Li."; father and son of one name
// are told apart by the suffix, "Ann L. Jr"; and people of the very same name by number, which gives
// the seed or position of each: "Ann L. (12)". Who has one name only is shown by its first letters.
// A pseudonym stands as it is: it says nothing of anybody.
func ShortNames(names []Name, number func(i int) int) []string {
	short := make([]string, len(names))
	alike := map[string][]int{} // by given name
	for i, n := range names {
		if n.isPseudonym() {
			short[i] = n.Family
			continue
		}
		given := fold(n.Given)
		alike[given] = append(alike[given], i)
	}
	for _, group := range alike {
		for _, i := range group {
			short[i] = shorten(names, i, group)
		}
	}
	return numbered(short, number)
}

// Short is one name alone, as ShortNames has it.
func (n Name) Short() string {
	return ShortNames([]Name{n}, func(int) int { return 0 })[0]
}

// shorten is a name with as many letters of the family name as tell it from those of the same given
// name, and with its suffix where only that does.
func shorten(names []Name, i int, group []int) string {
	family, folded := letters(names[i].Family), fold(names[i].Family)
	shown, suffix := 1, ""
	for _, j := range group {
		switch {
		case fold(names[j].Family) != folded:
			shown = max(shown, differAt(family, letters(names[j].Family)))
		case fold(names[j].Suffix) != fold(names[i].Suffix):
			suffix = names[i].Suffix
		}
	}
	for shown < len(family) && family[shown-1] == " " {
		shown++ // a space tells nobody apart
	}
	initials := strings.Join(family[:min(shown, len(family))], "")
	if initials != "" {
		initials += "."
	}
	parts := []string{names[i].Given, initials, suffix}
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}

// differAt is how many letters of a family name it takes until it differs from another.
func differAt(a, b []string) int {
	for n := range min(len(a), len(b)) {
		if fold(a[n]) != fold(b[n]) {
			return n + 1
		}
	}
	return min(len(a), len(b)) + 1
}

// numbered adds their numbers to those that are still the same as another.
func numbered(short []string, number func(i int) int) []string {
	count := map[string]int{}
	for _, text := range short {
		count[fold(text)]++
	}
	out := make([]string, len(short))
	for i, text := range short {
		if out[i] = text; count[fold(text)] > 1 {
			out[i] = fmt.Sprintf("%s (%d)", text, number(i))
		}
	}
	return out
}

// letters are what a reader takes for the letters of a text: a letter keeps its accents, and a
// syllable of scripts that have them stays whole.
func letters(text string) []string {
	var all []string
	for graphemes := uniseg.NewGraphemes(text); graphemes.Next(); {
		all = append(all, graphemes.Str())
	}
	return all
}
