package qualifiers_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/tour"
)

// corrected has one satellite with two seats, of which player 2 has accepted his; a correction of a
// score then puts player 3 before him.
func corrected(t *testing.T, rules tour.Rules) *office {
	t.Helper()
	o := newOffice(t, rules)
	o.report(lineOf(1, 0, 2, 1, 2, 3, 4), lineOf(2, 7, 1, 8, 9))
	must(t, o.answer(2, qualifiers.Accepted))
	o.report(lineOf(1, 0, 2, 1, 3, 2, 4))
	return o
}

func TestAnAcceptedSeatIsNotSilentlyReplaced(t *testing.T) {
	t.Parallel()
	rules := ofTour(tour.KeepsOneSeat, tour.Lapses)
	o := corrected(t, rules)
	require.Equal(t, []string{"1", "3 waiting", "2 pending"}, o.seats(1))
	require.NotContains(t, o.store.rows, person(3), "who waits is not in the list")
	require.Equal(t, qualifiers.Accepted, o.store.rows[person(2)].Answer)

	// Exactly what is affected is listed: player 1 and the other satellite are not.
	require.Len(t, o.last, 2)
	require.Equal(t, person(3), o.last[0].PlayerID)
	require.Nil(t, o.last[0].Was)
	require.False(t, o.last[0].NeedsDecision)
	require.Equal(t, person(2), o.last[1].PlayerID)
	require.Equal(t, 2, o.last[1].Was.Rank)
	require.Equal(t, 3, o.last[1].Now.Rank)
	require.True(t, o.last[1].NeedsDecision)
	require.Equal(t, qualifiers.RuleText(rules), o.last[1].Rules)
	require.Contains(t, o.last[1].Rules, "A declined seat lapses (R5.5).")
	o.sound()
}

func TestAnInvitedSeatFollowsTheCorrection_R4_6(t *testing.T) {
	t.Parallel()
	o := newOffice(t, ofTour(tour.KeepsOneSeat, tour.Lapses))
	o.report(lineOf(1, 0, 2, 1, 2, 3, 4))
	o.report(lineOf(1, 0, 2, 1, 3, 2, 4))
	require.Equal(t, []string{"1", "3"}, o.seats(1))
	require.Len(t, o.last, 2)
	require.Equal(t, []uuid.UUID{person(3), person(2)}, []uuid.UUID{o.last[0].PlayerID, o.last[1].PlayerID})
	require.NotContains(t, o.store.rows, person(2))
}

func TestTheOrganiserRulesOverAPendingSeat(t *testing.T) {
	t.Parallel()
	for verdict, want := range map[qualifiers.Verdict][]string{
		qualifiers.KeepsSeat:  {"1", "2"},
		qualifiers.GivesWay:   {"1", "3"},
		qualifiers.BothSeated: {"1", "3", "2"},
	} {
		t.Run(string(verdict), func(t *testing.T) {
			t.Parallel()
			o := corrected(t, ofTour(tour.KeepsOneSeat, tour.Lapses))
			pending := o.seats(1)
			must(t, o.rule(1, 2, verdict))
			require.Equal(t, want, o.seats(1))
			o.sound()

			o.store.rulings[0].TakenBackAt = o.now
			o.refresh(qualifiers.Change{Satellites: []uuid.UUID{sat(1)}})
			require.Equal(t, pending, o.seats(1), "taken back")

			o.report(lineOf(1, 0, 2, 1, 2, 3, 4))
			require.Equal(t, []string{"1", "2"}, o.seats(1), "the correction is corrected")
			o.sound()
		})
	}
}

// His decline is taken back after the next in line has accepted his seat.
func TestADeclineTakenBackTakesNoAcceptedSeat(t *testing.T) {
	t.Parallel()
	o := newOffice(t, ofTour(tour.KeepsOneSeat, tour.DeclinedPassesDown))
	o.report(lineOf(1, 0, 2, 1, 2, 3, 4))
	must(t, o.answer(2, qualifiers.Declined))
	must(t, o.answer(3, qualifiers.Accepted))
	o.takeBack(2)
	require.Equal(t, []string{"1", "2 waiting", "3 pending"}, o.seats(1))
	must(t, o.rule(1, 3, qualifiers.BothSeated))
	require.Equal(t, []string{"1", "2", "3"}, o.seats(1))
	o.sound()
}

