package satellite_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// desk is a person at the desk who does anything at any time.
type desk struct {
	*hall
	id   uuid.UUID
	next int // the number of the next new player
}

// The state that the log gives is the state that is kept, versions included,
// whatever was done in whatever order (R4.9); what is refused leaves no trace;
// and a satellite is sound at all times.
func TestTheLogRebuildsTheSatellite_R4_9(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := newDesk(t)
		t.Repeat(map[string]func(*rapid.T){
			"":         func(t *rapid.T) { requireSound(t, d.stored(d.id)) },
			"register": d.try(d.register), "status": d.try(d.status), "enter": d.try(d.enter), "entrant": d.try(d.entrant),
			"start": d.try(d.start), "round": d.try(d.round), "wholeRound": d.try(d.wholeRound), "sameAgain": d.try(d.wholeRound),
			"andAgain": d.try(d.wholeRound), "onceMore": d.try(d.wholeRound), "result": d.try(d.result), "clear": d.try(d.clear), "end": d.try(d.end), "decide": d.try(d.decide),
		})
		d.requireReplayed(t, d.id)
		requireByesEven(t, d.stored(d.id))
	})
}

func newDesk(t *rapid.T) *desk {
	d := &desk{hall: newHall(), next: 1}
	r := registration()
	r.RoundCount = rapid.IntRange(5, 8).Draw(t, "rounds")
	s, err := d.Register(d.ctx, "first", r)
	require.NoError(t, err)
	d.id = s.ID
	var field []satellite.EntrantInput
	for range rapid.IntRange(3, 60).Draw(t, "field") {
		field = append(field, d.player(t))
	}
	_, err = d.ImportRoster(d.ctx, d.id, rosterOf(field...), nil, satellite.AllOrNothing)
	require.NoError(t, err)
	if rapid.IntRange(0, 7).Draw(t, "sanctioned") > 0 {
		_, err = d.Sanction(d.ctx, d.id, "")
		require.NoError(t, err)
	}
	if rapid.IntRange(0, 3).Draw(t, "started") > 0 {
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
		require.Contains(t, []int64{was.Seq, was.Seq + 1}, d.stored(d.id).Seq)
		if d.stored(d.id).Seq == was.Seq {
			require.Equal(t, was, d.stored(d.id))
		}
	}
}

func (d *desk) player(t *rapid.T) satellite.EntrantInput {
	in := player(d.next)
	d.next++
	in.Rating = rapid.SampledFrom([]int{0, 1200, 1500, 1500 + d.next}).Draw(t, "rating")
	in.Standby = rapid.IntRange(0, 9).Draw(t, "standby") == 0
	in.Present = rapid.IntRange(0, 9).Draw(t, "absent") > 0
	if rapid.Bool().Draw(t, "own fee") {
		in.Fee = ptr(usd(int64(d.next)))
	}
	return in
}

func (d *desk) register(t *rapid.T) error {
	p := satellite.Patch{Name: ptr("Springfield " + fmt.Sprint(d.next))}
	switch rapid.IntRange(0, 3).Draw(t, "what") {
	case 1:
		p = satellite.Patch{Rounds: ptr(rapid.IntRange(4, 9).Draw(t, "rounds"))}
	case 2:
		p = satellite.Patch{Expenses: ptr(usd(rapid.Int64Range(-1, 100_00).Draw(t, "expenses")))}
	case 3:
		p = satellite.Patch{StartsOn: ptr(saturday.AddDays(d.next)), EntryFee: ptr(usd(25_00))}
	}
	_, err := d.Edit(d.ctx, d.id, p, "", satellite.Match{})
	return err
}

// status goes the rare ways, and not always.
func (d *desk) status(t *rapid.T) (err error) {
	switch rapid.IntRange(0, 60).Draw(t, "way") {
	case 0:
		_, err = d.Reject(d.ctx, d.id, "no venue")
	case 1:
		_, err = d.Cancel(d.ctx, d.id, "snow")
	case 2, 3, 4:
		_, err = d.Unstart(d.ctx, d.id, "")
	default:
		_, err = d.Sanction(d.ctx, d.id, "")
	}
	return err
}

