package satellite

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/tour"
)

// Service carries out the acts of people on satellites: it loads, lets the
// rules decide, and keeps the change with its log entry in one transaction.
// The caller's principal is in the context; who may call what is decided
// before (internal/auth).
type Service struct {
	Store     Store
	Tours     Tours
	Persons   Persons
	Announcer Announcer
	Herald    Herald // nil: nobody outside is told
	Treasury  Treasury
	Codes     Codes  // nil: players cannot send results
	Finals    Finals // nil: on a day offline, where the prize pool is not known
	Now       func() time.Time
	NewID     NewID

	// Toss draws the colour of the first board of chess where nobody says it (C2.1); nil: white.
	Toss func() pairing.Colour
}

// Register makes a satellite of a tour for its director.
func (v *Service) Register(ctx context.Context, tourSlug string, r Registration) (*Satellite, error) {
	var made *Satellite
	err := v.Store.InTx(ctx, func(ctx context.Context) error {
		t, err := v.Tours.BySlug(ctx, tourSlug)
		if fault.CodeOf(err) == fault.ResourceNotFound {
			return fault.AtField("/tour", "unknown", "There is no tour %q.", tourSlug)
		}
		if err != nil {
			return err
		}
		r.ID = v.NewID()
		made, err = Register(r, t, v.Now())
		if err != nil {
			return err
		}
		entry := v.record(ctx, nil, made, "satellite.register", "")
		if err := v.Store.Insert(ctx, made, entry); err != nil {
			return err
		}
		return v.tell(ctx, made, entry)
	})
	return made, err
}

// Get reads a satellite.
func (v *Service) Get(ctx context.Context, id uuid.UUID) (*Satellite, error) {
	var s *Satellite
	err := v.Store.InTx(ctx, func(ctx context.Context) (err error) {
		s, err = v.Store.Load(ctx, id)
		return err
	})
	return s, err
}

// List reads a page of satellites by first day.
func (v *Service) List(ctx context.Context, f Filter) ([]Registration, error) {
	var items []Registration
	err := v.Store.InTx(ctx, func(ctx context.Context) (err error) {
		items, err = v.Store.List(ctx, f)
		return err
	})
	return items, err
}

// Log reads a page of the log, first to last.
func (v *Service) Log(ctx context.Context, id uuid.UUID, afterSeq int64, limit int) ([]Entry, error) {
	var entries []Entry
	err := v.Store.InTx(ctx, func(ctx context.Context) (err error) {
		entries, err = v.Store.Log(ctx, id, afterSeq, limit)
		return err
	})
	return entries, err
}

// Edit changes the registration.
func (v *Service) Edit(ctx context.Context, id uuid.UUID, p Patch, reason string, m Match) (*Satellite, error) {
	return v.act(ctx, id, "satellite.edit", reason, func(ctx context.Context, s *Satellite) error {
		if err := m.Check(s.Version, s); err != nil {
			return err
		}
		t, err := v.Tours.ByID(ctx, s.TourID)
		if err != nil {
			return err
		}
		was := s.Registration
		if err := s.Edit(p, t); err != nil || s.Status != Finished || was.Name == s.Name && was.EndsOn == s.EndsOn {
			return err
		}
		// It may have been reported before: the list names it, and orders it by its last day.
		return v.Announcer.Reported(ctx, s.TourID, s.ID)
	})
}

// Sanction clears a satellite for play (R1.3).
func (v *Service) Sanction(ctx context.Context, id uuid.UUID, reason string) (*Satellite, error) {
	return v.simple(ctx, id, "satellite.sanction", reason, (*Satellite).Sanction)
}

// Reject refuses a proposed satellite.
func (v *Service) Reject(ctx context.Context, id uuid.UUID, reason string) (*Satellite, error) {
	return v.simple(ctx, id, "satellite.reject", reason, func(s *Satellite) error { return s.Reject(reason) })
}

// Cancel calls a satellite off.
func (v *Service) Cancel(ctx context.Context, id uuid.UUID, reason string) (*Satellite, error) {
	return v.simple(ctx, id, "satellite.cancel", reason, func(s *Satellite) error { return s.Cancel(reason) })
}

// Start starts play; a warning says when today is not a day of the satellite
// (R2.5). The colour is of chess: that of the first board, or none for the toss
// to be drawn (C2.1).
func (v *Service) Start(ctx context.Context, id uuid.UUID, colour pairing.Colour, reason string) (*Satellite, []Warning, error) {
	s, err := v.act(ctx, id, "satellite.start", reason, func(ctx context.Context, s *Satellite) error {
		// Frozen first, so that a change of the rules under way is waited for and
		// read.
		if err := v.Tours.Freeze(ctx, s.TourID); err != nil {
			return err
		}
		t, err := v.Tours.ByID(ctx, s.TourID)
		if err != nil {
			return err
		}
		if err := v.toss(s, colour); err != nil {
			return err
		}
		return s.Start(t, v.NewID)
	})
	if err != nil {
		return nil, nil, err
	}
	return s, append(s.dayWarnings(v.Now()), s.lengthWarnings()...), nil
}

