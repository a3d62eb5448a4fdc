package qualifiers_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/tour"
)

// Player 1 wins a seat in satellite 1 and again, a week later, in satellite 2.
func TestAPlayerQualifiesTwice_R5_4(t *testing.T) {
	t.Parallel()
	for setting, want := range map[tour.RepeatQualifier][]string{
		tour.KeepsOneSeat:       {"1", "5"},
		tour.RepeatedPassesDown: {"5", "6 called"},
	} {
		t.Run(string(setting), func(t *testing.T) {
			t.Parallel()
			earlier, later := lineOf(1, 0, 2, 1, 2, 3), lineOf(2, 7, 2, 1, 5, 6, 7)
			for _, order := range [][]qualifiers.Line{{earlier, later}, {later, earlier}} {
				o := newOffice(t, ofTour(setting, tour.Lapses))
				o.report(order...)
				require.Equal(t, []string{"1", "2"}, o.seats(1))
				require.Equal(t, want, o.seats(2), "whichever is reported first")
				o.sound()
			}
		})
	}
}

func TestOfOneDayTheSmallerIDIsTheEarlier_R5_4(t *testing.T) {
	t.Parallel()
	o := newOffice(t, ofTour(tour.RepeatedPassesDown, tour.Lapses))
	o.report(lineOf(2, 0, 1, 1, 5), lineOf(1, 0, 1, 1, 6))
	require.Equal(t, []string{"1"}, o.seats(1))
	require.Equal(t, []string{"5 called"}, o.seats(2))
}

func TestASeatKeptTwiceIsCountedTwiceInTheList_R5_4(t *testing.T) {
	t.Parallel()
	for setting, seats := range map[tour.RepeatQualifier]int{tour.KeepsOneSeat: 2, tour.RepeatedPassesDown: 1} {
		o := newOffice(t, ofTour(setting, tour.Lapses))
		o.report(lineOf(1, 0, 2, 1, 2, 3), lineOf(2, 7, 2, 1, 5, 6, 7))
		require.Equal(t, seats, o.store.rows[person(1)].Seats)
	}
}

func TestADeclinedSeat_R5_5(t *testing.T) {
	t.Parallel()
	for setting, want := range map[tour.DeclinedSeat][]string{
		tour.Lapses:             {"1", "2 given_up"},
		tour.DeclinedPassesDown: {"1", "2 given_up", "3 called"},
	} {
		t.Run(string(setting), func(t *testing.T) {
			t.Parallel()
			o := newOffice(t, ofTour(tour.KeepsOneSeat, setting))
			o.report(lineOf(1, 0, 2, 1, 2, 3, 4), lineOf(2, 1, 2, 5, 6, 3, 4))
			must(t, o.answer(2, qualifiers.Declined))
			require.Equal(t, want, o.seats(1))
			require.Equal(t, []string{"5", "6"}, o.seats(2), "nobody of another satellite is called")
			require.Equal(t, qualifiers.Declined, o.store.rows[person(2)].Answer, "who has declined stays in the list")
			o.sound()
		})
	}
}

func TestTheSecondDeclineInOneSatellite_R5_5(t *testing.T) {
	t.Parallel()
	o := newOffice(t, ofTour(tour.KeepsOneSeat, tour.DeclinedPassesDown))
	o.report(lineOf(1, 0, 2, 1, 2, 3, 4, 5))
	must(t, o.answer(2, qualifiers.Declined))
	must(t, o.answer(3, qualifiers.Declined))
	require.Equal(t, []string{"1", "2 given_up", "3 called given_up", "4 called"}, o.seats(1))
	must(t, o.answer(1, qualifiers.Declined))
	require.Equal(t, []string{"1 given_up", "2 given_up", "3 called given_up", "4 called", "5 called"}, o.seats(1))
	claims := o.store.outcomes[sat(1)].Claims
	require.Equal(t, "rank 4 of 5, next in line for the seat that rank 3 has declined (R5.5)", claims[3].Why)
	require.Equal(t, "rank 5 of 5, next in line for the seat that rank 1 has declined (R5.5)", claims[4].Why)

	must(t, o.answer(5, qualifiers.Declined))
	require.Equal(t, []qualifiers.Vacant{{Why: qualifiers.NobodyLeft, Seats: 1}}, o.store.outcomes[sat(1)].Vacant)
	o.sound()
}

