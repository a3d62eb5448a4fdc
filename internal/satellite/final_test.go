package satellite_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
)

// finalist is number i of a final field; the higher the number, the better rated he is, so that seeds by
// the field and by rating are never the same.
func finalist(i int) satellite.Finalist {
	return satellite.Finalist{
		PlayerID: uuid.UUID{99, byte(i)}, Name: players.Name{Family: fmt.Sprintf("Final %c", 'A'+i)},
		AssociationID: fmt.Sprintf("AA%06d", i), Rating: 1000 + i,
	}
}

func waits(i int) satellite.Finalist {
	f := finalist(i)
	f.Waits = true
	return f
}

func finalists(numbers ...int) []satellite.Finalist {
	var field []satellite.Finalist
	for _, i := range numbers {
		field = append(field, finalist(i))
	}
	return field
}

func upTo(n int) []int {
	var all []int
	for i := 1; i <= n; i++ {
		all = append(all, i)
	}
	return all
}

func finalRegistration(text string) satellite.Registration {
	r := registration()
	r.Name, r.Methods = "Final", methods(text)
	return r
}

// madeFinal makes the final of the hall's field.
func (h *hall) madeFinal(t testing.TB, text string) *satellite.Satellite {
	t.Helper()
	made, err := h.MakeFinal(h.ctx, "first", finalRegistration(text), "")
	require.NoError(t, err)
	return made.Satellite
}

func familiesBySeed(s *satellite.Satellite) []string {
	var names []string
	for _, e := range s.Field() {
		names = append(names, e.Name.Family)
	}
	return names
}

// The seeds of the event are those of the field, whatever the ratings (R5.7); the alternate plays in an
// odd field and is seeded last.
func TestAFinalIsMadeFromItsField_R5_7(t *testing.T) {
	t.Parallel()
	h := newHall()
	h.final.field.Finalists = append(finalists(4, 1, 5, 2, 3), waits(9), waits(8))
	made := h.madeFinal(t, "round_robin*5")
	require.Equal(t, satellite.Sanctioned, made.Status)
	require.Equal(t, usd(0), made.EntryFee)
	require.Equal(t, 5, made.RoundCount)
	require.Len(t, made.Entrants, 7)
	require.Equal(t, finalist(4).PlayerID, made.Entrants[0].PlayerID)
	require.Equal(t, "AA000004", made.Entrants[0].AssociationID)

	s, _, err := h.Start(h.ctx, made.ID, "", "")
	require.NoError(t, err)
	require.Equal(t, []string{"Final E", "Final B", "Final F", "Final C", "Final D", "Final J"}, familiesBySeed(s))
	require.Equal(t, 1009, s.Field()[5].SeedRating)
	requireSound(t, s)
	h.requireReplayed(t, made.ID)

	_, err = h.Unstart(h.ctx, made.ID, "")
	require.NoError(t, err)
	_, _, err = h.Enter(h.ctx, made.ID, satellite.EntrantInput{FamilyName: "Guest", Rating: 2500, Present: true}, "")
	require.NoError(t, err)
	s, _, err = h.Start(h.ctx, made.ID, "", "")
	require.NoError(t, err)
	require.Equal(t, []string{"Final E", "Final B", "Final F", "Final C", "Final D", "Guest"}, familiesBySeed(s),
		"whom the organiser enters comes after the field; it is even without an alternate")
	h.requireReplayed(t, made.ID)
}

func TestAnOddFinalWithoutAlternateHasByes_R3_2(t *testing.T) {
	t.Parallel()
	h := newHall()
	h.final.field.Finalists = finalists(upTo(7)...)
	made := h.madeFinal(t, "preset*4 king_of_the_hill")
	s, _, err := h.Start(h.ctx, made.ID, "", "")
	require.NoError(t, err)
	for round := 1; round <= 4; round++ {
		want, bye := official(t, 7, 5, round)
		got, gotBye := pairsOf(s, round)
		require.Equal(t, want, got)
		require.Equal(t, bye, gotBye)
	}
}

