package oversight

import (
	"context"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
)

// Finals reads the final field of a tour as it stands.
type Finals interface {
	Field(ctx context.Context, tour uuid.UUID) (qualifiers.FinalSheet, error)
}

// Pools reads what a Final Event is played for; the tour is given by its slug.
type Pools interface {
	PrizePool(ctx context.Context, tour string) (carryover.Pool, error)
}

// Final is how far the final of a tour is (R5.7).
type Final struct {
	Players  int // in the field
	Accepted int // of them, by a seat
	BuyIns   int // of them
	Places   int // for buy-ins
	Waiting  int // for a place
	Unpaid   int // buy-ins with a place of which something is outstanding
	Event    *FinalEvent
	Pool     []carryover.PoolTotal
}

// FinalEvent is the event that was made from the field.
type FinalEvent struct {
	ID       uuid.UUID
	Name     string
	Status   satellite.Status
	StartsOn civil.Date
}

func (v *Service) ofFinal(ctx context.Context, o *Overview) error {
	sheet, err := v.Finals.Field(ctx, o.Tour.ID)
	if err != nil {
		return err
	}
	bought := sheet.BoughtIn()
	o.Final = Final{
		Players: len(sheet.Field), Accepted: len(sheet.Field) - bought, BuyIns: bought, Places: o.Tour.Final.BuyInPlaces, Waiting: len(sheet.Waiting),
	}
	for _, f := range sheet.Field {
		if f.BoughtIn && !f.Paid {
			o.Final.Unpaid++
		}
	}
	pool, err := v.Pools.PrizePool(ctx, o.Tour.Slug)
	if err != nil {
		return err
	}
	o.Final.Pool = pool.Totals
	o.Final.Event, err = v.Store.FinalEvent(ctx, o.Tour.ID)
	return err
}
