package satellite_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// desk is a person at the desk who does anything at any time.
type desk struct {
	*hall
	id     uuid.UUID
	next   int                        // the number of the next new player
	before *satellite.Satellite       // the state before the last act of the log
	absent map[int]map[uuid.UUID]bool // by round: who was withdrawn when it was opened
	undone bool                       // the last act of the log was an undo
}

// On random days every act is done in any order. Nothing panics; what is
// refused leaves no trace; the satellite is sound at all times; from wherever a
// day has come to there is a way to a report; and the state that the log gives
// is the state that is kept, versions included (R4.9).
func TestRandomDays_R4_9(t *testing.T) {
	t.Parallel()
	rapid.Check(t, randomDay) // a hundred days, or as many as -rapid.checks says
}

func randomDay(t *rapid.T) {
	d := newDesk(t)
	acts := map[string]func(*rapid.T){}
	for name, act := range map[string]func(*rapid.T) error{
		"register": d.register, "status": d.status, "start": d.start, "end": d.end, "decide": d.decide, "reopen": d.reopen,
		"enter": d.enter, "edit": d.entrant, "check in": d.checkIn, "withdraw": d.withdraw, "reinstate": d.reinstate,
		"eligibility": d.eligibility, "reserve": d.reserve,
		"open": d.open, "pair": d.pair, "repair": d.repair, "swap": d.swap, "swap again": d.swap,
		"whole round": d.wholeRound, "another": d.wholeRound, "and another": d.wholeRound,
		"result": d.result, "batch": d.batch, "clear": d.clear, "undo": d.undo,
	} {
		acts[name] = d.try(act)
	}
	acts[""] = func(t *rapid.T) { requireSound(t, d.stored(d.id)) }
	t.Repeat(acts)
	d.requireReplayed(t, d.id)
	d.toTheReport(t)
	verified, err := d.Verify(d.ctx, d.id)
	require.NoError(t, err)
	require.Empty(t, verified.Differences)
	require.Equal(t, d.stored(d.id).Seq, verified.Acts)
}

// newDesk is a satellite, or now and then a Final Event, with a roster, nearly
// always started.
func newDesk(t *rapid.T) *desk {
	d := &desk{hall: newHall(), next: 1, absent: map[int]map[uuid.UUID]bool{}}
	r := registration()
	r.RoundCount = rapid.IntRange(5, 8).Draw(t, "rounds")
	if rapid.IntRange(0, 2).Draw(t, "final") == 2 {
		r.Methods = anyMethods(t)
	}
	s, err := d.Register(d.ctx, "first", r)
	require.NoError(t, err)
	d.id = s.ID
	var field []satellite.EntrantInput
	for range rapid.OneOf(rapid.IntRange(3, 12), rapid.IntRange(4, 60)).Draw(t, "field") {
		field = append(field, d.player(t))
	}
	_, err = d.ImportRoster(d.ctx, d.id, rosterOf(field...), nil, satellite.AllOrNothing)
	require.NoError(t, err)
	if rapid.IntRange(0, 9).Draw(t, "sanctioned") > 0 {
		_, err = d.Sanction(d.ctx, d.id, "")
		require.NoError(t, err)
	}
	if rapid.IntRange(0, 9).Draw(t, "started") > 0 {
		_ = d.start(t) // refused where it is not sanctioned or too few are present
	}
	return d
}

