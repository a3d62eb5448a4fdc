package interchange

import "fmt"

// minSubmitted is how many players a division needs to be rated.
const minSubmitted = 4

// Submission is what is to be sent to the association.
type Submission struct {
	Event  Event
	Over   bool // whether the event has ended
	Rounds int  // of its schedule
}

// Objection is why results should not be sent yet.
type Objection struct {
	Division string `json:"division,omitempty"`
	Player   int    `json:"player,omitempty"` // its number in the division
	Code     string `json:"code"`
	Detail   string `json:"detail"` // a sentence that says what to do
}

// Check previews a submission: the event is over, every player has an association number, each
// division has at least 4 players, and no division has rounds beyond the schedule or rounds that
// are not complete. What is in order has no objections.
func (s Submission) Check() []Objection {
	var list []Objection
	object := func(division string, player int, code, format string, args ...any) {
		list = append(list, Objection{division, player, code, fmt.Sprintf(format, args...)})
	}
	if !s.Over {
		object("", 0, "not_over", "The event is not over; finish it before its results are sent.")
	}
	for _, d := range s.Event.Divisions {
		if len(d.Players) < minSubmitted {
			object(d.Name, 0, "too_few_players", "Division %s has %d players; the association rates divisions of %d and more.", quote(d.Name), len(d.Players), minSubmitted)
		}
		if rounds := d.Rounds(); rounds > s.Rounds {
			object(d.Name, 0, "too_many_rounds", "Division %s has %d rounds, the schedule has %d; take out the others or mend the schedule.", quote(d.Name), rounds, s.Rounds)
		}
		if complete := d.CompleteRounds(); complete < d.Rounds() {
			object(d.Name, 0, "results_missing", "Division %s has results missing in round %d; enter them.", quote(d.Name), complete+1)
		}
		for i, p := range d.Players {
			if p.AssociationID == "" {
				object(d.Name, i+1, "no_association_id", "%s has no association number; ask for it, or for a new one from the association.", p.Name)
			}
		}
	}
	return list
}
