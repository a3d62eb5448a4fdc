package pairing

import (
	"fmt"

	"github.com/nast-tour/nast/internal/fault"
)

// MethodSwissNoRepeats is Swiss without repeats as the methods of a Final Event name it. The
// round itself is of MethodSwiss; its rule has the limit.
const MethodSwissNoRepeats Method = "swiss_no_repeats"

// MaxFinalRounds bounds the rounds of a Final Event; it has one at least.
const MaxFinalRounds = 40

// Fixed says whether the pairs of a round follow from the seeds alone, so that it can be paired
// ahead, as a plan (R3.12).
func (m Method) Fixed() bool { return m == MethodPreset || m == MethodRoundRobin }

// FinalSchedule gives the rule of each round of a Final Event, one method a round (R5.7). Preset
// rounds are the first ones, without a gap: the tables know of no other rounds before them. It
// fails with fault.InvalidRequest, with the pointer /methods or that of every method that cannot
// be.
func FinalSchedule(methods []Method) ([]Rule, error) {
	if len(methods) < 1 || len(methods) > MaxFinalRounds {
		return nil, fault.AtField("/methods", "out_of_range",
			"A Final Event has 1 to %d rounds, one method each, not %d.", MaxFinalRounds, len(methods))
	}
	var wrong refusal
	schedule := make([]Rule, len(methods))
	robins, presets := 0, 0
	for i, method := range methods {
		at := fmt.Sprintf("/methods/%d", i)
		switch method {
		case MethodPreset:
			schedule[i] = preset
			if presets++; presets <= i {
				wrong.add(at, "preset_after_others",
					"Round %d cannot be preset: preset rounds are the first ones, without others between them.", i+1)
			}
		case MethodRoundRobin:
			robins++
			schedule[i] = Rule{Method: MethodRoundRobin, EarlierMeetings: Unlimited, RobinRound: robins}
		case MethodSwiss:
			schedule[i] = pureSwiss
		case MethodSwissNoRepeats:
			schedule[i] = Rule{Method: MethodSwiss, EarlierMeetings: 0}
		case MethodKingOfTheHill:
			schedule[i] = kingOfTheHill
		default:
			wrong.add(at, "unknown_value",
				"The method of round %d is preset, round_robin, swiss, swiss_no_repeats or king_of_the_hill, not %q.", i+1, method)
		}
	}
	if err := wrong.err("The rounds cannot be paired like this; see the errors."); err != nil {
		return nil, err
	}
	return schedule, nil
}

// PresetRounds is how many preset rounds the tables have for a field, in all its groups (R2.3).
func (t Tables) PresetRounds(players int) int {
	rounds := MaxFinalRounds
	for _, seeds := range Groups(players) {
		if size := len(seeds); size != 4 { // whose cycle goes on for ever (R3.2)
			rounds = min(rounds, len(t.sizes[size]))
		}
	}
	return rounds
}
