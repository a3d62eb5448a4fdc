// Package jobs runs what need not be done at once: River on the same database,
// in a schema of its own, and the only package that imports it. Jobs are
// inserted in the transaction that causes them; a job may run twice and has
// one effect. What a job does belongs to a domain service; this package only
// calls it.
package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"

	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/qualifiers"
)

// schema is where River keeps its tables.
const schema = postgres.JobsSchema

// SchemaVersion names the version of River's tables, for test templates.
const SchemaVersion = "river-0.51"

// Migrate brings River's tables up to date, as the owner of the schema. River
// does it step by step and goes on where it was stopped.
func Migrate(ctx context.Context, pool *pgxpool.Pool) error {
	m, err := migrator(pool)
	if err != nil {
		return err
	}
	if _, err := m.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("migrate River: %w", err)
	}
	return nil
}

// Current says whether River's tables are up to date.
func Current(ctx context.Context, pool *pgxpool.Pool) bool {
	m, err := migrator(pool)
	if err != nil {
		return false
	}
	result, err := m.Validate(ctx, nil)
	return err == nil && result.OK
}

func migrator(pool *pgxpool.Pool) (*rivermigrate.Migrator[pgx.Tx], error) {
	quiet := slog.New(slog.DiscardHandler)
	m, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Schema: schema, Logger: quiet})
	if err != nil {
		return nil, fmt.Errorf("prepare River's migrations: %w", err)
	}
	return m, nil
}

// Announcer inserts the jobs that acts cause.
type Announcer struct {
	client *river.Client[pgx.Tx]
}

// NewAnnouncer makes one that only inserts.
func NewAnnouncer(log *slog.Logger) (*Announcer, error) {
	client, err := river.NewClient(riverpgxv5.New(nil), &river.Config{Schema: schema, Logger: log})
	if err != nil {
		return nil, fmt.Errorf("make the inserter of jobs: %w", err)
	}
	return &Announcer{client: client}, nil
}

// Reported asks for the national list to be brought up to date with a
// satellite, in the transaction of the context.
func (a *Announcer) Reported(ctx context.Context, tourID, satelliteID uuid.UUID) error {
	return a.Changed(ctx, tourID, qualifiers.Change{Satellites: []uuid.UUID{satelliteID}})
}

// Changed asks for the national list of a tour to follow a change, in the transaction of the
// context.
func (a *Announcer) Changed(ctx context.Context, tourID uuid.UUID, change qualifiers.Change) error {
	var asked []river.InsertManyParams
	for _, id := range change.Satellites {
		asked = append(asked, river.InsertManyParams{Args: RefreshList{TourID: tourID, SatelliteID: id}})
	}
	if len(change.Players) > 0 {
		asked = append(asked, river.InsertManyParams{Args: RefreshList{TourID: tourID, Players: change.Players}})
	}
	if len(asked) == 0 {
		return nil
	}
	if _, err := a.client.InsertManyTx(ctx, postgres.Tx(ctx), asked); err != nil {
		return fmt.Errorf("ask for the national list: %w", err)
	}
	return nil
}

// PersonsChanged asks for the national lists of tours to follow persons who are others than they
// were, in the transaction of the context.
func (a *Announcer) PersonsChanged(ctx context.Context, tours, persons []uuid.UUID) error {
	for _, tour := range tours {
		if err := a.Changed(ctx, tour, qualifiers.Change{Players: persons}); err != nil {
			return err
		}
	}
	return nil
}

// Lists keeps the national lists.
type Lists interface {
	Refresh(ctx context.Context, tour uuid.UUID, change qualifiers.Change) error
	Rebuild(ctx context.Context, tour uuid.UUID) (changed bool, err error)
}

// Tours lists the tours that the nightly check goes through.
type Tours interface {
	AllIDs(ctx context.Context) ([]uuid.UUID, error)
}

// Expirer forgets what is kept for a time only.
type Expirer interface {
	DropExpired(ctx context.Context) (int64, error)
}

// Config is what a worker is made of.
type Config struct {
	DB       *postgres.DB // opened as nast_worker
	Log      *slog.Logger
	Lists    Lists
	Tours    Tours
	Expirers []Expirer
	Now      func() time.Time

	Reminders Reminders // of dues
	Chaser    Reminders // of reports
	Nudge     Reminders // of answers
	Mailer    Mailer
	Books     Books
	Cards     Cards // nil: no payments by card

	Courier    Courier               // nil: outgoing events stay in their outbox
	Registerer prometheus.Registerer // nil: nothing is counted
}

// Worker carries jobs out until it is stopped. Any number may run.
type Worker struct {
	client   *river.Client[pgx.Tx]
	dispatch *dispatch // nil: outgoing events stay in their outbox
}

// rescueAfter is when the job of a worker that was killed is done by another: longer than any job
// may take.
const rescueAfter = 15 * time.Minute

