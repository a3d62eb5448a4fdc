package pairing

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// boards gives the pairs of a complete draft in order of the boards, with their colours and
// reasons.
func (d *draft) boards() []ChessPair {
	var boards []board
	for i, j := range d.partner {
		if i < j {
			boards = append(boards, board{i, j})
		}
	}
	slices.SortFunc(boards, func(a, b board) int { return cmp.Compare(a.upper, b.upper) })
	pairs := make([]ChessPair, len(boards))
	for i, b := range boards {
		pairs[i] = d.chessPair(b, i+1)
	}
	return pairs
}

func (d *draft) chessPair(b board, number int) ChessPair {
	upper, lower := &d.field[b.upper], &d.field[b.lower]
	c := allocate(upper, lower)
	if c == NoColour {
		// Neither has played: as in round 1, alternately from the toss (C2.1).
		c = d.pool.in.Toss
		if number%2 == 0 {
			c = c.other()
		}
	}
	reason := d.reason(b)
	switch {
	case upper.colours.third(c):
		reason.ThirdInRow = upper.Number
	case lower.colours.third(c.other()):
		reason.ThirdInRow = lower.Number
	}
	pair := Pair{First: upper.Number, Second: lower.Number}
	if c == Black {
		pair.First, pair.Second = pair.Second, pair.First
	}
	pair.Why = d.whyChess(b, reason, c)
	return ChessPair{pair, reason}
}

// reason says why two meet (C2.10).
func (d *draft) reason(b board) ChessReason {
	r := ChessReason{Rematch: d.met(b.upper, b.lower), TeamMates: d.teamMates(b.upper, b.lower)}
	upper, lower := &d.field[b.upper], &d.field[b.lower]
	if upper.group != lower.group {
		r.Dropped, r.DroppedGroups = upper.Number, lower.group-upper.group
		return r
	}
	g := &d.groups[upper.group]
	if _, switched := g.before[b.upper]; switched {
		r.Switch, r.SwitchPoints = g.kind, g.size[b.upper]
		return r
	}
	switch {
	case g.inOrder(b.upper) == b.lower:
		r.Natural = true
	case d.met(b.upper, g.inOrder(b.upper)) || d.met(b.lower, g.inOrder(b.lower)):
		r.Displaced = ToAvoidRematch
	case d.teamMates(b.upper, g.inOrder(b.upper)) || d.teamMates(b.lower, g.inOrder(b.lower)):
		r.Displaced = ToAvoidTeamMate
	case d.orderIsFree(g):
		r.Displaced = ToKeepRoundsOpen
	default:
		r.Displaced = ToMakeRoom
	}
	return r
}

// inOrder is the partner that a member has when the halves meet in order.
func (g *chessGroup) inOrder(place int) int {
	half := len(g.halves) / 2
	at, _ := slices.BinarySearch(g.halves, place)
	if at < half {
		return g.halves[at+half]
	}
	return g.halves[at-half]
}

// orderIsFree says that nothing in a group itself forbids its order.
func (d *draft) orderIsFree(g *chessGroup) bool {
	return !slices.ContainsFunc(g.halves, func(i int) bool {
		return d.met(i, g.inOrder(i)) || d.teamMates(i, g.inOrder(i))
	})
}

// whyChess is the reason as a sentence; c is the colour of the upper player.
func (d *draft) whyChess(b board, r ChessReason, c Colour) string {
	upper, lower := &d.field[b.upper], &d.field[b.lower]
	var why strings.Builder
	fmt.Fprintf(&why, "Swiss, round %d: ", d.pool.in.Round)
	switch {
	case r.Dropped != 0:
		fmt.Fprintf(&why, "number %d comes down from %s to meet number %d in the score group of %s",
			upper.Number, points(upper.HalfPoints), lower.Number, points(lower.HalfPoints))
		if r.DroppedGroups > 1 {
			fmt.Fprintf(&why, ", %d groups below: no pairing has a smaller drop", r.DroppedGroups)
		}
	case r.Natural:
		fmt.Fprintf(&why, "in the score group of %s the halves meet in order, number %d with number %d",
			points(upper.HalfPoints), upper.Number, lower.Number)
	default:
		fmt.Fprintf(&why, "in the score group of %s number %d meets number %d, ",
			points(upper.HalfPoints), upper.Number, lower.Number)
		why.WriteString(d.whyNotNatural(b, r))
	}
	if r.Rematch {
		why.WriteString(". They have met before: there is no pairing without a rematch, and this one has the fewest")
	}
	if r.TeamMates {
		why.WriteString(". They are of one team: the group allows nothing else")
	}
	if r.ThirdInRow != 0 {
		third := c
		if r.ThirdInRow == lower.Number {
			third = c.other()
		}
		fmt.Fprintf(&why, ". Number %d has %s a third time in a row: nothing else serves", r.ThirdInRow, third)
	}
	why.WriteString(".")
	return why.String()
}

// whyNotNatural says for what the order was left: by a switch for colours, or before.
func (d *draft) whyNotNatural(b board, r ChessReason) string {
	g := &d.groups[d.field[b.upper].group]
	number := func(place int) int { return d.field[place].Number }
	switch r.Switch {
	case Transposition, Interchange:
		size := "free with an unrated player"
		if r.SwitchPoints > 0 {
			size = count(r.SwitchPoints, "%d point of rating", "%d points of rating")
		}
		return fmt.Sprintf("not number %d: switched for colours (%s, %s)", number(g.before[b.upper]), r.Switch, size)
	}
	partner := g.inOrder(b.upper)
	reason := map[Displacement]string{
		ToAvoidRematch:   "they have met",
		ToAvoidTeamMate:  "they are of one team",
		ToKeepRoundsOpen: "the rounds to come could not be paired otherwise",
		ToMakeRoom:       "changed to make room for others",
	}[r.Displaced]
	// The obstacle can be on the other side of the board.
	if r.Displaced == ToAvoidRematch && !d.met(b.upper, partner) ||
		r.Displaced == ToAvoidTeamMate && !d.teamMates(b.upper, partner) {
		return fmt.Sprintf("because number %d would meet number %d in order: %s",
			number(b.lower), number(g.inOrder(b.lower)), reason)
	}
	return fmt.Sprintf("not number %d, as in order: %s", number(partner), reason)
}

// points writes half points as points: "1 point", "0.5 points", "3 points".
func points(halfPoints int) string {
	switch {
	case halfPoints == 2:
		return "1 point"
	case halfPoints%2 == 0:
		return strconv.Itoa(halfPoints/2) + " points"
	default:
		return strconv.Itoa(halfPoints/2) + ".5 points"
	}
}
