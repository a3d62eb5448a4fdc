package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/postgres/db"
	"github.com/nast-tour/nast/internal/qualifiers"
)

// Person is who a record belongs to.
func (s Qualifiers) Person(ctx context.Context, record uuid.UUID) (uuid.UUID, error) {
	person, err := s.q(ctx).PersonOf(ctx, record)
	return person, missing(err, "player")
}

// LockPlayer keeps others from answering for a player until the transaction ends.
func (s Qualifiers) LockPlayer(ctx context.Context, tour, player uuid.UUID) error {
	return s.q(ctx).LockAnswers(ctx, lockOfAnswers(tour, player))
}

// Replies are the answers of persons, in order.
func (s Qualifiers) Replies(ctx context.Context, tour uuid.UUID, players []uuid.UUID) ([]qualifiers.Reply, error) {
	rows, err := s.q(ctx).AnswersOf(ctx, db.AnswersOfParams{TourID: tour, Players: players})
	if err != nil {
		return nil, fmt.Errorf("read the answers: %w", err)
	}
	replies := make([]qualifiers.Reply, len(rows))
	for i, row := range rows {
		a := row.Answer
		replies[i] = qualifiers.Reply{
			ID: a.ID, PlayerID: row.Person, Answer: qualifiers.Answer(a.Answer), At: a.AnsweredAt.UTC(), Day: fromDate(a.Day),
			Satellites: a.Satellites, Via: qualifiers.Via(a.Via), By: a.ByName, Note: a.Note,
			TakenBackAt: fromTime(a.TakenBackAt), TakenBackBy: a.TakenBackBy,
		}
	}
	return replies, nil
}

// SaveReplies adds answers, and notes of those that are there whether they were taken back.
func (s Qualifiers) SaveReplies(ctx context.Context, tour uuid.UUID, replies []qualifiers.Reply) error {
	params := make([]db.UpsertAnswerParams, len(replies))
	for i, r := range replies {
		params[i] = db.UpsertAnswerParams{
			ID: r.ID, TourID: tour, PlayerID: r.PlayerID, Answer: string(r.Answer), AnsweredAt: r.At, Day: toDate(r.Day),
			Satellites: r.Satellites, Via: string(r.Via), ByName: r.By, Note: r.Note,
			TakenBackAt: toTime(r.TakenBackAt), TakenBackBy: r.TakenBackBy,
		}
	}
	return s.steps("keep the answers", []step{{len(params), func() batchResults { return s.q(ctx).UpsertAnswer(ctx, params) }}})
}

// LatestReported is the latest last day of the satellites whose seats are given; zero: of none.
func (s Qualifiers) LatestReported(ctx context.Context, tour uuid.UUID) (civil.Date, error) {
	day, err := s.q(ctx).LatestListedDay(ctx, tour)
	if err != nil || day == "" {
		return civil.Date{}, err
	}
	return civil.Parse(day)
}

// Deadline is by when a player has to answer; zero: nobody has said.
func (s Qualifiers) Deadline(ctx context.Context, tour, player uuid.UUID) (time.Time, error) {
	deadline, err := s.q(ctx).Deadline(ctx, db.DeadlineParams{TourID: tour, PlayerID: player})
	if errors.Is(err, pgx.ErrNoRows) {
		return time.Time{}, nil
	}
	return deadline.UTC(), err
}

// SetDeadline keeps by when a player has to answer.
func (s Qualifiers) SetDeadline(ctx context.Context, tour, player uuid.UUID, deadline time.Time) error {
	return s.q(ctx).SetDeadline(ctx, db.SetDeadlineParams{TourID: tour, PlayerID: player, Deadline: deadline})
}

// answerLinks is the purpose of the key that links are signed with.
const answerLinks = "answer links"

// LinkKey is what links are signed with.
func (s Qualifiers) LinkKey(ctx context.Context) ([]byte, error) {
	return s.signingKey(ctx, answerLinks)
}