func (d *desk) enter(t *rapid.T) error {
	in := d.player(t)
	if rapid.IntRange(0, 3).Draw(t, "number") == 0 {
		in.AssociationID = rapid.SampledFrom([]string{"AA1", "AA2", "?"}).Draw(t, "association id")
	}
	_, _, err := d.Enter(d.ctx, d.id, in, "a@example.org")
	return err
}

// entrant edits or removes somebody.
func (d *desk) entrant(t *rapid.T) error {
	entrants := d.stored(d.id).Entrants
	if len(entrants) == 0 {
		return nil
	}
	id := rapid.SampledFrom(entrants).Draw(t, "entrant").ID
	p := satellite.EntrantPatch{Rating: ptr(rapid.IntRange(-1, 2000).Draw(t, "rating"))}
	switch rapid.IntRange(0, 4).Draw(t, "what") {
	case 1:
		return d.RemoveEntrant(d.ctx, d.id, id)
	case 2:
		p = satellite.EntrantPatch{Present: ptr(rapid.Bool().Draw(t, "present"))}
	case 3:
		p = satellite.EntrantPatch{FamilyName: ptr(rapid.SampledFrom([]string{"", "Zorn", "Abbot"}).Draw(t, "name")), Team: ptr("Owls")}
	case 4:
		p = satellite.EntrantPatch{Paid: ptr(usd(rapid.Int64Range(0, 50).Draw(t, "paid")))}
	}
	_, err := d.EditEntrant(d.ctx, d.id, id, p, nil, "", satellite.Match{})
	return err
}

func (d *desk) start(*rapid.T) error {
	_, _, err := d.Start(d.ctx, d.id, "")
	return err
}

func (d *desk) round(t *rapid.T) (err error) {
	number := rapid.IntRange(0, 9).Draw(t, "round")
	if rapid.Bool().Draw(t, "open") {
		_, err = d.OpenRound(d.ctx, d.id, number, "")
	} else {
		_, err = d.PairRound(d.ctx, d.id, number, "")
	}
	return err
}

// wholeRound pairs the next round if that is due, or enters every result of the
// first round that misses one.
func (d *desk) wholeRound(t *rapid.T) error {
	s := d.stored(d.id)
	i := slices.IndexFunc(s.Rounds, func(r satellite.Round) bool { return r.State != satellite.Complete })
	if i < 0 {
		_, err := d.PairRound(d.ctx, d.id, len(s.Rounds)+1, "")
		return err
	}
	var results []satellite.RoundResult
	for _, g := range s.GamesOf(i + 1) {
		if g.Kind == standings.Game {
			results = append(results, satellite.RoundResult{Table: g.Table, ResultInput: anyResult(t)})
		}
	}
	_, _, err := d.SetRoundResults(d.ctx, d.id, i+1, results)
	return err
}

// anyResult is a good one nearly always.
func anyResult(t *rapid.T) satellite.ResultInput {
	first, second := rapid.IntRange(380, 420).Draw(t, "first"), rapid.IntRange(380, 420).Draw(t, "second")
	in := scores(first, second)
	switch rapid.IntRange(0, 200).Draw(t, "kind") {
	case 0:
		in = scores(400, 400)
	case 1, 2, 3:
		in = satellite.ResultInput{Forfeits: rapid.SampledFrom([]satellite.Side{satellite.First, satellite.Second, satellite.Both}).Draw(t, "side")}
	case 4, 5:
		in.FirstPenalty, in.SecondPenalty = 10, second%20
	case 6:
		in.Second = nil
	}
	return in
}

// game is any game of the satellite, or none of it.
func (d *desk) game(t *rapid.T) uuid.UUID {
	ids := []uuid.UUID{{1}}
	for _, g := range d.stored(d.id).Games {
		ids = append(ids, g.ID)
	}
	return rapid.SampledFrom(ids).Draw(t, "game")
}