// Who declines gives up all his seats; each passes down in its own satellite.
func TestAPersonAnswersOnceForTheTour_R5_5(t *testing.T) {
	t.Parallel()
	o := newOffice(t, ofTour(tour.KeepsOneSeat, tour.DeclinedPassesDown))
	o.report(lineOf(1, 0, 1, 1, 2, 3), lineOf(2, 7, 1, 1, 5, 6))
	must(t, o.answer(1, qualifiers.Declined))
	require.Equal(t, []string{"1 given_up", "2 called"}, o.seats(1))
	require.Equal(t, []string{"1 given_up", "5 called"}, o.seats(2))

	o.report(lineOf(3, 14, 1, 1, 8, 9))
	require.Equal(t, []string{"1 given_up", "8 called"}, o.seats(3), "he has answered before he won this one")

	o.takeBack(1)
	for satellite := 1; satellite <= 3; satellite++ {
		require.Equal(t, []string{"1"}, o.seats(satellite), "taken back: nothing is lost")
	}
	require.Equal(t, qualifiers.Invited, o.store.rows[person(1)].Answer)
	o.sound()
}

// Player 3 is next in line in satellite 1 and has a seat from satellite 2: the declined seat of
// satellite 1 goes past him, and satellite 2 is left alone.
func TestADeclineCallsNobodyOfAnotherSatellite_R5_5(t *testing.T) {
	t.Parallel()
	o := newOffice(t, ofTour(tour.RepeatedPassesDown, tour.DeclinedPassesDown))
	o.report(lineOf(1, 0, 2, 1, 2, 3, 4), lineOf(2, 7, 1, 3, 8, 9))
	must(t, o.answer(2, qualifiers.Declined))
	require.Equal(t, []string{"1", "2 given_up", "4 called"}, o.seats(1))
	require.Equal(t, []string{"3"}, o.seats(2))
	require.Equal(t, "rank 4 of 4, next in line for the seat that rank 2 has declined (R5.5); "+
		"passed over: rank 3 has a seat from Satellite 2 already (R5.4)", o.store.outcomes[sat(1)].Claims[2].Why)
	require.Equal(t, []qualifiers.PassedOver{{PlayerID: person(3), Rank: 3, Why: "has a seat from Satellite 2 already (R5.4)"}},
		o.store.outcomes[sat(1)].PassedOver)
	o.sound()
}

// The same where the answer is recorded before the last days of the satellites: no act is refused
// for its date.
func TestSatellitesReportedAheadOfTheirDayCountAsGiven(t *testing.T) {
	t.Parallel()
	o := newOffice(t, ofTour(tour.RepeatedPassesDown, tour.DeclinedPassesDown))
	o.report(lineOf(1, 400, 2, 1, 2, 3, 4), lineOf(2, 407, 1, 3, 8, 9))
	must(t, o.answer(2, qualifiers.Declined))
	require.Equal(t, []string{"1", "2 given_up", "4 called"}, o.seats(1))
	require.Equal(t, []string{"3"}, o.seats(2))
	o.sound()
}

// Player 3 came to a seat of satellite 1 by a decline; then he wins satellite 2.
func TestWhoWasCalledHasQualifiedBeforeALaterSatellite_R5_4(t *testing.T) {
	t.Parallel()
	o := newOffice(t, ofTour(tour.RepeatedPassesDown, tour.DeclinedPassesDown))
	o.report(lineOf(1, 0, 2, 1, 2, 3, 4))
	must(t, o.answer(2, qualifiers.Declined))
	o.report(lineOf(2, 200, 1, 3, 8, 9))
	require.Equal(t, []string{"1", "2 given_up", "3 called"}, o.seats(1))
	require.Equal(t, []string{"8 called"}, o.seats(2))
	o.sound()
}

// Player 3 is next in line in both; who was called once is not called again.
func TestNobodyIsCalledTwiceWhereRepeatedSeatsPassDown_R5_4(t *testing.T) {
	t.Parallel()
	o := newOffice(t, ofTour(tour.RepeatedPassesDown, tour.DeclinedPassesDown))
	o.report(lineOf(1, 0, 1, 1, 3, 4), lineOf(2, 7, 1, 2, 3, 5))
	must(t, o.answer(2, qualifiers.Declined))
	require.Equal(t, []string{"2 given_up", "3 called"}, o.seats(2))
	must(t, o.answer(1, qualifiers.Declined))
	require.Equal(t, []string{"1 given_up", "4 called"}, o.seats(1))
	require.Equal(t, []string{"2 given_up", "3 called"}, o.seats(2), "the decline in satellite 1 changes nothing here")
	o.sound()
}

