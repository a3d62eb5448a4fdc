package postgres

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover/cards"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/postgres/db"
)

// Cards is the store of internal/carryover/cards.
type Cards struct{ *DB }

var _ cards.Store = Cards{}

// Satellite gives name and first day of a satellite.
func (s Cards) Satellite(ctx context.Context, id uuid.UUID) (string, civil.Date, error) {
	row, err := s.q(ctx).CardSatellite(ctx, db.CardSatelliteParams{ID: id, Own: s.own(ctx)})
	if err != nil {
		return "", civil.Date{}, missing(err, "satellite")
	}
	return row.Name, fromDate(row.StartsOn), nil
}

// TourOf gives the name of the tour of a buy-in.
func (s Cards) TourOf(ctx context.Context, buyIn uuid.UUID) (string, error) {
	name, err := s.q(ctx).TourOfBuyIn(ctx, buyIn)
	return name, missing(err, "buy-in")
}

// Find reads a checkout.
func (s Cards) Find(ctx context.Context, payment uuid.UUID) (cards.Checkout, error) {
	row, err := s.q(ctx).CardSession(ctx, db.CardSessionParams{Payment: payment, Own: s.own(ctx)})
	if err != nil {
		return cards.Checkout{}, missing(err, "checkout")
	}
	return toCheckout(row), nil
}

// Lock reads a checkout and keeps others from changing it.
func (s Cards) Lock(ctx context.Context, payment uuid.UUID) (cards.Checkout, error) {
	row, err := s.q(ctx).LockCardSession(ctx, db.LockCardSessionParams{Payment: payment, Own: s.own(ctx)})
	if err != nil {
		return cards.Checkout{}, missing(err, "checkout")
	}
	return toCheckout(row), nil
}

// LiveFor locks the checkout of a satellite or buy-in that is asked for or open.
func (s Cards) LiveFor(ctx context.Context, due uuid.UUID) (cards.Checkout, bool, error) {
	row, err := s.q(ctx).LiveCardSession(ctx, db.LiveCardSessionParams{Due: due, Own: s.own(ctx)})
	switch {
	case none(err):
		return cards.Checkout{}, false, nil
	case err != nil:
		return cards.Checkout{}, false, fmt.Errorf("look for a checkout: %w", err)
	}
	return toCheckout(row), true, nil
}

// LiveOf reads the checkouts of an account that are asked for or open.
func (s Cards) LiveOf(ctx context.Context, account uuid.UUID) ([]cards.Checkout, error) {
	return toCheckouts(s.q(ctx).LiveCardSessionsOf(ctx, account))
}

// NotClosed reads all checkouts that are not closed.
func (s Cards) NotClosed(ctx context.Context) ([]cards.Checkout, error) {
	return toCheckouts(s.q(ctx).CardSessionsNotClosed(ctx))
}

// AddCheckout keeps a new checkout.
func (s Cards) AddCheckout(ctx context.Context, c cards.Checkout) error {
	tenant, err := Books(s).tenantOf(ctx, c.DirectorID)
	if err != nil {
		return fmt.Errorf("find the tenant of a checkout: %w", err)
	}
	err = s.q(ctx).InsertCardSession(ctx, db.InsertCardSessionParams{
		TenantID: tenant, PaymentID: c.PaymentID, SatelliteID: toID(c.SatelliteID), BuyInID: toID(c.BuyInID), Amount: c.Amount.Amount, Currency: string(c.Amount.Currency),
		Description: c.Description, State: string(c.State), SessionID: c.SessionID, Url: c.URL, AskedAt: c.AskedAt, ExpiresAt: c.ExpiresAt,
	})
	if err != nil {
		return fmt.Errorf("keep a checkout: %w", again(err))
	}
	return nil
}

// SaveCheckout keeps how a checkout stands.
func (s Cards) SaveCheckout(ctx context.Context, c cards.Checkout) error {
	err := s.q(ctx).UpdateCardSession(ctx, db.UpdateCardSessionParams{
		TenantID: c.DirectorID, PaymentID: c.PaymentID, State: string(c.State), SessionID: c.SessionID, Url: c.URL,
	})
	if err != nil {
		return fmt.Errorf("keep the state of a checkout: %w", err)
	}
	return nil
}