// try does something and looks at what is left of it: one more line of the log,
// or nothing at all.
func (d *desk) try(act func(*rapid.T) error) func(*rapid.T) {
	return func(t *rapid.T) {
		before, was := d.memory.kept.clone(), d.stored(d.id)
		err := act(t)
		if err != nil {
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
		d.undone = log[0].Act == "undo"
		d.requireStands(t, log[0].Act, was, is)
		if act := log[0].Act; act == "round.pair" || act == "round.repair" {
			requirePairedByRule(t, was, is)
		}
		d.requireNoWinForMissing(t, was, is)
		d.before = was
	}
}

// requireStands: what an act has no business with stays as it was. Open rounds
// keep their lines but for what is done to them by hand or undone.
func (d *desk) requireStands(t *rapid.T, act string, was, is *satellite.Satellite) {
	for _, r := range is.Rounds {
		old, paired := was.RoundByNumber(r.Number)
		if !paired || old.State == satellite.Planned || r.State == satellite.Planned || act == "round.swap" || act == "undo" {
			continue
		}
		require.Equal(t, old.Plan, r.Plan)
		for _, g := range was.GamesOf(r.Number) {
			now, ok := is.GameByID(g.ID)
			require.True(t, ok, "%s: round %d is not planned any more", act, r.Number)
			require.Equal(t, []any{g.First, g.Second, g.Table}, []any{now.First, now.Second, now.Table}, "%s: round %d", act, r.Number)
		}
	}
	if act != "undo" && act != "satellite.unstart" {
		requirePairsStay(t, was, is)
	}
	versions := map[uuid.UUID]int64{}
	for _, g := range was.Games {
		versions[g.ID] = g.Version
	}
	for _, g := range is.Games {
		require.GreaterOrEqual(t, g.Version, versions[g.ID], "versions grow")
	}
}

// requirePairedByRule pairs the latest round by R3.3, R3.4 and R3.6 where it is
// new (Swiss without repeats has its own tests).
func requirePairedByRule(t *rapid.T, was, is *satellite.Satellite) {
	r := is.Rounds[len(is.Rounds)-1]
	if old, paired := was.RoundByNumber(r.Number); r.Method == pairing.MethodPreset || paired && reflect.DeepEqual(old.Plan, r.Plan) {
		return
	}
	if r.Method == pairing.MethodRoundRobin {
		requireRobin(t, is, r)
		return
	}
	var here []line
	for _, l := range tally(is, r.Number-1) {
		if !is.Field()[l.seed-1].Withdrawn {
			here = append(here, l)
		}
	}
	rest, bye := withoutBye(here)
	got, gotBye := pairsOf(is, r.Number)
	require.Equal(t, bye, gotBye, "round %d (R3.6)", r.Number)
	switch {
	case r.Method == pairing.MethodKingOfTheHill:
		require.ElementsMatch(t, hill(rest), got, "round %d (R3.4)", r.Number)
	case is.Final() && is.Methods[r.Number-1] == pairing.MethodSwissNoRepeats:
	case is.Final() || is.RoundCount <= 6:
		require.ElementsMatch(t, swiss(rest), got, "round %d (R3.3)", r.Number)
	}
}

// requireNoWinForMissing: who was withdrawn when a round was opened has lost it,
// whatever comes after (R4.7).
func (d *desk) requireNoWinForMissing(t *rapid.T, before, s *satellite.Satellite) {
	for number := 1; number <= 9; number++ {
		r, paired := s.RoundByNumber(number)
		switch {
		case !paired || r.State == satellite.Planned || d.undone:
			delete(d.absent, number)
			continue
		case d.absent[number] == nil:
			d.absent[number] = map[uuid.UUID]bool{}
			if was, ok := before.RoundByNumber(number); ok && was.State == satellite.Planned {
				for _, e := range before.Field() {
					d.absent[number][e.ID] = e.Withdrawn
				}
			}
		}
		for _, g := range s.GamesOf(number) {
			if d.absent[number][g.First] {
				require.Equal(t, standings.Forfeit, g.Kind, "round %d", number)
				require.Equal(t, uuid.Nil, g.Second)
			}
			require.False(t, d.absent[number][g.Second], "round %d", number)
		}
	}
}

// toTheReport plays on from wherever the day has come to, as a director would.
func (d *desk) toTheReport(t *rapid.T) {
	for range 100 {
		s := d.stored(d.id)
		switch s.Status {
		case satellite.Rejected, satellite.Cancelled:
			return
		case satellite.Reported:
			d.requireReported(t, s)
			return
		}
		act := d.try(func(t *rapid.T) error { return d.onward(t, s) })
		act(t)
		requireSound(t, d.stored(d.id))
		require.Greater(t, d.stored(d.id).Seq, s.Seq, "stuck when %s, with %d rounds", s.Status, len(s.Rounds))
	}
	require.Fail(t, "the day never ends")
}

// requireReported: the money of the report adds up to the cent.
func (d *desk) requireReported(t *rapid.T, s *satellite.Satellite) {
	_, r, err := d.LiveReport(d.ctx, d.id)
	require.NoError(t, err)
	require.NotNil(t, r.ReportedAt)
	require.Empty(t, r.Undecided())
	var paid int64
	for _, p := range r.Prizes {
		paid += p.Amount.Amount
	}
	require.LessOrEqual(t, paid, r.Fund.Prizes.Amount)
	if len(s.Payouts) == 0 && r.Players > 0 {
		require.Equal(t, r.Fund.Prizes.Amount, paid)
	}
	players := map[uuid.UUID]bool{}
	for _, g := range s.Games {
		if g.Kind == standings.Game && g.Score != nil && g.Round <= s.LastRound() {
			players[g.First], players[g.Second] = true, true
		}
	}
	require.Equal(t, len(players), r.Players, "who played a game (R5.1)")
	for _, q := range r.Qualifiers {
		e, _ := s.EntrantByID(q.EntrantID)
		require.False(t, e.Withdrawn, "R4.7")
	}
	require.LessOrEqual(t, len(r.Qualifiers), r.Seats)
}

// onward takes the next step of a day.
func (d *desk) onward(t *rapid.T, s *satellite.Satellite) error {
	missing := slices.IndexFunc(s.Rounds, func(r satellite.Round) bool { return len(s.MissingTables(r.Number)) > 0 })
	switch {
	case s.Status == satellite.Proposed:
		_, err := d.Sanction(d.ctx, d.id, "")
		return err
	case s.Status == satellite.Sanctioned:
		err := d.start(t)
		if fault.CodeOf(err) == fault.TooFewPlayers {
			in := player(d.next)
			d.next++
			_, _, err = d.Enter(d.ctx, d.id, in, "")
		}
		return err
	case s.Status == satellite.Finished:
		return d.report(t)
	case missing >= 0:
		var results []satellite.RoundResult
		for _, table := range s.MissingTables(missing + 1) {
			results = append(results, satellite.RoundResult{Table: table, ResultInput: scores(400+table%90, 390)})
		}
		_, _, err := d.SetRoundResults(d.ctx, d.id, missing+1, results)
		return err
	case len(s.Rounds) < s.RoundCount:
		_, err := d.PairRound(d.ctx, d.id, len(s.Rounds)+1, "")
		if fault.CodeOf(err) == fault.TooFewPlayers {
			_, err = d.Finish(d.ctx, d.id, 0, "too few players are left")
		}
		return err
	}
	err := d.report(t)
	if fault.CodeOf(err) == fault.ReasonRequired {
		_, err = d.Finish(d.ctx, d.id, 0, "too few players are left")
	}
	return err
}

// report reports, or clears away what is in its way.
func (d *desk) report(*rapid.T) error {
	_, _, err := d.Report(d.ctx, d.id, "")
	switch fault.CodeOf(err) {
	case fault.TiesUnresolved:
		var all []uuid.UUID
		for _, e := range d.stored(d.id).Field() {
			all = append(all, e.ID)
		}
		_, _, err = d.Decide(d.ctx, d.id, satellite.Decisions{SeatOrder: all, PrizeTies: satellite.Pooled, Reason: "by lot"})
	case fault.FundNegative:
		if len(d.stored(d.id).Payouts) > 0 {
			_, _, err = d.Decide(d.ctx, d.id, satellite.Decisions{Payouts: []satellite.Payout{}, Reason: "there is not so much"})
			return err
		}
		_, err = d.Edit(d.ctx, d.id, satellite.Patch{Expenses: ptr(usd(0))}, "the club pays", satellite.Match{})
	}
	return err
}
