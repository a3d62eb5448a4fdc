package players

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/google/uuid"
)

// Pseudonym is the name that an erased person has from then on (R8.2): "Player 7F3A". It is made of
// his id alone, which stays, so that it says nothing of who he was and comes out the same each
// time; it is longer where a shorter one is taken.
func Pseudonym(id uuid.UUID, taken func(Name) bool) Name {
	sum := sha256.Sum256(append([]byte("nast pseudonym\x00"), id[:]...))
	digits := strings.ToUpper(hex.EncodeToString(sum[:]))
	for length := pseudonymDigits; ; length++ {
		name := Name{Family: pseudonymStart + digits[:length]}
		if length == len(digits) || !taken(name) {
			return name
		}
	}
}

// Erase is the record of a person without what names him: his name gives way to a pseudonym, and
// his number goes, by which anybody could look it up. His id, results, seats and money stay. Nobody
// who enters later is taken for him. All records of a person are erased, under one pseudonym: he
// stays one person, and where a merge is taken back it says no more of the two than before.
func Erase(p Person, pseudonym Name) Person {
	if p.Erased {
		return p
	}
	return Person{ID: p.ID, Name: pseudonym, CreatedAt: p.CreatedAt, Erased: true}
}

// Erased is a decision over an erased person without the words that could name him.
func (d Decision) Erased() Decision {
	d.Reason = ""
	return d
}

// A pseudonym is this and so many hexadecimal digits in capitals, or more.
const (
	pseudonymStart  = "Player "
	pseudonymDigits = 4
)

// isPseudonym tells a pseudonym from a name. Somebody could be called so; then his name says as
// little of him.
func (n Name) isPseudonym() bool {
	digits, found := strings.CutPrefix(n.Family, pseudonymStart)
	return found && n.Given == "" && n.Suffix == "" && len(digits) >= pseudonymDigits && strings.Trim(digits, "0123456789ABCDEF") == ""
}
