package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/mail"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/oversight"
	"github.com/nast-tour/nast/internal/postgres/db"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
)

// Oversight is the store of internal/oversight.
type Oversight struct{ *DB }

var _ oversight.Store = Oversight{}

// Events are the satellites of a tour in order of their first day.
func (s Oversight) Events(ctx context.Context, tourID uuid.UUID) ([]oversight.Event, error) {
	return s.events(ctx, db.OverseenEventsParams{TourID: &tourID})
}

// Unreported are the satellites of all tours whose organisers want reminders, of which no report has
// ever come: those that were sanctioned, and neither rejected nor cancelled.
func (s Oversight) Unreported(ctx context.Context) ([]oversight.Event, error) {
	return s.events(ctx, db.OverseenEventsParams{Unreported: true})
}

// FinalEvent is that of a tour; nil where there is none.
func (s Oversight) FinalEvent(ctx context.Context, tourID uuid.UUID) (*oversight.FinalEvent, error) {
	row, err := s.q(ctx).FinalEventOf(ctx, tourID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the Final Event: %w", err)
	}
	return &oversight.FinalEvent{ID: row.ID, Name: row.Name, Status: satellite.Status(row.Status), StartsOn: fromDate(row.StartsOn)}, nil
}

func (s Oversight) events(ctx context.Context, p db.OverseenEventsParams) ([]oversight.Event, error) {
	rows, err := s.q(ctx).OverseenEvents(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("read the satellites: %w", err)
	}
	return parseAll(rows, fromEvent)
}

func fromEvent(row db.OverseenEventsRow) (oversight.Event, error) {
	rules := tour.DefaultRules(tour.Format(row.Format))
	if err := json.Unmarshal(row.TourRules, &rules); err != nil {
		return oversight.Event{}, fmt.Errorf("read the rules of tour %s: %w", row.Slug, err)
	}
	if len(row.Rules) > 0 { // those that it was started with
		rules = tour.Rules{}
		if err := json.Unmarshal(row.Rules, &rules); err != nil {
			return oversight.Event{}, fmt.Errorf("read the rules of satellite %s: %w", row.ID, err)
		}
	}
	return oversight.Event{
		ID: row.ID, Name: row.Name, City: row.City, Tour: row.Tour, DirectorID: row.TenantID, Director: row.Director, Email: row.DirectorEmail,
		Status: satellite.Status(row.Status), StartsOn: fromDate(row.StartsOn), EndsOn: fromDate(row.EndsOn),
		Zone:     (&satellite.Satellite{Registration: satellite.Registration{TimeZone: row.TimeZone}}).Location(),
		LateRule: rules.LateReports(money.Currency(row.Currency)), Entrants: row.Entrants, Field: row.Field,
		Rounds: row.Rounds, CompleteRounds: row.CompleteRounds, HasResults: row.HasResults,
		ReportedAt: afterEpoch(row.ReportedAt), RemindedAt: afterEpoch(row.RemindedAt),
	}, nil
}

// afterEpoch is a time that a query has set to the epoch where there is none.
func afterEpoch(t time.Time) time.Time {
	if t.Unix() == 0 {
		return time.Time{}
	}
	return t.UTC()
}

// Players counts the different persons in satellites of a tour.
func (s Oversight) Players(ctx context.Context, tourID uuid.UUID) (int, error) {
	return s.q(ctx).DifferentPlayers(ctx, tourID)
}

// Seats counts the seats of the reported satellites of a tour.
func (s Oversight) Seats(ctx context.Context, tourID uuid.UUID) (seats oversight.Seats, err error) {
	rows, err := s.q(ctx).SeatCounts(ctx, tourID)
	for _, row := range rows {
		switch qualifiers.ClaimState(row.State) {
		case qualifiers.Holds, qualifiers.Pending:
			seats.Held += row.Seats
		case qualifiers.GivenUp:
			seats.GivenUp += row.Seats
		case qualifiers.Waiting:
			seats.Waiting += row.Seats
		case "vacant":
			seats.Vacant += row.Seats
		}
	}
	return seats, err
}

