package interchange

import (
	"errors"
	"strings"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/players"
)

// nameField reads "Last, First, Suffix:ID", of which everything but the last name may be missing.
// A name without a comma is one name, however many words it has, so that nothing of it is lost.
func (l line) nameField(from, to int, unescape func(string) string, f *found) (players.Name, string) {
	from, to = l.trimmed(from, to)
	text := l.text[from:to]
	id := ""
	if colon := strings.LastIndexByte(text, ':'); colon >= 0 {
		id = l.idField(from+colon+1, to, f)
		text = text[:colon]
	}
	if last := text[strings.LastIndexAny(text, " \t")+1:]; len(last) > 1 && strings.ContainsRune("+-", rune(last[0])) && isDigit(last[1]) {
		f.wrong(l.place(from+len(text)-len(last)), "not_a_number", "%s is not a rating; write 0 for a player without one.", quote(last))
	}
	return l.wholeName(from, unescape(text), f), id
}

// wholeName reads "Last, First, Suffix" from what stands at a place of the line.
func (l line) wholeName(from int, text string, f *found) players.Name {
	parts := strings.Split(text, ",")
	if len(parts) > 3 {
		f.wrong(l.place(from), "bad_name", "%s has too many commas; write the name as \"Last, First\" or \"Last, First, Suffix\".", quote(text))
		return players.Name{}
	}
	for len(parts) < 3 {
		parts = append(parts, "")
	}
	name, err := players.ParseName(parts[0], parts[1], parts[2])
	if refused := (*fault.Error)(nil); errors.As(err, &refused) {
		f.wrong(l.place(from), "bad_name", "%s is not a name. %s", quote(text), refused.Detail)
	}
	return name
}

// idField reads an association number; nothing is none.
func (l line) idField(from, to int, f *found) string {
	from, to = l.trimmed(from, to)
	if from == to {
		return ""
	}
	id, err := players.ParseAssociationID(l.text[from:to])
	if err != nil {
		f.wrong(l.place(from), "bad_association_id", "%s is not an association number; write 1 to 20 letters, digits and hyphens, as AA001642.", quote(l.text[from:to]))
		return ""
	}
	return id
}
