package satellite_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// section is a section of chess in play, with the ids of its players by number less 1.
type section struct {
	*event
	ids []uuid.UUID
}

func newSection(t *testing.T, players, rounds int) *section {
	t.Helper()
	newID := counter()
	r := registration()
	r.RoundCount = rounds
	s, err := satellite.Register(r, chessTour(), now)
	require.NoError(t, err)
	require.True(t, s.Chess)
	for i := range players {
		enter(t, s, player(i+1), newID)
	}
	require.NoError(t, s.Sanction())
	e := &section{event: &event{s, newID}}
	for _, one := range s.Entrants {
		e.ids = append(e.ids, one.ID)
	}
	return e
}

func (e *section) begin(t *testing.T) {
	t.Helper()
	require.NoError(t, e.Toss(pairing.White))
	require.NoError(t, e.Start(chessTour(), e.newID))
}

// pair pairs a round and enters nothing.
func (e *section) pairRound(t *testing.T, round int) {
	t.Helper()
	require.NoError(t, e.PairRound(round, e.newID))
}

// win lets white win every board of a round that has no result.
func (e *section) win(t *testing.T, round int) {
	t.Helper()
	for _, g := range e.GamesOf(round) {
		if !g.Decided() {
			_, err := e.SetResult(g.ID, satellite.ResultInput{Outcome: satellite.FirstWon}, "")
			require.NoError(t, err)
		}
	}
}

// lines are those of a round by number: the opponent, or the kind of who has none.
func (e *section) lines(round int) map[int]any {
	lines := map[int]any{}
	for _, g := range e.GamesOf(round) {
		a := seedOf(e.Satellite, g.First)
		if g.Second == uuid.Nil {
			lines[a] = g.Kind
			continue
		}
		b := seedOf(e.Satellite, g.Second)
		lines[a], lines[b] = b, a
	}
	return lines
}

func (e *section) book(number, round, half int) error {
	return e.BookBye(e.ids[number-1], satellite.BookedBye{Round: round, HalfPoints: half}, chessTour().Rules, e.newID)
}

func TestByesAreBookedByTheLimitsOfTheTour_C2_2(t *testing.T) {
	t.Parallel()
	e := newSection(t, 6, 4)
	require.NoError(t, e.book(3, 2, 1), "before the start")
	requireFault(t, fault.ByeRefused, e.book(3, 2, 0))
	requireFault(t, fault.ByeRefused, e.book(3, 3, 1))
	require.NoError(t, e.book(3, 4, 0), "an absence is not limited, not even in the last round")
	requireFault(t, fault.ByeRefused, e.book(4, 4, 1))
	requireFault(t, fault.InvalidRequest, e.book(4, 5, 1))
	requireFault(t, fault.InvalidRequest, e.book(4, 1, 2))
	require.Equal(t, []satellite.BookedBye{{Round: 2, HalfPoints: 1}, {Round: 4}}, e.Entrants[2].Byes)

	e.begin(t)
	e.pairRound(t, 1)
	requireFault(t, fault.ByeRefused, e.book(5, 1, 1))
	e.win(t, 1)
	requireFault(t, fault.ByeRefused, e.book(5, 1, 0))
	e.pairRound(t, 2)
	require.Equal(t, standings.HalfPointBye, e.lines(2)[3])
	require.NoError(t, e.DropBye(e.ids[2], 4, e.newID))
	requireFault(t, fault.ResourceNotFound, e.DropBye(e.ids[2], 4, e.newID))
	requireFault(t, fault.ByeRefused, e.DropBye(e.ids[2], 1, e.newID))
}

func TestNobodyElsesPairChangesByABye(t *testing.T) {
	t.Parallel()
	e := newSection(t, 8, 4)
	e.begin(t)
	e.pairRound(t, 1)
	require.Equal(t, map[int]any{1: 5, 5: 1, 2: 6, 6: 2, 3: 7, 7: 3, 4: 8, 8: 4}, e.lines(1))
	require.NoError(t, e.book(5, 1, 0))
	require.Equal(t, map[int]any{1: standings.Bye, 5: standings.ZeroPointBye, 2: 6, 6: 2, 3: 7, 7: 3, 4: 8, 8: 4}, e.lines(1))
	require.NoError(t, e.Withdraw(e.ids[1], e.newID))
	require.Equal(t, map[int]any{
		1: 6, 6: 1, 5: standings.ZeroPointBye, 2: standings.ZeroPointBye, 3: 7, 7: 3, 4: 8, 8: 4,
	}, e.lines(1), "those who are left meet each other")
	require.NoError(t, e.DropBye(e.ids[4], 1, e.newID))
	require.Equal(t, standings.Bye, e.lines(1)[5], "he is left without an opponent")
	require.NoError(t, e.Repair(1, chessTour(), e.newID))
	require.Equal(t, map[int]any{
		1: 5, 5: 1, 3: 6, 6: 3, 4: 7, 7: 4, 8: standings.Bye, 2: standings.ZeroPointBye,
	}, e.lines(1), "by C2 for everybody: 1, 3, 4 meet 5, 6, 7, and the lowest has the bye")
}

