package satellite

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/players"
)

// EntrantInput is what a person gives; ParseEntrant checks it.
type EntrantInput struct {
	FamilyName, GivenName, Suffix string
	AssociationID                 string
	Rating                        int // 0: unrated
	Standby, Present              bool
	Fee, Paid                     *money.Money
	Team, Grade                   string
}

// ParseEntrant checks what a person gives and makes an entrant of it, without
// ids. Strings are trimmed and the association number is upper-cased. The
// error lists every field that is wrong.
func (s *Satellite) ParseEntrant(in EntrantInput) (Entrant, error) {
	e := Entrant{
		Rating: in.Rating, Standby: in.Standby, Present: in.Present, Fee: in.Fee, Paid: in.Paid,
		Team: strings.Join(strings.Fields(in.Team), " "), Grade: strings.TrimSpace(in.Grade),
	}
	all := fault.New(fault.InvalidRequest, "The entrant cannot be kept like this; see the errors.")
	gather := func(err error) {
		var f *fault.Error
		if errors.As(err, &f) {
			all.Fields = append(all.Fields, f.Fields...)
		}
	}
	var err error
	e.Name, err = players.ParseName(in.FamilyName, in.GivenName, in.Suffix)
	gather(err)
	if strings.TrimSpace(in.AssociationID) != "" {
		e.AssociationID, err = players.ParseAssociationID(in.AssociationID)
		gather(err)
	}
	gather(players.CheckRating(in.Rating))
	s.checkAmount(all, "/fee", in.Fee)
	s.checkAmount(all, "/paid", in.Paid)
	if len(all.Fields) > 0 {
		return Entrant{}, all
	}
	return e, nil
}

// checkAmount refuses an amount that the books of the satellite cannot hold;
// nil is none.
func (s *Satellite) checkAmount(err *fault.Error, pointer string, m *money.Money) {
	switch {
	case m == nil:
	case m.Currency != s.EntryFee.Currency:
		err.WithField(pointer+"/currency", "invalid_value", "The satellite keeps its books in %s.", s.EntryFee.Currency)
	case m.IsNegative():
		err.WithField(pointer+"/amount", "out_of_range", "An amount cannot be negative.")
	}
}

// CanEnter refuses an entry that the state or the field forbids; pointer is
// where the association number stands in the request.
func (s *Satellite) CanEnter(e Entrant, pointer string) error {
	if err := s.allow("entered", Proposed, Sanctioned, InPlay); err != nil {
		return err
	}
	if s.Status == InPlay && s.firstUnopened() > s.RoundCount {
		return fault.New(fault.FieldFrozen, "The last round is open, so nobody can enter any more.")
	}
	if len(s.Entrants) >= MaxEntrants {
		return fault.New(fault.TooManyPlayers, "A satellite has at most %d entrants.", MaxEntrants)
	}
	return s.checkNumber(e, pointer)
}

func (s *Satellite) fieldIsOpen() error {
	if s.started() {
		return fault.New(fault.FieldFrozen, "The satellite has started. Take the start back (unstart) to change who is in the field.")
	}
	return s.allow("entered", Proposed, Sanctioned)
}

// checkNumber refuses an association number that another entrant has.
func (s *Satellite) checkNumber(e Entrant, pointer string) error {
	if e.AssociationID == "" {
		return nil
	}
	for _, other := range s.Entrants {
		if other.AssociationID == e.AssociationID && other.ID != e.ID {
			return fault.New(fault.DuplicateEntrant, "%s is already entered, as %s.", e.AssociationID, other.Name).
				WithField(pointer, "duplicate", "%s is the number of %s.", e.AssociationID, other.Name)
		}
	}
	return nil
}

// Enter adds an entrant that was parsed and has its ids (R2.1, R2.2). In play
// he enters late, unless he is a standby or not there (R4.8).
func (s *Satellite) Enter(e Entrant, newID NewID) error {
	if err := s.CanEnter(e, "/association_id"); err != nil {
		return err
	}
	for _, other := range s.Entrants {
		e.Number = max(e.Number, other.Number)
	}
	e.Number++
	s.Entrants = append(s.Entrants, e)
	if s.Status != InPlay || !e.Present {
		return nil
	}
	entered := &s.Entrants[len(s.Entrants)-1]
	if e.Standby {
		s.replan(newID)
		return nil
	}
	return s.enterLate(entered, newID)
}

// EntrantPatch is what an edit of an entrant changes; nil leaves it.
type EntrantPatch struct {
	FamilyName, GivenName, Suffix *string
	AssociationID                 *string
	Rating                        *int
	Standby, Present              *bool
	Fee, Paid                     *money.Money
	Team, Grade                   *string
	ReservedTable                 *int // 0: none
}