func TestAFinalThatCannotBeMadeIsRefused_R5_7(t *testing.T) {
	t.Parallel()
	asked := satellite.OpenPlace{PlayerID: uuid.UUID{5}, Name: "Lee, Ann"}
	unpaid := satellite.OpenPlace{PlayerID: uuid.UUID{6}, Name: "Rich, Bo", Unpaid: true}
	for name, c := range map[string]struct {
		prepare func(*hall, *satellite.Registration)
		code    fault.Code
		at      []string
	}{
		"three players": {func(h *hall, _ *satellite.Registration) {
			h.final.field.Finalists = append(finalists(1, 2, 3), waits(4))
		}, fault.TooFewPlayers, nil},
		"nobody":                {func(h *hall, _ *satellite.Registration) { h.final.field.Finalists = nil }, fault.TooFewPlayers, nil},
		"not answered":          {func(h *hall, _ *satellite.Registration) { h.final.field.Open = []satellite.OpenPlace{unpaid, asked} }, fault.ReasonRequired, []string{"/invited/0"}},
		"no methods":            {func(_ *hall, r *satellite.Registration) { r.Methods = nil }, fault.InvalidRequest, []string{"/methods"}},
		"an unknown method":     {func(_ *hall, r *satellite.Registration) { r.Methods = methods("swiss*3 chess") }, fault.InvalidRequest, []string{"/methods/3"}},
		"more than the tables":  {func(_ *hall, r *satellite.Registration) { r.Methods = methods("preset*7 swiss") }, fault.InvalidRequest, []string{"/methods/6"}},
		"a zone that is no one": {func(_ *hall, r *satellite.Registration) { r.TimeZone = "Mars" }, fault.InvalidRequest, []string{"/time_zone"}},
	} {
		h := newHall()
		h.final.field.Finalists = finalists(upTo(12)...)
		r := finalRegistration("preset*6 swiss king_of_the_hill")
		c.prepare(h, &r)
		_, err := h.MakeFinal(h.ctx, "first", r, "")
		f := requireFault(t, c.code, err)
		require.Equal(t, c.at, pointersOf(f), name)
		require.Empty(t, h.memory.kept.satellites, name)
	}
	h := newHall()
	h.Tours = tours{h.memory, tour.Tour{ID: uuid.UUID{7}, Slug: "first", Format: tour.NSCF}}
	_, err := h.MakeFinal(h.ctx, "first", finalRegistration("swiss"), "")
	requireFault(t, fault.FormatUnsupported, err)
	_, err = h.MakeFinal(h.ctx, "none", finalRegistration("swiss"), "")
	requireFault(t, fault.ResourceNotFound, err)
}

func TestAReasonGoesOnWithoutThoseWhoHaveNotAnswered_R5_7(t *testing.T) {
	t.Parallel()
	h := newHall()
	h.final.field = satellite.FinalField{Finalists: finalists(upTo(4)...), Open: []satellite.OpenPlace{
		{Name: "Lee, Ann"}, {Name: "Rich, Bo", Unpaid: true},
	}}
	made, err := h.MakeFinal(h.ctx, "first", finalRegistration("round_robin*3"), "the hall is booked")
	require.NoError(t, err)
	require.Equal(t, []string{"not_answered", "buy_in_unpaid"}, []string{made.Warnings[0].Code, made.Warnings[1].Code})
	log, err := h.Log(h.ctx, made.ID, 0, 10)
	require.NoError(t, err)
	require.Equal(t, "final.make", log[0].Act)
	require.Equal(t, "the hall is booked", log[0].Reason)

	h = newHall()
	h.final.field = satellite.FinalField{Finalists: finalists(upTo(4)...), Open: []satellite.OpenPlace{{Name: "Rich, Bo", Unpaid: true}}}
	require.Equal(t, satellite.Sanctioned, h.madeFinal(t, "swiss").Status, "a place is kept from the day of buying in")
}

