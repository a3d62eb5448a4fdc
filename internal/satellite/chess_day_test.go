package satellite_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
	"github.com/nast-tour/nast/internal/tour"
)

// chessTour is a tour of chess whose organiser has changed nothing.
func chessTour() tour.Tour {
	t := newTour()
	t.Format, t.DefaultRounds = tour.NSCF, 4
	t.Rules, t.Prizes = tour.DefaultRules(tour.NSCF), tour.NSCF.DefaultPrizes()
	return t
}

// newChessHall is a hall for sections of chess.
func newChessHall(t tour.Tour) *hall {
	h := newHall()
	h.tour = t
	h.Tours = tours{h.memory, t}
	return h
}

// On random days of chess every act is done in any order. What is refused leaves
// no trace, the section is sound at all times, and the state that the log gives
// is the state that is kept (R4.9).
func TestRandomDaysOfChess_R4_9(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := newChessDesk(t)
		t.Repeat(d.chessActs(map[string]func(*rapid.T) error{"status": d.status, "end": d.end, "reopen": d.reopen}))
		d.requireReplayed(t, d.id)
		verified, err := d.Verify(d.ctx, d.id)
		require.NoError(t, err)
		require.Empty(t, verified.Differences)
	})
}

// Random days of chess on a laptop come out on the service as they were.
func TestRandomDaysOfChessAreBrought(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := newChessDesk(t)
		if d.stored(d.id).Status == satellite.Proposed {
			_, err := d.Sanction(d.ctx, d.id, "")
			require.NoError(t, err)
		}
		a := take(t, d.hall, d.id)
		a.laptop.tour, a.laptop.Tours = d.tour, tours{a.laptop.memory, d.tour}
		d.hall = a.laptop
		t.Repeat(d.chessActs(nil))
		off := a.offline(t)
		half := off
		half.Entries = off.Entries[:rapid.IntRange(0, len(off.Entries)).Draw(t, "half")]
		for i, part := range []satellite.Offline{half, off, off} {
			_, stored, err := a.service.Sync(a.service.ctx, a.id, part)
			require.NoError(t, err)
			require.Equal(t, []int{len(half.Entries), len(off.Entries) - len(half.Entries), 0}[i], stored)
		}
		a.requireEqual(t)
	})
}

// chessDesk is a desk at a section of chess.
type chessDesk struct{ *desk }

func newChessDesk(t *rapid.T) *chessDesk {
	rules := chessTour()
	rules.Rules.Chess.HalfPointByes = rapid.IntRange(0, 2).Draw(t, "half-point byes")
	d := &chessDesk{&desk{hall: newChessHall(rules), next: 1, absent: map[int]map[uuid.UUID]bool{}}}
	r := registration()
	r.RoundCount = rapid.IntRange(3, 7).Draw(t, "rounds")
	s, err := d.Register(d.ctx, "first", r)
	require.NoError(t, err)
	d.id = s.ID
	var field []satellite.EntrantInput
	for range rapid.OneOf(rapid.IntRange(1, 12), rapid.IntRange(10, 30)).Draw(t, "field") {
		in := d.player(t)
		in.Team = rapid.SampledFrom([]string{"", "", "North", "South"}).Draw(t, "team")
		field = append(field, in)
	}
	_, err = d.ImportRoster(d.ctx, d.id, rosterOf(field...), nil, satellite.AllOrNothing)
	require.NoError(t, err)
	if rapid.IntRange(0, 9).Draw(t, "sanctioned") > 0 {
		_, err = d.Sanction(d.ctx, d.id, "")
		require.NoError(t, err)
	}
	if rapid.IntRange(0, 9).Draw(t, "started") > 0 {
		_ = d.toss(t)
	}
	return d
}

