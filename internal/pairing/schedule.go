package pairing

import "github.com/nast-tour/nast/internal/fault"

// Method is the way in which a round is paired.
type Method string

// The methods. NAST schedules use the first three; the others are of the Final Event
// and of pairs made by hand.
const (
	MethodPreset        Method = "preset"
	MethodSwiss         Method = "swiss"
	MethodKingOfTheHill Method = "king_of_the_hill"
	MethodRoundRobin    Method = "round_robin"
	MethodManual        Method = "manual"
)

// Unlimited as EarlierMeetings: earlier meetings are not looked at.
const Unlimited = -1

// Rule is how one round is paired.
type Rule struct {
	Method Method

	// EarlierMeetings of a Swiss round is how often a pair may have met before: 0 is
	// Swiss without repeats. It is Unlimited in pure Swiss and in every other method.
	EarlierMeetings int

	// RobinRound of a round-robin round counts them within the event, from 1; 0 in every other
	// method.
	RobinRound int
}

// Options are the settings of a tour that change a schedule.
type Options struct {
	// LastOfFive is the method of the last round of a 5-round event (R3.7):
	// MethodKingOfTheHill, also when empty, or MethodSwiss.
	LastOfFive Method
}

// The sizes of events and fields that R1.2 and R3.2 allow.
const (
	MinPlayers = 4
	MinRounds  = 5
	MaxRounds  = 8
)

var (
	preset        = Rule{Method: MethodPreset, EarlierMeetings: Unlimited}
	pureSwiss     = Rule{Method: MethodSwiss, EarlierMeetings: Unlimited}
	kingOfTheHill = Rule{Method: MethodKingOfTheHill, EarlierMeetings: Unlimited}
)

// Schedule gives the rule of each round of an event (R3.1-R3.4, R3.7), the first round
// first. It fails with fault.TooFewPlayers below 4 players and with
// fault.InvalidRequest for rounds outside 5 to 8 and for an unknown option.
func Schedule(players, rounds int, opt Options) ([]Rule, error) {
	if err := checkPlayers(players); err != nil {
		return nil, err
	}
	if rounds < MinRounds || rounds > MaxRounds {
		return nil, fault.AtField("/rounds", "out_of_range",
			"An event has %d to %d rounds, not %d.", MinRounds, MaxRounds, rounds)
	}
	last := kingOfTheHill
	switch opt.LastOfFive {
	case "", MethodKingOfTheHill:
	case MethodSwiss:
		last = pureSwiss
	default:
		return nil, fault.AtField("/last_of_five", "unknown_value",
			"The last of five rounds is king_of_the_hill or swiss, not %q.", opt.LastOfFive)
	}
	size := evenSize(players)
	presets := presetRounds(size, rounds)
	schedule := make([]Rule, rounds)
	for i := range schedule {
		switch round := i + 1; {
		case round <= presets:
			schedule[i] = preset
		case round < rounds:
			schedule[i] = swissRule(size, rounds, round)
		case rounds == 5 && size != 4:
			schedule[i] = last
		default: // R3.2 leaves four players no choice of their last round.
			schedule[i] = kingOfTheHill
		}
	}
	return schedule, nil
}

// presetRounds is how many rounds of an event are preset, for an even field. They
// stop before the last round, but in the 5-round events of 6 and 10 players (R3.7).
func presetRounds(size, rounds int) int {
	switch {
	case size == 4:
		return rounds - 1
	case size == 6 || size == 10:
		return 5
	case rounds <= 6:
		return 4
	case size == 8:
		return min(7, rounds-1)
	case size == 12:
		return min(6, rounds-1)
	default:
		return 5
	}
}

// swissRule is the rule of a Swiss round between the preset rounds and the last. In 7
// and 8 rounds earlier meetings count: none for the first such round of 14 players or
// more, at most one otherwise (R3.7).
func swissRule(size, rounds, round int) Rule {
	switch {
	case rounds <= 6:
		return pureSwiss
	case size >= 14 && round == 6:
		return Rule{Method: MethodSwiss, EarlierMeetings: 0}
	default:
		return Rule{Method: MethodSwiss, EarlierMeetings: 1}
	}
}

// checkPlayers refuses a field that cannot be paired (R3.2).
func checkPlayers(players int) error {
	if players < MinPlayers {
		return fault.New(fault.TooFewPlayers,
			"There are %d players; at least %d are needed.", players, MinPlayers)
	}
	return nil
}

// evenSize counts the bye of an odd field as one more player (R2.3, R3.2).
func evenSize(players int) int { return players + players%2 }
