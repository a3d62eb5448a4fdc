// Package civil holds a day of the calendar without a time or a zone, as satellites and tours
// have them: local to the venue. It never asks what day it is today.
package civil

import (
	"cmp"
	"fmt"
	"strconv"
	"time"

	"github.com/nast-tour/nast/internal/fault"
)

// Date is a day of the years 1 to 9999. The zero value is no day. Dates are compared with ==.
type Date struct {
	year  int
	month time.Month
	day   int
}

// New makes a date; days and months out of range carry over, as in time.Date.
func New(year int, month time.Month, day int) Date {
	return Of(time.Date(year, month, day, 0, 0, 0, 0, time.UTC))
}

// Of is the day of an instant in the instant's own location.
func Of(t time.Time) Date {
	year, month, day := t.Date()
	return Date{year, month, day}
}

// Parse reads "2026-03-14". The error is an invalid request about the whole value (pointer "").
func Parse(text string) (Date, error) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil || t.Year() < 1 {
		return Date{}, fault.AtField("", "invalid_format", "%q is not a date; write it as 2026-03-14.", text)
	}
	return Of(t), nil
}

// String gives "2026-03-14", nothing for no day.
func (d Date) String() string {
	if d.IsZero() {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.year, d.month, d.day)
}

// MarshalText writes the date as String does.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what MarshalText wrote: a date as Parse takes it, or nothing for no day.
func (d *Date) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*d = Date{}
		return nil
	}
	parsed, err := Parse(string(text))
	if err != nil {
		return err
	}
	*d = parsed
	return nil
}

// IsZero says whether this is no day.
func (d Date) IsZero() bool { return d == Date{} }

// AddDays is the date so many days later, earlier where n is negative.
func (d Date) AddDays(n int) Date { return New(d.year, d.month, d.day+n) }

// DaysUntil is how many days later the other date is, negative where it is earlier.
func (d Date) DaysUntil(other Date) int {
	return int(other.utc().Sub(d.utc()) / (24 * time.Hour))
}

// Before says whether d is earlier than the other date.
func (d Date) Before(other Date) bool { return d.Compare(other) < 0 }

// After says whether d is later than the other date.
func (d Date) After(other Date) bool { return d.Compare(other) > 0 }

// Compare is -1, 0 or 1 as d is earlier than, the same as or later than the other date.
func (d Date) Compare(other Date) int {
	return cmp.Or(cmp.Compare(d.year, other.year), cmp.Compare(d.month, other.month), cmp.Compare(d.day, other.day))
}

// In is the first instant of the day at a location: midnight, or when the clocks go forward at
// midnight the first instant after the gap.
func (d Date) In(loc *time.Location) time.Time {
	t := time.Date(d.year, d.month, d.day, 0, 0, 0, 0, loc)
	start, end := t.ZoneBounds()
	if Of(t).Before(d) { // midnight falls into a gap and time.Date chose the side before it
		return end
	}
	if start.IsZero() {
		return t
	}
	if before := start.Add(-time.Nanosecond); Of(before) == d { // midnight comes twice: this is the second
		_, offset := before.Zone()
		return d.utc().Add(-time.Duration(offset) * time.Second).In(loc)
	}
	return t
}

func (d Date) utc() time.Time { return time.Date(d.year, d.month, d.day, 0, 0, 0, 0, time.UTC) }

// Days is a number of days in words: "1 day", "3 days".
func Days(n int) string {
	if n == 1 {
		return "1 day"
	}
	return strconv.Itoa(n) + " days"
}