// EditEntrant corrects an entrant. From the start on his seed and the rating it
// came from stay (R2.1), and so does whether he plays.
func (s *Satellite) EditEntrant(id uuid.UUID, p EntrantPatch, newID NewID) (*Entrant, error) {
	e, ok := s.EntrantByID(id)
	if !ok {
		return nil, fault.New(fault.ResourceNotFound, "There is no such entrant.")
	}
	if err := s.allow("changed", Proposed, Sanctioned, InPlay, Finished); err != nil {
		return nil, err
	}
	moves := p.Standby != nil && *p.Standby != e.Standby || p.Present != nil && *p.Present != e.Present
	if moves && s.started() {
		return nil, fault.New(fault.FieldFrozen, "The satellite has started. Use check-in, withdraw or reinstate to change who plays.")
	}
	in := EntrantInput{
		FamilyName: e.Name.Family, GivenName: e.Name.Given, Suffix: e.Name.Suffix, AssociationID: e.AssociationID,
		Rating: e.Rating, Standby: e.Standby, Present: e.Present, Fee: e.Fee, Paid: e.Paid, Team: e.Team, Grade: e.Grade,
	}
	set(&in.FamilyName, p.FamilyName)
	set(&in.GivenName, p.GivenName)
	set(&in.Suffix, p.Suffix)
	set(&in.AssociationID, p.AssociationID)
	set(&in.Rating, p.Rating)
	set(&in.Standby, p.Standby)
	set(&in.Present, p.Present)
	set(&in.Team, p.Team)
	set(&in.Grade, p.Grade)
	if p.Fee != nil {
		in.Fee = p.Fee
	}
	if p.Paid != nil {
		in.Paid = p.Paid
	}
	next, err := s.ParseEntrant(in)
	if err != nil {
		return nil, err
	}
	next.ID, next.PlayerID, next.Number, next.Version = e.ID, e.PlayerID, e.Number, e.Version
	next.SeedRating, next.InField, next.Seed, next.Group, next.Byes = e.SeedRating, e.InField, e.Seed, e.Group, e.Byes
	next.Withdrawn, next.JoinedFor, next.Eligibility = e.Withdrawn, e.JoinedFor, e.Eligibility
	next.ReservedTable, next.Contact, next.FieldSeed = e.ReservedTable, e.Contact, e.FieldSeed
	if err := s.checkNumber(next, "/association_id"); err != nil {
		return nil, err
	}
	if err := next.reserve(p.ReservedTable); err != nil {
		return nil, err
	}
	moved := next.ReservedTable != e.ReservedTable
	*e = next
	if moved && s.Status == InPlay {
		s.replan(newID)
	}
	return e, nil
}

// MaxTable bounds a reserved table.
const MaxTable = 1000

// reserve keeps a table for who cannot move; rounds that are open stay as they
// are.
func (e *Entrant) reserve(table *int) error {
	if table == nil {
		return nil
	}
	if *table < 0 || *table > MaxTable {
		return fault.AtField("/reserved_table", "out_of_range", "A table is from 1 to %d; 0 reserves none.", MaxTable)
	}
	e.ReservedTable = *table
	return nil
}

// RemoveEntrant takes an entrant out before the start.
func (s *Satellite) RemoveEntrant(id uuid.UUID) error {
	i := slices.IndexFunc(s.Entrants, func(e Entrant) bool { return e.ID == id })
	if i < 0 {
		return fault.New(fault.ResourceNotFound, "There is no such entrant.")
	}
	if err := s.fieldIsOpen(); err != nil {
		return err
	}
	s.Entrants = slices.Delete(s.Entrants, i, i+1)
	return nil
}

// FeeOf is what an entrant is charged: his own fee, or the satellite's.
func (s *Satellite) FeeOf(e Entrant) money.Money {
	if e.Fee != nil {
		return *e.Fee
	}
	return s.EntryFee
}

// ChargedFees are the fees of everybody who was in the field (R6.2).
func (s *Satellite) ChargedFees() []money.Money {
	var fees []money.Money
	for _, e := range s.Field() {
		fees = append(fees, s.FeeOf(e))
	}
	return fees
}

// PaidBy is what an entrant has paid at the door.
func (s *Satellite) PaidBy(e Entrant) money.Money {
	if e.Paid != nil {
		return *e.Paid
	}
	return money.Zero(s.EntryFee.Currency)
}

// PaidAtDoor is what all entrants have paid; it never touches the due (R6.2).
func (s *Satellite) PaidAtDoor() money.Money {
	total := money.Zero(s.EntryFee.Currency)
	for _, e := range s.Entrants {
		total.Amount += s.PaidBy(e).Amount
	}
	return total
}

// BySeed are all entrants: by seed once started, before that as they would be
// seeded; those who do not play last.
func (s *Satellite) BySeed() []Entrant {
	all := slices.Clone(s.Entrants)
	plays := func(e Entrant) int {
		switch {
		case e.InField:
			return 0
		case !s.started() && e.Present && !e.Standby:
			return 0
		case e.Present:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(all, func(a, b Entrant) int {
		if c := cmp.Or(cmp.Compare(plays(a), plays(b)), cmp.Compare(a.Seed, b.Seed)); c != 0 {
			return c
		}
		return s.compareForSeeding(a, b)
	})
	return all
}
