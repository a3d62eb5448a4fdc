package satellite

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/tour"
)

// Decisions are what the director decides where the rules leave it to him.
type Decisions struct {
	SeatOrder []uuid.UUID // the tied, best first; nil leaves what was decided, an empty one takes it back
	PrizeTies PrizeTies
	Payouts   []Payout // nil leaves them, empty takes them back; places not named keep the table's
	Reason    string
}

// Decide records the director's decisions, with a reason (R4.4, R5.1).
func (s *Satellite) Decide(d Decisions) error {
	if err := s.allow("decided upon", InPlay, Finished); err != nil {
		return err
	}
	if err := needReason(d.Reason, "a decision"); err != nil {
		return err
	}
	seen := map[uuid.UUID]bool{}
	for i, id := range d.SeatOrder {
		at := fmt.Sprintf("/seat_order/%d", i)
		if e, ok := s.EntrantByID(id); !ok || !e.InField {
			return fault.AtField(at, "unknown", "This is no player of the field.")
		}
		if seen[id] {
			return fault.AtField(at, "duplicate", "This player stands twice in the order.")
		}
		seen[id] = true
	}
	places := map[int]bool{}
	for i, p := range d.Payouts {
		at := fmt.Sprintf("/payouts/%d", i)
		if p.Amount.Currency != s.EntryFee.Currency {
			return fault.AtField(at+"/amount/currency", "invalid_value", "The satellite keeps its books in %s.", s.EntryFee.Currency)
		}
		if p.Amount.IsNegative() {
			return fault.AtField(at+"/amount/amount", "out_of_range", "An amount cannot be negative.")
		}
		if p.Place < 1 || p.Place > len(s.Field()) {
			return fault.AtField(at+"/place", "out_of_range", "There are %d places.", len(s.Field()))
		}
		if places[p.Place] {
			return fault.AtField(at+"/place", "duplicate", "Place %d stands twice.", p.Place)
		}
		places[p.Place] = true
	}
	if d.SeatOrder != nil {
		s.SeatOrder = append([]uuid.UUID(nil), d.SeatOrder...)
	}
	if d.Payouts != nil {
		s.Payouts = append([]Payout(nil), d.Payouts...)
	}
	if d.PrizeTies != Undecided {
		s.PrizeTies = d.PrizeTies
	}
	return nil
}

// decided is the report with what was just decided. A negative fund stands in the way only of who
// asks for money; the report itself will refuse.
func (s *Satellite) decided(d Decisions, t tour.Tour) (Report, error) {
	r, err := s.LiveReport(t)
	if fault.CodeOf(err) == fault.FundNegative && len(d.Payouts) == 0 {
		err = nil
	}
	return r, err
}

// equalOn says what decides the places.
func (s *Satellite) equalOn() string {
	if s.Chess {
		return "points and every tie-break"
	}
	return "wins and spread"
}

// undecided refuses a report as long as a tie stands in its way (R4.4).
func (s *Satellite) undecided(r Report) error {
	open := r.Undecided()
	if len(open) == 0 {
		return nil
	}
	err := fault.New(fault.TiesUnresolved, "Decide the ties first (report/decisions), with a reason; nothing decides them silently.")
	for i, tie := range open {
		names := ""
		for j, id := range tie.Entrants {
			if e, ok := s.EntrantByID(id); ok {
				if j > 0 {
					names += " and "
				}
				names += e.Name.String()
			}
		}
		err.WithField(fmt.Sprintf("/unresolved_ties/%d", i), "tie", "Places %d to %d (%s): %s are equal on %s.", tie.From, tie.To, tie.Stake, names, s.equalOn())
	}
	return err
}
