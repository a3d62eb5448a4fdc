package qualifiers

import (
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
)

// Via is the way an answer came.
type Via string

// The ways of an answer.
const (
	ByLink      Via = "link"      // the player himself, by his signed link
	ByOrganiser Via = "organiser" // recorded for him
)

// Reply is one recorded answer of a player. Replies are kept for good; the last that is not taken
// back is in force, for all his seats (R5.5).
type Reply struct {
	ID          uuid.UUID
	PlayerID    uuid.UUID
	Answer      Answer      // accepted, declined or no answer
	At          time.Time   // UTC, whole microseconds
	Day         civil.Date  // on which it counts: AnswerDay
	Satellites  []uuid.UUID // of which he had seats when he answered
	Via         Via
	By          string // who recorded it
	Note        string
	TakenBackAt time.Time // UTC; zero: not taken back
	TakenBackBy string
}

// Moment places the answer among what gives and frees seats.
func (r Reply) Moment() Moment { return Moment{Day: r.Day, At: r.At, Player: r.PlayerID} }

func (r Reply) takenBack() bool { return !r.TakenBackAt.IsZero() }

// InForce is the answer of a player that counts now. Two persons who turned out to be one may have
// answered both: the later counts.
func InForce(replies []Reply) (Reply, bool) {
	var last Reply
	found := false
	for _, r := range replies {
		if !r.takenBack() && (!found || compareReplies(r, last) > 0) {
			last, found = r, true
		}
	}
	return last, found
}

// RepliesInForce are the answers that count now, by player.
func RepliesInForce(replies []Reply) map[uuid.UUID]Reply {
	byPlayer := map[uuid.UUID][]Reply{}
	for _, r := range replies {
		byPlayer[r.PlayerID] = append(byPlayer[r.PlayerID], r)
	}
	inForce := map[uuid.UUID]Reply{}
	for player, own := range byPlayer {
		if r, answered := InForce(own); answered {
			inForce[player] = r
		}
	}
	return inForce
}

func compareReplies(a, b Reply) int {
	return cmp.Or(a.At.Compare(b.At), compareIDs(a.ID, b.ID))
}

// Answering is what an answer is checked against.
type Answering struct {
	Replies  []Reply   // of this player
	Claims   []Claim   // of this player
	Deadline time.Time // zero: none; an answer at the deadline is in time
}

// Answer records an answer, with what it takes back; the new reply comes last. It refuses an
// answer after the deadline (answer_late), one of a player who has no seat (no_seat), and by link a
// second one (answer_given): only the organiser can change an answer. The same answer again changes
// nothing and gives none. Silence (no answer) can be recorded after the deadline too.
func (a Answering) Answer(r Reply) ([]Reply, error) {
	if r.Answer != Accepted && r.Answer != Declined && r.Answer != NoAnswer {
		return nil, fault.AtField("/answer", "unknown_value", "The answer is accepted, declined or no_answer.")
	}
	was, answered := InForce(a.Replies)
	if answered && was.Answer == r.Answer {
		return nil, nil
	}
	if answered && r.Via == ByLink {
		return nil, fault.New(fault.AnswerGiven, "The answer was given already: %s. Ask the organiser to change it.", was.Answer)
	}
	if late := !a.Deadline.IsZero() && r.At.After(a.Deadline); late && r.Answer != NoAnswer {
		return nil, fault.New(fault.AnswerLate, "The answer was due by %s. Only the organiser can set a later deadline.",
			a.Deadline.UTC().Format("2006-01-02 15:04 UTC"))
	}
	for _, c := range a.Claims {
		if c.State == Holds || c.State == Pending || answered && c.State == GivenUp {
			r.Satellites = append(r.Satellites, c.SatelliteID)
		}
	}
	if len(r.Satellites) == 0 {
		return nil, fault.New(fault.NoSeat, "The player has no seat in the final, so there is nothing to answer.")
	}
	slices.SortFunc(r.Satellites, compareIDs)
	if !answered {
		return []Reply{r}, nil
	}
	back := was.takeBack(r.At, r.By)
	return []Reply{back, r}, nil
}

// TakeBack takes the answer in force back, so that the player is invited again. Without an answer
// in force there is nothing to do and it gives false.
func TakeBack(replies []Reply, at time.Time, by string) (Reply, bool) {
	was, answered := InForce(replies)
	if !answered {
		return Reply{}, false
	}
	return was.takeBack(at, by), true
}

func (r Reply) takeBack(at time.Time, by string) Reply {
	r.TakenBackAt, r.TakenBackBy = at.UTC(), by
	return r
}

// Erased is the reply without what could name the person (R8.2).
func (r Reply) Erased() Reply {
	r.Note = ""
	if r.Via == ByLink {
		r.By = ""
	}
	return r
}
