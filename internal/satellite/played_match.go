package satellite

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/standings"
	"github.com/nast-tour/nast/internal/tour"
)

// findPlayed finds which entrants the players of a file are: by association
// number where both have one, else by name if only one entrant fits (R5.8). Who
// is nobody yet is Nil; who could be several is refused, for nobody is matched
// by guess.
func (s *Satellite) findPlayed(p Played, out *PlayedImport) []uuid.UUID {
	found := make([]uuid.UUID, len(p.Players))
	parsed := make([]Entrant, len(p.Players))
	for i, player := range p.Players {
		found[i] = player.Entrant
		e, err := s.ParseEntrant(player.Entry)
		if err != nil || found[i] != uuid.Nil {
			continue // what is wrong is said when he is entered
		}
		parsed[i] = e
		if j := slices.IndexFunc(s.Entrants, func(other Entrant) bool {
			return e.AssociationID != "" && other.AssociationID == e.AssociationID
		}); j >= 0 {
			found[i] = s.Entrants[j].ID
		}
	}
	for i, player := range p.Players {
		if found[i] != uuid.Nil || parsed[i].Name.Family == "" {
			continue
		}
		fits := s.namesakes(parsed[i], found)
		if len(fits) > 1 {
			fits = slices.DeleteFunc(fits, func(e Entrant) bool { return e.Rating != parsed[i].Rating })
			if len(fits) != 1 {
				out.Refused = append(out.Refused, Refusal{
					Line: max(player.Line, 1), Column: 1, Field: "name", Code: "ambiguous",
					Detail: fmt.Sprintf("Several entrants are called %s, and neither number nor rating says which he is; give his association number in the file.", parsed[i].Name),
				})
				continue
			}
		}
		if len(fits) == 1 {
			found[i] = fits[0].ID
		}
	}
	return found
}

// namesakes are the entrants of one name that nobody of the file is yet and whose
// number does not contradict.
func (s *Satellite) namesakes(row Entrant, taken []uuid.UUID) []Entrant {
	var fits []Entrant
	for _, e := range s.Entrants {
		numbers := e.AssociationID == "" || row.AssociationID == "" || e.AssociationID == row.AssociationID
		if numbers && e.Name.Key() == row.Name.Key() && !slices.Contains(taken, e.ID) {
			fits = append(fits, e)
		}
	}
	return fits
}

// playedAlready says whether a satellite that has started is just what a file
// tells: the same players and, round by round, the same opponents, scores and
// rounds without an opponent.
func (s *Satellite) playedAlready(p Played, t tour.Tour, newID NewID) (bool, error) {
	var out PlayedImport
	found := s.findPlayed(p, &out)
	if len(out.Refused) > 0 || slices.Contains(found, uuid.Nil) || len(found) != len(s.Field()) {
		return false, nil
	}
	fresh := s.Clone()
	fresh.Status, fresh.Rounds, fresh.Games = Sanctioned, nil, nil
	for i := range fresh.Entrants {
		e := &fresh.Entrants[i]
		e.InField, e.Withdrawn, e.Seed, e.Group, e.JoinedFor, e.Byes = false, false, 0, 0, 0, nil
		e.Present = slices.Contains(found, e.ID)
	}
	if err := fresh.takePlayed(p, found, t, newID, &out); err != nil {
		return false, err
	}
	return reflect.DeepEqual(s.told(), fresh.told()), nil
}

// told is what a result file can tell of a satellite: everybody's opponents and
// scores, and what rounds without an opponent count.
func (s *Satellite) told() map[uuid.UUID][]Cell {
	all := s.Cells(len(s.Rounds))
	for _, cells := range all {
		for i, c := range cells {
			switch {
			case c.Played:
				cells[i] = Cell{Opponent: c.Opponent, Own: c.Own, Others: c.Others, Penalty: c.Penalty}
			case c.Kind != standings.Game && s.given(i+1) && s.Chess:
				cells[i] = Cell{Kind: c.Kind, Opponent: c.Opponent, Outcome: c.Outcome}
			case c.Kind != standings.Game && s.given(i+1):
				cells[i] = Cell{Outcome: c.Outcome}
			default:
				cells[i] = Cell{}
			}
		}
	}
	return all
}

// given says whether a round is open; the byes of a plan are nothing yet.
func (s *Satellite) given(round int) bool {
	r, ok := s.RoundByNumber(round)
	return ok && r.State != Planned
}