// PendingSeats are those that are kept until the organiser rules.
func (s Oversight) PendingSeats(ctx context.Context, tourID uuid.UUID) ([]oversight.PendingSeat, error) {
	rows, err := s.q(ctx).PendingSeats(ctx, tourID)
	if err != nil {
		return nil, fmt.Errorf("read the seats to be ruled on: %w", err)
	}
	return parseAll(rows, func(row db.PendingSeatsRow) (oversight.PendingSeat, error) {
		return oversight.PendingSeat{SatelliteID: row.SatelliteID, PlayerID: row.PlayerID, Satellite: row.Satellite, Name: row.Name}, nil
	})
}

// TiedSeats are the satellites of which several are next in line for a seat.
func (s Oversight) TiedSeats(ctx context.Context, tourID uuid.UUID) ([]oversight.TiedSeat, error) {
	rows, err := s.q(ctx).TiedSeats(ctx, tourID)
	if err != nil {
		return nil, fmt.Errorf("read the seats for which several are next: %w", err)
	}
	return parseAll(rows, func(row db.TiedSeatsRow) (oversight.TiedSeat, error) {
		return oversight.TiedSeat{SatelliteID: row.ID, Satellite: row.Name, Director: row.Director, Seats: row.Seats}, nil
	})
}

// Answers counts the persons of the list by their answer.
func (s Oversight) Answers(ctx context.Context, tourID uuid.UUID, now time.Time) ([]oversight.AnswerCount, error) {
	rows, err := s.q(ctx).AnswerCounts(ctx, db.AnswerCountsParams{TourID: tourID, Now: now})
	if err != nil {
		return nil, fmt.Errorf("count the answers: %w", err)
	}
	return parseAll(rows, func(row db.AnswerCountsRow) (oversight.AnswerCount, error) {
		return oversight.AnswerCount{Answer: qualifiers.Answer(row.Answer), Players: row.Players, NotAsked: row.NotAsked, Past: row.Past}, nil
	})
}

// OverdueAnswers are the first who have not answered by their deadline, the oldest deadline first.
func (s Oversight) OverdueAnswers(ctx context.Context, tourID uuid.UUID, now time.Time, limit int) ([]oversight.OverdueAnswer, error) {
	rows, err := s.q(ctx).OverdueAnswers(ctx, db.OverdueAnswersParams{TourID: tourID, Now: now, Count: int32(limit)})
	if err != nil {
		return nil, fmt.Errorf("read who has not answered: %w", err)
	}
	return parseAll(rows, func(row db.OverdueAnswersRow) (oversight.OverdueAnswer, error) {
		return oversight.OverdueAnswer{PlayerID: row.PlayerID, Name: row.Name, Deadline: row.Deadline.UTC()}, nil
	})
}

// Suspense are the payments of which nobody knows whose they are.
func (s Oversight) Suspense(ctx context.Context) ([]carryover.Payment, error) {
	inSuspense := true
	return Books(s).Payments(ctx, carryover.PaymentFilter{Suspense: &inSuspense, Limit: allPayments})
}

// allPayments is more than all payments that ever wait for their payer.
const allPayments = 1_000_000

// BankLines are the first of the lines that nobody has confirmed, the oldest first, and how many
// there are.
func (s Oversight) BankLines(ctx context.Context, limit int) (lines []oversight.BankLine, open int, err error) {
	rows, err := s.q(ctx).OpenBankLines(ctx, int32(limit))
	if err != nil {
		return nil, 0, fmt.Errorf("read the open lines of the bank: %w", err)
	}
	for _, row := range rows {
		open = row.Open
		lines = append(lines, oversight.BankLine{
			ID: row.ID, StatementID: row.StatementID, Day: fromDate(row.Day), Account: row.Account,
			Amount: money.Money{Amount: row.Amount, Currency: money.Currency(row.Currency)},
		})
	}
	return lines, open, nil
}

// DeadLetters are the first of the letters that nobody tries to send any more, and how many there are.
func (s Oversight) DeadLetters(ctx context.Context, now time.Time, limit int) (letters []oversight.DeadLetter, dead int, err error) {
	rows, err := s.q(ctx).DeadLetters(ctx, db.DeadLettersParams{
		MaxTries: mail.MaxTries, FreshSince: now.Add(-mail.Freshness), Count: int32(limit),
	})
	if err != nil {
		return nil, 0, fmt.Errorf("read the letters that were given up: %w", err)
	}
	for _, row := range rows {
		dead = row.Dead
		letters = append(letters, oversight.DeadLetter{ID: row.ID, Subject: row.Subject, WrittenAt: row.QueuedAt.UTC()})
	}
	return letters, dead, nil
}
