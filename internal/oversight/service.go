package oversight

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
)

// Store reads what the overview is made of. How many statements that takes does not grow with the
// tour. Every method but InTx joins the transaction of its context.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// Events are the satellites of a tour in order of their first day.
	Events(ctx context.Context, tour uuid.UUID) ([]Event, error)
	// Whole reads satellites as they stand.
	Whole(ctx context.Context, satellites []uuid.UUID) ([]*satellite.Satellite, error)
	// FinalEvent is the one of a tour that was neither rejected nor cancelled; nil: there is none.
	FinalEvent(ctx context.Context, tour uuid.UUID) (*FinalEvent, error)
	// Players counts the different persons in satellites of a tour that were not rejected or cancelled.
	Players(ctx context.Context, tour uuid.UUID) (int, error)

	Seats(ctx context.Context, tour uuid.UUID) (Seats, error)
	PendingSeats(ctx context.Context, tour uuid.UUID) ([]PendingSeat, error)
	TiedSeats(ctx context.Context, tour uuid.UUID) ([]TiedSeat, error)
	Answers(ctx context.Context, tour uuid.UUID, now time.Time) ([]AnswerCount, error)
	OverdueAnswers(ctx context.Context, tour uuid.UUID, now time.Time, limit int) ([]OverdueAnswer, error)

	// Suspense are the payments of which nobody knows whose they are, as they stand.
	Suspense(ctx context.Context) ([]carryover.Payment, error)
	// BankLines and DeadLetters give the first of those that wait, and how many there are.
	BankLines(ctx context.Context, limit int) ([]BankLine, int, error)
	DeadLetters(ctx context.Context, now time.Time, limit int) ([]DeadLetter, int, error)
}

// Tours finds a tour.
type Tours interface {
	BySlug(ctx context.Context, slug string) (tour.Tour, error)
}

// Doubts lists the pairs of players who may be one person.
type Doubts interface {
	Doubtful(ctx context.Context) ([]players.Doubt, error)
}

// Service makes the overview of a tour.
type Service struct {
	Store  Store
	Tours  Tours
	Dues   carryover.Store
	Doubts Doubts
	Finals Finals
	Pools  Pools
	Now    func() time.Time
}

// Overview is the tour of a slug on one page, as it stands now. Persons, bank lines, payments and mail
// belong to no tour: all that wait are in it. It fails with fault.ResourceNotFound.
func (v *Service) Overview(ctx context.Context, slug string) (Overview, error) {
	var o Overview
	err := v.Store.InTx(ctx, func(ctx context.Context) error {
		t, err := v.Tours.BySlug(ctx, slug)
		if err != nil {
			return err
		}
		o = Overview{Tour: t, At: v.Now().UTC()}
		for _, part := range []func(context.Context, *Overview) error{v.ofSatellites, v.ofSeats, v.ofFinal, v.ofPersons, v.ofMoney, v.ofMail} {
			if err := part(ctx, &o); err != nil {
				return fmt.Errorf("make the overview of %s: %w", slug, err)
			}
		}
		o.arrange()
		return nil
	})
	return o, err
}

// arrange leaves out what does not wait, and puts the rest in the order of Kinds.
func (o *Overview) arrange() {
	o.Decisions = slices.DeleteFunc(o.Decisions, func(m Matter) bool { return m.Count == 0 })
	order := Kinds()
	slices.SortStableFunc(o.Decisions, func(a, b Matter) int { return slices.Index(order, a.Kind) - slices.Index(order, b.Kind) })
}

func (v *Service) ofSatellites(ctx context.Context, o *Overview) error {
	events, err := v.Store.Events(ctx, o.Tour.ID)
	if err != nil {
		return err
	}
	o.place(events)
	var over []uuid.UUID
	for _, e := range events {
		if e.playedOut() {
			over = append(over, e.ID)
		}
	}
	whole, err := v.Store.Whole(ctx, over)
	if err != nil {
		return err
	}
	o.Decisions = append(append(o.Decisions, ofEvents(o.Tour, events, o.At)...), tied(o.Tour, whole))
	o.Players, err = v.Store.Players(ctx, o.Tour.ID)
	return err
}

func (v *Service) ofSeats(ctx context.Context, o *Overview) (err error) {
	if o.Seats, err = v.Store.Seats(ctx, o.Tour.ID); err != nil {
		return err
	}
	counts, err := v.Store.Answers(ctx, o.Tour.ID, o.At)
	if err != nil {
		return err
	}
	o.Answers = SumAnswers(counts)
	pending, err := v.Store.PendingSeats(ctx, o.Tour.ID)
	if err != nil {
		return err
	}
	tied, err := v.Store.TiedSeats(ctx, o.Tour.ID)
	if err != nil {
		return err
	}
	late, err := v.Store.OverdueAnswers(ctx, o.Tour.ID, o.At, Shown)
	o.Decisions = append(o.Decisions, rulings(o.Tour, pending), tiedSeats(o.Tour, tied), overdue(o.Tour, o.Answers.Overdue, late))
	return err
}

func (v *Service) ofPersons(ctx context.Context, o *Overview) error {
	doubts, err := v.Doubts.Doubtful(ctx)
	o.Decisions = append(o.Decisions, doubtful(doubts))
	return err
}

func (v *Service) ofMoney(ctx context.Context, o *Overview) error {
	dues, err := v.Dues.Dues(ctx, carryover.Filter{Tour: o.Tour.Slug, Limit: allDues})
	if err != nil {
		return err
	}
	o.Money = SumDues(dues, civil.Of(o.At))
	lines, open, err := v.Store.BankLines(ctx, Shown)
	if err != nil {
		return err
	}
	unknown, err := v.Store.Suspense(ctx)
	o.Decisions = append(o.Decisions, bankLines(open, lines), suspense(unknown))
	return err
}

// allDues is more than all dues that a tour ever has.
const allDues = 1_000_000

func (v *Service) ofMail(ctx context.Context, o *Overview) error {
	letters, dead, err := v.Store.DeadLetters(ctx, o.At, Shown)
	o.Decisions = append(o.Decisions, deadMail(dead, letters))
	return err
}
