package satellite

import (
	"context"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/fault"
)

// OpenRound gives out the pairs of a round.
func (v *Service) OpenRound(ctx context.Context, id uuid.UUID, round int, reason string) (*Satellite, error) {
	return v.simple(ctx, id, "round.open", reason, func(s *Satellite) error { return s.OpenRound(round) })
}

// PairRound pairs a round by its rule; a paired round stays as it is.
func (v *Service) PairRound(ctx context.Context, id uuid.UUID, round int, reason string) (*Satellite, error) {
	return v.simple(ctx, id, "round.pair", reason, func(s *Satellite) error { return s.PairRound(round, v.NewID) })
}

// Scored is what entering a result says.
type Scored struct {
	Warnings []Warning
	Differ   []Differ // rounds already paired that would be paired otherwise now (R4.6)
}

// SetResult enters or corrects the result of a game. Rounds that are paired
// already are kept.
func (v *Service) SetResult(ctx context.Context, id, game uuid.UUID, in ResultInput, reason string, m Match) (*Satellite, Scored, error) {
	var scored Scored
	s, err := v.act(ctx, id, "result.enter", reason, func(_ context.Context, s *Satellite) (err error) {
		if err := m.checkGame(s, game); err != nil {
			return err
		}
		before := s.Clone()
		if scored.Warnings, err = s.SetResult(game, in, ""); err != nil {
			return err
		}
		scored.Differ = s.differs(before)
		return nil
	})
	return s, scored, err
}

// ClearResult takes the result of a game back.
func (v *Service) ClearResult(ctx context.Context, id, game uuid.UUID, m Match) (*Satellite, error) {
	return v.simple(ctx, id, "result.clear", "", func(s *Satellite) error {
		if err := m.checkGame(s, game); err != nil {
			return err
		}
		return s.ClearResult(game)
	})
}

func (m Match) checkGame(s *Satellite, game uuid.UUID) error {
	g, ok := s.GameByID(game)
	if !ok {
		return fault.New(fault.ResourceNotFound, "There is no such game.")
	}
	return m.Check(g.Version, GameOf{Satellite: s, Game: *g})
}

// GameOf is a game with the satellite it is of, so that its players can be
// named.
type GameOf struct {
	Satellite *Satellite
	Game      Game
}

// SetRoundResults enters several results of a round, all or nothing.
func (v *Service) SetRoundResults(ctx context.Context, id uuid.UUID, round int, results []RoundResult) (*Satellite, Scored, error) {
	var scored Scored
	s, err := v.act(ctx, id, "result.enter", "", func(_ context.Context, s *Satellite) (err error) {
		before := s.Clone()
		if scored.Warnings, err = s.SetRoundResults(round, results); err != nil {
			return err
		}
		scored.Differ = s.differs(before)
		return nil
	})
	return s, scored, err
}

// LiveReport is the report as things stand, or the one that was made. A
// negative prize fund stands in it with its figures.
func (v *Service) LiveReport(ctx context.Context, id uuid.UUID) (*Satellite, Report, error) {
	var s *Satellite
	var r Report
	err := v.Store.InTx(ctx, func(ctx context.Context) (err error) {
		if s, err = v.Store.Load(ctx, id); err != nil {
			return err
		}
		r, err = v.report(ctx, s)
		return err
	})
	return s, r, err
}

func (v *Service) report(ctx context.Context, s *Satellite) (Report, error) {
	if s.Status == Reported {
		return v.Store.LatestReport(ctx, s)
	}
	t, err := v.tourOf(ctx, s)
	if err != nil {
		return Report{}, err
	}
	if s, err = v.withPool(ctx, s); err != nil {
		return Report{}, err
	}
	r, err := s.LiveReport(t)
	if fault.CodeOf(err) == fault.FundNegative {
		err = nil
	}
	return r, err
}

// Decide records what the director decides (R4.4, R5.1).
func (v *Service) Decide(ctx context.Context, id uuid.UUID, d Decisions) (*Satellite, Report, error) {
	var r Report
	s, err := v.act(ctx, id, "report.decide", d.Reason, func(ctx context.Context, s *Satellite) (err error) {
		t, err := v.tourOf(ctx, s)
		if err != nil {
			return err
		}
		if err := s.Decide(d); err != nil {
			return err
		}
		known, err := v.withPool(ctx, s)
		if err != nil {
			return err
		}
		r, err = known.decided(d, t)
		return err
	})
	return s, r, err
}

// Report reports the satellite: the report is frozen, the due posted and the
// worker told, all in one transaction (R6.4). A reported satellite stays as
// it is.
func (v *Service) Report(ctx context.Context, id uuid.UUID, reason string) (*Satellite, Report, error) {
	var r Report
	s, err := v.act(ctx, id, "satellite.report", reason, func(ctx context.Context, s *Satellite) (err error) {
		if s.Status == Reported {
			r, err = v.Store.LatestReport(ctx, s)
			return err
		}
		t, err := v.tourOf(ctx, s)
		if err != nil {
			return err
		}
		if err := v.freezePool(ctx, s); err != nil {
			return err
		}
		if r, err = s.Report(t, v.Now()); err != nil {
			return err
		}
		issued, err := v.Store.LatestReport(ctx, s)
		switch {
		case err == nil:
			r.Since = since(issued, r)
		case fault.CodeOf(err) != fault.ResourceNotFound:
			return err
		}
		if err := v.Store.SaveReport(ctx, s, r); err != nil {
			return err
		}
		if r.DueOn != nil {
			err = v.Treasury.PostReport(ctx, carryover.Reported{
				DirectorID: s.TenantID, SatelliteID: s.ID, TourID: s.TourID, Statement: r.Carryover, DueOn: *r.DueOn,
			})
			if err != nil {
				return err
			}
		}
		return v.Announcer.Reported(ctx, s.TourID, s.ID)
	})
	return s, r, err
}
