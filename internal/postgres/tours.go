package postgres

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/postgres/db"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
)

// Tours is the store of internal/tour, and reads tours for satellites.
type Tours struct{ *DB }

var (
	_ tour.Store      = Tours{}
	_ satellite.Tours = Tours{}
)

// Insert keeps a new tour.
func (s Tours) Insert(ctx context.Context, t tour.Tour) error {
	kept, err := toTour(t)
	if err != nil {
		return err
	}
	err = s.q(ctx).InsertTour(ctx, db.InsertTourParams{
		ID: t.ID, Slug: t.Slug, Name: t.Name, Format: string(t.Format), StartsOn: toDate(t.StartsOn), EndsOn: toDate(t.EndsOn),
		Currency: string(t.Currency), DefaultRounds: t.DefaultRounds, Rules: kept.rules, PrizeTable: kept.prizes, PairingTables: t.PairingTables,
		CreatedAt: t.CreatedAt, FinalRules: kept.final, Quiet: t.Quiet,
		Public: t.Shown.Public, ShortNames: &t.Shown.ShortNames,
	})
	if broke(err, toursSlugTaken) {
		return fault.Wrap(err, fault.SlugTaken, "There is a tour %q already; choose another slug.", t.Slug).
			WithField("/slug", "taken", "Choose another slug.")
	}
	return err
}

// BySlug reads a tour.
func (s Tours) BySlug(ctx context.Context, slug string) (tour.Tour, error) {
	row, err := s.q(ctx).TourBySlug(ctx, slug)
	if err != nil {
		return tour.Tour{}, missing(err, "tour")
	}
	return fromTour(row)
}

// LockBySlug reads a tour and keeps it until the transaction ends.
func (s Tours) LockBySlug(ctx context.Context, slug string) (tour.Tour, error) {
	row, err := s.q(ctx).LockTourBySlug(ctx, slug)
	if err != nil {
		return tour.Tour{}, missing(err, "tour")
	}
	return fromTour(row)
}

// ByID reads a tour.
func (s Tours) ByID(ctx context.Context, id uuid.UUID) (tour.Tour, error) {
	row, err := s.q(ctx).TourByID(ctx, id)
	if err != nil {
		return tour.Tour{}, missing(err, "tour")
	}
	return fromTour(row)
}

// List reads a page of tours, the latest start first.
func (s Tours) List(ctx context.Context, after tour.Position, limit int) ([]tour.Tour, error) {
	rows, err := s.q(ctx).Tours(ctx, db.ToursParams{BeforeID: toID(after.ID), BeforeDay: toDate(after.StartsOn), Count: int32(limit)})
	if err != nil {
		return nil, fmt.Errorf("list tours: %w", err)
	}
	tours := make([]tour.Tour, len(rows))
	for i, row := range rows {
		if tours[i], err = fromTour(row); err != nil {
			return nil, err
		}
	}
	return tours, nil
}

// Update writes a tour back.
func (s Tours) Update(ctx context.Context, t tour.Tour) error {
	kept, err := toTour(t)
	if err != nil {
		return err
	}
	return s.q(ctx).UpdateTour(ctx, db.UpdateTourParams{
		ID: t.ID, Name: t.Name, StartsOn: toDate(t.StartsOn), EndsOn: toDate(t.EndsOn),
		DefaultRounds: t.DefaultRounds, Rules: kept.rules, PrizeTable: kept.prizes, PairingTables: t.PairingTables, FinalRules: kept.final, Quiet: t.Quiet,
		Public: t.Shown.Public, ShortNames: &t.Shown.ShortNames,
	})
}

// Freeze ends the time in which the rules may change; a change under way is
// waited for.
func (s Tours) Freeze(ctx context.Context, id uuid.UUID) error { return s.q(ctx).FreezeTour(ctx, id) }

// tourBody are the columns of a tour that are kept as JSON.
type tourBody struct{ rules, prizes, final json.RawMessage }

func toTour(t tour.Tour) (b tourBody, err error) {
	if b.rules, err = json.Marshal(t.Rules); err != nil {
		return b, err
	}
	if len(t.Prizes.Rows) > 0 || t.Format != tour.NAST {
		if b.prizes, err = json.Marshal(t.Prizes); err != nil {
			return b, err
		}
	}
	b.final, err = json.Marshal(t.Final)
	return b, err
}

func fromTour(row db.Tour) (tour.Tour, error) {
	t := tour.Tour{
		ID: row.ID, Slug: row.Slug, Name: row.Name, Format: tour.Format(row.Format),
		StartsOn: fromDate(row.StartsOn), EndsOn: fromDate(row.EndsOn), Currency: money.Currency(row.Currency),
		DefaultRounds: row.DefaultRounds, Rules: tour.DefaultRules(tour.Format(row.Format)), Prizes: tour.Format(row.Format).DefaultPrizes(),
		Shown: tour.Format(row.Format).DefaultShown(),
		Final: tour.DefaultFinalRules(money.Currency(row.Currency)), PairingTables: row.PairingTables, RulesFrozen: row.RulesFrozen, Quiet: row.Quiet, Version: row.Version, CreatedAt: row.CreatedAt.UTC(),
	}
	t.Shown.Public = row.Public
	if row.ShortNames != nil { // a program of the release before did not say
		t.Shown.ShortNames = *row.ShortNames
	}
	if err := json.Unmarshal(row.Rules, &t.Rules); err != nil {
		return t, fmt.Errorf("read the rules of tour %s: %w", row.Slug, err)
	}
	if len(row.PrizeTable) > 0 {
		t.Prizes = tour.PrizeTable{}
		if err := json.Unmarshal(row.PrizeTable, &t.Prizes); err != nil {
			return t, fmt.Errorf("read the prize table of tour %s: %w", row.Slug, err)
		}
	}
	if len(row.FinalRules) > 0 {
		if err := json.Unmarshal(row.FinalRules, &t.Final); err != nil {
			return t, fmt.Errorf("read the rules of the final of tour %s: %w", row.Slug, err)
		}
	}
	return t, nil
}

// AllIDs are the tours, for the worker's checks.
func (s Tours) AllIDs(ctx context.Context) ([]uuid.UUID, error) {
	var ids []uuid.UUID
	err := s.InTx(ctx, func(ctx context.Context) (err error) {
		ids, err = s.q(ctx).TourIDs(ctx)
		return err
	})
	return ids, err
}
