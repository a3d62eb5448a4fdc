package satellite_test

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
	"github.com/nast-tour/nast/internal/tour"
)

var saturday = civil.New(2026, 3, 14)

func usd(cents int64) money.Money { return money.Money{Amount: cents, Currency: money.USD} }

func ptr[T any](v T) *T { return &v }

// counter gives the ids 1, 2, 3 ...
func counter() satellite.NewID {
	var n uint64
	return func() uuid.UUID {
		n++
		var id uuid.UUID
		binary.BigEndian.PutUint64(id[8:], n)
		return id
	}
}

func newTour() tour.Tour {
	return tour.Tour{
		ID: uuid.UUID{7}, Slug: "first", Name: "First tour", Format: tour.NAST,
		StartsOn: civil.New(2026, 1, 1), EndsOn: civil.New(2027, 6, 30), Currency: money.USD, DefaultRounds: 6,
		Rules: tour.DefaultRules(tour.NAST), Prizes: tour.DefaultPrizes(),
	}
}

func registration() satellite.Registration {
	return satellite.Registration{
		TenantID: director.TenantID, Name: "Springfield", StartsOn: saturday, TimeZone: "America/Chicago", EntryFee: usd(30_00),
		Venue: satellite.Venue{Name: "Church hall", City: "Springfield", Region: "IL", Country: "US"},
	}
}

// player is number i of a field in which the numbers are the seeds.
func player(i int) satellite.EntrantInput {
	return satellite.EntrantInput{FamilyName: fmt.Sprintf("Player %c%c", 'A'+i/26%26, 'A'+i%26), Rating: 3000 - i, Present: true}
}

// sanctioned is a satellite with a field of players who will be seeded in
// order of entry.
func sanctioned(t testing.TB, field, rounds int, newID satellite.NewID) *satellite.Satellite {
	t.Helper()
	r := registration()
	r.ID, r.RoundCount = newID(), rounds
	s, err := satellite.Register(r, newTour(), now)
	require.NoError(t, err)
	require.NoError(t, s.Sanction())
	for i := 1; i <= field; i++ {
		enter(t, s, player(i), newID)
	}
	return s
}

func enter(t testing.TB, s *satellite.Satellite, in satellite.EntrantInput, newID satellite.NewID) {
	t.Helper()
	e, err := s.ParseEntrant(in)
	require.NoError(t, err)
	e.ID, e.PlayerID = newID(), newID()
	require.NoError(t, s.Enter(e, newID))
}

// event is a satellite in play and the maker of its ids.
type event struct {
	*satellite.Satellite
	newID satellite.NewID
}

func started(t testing.TB, field, rounds int) *event {
	t.Helper()
	newID := counter()
	e := &event{sanctioned(t, field, rounds, newID), newID}
	require.NoError(t, e.Start(newTour(), newID))
	return e
}

// seedOf is the seed of an entrant, 0 for none.
func seedOf(s *satellite.Satellite, id uuid.UUID) int {
	if e, ok := s.EntrantByID(id); ok {
		return e.Seed
	}
	return 0
}

// scores is a result of two scores.
func scores(first, second int) satellite.ResultInput {
	return satellite.ResultInput{First: &first, Second: &second}
}

// slip makes up a likely result: it depends on the game alone, and better seeds
// win a little more often.
func slip(round, firstSeed, secondSeed int) satellite.ResultInput {
	points := func(seed, salt int) int { return 320 + (seed*7919+round*104729+salt*15485863)%173 - seed%7 }
	return scores(points(firstSeed, 1), points(secondSeed, 2))
}

// play enters a result for every game of a round.
func (e *event) play(t testing.TB, round int) {
	t.Helper()
	for _, g := range e.GamesOf(round) {
		if g.Second == uuid.Nil {
			continue
		}
		_, err := e.SetResult(g.ID, slip(round, seedOf(e.Satellite, g.First), seedOf(e.Satellite, g.Second)), "")
		require.NoError(t, err)
	}
}

// playThrough pairs and plays the rounds up to last.
func (e *event) playThrough(t testing.TB, last int) {
	t.Helper()
	for round := 1; round <= last; round++ {
		require.NoError(t, e.PairRound(round, e.newID))
		e.play(t, round)
	}
}

// pairsOf are the pairs of a round by seed, the better seed first, in order of
// table; the bye, if any, is apart, and who misses the round is left out.
func pairsOf(s *satellite.Satellite, round int) (pairs [][2]int, bye int) {
	for _, g := range s.GamesOf(round) {
		a, b := seedOf(s, g.First), seedOf(s, g.Second)
		if b == 0 {
			if g.Kind == standings.Bye {
				bye = a
			}
			continue
		}
		pairs = append(pairs, [2]int{min(a, b), max(a, b)})
	}
	return pairs, bye
}

// requireFault asks for the code of an error and for a sentence with it.
func requireFault(t testing.TB, code fault.Code, err error) *fault.Error {
	t.Helper()
	require.Error(t, err)
	require.Equal(t, code, fault.CodeOf(err), "%v", err)
	var f *fault.Error
	require.ErrorAs(t, err, &f)
	require.NotEmpty(t, f.Detail)
	return f
}

// pointersOf are the places that an error names.
func pointersOf(f *fault.Error) []string {
	var all []string
	for _, field := range f.Fields {
		all = append(all, field.Pointer)
	}
	return all
}
