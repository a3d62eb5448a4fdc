// Package tour holds what a tour is and the settings that its rules leave to the organiser: dates,
// bounds, the carryover, the prize table. A tour is checked when it is made and trusted after;
// rules that need a satellite, its field or its money live with those. It stores nothing.
package tour

import (
	"encoding/json"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// Format is the kind of play of a tour.
type Format string

// The formats: the SCRABBLE tour and the scholastic chess events.
const (
	NAST Format = "nast"
	NSCF Format = "nscf"
)

// Valid says whether the format is one of those above.
func (f Format) Valid() bool { return f == NAST || f == NSCF }

// DefaultRounds is the number of rounds of a satellite unless somebody says otherwise: 6 (R1.2),
// in chess 4.
func (f Format) DefaultRounds() int {
	if f == NSCF {
		return 4
	}
	return 6
}

// Shown is what the public sees of a tour. It is no rule of play, so it changes at any time.
type Shown struct {
	Public     bool `json:"public"`      // anybody reads its list, satellites and results (R5.6)
	ShortNames bool `json:"short_names"` // where anybody reads, names are short: "Ann L." (R8.2)
}

// DefaultShown is how a tour begins: not public, and of children, whom chess sections are of, the
// names are short (R8.2).
func (f Format) DefaultShown() Shown { return Shown{ShortNames: f == NSCF} }

// roundBounds are the fewest and the most rounds that the format's pairing rules know.
func (f Format) roundBounds() (fewest, most int) {
	if f == NSCF {
		return 3, 9
	}
	return 5, 8
}

// maxNameLetters bounds the name of a tour.
const maxNameLetters = 120

var slugPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{1,62}$`)

// Tour is many satellites and one Final Event (R1.1). Made by New.
type Tour struct {
	ID            uuid.UUID
	Slug          string // its name in addresses, for good
	Name          string
	Format        Format
	StartsOn      civil.Date
	EndsOn        civil.Date // the last day, not before StartsOn
	Currency      money.Currency
	DefaultRounds int // of a satellite that does not say (R1.2)
	Rules         Rules
	Prizes        PrizeTable
	PairingTables json.RawMessage // the tour's own preset tables (R3.1); nil: the built-in ones
	Final         FinalRules      // of its Final Event (R5.7)
	Shown         Shown
	RulesFrozen   bool  // a satellite has started: the rules stand
	Quiet         bool  // nobody is reminded of anything by mail; can be changed at any time
	Version       int64 // counts the changes, for the ETag
	CreatedAt     time.Time
}

// New gives the tour back with its name trimmed, and with default rules of the final where it has
// none, or an invalid request that lists everything wrong with it, each with its pointer into the
// body of a request.
func New(t Tour) (Tour, error) {
	t.Name = strings.TrimSpace(t.Name)
	if t.Final == (FinalRules{}) {
		t.Final = DefaultFinalRules(t.Currency)
	}
	var bad findings
	bad.add(!slugPattern.MatchString(t.Slug), "/slug", "invalid_format",
		"A slug is 2 to 63 small letters, digits and hyphens, and does not begin with a hyphen.")
	bad.checkName(t.Name)
	bad.add(!t.Format.Valid(), "/format", "unknown_value", "The format is nast or nscf.")
	bad.add(t.StartsOn.IsZero(), "/starts_on", "required", "The first day of the tour is needed.")
	bad.add(t.EndsOn.IsZero(), "/ends_on", "required", "The last day of the tour is needed.")
	bad.add(!t.EndsOn.IsZero() && t.EndsOn.Before(t.StartsOn), "/ends_on", "before_start",
		"The last day of the tour, %s, is before its first, %s.", t.EndsOn, t.StartsOn)
	if _, err := money.ParseCurrency(string(t.Currency)); err != nil {
		bad.add(true, "/currency", "unknown_value", "The currency is an ISO 4217 code in capital letters, as USD or CAD.")
	}
	bad.checkRules(t.Rules, t.Format)
	bad.checkFinal(t.Final, t.Currency)
	bad.add(!t.Rules.allowsRounds(t.DefaultRounds), "/default_rounds", "out_of_range",
		"The tour allows %d to %d rounds, not %d.", t.Rules.MinRounds, t.Rules.MaxRounds, t.DefaultRounds)
	if err := bad.fault("The tour is not valid."); err != nil {
		return Tour{}, err
	}
	return t, nil
}

// CheckRounds refuses a number of rounds of a satellite that the tour does not allow (R1.2), with
// the pointer /rounds.
func (t Tour) CheckRounds(rounds int) error {
	if t.Rules.allowsRounds(rounds) {
		return nil
	}
	return fault.AtField("/rounds", "out_of_range",
		"The tour allows %d to %d rounds, not %d.", t.Rules.MinRounds, t.Rules.MaxRounds, rounds)
}

func (f *findings) checkName(name string) {
	f.add(name == "", "/name", "required", "A name is needed.")
	f.add(utf8.RuneCountInString(name) > maxNameLetters, "/name", "too_long",
		"A name has at most %d letters.", maxNameLetters)
	f.add(!utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl), "/name", "invalid_format",
		"A name has no control characters.")
}
