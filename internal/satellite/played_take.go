package satellite

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/tour"
)

// taking plays a file through on a satellite: round for round it asks what the
// rules make of it and keeps what the file tells.
type taking struct {
	*Satellite
	played Played
	tour   tour.Tour
	newID  NewID
	ids    []uuid.UUID // of the entrants, by number less 1
	late   map[int]bool

	seed    []int // by number less 1; 0 until he joins
	left    []bool
	differs []Differ
	notes   []Warning
}

// maxGuesses bounds how many players are tried as late entrants.
const maxGuesses = 8

// takePlayed makes the field, rounds and games of a file whose players are
// entrants already, ids by their numbers. Players whose first rounds are missed
// have entered late or have forfeited them; the file says neither, and what the
// rules explain best is taken.
func (s *Satellite) takePlayed(p Played, ids []uuid.UUID, t tour.Tour, newID NewID, out *PlayedImport) error {
	if s.Chess {
		return s.takeChess(p, ids, t, newID, out)
	}
	waited, missed := map[int]bool{}, []int{}
	for number := range p.Players {
		if p.joins(number+1) == 1 {
			continue
		}
		if l, _ := p.of(number+1, 0); l.notThere() {
			waited[number+1] = true
		} else {
			missed = append(missed, number+1)
		}
	}
	var best *taking
	var refusal error
	for guess := range min(len(missed), maxGuesses) + 1 {
		try := &taking{Satellite: s.Clone(), played: p, tour: t, newID: newID, ids: ids, late: map[int]bool{}}
		for number := range waited {
			try.late[number] = true
		}
		for _, number := range missed[guess:] {
			try.late[number] = true
		}
		if err := try.take(); err != nil {
			refusal = err // another guess may do
			continue
		}
		if best == nil || len(try.differs) < len(best.differs) {
			best = try
		}
	}
	if best == nil {
		return refusal
	}
	*s = *best.Satellite
	out.Differs, out.Unranked = best.differs, best.unranked()
	out.Warnings = append(out.Warnings, best.notes...)
	return nil
}

// take plays the file through.
func (k *taking) take() error {
	k.seed, k.left = make([]int, len(k.ids)), make([]bool, len(k.ids))
	var field []*Entrant
	for number, id := range k.ids {
		if !k.late[number+1] {
			e, _ := k.EntrantByID(id)
			field = append(field, e)
			k.seed[number] = len(field)
		}
	}
	if err := k.begin(field, k.tour, k.newID); err != nil {
		return err
	}
	for round := range k.played.Rounds {
		k.admit(round)
		if err := k.round(round); err != nil {
			return err
		}
	}
	for number, id := range k.ids {
		e, _ := k.EntrantByID(id)
		e.Withdrawn = k.left[number]
		if e.Withdrawn && k.played.Players[number].Leaving == NotSaid {
			k.notes = append(k.notes, Warning{Code: "taken_as_withdrawn", Detail: fmt.Sprintf("%s missed the last rounds and is taken to have withdrawn: no prize and no seat.", e.Name)})
		}
	}
	k.replan(k.newID)
	return nil
}

// admit puts those into the field whose first round, counted from 0, this is. What
// they missed before are forfeits (R4.8); a standby missed nothing (R2.2).
func (k *taking) admit(round int) {
	for number, id := range k.ids {
		if !k.late[number+1] || k.played.joins(number+1) != round+1 {
			continue
		}
		e, _ := k.EntrantByID(id)
		k.join(e, round+1)
		k.seed[number] = e.Seed
		for before := range round {
			if l, _ := k.played.of(number+1, before); l.notThere() {
				e.Standby = true
			} else {
				k.Games = append(k.Games, k.missedBefore(round+1, Game{ID: k.newID(), Round: before + 1, First: id}))
			}
		}
	}
}

// unranked says where players stand in another order than that of their
// ratings (R2.1); equal ratings may stand in any order. In a Final Event the
// order is that of the field (R5.7).
func (k *taking) unranked() string {
	var before *Entrant
	for number, id := range k.ids {
		e, _ := k.EntrantByID(id)
		if k.late[number+1] {
			continue
		}
		if before != nil && k.Final() {
			if compareFieldSeeds(*before, *e) > 0 {
				return fmt.Sprintf("%s stands behind %s; in the final field he is seeded before him.", e.Name, before.Name)
			}
		} else if before != nil && e.SeedRating > before.SeedRating {
			return fmt.Sprintf("%s (%d) stands behind %s (%d); by the rules the higher rating has the better seed.", e.Name, e.SeedRating, before.Name, before.SeedRating)
		}
		before = e
	}
	return ""
}
