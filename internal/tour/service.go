package tour

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/audit"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
)

// Position is a place in the list of tours.
type Position struct {
	StartsOn civil.Date `json:"d"`
	ID       uuid.UUID  `json:"i"`
}

// Store keeps tours. Every method but InTx joins the transaction of its
// context.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// Insert fails with fault.SlugTaken.
	Insert(ctx context.Context, t Tour) error
	BySlug(ctx context.Context, slug string) (Tour, error)
	LockBySlug(ctx context.Context, slug string) (Tour, error)
	Update(ctx context.Context, t Tour) error
	List(ctx context.Context, after Position, limit int) ([]Tour, error)
}

// BuyIns tells how many places for buy-ins are taken in the final of a tour (R5.7), in the
// transaction of the context.
type BuyIns interface {
	Taken(ctx context.Context, t Tour) (int, error)
}

// Service makes and changes tours. The rules of a tour stand once a satellite
// of it has started: they change between tours, never within one.
type Service struct {
	Store  Store
	Audit  audit.Recorder
	BuyIns BuyIns
	Now    func() time.Time
	NewID  func() uuid.UUID
}

// Create makes a tour.
func (v *Service) Create(ctx context.Context, t Tour) (Tour, error) {
	t.ID, t.CreatedAt, t.Version = v.NewID(), v.Now().UTC(), 1
	t, err := New(t)
	if err != nil {
		return Tour{}, err
	}
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		if err := v.Store.Insert(ctx, t); err != nil {
			return err
		}
		return v.Audit.Record(ctx, audit.Entry{Act: "tour.create", Object: t.Slug, After: t})
	})
	return t, err
}

// Get reads a tour.
func (v *Service) Get(ctx context.Context, slug string) (Tour, error) {
	var t Tour
	err := v.Store.InTx(ctx, func(ctx context.Context) (err error) {
		t, err = v.Store.BySlug(ctx, slug)
		return err
	})
	return t, err
}

// List reads a page of tours, the latest start first.
func (v *Service) List(ctx context.Context, after Position, limit int) ([]Tour, error) {
	var tours []Tour
	err := v.Store.InTx(ctx, func(ctx context.Context) (err error) {
		tours, err = v.Store.List(ctx, after, limit)
		return err
	})
	return tours, err
}

// Edit changes a tour; check sees it as it stands before.
func (v *Service) Edit(ctx context.Context, slug string, check func(Tour) error, change func(*Tour)) (Tour, error) {
	return v.edit(ctx, slug, "tour.edit", func(t *Tour) error {
		if err := check(*t); err != nil {
			return err
		}
		change(t)
		return nil
	})
}

// SetPrizes puts a prize table in force (R5.2).
func (v *Service) SetPrizes(ctx context.Context, slug string, table PrizeTable) (Tour, error) {
	return v.edit(ctx, slug, "tour.prize_table", func(t *Tour) error {
		t.Prizes = table
		return nil
	})
}

// SetPairingTables puts preset tables of the tour's own in force (R3.1); the
// caller has checked them.
func (v *Service) SetPairingTables(ctx context.Context, slug string, change func(now json.RawMessage) (json.RawMessage, error)) (Tour, error) {
	return v.edit(ctx, slug, "tour.pairing_tables", func(t *Tour) (err error) {
		t.PairingTables, err = change(t.PairingTables)
		return err
	})
}

func (v *Service) edit(ctx context.Context, slug, act string, change func(*Tour) error) (Tour, error) {
	var after Tour
	err := v.Store.InTx(ctx, func(ctx context.Context) error {
		before, err := v.Store.LockBySlug(ctx, slug)
		if err != nil {
			return err
		}
		after = before
		if err := change(&after); err != nil {
			return err
		}
		if after, err = New(after); err != nil {
			return err
		}
		same, ruled := sameTour(before, after), sameRules(before, after)
		if same {
			return nil
		}
		if before.RulesFrozen && !ruled {
			return fault.New(fault.TourRulesFrozen, "A satellite of this tour has started, so its rules and tables stand until the next tour.")
		}
		if err := v.checkPlaces(ctx, before, after); err != nil {
			return err
		}
		after.Version++
		if err := v.Store.Update(ctx, after); err != nil {
			return err
		}
		return v.Audit.Record(ctx, audit.Entry{Act: act, Object: slug, Before: before, After: after})
	})
	return after, err
}

// checkPlaces refuses to take places away that are taken.
func (v *Service) checkPlaces(ctx context.Context, before, after Tour) error {
	if after.Final.BuyInPlaces >= before.Final.BuyInPlaces {
		return nil
	}
	taken, err := v.BuyIns.Taken(ctx, before)
	if err != nil {
		return err
	}
	return checkFewerPlaces(before.Final, after.Final, taken)
}

// sameRules says whether nothing has changed that the result of a satellite
// could depend on.
func sameRules(a, b Tour) bool {
	return sameJSON(a.Rules, b.Rules) && sameJSON(a.Prizes, b.Prizes) && sameJSON(a.PairingTables, b.PairingTables)
}

func sameTour(a, b Tour) bool {
	return sameRules(a, b) && a.Shown == b.Shown && a.Name == b.Name && a.StartsOn == b.StartsOn && a.EndsOn == b.EndsOn && a.DefaultRounds == b.DefaultRounds && a.Quiet == b.Quiet && sameJSON(a.Final, b.Final)
}

func sameJSON(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}
