package qualifiers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/tour"
)

// Verdict is what the organiser rules where a correction takes an accepted seat away.
type Verdict string

// The verdicts.
const (
	KeepsSeat  Verdict = "keeps"    // he keeps it as one of the satellite's seats; who would have it waits no more and has none
	GivesWay   Verdict = "replaced" // the rules take their course
	BothSeated Verdict = "both"     // he keeps it and it is one seat more: who would have it has one too
)

// Ruling is a decision of the organiser over one seat. Rulings are kept for good: of one player
// and satellite the last that is not taken back is in force.
type Ruling struct {
	ID          uuid.UUID
	SatelliteID uuid.UUID
	PlayerID    uuid.UUID
	Verdict     Verdict
	At          time.Time // UTC
	By          string
	Reason      string
	TakenBackAt time.Time // UTC; zero: in force
	TakenBackBy string
}

func (r Ruling) keeps() bool { return r.Verdict == KeepsSeat || r.Verdict == BothSeated }

// Rule makes a ruling over a claim. It refuses one over a seat that needs none (conflict
// no_decision_needed) and one without a reason.
func Rule(claims []Claim, r Ruling) (Ruling, error) {
	if r.Reason = strings.TrimSpace(r.Reason); r.Reason == "" {
		return Ruling{}, fault.New(fault.ReasonRequired, "Say why, for everybody who asks.")
	}
	if r.Verdict != KeepsSeat && r.Verdict != GivesWay && r.Verdict != BothSeated {
		return Ruling{}, fault.AtField("/verdict", "unknown_value", "The verdict is keeps, replaced or both.")
	}
	c, found := claimOf(claims, r.PlayerID)
	if !found || c.How != Kept {
		return Ruling{}, fault.New(fault.NoDecisionNeeded, "The rules and the answers agree over this seat; there is nothing to decide.")
	}
	return r, nil
}

// RulingsInForce are the last of each player and satellite that are not taken back, in order of
// satellite and player.
func RulingsInForce(all []Ruling) []Ruling {
	last := map[[2]uuid.UUID]Ruling{}
	for _, r := range all {
		key := [2]uuid.UUID{r.SatelliteID, r.PlayerID}
		was, found := last[key]
		if r.TakenBackAt.IsZero() && (!found || cmp.Or(r.At.Compare(was.At), compareIDs(r.ID, was.ID)) > 0) {
			last[key] = r
		}
	}
	inForce := make([]Ruling, 0, len(last))
	for _, r := range last {
		inForce = append(inForce, r)
	}
	slices.SortFunc(inForce, func(a, b Ruling) int {
		return cmp.Or(compareIDs(a.SatelliteID, b.SatelliteID), compareIDs(a.PlayerID, b.PlayerID))
	})
	return inForce
}

// settle keeps the seat of who has accepted it and would lose it without having another, until the
// organiser rules. Unless there is a free seat, the last by place of those who have not accepted
// theirs waits meanwhile; if all have, there is one seat more than there should be, for the
// organiser to see.
func (s *seating) settle(t *seatTable) {
	free := t.free
	for _, standing := range t.line.Standing {
		player := standing.PlayerID
		if t.claim(player) != nil || !s.accepted(t, player) || len(s.stakes[player]) > 0 || s.givesWay(t, player) {
			continue
		}
		pending := &Claim{
			Seat: t.line.seat(standing), How: Kept, State: Pending,
			Why: fmt.Sprintf("rank %d of %d, accepted; not his by the rules any more: the organiser decides", standing.Rank, t.line.Players),
		}
		if free > 0 {
			free--
		} else if waits := s.lastUnaccepted(t); waits != nil {
			waits.State = Waiting
			waits.Why += "; waits for the organiser to decide over rank " + fmt.Sprint(standing.Rank)
		}
		t.claims = append(t.claims, pending)
	}
	t.free = free
}

// accepted says whether a player has accepted a seat of this satellite.
func (s *seating) accepted(t *seatTable, player uuid.UUID) bool {
	reply, answered := s.Replies[player]
	return answered && reply.Answer == Accepted && slices.Contains(reply.Satellites, t.line.SatelliteID)
}

func (s *seating) givesWay(t *seatTable, player uuid.UUID) bool {
	return slices.ContainsFunc(s.Rulings, func(r Ruling) bool {
		return r.SatelliteID == t.line.SatelliteID && r.PlayerID == player && r.Verdict == GivesWay
	})
}

// lastUnaccepted is the worst placed of those who hold a seat that they have not accepted.
func (s *seating) lastUnaccepted(t *seatTable) *Claim {
	places := t.places()
	var last *Claim
	for _, c := range t.claims {
		if c.State != Holds || s.accepted(t, c.PlayerID) {
			continue
		}
		if last == nil || places[c.PlayerID] > places[last.PlayerID] {
			last = c
		}
	}
	return last
}

// RuleText is what the rules of a tour say of seats, to be shown where somebody decides.
func RuleText(rules tour.Rules) string {
	text := "Qualifiers of a satellite are its best-placed eligible players (R5.3). "
	if rules.RepeatQualifier == tour.RepeatedPassesDown {
		text += "The seat of a player who has qualified in an earlier satellite passes down " +
			"to the next eligible player of the same satellite (R5.4). "
	} else {
		text += "A player who qualifies again keeps one seat; the other counts for him and does not pass down (R5.4). "
	}
	if rules.DeclinedSeat == tour.DeclinedPassesDown {
		text += "A declined seat passes down to the next eligible player of the same satellite (R5.5). "
	} else {
		text += "A declined seat lapses (R5.5). "
	}
	return text + "Nobody who has accepted a seat loses it unless the organiser decides so."
}