func TestFewerSeatsThanWereAcceptedIsForTheOrganiserToSee(t *testing.T) {
	t.Parallel()
	o := newOffice(t, ofTour(tour.KeepsOneSeat, tour.Lapses))
	o.report(lineOf(1, 0, 2, 1, 2, 3))
	must(t, o.answer(1, qualifiers.Accepted))
	must(t, o.answer(2, qualifiers.Accepted))
	o.report(lineOf(1, 0, 1, 1, 2, 3))
	require.Equal(t, []string{"1", "2 pending"}, o.seats(1))
	must(t, o.rule(1, 2, qualifiers.GivesWay))
	require.Equal(t, []string{"1"}, o.seats(1))
}

// He loses a seat but has another: he is in the final anyhow, and nobody has to decide.
func TestWhoHasAnotherSeatLosesOneWithoutARuling(t *testing.T) {
	t.Parallel()
	o := newOffice(t, ofTour(tour.RepeatedPassesDown, tour.Lapses))
	o.report(lineOf(2, 7, 1, 2, 3))
	must(t, o.answer(2, qualifiers.Accepted))
	o.report(lineOf(1, 0, 1, 2, 9)) // the earlier satellite, reported late
	require.Equal(t, []string{"2"}, o.seats(1))
	require.Equal(t, []string{"3 called"}, o.seats(2))
	o.report(lineOf(1, 0, 1, 9, 2))
	require.Equal(t, []string{"2"}, o.seats(2), "and has it back when the other one is corrected away")
	o.sound()
}

// The same where the other satellite has nothing to do with what is computed anew.
func TestASeatElsewhereIsSeenThoughItsSatelliteIsLeftAlone(t *testing.T) {
	t.Parallel()
	o := newOffice(t, ofTour(tour.KeepsOneSeat, tour.Lapses))
	o.report(lineOf(1, 0, 1, 2, 9), lineOf(2, 7, 1, 2, 3, 4))
	must(t, o.answer(2, qualifiers.Accepted))
	for _, line := range []qualifiers.Line{lineOf(2, 7, 1, 3, 2, 4), lineOf(2, 7, 1, 3, 4, 2)} {
		o.report(line)
		require.Equal(t, []string{"3"}, o.seats(2))
	}
	o.sound()
}

// A seat that is only kept for him has not qualified him: he wins another, and the first is free.
func TestAPendingSeatIsNoSeatByTheRules_R5_4(t *testing.T) {
	t.Parallel()
	o := newOffice(t, ofTour(tour.RepeatedPassesDown, tour.Lapses))
	o.report(lineOf(1, 0, 1, 2, 3))
	must(t, o.answer(2, qualifiers.Accepted))
	o.report(lineOf(1, 0, 1, 3, 2))
	require.Equal(t, []string{"3 waiting", "2 pending"}, o.seats(1))
	o.report(lineOf(2, 7, 1, 2, 9))
	require.Equal(t, []string{"2"}, o.seats(2))
	require.Equal(t, []string{"3"}, o.seats(1))
	o.sound()
}

// Where a seat is free anyhow, nobody waits for the decision.
func TestAPendingSeatTakesAFreeOneFirst(t *testing.T) {
	t.Parallel()
	o := newOffice(t, ofTour(tour.KeepsOneSeat, tour.Lapses))
	o.report(lineOf(1, 0, 2, 1, 2, 3))
	must(t, o.answer(2, qualifiers.Accepted))
	l := lineOf(1, 0, 2, 1, 2, 3)
	l.Standing[1].Eligible, l.Standing[2].Eligible = false, false
	o.report(l)
	require.Equal(t, []string{"1", "2 pending"}, o.seats(1))
	require.Empty(t, o.store.outcomes[sat(1)].Vacant)
}