func TestWithdrawalAndLateEntryOfChess_R4_7_R4_8(t *testing.T) {
	t.Parallel()
	e := newSection(t, 5, 4)
	e.begin(t)
	e.pairRound(t, 1)
	require.Equal(t, map[int]any{1: 3, 3: 1, 2: 4, 4: 2, 5: standings.Bye}, e.lines(1))
	require.NoError(t, e.OpenRound(1))
	require.NoError(t, e.Withdraw(e.ids[0], e.newID))
	require.NoError(t, e.Withdraw(e.ids[4], e.newID))
	require.Equal(t, standings.ZeroPointBye, e.lines(1)[5], "a bye is of no use to who is gone")
	game := e.GamesOf(1)[0]
	require.Equal(t, []any{standings.Forfeit, satellite.First}, []any{game.Kind, game.Forfeits}, "the table stands")
	enter(t, e.Satellite, player(99), e.newID)
	require.Equal(t, standings.ZeroPointBye, e.lines(1)[6], "a round missed gives nothing")
	e.win(t, 1)
	table, err := e.StandingsAfter(nil)
	require.NoError(t, err)
	points := map[int]int{}
	for _, row := range table.Rows {
		points[row.Seed] = row.HalfPoints
	}
	require.Equal(t, map[int]int{1: 0, 2: 0, 3: 2, 4: 2, 5: 0, 6: 0}, points)
	e.pairRound(t, 2)
	require.Equal(t, standings.ZeroPointBye, e.lines(2)[1])
	require.NoError(t, e.Reinstate(e.ids[0], e.newID))
	e.win(t, 1)
	require.NotContains(t, []any{nil, standings.ZeroPointBye}, e.lines(2)[1], "he plays again")
}

// Tie-breaks are made of complete rounds; an unfinished game is never in them.
func TestStandingsOfChessAreAfterCompleteRounds_C1_8(t *testing.T) {
	t.Parallel()
	e := newSection(t, 4, 3)
	e.begin(t)
	e.pairRound(t, 1)
	e.win(t, 1)
	e.pairRound(t, 2)
	before, err := e.StandingsAfter(nil)
	require.NoError(t, err)
	require.Equal(t, 1, before.AfterRound)
	_, err = e.SetResult(e.GamesOf(2)[0].ID, satellite.ResultInput{Outcome: satellite.Draw}, "")
	require.NoError(t, err)
	during, err := e.StandingsAfter(ptr(2))
	require.NoError(t, err)
	require.Equal(t, before, during)
	e.win(t, 2)
	after, err := e.StandingsAfter(nil)
	require.NoError(t, err)
	require.Equal(t, 2, after.AfterRound)
}

func TestAStandbyOfChessAvoidsTheBye_R2_2(t *testing.T) {
	t.Parallel()
	e := newSection(t, 4, 3)
	standby := player(9)
	standby.Standby = true
	enter(t, e.Satellite, standby, e.newID)
	e.begin(t)
	e.pairRound(t, 1)
	require.NotContains(t, e.lines(1), 5)
	require.NoError(t, e.book(2, 1, 0))
	require.Len(t, e.lines(1), 5, "a bye makes the pool odd, and the standby is called")
	require.NotContains(t, e.lines(1), standings.Bye)
}

func TestWhoHasNoRatingIsNumberedByEntry_C2_1(t *testing.T) {
	t.Parallel()
	newID := counter()
	s, err := satellite.Register(registration(), chessTour(), now)
	require.NoError(t, err)
	for _, name := range []string{"Zorn", "Adam", "Mann"} {
		enter(t, s, satellite.EntrantInput{FamilyName: name, Present: true}, newID)
	}
	enter(t, s, satellite.EntrantInput{FamilyName: "Rated", Rating: 100, Present: true}, newID)
	require.NoError(t, s.Sanction())
	require.NoError(t, s.Toss(pairing.Black))
	require.NoError(t, s.Start(chessTour(), newID))
	require.Equal(t, []string{"Rated 100", "Zorn 0", "Adam 0", "Mann 0"}, seeding(s))
	require.NoError(t, s.PairRound(1, newID))
	require.Equal(t, 3, seedOf(s, s.GamesOf(1)[0].First), "number 1 has black")
}