// signingKey is the key of a purpose. The first who needs it makes it; of two at once one does.
func (d *DB) signingKey(ctx context.Context, purpose string) ([]byte, error) {
	key, err := d.q(ctx).SigningKey(ctx, purpose)
	if !errors.Is(err, pgx.ErrNoRows) {
		return key, err
	}
	fresh := make([]byte, qualifiers.MinLinkKey)
	_, _ = rand.Read(fresh) // never fails
	if err := d.q(ctx).InsertSigningKey(ctx, db.InsertSigningKeyParams{Purpose: purpose, Key: fresh}); err != nil {
		return nil, fmt.Errorf("make the key of %s: %w", purpose, err)
	}
	return d.q(ctx).SigningKey(ctx, purpose)
}

// SaveLink keeps a link that is given out. Its token is not kept.
func (s Qualifiers) SaveLink(ctx context.Context, l qualifiers.IssuedLink) error {
	return s.q(ctx).InsertLink(ctx, db.InsertLinkParams{
		Nonce: l.Nonce[:], TourID: l.TourID, PlayerID: l.PlayerID, Deadline: l.Deadline, IssuedAt: l.IssuedAt,
	})
}

// LockLink reads what is kept of a link and keeps it until the transaction ends.
func (s Qualifiers) LockLink(ctx context.Context, l qualifiers.Link) (qualifiers.IssuedLink, error) {
	row, err := s.q(ctx).LockLink(ctx, l.Nonce[:])
	if errors.Is(err, pgx.ErrNoRows) {
		return qualifiers.IssuedLink{}, fault.New(fault.LinkInvalid, "This link is not known here. Ask the organiser for another.")
	}
	return qualifiers.IssuedLink{
		Link: l, IssuedAt: row.IssuedAt.UTC(), UsedAt: fromTime(row.UsedAt), WithdrawnAt: fromTime(row.WithdrawnAt),
	}, err
}

// UseLink notes that a link was used.
func (s Qualifiers) UseLink(ctx context.Context, l qualifiers.Link, at time.Time) error {
	return s.q(ctx).UseLink(ctx, db.UseLinkParams{Nonce: l.Nonce[:], UsedAt: &at})
}

// WithdrawLinks ends the links of a player that were not used.
func (s Qualifiers) WithdrawLinks(ctx context.Context, tour, player uuid.UUID, at time.Time) error {
	return s.q(ctx).WithdrawLinks(ctx, db.WithdrawLinksParams{At: &at, TourID: tour, PlayerID: player})
}

// Rulings are those over the seats of satellites.
func (s Qualifiers) Rulings(ctx context.Context, satellites []uuid.UUID) ([]qualifiers.Ruling, error) {
	rows, err := s.q(ctx).RulingsOf(ctx, satellites)
	if err != nil {
		return nil, fmt.Errorf("read the rulings: %w", err)
	}
	rulings := make([]qualifiers.Ruling, len(rows))
	for i, row := range rows {
		r := row.SeatRuling
		rulings[i] = qualifiers.Ruling{
			ID: r.ID, SatelliteID: r.SatelliteID, PlayerID: row.Person, Verdict: qualifiers.Verdict(r.Verdict), At: r.RuledAt.UTC(),
			By: r.ByName, Reason: r.Reason, TakenBackAt: fromTime(r.TakenBackAt), TakenBackBy: r.TakenBackBy,
		}
	}
	return rulings, nil
}

// SaveRulings adds rulings, and notes of those that are there whether they were taken back.
func (s Qualifiers) SaveRulings(ctx context.Context, tour uuid.UUID, rulings []qualifiers.Ruling) error {
	params := make([]db.UpsertRulingParams, len(rulings))
	for i, r := range rulings {
		params[i] = db.UpsertRulingParams{
			ID: r.ID, TourID: tour, SatelliteID: r.SatelliteID, PlayerID: r.PlayerID, Verdict: string(r.Verdict), RuledAt: r.At,
			ByName: r.By, Reason: r.Reason, TakenBackAt: toTime(r.TakenBackAt), TakenBackBy: r.TakenBackBy,
		}
	}
	return s.steps("keep the rulings", []step{{len(params), func() batchResults { return s.q(ctx).UpsertRuling(ctx, params) }}})
}
