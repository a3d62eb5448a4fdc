package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/nast-tour/nast/internal/mail"
	"github.com/nast-tour/nast/internal/postgres/db"
	"github.com/nast-tour/nast/internal/qualifiers"
)

var (
	_ qualifiers.UnansweredStore = Qualifiers{}
	_ qualifiers.LinkStore       = Qualifiers{}
)

// LockPlayers is LockPlayer of many, in one order.
func (s Qualifiers) LockPlayers(ctx context.Context, tour uuid.UUID, players []uuid.UUID) error {
	keys := make([]string, len(players))
	for i, player := range players {
		keys[i] = lockOfAnswers(tour, player)
	}
	return s.q(ctx).LockManyAnswers(ctx, keys)
}

// lockOfAnswers names the lock under which a player is answered for.
func lockOfAnswers(tour, player uuid.UUID) string { return tour.String() + player.String() }

// Contacts are the addresses that persons gave last (R8.1).
func (s Qualifiers) Contacts(ctx context.Context, players []uuid.UUID) (map[uuid.UUID]qualifiers.Contact, error) {
	rows, err := s.q(ctx).ContactsOf(ctx, players)
	if err != nil {
		return nil, fmt.Errorf("read the addresses: %w", err)
	}
	contacts := make(map[uuid.UUID]qualifiers.Contact, len(rows))
	for _, row := range rows {
		contacts[row.Person] = qualifiers.Contact{Record: row.Record, Email: row.Email}
	}
	return contacts, nil
}

// Erased are those of some persons who were erased.
func (s Qualifiers) Erased(ctx context.Context, players []uuid.UUID) (map[uuid.UUID]bool, error) {
	ids, err := s.q(ctx).ErasedAmong(ctx, players)
	if err != nil {
		return nil, fmt.Errorf("read who was erased: %w", err)
	}
	erased := make(map[uuid.UUID]bool, len(ids))
	for _, id := range ids {
		erased[id] = true
	}
	return erased, nil
}

// LiveLinks are the links of a tour by which somebody may still answer, by person.
func (s Qualifiers) LiveLinks(ctx context.Context, tour uuid.UUID, now time.Time) (map[uuid.UUID]qualifiers.LiveLink, error) {
	rows, err := s.q(ctx).LiveLinks(ctx, db.LiveLinksParams{
		TourID: tour, Now: now, MaxTries: mail.MaxTries, FreshSince: now.Add(-mail.Freshness),
	})
	if err != nil {
		return nil, fmt.Errorf("read the links: %w", err)
	}
	links := make(map[uuid.UUID]qualifiers.LiveLink, len(rows))
	for _, row := range rows { // the later one stands
		links[row.Person] = qualifiers.LiveLink{IssuedLink: fromLink(row.AnswerLink), Written: row.Written, UnderWay: row.UnderWay}
	}
	return links, nil
}

// IssuedLink is what is kept of a link.
func (s Qualifiers) IssuedLink(ctx context.Context, id uuid.UUID) (qualifiers.IssuedLink, bool, error) {
	row, err := s.q(ctx).IssuedLink(ctx, id[:])
	if errors.Is(err, pgx.ErrNoRows) {
		return qualifiers.IssuedLink{}, false, nil
	}
	return fromLink(row), err == nil, err
}

func fromLink(row db.AnswerLink) qualifiers.IssuedLink {
	l := qualifiers.IssuedLink{
		Link:     qualifiers.Link{TourID: row.TourID, PlayerID: row.PlayerID, Deadline: row.Deadline.UTC()},
		IssuedAt: row.IssuedAt.UTC(), UsedAt: fromTime(row.UsedAt), WithdrawnAt: fromTime(row.WithdrawnAt),
	}
	copy(l.Nonce[:], row.Nonce)
	return l
}

// Unanswered are the links whose deadlines come near and whose players have not answered.
func (s Qualifiers) Unanswered(ctx context.Context, now, until time.Time, before time.Duration) ([]qualifiers.Unanswered, error) {
	rows, err := s.q(ctx).UnansweredLinks(ctx, db.UnansweredLinksParams{Now: now, Until: until, BeforeSeconds: before.Seconds()})
	if err != nil {
		return nil, fmt.Errorf("read who has not answered: %w", err)
	}
	return parseAll(rows, func(row db.UnansweredLinksRow) (qualifiers.Unanswered, error) {
		listed, err := parseRow(row.Person, row.Body)
		return qualifiers.Unanswered{Link: fromLink(row.AnswerLink).Link, Tour: row.Tour, Row: listed}, err
	})
}
