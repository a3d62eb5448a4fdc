package satellite

import (
	"context"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
)

// CheckIn notes that an entrant is there; in play he enters late (R2.5, R4.8).
func (v *Service) CheckIn(ctx context.Context, id, entrant uuid.UUID, reason string) (*Satellite, error) {
	return v.simple(ctx, id, "entrant.check_in", reason, func(s *Satellite) error { return s.CheckIn(entrant, v.NewID) })
}

// Withdraw takes a player out (R4.7).
func (v *Service) Withdraw(ctx context.Context, id, entrant uuid.UUID, reason string) (*Satellite, error) {
	return v.simple(ctx, id, "entrant.withdraw", reason, func(s *Satellite) error { return s.Withdraw(entrant, v.NewID) })
}

// Reinstate lets a withdrawn player back in (R4.7).
func (v *Service) Reinstate(ctx context.Context, id, entrant uuid.UUID, reason string) (*Satellite, error) {
	return v.simple(ctx, id, "entrant.reinstate", reason, func(s *Satellite) error { return s.Reinstate(entrant, v.NewID) })
}

// SetEligibility records what the director says of a player's right to prizes
// and seats.
func (v *Service) SetEligibility(ctx context.Context, id, entrant uuid.UUID, eligible bool, reason string) (*Satellite, error) {
	return v.simple(ctx, id, "entrant.eligibility", reason, func(s *Satellite) error { return s.SetEligibility(entrant, eligible, reason) })
}

// Repair pairs an unplayed round again (R4.6).
func (v *Service) Repair(ctx context.Context, id uuid.UUID, round int, reason string) (*Satellite, error) {
	return v.act(ctx, id, "round.repair", reason, func(ctx context.Context, s *Satellite) error {
		t, err := v.tourOf(ctx, s)
		if err != nil {
			return err
		}
		return s.Repair(round, t, v.NewID)
	})
}

// Swap lets two entrants change places in a round; the warning says that the
// rule would pair otherwise.
func (v *Service) Swap(ctx context.Context, id uuid.UUID, round int, a, b uuid.UUID, reason string) (*Satellite, []Warning, error) {
	var warnings []Warning
	s, err := v.act(ctx, id, "round.swap", reason, func(ctx context.Context, s *Satellite) error {
		if err := s.Swap(round, a, b, reason, v.NewID); err != nil {
			return err
		}
		t, err := v.tourOf(ctx, s)
		if err != nil {
			return err
		}
		warnings, err = s.notByRule(round, t)
		return err
	})
	return s, warnings, err
}

// Undo takes the last act back; with a number only if that act is still the
// last, so that nobody takes back what another has just done.
func (v *Service) Undo(ctx context.Context, id uuid.UUID, seq int64, reason string) (*Satellite, error) {
	return v.act(ctx, id, "undo", reason, func(ctx context.Context, s *Satellite) error {
		if seq != 0 && seq != s.Seq {
			return fault.New(fault.NotUndoable, "Act %d is not the last any more: somebody has acted since (act %d). Look at the log.", seq, s.Seq)
		}
		last, err := v.Store.Log(ctx, id, s.Seq-1, 1)
		if err != nil {
			return err
		}
		if len(last) != 1 {
			return fault.New(fault.InternalError, "the log ends before act %d", s.Seq)
		}
		return s.Undo(last[0])
	})
}

// Verification says whether a satellite is what its log makes of it (R4.9).
type Verification struct {
	Acts        int64
	Differences []string // none: it agrees
}

// Verify rebuilds the satellite from its log and compares.
func (v *Service) Verify(ctx context.Context, id uuid.UUID) (Verification, error) {
	var out Verification
	err := v.Store.InTx(ctx, func(ctx context.Context) error {
		kept, err := v.Store.Load(ctx, id)
		if err != nil {
			return err
		}
		log, err := v.logThrough(ctx, id, kept.Seq)
		if err != nil {
			return err
		}
		out = Verification{Acts: kept.Seq}
		rebuilt, err := Replay(log)
		if err != nil {
			out.Differences = []string{err.Error()}
			return nil
		}
		out.Differences = Differences(kept, rebuilt)
		return nil
	})
	return out, err
}

// logThrough is the log up to an act: what a state that was read rests on,
// though others have acted since.
func (v *Service) logThrough(ctx context.Context, id uuid.UUID, seq int64) ([]Entry, error) {
	log, err := v.wholeLog(ctx, id)
	return log[:min(int(seq), len(log))], err
}

func (v *Service) wholeLog(ctx context.Context, id uuid.UUID) ([]Entry, error) {
	const batch = 500
	var log []Entry
	for {
		part, err := v.Store.Log(ctx, id, int64(len(log)), batch)
		if err != nil {
			return nil, err
		}
		log = append(log, part...)
		if len(part) < batch {
			return log, nil
		}
	}
}

// Reopen lets a reported satellite be corrected (R4.6). The list and the due
// stay as issued until the next report.
func (v *Service) Reopen(ctx context.Context, id uuid.UUID, reason string) (*Satellite, error) {
	return v.simple(ctx, id, "satellite.reopen", reason, func(s *Satellite) error { return s.Reopen(reason) })
}

// Effect is what a correction does to what follows from it (R4.6).
type Effect struct {
	Standings Standings
	Differ    []Differ     // later rounds that would be paired otherwise
	Now, Then *[]Qualifier // the qualifiers, once every round is complete
}

// Preview shows what a result would do, and changes nothing.
func (v *Service) Preview(ctx context.Context, id, game uuid.UUID, in ResultInput) (Effect, error) {
	var effect Effect
	err := v.Store.InTx(ctx, func(ctx context.Context) error {
		s, err := v.Store.Load(ctx, id)
		if err != nil {
			return err
		}
		before := s.Clone()
		if _, err := s.SetResult(game, in, ""); err != nil {
			return err
		}
		g, _ := s.GameByID(game)
		after := max(g.Round, s.latestRound())
		if effect.Standings, err = s.StandingsAfter(&after); err != nil {
			return err
		}
		effect.Differ = s.differs(before)
		t, err := v.tourOf(ctx, s)
		if err != nil {
			return err
		}
		if last := s.LastRound(); before.needResults(last) == nil && s.needResults(last) == nil {
			effect.Now, effect.Then = qualifiersOf(before.LiveReport(t)), qualifiersOf(s.LiveReport(t))
		}
		return nil
	})
	return effect, err
}

// qualifiersOf gives the qualifiers of a report; a negative fund does not
// change them.
func qualifiersOf(r Report, _ error) *[]Qualifier { return &r.Qualifiers }
