package satellite

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/tour"
)

// MaxEntrants bounds a field.
const MaxEntrants = 2000

// Register makes a satellite of a tour, proposed until it is sanctioned (R1.3).
// Rounds of 0 and an EndsOn of zero take the tour's default and the first day.
// The error lists every field that is wrong.
func Register(r Registration, t tour.Tour, now time.Time) (*Satellite, error) {
	r.TourID, r.Tour, r.Chess = t.ID, t.Slug, t.Format == tour.NSCF
	r.Status = Proposed
	r.CreatedAt = now.UTC()
	switch {
	case r.Final():
		r.RoundCount = len(r.Methods)
	case r.RoundCount == 0:
		r.RoundCount = t.DefaultRounds
	}
	if r.EndsOn.IsZero() {
		r.EndsOn = r.StartsOn
	}
	s := &Satellite{Registration: r}
	s.trim()
	return s, s.check(t)
}

// Patch is what an edit changes; nil leaves a value as it is.
type Patch struct {
	Name            *string
	Venue           *Venue
	StartsOn        *civil.Date
	EndsOn          *civil.Date
	TimeZone        *string
	Rounds          *int
	Methods         *[]pairing.Method // of a Final Event only
	EntryFee        *money.Money
	PlannedExpenses *money.Money
	Expenses        *money.Money
	Sponsorship     *money.Money
}

// Edit changes the registration until the satellite is reported. The number of
// rounds stands from the start on; the currency once money is recorded (R6.1).
func (s *Satellite) Edit(p Patch, t tour.Tour) error {
	if err := s.allow("changed", Proposed, Sanctioned, InPlay, Finished); err != nil {
		return err
	}
	if p.Methods != nil {
		if err := s.setMethods(*p.Methods); err != nil {
			return err
		}
	}
	if p.Rounds != nil && *p.Rounds != s.RoundCount && s.started() {
		return fault.New(fault.WrongStatus, "The number of rounds stands once the satellite has started; take the start back first.")
	}
	if p.EntryFee != nil && p.EntryFee.Currency != s.EntryFee.Currency && s.moneyRecorded() {
		return fault.New(fault.CurrencyFrozen, "The satellite keeps its books in %s because fees are already recorded.", s.EntryFee.Currency)
	}
	set(&s.Name, p.Name)
	set(&s.Venue, p.Venue)
	set(&s.StartsOn, p.StartsOn)
	if p.StartsOn != nil && p.EndsOn == nil && s.EndsOn.Before(s.StartsOn) {
		s.EndsOn = s.StartsOn
	}
	set(&s.EndsOn, p.EndsOn)
	set(&s.TimeZone, p.TimeZone)
	set(&s.RoundCount, p.Rounds)
	set(&s.EntryFee, p.EntryFee)
	if p.PlannedExpenses != nil {
		s.PlannedExpenses = p.PlannedExpenses
	}
	if p.Expenses != nil {
		s.Expenses = p.Expenses
	}
	if p.Sponsorship != nil {
		s.Sponsorship = p.Sponsorship
	}
	s.trim()
	if err := s.check(t); err != nil || p.Methods == nil || s.started() {
		return err
	}
	return s.checkPresets(len(s.seedField()), t)
}

func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

func (s *Satellite) trim() {
	for _, text := range []*string{&s.Name, &s.TimeZone, &s.Venue.Name, &s.Venue.Address, &s.Venue.City, &s.Venue.Region, &s.Venue.Country} {
		*text = strings.Join(strings.Fields(*text), " ")
	}
}