// toss settles the colour of the first board of chess.
func (v *Service) toss(s *Satellite, colour pairing.Colour) error {
	switch {
	case colour == pairing.NoColour && (!s.Chess || s.started()):
		return nil
	case colour == pairing.NoColour && v.Toss != nil:
		colour = v.Toss()
	case colour == pairing.NoColour:
		colour = pairing.White
	}
	return s.Toss(colour)
}

func (s *Satellite) dayWarnings(now time.Time) []Warning {
	today := civil.Of(now.In(s.Location()))
	if today.Before(s.StartsOn) || today.After(s.EndsOn) {
		return []Warning{{Code: "other_day", Detail: "Today is " + today.String() + " at the venue; the satellite is set for " + s.StartsOn.String() + "."}}
	}
	return nil
}

// Unstart takes the start back (R3.13).
func (v *Service) Unstart(ctx context.Context, id uuid.UUID, reason string) (*Satellite, error) {
	return v.simple(ctx, id, "satellite.unstart", reason, (*Satellite).Unstart)
}

// Finish ends play; afterRound of 0 means after the last complete one.
func (v *Service) Finish(ctx context.Context, id uuid.UUID, afterRound int, reason string) (*Satellite, error) {
	return v.simple(ctx, id, "satellite.finish", reason, func(s *Satellite) error { return s.Finish(afterRound, reason) })
}

func (v *Service) simple(ctx context.Context, id uuid.UUID, act, reason string, do func(*Satellite) error) (*Satellite, error) {
	return v.act(ctx, id, act, reason, func(_ context.Context, s *Satellite) error { return do(s) })
}

// act carries out one act: lock, decide, and keep what has changed with its
// log entry. An act that changes nothing leaves no trace.
func (v *Service) act(ctx context.Context, id uuid.UUID, name, reason string, do func(context.Context, *Satellite) error) (*Satellite, error) {
	var after *Satellite
	err := v.Store.InTx(ctx, func(ctx context.Context) error {
		before, err := v.Store.Lock(ctx, id)
		if err != nil {
			return err
		}
		after = before.Clone()
		if err := do(ctx, after); err != nil {
			return err
		}
		entry := v.record(ctx, before, after, name, reason)
		if entry.Changes.Empty() {
			return nil
		}
		return v.save(ctx, after, entry)
	})
	if err != nil {
		return nil, err
	}
	return after, nil
}

// save keeps what an act has changed with its entry, and tells of it outside.
func (v *Service) save(ctx context.Context, s *Satellite, entry Entry) error {
	if err := v.Store.Save(ctx, s, entry); err != nil {
		return err
	}
	return v.tell(ctx, s, entry)
}

func (v *Service) tell(ctx context.Context, s *Satellite, entry Entry) error {
	if v.Herald == nil {
		return nil
	}
	return v.Herald.Acted(ctx, s, entry)
}

// record makes the log entry of an act and stamps what it has changed.
func (v *Service) record(ctx context.Context, before, after *Satellite, act, reason string) Entry {
	p := auth.From(ctx)
	entry := Entry{
		Seq: after.Seq + 1, At: v.Now().UTC(), Act: act, Reason: reason,
		Actor:   Actor{ID: p.ID, Name: p.Name, Role: string(p.Role)},
		Changes: Diff(before, after),
	}
	if !entry.Changes.Empty() {
		after.Stamp(entry.Seq, entry.Changes)
	}
	return entry
}

// tourOf reads the tour of a satellite.
func (v *Service) tourOf(ctx context.Context, s *Satellite) (tour.Tour, error) {
	return v.Tours.ByID(ctx, s.TourID)
}

// Match is the version that a caller has read; nil Versions means any.
type Match struct {
	Versions []int64
}

// Check refuses an older version, with the thing as it stands.
func (m Match) Check(version int64, current any) error {
	if m.Versions == nil {
		return nil
	}
	for _, v := range m.Versions {
		if v == version {
			return nil
		}
	}
	return fault.New(fault.VersionConflict, "Somebody else has changed this meanwhile; look at it as it stands and try again.").WithCurrent(current)
}

// WithRules reads a satellite with the rules that hold for it: those frozen at its
// start, before that those of its tour.
func (v *Service) WithRules(ctx context.Context, id uuid.UUID) (*Satellite, tour.Rules, error) {
	var s *Satellite
	var rules tour.Rules
	err := v.Store.InTx(ctx, func(ctx context.Context) (err error) {
		if s, err = v.Store.Load(ctx, id); err != nil {
			return err
		}
		rules, err = v.rulesOf(ctx, s)
		return err
	})
	return s, rules, err
}

func (v *Service) rulesOf(ctx context.Context, s *Satellite) (tour.Rules, error) {
	if s.Rules != nil {
		return *s.Rules, nil
	}
	t, err := v.tourOf(ctx, s)
	return t.Rules, err
}
