package interchange

// ChessOutcome is what a round of chess gave a player.
type ChessOutcome uint8

// The outcomes. Unrated games were over before the first move of black; TRF tells them apart. A
// FullBye is what the pairing gives to one of an odd field, a BookedBye a full point that was given
// beforehand.
const (
	Unplayed ChessOutcome = iota // not paired, or paired and not played yet
	Won
	Drawn
	Lost
	WonUnrated
	DrawnUnrated
	LostUnrated
	WonByForfeit
	LostByForfeit
	FullBye
	BookedBye
	HalfBye
	ZeroBye
)

// outcomes say of each outcome what it gives and how the formats write it.
var outcomes = [...]struct {
	name       string
	halfPoints int
	answer     ChessOutcome // what the opponent has
	trf        byte
	chart      byte // SwissSys
}{
	Unplayed:      {"no result", 0, Unplayed, ' ', ' '},
	Won:           {"won", 2, Lost, '1', 'W'},
	Drawn:         {"drawn", 1, Drawn, '=', 'D'},
	Lost:          {"lost", 0, Won, '0', 'L'},
	WonUnrated:    {"won, unrated", 2, LostUnrated, 'W', 'W'},
	DrawnUnrated:  {"drawn, unrated", 1, DrawnUnrated, 'D', 'D'},
	LostUnrated:   {"lost, unrated", 0, WonUnrated, 'L', 'L'},
	WonByForfeit:  {"won by forfeit", 2, LostByForfeit, '+', 'X'},
	LostByForfeit: {"lost by forfeit", 0, WonByForfeit, '-', 'F'},
	FullBye:       {"a full-point bye", 2, Unplayed, 'U', 'B'},
	BookedBye:     {"a booked full-point bye", 2, Unplayed, 'F', 'B'},
	HalfBye:       {"a half-point bye", 1, Unplayed, 'H', 'H'},
	ZeroBye:       {"a zero-point bye", 0, Unplayed, 'Z', 'U'},
}

// String is the outcome in words.
func (o ChessOutcome) String() string { return outcomes[o].name }

// HalfPoints are what the outcome gives.
func (o ChessOutcome) HalfPoints() int { return outcomes[o].halfPoints }

// Game says whether the outcome is of a game over the board.
func (o ChessOutcome) Game() bool { return Won <= o && o <= LostUnrated }

// unrated says whether it is of a game that is not rated.
func (o ChessOutcome) unrated() bool { return WonUnrated <= o && o <= LostUnrated }

// forfeit says whether one of the two was absent.
func (o ChessOutcome) forfeit() bool { return o == WonByForfeit || o == LostByForfeit }

// booked says whether the outcome can be known before the round is paired.
func (o ChessOutcome) booked() bool { return o == BookedBye || o == HalfBye || o == ZeroBye }

// answers says whether the outcomes of the two players of a pair fit. Both may have lost by
// forfeit.
func (o ChessOutcome) answers(other ChessOutcome) bool {
	return outcomes[o].answer == other || o == LostByForfeit && other == LostByForfeit
}

// outcomeOf finds the first outcome that a format writes with a letter, capital or small.
func outcomeOf(letter byte, written func(ChessOutcome) byte) (ChessOutcome, bool) {
	if 'a' <= letter && letter <= 'z' {
		letter -= 'a' - 'A'
	}
	for o := Won; int(o) < len(outcomes); o++ {
		if written(o) == letter {
			return o, true
		}
	}
	return Unplayed, false
}

func trfLetter(o ChessOutcome) byte { return outcomes[o].trf }

func chartLetter(o ChessOutcome) byte { return outcomes[o].chart }
