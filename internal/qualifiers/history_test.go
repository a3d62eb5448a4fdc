package qualifiers_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/tour"
)

// After any acts the list as of the time after each is the list that was read then.
func TestTheListAsOfATime_R5_6(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := newOffice(t, ofTour(repeats.Draw(t, "repeat"), declines.Draw(t, "declined")))
		then := map[time.Time]string{o.now: o.store.list()}
		for range rapid.IntRange(1, 15).Draw(t, "acts") {
			if rapid.Bool().Draw(t, "report") {
				o.report(drawLine(t))
			} else {
				answer := rapid.SampledFrom([]qualifiers.Answer{qualifiers.Accepted, qualifiers.Declined}).Draw(t, "answer")
				_ = o.answer(rapid.IntRange(1, drawnPlayers).Draw(t, "player"), answer)
			}
			then[o.now] = o.store.list()
		}
		for at, want := range then {
			raw, err := json.Marshal(qualifiers.AsOf(o.store.dated, at))
			require.NoError(t, err)
			require.Equal(t, want, string(raw))
		}
	})
}

func TestWorkDoneAgainLeavesNoTrace(t *testing.T) {
	t.Parallel()
	o := newOffice(t, ofTour(tour.KeepsOneSeat, tour.DeclinedPassesDown))
	o.report(lineOf(1, 0, 2, 1, 2, 3, 4))
	must(t, o.answer(2, qualifiers.Declined))
	dated, version := len(o.store.dated), o.store.version
	o.refresh(qualifiers.Change{Satellites: []uuid.UUID{sat(1)}, Players: []uuid.UUID{person(2)}})
	require.Empty(t, o.last)
	require.Len(t, o.store.dated, dated)
	require.Equal(t, version, o.store.version)
}

func TestARowOfTheHistoryCanBeErased_R8_2(t *testing.T) {
	t.Parallel()
	seats := []qualifiers.Seat{seatOf(1, 7, func(s *qualifiers.Seat) { s.AssociationID = "AA001642" }), seatOf(1, 8, nil)}
	row := qualifiers.NewRow(seats, qualifiers.Accepted)
	erased := row.Erased("Player 7F3A")
	raw, err := json.Marshal(erased)
	must(t, err)
	require.NotContains(t, string(raw), "Lee")
	require.NotContains(t, string(raw), "001642")
	require.Equal(t, "Lee, Ann", row.Satellites[0].Name, "the row itself is not touched")
	require.Equal(t, []any{row.PlayerID, 2, row.Best.Rank, row.Answer}, []any{erased.PlayerID, erased.Seats, erased.Best.Rank, erased.Answer})
}

// What another satellite says of a seat follows its name.
func TestARenamedSatelliteIsRenamedEverywhere(t *testing.T) {
	t.Parallel()
	o := newOffice(t, ofTour(tour.RepeatedPassesDown, tour.Lapses))
	l := lineOf(1, 0, 1, 1, 2)
	o.report(l, lineOf(2, 7, 1, 1, 3))
	l.Satellite = "Springfield"
	o.report(l)
	require.Equal(t, "rank 2 of 2, next in line; passed over: rank 1 has a seat from Springfield already (R5.4)",
		o.store.rows[person(3)].Satellites[0].Note)
	o.sound()
}