// The ruling was over the one seat that he had; an earlier satellite gives him another.
func TestAKeptSeatIsNoSecondSeat_R5_4(t *testing.T) {
	t.Parallel()
	o := newOffice(t, ofTour(tour.RepeatedPassesDown, tour.Lapses))
	o.report(lineOf(2, 7, 1, 2, 3))
	must(t, o.answer(2, qualifiers.Accepted))
	o.report(lineOf(2, 7, 1, 3, 2))
	must(t, o.rule(2, 2, qualifiers.KeepsSeat))
	require.Equal(t, []string{"2"}, o.seats(2))
	o.report(lineOf(1, 0, 1, 2, 9))
	require.Equal(t, []string{"2"}, o.seats(1))
	require.Equal(t, []string{"3"}, o.seats(2))
	o.sound()
}

func TestARebuildMendsWhatIsWrong(t *testing.T) {
	t.Parallel()
	o := newOffice(t, ofTour(tour.KeepsOneSeat, tour.Lapses))
	o.report(lineOf(1, 0, 1, 1, 2), lineOf(2, 0, 1, 5, 6))
	want := o.store.list()
	wrong := o.store.rows[person(1)]
	wrong.PlayerID = person(77)
	o.store.rows[person(77)] = wrong
	delete(o.store.rows, person(5))
	delete(o.store.outcomes, sat(2))
	differences, err := o.register().Rebuild(t.Context(), uuid.Nil, o.rules)
	must(t, err)
	require.Len(t, differences, 1)
	require.Equal(t, person(5), differences[0].PlayerID)
	require.Equal(t, want, o.store.list())
}

func TestARulingIsRefused(t *testing.T) {
	t.Parallel()
	o := corrected(t, ofTour(tour.KeepsOneSeat, tour.Lapses))
	claims := o.store.outcomes[sat(1)].Claims
	ruling := qualifiers.Ruling{PlayerID: person(2), Verdict: qualifiers.KeepsSeat, Reason: " because "}
	for name, c := range map[string]struct {
		change func(*qualifiers.Ruling)
		code   fault.Code
	}{
		"without a reason":      {func(r *qualifiers.Ruling) { r.Reason = " \t" }, fault.ReasonRequired},
		"of an unknown verdict": {func(r *qualifiers.Ruling) { r.Verdict = "lots" }, fault.InvalidRequest},
		"over a seat held":      {func(r *qualifiers.Ruling) { r.PlayerID = person(1) }, fault.NoDecisionNeeded},
		"over who waits":        {func(r *qualifiers.Ruling) { r.PlayerID = person(3) }, fault.NoDecisionNeeded},
		"over no seat":          {func(r *qualifiers.Ruling) { r.PlayerID = person(4) }, fault.NoDecisionNeeded},
	} {
		r := ruling
		c.change(&r)
		_, err := qualifiers.Rule(claims, r)
		require.Equal(t, c.code, fault.CodeOf(err), name)
	}
	made, err := qualifiers.Rule(claims, ruling)
	must(t, err)
	require.Equal(t, "because", made.Reason)
}

func TestTheLastRulingIsInForce(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, time.June, 1, 0, 0, 0, 0, time.UTC)
	ruling := func(n int, verdict qualifiers.Verdict, hours int) qualifiers.Ruling {
		return qualifiers.Ruling{ID: id(n), SatelliteID: sat(1), PlayerID: person(2), Verdict: verdict, At: at.Add(time.Duration(hours) * time.Hour)}
	}
	first, second, third := ruling(1, qualifiers.KeepsSeat, 0), ruling(2, qualifiers.GivesWay, 1), ruling(3, qualifiers.BothSeated, 2)
	third.TakenBackAt = at
	require.Equal(t, []qualifiers.Ruling{second}, qualifiers.RulingsInForce([]qualifiers.Ruling{third, second, first}))
	require.Equal(t, []qualifiers.Ruling{first}, qualifiers.RulingsInForce([]qualifiers.Ruling{first, third}))
	require.Empty(t, qualifiers.RulingsInForce([]qualifiers.Ruling{third}))
}
