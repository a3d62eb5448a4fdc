package carryover

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
)

// Status says how far a due is settled.
type Status string

// The statuses of a due.
const (
	Open     Status = "open"
	PartPaid Status = "part_paid"
	Paid     Status = "paid"
	OverPaid Status = "over_paid"
	Waived   Status = "waived"
)

// Due is what a reported satellite, or a buy-in, owes to the Final Event, and what has come
// of it. Nothing counts as received on somebody's word (R6.5).
type Due struct {
	SatelliteID uuid.UUID // zero of a buy-in
	Satellite   string    // its name
	BuyInID     uuid.UUID // zero of a satellite
	Tour        string    // its slug
	Quiet       bool      // the organiser of the tour wants nobody reminded
	DirectorID  uuid.UUID // zero of a buy-in
	Director    string    // his name, or that of who has bought in
	Amount      money.Money
	Announced   money.Money
	Received    money.Money
	Waived      money.Money
	DueOn       civil.Date
	Formula     string // with the figures (R6.2)
}

// Outstanding is what is still to come (R6.6): negative where too much came.
func (d Due) Outstanding() money.Money {
	return money.Money{Amount: d.Amount.Amount - d.Waived.Amount - d.Received.Amount, Currency: d.Amount.Currency}
}

// Status follows from the amounts.
func (d Due) Status() Status {
	outstanding := d.Outstanding().Amount
	switch {
	case outstanding < 0:
		return OverPaid
	case outstanding == 0 && d.Waived.Amount > 0:
		return Waived
	case outstanding == 0:
		return Paid
	case d.Received.Amount > 0 || d.Waived.Amount > 0:
		return PartPaid
	}
	return Open
}

// DaysOverdue is how many days a due that is not settled is past its day.
func (d Due) DaysOverdue(asOf civil.Date) int {
	if d.Outstanding().Amount <= 0 {
		return 0
	}
	return DaysOverdue(d.DueOn, asOf)
}

// Filter selects dues; zero values select all.
type Filter struct {
	Tour     string // slug
	Director uuid.UUID
	Status   Status
	Overdue  *bool
	AsOf     civil.Date // for Overdue
	After    Position
	Limit    int
}

// Position is a place in the list of dues.
type Position struct {
	DueOn       civil.Date `json:"d"`
	SatelliteID uuid.UUID  `json:"i"`
}

// Keeps says whether a due is among those that are asked for.
func (f Filter) Keeps(d Due) bool {
	return (f.Status == "" || d.Status() == f.Status) &&
		(f.Overdue == nil || *f.Overdue == (d.DaysOverdue(f.AsOf) > 0))
}

// Store reads dues, of the caller's tenant or of all by his rights. Dues come
// in order of Position; the store may leave the status to the Filter.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	Dues(ctx context.Context, f Filter) ([]Due, error)
	// BuyInDues reads those of all buy-ins, in order of time.
	BuyInDues(ctx context.Context) ([]Due, error)
}

// Service answers what is owed.
type Service struct {
	Store Store
	Now   func() time.Time
}

// List reads a page of dues, the oldest due date first. Days are counted in
// UTC.
func (v *Service) List(ctx context.Context, f Filter) ([]Due, error) {
	f.AsOf = civil.Of(v.Now().UTC())
	var page []Due
	err := v.Store.InTx(ctx, func(ctx context.Context) error {
		page = nil
		batch := f
		for len(page) < f.Limit {
			dues, err := v.Store.Dues(ctx, batch)
			if err != nil {
				return err
			}
			for _, d := range dues {
				if f.Keeps(d) && len(page) < f.Limit {
					page = append(page, d)
				}
			}
			if len(dues) < batch.Limit {
				return nil
			}
			last := dues[len(dues)-1]
			batch.After = Position{DueOn: last.DueOn, SatelliteID: last.SatelliteID}
		}
		return nil
	})
	return page, err
}

// BuyIns reads what is owed for all buy-ins of all tours (R5.7), in order of time.
func (v *Service) BuyIns(ctx context.Context) (dues []Due, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		dues, err = v.Store.BuyInDues(ctx)
		return err
	})
	return dues, err
}