func toCheckouts(rows []db.CardSession, err error) ([]cards.Checkout, error) {
	if err != nil {
		return nil, fmt.Errorf("list checkouts: %w", err)
	}
	all := make([]cards.Checkout, len(rows))
	for i, row := range rows {
		all[i] = toCheckout(row)
	}
	return all, nil
}

func toCheckout(row db.CardSession) cards.Checkout {
	c := cards.Checkout{
		PaymentID: row.PaymentID, SatelliteID: fromID(row.SatelliteID), BuyInID: fromID(row.BuyInID),
		Amount:      money.Money{Amount: row.Amount, Currency: money.Currency(row.Currency)},
		Description: row.Description, State: cards.State(row.State), SessionID: row.SessionID, URL: row.Url,
		AskedAt: row.AskedAt.UTC(), ExpiresAt: row.ExpiresAt.UTC(),
	}
	if c.BuyInID == uuid.Nil {
		c.DirectorID = row.TenantID
	}
	return c
}

// AddRefund keeps a refund that is to be sent.
func (s Cards) AddRefund(ctx context.Context, r cards.Refund) error {
	tenant, err := Books(s).tenantOf(ctx, r.DirectorID)
	if err != nil {
		return fmt.Errorf("find the tenant of a refund: %w", err)
	}
	err = s.q(ctx).InsertCardRefund(ctx, db.InsertCardRefundParams{
		TenantID: tenant, ID: r.ID, PaymentID: r.PaymentID, DirectorID: toID(r.DirectorID), Charge: r.Charge, Amount: r.Amount.Amount,
		Currency: string(r.Amount.Currency), Reason: r.Reason, State: string(r.State), Detail: r.Detail, AskedAt: r.AskedAt, AskedBy: r.AskedBy,
	})
	if err != nil {
		return fmt.Errorf("keep a refund: %w", err)
	}
	return nil
}

// LockRefund reads a refund and keeps others from changing it.
func (s Cards) LockRefund(ctx context.Context, id uuid.UUID) (cards.Refund, error) {
	row, err := s.q(ctx).LockCardRefund(ctx, id)
	if err != nil {
		return cards.Refund{}, missing(err, "refund")
	}
	return cards.Refund{
		ID: row.ID, PaymentID: row.PaymentID, DirectorID: fromID(row.DirectorID), Charge: row.Charge,
		Amount: money.Money{Amount: row.Amount, Currency: money.Currency(row.Currency)}, Reason: row.Reason,
		State: cards.RefundState(row.State), Detail: row.Detail, AskedAt: row.AskedAt.UTC(), AskedBy: row.AskedBy,
	}, nil
}

// SaveRefund keeps what has become of a refund.
func (s Cards) SaveRefund(ctx context.Context, r cards.Refund) error {
	err := s.q(ctx).UpdateCardRefund(ctx, db.UpdateCardRefundParams{ID: r.ID, State: string(r.State), Detail: r.Detail})
	if err != nil {
		return fmt.Errorf("keep the state of a refund: %w", err)
	}
	return nil
}

// NotSent lists refunds that are to be sent.
func (s Cards) NotSent(ctx context.Context) ([]uuid.UUID, error) {
	ids, err := s.q(ctx).CardRefundsNotSent(ctx)
	if err != nil {
		return nil, fmt.Errorf("list refunds to be sent: %w", err)
	}
	return ids, nil
}

// AskedRefunds sums what is still to be sent of a payment.
func (s Cards) AskedRefunds(ctx context.Context, payment uuid.UUID) (int64, error) {
	sum, err := s.q(ctx).AskedCardRefunds(ctx, payment)
	if err != nil {
		return 0, fmt.Errorf("sum the refunds of a payment: %w", err)
	}
	return sum, nil
}