func (d *chessDesk) chessActs(more map[string]func(*rapid.T) error) map[string]func(*rapid.T) {
	all := map[string]func(*rapid.T) error{
		"start": d.toss, "enter": d.enter, "edit": d.entrant, "check in": d.checkIn, "withdraw": d.leave, "reinstate": d.reinstate,
		"reserve": d.reserve, "book": d.book, "book again": d.book, "drop": d.drop,
		"open": d.open, "pair": d.pair, "repair": d.repair, "swap": d.swapAny, "whole round": d.round, "another": d.round, "and another": d.round,
		"outcome": d.outcome, "clear": d.clear, "undo": d.undo,
	}
	for name, act := range more {
		all[name] = act
	}
	acts := map[string]func(*rapid.T){"": func(t *rapid.T) { requireSoundSection(t, d.stored(d.id)) }}
	for name, act := range all {
		acts[name] = d.tryChess(act)
	}
	return acts
}

// tryChess does something and looks at what is left of it: one more line of the
// log, or nothing at all.
func (d *chessDesk) tryChess(act func(*rapid.T) error) func(*rapid.T) {
	return func(t *rapid.T) {
		before, was := d.memory.kept.clone(), d.stored(d.id)
		if err := act(t); err != nil {
			require.NotEqual(t, fault.InternalError, fault.CodeOf(err), "%v", err)
			requireUntouched(t, before, d.hall, d.id)
			return
		}
		is := d.stored(d.id)
		if is.Seq == was.Seq {
			require.Equal(t, was, is)
			return
		}
		require.Equal(t, was.Seq+1, is.Seq, "one act, one line of the log")
		log, err := d.Log(d.ctx, d.id, was.Seq, 1)
		require.NoError(t, err)
		if act := log[0].Act; act != "undo" && act != "round.swap" {
			requireOpenStands(t, was, is)
		}
		if act := log[0].Act; act == "round.pair" || act == "round.repair" {
			requirePairedByC2(t, is)
		}
		d.before = was
	}
}

// requireOpenStands: the pairs and colours of an open round stand.
func requireOpenStands(t *rapid.T, was, is *satellite.Satellite) {
	for _, r := range is.Rounds {
		old, paired := was.RoundByNumber(r.Number)
		if !paired || old.State == satellite.Planned || r.State == satellite.Planned {
			continue
		}
		for _, g := range was.GamesOf(r.Number) {
			now, ok := is.GameByID(g.ID)
			require.True(t, ok)
			require.Equal(t, []any{g.First, g.Second, g.Table}, []any{now.First, now.Second, now.Table}, "round %d", r.Number)
		}
	}
}

// requirePairedByC2: who has booked a bye has it, the full-point bye is no
// second one while another could have it, and nobody meets again who could do
// without, as far as the test can know it: with few meetings behind everybody.
func requirePairedByC2(t *rapid.T, s *satellite.Satellite) {
	round := s.Rounds[len(s.Rounds)-1].Number
	full, met, games := map[uuid.UUID]bool{}, map[[2]uuid.UUID]bool{}, 0
	for _, g := range s.Games {
		if g.Round >= round {
			continue
		}
		if g.Kind == standings.Bye || g.Kind == standings.Forfeit && g.Forfeits == satellite.Second {
			full[g.First] = true
		}
		if g.Kind == standings.Forfeit && g.Forfeits == satellite.First {
			full[g.Second] = true
		}
		if g.Kind == standings.Game {
			met[[2]uuid.UUID{g.First, g.Second}], met[[2]uuid.UUID{g.Second, g.First}] = true, true
		}
	}
	others := false
	for _, g := range s.GamesOf(round) {
		others = others || g.Kind == standings.Game && (!full[g.First] || !full[g.Second])
		if g.Kind == standings.Game {
			games++
		}
	}
	for _, g := range s.GamesOf(round) {
		if g.Kind == standings.Bye && games > round+1 {
			require.False(t, full[g.First] && others, "a second full-point bye (C2.3)")
		}
		if games > round { // everybody can still meet more than half of the others
			require.False(t, g.Kind == standings.Game && met[[2]uuid.UUID{g.First, g.Second}], "a rematch (C2.5)")
		}
	}
}