// New makes a worker. It polls rather than listens, so that it works through
// PgBouncer in transaction mode.
func New(c Config) (*Worker, error) {
	workers := river.NewWorkers()
	river.AddWorker(workers, &refreshList{lists: c.Lists})
	river.AddWorker(workers, &takeUpLists{lists: c.Lists, now: c.Now})
	river.AddWorker(workers, &checkLists{lists: c.Lists, tours: c.Tours, log: c.Log})
	river.AddWorker(workers, &dropExpired{expirers: c.Expirers})
	river.AddWorker(workers, &remind[RemindDues]{reminders: c.Reminders, of: "dues", log: c.Log})
	river.AddWorker(workers, &remind[ChaseReports]{reminders: c.Chaser, of: "reports", log: c.Log})
	river.AddWorker(workers, &remind[RemindAnswers]{reminders: c.Nudge, of: "answers", log: c.Log})
	river.AddWorker(workers, &forgetMail{mailer: c.Mailer})
	river.AddWorker(workers, &sendMail{mailer: c.Mailer, log: c.Log})
	river.AddWorker(workers, &checkBooks{books: c.Books, log: c.Log})
	timetable := periodic()
	if c.Cards != nil {
		addCardWorkers(workers, c.Cards, c.Log)
		timetable = append(timetable, cardPolls()...)
	}
	worker := &Worker{}
	if c.Courier != nil {
		river.AddWorker(workers, &dropDeliveries{courier: c.Courier})
		timetable = append(timetable, river.NewPeriodicJob(river.PeriodicInterval(time.Hour), func() (river.JobArgs, *river.InsertOpts) {
			return DropDeliveries{}, nil
		}, &river.PeriodicJobOpts{RunOnStart: true}))
		worker.dispatch = newDispatch(c.Courier, c.Log, c.Registerer)
	}
	var err error
	worker.client, err = river.NewClient(riverpgxv5.New(c.DB.Pool()), &river.Config{
		Schema: schema, Logger: c.Log, Workers: workers, PollOnly: true,
		FetchPollInterval: 250 * time.Millisecond, FetchCooldown: 100 * time.Millisecond,
		Queues:       map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 4}, cardQueue: {MaxWorkers: 4}},
		PeriodicJobs: timetable, RescueStuckJobsAfter: rescueAfter,
	})
	if err != nil {
		return nil, fmt.Errorf("make the worker: %w", err)
	}
	return worker, nil
}

// periodic are the jobs that nobody asks for.
func periodic() []*river.PeriodicJob {
	return []*river.PeriodicJob{
		river.NewPeriodicJob(river.PeriodicInterval(24*time.Hour), func() (river.JobArgs, *river.InsertOpts) {
			return CheckLists{}, &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByPeriod: 24 * time.Hour}}
		}, &river.PeriodicJobOpts{RunOnStart: true}),
		river.NewPeriodicJob(river.PeriodicInterval(15*time.Second), func() (river.JobArgs, *river.InsertOpts) {
			return TakeUpLists{}, nil // not unique: one that was killed itself would stand in the way
		}, &river.PeriodicJobOpts{RunOnStart: true}),
		hourly(DropExpired{}),
		river.NewPeriodicJob(river.PeriodicInterval(24*time.Hour), func() (river.JobArgs, *river.InsertOpts) {
			return CheckBooks{}, &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByPeriod: 24 * time.Hour}}
		}, &river.PeriodicJobOpts{RunOnStart: true}),
		hourly(RemindDues{}),
		hourly(ChaseReports{}), // the day begins at another hour at every venue
		hourly(RemindAnswers{}),
		river.NewPeriodicJob(river.PeriodicInterval(24*time.Hour), func() (river.JobArgs, *river.InsertOpts) {
			return ForgetMail{}, &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByPeriod: 24 * time.Hour}}
		}, &river.PeriodicJobOpts{RunOnStart: true}),
		river.NewPeriodicJob(river.PeriodicInterval(time.Minute), func() (river.JobArgs, *river.InsertOpts) {
			return SendMail{}, &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByState: unfinished}}
		}, &river.PeriodicJobOpts{RunOnStart: true}),
	}
}

// hourly is a job that finds nothing to do when it is done more often than it had to be.
func hourly(job river.JobArgs) *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(time.Hour), func() (river.JobArgs, *river.InsertOpts) { return job, nil },
		&river.PeriodicJobOpts{RunOnStart: true})
}

// unfinished are the states of a job that is still to be done or at hand: a second one like it would
// find nothing to do.
var unfinished = []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled,
}

// Start begins to work.
func (w *Worker) Start(ctx context.Context) error {
	if err := w.client.Start(ctx); err != nil {
		return err
	}
	if w.dispatch != nil {
		w.dispatch.Start(ctx)
	}
	return nil
}

// Stop lets the jobs at hand end; when ctx ends first they are cancelled and
// run again later.
func (w *Worker) Stop(ctx context.Context) error {
	if w.dispatch != nil {
		var ended sync.WaitGroup
		ended.Go(func() { w.dispatch.Stop(ctx) })
		defer ended.Wait()
	}
	err := w.client.Stop(ctx)
	if ctx.Err() == nil {
		return err
	}
	hard, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return w.client.StopAndCancel(hard)
}
