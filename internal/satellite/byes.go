package satellite

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/tour"
)

// BookedBye is a bye that a player has asked for beforehand.
type BookedBye struct {
	Round      int `json:"round"`
	HalfPoints int `json:"half_points"` // 1, or 0 for an absence that is announced
}

func (b BookedBye) kind() pairing.ChessKind {
	if b.HalfPoints > 0 {
		return pairing.ChessHalfBye
	}
	return pairing.ChessZeroBye
}

// bye is the bye that an entrant has booked of a round.
func (e Entrant) bye(round int) (BookedBye, bool) {
	i := slices.IndexFunc(e.Byes, func(b BookedBye) bool { return b.Round == round })
	if i < 0 {
		return BookedBye{}, false
	}
	return e.Byes[i], true
}

// withBye is a list of byes with one more; the list that is given stays as it is.
func withBye(byes []BookedBye, b BookedBye) []BookedBye {
	byes = append(slices.Clone(byes), b)
	slices.SortFunc(byes, func(a, b BookedBye) int { return cmp.Compare(a.Round, b.Round) })
	return byes
}

// BookBye books a bye of chess ahead, worth half a point (1) or nothing (0), by the limits of the
// tour. A half-point bye has to be booked before its round is paired, an absence before the round is
// open.
func (s *Satellite) BookBye(id uuid.UUID, b BookedBye, rules tour.Rules, newID NewID) error {
	if b.Round < 1 || s.Chess && b.Round > s.RoundCount {
		return fault.AtField("/round", "out_of_range", "This satellite has rounds 1 to %d.", s.RoundCount)
	}
	e, err := s.byeOf(id, b.Round)
	if err != nil {
		return err
	}
	if b.HalfPoints != 0 && b.HalfPoints != 1 {
		return fault.AtField("/points", "unknown_value", "A bye that is booked is worth 0.5 or 0.")
	}
	if e.Withdrawn {
		return fault.New(fault.WrongStatus, "%s has withdrawn; reinstate him first.", e.Name)
	}
	if other, twice := e.bye(b.Round); twice {
		return fault.New(fault.ByeRefused, "%s has a bye of %s in round %d already; take it back first to book another.", e.Name, other.points(), b.Round).
			WithField("/round", "duplicate", "There is a bye of round %d already.", b.Round)
	}
	if b.HalfPoints > 0 {
		if err := s.mayBook(*e, b, rules.Chess); err != nil {
			return err
		}
	}
	e.Byes = withBye(e.Byes, b)
	if s.Status == InPlay {
		s.replan(newID)
	}
	return nil
}

// mayBook refuses a half-point bye that the settings of the tour do not give.
func (s *Satellite) mayBook(e Entrant, b BookedBye, rules tour.ChessRules) error {
	if _, paired := s.RoundByNumber(b.Round); paired {
		return fault.New(fault.ByeRefused, "Round %d is paired; a half-point bye has to be booked before that. Book an absence (0 points) while the round is not open.", b.Round).
			WithField("/round", "too_late", "Round %d is paired already.", b.Round)
	}
	if last := rules.LastByeRound(s.RoundCount); b.Round > last {
		return fault.New(fault.ByeRefused, "Half-point byes can be booked up to round %d of %d here, not of round %d.", last, s.RoundCount, b.Round).
			WithField("/round", "out_of_range", "The last round for it is %d.", last)
	}
	taken := 0
	for _, other := range e.Byes {
		taken += other.HalfPoints
	}
	if taken >= rules.HalfPointByes {
		return fault.New(fault.ByeRefused, "A player may have %d half-point byes in this tour, and %s has %d; an absence (0 points) can still be booked.", rules.HalfPointByes, e.Name, taken).
			WithField("/points", "too_many", "There are %d half-point byes already.", taken)
	}
	return nil
}

// DropBye takes a booked bye back as long as its round is not open.
func (s *Satellite) DropBye(id uuid.UUID, round int, newID NewID) error {
	e, err := s.byeOf(id, round)
	if err != nil {
		return err
	}
	if _, booked := e.bye(round); !booked {
		return fault.New(fault.ResourceNotFound, "%s has no bye booked of round %d.", e.Name, round)
	}
	var kept []BookedBye
	for _, b := range e.Byes {
		if b.Round != round {
			kept = append(kept, b)
		}
	}
	e.Byes = kept
	if s.Status == InPlay {
		s.replan(newID)
	}
	return nil
}

// byeOf finds the entrant of a bye of a round that can still be booked or taken back.
func (s *Satellite) byeOf(id uuid.UUID, round int) (*Entrant, error) {
	e, err := s.entrant(id)
	if err != nil {
		return nil, err
	}
	if !s.Chess {
		return nil, fault.New(fault.FormatUnsupported, "Byes are booked ahead in chess only; here the rules give them (R3.6).")
	}
	if err := s.allow("given byes", Proposed, Sanctioned, InPlay); err != nil {
		return nil, err
	}
	if err := s.checkRound(round); err != nil {
		return nil, err
	}
	if r, paired := s.RoundByNumber(round); paired && r.State != Planned {
		return nil, fault.New(fault.ByeRefused, "Round %d is open, so it is too late to book a bye of it or to take one back.", round).
			WithField("/round", "too_late", "Round %d is open already.", round)
	}
	return e, nil
}

func (b BookedBye) points() string {
	if b.HalfPoints > 0 {
		return "0.5"
	}
	return "0"
}

// BookBye books a bye ahead.
func (v *Service) BookBye(ctx context.Context, id, entrant uuid.UUID, b BookedBye, reason string) (*Satellite, error) {
	return v.act(ctx, id, "entrant.book_bye", reason, func(ctx context.Context, s *Satellite) error {
		rules, err := v.rulesOf(ctx, s)
		if err != nil {
			return err
		}
		return s.BookBye(entrant, b, rules, v.NewID)
	})
}

// DropBye takes a booked bye back.
func (v *Service) DropBye(ctx context.Context, id, entrant uuid.UUID, round int) (*Satellite, error) {
	return v.simple(ctx, id, "entrant.drop_bye", "", func(s *Satellite) error { return s.DropBye(entrant, round, v.NewID) })
}

func (r *redoing) bookBye(e Entry) []attempt {
	return r.byes(e, func(s *Satellite, was, is Entrant) error {
		for _, b := range is.Byes {
			if !slices.Contains(was.Byes, b) {
				rules := r.tour.Rules
				if s.Rules != nil {
					rules = *s.Rules
				}
				return s.BookBye(is.ID, b, rules, r.service.NewID)
			}
		}
		return nil
	})
}

func (r *redoing) dropBye(e Entry) []attempt {
	return r.byes(e, func(s *Satellite, was, is Entrant) error {
		for _, b := range was.Byes {
			if !slices.Contains(is.Byes, b) {
				return s.DropBye(is.ID, b.Round, r.service.NewID)
			}
		}
		return nil
	})
}

func (r *redoing) byes(e Entry, act func(s *Satellite, was, is Entrant) error) []attempt {
	var tries []attempt
	for _, c := range changed(e.Changes.Entrants) {
		if !slices.Equal(c.Before.Byes, c.After.Byes) {
			tries = append(tries, func(_ context.Context, s *Satellite) error { return act(s, *c.Before, *c.After) })
		}
	}
	return tries
}
