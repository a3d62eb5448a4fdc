package satellite

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/tour"
)

// Final says whether this is the Final Event of its tour (R5.7): an event like a satellite, each of
// whose rounds has a method of its own. It owes no carryover, gives no seats, and its prize fund is
// the pool of the tour.
func (r Registration) Final() bool { return len(r.Methods) > 0 }

// Finalist is somebody whom the final field brings into the Final Event.
type Finalist struct {
	PlayerID      uuid.UUID
	Records       []uuid.UUID // by which he is known besides, after merges (R5.8)
	Name          players.Name
	AssociationID string
	Rating        int  // 0: unrated
	Waits         bool // for a place: an alternate (R2.2)
}

// is says whether an entrant is this person.
func (f Finalist) is(e Entrant) bool {
	return e.PlayerID == f.PlayerID || slices.Contains(f.Records, e.PlayerID)
}

// inField says whether an entrant is one of the field.
func inField(field []Finalist, e Entrant) bool {
	return slices.ContainsFunc(field, func(f Finalist) bool { return f.is(e) })
}

// MakeFinal makes the Final Event of a tour from its final field, those who play in order of their
// seeds and then those who wait (R5.7). It is sanctioned with that. The error lists every field that
// is wrong; fewer than 4 who play are too few.
func MakeFinal(r Registration, field []Finalist, t tour.Tour, now time.Time, newID NewID) (*Satellite, error) {
	if t.Format != tour.NAST {
		return nil, fault.New(fault.FormatUnsupported, "A tour of the format %s has no Final Event.", t.Format)
	}
	if !r.Final() { // without methods it would be a satellite
		_, err := pairing.FinalSchedule(r.Methods)
		return nil, err
	}
	r.ID, r.EntryFee = newID(), money.Zero(t.Currency)
	s, err := Register(r, t, now)
	if err != nil {
		return nil, err
	}
	s.Status = Sanctioned
	return s, s.SetField(field, t, newID)
}

// checkMethods refuses methods that cannot be, and what a Final Event does not have.
func (s *Satellite) checkMethods(err *fault.Error, t tour.Tour) {
	_, wrong := pairing.FinalSchedule(s.Methods)
	var refused *fault.Error
	if errors.As(wrong, &refused) {
		err.Fields = append(err.Fields, refused.Fields...)
	}
	if s.RoundCount != len(s.Methods) {
		err.WithField("/rounds", "by_methods", "A Final Event has one round for each of its %d methods; change the methods.", len(s.Methods))
	}
	if s.EntryFee.Currency != t.Currency {
		err.WithField("/entry_fee/currency", "invalid_value", "The Final Event keeps its books in %s, as the pool of the tour.", t.Currency)
	}
}

// checkPresets refuses more preset rounds than the tables have for a field of that many (R3.1).
func (s *Satellite) checkPresets(players int, t tour.Tour) error {
	presets := 0
	for presets < len(s.Methods) && s.Methods[presets] == pairing.MethodPreset {
		presets++
	}
	if presets == 0 || players < pairing.MinPlayers {
		return nil
	}
	tables, err := TablesFor(t, s.tableRounds())
	if err != nil {
		return err
	}
	if have := tables.PresetRounds(players); presets > have {
		return fault.AtField(fmt.Sprintf("/methods/%d", have), "too_few_rounds",
			"The preset tables have %d rounds for %d players, so that round %d cannot be preset; change the methods.", have, players, have+1)
	}
	return nil
}

// tableRounds is for how many rounds the preset tables are taken: a Final Event shorter or longer
// than every satellite has those of the shortest or the longest.
func (s *Satellite) tableRounds() int {
	if s.Final() {
		return min(max(s.RoundCount, pairing.MinRounds), pairing.MaxRounds)
	}
	return s.RoundCount
}

// setMethods gives the rounds of a Final Event other methods, as long as it has not started.
func (s *Satellite) setMethods(methods []pairing.Method) error {
	switch {
	case !s.Final():
		return fault.AtField("/methods", "not_a_final", "Only the Final Event has a method for each round; the rules pair a satellite (R3.7).")
	case len(methods) == 0:
		return fault.AtField("/methods", "required", "A Final Event has 1 to %d rounds, one method each.", pairing.MaxFinalRounds)
	case slices.Equal(methods, s.Methods):
		return nil
	case s.started():
		return fault.New(fault.WrongStatus, "The methods stand once the Final Event has started; take the start back first, or finish early.")
	}
	s.Methods, s.RoundCount = slices.Clone(methods), len(methods)
	return nil
}