func TestATourHasOneFinal_R1_1(t *testing.T) {
	t.Parallel()
	h := newHall()
	h.final.field.Finalists = finalists(upTo(6)...)
	first := h.madeFinal(t, "swiss*3")
	_, err := h.MakeFinal(h.ctx, "first", finalRegistration("swiss*4"), "")
	f := requireFault(t, fault.FinalExists, err)
	require.Contains(t, f.Detail, first.ID.String())
	_, err = h.Cancel(h.ctx, first.ID, "another venue")
	require.NoError(t, err)
	second := h.madeFinal(t, "swiss*4")
	event, err := h.Final(h.ctx, "first")
	require.NoError(t, err)
	require.Equal(t, second.ID, event.ID)
}

func TestTheMakingOfAFinalIsNotUndone(t *testing.T) {
	t.Parallel()
	h := newHall()
	h.final.field.Finalists = finalists(upTo(6)...)
	made := h.madeFinal(t, "swiss*3")
	_, err := h.Undo(h.ctx, made.ID, 0, "")
	requireFault(t, fault.NotUndoable, err)
	h.requireReplayed(t, made.ID)
}

// A finalist declines, who waited has his place, and somebody comes anew.
func TestAFinalFollowsItsFieldUntilTheStart_R5_7(t *testing.T) {
	t.Parallel()
	h := newHall()
	h.final.field.Finalists = append(finalists(1, 2, 3, 4, 5, 6), waits(7))
	made := h.madeFinal(t, "round_robin*5")
	_, _, err := h.Enter(h.ctx, made.ID, satellite.EntrantInput{FamilyName: "Guest", Present: true, Standby: true}, "")
	require.NoError(t, err)
	same, err := h.RefreshFinal(h.ctx, "first", "")
	require.NoError(t, err)
	require.Equal(t, int64(2), same.Seq, "nothing has changed, and nothing is noted")
	require.Empty(t, same.Differs)

	h.final.field.Finalists = append(finalists(2, 8, 1, 4, 5, 7), waits(6))
	event, err := h.Final(h.ctx, "first")
	require.NoError(t, err)
	changes := map[string]satellite.FieldChange{}
	for _, d := range event.Differs {
		changes[d.Name] = d.Change
	}
	require.Equal(t, map[string]satellite.FieldChange{
		"Final C": satellite.OtherSeed, "Final I": satellite.NotEntered, "Final B": satellite.OtherSeed,
		"Final H": satellite.NowPlays, "Final G": satellite.NowWaits, "Final D": satellite.NotInField,
	}, changes)

	refreshed, err := h.RefreshFinal(h.ctx, "first", "Final D has declined")
	require.NoError(t, err)
	require.Empty(t, refreshed.Differs)
	require.Len(t, refreshed.Entrants, 8, "the guest stays")
	h.requireReplayed(t, made.ID)
	s, _, err := h.Start(h.ctx, made.ID, "", "")
	require.NoError(t, err)
	require.Equal(t, []string{"Final C", "Final I", "Final B", "Final E", "Final F", "Final H"}, familiesBySeed(s))

	h.final.field.Finalists = finalists(8, 2, 1, 4, 5, 10)
	_, err = h.RefreshFinal(h.ctx, "first", "")
	requireFault(t, fault.FieldFrozen, err)
	event, err = h.Final(h.ctx, "first")
	require.NoError(t, err)
	changes = map[string]satellite.FieldChange{}
	for _, d := range event.Differs {
		changes[d.Name] = d.Change
	}
	require.Equal(t, map[string]satellite.FieldChange{
		"Final K": satellite.NotEntered, "Final H": satellite.NotInField, "Final G": satellite.NotInField,
	}, changes, "the seeds stand, who is in the field is said")
}

func TestARefreshIsRefusedWhole_R5_7(t *testing.T) {
	t.Parallel()
	h := newHall()
	_, err := h.RefreshFinal(h.ctx, "first", "")
	requireFault(t, fault.ResourceNotFound, err)
	h.final.field.Finalists = finalists(upTo(6)...)
	made := h.madeFinal(t, "preset*5 swiss")
	before := h.stored(made.ID)
	h.final.field.Finalists = finalists(1, 2)
	_, err = h.RefreshFinal(h.ctx, "first", "")
	requireFault(t, fault.TooFewPlayers, err)
	h.final.field.Finalists = finalists(upTo(14)...)
	_, err = h.RefreshFinal(h.ctx, "first", "")
	f := requireFault(t, fault.InvalidRequest, err)
	require.Equal(t, []string{"/methods/4"}, pointersOf(f), "14 players have four preset rounds in an event of six")
	require.Equal(t, before, h.stored(made.ID))
}

