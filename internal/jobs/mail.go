package jobs

import (
	"context"
	"log/slog"

	"github.com/riverqueue/river"

	"github.com/nast-tour/nast/internal/mail"
)

// Reminders reminds people of what is to come from them: directors of dues and reports, qualifiers of
// answers.
type Reminders interface {
	Remind(ctx context.Context) (posted int, err error)
}

// Mailer sends what waits in the outbox, and forgets where letters went long ago.
type Mailer interface {
	SendWaiting(ctx context.Context) (failed []mail.Letter, err error)
	Forget(ctx context.Context) (forgotten int64, err error)
}

// RemindDues puts reminders of dues into the outbox (R6.4).
type RemindDues struct{}

// Kind names the job.
func (RemindDues) Kind() string { return "remind_dues" }

// ChaseReports puts reminders of reports that have not come into the outbox (R6.8).
type ChaseReports struct{}

// Kind names the job.
func (ChaseReports) Kind() string { return "chase_reports" }

// RemindAnswers puts reminders of answers that have not come into the outbox (R5.5).
type RemindAnswers struct{}

// Kind names the job.
func (RemindAnswers) Kind() string { return "remind_answers" }

// remind carries out one of these jobs.
type remind[Job river.JobArgs] struct {
	river.WorkerDefaults[Job]
	reminders Reminders
	of        string // in the log
	log       *slog.Logger
}

// Work does it; doing it twice is doing it once.
func (w *remind[Job]) Work(ctx context.Context, _ *river.Job[Job]) error {
	posted, err := w.reminders.Remind(ctx)
	if err == nil && posted > 0 {
		w.log.InfoContext(ctx, "people are reminded", "of", w.of, "letters", posted)
	}
	return err
}

// ForgetMail takes addresses and texts out of letters that were sent long ago (R8.2).
type ForgetMail struct{}

// Kind names the job.
func (ForgetMail) Kind() string { return "forget_mail" }

type forgetMail struct {
	river.WorkerDefaults[ForgetMail]
	mailer Mailer
}

// Work does it; doing it twice is doing it once.
func (w *forgetMail) Work(ctx context.Context, _ *river.Job[ForgetMail]) error {
	_, err := w.mailer.Forget(ctx)
	return err
}

// SendMail sends what waits in the outbox.
type SendMail struct{}

// Kind names the job.
func (SendMail) Kind() string { return "send_mail" }

type sendMail struct {
	river.WorkerDefaults[SendMail]
	mailer Mailer
	log    *slog.Logger
}

// Work does it. A letter that cannot be sent stays in the outbox with its failure.
func (w *sendMail) Work(ctx context.Context, _ *river.Job[SendMail]) error {
	failed, err := w.mailer.SendWaiting(ctx)
	for _, l := range failed {
		level := slog.LevelWarn
		if l.Tries >= mail.MaxTries {
			level = slog.LevelError // nobody tries it again by himself
		}
		w.log.Log(ctx, level, "a letter could not be sent", "letter", l.ID, "try", l.Tries, "failure", l.Failure)
	}
	return err
}
