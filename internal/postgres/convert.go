package postgres

import (
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
)

func toDate(d civil.Date) pgtype.Date {
	if d.IsZero() {
		return pgtype.Date{}
	}
	return pgtype.Date{Time: d.In(time.UTC), Valid: true}
}

func fromDate(d pgtype.Date) civil.Date {
	if !d.Valid {
		return civil.Date{}
	}
	return civil.Of(d.Time)
}

// toID gives nil for the id that is none.
func toID(id uuid.UUID) *uuid.UUID {
	if id == uuid.Nil {
		return nil
	}
	return &id
}

func fromID(id *uuid.UUID) uuid.UUID {
	if id == nil {
		return uuid.Nil
	}
	return *id
}

func toText(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func fromText(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// toInstant gives nil for the instant that is none.
func toInstant(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// toCents drops the currency, which the satellite has once for all amounts.
func toCents(m *money.Money) *int64 {
	if m == nil {
		return nil
	}
	return &m.Amount
}

func fromCents(cents *int64, currency string) *money.Money {
	if cents == nil {
		return nil
	}
	return &money.Money{Amount: *cents, Currency: money.Currency(currency)}
}

// likeText lets text stand for itself in a pattern.
func likeText(text string) string {
	return strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(text)
}

// toTime gives nil for the time that is none.
func toTime(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

func fromTime(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return t.UTC()
}