// Of 24 players 4 places are paid by the default table: weights 1, 0.6, 0.36, 0.216 of 1234.56, each
// rounded down to whole units and the rest to the first (R5.2).
func TestTheFundOfAFinalIsThePool_R5_7(t *testing.T) {
	t.Parallel()
	h := newHall()
	h.final.field.Finalists = finalists(upTo(24)...)
	made := h.madeFinal(t, "preset*4 swiss king_of_the_hill")
	s, _, err := h.Start(h.ctx, made.ID, "", "")
	require.NoError(t, err)
	e := &event{s, h.NewID}
	e.playThrough(t, 6)
	h.memory.kept.satellites[made.ID] = e.Satellite

	_, live, err := h.LiveReport(h.ctx, made.ID)
	require.NoError(t, err)
	require.Equal(t, usd(1234_56), *live.Fund.PrizePool)
	require.Equal(t, usd(1234_56), live.Fund.Prizes)
	var amounts []money.Money
	for _, p := range live.Prizes {
		amounts = append(amounts, p.Amount)
	}
	require.Equal(t, []money.Money{usd(568_56), usd(340_00), usd(204_00), usd(122_00)}, amounts)
	require.Zero(t, live.Seats)
	require.Empty(t, live.Qualifiers)
	require.Equal(t, usd(0), live.Carryover.Due)
	require.Nil(t, h.stored(made.ID).PrizePool, "as long as it is live nothing is kept")

	h.final.pool = poolOf(2000_00)
	_, live, err = h.LiveReport(h.ctx, made.ID)
	require.NoError(t, err)
	require.Equal(t, usd(2000_00), live.Fund.Prizes)
	_, _, err = h.Decide(h.ctx, made.ID, satellite.Decisions{Payouts: []satellite.Payout{{Place: 1, Amount: usd(3000_00)}}, Reason: "a gift"})
	requireFault(t, fault.FundNegative, err)
	decided, _, err := h.Decide(h.ctx, made.ID, satellite.Decisions{Payouts: []satellite.Payout{{Place: 5, Amount: usd(0)}}, Reason: "nothing more"})
	require.NoError(t, err)
	require.Nil(t, decided.PrizePool, "a decision keeps no money")

	reported, r, err := h.Report(h.ctx, made.ID, "")
	require.NoError(t, err)
	require.Nil(t, r.DueOn)
	require.Empty(t, h.memory.kept.posted, "nothing is due")
	require.Equal(t, poolOf(2000_00), *reported.PrizePool)
	require.Equal(t, poolOf(2000_00), *r.Pool)

	h.final.pool = poolOf(5000_00)
	_, r, err = h.LiveReport(h.ctx, made.ID)
	require.NoError(t, err)
	require.Equal(t, usd(2000_00), r.Fund.Prizes, "frozen by the report")
	reopened, err := h.Reopen(h.ctx, made.ID, "a score was wrong")
	require.NoError(t, err)
	require.Nil(t, reopened.PrizePool)
	_, r, err = h.LiveReport(h.ctx, made.ID)
	require.NoError(t, err)
	require.Equal(t, usd(5000_00), r.Fund.Prizes, "live until the next report")
}

// Offline nobody knows the pool: there are no prizes but those decided, and nothing is refused for want
// of money.
func TestWithoutThePoolPrizesAreUnknown_R5_7(t *testing.T) {
	t.Parallel()
	h := newHall()
	h.final.field.Finalists = finalists(upTo(6)...)
	made := h.madeFinal(t, "round_robin*1")
	_, err := h.Edit(h.ctx, made.ID, satellite.Patch{Expenses: ptr(usd(50_00))}, "", satellite.Match{})
	require.NoError(t, err)
	s, _, err := h.Start(h.ctx, made.ID, "", "")
	require.NoError(t, err)
	(&event{s, h.NewID}).play(t, 1)
	h.memory.kept.satellites[made.ID] = s
	h.Finals = nil
	_, live, err := h.LiveReport(h.ctx, made.ID)
	require.NoError(t, err)
	require.Nil(t, live.Fund.PrizePool)
	require.Empty(t, live.Prizes)
	_, decided, err := h.Decide(h.ctx, made.ID, satellite.Decisions{Payouts: []satellite.Payout{{Place: 1, Amount: usd(100_00)}}, Reason: "as announced"})
	require.NoError(t, err)
	require.Equal(t, usd(100_00), decided.Prizes[0].Amount)
}

