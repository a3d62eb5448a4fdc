package satellite

import (
	"slices"

	"github.com/nast-tour/nast/internal/fault"
)

// Finish ends play. Without a round it is the last one if every result is in,
// else the latest complete round; before the last round it needs a reason, and
// the rounds after it do not count (R3.13).
func (s *Satellite) Finish(afterRound int, reason string) error {
	if s.Status == Finished && (afterRound == 0 || afterRound == s.LastRound()) {
		return nil
	}
	if err := s.allow("finished", InPlay); err != nil {
		return err
	}
	if afterRound == 0 {
		if afterRound = s.completeThrough(); afterRound == 0 {
			return s.needResults(1)
		}
	}
	if err := s.checkRound(afterRound); err != nil {
		return err
	}
	if err := s.needResults(afterRound); err != nil {
		return err
	}
	if afterRound < s.RoundCount {
		if needReason(reason, "") != nil {
			return fault.New(fault.ReasonRequired,
				"Only %d of %d rounds are complete. Give a reason to finish early; the rounds not played will not count.",
				afterRound, s.RoundCount).WithField("/reason", "required", "Say why play ended early.")
		}
		s.FinishedAfter = afterRound
	}
	s.openThrough(afterRound)
	s.Status = Finished
	return nil
}

// completeThrough is the last round up to which every round is complete. Rounds
// that nobody is left to play are not, unless nothing was played at all: then
// it is the first one, so that even such a satellite comes to an end.
func (s *Satellite) completeThrough() int {
	i := slices.IndexFunc(s.Rounds, func(r Round) bool { return r.State != Complete })
	switch {
	case i < 0:
		return len(s.Rounds)
	case i == 0 && len(s.MissingTables(1)) == 0:
		return 1
	}
	return i
}
