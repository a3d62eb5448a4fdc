package satellite

import (
	"reflect"
	"slices"

	"github.com/nast-tour/nast/internal/fault"
)

// final are the acts that are not taken back by undo: those of the organiser,
// and the report, whose consequences have left the satellite.
var final = []string{"satellite.register", "final.make", "satellite.sanction", "satellite.reject", "satellite.cancel", "satellite.report", "satellite.reopen"}

// Undo takes the last act back, given its entry in the log. Undoing an undo
// does the act again.
func (s *Satellite) Undo(last Entry) error {
	if last.Seq != s.Seq {
		return fault.New(fault.InternalError, "act %d is not the last, %d is", last.Seq, s.Seq)
	}
	if s.Status == Reported || slices.Contains(final, last.Act) {
		return fault.New(fault.NotUndoable, "The last act (%s) cannot be taken back.", last.Act)
	}
	s.apply(last.Changes.inverse())
	return nil
}

// inverse leads from the state after the changes to the one before.
func (c Changes) inverse() Changes {
	inverse := Changes{Entrants: turned(c.Entrants), Rounds: turned(c.Rounds), Games: turned(c.Games)}
	if c.Registration != nil {
		inverse.Registration = &Change[Registration]{Before: c.Registration.After, After: c.Registration.Before}
	}
	return inverse
}

func turned[T any](changes []Change[T]) []Change[T] {
	out := make([]Change[T], len(changes))
	for i, c := range changes {
		out[i] = Change[T]{Before: c.After, After: c.Before}
	}
	return out
}

// Differences names where two states of a satellite are not the same, for the
// check of a state against its log (R4.9).
func Differences(kept, rebuilt *Satellite) []string {
	var out []string
	if kept.Seq != rebuilt.Seq {
		out = append(out, "number of acts")
	}
	for _, item := range Diff(rebuilt, kept).List() {
		out = append(out, item.Kind+" "+item.ID)
	}
	if len(out) == 0 && !reflect.DeepEqual(versions(kept), versions(rebuilt)) {
		out = append(out, "versions")
	}
	return out
}

// versions are the versions of everything, by kind and order.
func versions(s *Satellite) []int64 {
	all := []int64{s.Version}
	for _, e := range s.Entrants {
		all = append(all, e.Version)
	}
	for _, r := range s.Rounds {
		all = append(all, r.Version)
	}
	for _, g := range s.Games {
		all = append(all, g.Version)
	}
	return all
}
