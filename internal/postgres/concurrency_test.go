package postgres_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
)

// atOnce runs n calls together and gives their errors.
func atOnce(n int, call func(i int) error) []error {
	begin, done := make(chan struct{}), make(chan error)
	for i := range n {
		go func() {
			<-begin
			done <- call(i)
		}()
	}
	close(begin)
	failures := make([]error, n)
	for i := range failures {
		failures[i] = <-done
	}
	return failures
}

func people(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i + 1
	}
	return all
}

// entries are the acts of the log, in order, without gaps.
func entries(t testing.TB, h *pgtest.House, id uuid.UUID, act string) int {
	t.Helper()
	log, err := h.Satellites.Log(pgtest.As(h.Dana), id, 0, 1000)
	require.NoError(t, err)
	found := 0
	for i, entry := range log {
		require.EqualValues(t, i+1, entry.Seq, "the log has no gaps")
		if entry.Act == act {
			found++
		}
	}
	_, err = satellite.Replay(log)
	require.NoError(t, err)
	return found
}

func TestPairingARoundTwentyTimesAtOncePairsItOnce(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	ctx := pgtest.As(h.Dana)
	s := h.Start(t, h.Dana, "Springfield", 6, people(11)...)
	for round := 1; round <= 4; round++ {
		h.PlayRound(t, ctx, s.ID, round, rand.New(rand.NewPCG(uint64(round), 2)))
	}
	answers := make([]*satellite.Satellite, 20)
	for _, err := range atOnce(len(answers), func(i int) (err error) {
		answers[i], err = h.Satellites.PairRound(ctx, s.ID, 5, "")
		return err
	}) {
		require.NoError(t, err)
	}
	kept, err := h.Satellites.Get(ctx, s.ID)
	require.NoError(t, err)
	require.Len(t, kept.GamesOf(5), 6, "one set of games: five tables and a bye")
	for _, answer := range answers {
		require.Equal(t, kept.GamesOf(5), answer.GamesOf(5))
	}
	require.Equal(t, 1, entries(t, h, s.ID, "round.pair"))
}

func TestResultsOfTwentyTablesAtOnceAreAllKept(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	ctx := pgtest.As(h.Dana)
	s := h.Start(t, h.Dana, "Springfield", 6, people(40)...)
	games := s.GamesOf(1)
	require.Len(t, games, 20)
	for _, err := range atOnce(len(games), func(i int) error {
		_, _, err := h.Satellites.SetResult(ctx, s.ID, games[i].ID, satellite.ResultInput{First: ptr(400 + i), Second: ptr(300 + i)}, "", satellite.Match{})
		return err
	}) {
		require.NoError(t, err)
	}
	kept, err := h.Satellites.Get(ctx, s.ID)
	require.NoError(t, err)
	for i, g := range games {
		now, _ := kept.GameByID(g.ID)
		require.Equal(t, &satellite.Score{First: 400 + i, Second: 300 + i}, now.Score)
	}
	require.Equal(t, satellite.Complete, kept.Rounds[0].State)
	require.Equal(t, 20, entries(t, h, s.ID, "result.enter"))
	require.EqualValues(t, s.Seq+20, kept.Seq)
}

func TestOfTwoScorersWithTheSameVersionOneIsToldOfTheOther(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	ctx := pgtest.As(h.Dana)
	s := h.Start(t, h.Dana, "Springfield", 6, people(8)...)
	for _, g := range s.GamesOf(1) {
		read := satellite.Match{Versions: []int64{g.Version}}
		failures := atOnce(2, func(i int) error {
			_, _, err := h.Satellites.SetResult(ctx, s.ID, g.ID, satellite.ResultInput{First: ptr(400 + i), Second: ptr(300)}, "", read)
			return err
		})
		if failures[0] != nil {
			failures[0], failures[1] = failures[1], failures[0]
		}
		require.NoError(t, failures[0])
		require.Equal(t, fault.VersionConflict, fault.CodeOf(failures[1]))
		kept, err := h.Satellites.Get(ctx, s.ID)
		require.NoError(t, err)
		now, _ := kept.GameByID(g.ID)
		var conflict *fault.Error
		require.True(t, errors.As(failures[1], &conflict))
		require.Equal(t, *now, conflict.Current.(satellite.GameOf).Game, "with the result as it stands")
	}
}