// Whatever the field becomes before the start, the event follows it in one step; whom the organiser has
// entered stays, and the log gives the same event (R4.9).
func TestARefreshLeavesNoDifference_R5_7(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		h := newHall()
		field := func() []satellite.Finalist {
			numbers := rapid.Permutation(upTo(12)).Draw(t, "order")
			plays, waiting := rapid.IntRange(4, 9).Draw(t, "play"), rapid.IntRange(0, 3).Draw(t, "wait")
			out := finalists(numbers[:plays]...)
			for _, i := range numbers[plays : plays+waiting] {
				out = append(out, waits(i))
			}
			return out
		}
		h.final.field.Finalists = field()
		made, err := h.MakeFinal(h.ctx, "first", finalRegistration("round_robin*3"), "")
		require.NoError(t, err)
		guests := rapid.IntRange(0, 2).Draw(t, "guests")
		for i := range guests {
			_, _, err := h.Enter(h.ctx, made.ID, player(i+1), "")
			require.NoError(t, err)
		}
		for range 3 {
			h.final.field.Finalists = field()
			refreshed, err := h.RefreshFinal(h.ctx, "first", "")
			require.NoError(t, err)
			require.Empty(t, refreshed.Differs)
			require.Len(t, refreshed.Entrants, len(h.final.field.Finalists)+guests)
		}
		h.requireReplayed(t, made.ID)
		s, _, err := h.Start(h.ctx, made.ID, "", "")
		require.NoError(t, err)
		for i, e := range s.Field() {
			if i < len(h.final.field.Finalists) && !h.final.field.Finalists[i].Waits {
				require.Equal(t, h.final.field.Finalists[i].PlayerID, e.PlayerID, "seed %d", i+1)
			}
		}
		requireSound(t, s)
	})
}

// A correction says what the method of each later round would make of it (R4.6).
func TestTheEffectOfACorrectionIsByTheMethods_R4_6(t *testing.T) {
	t.Parallel()
	h := newHall()
	h.final.field.Finalists = finalists(upTo(8)...)
	made := h.madeFinal(t, "round_robin swiss king_of_the_hill round_robin")
	s, _, err := h.Start(h.ctx, made.ID, "", "")
	require.NoError(t, err)
	e := &event{s, h.NewID}
	e.playThrough(t, 2)
	require.NoError(t, e.PairRound(3, e.newID))
	require.NoError(t, e.PairRound(4, e.newID))
	h.memory.kept.satellites[made.ID] = e.Clone()
	for _, round := range []int{1, 2} {
		g := e.GamesOf(round)[0]
		effect, err := h.Preview(h.ctx, made.ID, g.ID, scores(g.Score.Second-200, g.Score.First+200))
		require.NoError(t, err)
		changed := e.Clone()
		_, err = changed.SetResult(g.ID, scores(g.Score.Second-200, g.Score.First+200), "")
		require.NoError(t, err)
		want := map[int][][2]int{3: hill(tally(changed, 2))}
		if round == 1 {
			want[2] = swiss(tally(changed, 1))
		}
		told := map[int][][2]int{}
		for _, d := range effect.Differ {
			told[d.Round] = d.Then
		}
		require.NotEmpty(t, told)
		require.NotContains(t, told, 4, "a round robin does not follow from results")
		for number, pairs := range want {
			now, _ := pairsOf(e.Satellite, number)
			var other [][2]int
			for _, pair := range pairs {
				if !slices.Contains(now, pair) {
					other = append(other, pair)
				}
			}
			require.ElementsMatch(t, other, told[number], "round %d after a correction of round %d", number, round)
		}
	}
}