// requireSoundSection checks what is true of every section in every state.
func requireSoundSection(t *rapid.T, s *satellite.Satellite) {
	field := s.Field()
	for i, e := range field {
		require.Equal(t, i+1, e.Seed, "numbers run from 1")
	}
	for _, e := range s.Entrants {
		require.True(t, slices.IsSortedFunc(e.Byes, func(a, b satellite.BookedBye) int { return a.Round - b.Round }))
		for i, b := range e.Byes {
			require.True(t, i == 0 || e.Byes[i-1].Round < b.Round, "one bye a round")
		}
	}
	planned := false
	for _, r := range s.Rounds {
		require.Equal(t, pairing.MethodSwiss, r.Method)
		require.False(t, planned && r.State != satellite.Planned, "round %d is %s after a planned one", r.Number, r.State)
		planned = r.State == satellite.Planned
		requireSoundBoards(t, s, r, field)
	}
	requirePoints(t, s)
}

// requireSoundBoards: everybody has one line; at most one full-point bye; no
// table twice; who has booked a bye of a planned round has it.
func requireSoundBoards(t *rapid.T, s *satellite.Satellite, r satellite.Round, field []satellite.Entrant) {
	lines, tables := map[uuid.UUID]satellite.Game{}, map[int]bool{}
	byes, missing := 0, false
	once := func(id uuid.UUID, g satellite.Game) {
		_, twice := lines[id]
		require.False(t, twice, "round %d: nobody plays twice", r.Number)
		lines[id] = g
	}
	for _, g := range s.GamesOf(r.Number) {
		require.NotEmpty(t, g.Why, "C2.10")
		once(g.First, g)
		missing = missing || !g.Decided()
		if g.Second == uuid.Nil {
			require.Zero(t, g.Table)
			require.Nil(t, g.Score)
			require.Contains(t, []standings.Kind{standings.Bye, standings.HalfPointBye, standings.ZeroPointBye}, g.Kind)
			if g.Kind == standings.Bye {
				byes++
			}
			continue
		}
		once(g.Second, g)
		require.Positive(t, g.Table)
		require.False(t, tables[g.Table])
		tables[g.Table] = true
		require.True(t, g.Score == nil || g.Score.Outcome() != "", "half points: %v", g.Score)
	}
	require.LessOrEqual(t, byes, 1)
	for _, e := range field {
		g, there := lines[e.ID]
		require.Equal(t, !e.Standby || e.JoinedFor <= r.Number, there, "round %d: number %d", r.Number, e.Seed)
		delete(lines, e.ID)
		i := slices.IndexFunc(e.Byes, func(b satellite.BookedBye) bool { return b.Round == r.Number })
		if i >= 0 && r.State == satellite.Planned && !e.Withdrawn {
			require.Equal(t, []standings.Kind{standings.ZeroPointBye, standings.HalfPointBye}[e.Byes[i].HalfPoints], g.Kind)
		}
		if e.Withdrawn && r.State == satellite.Planned {
			require.Equal(t, standings.ZeroPointBye, g.Kind)
		}
	}
	require.Empty(t, lines, "only players of the field")
	require.Equal(t, r.State == satellite.Complete || r.State == satellite.Planned, !missing || r.State == satellite.Planned)
}

// requirePoints compares the points of the standings with a count of games, and
// the round they are after with the rounds that are complete (C1.8).
func requirePoints(t *rapid.T, s *satellite.Satellite) {
	table, err := s.StandingsAfter(nil)
	require.NoError(t, err)
	half := map[uuid.UUID]int{}
	for _, g := range s.Games {
		if g.Round > table.AfterRound {
			continue
		}
		require.True(t, g.Decided())
		switch {
		case g.Kind == standings.Bye:
			half[g.First] += 2
		case g.Kind == standings.HalfPointBye:
			half[g.First]++
		case g.Forfeits == satellite.Second:
			half[g.First] += 2
		case g.Forfeits == satellite.First && g.Second != uuid.Nil:
			half[g.Second] += 2
		case g.Score != nil:
			half[g.First] += g.Score.First
			half[g.Second] += g.Score.Second
		}
	}
	for _, row := range table.Rows {
		require.Equal(t, half[row.Entrant.ID], row.HalfPoints, "number %d", row.Seed)
		require.Equal(t, row.HalfPoints, row.Chess.HalfPoints)
		require.Len(t, row.Chess.Rounds, table.AfterRound)
	}
}