// A start takes the rules of the tour for good, so a change of them that is
// under way either comes first and is what the satellite is played by, or is
// refused.
func TestASatelliteIsNeverStartedByRulesThatAreChangedMeanwhile(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	s := h.Start(t, h.Dana, "Springfield", 6, people(8)...)
	ctx := pgtest.As(h.Dana)
	_, err := h.Satellites.Unstart(ctx, s.ID, "")
	require.NoError(t, err)
	exec(t, admin(t, h.Database), "UPDATE tours SET rules_frozen = false") // as before any start

	under, goOn, changed := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		_, err := h.Tours.Edit(pgtest.As(h.Organiser), h.Tour.Slug, func(tour.Tour) error {
			close(under)
			<-goOn
			return nil
		}, func(t *tour.Tour) { t.Rules.CarryoverPercent = money.Percent(2500) })
		changed <- err
	}()
	<-under
	started := make(chan error)
	go func() {
		_, _, err := h.Satellites.Start(ctx, s.ID, "", "")
		started <- err
	}()
	awaitWaiters(t, h.Database, 1)
	close(goOn)
	require.NoError(t, <-changed)
	require.NoError(t, <-started)
	requireOneSetOfRules(t, h, s.ID)

	_, err = h.Tours.Edit(pgtest.As(h.Organiser), h.Tour.Slug, func(tour.Tour) error { return nil },
		func(t *tour.Tour) { t.Rules.CarryoverPercent = money.Percent(1000) })
	require.Equal(t, fault.TourRulesFrozen, fault.CodeOf(err))
	requireOneSetOfRules(t, h, s.ID)
}

func requireOneSetOfRules(t testing.TB, h *pgtest.House, id uuid.UUID) {
	t.Helper()
	now, err := h.Tours.Get(pgtest.As(h.Dana), h.Tour.Slug)
	require.NoError(t, err)
	kept, err := h.Satellites.Get(pgtest.As(h.Dana), id)
	require.NoError(t, err)
	require.Equal(t, &now.Rules, kept.Rules)
}

// Who reads while others write sees a satellite as it stood after one act, not
// its registration after one and its games after another.
func TestAReaderSeesOneMomentOfASatellite(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	ctx := pgtest.As(h.Dana)
	s := h.Start(t, h.Dana, "Springfield", 6, people(8)...)
	scorer := admin(t, h.Database)
	exec(t, scorer, "BEGIN")
	exec(t, scorer, "LOCK TABLE games") // keeps the reader between its queries
	seen := make(chan *satellite.Satellite)
	go func() {
		read, err := h.Satellites.Get(ctx, s.ID)
		if err != nil {
			read = nil
		}
		seen <- read
	}()
	awaitWaiters(t, h.Database, 1)
	exec(t, scorer, "UPDATE satellites SET seq = seq + 1 WHERE id = $1", s.ID)
	exec(t, scorer, "UPDATE games SET first_score = 400, second_score = 300, version = $2 WHERE id = $1", s.Games[0].ID, s.Seq+1)
	exec(t, scorer, "COMMIT")
	read := <-seen
	require.NotNil(t, read)
	for _, g := range read.Games {
		require.LessOrEqual(t, g.Version, read.Seq, "the game is of a later act than the satellite")
	}
}

func TestTwoImportsOfTheSamePeopleInOppositeOrderBothSucceed(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	db := h.Open(t, postgres.ServiceRole, func(o *postgres.Options) {
		o.URL, o.Now = with(t, h.AdminURL(), map[string]string{"deadlock_timeout": "20ms"}), h.Clock.Now
	})
	h.Services = pgtest.NewServices(t, db, h.Clock)
	const field = 12
	one, two := h.Register(t, h.Dana, "One", 6), h.Register(t, h.Dana, "Two", 6)
	rows := func(from, step int) []satellite.RosterRow {
		all := make([]satellite.RosterRow, field)
		for i := range all {
			all[i] = satellite.RosterRow{Line: i + 1, Entry: pgtest.Player(from + step*i)}
		}
		return all
	}
	for _, err := range atOnce(2, func(i int) error {
		id, roster := one.ID, rows(1, 1)
		if i == 1 {
			id, roster = two.ID, rows(field, -1)
		}
		_, err := h.Satellites.ImportRoster(pgtest.As(h.Dana), id, roster, nil, satellite.AllOrNothing)
		return err
	}) {
		require.NoError(t, err)
	}
	require.Equal(t, field, read[int](t, admin(t, h.Database), "SELECT count(*)::int FROM players")[0], "each person once")
}
