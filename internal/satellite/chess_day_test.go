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
