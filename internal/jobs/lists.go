package jobs

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"github.com/nast-tour/nast/internal/qualifiers"
)

// RefreshList brings the national list of a tour up to date with what is new of a satellite, or of
// some players (R5.6).
type RefreshList struct {
	TourID      uuid.UUID   `json:"tour_id"`
	SatelliteID uuid.UUID   `json:"satellite_id"`
	Players     []uuid.UUID `json:"players,omitempty"`
}

// Kind names the job.
func (RefreshList) Kind() string { return "refresh_list" }

type refreshList struct {
	river.WorkerDefaults[RefreshList]
	lists Lists
}

// Work does it; doing it twice is doing it once.
func (w *refreshList) Work(ctx context.Context, job *river.Job[RefreshList]) error {
	change := qualifiers.Change{Players: job.Args.Players}
	if job.Args.SatelliteID != uuid.Nil {
		change.Satellites = []uuid.UUID{job.Args.SatelliteID}
	}
	if err := w.lists.Refresh(ctx, job.Args.TourID, change); err != nil {
		return fmt.Errorf("refresh the national list of tour %s: %w", job.Args.TourID, err)
	}
	return nil
}

// CheckLists rebuilds every national list from the reports and says so where
// that changed one.
type CheckLists struct{}

// Kind names the job.
func (CheckLists) Kind() string { return "check_lists" }

type checkLists struct {
	river.WorkerDefaults[CheckLists]
	lists Lists
	tours Tours
	log   *slog.Logger
}

// Work does it.
func (w *checkLists) Work(ctx context.Context, _ *river.Job[CheckLists]) error {
	tours, err := w.tours.AllIDs(ctx)
	if err != nil {
		return err
	}
	for _, tour := range tours {
		changed, err := w.lists.Rebuild(ctx, tour)
		if err != nil {
			return fmt.Errorf("rebuild the national list of tour %s: %w", tour, err)
		}
		if changed {
			w.log.ErrorContext(ctx, "the national list was not what the reports say and has been rebuilt", "tour", tour)
		}
	}
	return nil
}

// DropExpired forgets the answers of repeated writes that are too old.
type DropExpired struct{}

// Kind names the job.
func (DropExpired) Kind() string { return "drop_expired" }

type dropExpired struct {
	river.WorkerDefaults[DropExpired]
	expirers []Expirer
}

// Work does it.
func (w *dropExpired) Work(ctx context.Context, _ *river.Job[DropExpired]) error {
	for _, e := range w.expirers {
		if _, err := e.DropExpired(ctx); err != nil {
			return err
		}
	}
	return nil
}
