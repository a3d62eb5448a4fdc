package satellite

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/standings"
)

// ImportPlayed takes a satellite that was run with another program or on paper:
// who is not entered yet is entered, the satellite is started with the players of
// the file, and every round is kept as it was played. What the rules of the tour
// would have done otherwise is said and needs a reason. Nothing is stored of a
// file that is refused; a file that tells what is there already changes nothing.
//
// read makes the file's players and rounds, given the satellite as it stands, and
// what it refuses.
func (v *Service) ImportPlayed(ctx context.Context, id uuid.UUID, read func(*Satellite) (Played, []Refusal, error), reason string, dryRun bool) (*Satellite, PlayedImport, error) {
	var out PlayedImport
	s, err := v.act(ctx, id, "results.import", reason, func(ctx context.Context, s *Satellite) error {
		out = PlayedImport{}
		played, refused, err := read(s)
		if err != nil {
			return err
		}
		out.Refused = refused
		if err := v.importPlayed(ctx, s, played, &out); err != nil {
			return err
		}
		switch {
		case dryRun, len(out.Refused) > 0:
			return errNothingStored
		case out.Unchanged:
			return nil
		case out.NeedsReason():
			if err := out.needReason(reason); err != nil {
				return err
			}
		}
		out.Stored = true
		return v.Tours.Freeze(ctx, s.TourID)
	})
	if errors.Is(err, errNothingStored) {
		s, err = nil, nil
	}
	return s, out, err
}

func (v *Service) importPlayed(ctx context.Context, s *Satellite, p Played, out *PlayedImport) error {
	t, err := v.tourOf(ctx, s)
	if err != nil {
		return err
	}
	if len(out.Refused) > 0 {
		return nil
	}
	if out.Refused = p.check(s); len(out.Refused) > 0 {
		return nil
	}
	out.count(p)
	if s.started() {
		same, err := s.playedAlready(p, t, v.NewID)
		if err != nil {
			return err
		}
		if out.Unchanged = same; same {
			return nil
		}
		if s.Status != InPlay || s.anyResult() {
			return fault.New(fault.ResultsExist, "The satellite has results already, and the file tells others. Correct single results in the satellite, or clear them all and take the start back before you import.")
		}
		if err := s.Unstart(); err != nil {
			return err
		}
	}
	if s.Status == Proposed {
		return fault.New(fault.WrongStatus, "The organiser has not sanctioned this satellite yet; its results can be imported once that is done.")
	}
	if err := s.allow("given the results of a file", Sanctioned); err != nil {
		return err
	}
	ids, err := v.enterPlayed(ctx, s, p, out)
	if err != nil || len(out.Refused) > 0 {
		return err
	}
	return s.takePlayed(p, ids, t, v.NewID, out)
}

// needReason refuses what the rules do not do without a reason, with every round.
func (p PlayedImport) needReason(reason string) error {
	if needReason(reason, "") == nil {
		return nil
	}
	err := fault.New(fault.ReasonRequired, "The file was not paired by the rules of the tour; see the errors. Give a reason to take it all the same.")
	if p.Unranked != "" {
		err.WithField("/players", "not_by_rating", "%s", p.Unranked)
	}
	for _, d := range p.Differs {
		err.WithField(fmt.Sprintf("/rounds/%d", d.Round), "not_by_rule", "%s", d.Sentence())
	}
	return err
}

// Sentence says in words how a round differs.
func (d Differ) Sentence() string {
	return fmt.Sprintf("Round %d has %s; the rules make %s.", d.Round, pairList(d.Now), pairList(d.Then))
}

func pairList(pairs [][2]int) string {
	if len(pairs) == 0 {
		return "no such pairs"
	}
	text := ""
	for i, p := range pairs {
		if i > 0 {
			text += ", "
		}
		if p[1] == 0 {
			text += fmt.Sprintf("a bye of %d", p[0])
		} else {
			text += fmt.Sprintf("%d-%d", p[0], p[1])
		}
	}
	return text
}

// count counts what the file tells.
func (p *PlayedImport) count(played Played) {
	p.Players, p.Rounds = len(played.Players), len(played.Rounds)
	for _, lines := range played.Rounds {
		for _, l := range lines {
			if l.Kind == standings.Game && l.Score != nil {
				p.Games++
			}
		}
	}
}

// enterPlayed finds the entrants of a file, and enters who is not there yet. The
// entrants that the file does not name are not present.
func (v *Service) enterPlayed(ctx context.Context, s *Satellite, p Played, out *PlayedImport) ([]uuid.UUID, error) {
	var rows []RosterRow
	for _, player := range p.Players {
		rows = append(rows, player.RosterRow)
	}
	if err := v.reserve(ctx, s, rows); err != nil {
		return nil, err
	}
	found := s.findPlayed(p, out)
	if len(out.Refused) > 0 {
		return nil, nil
	}
	for i, player := range p.Players {
		player.Entry.Present, player.Entry.Standby = true, false
		if found[i] == uuid.Nil {
			var entered Import
			var nobody []Entrant
			if err := v.importRow(ctx, s, player.RosterRow, &nobody, &entered); err != nil {
				return nil, err
			}
			out.Refused = append(out.Refused, entered.Refused...)
			for _, a := range entered.Accepted {
				found[i] = a.Entrant.ID
				out.Warnings = append(out.Warnings, a.Warnings...)
			}
			continue
		}
		if err := v.refresh(ctx, s, found[i], player.Entry); err != nil {
			return nil, err
		}
	}
	for i := range s.Entrants {
		if e := &s.Entrants[i]; !slices.Contains(found, e.ID) && e.Present {
			e.Present = false
			out.Warnings = append(out.Warnings, Warning{Code: "not_in_file", Detail: e.Name.String() + " is entered and not in the file; he counts as not present."})
		}
	}
	return found, nil
}

// refresh gives an entrant what the file knows of him and the satellite does not:
// his number, and the rating of the day.
func (v *Service) refresh(ctx context.Context, s *Satellite, id uuid.UUID, in EntrantInput) error {
	e, _ := s.EntrantByID(id)
	e.Present, e.Standby = true, false
	if in.Rating != 0 {
		e.Rating = in.Rating
	}
	if e.AssociationID != "" || in.AssociationID == "" {
		return nil
	}
	parsed, err := s.ParseEntrant(in)
	if err != nil {
		return err
	}
	e.AssociationID = parsed.AssociationID
	return v.identify(ctx, s, e)
}
