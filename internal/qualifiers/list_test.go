package qualifiers_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/qualifiers"
)

// seatOf is an ordinary seat of a player; each case changes what it is about.
func seatOf(player, satellite int, change func(*qualifiers.Seat)) qualifiers.Seat {
	seat := qualifiers.Seat{
		SatelliteID: id(satellite), Satellite: fmt.Sprintf("Satellite %d", satellite),
		EndsOn: civil.New(2026, time.March, 14), Rank: 1, Players: 22, Rounds: 6, HalfPoints: 10, Spread: 400,
		Rating: 1500, PlayerID: id(player), Name: "Lee, Ann",
	}
	if change != nil {
		change(&seat)
	}
	return seat
}

// Each case names what alone sets the first player above the second.
func TestTheListIsOrderedByRule_R5_6(t *testing.T) {
	t.Parallel()
	type change = func(*qualifiers.Seat)
	for name, c := range map[string]struct{ first, second change }{
		"best rank":                   {func(s *qualifiers.Seat) { s.Rank, s.Players = 1, 9 }, func(s *qualifiers.Seat) { s.Rank, s.Players = 2, 48 }},
		"larger field":                {func(s *qualifiers.Seat) { s.Players, s.HalfPoints = 24, 8 }, func(s *qualifiers.Seat) { s.Players, s.HalfPoints = 22, 12 }},
		"fraction: 5 of 6 > 6 of 8":   {func(s *qualifiers.Seat) { s.Rounds, s.HalfPoints, s.Spread = 6, 10, 1 }, func(s *qualifiers.Seat) { s.Rounds, s.HalfPoints = 8, 12 }},
		"equal fractions: spread":     {func(s *qualifiers.Seat) { s.Rounds, s.HalfPoints, s.Spread = 8, 12, 401 }, func(s *qualifiers.Seat) { s.Rounds, s.HalfPoints = 6, 9 }},
		"spread":                      {func(s *qualifiers.Seat) { s.Spread, s.Rating = 401, 0 }, func(s *qualifiers.Seat) { s.Rating = 2000 }},
		"rating":                      {func(s *qualifiers.Seat) { s.Rating, s.Name = 1501, "Zed, Zoe" }, func(s *qualifiers.Seat) { s.Rating, s.Name = 1500, "Abe, Al" }},
		"name":                        {func(s *qualifiers.Seat) { s.Name = "Abe, Al" }, func(s *qualifiers.Seat) { s.Name = "Zed, Zoe" }},
		"player id":                   {nil, nil},
		"no rounds is no fraction":    {func(s *qualifiers.Seat) { s.Rounds, s.HalfPoints = 6, 1 }, func(s *qualifiers.Seat) { s.Rounds, s.HalfPoints = 0, 12 }},
		"negative spread is a spread": {func(s *qualifiers.Seat) { s.Spread = -1 }, func(s *qualifiers.Seat) { s.Spread = -2 }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first, second := 1, 2
			if name != "player id" {
				first, second = 2, 1 // so that the id does not decide
			}
			rows := qualifiers.List([]qualifiers.Seat{seatOf(second, 7, c.second), seatOf(first, 7, c.first)}, nil)
			require.Len(t, rows, 2)
			require.Equal(t, []uuid.UUID{id(first), id(second)}, []uuid.UUID{rows[0].PlayerID, rows[1].PlayerID})
			require.Equal(t, []int{1, 2}, []int{rows[0].Position, rows[1].Position})
		})
	}
}

func TestARowGathersThePlayersSeats_R5_6(t *testing.T) {
	t.Parallel()
	early := seatOf(1, 9, func(s *qualifiers.Seat) {
		s.EndsOn, s.Rank, s.Rating = civil.New(2026, time.January, 10), 2, 1400
		s.AssociationID = "AA000001"
	})
	best := seatOf(1, 5, func(s *qualifiers.Seat) { s.EndsOn, s.Rating = civil.New(2026, time.February, 7), 1450 })
	sameDayGreaterID := seatOf(1, 8, func(s *qualifiers.Seat) {
		s.EndsOn, s.Rank, s.Rating, s.Name = civil.New(2026, time.March, 14), 3, 1520, "Lee-Roy, Ann"
	})
	sameDay := seatOf(1, 3, func(s *qualifiers.Seat) {
		s.EndsOn, s.Rank, s.Rating = civil.New(2026, time.March, 14), 3, 1510
	})

	rows := qualifiers.List([]qualifiers.Seat{sameDayGreaterID, best, sameDay, early},
		map[uuid.UUID]qualifiers.Answer{id(1): qualifiers.Accepted})
	require.Equal(t, []qualifiers.ListRow{{
		Position: 1, PlayerID: id(1), Name: "Lee-Roy, Ann", AssociationID: "AA000001", Rating: 1520,
		Seats: 4, Best: best, Satellites: []qualifiers.Seat{early, best, sameDay, sameDayGreaterID},
		Answer: qualifiers.Accepted,
	}}, rows)
}