func (s *Satellite) check(t tour.Tour) error {
	err := fault.New(fault.InvalidRequest, "The event cannot be kept like this; see the errors.")
	for _, text := range []struct{ pointer, value string }{
		{"/name", s.Name}, {"/venue/name", s.Venue.Name}, {"/venue/city", s.Venue.City}, {"/venue/country", s.Venue.Country},
	} {
		if text.value == "" {
			err.WithField(text.pointer, "required", "This must not be empty.")
		}
	}
	if !utf8.ValidString(s.Name) {
		err.WithField("/name", "invalid_format", "This is not valid text.")
	}
	if s.StartsOn.IsZero() {
		err.WithField("/starts_on", "required", "The first day is needed.")
	}
	if s.EndsOn.Before(s.StartsOn) {
		err.WithField("/ends_on", "out_of_range", "The last day %s is before the first day %s.", s.EndsOn, s.StartsOn)
	}
	if _, tzErr := time.LoadLocation(s.TimeZone); tzErr != nil || s.TimeZone == "" || s.TimeZone == "Local" {
		err.WithField("/time_zone", "invalid_format", "%q is not an IANA time zone; write it as America/Chicago.", s.TimeZone)
	}
	if s.Final() {
		s.checkMethods(err, t)
	} else if roundsErr := t.CheckRounds(s.RoundCount); roundsErr != nil {
		err.WithField("/rounds", "out_of_range", "A satellite of this tour has %d to %d rounds.", t.Rules.MinRounds, t.Rules.MaxRounds)
	}
	s.checkMoney(err)
	if len(err.Fields) > 0 {
		return err
	}
	return nil
}

func (s *Satellite) checkMoney(err *fault.Error) {
	if _, bad := money.ParseCurrency(string(s.EntryFee.Currency)); bad != nil {
		err.WithField("/entry_fee/currency", "invalid_format", "%q is not an ISO 4217 currency such as USD.", s.EntryFee.Currency)
	}
	s.checkAmount(err, "/entry_fee", &s.EntryFee)
	s.checkAmount(err, "/planned_expenses", s.PlannedExpenses)
	s.checkAmount(err, "/expenses", s.Expenses)
	s.checkAmount(err, "/sponsorship", s.Sponsorship)
}

// moneyRecorded says whether a fee or a payment of an entrant is recorded.
func (s *Satellite) moneyRecorded() bool {
	if s.started() {
		return true
	}
	for _, e := range s.Entrants {
		if e.Fee != nil || e.Paid != nil {
			return true
		}
	}
	return false
}

// started says whether seeds are frozen.
func (s *Satellite) started() bool {
	return s.Status == InPlay || s.Status == Finished || s.Status == Reported
}

// allow refuses an act unless the status is one of those given.
func (s *Satellite) allow(verb string, statuses ...Status) error {
	for _, status := range statuses {
		if s.Status == status {
			return nil
		}
	}
	return fault.New(fault.WrongStatus, "A satellite that is %s cannot be %s.", statusWord(s.Status), verb)
}

func statusWord(s Status) string { return strings.ReplaceAll(string(s), "_", " ") }

// Sanction clears a proposed satellite for play (R1.3); a sanctioned one stays
// as it is.
func (s *Satellite) Sanction() error {
	if s.Status == Sanctioned {
		return nil
	}
	if err := s.allow("sanctioned", Proposed); err != nil {
		return err
	}
	s.Status = Sanctioned
	return nil
}

// Reject refuses a proposed satellite, with a reason.
func (s *Satellite) Reject(reason string) error {
	if s.Status == Rejected {
		return nil
	}
	if err := s.allow("rejected", Proposed, Sanctioned); err != nil {
		return err
	}
	if err := needReason(reason, "rejecting a satellite"); err != nil {
		return err
	}
	s.Status = Rejected
	return nil
}

// Cancel calls a satellite off, with a reason, as long as no result is in.
func (s *Satellite) Cancel(reason string) error {
	if s.Status == Cancelled {
		return nil
	}
	if err := s.allow("cancelled", Proposed, Sanctioned, InPlay); err != nil {
		return err
	}
	if s.anyResult() {
		return fault.New(fault.ResultsExist, "Results are in; finish the satellite early instead of cancelling it.")
	}
	if err := needReason(reason, "cancelling a satellite"); err != nil {
		return err
	}
	s.Status = Cancelled
	return nil
}

// Reopen lets a reported satellite be corrected, with a reason (R4.6).
func (s *Satellite) Reopen(reason string) error {
	if err := s.allow("reopened", Reported); err != nil {
		return err
	}
	if err := needReason(reason, "reopening a satellite"); err != nil {
		return err
	}
	s.Status, s.PrizePool = Finished, nil
	return nil
}

func needReason(reason, forWhat string) error {
	if strings.TrimSpace(reason) == "" {
		return fault.New(fault.ReasonRequired, "Give a reason for %s.", forWhat).WithField("/reason", "required", "Say why, in a few words.")
	}
	return nil
}

// NewID makes the ids of new things; a service gives UUIDv7.
type NewID func() uuid.UUID