func (d *desk) result(t *rapid.T) error {
	_, _, err := d.SetResult(d.ctx, d.id, d.game(t), anyResult(t), "", satellite.Match{})
	return err
}

func (d *desk) clear(t *rapid.T) error {
	_, err := d.ClearResult(d.ctx, d.id, d.game(t), satellite.Match{})
	return err
}

// end ends play or reports; early only now and then.
func (d *desk) end(t *rapid.T) (err error) {
	switch rapid.IntRange(0, 9).Draw(t, "end") {
	case 0:
		_, err = d.Finish(d.ctx, d.id, rapid.IntRange(-1, 8).Draw(t, "after"), "power cut")
	case 1, 2, 3:
		_, err = d.Finish(d.ctx, d.id, 0, "")
	default:
		_, _, err = d.Report(d.ctx, d.id, "")
	}
	return err
}

func (d *desk) decide(t *rapid.T) error {
	in := satellite.Decisions{Reason: rapid.SampledFrom([]string{"", "lot", "lot"}).Draw(t, "reason")}
	if rapid.Bool().Draw(t, "seats") {
		in.SeatOrder = []uuid.UUID{}
		for _, e := range d.stored(d.id).Field() {
			if rapid.Bool().Draw(t, "named") {
				in.SeatOrder = append(in.SeatOrder, e.ID)
			}
		}
	}
	if rapid.Bool().Draw(t, "payout") {
		in.Payouts = []satellite.Payout{{Place: rapid.IntRange(0, 3).Draw(t, "place"), Amount: usd(rapid.Int64Range(-1, 50_00).Draw(t, "amount"))}}
	}
	in.PrizeTies = rapid.SampledFrom([]satellite.PrizeTies{satellite.Undecided, satellite.Pooled, satellite.ByOrder}).Draw(t, "ties")
	_, _, err := d.Decide(d.ctx, d.id, in)
	return err
}

// A log that is not whole, or not of one satellite, is no log.
func TestReplayRefusesALogThatDoesNotFit(t *testing.T) {
	t.Parallel()
	h := newHall()
	id := h.played(t, 6)
	_, _, err := h.Report(h.ctx, id, "")
	require.NoError(t, err)
	log, err := h.Log(h.ctx, id, 0, 1000)
	require.NoError(t, err)
	_, err = satellite.Replay(log)
	require.NoError(t, err)

	for name, broken := range map[string][]satellite.Entry{
		"a line is missing":   slices.Delete(slices.Clone(log), 5, 6),
		"the first is gone":   log[1:],
		"a line twice":        slices.Insert(slices.Clone(log), 5, log[5]),
		"lines change places": swap(log, len(log)-1, len(log)-2),
		"renumbered without the start": func() []satellite.Entry {
			at := slices.IndexFunc(log, func(e satellite.Entry) bool { return e.Act == "satellite.start" })
			rest := slices.Delete(slices.Clone(log), at, at+1)
			for i := range rest {
				rest[i].Seq = int64(i + 1)
			}
			return rest
		}(),
	} {
		_, err = satellite.Replay(broken)
		require.Error(t, err, name)
	}
	for cut := range log { // the state after any act can be had
		s, err := satellite.Replay(log[:cut+1])
		require.NoError(t, err)
		require.Equal(t, int64(cut+1), s.Seq)
	}
}

func swap(log []satellite.Entry, i, j int) []satellite.Entry {
	log = slices.Clone(log)
	log[i], log[j] = log[j], log[i]
	return log
}

func TestDiffOfTheSameIsNothing(t *testing.T) {
	t.Parallel()
	e := started(t, 22, 6)
	e.play(t, 1)
	require.True(t, satellite.Diff(e.Satellite, e.Clone()).Empty())
	whole := satellite.Diff(nil, e.Satellite)
	require.Len(t, whole.Entrants, 22)
	require.Len(t, whole.Rounds, 4)
	require.Len(t, whole.Games, 44)
	require.Nil(t, whole.Registration.Before)
}
