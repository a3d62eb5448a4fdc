package interchange

import (
	"fmt"
	"strings"

	"github.com/nast-tour/nast/internal/players"
)

// Note is one thing that a format cannot hold as it is, and what was written instead.
type Note struct {
	Division string `json:"division"`
	Player   int    `json:"player,omitempty"` // its number, 0 where the whole division is meant
	Code     string `json:"code"`             // a stable slug
	From     string `json:"from,omitempty"`   // what it is
	To       string `json:"to,omitempty"`     // what was written, "" where it was left out
	Detail   string `json:"detail"`           // a sentence
}

// notes gathers what a writer has to say of a division.
type notes struct {
	list     []Note
	division string
}

// changed notes a text that was written differently.
func (n *notes) changed(player int, code, from, to string) {
	if from != to {
		n.list = append(n.list, Note{n.division, player, code, from, to, fmt.Sprintf("%s is written as %s.", quote(from), quote(to))})
	}
}

// left notes what was left out.
func (n *notes) left(player int, code, format string, args ...any) {
	n.list = append(n.list, Note{Division: n.division, Player: player, Code: code, Detail: fmt.Sprintf(format, args...)})
}

// leftOf notes something that a format has no place for, once for a division, with how many
// players have it.
func (n *notes) leftOf(d Division, code, what string, has func(Player) bool) {
	count := 0
	for _, p := range d.Players {
		if has(p) {
			count++
		}
	}
	if count > 0 {
		n.left(0, code, "There is no place for %s; players who have it: %d.", what, count)
	}
}

// name notes and gives a name as a line format can hold it: what would end it early, or begin
// something else, is written differently. The spelling is done to each part before.
func (n *notes) name(player int, name players.Name, spell func(string) string) string {
	written := nameLine(linePart(spell(name.Family)), linePart(spell(name.Given)), linePart(spell(name.Suffix)))
	n.changed(player, "name", nameLine(name.Family, name.Given, name.Suffix), written)
	return written
}

// leftHead notes the name and the day of an event, for formats that have neither.
func (n *notes) leftHead(e Event) {
	if e.Name != "" || !e.Day.IsZero() {
		n.left(0, "head", "There is no place for the name and the day of the event.")
	}
}

// leftConfig notes the lines of an archive, for formats that have none.
func (n *notes) leftConfig(e Event) {
	if len(e.Config) > 0 {
		n.left(0, "config", "There is no place for the lines outside of the divisions; %d were left out.", len(e.Config))
	}
}

// nameLine keeps the place of a given name that is missing before a suffix.
func nameLine(family, given, suffix string) string {
	switch {
	case suffix != "":
		return family + ", " + given + ", " + suffix
	case given != "":
		return family + ", " + given
	}
	return family
}

// partSigns are the signs that mean something else in a line.
var partSigns = strings.NewReplacer(",", " ", ":", " ", "#", "No.")

// linePart is one part of a name. Commas and colons part other things, a digit after a blank
// begins the rating, and "#" begins a comment.
func linePart(part string) string {
	words := strings.Fields(partSigns.Replace(part))
	for i, word := range words {
		if isDigit(word[0]) || len(word) > 1 && (word[0] == '-' || word[0] == '+') && isDigit(word[1]) {
			words[i] = "'" + word
		}
	}
	return strings.Join(words, " ")
}

// namesakes notes players whose written names are the same and whom the file cannot tell apart.
func (n *notes) namesakes(d Division, written []string) {
	firsts := make(map[string]int, len(written))
	for i, name := range written {
		first, again := firsts[name]
		if !again {
			firsts[name] = i
		} else if d.Players[i].AssociationID == "" || d.Players[first].AssociationID == "" {
			n.left(i+1, "same_name", "Players %d and %d are both written as %s; give them association numbers.", first+1, i+1, quote(name))
		}
	}
}
