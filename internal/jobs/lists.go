package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

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
	return job.Args.refresh(ctx, w.lists)
}

func (r RefreshList) refresh(ctx context.Context, lists Lists) error {
	change := qualifiers.Change{Players: r.Players}
	if r.SatelliteID != uuid.Nil {
		change.Satellites = []uuid.UUID{r.SatelliteID}
	}
	if err := lists.Refresh(ctx, r.TourID, change); err != nil {
		return fmt.Errorf("refresh the national list of tour %s: %w", r.TourID, err)
	}
	return nil
}

// TakeUpLists does the refreshes that a worker has begun and not ended, because it was killed: River
// gives such a job to another one only after rescueAfter, and the list follows within seconds. They
// are done again at each look until then, which changes nothing.
type TakeUpLists struct{}

// Kind names the job.
func (TakeUpLists) Kind() string { return "take_up_lists" }

// givenUpAfter is when a refresh, which takes milliseconds, is taken for one that nobody is at.
const givenUpAfter = 15 * time.Second

// mostTakenUp is more than all workers together can have begun.
const mostTakenUp = 1000

type takeUpLists struct {
	river.WorkerDefaults[TakeUpLists]
	lists Lists
	now   func() time.Time
}

// Work does it.
func (w *takeUpLists) Work(ctx context.Context, _ *river.Job[TakeUpLists]) error {
	begun, err := river.ClientFromContext[pgx.Tx](ctx).JobList(ctx, river.NewJobListParams().
		Kinds(RefreshList{}.Kind()).States(rivertype.JobStateRunning).First(mostTakenUp))
	if err != nil {
		return fmt.Errorf("look for refreshes that were given up: %w", err)
	}
	for _, job := range begun.Jobs {
		if job.AttemptedAt == nil || w.now().Sub(*job.AttemptedAt) < givenUpAfter {
			continue
		}
		var args RefreshList
		if err := json.Unmarshal(job.EncodedArgs, &args); err != nil {
			return fmt.Errorf("read a refresh that was given up: %w", err)
		}
		if err := args.refresh(ctx, w.lists); err != nil {
			return err
		}
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