// SetField brings the entrants of a Final Event that has not started in line with the final field:
// who is new in it is entered, who has left it is taken out, and everybody has his seed of the field.
// Whom the organiser has entered himself stays. Names and ratings of those who are entered already
// are not touched: they may have been corrected here.
func (s *Satellite) SetField(field []Finalist, t tour.Tour, newID NewID) error {
	if err := s.fieldIsOpen(); err != nil {
		return err
	}
	play := 0
	for _, f := range field {
		if !f.Waits {
			play++
		}
	}
	if play < pairing.MinPlayers {
		return fault.New(fault.TooFewPlayers, "Players in the final field: %d; at least %d are needed.", play, pairing.MinPlayers)
	}
	if err := s.checkPresets(play, t); err != nil {
		return err
	}
	s.Entrants = slices.DeleteFunc(s.Entrants, func(e Entrant) bool {
		return e.FieldSeed > 0 && !inField(field, e)
	})
	for i, f := range field {
		at := slices.IndexFunc(s.Entrants, f.is)
		if at < 0 {
			e := Entrant{ID: newID(), PlayerID: f.PlayerID, Name: f.Name, AssociationID: f.AssociationID, Rating: f.Rating, Present: true}
			if err := s.Enter(e, newID); err != nil {
				return err
			}
			at = len(s.Entrants) - 1
		}
		s.Entrants[at].FieldSeed, s.Entrants[at].Standby = i+1, f.Waits
	}
	return nil
}

// compareFieldSeeds orders the entrants of a Final Event by their seeds of the field. Who is not of
// the field comes after it, as a late entrant does (R2.1), and so does who waits.
func compareFieldSeeds(a, b Entrant) int {
	switch {
	case a.FieldSeed > 0 && b.FieldSeed > 0:
		return cmp.Compare(a.FieldSeed, b.FieldSeed)
	case a.FieldSeed > 0:
		return -1
	case b.FieldSeed > 0:
		return 1
	}
	return CompareForSeeding(a, b)
}

// FieldChange says where the Final Event and the final field of the tour are not the same.
type FieldChange string

// The changes.
const (
	NotEntered FieldChange = "not_entered"  // in the field, not in the event
	NotInField FieldChange = "not_in_field" // entered from the field, no longer in it
	OtherSeed  FieldChange = "other_seed"   // before the start only: the seeds stand after it
	NowPlays   FieldChange = "now_plays"    // has a place in the field and is entered as an alternate
	NowWaits   FieldChange = "now_waits"    // waits for a place and is entered as a player
)

// FieldDiffers is one such place.
type FieldDiffers struct {
	Change   FieldChange
	PlayerID uuid.UUID
	Name     string
}

// DiffersFrom compares the Final Event with the final field as it stands now.
func (s *Satellite) DiffersFrom(field []Finalist) []FieldDiffers {
	var out []FieldDiffers
	for i, f := range field {
		if change := s.changed(f, i+1); change != "" {
			out = append(out, FieldDiffers{Change: change, PlayerID: f.PlayerID, Name: f.Name.String()})
		}
	}
	for _, e := range s.Entrants {
		if e.FieldSeed > 0 && !inField(field, e) {
			out = append(out, FieldDiffers{Change: NotInField, PlayerID: e.PlayerID, Name: e.Name.String()})
		}
	}
	return out
}

// changed says how somebody of the field, with his seed there, is other in the event; empty: he is not.
func (s *Satellite) changed(f Finalist, seed int) FieldChange {
	at := slices.IndexFunc(s.Entrants, f.is)
	if at < 0 {
		return NotEntered
	}
	e := s.Entrants[at]
	switch {
	case f.Waits && !e.Standby:
		return NowWaits
	case !f.Waits && e.Standby && !e.InField:
		return NowPlays
	case !s.started() && e.FieldSeed != seed:
		return OtherSeed
	}
	return ""
}
