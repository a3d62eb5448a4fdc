package jobs

import (
	"context"
	"log/slog"

	"github.com/riverqueue/river"

	"github.com/nast-tour/nast/internal/mail"
)

// Reminders reminds directors of what they owe.
type Reminders interface {
	Remind(ctx context.Context) (posted int, err error)
}

// Mailer sends what waits in the outbox.
type Mailer interface {
	SendWaiting(ctx context.Context) (failed []mail.Letter, err error)
}

// RemindDues puts reminders of dues into the outbox (R6.4).
type RemindDues struct{}

// Kind names the job.
func (RemindDues) Kind() string { return "remind_dues" }

type remindDues struct {
	river.WorkerDefaults[RemindDues]
	reminders Reminders
	log       *slog.Logger
}

// Work does it; doing it twice is doing it once.
func (w *remindDues) Work(ctx context.Context, _ *river.Job[RemindDues]) error {
	posted, err := w.reminders.Remind(ctx)
	if err == nil && posted > 0 {
		w.log.InfoContext(ctx, "directors are reminded of dues", "letters", posted)
	}
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
