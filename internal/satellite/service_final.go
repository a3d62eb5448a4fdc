package satellite

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/tour"
)

// FinalEvent is the Final Event of a tour, with what is not the same as in the final field now.
type FinalEvent struct {
	*Satellite
	Differs  []FieldDiffers
	Warnings []Warning // places of the field that are still open
}

// MakeFinal makes the Final Event of a tour from its final field (R5.7). It refuses a second one,
// and without a reason a field in which somebody invited has not answered.
func (v *Service) MakeFinal(ctx context.Context, tourSlug string, r Registration, reason string) (FinalEvent, error) {
	var made FinalEvent
	err := v.Store.InTx(ctx, func(ctx context.Context) error {
		t, err := v.Tours.BySlug(ctx, tourSlug)
		if err != nil {
			return err
		}
		if err := v.onlyFinal(ctx, t); err != nil {
			return err
		}
		field, err := v.Finals.Field(ctx, t.ID)
		if err != nil {
			return err
		}
		s, err := MakeFinal(r, field.Finalists, t, v.Now(), v.NewID)
		if err != nil {
			return err
		}
		if err := field.needReason(reason); err != nil {
			return err
		}
		made = FinalEvent{Satellite: s, Warnings: field.warnings()}
		return v.Store.Insert(ctx, s, v.record(ctx, nil, s, "final.make", reason))
	})
	return made, err
}

// onlyFinal refuses where the tour has a Final Event.
func (v *Service) onlyFinal(ctx context.Context, t tour.Tour) error {
	id, found, err := v.Store.FinalOf(ctx, t.ID)
	if err != nil || !found {
		return err
	}
	there, err := v.Store.Load(ctx, id)
	if err != nil {
		return err
	}
	return fault.New(fault.FinalExists, "The tour %s has its Final Event already: %s (%s), which is %s. Cancel that one first if it is to be made anew.",
		t.Slug, there.Name, there.ID, statusWord(there.Status))
}

// needReason asks for a reason where somebody invited can still answer.
func (f FinalField) needReason(reason string) error {
	if needReason(reason, "") == nil {
		return nil
	}
	err := fault.New(fault.ReasonRequired, "Not everybody invited has answered; see the errors. Wait for them, record their answers, or give a reason to go on without them.")
	for _, open := range f.Open {
		if !open.Unpaid {
			err.WithField(fmt.Sprintf("/invited/%d", len(err.Fields)), "not_answered", "%s", open.detail())
		}
	}
	if len(err.Fields) == 0 {
		return nil
	}
	return err
}

func (f FinalField) warnings() []Warning {
	var warnings []Warning
	for _, open := range f.Open {
		code := "not_answered"
		if open.Unpaid {
			code = "buy_in_unpaid"
		}
		warnings = append(warnings, Warning{Code: code, Detail: open.detail()})
	}
	return warnings
}

func (o OpenPlace) detail() string {
	if o.Unpaid {
		return o.Name + " has bought in and not paid yet; the place is kept all the same."
	}
	return o.Name + " is invited and has not answered yet."
}

// Final is the Final Event of a tour, compared with the final field as it stands now.
func (v *Service) Final(ctx context.Context, tourSlug string) (FinalEvent, error) {
	var event FinalEvent
	err := v.Store.InTx(ctx, func(ctx context.Context) error {
		t, id, err := v.finalOf(ctx, tourSlug)
		if err != nil {
			return err
		}
		s, err := v.Store.Load(ctx, id)
		if err != nil {
			return err
		}
		event, err = v.compared(ctx, t, s)
		return err
	})
	return event, err
}

func (v *Service) finalOf(ctx context.Context, tourSlug string) (tour.Tour, uuid.UUID, error) {
	t, err := v.Tours.BySlug(ctx, tourSlug)
	if err != nil {
		return t, uuid.Nil, err
	}
	id, found, err := v.Store.FinalOf(ctx, t.ID)
	if err == nil && !found {
		err = fault.New(fault.ResourceNotFound, "The tour %s has no Final Event yet.", t.Slug)
	}
	return t, id, err
}

// compared is a Final Event beside its field. What has been reported is not compared any more.
func (v *Service) compared(ctx context.Context, t tour.Tour, s *Satellite) (FinalEvent, error) {
	event := FinalEvent{Satellite: s}
	if s.Status == Reported {
		return event, nil
	}
	field, err := v.Finals.Field(ctx, t.ID)
	if err != nil {
		return event, err
	}
	event.Differs, event.Warnings = s.DiffersFrom(field.Finalists), field.warnings()
	return event, nil
}

// RefreshFinal brings the Final Event in line with the final field, as long as it has not started:
// somebody has declined late, or bought in.
func (v *Service) RefreshFinal(ctx context.Context, tourSlug, reason string) (FinalEvent, error) {
	var event FinalEvent
	err := v.Store.InTx(ctx, func(ctx context.Context) error {
		t, id, err := v.finalOf(ctx, tourSlug)
		if err != nil {
			return err
		}
		s, err := v.act(ctx, id, "final.refresh", reason, func(ctx context.Context, s *Satellite) error {
			field, err := v.Finals.Field(ctx, t.ID)
			if err != nil {
				return err
			}
			return s.SetField(field.Finalists, t, v.NewID)
		})
		if err != nil {
			return err
		}
		event, err = v.compared(ctx, t, s)
		return err
	})
	return event, err
}

// withPool is a Final Event with the prize pool as it stands, for a report that is not made yet. The
// satellite itself is left alone: what is known of the money is no act of play.
func (v *Service) withPool(ctx context.Context, s *Satellite) (*Satellite, error) {
	if !s.Final() || v.Finals == nil {
		return s, nil
	}
	known := s.Clone()
	return known, v.freezePool(ctx, known)
}

// freezePool keeps the prize pool of a Final Event as it is when that is reported.
func (v *Service) freezePool(ctx context.Context, s *Satellite) error {
	if !s.Final() {
		return nil
	}
	t, err := v.tourOf(ctx, s)
	if err != nil {
		return err
	}
	pool, err := v.Finals.Pool(ctx, t)
	s.PrizePool = &pool
	return err
}

// methods are those of a Final Event, to be edited as they are; nil for a satellite.
func (r Registration) methods() *[]pairing.Method {
	if !r.Final() {
		return nil
	}
	return &r.Methods
}
