package satellite_test

import (
	"fmt"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

func (d *desk) player(t *rapid.T) satellite.EntrantInput {
	in := player(d.next)
	d.next++
	in.Rating = rapid.SampledFrom([]int{0, 1200, 1500, 1500 + d.next}).Draw(t, "rating")
	in.Standby = rapid.IntRange(0, 9).Draw(t, "standby") == 9
	in.Present = rapid.IntRange(0, 9).Draw(t, "absent") < 9
	if rapid.IntRange(0, 9).Draw(t, "own fee") == 9 {
		in.Fee = ptr(usd(int64(d.next)))
	}
	return in
}

func (d *desk) register(t *rapid.T) error {
	p := satellite.Patch{Name: ptr("Springfield " + fmt.Sprint(d.next))}
	switch rapid.IntRange(0, 3).Draw(t, "what") {
	case 1:
		if d.stored(d.id).Final() {
			p = satellite.Patch{Methods: ptr(anyMethods(t))}
			break
		}
		p = satellite.Patch{Rounds: ptr(rapid.IntRange(4, 9).Draw(t, "rounds"))}
	case 2:
		p = satellite.Patch{Expenses: ptr(usd(rapid.Int64Range(-1, 200_00).Draw(t, "expenses")))}
	case 3:
		p = satellite.Patch{StartsOn: ptr(saturday.AddDays(d.next)), EntryFee: ptr(usd(25_00))}
	}
	_, err := d.Edit(d.ctx, d.id, p, "", satellite.Match{})
	return err
}

// status goes the rare ways, and not always.
func (d *desk) status(t *rapid.T) (err error) {
	switch rapid.IntRange(0, 60).Draw(t, "way") {
	case 60:
		_, err = d.Reject(d.ctx, d.id, "no venue")
	case 59:
		_, err = d.Cancel(d.ctx, d.id, "snow")
	case 56, 57, 58:
		_, err = d.Unstart(d.ctx, d.id, "")
	default:
		_, err = d.Sanction(d.ctx, d.id, "")
	}
	return err
}

func (d *desk) enter(t *rapid.T) error {
	in := d.player(t)
	if rapid.IntRange(0, 3).Draw(t, "number") == 3 {
		in.AssociationID = rapid.SampledFrom([]string{"AA1", "AA2", "?"}).Draw(t, "association id")
	}
	_, _, err := d.Enter(d.ctx, d.id, in, "a@example.org")
	return err
}

// someone is any entrant, or nobody.
func (d *desk) someone(t *rapid.T, label string) uuid.UUID {
	entrants := d.stored(d.id).Entrants
	i := rapid.IntRange(0, len(entrants)).Draw(t, label)
	if i == len(entrants) {
		return uuid.UUID{1}
	}
	return entrants[i].ID
}

// entrant edits or removes somebody.
func (d *desk) entrant(t *rapid.T) error {
	id := d.someone(t, "entrant")
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

// reserve keeps a table for somebody, or none.
func (d *desk) reserve(t *rapid.T) error {
	p := satellite.EntrantPatch{ReservedTable: ptr(rapid.IntRange(-1, 8).Draw(t, "table"))}
	_, err := d.EditEntrant(d.ctx, d.id, d.someone(t, "entrant"), p, nil, "", satellite.Match{})
	return err
}

// checkIn checks somebody in; who is there already changes nothing.
func (d *desk) checkIn(t *rapid.T) error {
	id := d.someone(t, "entrant")
	was := d.stored(d.id)
	s, err := d.CheckIn(d.ctx, d.id, id, "")
	if e, ok := was.EntrantByID(id); ok && err == nil && was.Status == satellite.InPlay && e.InField {
		require.Equal(t, was.Seq, s.Seq, "what is planned is as the rule has it")
	}
	return err
}

// withdraw takes somebody out, who then forfeits what he has not played.
func (d *desk) withdraw(t *rapid.T) error {
	id := d.someone(t, "entrant")
	was := d.stored(d.id)
	s, err := d.Withdraw(d.ctx, d.id, id, "he is tired")
	if err != nil || s.Status != satellite.InPlay || s.Seq == was.Seq {
		return err
	}
	for _, g := range s.Games {
		before, ok := was.GameByID(g.ID)
		if g.First != id && g.Second != id || !ok || before.Decided() && before.Kind != standings.Bye {
			continue
		}
		if r, _ := was.RoundByNumber(g.Round); r.State == satellite.Complete {
			continue
		}
		require.NotEqual(t, satellite.Nobody, g.Forfeits, "round %d (R4.7)", g.Round)
		require.Equal(t, g.First == id, g.Forfeits == satellite.First)
	}
	return nil
}

func (d *desk) reinstate(t *rapid.T) error {
	_, err := d.Reinstate(d.ctx, d.id, d.someone(t, "entrant"), "")
	return err
}

func (d *desk) eligibility(t *rapid.T) error {
	reason := rapid.SampledFrom([]string{"he came by train", "the rules", ""}).Draw(t, "reason")
	_, err := d.SetEligibility(d.ctx, d.id, d.someone(t, "entrant"), rapid.Bool().Draw(t, "eligible"), reason)
	return err
}

func (d *desk) start(*rapid.T) error {
	_, _, err := d.Start(d.ctx, d.id, "", "")
	return err
}

// undo takes the last act back: everything is as it was, but for versions.
func (d *desk) undo(t *rapid.T) error {
	before := d.before
	last := d.stored(d.id).Seq
	seq := rapid.SampledFrom([]int64{0, last, last, last - 1}).Draw(t, "of act")
	s, err := d.Undo(d.ctx, d.id, seq, "a mistake")
	if err != nil {
		require.Equal(t, fault.NotUndoable, fault.CodeOf(err))
		return err
	}
	if before != nil {
		requireSame(t, unversioned(before), unversioned(s))
	}
	return nil
}

// unversioned is a state without its versions.
func unversioned(s *satellite.Satellite) *satellite.Satellite {
	s = s.Clone()
	s.Seq, s.Version = 0, 0
	for i := range s.Entrants {
		s.Entrants[i].Version = 0
	}
	for i := range s.Rounds {
		s.Rounds[i].Version = 0
	}
	for i := range s.Games {
		s.Games[i].Version = 0
	}
	return s
}

// end ends play or reports; early only now and then.
func (d *desk) end(t *rapid.T) (err error) {
	switch rapid.IntRange(0, 9).Draw(t, "end") {
	case 9:
		_, err = d.Finish(d.ctx, d.id, rapid.IntRange(-1, 8).Draw(t, "after"), "power cut")
	case 8, 7, 6:
		_, err = d.Finish(d.ctx, d.id, 0, "")
	default:
		_, _, err = d.Report(d.ctx, d.id, "")
	}
	return err
}

func (d *desk) reopen(t *rapid.T) error {
	_, err := d.Reopen(d.ctx, d.id, rapid.SampledFrom([]string{"a slip was misread", ""}).Draw(t, "reason"))
	return err
}

func (d *desk) decide(t *rapid.T) error {
	in := satellite.Decisions{Reason: rapid.SampledFrom([]string{"lot", "lot", ""}).Draw(t, "reason")}
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