func TestOnlyTheEligibleAreNextInLine_R5_5(t *testing.T) {
	t.Parallel()
	l := lineOf(1, 0, 1, 1, 2, 3, 4)
	l.Standing[0].Eligible, l.Standing[0].Why = false, "withdrew after round 5" // with the best record
	l.Standing[2].Eligible, l.Standing[2].Why = false, "standby"
	o := newOffice(t, ofTour(tour.KeepsOneSeat, tour.DeclinedPassesDown))
	o.report(l)
	require.Equal(t, []string{"2"}, o.seats(1))
	must(t, o.answer(2, qualifiers.Declined))
	require.Equal(t, []string{"2 given_up", "4 called"}, o.seats(1))
	require.Equal(t, "rank 4 of 4, next in line for the seat that rank 2 has declined (R5.5); "+
		"passed over: rank 1 withdrew after round 5, rank 3 standby", o.store.outcomes[sat(1)].Claims[1].Why)
}

func TestATieForAPassedSeatWaitsForADecision_R4_4(t *testing.T) {
	t.Parallel()
	l := tied(lineOf(1, 0, 1, 1, 2, 3, 4), 2, 3)
	o := newOffice(t, ofTour(tour.KeepsOneSeat, tour.DeclinedPassesDown))
	o.report(l)
	must(t, o.answer(1, qualifiers.Declined))
	require.Equal(t, []string{"1 given_up"}, o.seats(1))
	vacant := o.store.outcomes[sat(1)].Vacant
	require.Len(t, vacant, 1)
	require.Equal(t, qualifiers.Tied, vacant[0].Why)
	require.Equal(t, l.Standing[1].EntrantID, vacant[0].Tie.Entrants[0])
	require.Equal(t, l.Standing[2].EntrantID, vacant[0].Tie.Entrants[1])

	l.Order = append(l.Order, entrant(1, 3), entrant(1, 2))
	o.report(l)
	require.Equal(t, []string{"1 given_up", "3 called"}, o.seats(1))
	must(t, o.answer(3, qualifiers.Declined))
	require.Equal(t, []string{"1 given_up", "2 called", "3 called given_up"}, o.seats(1))
	o.sound()
}

func TestSilenceGivesUpNothing(t *testing.T) {
	t.Parallel()
	o := newOffice(t, ofTour(tour.KeepsOneSeat, tour.DeclinedPassesDown))
	o.report(lineOf(1, 0, 1, 1, 2))
	must(t, o.answer(1, qualifiers.NoAnswer))
	require.Equal(t, []string{"1"}, o.seats(1))
	require.Equal(t, qualifiers.NoAnswer, o.store.rows[person(1)].Answer)
}

func TestASatelliteThatIsReportedNoMoreGivesNoSeats(t *testing.T) {
	t.Parallel()
	o := newOffice(t, ofTour(tour.RepeatedPassesDown, tour.Lapses))
	o.report(lineOf(1, 0, 1, 1, 2), lineOf(2, 7, 1, 1, 3))
	require.Equal(t, []string{"3 called"}, o.seats(2))
	o.drop(1)
	require.Empty(t, o.seats(1))
	require.Equal(t, []string{"1"}, o.seats(2))
	o.sound()
}

// Player 20 of satellite 2 turns out to be player 1 of satellite 1. Merge, correction, split: the
// list and every seat are what they would be without the merge.
func TestSeatsFollowAMergeAndASplit_R5_8(t *testing.T) {
	t.Parallel()
	for _, repeat := range []tour.RepeatQualifier{tour.KeepsOneSeat, tour.RepeatedPassesDown} {
		rules := ofTour(repeat, tour.DeclinedPassesDown)
		o, never := newOffice(t, rules), newOffice(t, rules)
		for _, either := range []*office{o, never} {
			either.report(lineOf(1, 0, 1, 1, 2, 3), lineOf(2, 7, 2, 20, 21, 22))
			must(t, either.answer(20, qualifiers.Accepted))
		}
		list := o.store.list()

		o.merge(1, 20)
		require.Equal(t, []string{"1"}, o.seats(1))
		require.NotContains(t, o.store.rows, person(20))
		require.Equal(t, qualifiers.Accepted, o.store.rows[person(1)].Answer, "his answer as the other person")
		if repeat == tour.KeepsOneSeat {
			require.Equal(t, []string{"1", "21"}, o.seats(2))
			require.Equal(t, 2, o.store.rows[person(1)].Seats)
		} else {
			require.Equal(t, []string{"21", "22 called"}, o.seats(2))
			require.Equal(t, 1, o.store.rows[person(1)].Seats)
		}
		o.sound()

		o.split(1, 20)
		require.Equal(t, list, o.store.list())
		require.Equal(t, never.store.outcomes, o.store.outcomes)

		o.merge(1, 20)
		for _, either := range []*office{o, never} {
			either.report(lineOf(2, 7, 2, 22, 20, 21))
		}
		o.split(1, 20)
		require.Equal(t, never.store.list(), o.store.list())
		require.Equal(t, never.store.outcomes, o.store.outcomes)
		o.sound()
	}
}
