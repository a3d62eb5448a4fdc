package qualifiers

import (
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/tour"
)

// Difference is one seat that is not as the list was issued (R4.6).
type Difference struct {
	SatelliteID   uuid.UUID `json:"satellite_id"`
	Satellite     string    `json:"satellite"`
	PlayerID      uuid.UUID `json:"player_id"`
	Name          string    `json:"name"`
	Was           *Claim    `json:"was,omitempty"` // nil: he had none
	Now           *Claim    `json:"now,omitempty"` // nil: he has none
	NeedsDecision bool      `json:"needs_decision"`
	Rules         string    `json:"rules,omitempty"` // of the tour, where somebody has to decide by them
}

// Differences compares the seats of satellites before and after, in order of satellite and of the
// line. A claim that is pending needs the organiser's decision.
func Differences(was, now []Outcome, rules tour.Rules) []Difference {
	var differences []Difference
	before := bySatellite(was)
	for _, outcome := range now {
		kept := before[outcome.SatelliteID].Claims
		for _, c := range outcome.Claims {
			d := Difference{SatelliteID: c.SatelliteID, Satellite: c.Satellite, PlayerID: c.PlayerID, Name: c.Name, Now: &c}
			if old, found := claimOf(kept, c.PlayerID); found {
				if sameJSON(*old, c) {
					continue
				}
				d.Was = old
			}
			if c.State == Pending {
				d.NeedsDecision, d.Rules = true, RuleText(rules)
			}
			differences = append(differences, d)
		}
		for _, c := range kept {
			if _, still := claimOf(outcome.Claims, c.PlayerID); !still {
				differences = append(differences, Difference{
					SatelliteID: c.SatelliteID, Satellite: c.Satellite, PlayerID: c.PlayerID, Name: c.Name, Was: &c,
				})
			}
		}
	}
	return differences
}

// ofIssued are the differences in satellites of which seats had been issued before.
func ofIssued(was []Outcome, differences []Difference) []Difference {
	issued := bySatellite(was)
	return slices.DeleteFunc(slices.Clone(differences), func(d Difference) bool {
		_, found := issued[d.SatelliteID]
		return !found
	})
}

// changedOutcomes are those that are new or other than they were.
func changedOutcomes(was, now []Outcome) []Outcome {
	before := bySatellite(was)
	return slices.DeleteFunc(slices.Clone(now), func(o Outcome) bool {
		kept, found := before[o.SatelliteID]
		return found && sameJSON(kept, o)
	})
}

// withRemoved adds an empty outcome of each satellite that had one and is reported no more.
func withRemoved(now, was []Outcome) []Outcome {
	after := bySatellite(now)
	for _, w := range was {
		if _, found := after[w.SatelliteID]; !found {
			now = append(now, Outcome{SatelliteID: w.SatelliteID})
		}
	}
	return now
}

// moved are the players who have come to a seat by the rules or lost one, or of whose seat something
// is different that matters to other satellites: since when he has it, or what that one is called.
func moved(was, now []Outcome) []uuid.UUID {
	var players []uuid.UUID
	before := bySatellite(was)
	for _, o := range now {
		kept := before[o.SatelliteID].Claims
		players = append(players, movedFrom(o.Claims, kept)...)
		players = append(players, movedFrom(kept, o.Claims)...)
	}
	return sortedOnce(players)
}

// movedFrom are the players of claims by the rules that are not found among others.
func movedFrom(claims, others []Claim) []uuid.UUID {
	var players []uuid.UUID
	for _, c := range claims {
		other, found := claimOf(others, c.PlayerID)
		if c.ByRule() && (!found || !other.ByRule() || other.Since.Compare(c.Since) != 0 ||
			other.EndsOn != c.EndsOn || other.Satellite != c.Satellite) {
			players = append(players, c.PlayerID)
		}
	}
	return players
}

func bySatellite(outcomes []Outcome) map[uuid.UUID]Outcome {
	found := map[uuid.UUID]Outcome{}
	for _, o := range outcomes {
		found[o.SatelliteID] = o
	}
	return found
}

// playersIn are those of any claim.
func playersIn(lists ...[]Outcome) []uuid.UUID {
	var players []uuid.UUID
	for _, outcomes := range lists {
		for _, o := range outcomes {
			for _, c := range o.Claims {
				players = append(players, c.PlayerID)
			}
		}
	}
	return sortedOnce(players)
}