func (d *chessDesk) toss(t *rapid.T) error {
	colour := rapid.SampledFrom([]pairing.Colour{pairing.White, pairing.Black, pairing.NoColour}).Draw(t, "toss")
	s, _, err := d.Start(d.ctx, d.id, colour, "")
	if err == nil && s.Status == satellite.InPlay {
		require.Contains(t, []pairing.Colour{pairing.White, pairing.Black}, s.FirstColour)
	}
	return err
}

func (d *chessDesk) leave(t *rapid.T) error {
	_, err := d.Withdraw(d.ctx, d.id, d.someone(t, "entrant"), "he is tired")
	return err
}

func (d *chessDesk) book(t *rapid.T) error {
	b := satellite.BookedBye{Round: rapid.IntRange(0, 8).Draw(t, "round"), HalfPoints: rapid.IntRange(0, 1).Draw(t, "half points")}
	_, err := d.BookBye(d.ctx, d.id, d.someone(t, "entrant"), b, "")
	return err
}

func (d *chessDesk) drop(t *rapid.T) error {
	_, err := d.DropBye(d.ctx, d.id, d.someone(t, "entrant"), rapid.IntRange(0, 8).Draw(t, "round"))
	return err
}

// swapAny lets any two change places; two who meet change colours.
func (d *chessDesk) swapAny(t *rapid.T) error {
	n := len(d.stored(d.id).Rounds)
	a, b := d.someone(t, "a"), d.someone(t, "b")
	was := d.stored(d.id)
	s, _, err := d.Swap(d.ctx, d.id, n, a, b, "brothers")
	if err != nil {
		return err
	}
	if opponent(was, n, a) == b {
		require.Equal(t, b, opponent(s, n, a))
		require.NotEqual(t, hasWhite(was, n, a), hasWhite(s, n, a))
		return nil
	}
	require.Equal(t, opponent(was, n, b), opponent(s, n, a))
	require.Equal(t, opponent(was, n, a), opponent(s, n, b))
	return nil
}

func hasWhite(s *satellite.Satellite, round int, id uuid.UUID) bool {
	return slices.ContainsFunc(s.GamesOf(round), func(g satellite.Game) bool { return g.First == id && g.Second != uuid.Nil })
}

// round pairs the next round if that is due, or enters every result of the first
// round that misses one.
func (d *chessDesk) round(t *rapid.T) error {
	s := d.stored(d.id)
	i := slices.IndexFunc(s.Rounds, func(r satellite.Round) bool { return len(s.MissingTables(r.Number)) > 0 })
	if i < 0 {
		_, err := d.PairRound(d.ctx, d.id, len(s.Rounds)+1, "")
		return err
	}
	var results []satellite.RoundResult
	for _, table := range s.MissingTables(i + 1) {
		results = append(results, satellite.RoundResult{Table: table, ResultInput: anyOutcome(t)})
	}
	_, _, err := d.SetRoundResults(d.ctx, d.id, i+1, results)
	return err
}

// anyOutcome is a good one nearly always.
func anyOutcome(t *rapid.T) satellite.ResultInput {
	outcomes := []satellite.GameOutcome{satellite.FirstWon, satellite.FirstWon, satellite.Draw, satellite.SecondWon}
	in := satellite.ResultInput{Outcome: rapid.SampledFrom(outcomes).Draw(t, "outcome")}
	switch rapid.IntRange(0, 60).Draw(t, "kind") {
	case 60:
		in = satellite.ResultInput{Forfeits: rapid.SampledFrom([]satellite.Side{satellite.First, satellite.Second, satellite.Both}).Draw(t, "side")}
	case 59:
		in.Outcome = "white"
	case 58:
		in = scores(1, 0)
	}
	return in
}

// outcome looks at what a result would do, which changes nothing and is what it
// then does.
func (d *chessDesk) outcome(t *rapid.T) error {
	id, in := d.game(t), anyOutcome(t)
	before := d.memory.kept.clone()
	effect, err := d.Preview(d.ctx, d.id, id, in)
	requireUntouched(t, before, d.hall, d.id)
	_, scored, wrong := d.SetResult(d.ctx, d.id, id, in, "", satellite.Match{})
	require.Equal(t, fault.CodeOf(err), fault.CodeOf(wrong))
	if wrong == nil {
		require.Equal(t, effect.Differ, scored.Differ)
	}
	return wrong
}
