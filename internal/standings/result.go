// Package standings turns the results of an event into the order of its
// players: points, spread and shared ranks (R4.1-R4.4), or points and the
// tie-breaks of chess (C1). It is pure: the same results give the same standings
// on any machine. It never decides a tie that a prize or a seat depends on,
// never pairs, and knows nothing of storage.
package standings

// Kind says what a line of a round is: a game, or one of the things that stand
// in its place.
type Kind string

// The kinds of R4.2. The last two are of the chess format only.
const (
	Game          Kind = "game"
	Bye           Kind = "bye"            // a win of +50 without an opponent
	Forfeit       Kind = "forfeit"        // one is absent: -50 for him, +50 for the other
	DoubleForfeit Kind = "double_forfeit" // both are absent: -50 for both
	HalfPointBye  Kind = "half_point_bye"
	ZeroPointBye  Kind = "zero_point_bye"
)

// Result is one complete line of a round. Players are named by their seeds; a
// Second of 0 means that First had no opponent.
type Result struct {
	Round         int // from 1
	First, Second int // seeds; First played first, with white in chess
	Kind          Kind

	// FirstScore and SecondScore are the scores of a game, overtime included
	// (R4.3), and half points in chess: 2-0, 1-1 or 0-2. They count for nothing
	// in the other kinds.
	FirstScore, SecondScore int

	// FirstPenalty and SecondPenalty are points, never negative, off the
	// offender's own spread. They never change who won (R4.3).
	FirstPenalty, SecondPenalty int

	// FirstForfeits and SecondForfeits say who is absent in a Forfeit. In a
	// DoubleForfeit both are, whatever stands here. A Forfeit by First without a
	// Second is a round that First missed (R4.7, R4.8).
	FirstForfeits, SecondForfeits bool
}
