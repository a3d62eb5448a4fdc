package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/mail"
	"github.com/nast-tour/nast/internal/postgres/db"
)

// Outbox is the outbox of internal/mail.
type Outbox struct{ *DB }

var _ mail.Outbox = Outbox{}

// Put keeps a letter unless there is one of its key.
func (s Outbox) Put(ctx context.Context, l mail.Letter) (bool, error) {
	rows, err := s.q(ctx).InsertLetter(ctx, db.InsertLetterParams{
		ID: l.ID, Key: l.Key, ToEmail: l.To, Subject: l.Subject, Body: l.Body, QueuedAt: l.QueuedAt,
		About: toID(l.About), Enclosed: toID(l.Enclosed),
	})
	if err != nil {
		return false, fmt.Errorf("keep a letter: %w", err)
	}
	return rows > 0, nil
}

// Take gives letters that are to be tried now, and counts the try.
func (s Outbox) Take(ctx context.Context, now time.Time, limit int) ([]mail.Letter, error) {
	rows, err := s.q(ctx).WaitingLetters(ctx, db.WaitingLettersParams{
		MaxTries: mail.MaxTries, FreshSince: now.Add(-mail.Freshness), Now: now, Count: int32(limit),
	})
	if err != nil {
		return nil, fmt.Errorf("take letters: %w", err)
	}
	letters := make([]mail.Letter, len(rows))
	for i, row := range rows {
		letters[i] = fromLetter(row)
		letters[i].Tries++
		err := s.q(ctx).CountTry(ctx, db.CountTryParams{ID: row.ID, NextTryAt: now.Add(mail.Wait(letters[i].Tries))})
		if err != nil {
			return nil, fmt.Errorf("count the try of a letter: %w", err)
		}
	}
	return letters, nil
}

// Sent notes that a letter is on its way.
func (s Outbox) Sent(ctx context.Context, id uuid.UUID, at time.Time) error {
	return s.q(ctx).LetterSent(ctx, db.LetterSentParams{ID: id, At: at})
}

// Dropped notes that a letter is not sent, as what it was about is settled.
func (s Outbox) Dropped(ctx context.Context, id uuid.UUID, at time.Time) error {
	return s.q(ctx).LetterDropped(ctx, db.LetterDroppedParams{ID: id, At: at})
}

// Forget takes address and text out of letters that were sent, dropped or given up before a time,
// and says of how many.
func (s Outbox) Forget(ctx context.Context, before time.Time) (int64, error) {
	return s.q(ctx).ForgetLetters(ctx, &before)
}

// Failed notes why a letter could not be sent.
func (s Outbox) Failed(ctx context.Context, id uuid.UUID, failure string) error {
	return s.q(ctx).LetterFailed(ctx, db.LetterFailedParams{ID: id, Failure: failure})
}

// Letters gives letters, the newest first.
func (s Outbox) Letters(ctx context.Context, f mail.Filter) ([]mail.Letter, error) {
	rows, err := s.q(ctx).Letters(ctx, db.LettersParams{
		Before: toID(f.Before), State: string(f.State), MaxTries: mail.MaxTries, FreshSince: f.Now.Add(-mail.Freshness), Count: int32(f.Limit),
	})
	if err != nil {
		return nil, fmt.Errorf("list letters: %w", err)
	}
	letters := make([]mail.Letter, len(rows))
	for i, row := range rows {
		letters[i] = fromLetter(row)
	}
	return letters, nil
}

func fromLetter(row db.MailOutbox) mail.Letter {
	l := mail.Letter{
		Draft: mail.Draft{
			Key: row.Key, To: row.ToEmail, Subject: row.Subject, Body: row.Body, About: fromID(row.About), Enclosed: fromID(row.Enclosed),
		},
		ID: row.ID, QueuedAt: row.QueuedAt.UTC(), DroppedAt: fromTime(row.DroppedAt), Tries: row.Tries, Failure: row.Failure,
	}
	if row.SentAt != nil {
		l.SentAt = row.SentAt.UTC()
	}
	return l
}
