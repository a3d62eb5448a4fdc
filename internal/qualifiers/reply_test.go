package qualifiers_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/qualifiers"
)

var noon = time.Date(2026, time.September, 1, 12, 0, 0, 0, time.UTC)

func reply(answer qualifiers.Answer, via qualifiers.Via, at time.Time) qualifiers.Reply {
	return qualifiers.Reply{
		ID: id(int(at.Unix() % 10_000)), PlayerID: person(1), Answer: answer, At: at, Day: civil.Of(at), Via: via, By: "somebody",
	}
}

// invited has a seat of satellite 1 and may answer until noon.
func invited(replies ...qualifiers.Reply) qualifiers.Answering {
	return qualifiers.Answering{
		Replies: replies, Deadline: noon,
		Claims: []qualifiers.Claim{
			{Seat: qualifiers.Seat{PlayerID: person(1), SatelliteID: sat(2)}, State: qualifiers.Waiting},
			{Seat: qualifiers.Seat{PlayerID: person(1), SatelliteID: sat(1)}, State: qualifiers.Holds},
		},
	}
}

func TestAnAnswerIsRecordedWithTheSeatsThatItIsFor_R5_5(t *testing.T) {
	t.Parallel()
	for _, answer := range []qualifiers.Answer{qualifiers.Accepted, qualifiers.Declined, qualifiers.NoAnswer} {
		recorded, err := invited().Answer(reply(answer, qualifiers.ByLink, noon)) // at the last moment
		must(t, err)
		require.Len(t, recorded, 1)
		require.Equal(t, []uuid.UUID{sat(1)}, recorded[0].Satellites, "not the one that he waits for")
		inForce, answered := qualifiers.InForce(recorded)
		require.True(t, answered)
		require.Equal(t, answer, inForce.Answer)
	}
}

func TestAnAnswerIsRefused_R5_5(t *testing.T) {
	t.Parallel()
	accepted := reply(qualifiers.Accepted, qualifiers.ByLink, noon.Add(-time.Hour))
	late := noon.Add(time.Microsecond)
	nothing := invited()
	nothing.Claims = nothing.Claims[:1]
	for name, c := range map[string]struct {
		before qualifiers.Answering
		reply  qualifiers.Reply
		code   fault.Code
	}{
		"accepted too late":          {invited(), reply(qualifiers.Accepted, qualifiers.ByLink, late), fault.AnswerLate},
		"declined too late":          {invited(), reply(qualifiers.Declined, qualifiers.ByOrganiser, late), fault.AnswerLate},
		"another answer by the link": {invited(accepted), reply(qualifiers.Declined, qualifiers.ByLink, noon), fault.AnswerGiven},
		"without a seat":             {nothing, reply(qualifiers.Accepted, qualifiers.ByLink, noon), fault.NoSeat},
		"invited is no answer":       {invited(), reply(qualifiers.Invited, qualifiers.ByLink, noon), fault.InvalidRequest},
		"nothing is no answer":       {invited(), reply("", qualifiers.ByOrganiser, noon), fault.InvalidRequest},
	} {
		_, err := c.before.Answer(c.reply)
		require.Equal(t, c.code, fault.CodeOf(err), name)
	}
	_, err := invited().Answer(reply(qualifiers.NoAnswer, qualifiers.ByOrganiser, late))
	must(t, err) // silence is seen when it is too late
	open := invited()
	open.Deadline = time.Time{}
	_, err = open.Answer(reply(qualifiers.Accepted, qualifiers.ByLink, late))
	must(t, err)
}

func TestTheSameAnswerAgainChangesNothing(t *testing.T) {
	t.Parallel()
	accepted := reply(qualifiers.Accepted, qualifiers.ByLink, noon.Add(-time.Hour))
	recorded, err := invited(accepted).Answer(reply(qualifiers.Accepted, qualifiers.ByLink, noon.Add(time.Hour)))
	must(t, err)
	require.Empty(t, recorded)
}

func TestTheOrganiserChangesAndTakesBackAnAnswer_R5_5(t *testing.T) {
	t.Parallel()
	declined := reply(qualifiers.Declined, qualifiers.ByLink, noon.Add(-time.Hour))
	declined.Satellites = []uuid.UUID{sat(1)}
	before := invited(declined)
	before.Claims[1].State = qualifiers.GivenUp
	recorded, err := before.Answer(reply(qualifiers.Accepted, qualifiers.ByOrganiser, noon))
	must(t, err)
	require.Len(t, recorded, 2)
	require.Equal(t, declined.ID, recorded[0].ID)
	require.Equal(t, noon, recorded[0].TakenBackAt)
	require.Equal(t, qualifiers.Accepted, recorded[1].Answer)
	require.Equal(t, []uuid.UUID{sat(1)}, recorded[1].Satellites, "the seat that he had given up")

	back, any := qualifiers.TakeBack(recorded, noon.Add(time.Hour), "the organiser")
	require.True(t, any)
	require.Equal(t, recorded[1].ID, back.ID)
	require.Equal(t, "the organiser", back.TakenBackBy)
	_, answered := qualifiers.InForce([]qualifiers.Reply{recorded[0], back})
	require.False(t, answered)
	_, any = qualifiers.TakeBack([]qualifiers.Reply{recorded[0], back}, noon, "the organiser")
	require.False(t, any)
}

// Two persons who turned out to be one had both answered.
func TestTheLaterAnswerOfOnePersonCounts(t *testing.T) {
	t.Parallel()
	first, second := reply(qualifiers.Declined, qualifiers.ByLink, noon), reply(qualifiers.Accepted, qualifiers.ByLink, noon.Add(time.Second))
	for _, replies := range [][]qualifiers.Reply{{first, second}, {second, first}} {
		inForce, _ := qualifiers.InForce(replies)
		require.Equal(t, qualifiers.Accepted, inForce.Answer)
	}
}

func TestAnErasedReplyNamesNobody_R8_2(t *testing.T) {
	t.Parallel()
	r := reply(qualifiers.Accepted, qualifiers.ByLink, noon)
	r.By, r.Note = "Lee, Ann", "Ann is glad"
	erased := r.Erased()
	require.Empty(t, erased.By+erased.Note)
	r.Via, r.By = qualifiers.ByOrganiser, "the organiser"
	require.Equal(t, "the organiser", r.Erased().By)
	r.By, r.Note, erased.Via = "", "", qualifiers.ByOrganiser
	require.Equal(t, r, erased, "all else stays")
}

func TestAnAnswerCountsAfterEverySeatThatWasGiven(t *testing.T) {
	t.Parallel()
	require.Equal(t, civil.New(2026, time.September, 1), qualifiers.AnswerDay(noon, civil.New(2026, time.August, 30)))
	require.Equal(t, civil.New(2026, time.September, 3), qualifiers.AnswerDay(noon, civil.New(2026, time.September, 3)))
	require.Equal(t, civil.New(2026, time.September, 1), qualifiers.AnswerDay(noon, civil.Date{}))
}
