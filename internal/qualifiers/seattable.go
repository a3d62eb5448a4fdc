package qualifiers

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
)

func (t *seatTable) claim(player uuid.UUID) *Claim {
	for _, c := range t.claims {
		if c.PlayerID == player {
			return c
		}
	}
	return nil
}

// places are where the players stand in the line.
func (t *seatTable) places() map[uuid.UUID]int {
	places := map[uuid.UUID]int{}
	for i, standing := range t.line.Standing {
		places[standing.PlayerID] = i
	}
	return places
}

// whyNext says why a seat comes to somebody further down the line, by ranks and not by names: the
// words are kept, and a person can be erased (R8.2).
func (t *seatTable) whyNext(q Standing, decliner uuid.UUID) string {
	why := fmt.Sprintf("rank %d of %d, next in line", q.Rank, t.line.Players)
	if giver := t.claim(decliner); giver != nil {
		why += fmt.Sprintf(" for the seat that rank %d has declined (R5.5)", giver.Rank)
	}
	var over []string
	for _, standing := range t.line.Standing {
		if standing.Rank > q.Rank {
			break
		}
		if reason := t.passed[standing.PlayerID]; reason != "" && t.claim(standing.PlayerID) == nil {
			over = append(over, fmt.Sprintf("rank %d %s", standing.Rank, reason))
		}
	}
	if len(over) > 0 {
		why += "; passed over: " + strings.Join(over, ", ")
	}
	return why
}

// outcome is the satellite as it has come out.
func (t *seatTable) outcome() Outcome {
	o := Outcome{SatelliteID: t.line.SatelliteID}
	places := t.places()
	slices.SortFunc(t.claims, func(a, b *Claim) int { return places[a.PlayerID] - places[b.PlayerID] })
	for i, c := range t.claims {
		c.Place = i + 1
		o.Claims = append(o.Claims, *c)
	}
	if t.lapsed > 0 {
		o.Vacant = append(o.Vacant, Vacant{Why: Lapsed, Seats: t.lapsed})
	}
	switch {
	case t.free > 0 && t.tie != nil:
		o.Vacant = append(o.Vacant, Vacant{Why: Tied, Seats: t.free, Tie: t.tie})
	case t.free > 0:
		o.Vacant = append(o.Vacant, Vacant{Why: NobodyLeft, Seats: t.free})
	}
	o.PassedOver = t.passedOver(places)
	return o
}

// passedOver are those better placed than the last who has a claim, without one themselves.
func (t *seatTable) passedOver(places map[uuid.UUID]int) []PassedOver {
	var over []PassedOver
	if len(t.claims) == 0 {
		return nil
	}
	last := places[t.claims[len(t.claims)-1].PlayerID]
	for _, standing := range t.line.Standing[:last] {
		if why := t.passed[standing.PlayerID]; why != "" && t.claim(standing.PlayerID) == nil {
			over = append(over, PassedOver{PlayerID: standing.PlayerID, Rank: standing.Rank, Why: why})
		}
	}
	return over
}
