package players

import (
	"regexp"
	"strings"

	"github.com/nast-tour/nast/internal/fault"
)

// MaxRating is the highest rating that is believed. 0 and none are unrated.
const MaxRating = 4000

// CheckRating refuses a rating outside 0 to MaxRating, with the pointer /rating.
func CheckRating(rating int) error {
	if rating < 0 || rating > MaxRating {
		return fault.AtField("/rating", "out_of_range", "A rating is 0 (unrated) to %d, not %d.", MaxRating, rating)
	}
	return nil
}

var associationIDPattern = regexp.MustCompile(`^[A-Za-z0-9-]{1,20}$`)

// ParseAssociationID trims a number of the players' association and sets it in capitals: AA001642.
// The error is an invalid request with the pointer /association_id; a person without a number has
// none to parse.
func ParseAssociationID(text string) (string, error) {
	number := strings.TrimSpace(text)
	if !associationIDPattern.MatchString(number) {
		return "", fault.AtField("/association_id", "invalid_format",
			"%q is not an association number: 1 to 20 letters, digits and hyphens, as AA001642.", text)
	}
	return strings.ToUpper(number), nil
}