func TestOfEqualFinishesTheEarlierIsTheBest(t *testing.T) {
	t.Parallel()
	later := seatOf(1, 2, func(s *qualifiers.Seat) { s.EndsOn = civil.New(2026, time.May, 2) })
	earlier := seatOf(1, 3, nil)
	require.Equal(t, earlier, qualifiers.NewRow([]qualifiers.Seat{later, earlier}, "").Best)
}

func TestWhoHasNotAnsweredIsInvited_R5_6(t *testing.T) {
	t.Parallel()
	rows := qualifiers.List([]qualifiers.Seat{seatOf(1, 7, nil), seatOf(2, 7, nil)},
		map[uuid.UUID]qualifiers.Answer{id(2): qualifiers.NoAnswer, id(3): qualifiers.Declined})
	require.Len(t, rows, 2, "an answer alone makes no row")
	require.Equal(t, qualifiers.Invited, rows[0].Answer)
	require.Equal(t, qualifiers.NoAnswer, rows[1].Answer)
}

func TestAnEmptyListIsAList(t *testing.T) {
	t.Parallel()
	raw, err := json.Marshal(qualifiers.List(nil, nil))
	require.NoError(t, err)
	require.JSONEq(t, `[]`, string(raw))
}

// drawSeats are seats of few values, so that equals are many; a player has one seat a satellite.
func drawSeats(t *rapid.T) []qualifiers.Seat {
	var seats []qualifiers.Seat
	for satellite := range rapid.IntRange(0, 6).Draw(t, "satellites") {
		day := civil.New(2026, time.March, rapid.IntRange(1, 3).Draw(t, "day"))
		players, rounds := rapid.IntRange(8, 9).Draw(t, "players"), rapid.IntRange(5, 8).Draw(t, "rounds")
		for player := range 5 {
			if !rapid.Bool().Draw(t, "seat") {
				continue
			}
			seats = append(seats, seatOf(player, 100+satellite, func(s *qualifiers.Seat) {
				s.EndsOn, s.Players, s.Rounds = day, players, rounds
				s.Rank = rapid.IntRange(1, 2).Draw(t, "rank")
				s.HalfPoints = rapid.IntRange(0, 2*rounds).Draw(t, "half points")
				s.Spread = rapid.IntRange(-1, 1).Draw(t, "spread")
				s.Rating = rapid.SampledFrom([]int{0, 1500}).Draw(t, "rating")
				s.Name = rapid.SampledFrom([]string{"Lee, Ann", "Wu, Bo"}).Draw(t, "name")
			}))
		}
	}
	return seats
}

func TestTheListDoesNotDependOnTheOrderOfItsInput_R5_6(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		seats := drawSeats(t)
		want, err := json.Marshal(qualifiers.List(seats, nil))
		require.NoError(t, err)
		shuffled, err := json.Marshal(qualifiers.List(rapid.Permutation(seats).Draw(t, "shuffled"), nil))
		require.NoError(t, err)
		require.Equal(t, string(want), string(shuffled))
	})
}

func TestTheOrderOfRowsIsTotal_R5_6(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rows := qualifiers.List(drawSeats(t), nil)
		for i, a := range rows {
			for j, b := range rows {
				require.Equal(t, i < j, qualifiers.CompareRows(a, b) < 0)
				require.Equal(t, i == j, qualifiers.CompareRows(a, b) == 0)
			}
		}
	})
}

// A report or correction touches only its own players: placing their rows anew gives the list that
// a rebuild gives.
func TestARowCanBePlacedAlone_R5_6(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		seats := drawSeats(t)
		rows := qualifiers.List(seats, nil)
		if len(rows) == 0 {
			t.Skip("nobody qualified")
		}
		changed := rapid.SampledFrom(rows).Draw(t, "row").PlayerID
		others := slices.DeleteFunc(slices.Clone(rows), func(r qualifiers.ListRow) bool { return r.PlayerID == changed })
		own := slices.DeleteFunc(slices.Clone(seats), func(s qualifiers.Seat) bool { return s.PlayerID != changed })

		row := qualifiers.NewRow(own, "")
		place, found := slices.BinarySearchFunc(others, row, qualifiers.CompareRows)
		require.False(t, found)
		row.Position = place + 1
		require.Equal(t, rows[place], row)
	})
}
