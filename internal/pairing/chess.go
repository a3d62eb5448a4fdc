package pairing

// Colour is the colour of a player in a game of chess.
type Colour string

// The colours. A round without a game has none (C1: byes and forfeits are unplayed).
const (
	NoColour Colour = ""
	White    Colour = "white"
	Black    Colour = "black"
)

func (c Colour) other() Colour {
	switch c {
	case White:
		return Black
	case Black:
		return White
	default:
		return NoColour
	}
}

// ChessKind says what a round of chess was for one player.
type ChessKind string

// The kinds. Only a ChessGame is played: it alone has a colour and is a meeting (C1).
const (
	ChessGame        ChessKind = "game"
	ChessFullBye     ChessKind = "full_point_bye"
	ChessHalfBye     ChessKind = "half_point_bye"
	ChessZeroBye     ChessKind = "zero_point_bye" // or absent, or not yet entered
	ChessForfeitWon  ChessKind = "won_by_forfeit"
	ChessForfeitLost ChessKind = "lost_by_forfeit"
)

// ChessCell is one past round of one player.
type ChessCell struct {
	Kind     ChessKind
	Opponent int    // his number; 0 in a bye, and where a forfeit has none
	Colour   Colour // of a game; NoColour in everything else
}

// ChessBye is a bye asked for beforehand: ChessHalfBye or ChessZeroBye.
type ChessBye struct {
	Round int
	Kind  ChessKind
}

// ChessPlayer is what pairing needs to know of an entrant.
type ChessPlayer struct {
	Number     int // the pairing number, from 1: his seed
	Rating     int // 0 for unrated
	HalfPoints int // his score before this round, byes and forfeits included
	Team       string
	Late       bool // entered after the start
	Withdrawn  bool
	History    []ChessCell // one for each round before this
	Booked     []ChessBye  // of any round; those of past rounds count for nothing
}

// ChessInput is a section before a round.
type ChessInput struct {
	Players []ChessPlayer // in any order
	Round   int           // to be paired, from 1
	Rounds  int           // of the event, 3 to 9

	// Toss is the colour that the higher player of the first board has in round 1 (C2.1).
	Toss Colour
}

// ChessRound is a paired round of a section.
type ChessRound struct {
	// Pairs are in order of the boards: by the score, then the rank of the better player.
	Pairs []ChessPair `json:"pairs"`

	// Bye is the full-point bye of an odd pool (C2.3), with nobody as Second. Booked byes
	// are not in the round.
	Bye *Pair `json:"bye,omitempty"`

	// Rematches counts the pairs that have met before. It is 0 wherever that can be (C2.5).
	Rematches int `json:"rematches"`

	// Warnings are sentences about the event for its director.
	Warnings []string `json:"warnings,omitempty"`
}

// ChessPair is two players who meet. First has white, Second has black.
type ChessPair struct {
	Pair
	Reason ChessReason `json:"reason"`
}

// ChessReason is Why for programs (C2.10).
type ChessReason struct {
	// Natural: the two meet as the halves of their score group meet in order (C2.5).
	Natural bool `json:"natural,omitempty"`

	// Dropped is the number of the player who came down from a higher score group, and
	// DroppedGroups how many groups he came down (C2.4).
	Dropped       int `json:"dropped,omitempty"`
	DroppedGroups int `json:"dropped_groups,omitempty"`

	// Displaced says for what the order of the halves was left (C2.5, C2.8, C2.9).
	Displaced Displacement `json:"displaced,omitempty"`

	// Switch is set where the natural pairing was left for colours; SwitchPoints is its
	// size in points of rating, 0 where an unrated player made it free (C2.7).
	Switch       ColourSwitch `json:"switch,omitempty"`
	SwitchPoints int          `json:"switch_points,omitempty"`

	Rematch   bool `json:"rematch,omitempty"`
	TeamMates bool `json:"team_mates,omitempty"` // below plus two, because the group has no other way

	// ThirdInRow is the number of the player who gets the same colour a third time in a row.
	ThirdInRow int `json:"third_in_row,omitempty"`
}

// Displacement is why a pair is not the one that the order of the halves gives.
type Displacement string

// The displacements.
const (
	ToAvoidRematch   Displacement = "rematch"       // the partner in order has been met
	ToAvoidTeamMate  Displacement = "team_mates"    // the partner in order is of the same team
	ToMakeRoom       Displacement = "room"          // others had to be moved
	ToKeepRoundsOpen Displacement = "coming_rounds" // the rounds to come could not be paired otherwise
)

// ColourSwitch is a change of the natural pairing for colours.
type ColourSwitch string

// The switches.
const (
	Transposition ColourSwitch = "transposition" // of two players in one half
	Interchange   ColourSwitch = "interchange"   // of the lowest of the upper and the highest of the lower half
)

// ChessSwiss pairs a round of chess by the Swiss system with colours (C2). A pairing
// without rematches is found whenever there is one; where there is none, the answer has
// the fewest rematches and says so. When the players are few (C2.8), the rounds to come
// are looked at as well.
//
// It fails with fault.TooFewPlayers when fewer than two can be paired, and with
// fault.InvalidRequest, naming the field, for a section that cannot be.
func ChessSwiss(in ChessInput) (ChessRound, error) {
	if err := in.check(); err != nil {
		return ChessRound{}, err
	}
	pool := newPool(in)
	if len(pool.players) < minChessPool {
		return ChessRound{}, tooFewInPool(in.Round, len(pool.players))
	}
	field, bye := pool.withoutBye()
	d := pool.draft(field, bye)
	d.pairGroups()
	d.switchColours()
	round := ChessRound{Pairs: d.boards(), Warnings: in.warnings()}
	for _, p := range round.Pairs {
		if p.Reason.Rematch {
			round.Rematches++
		}
	}
	if bye != nil {
		round.Bye = &Pair{First: bye.Number, Why: bye.whyBye(in.Round)}
	}
	return round, nil
}
