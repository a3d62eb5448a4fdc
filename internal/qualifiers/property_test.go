package qualifiers_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/tour"
)

var (
	repeats  = rapid.SampledFrom([]tour.RepeatQualifier{tour.KeepsOneSeat, tour.RepeatedPassesDown})
	declines = rapid.SampledFrom([]tour.DeclinedSeat{tour.Lapses, tour.DeclinedPassesDown})
)

const (
	drawnSatellites = 5
	drawnPlayers    = 10
)

// drawLine is a satellite of the few players of a small tour, so that they meet everywhere.
func drawLine(t *rapid.T) qualifiers.Line {
	everybody := make([]int, drawnPlayers)
	for i := range everybody {
		everybody[i] = i + 1
	}
	order := rapid.Permutation(everybody).Draw(t, "standing")
	l := lineOf(
		rapid.IntRange(1, drawnSatellites).Draw(t, "satellite"), rapid.IntRange(0, 60).Draw(t, "day"),
		rapid.IntRange(1, 3).Draw(t, "seats"), order[:rapid.IntRange(4, 8).Draw(t, "players")]...,
	)
	for i := range l.Standing {
		if rapid.IntRange(0, 6).Draw(t, "ineligible") == 0 {
			l.Standing[i].Eligible, l.Standing[i].Why = false, "withdrew"
		}
	}
	return l
}

// together says whether two persons play in one field.
func (m *memory) together(a, b uuid.UUID) bool {
	for id := range m.lines {
		l, _ := m.line(id)
		has := func(who uuid.UUID) bool {
			return slices.ContainsFunc(l.Standing, func(s qualifiers.Standing) bool { return s.PlayerID == who })
		}
		if has(a) && has(b) {
			return true
		}
	}
	return false
}

// Whatever happens, one change after another comes to what a computation from nothing gives, and
// to what the rules say by a computation written apart.
func TestChangesOneByOneAreTheRebuild_R5_4_R5_5_R5_6(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := newOffice(t, ofTour(repeats.Draw(t, "repeat"), declines.Draw(t, "declined")))
		o.now = firstDay.In(time.UTC) // so that there are answers before satellites, and after
		player := rapid.IntRange(1, drawnPlayers)
		t.Repeat(o.acts(player))
	})
}

// acts are what can happen in a tour, each checked against both computations.
func (o *office) acts(player *rapid.Generator[int]) map[string]func(*rapid.T) {
	return map[string]func(*rapid.T){
		"report": func(t *rapid.T) {
			l := drawLine(t)
			for i, a := range l.Standing { // who is one person plays once
				for _, b := range l.Standing[:i] {
					if o.store.person(a.PlayerID) == o.store.person(b.PlayerID) {
						t.Skip("one person twice")
					}
				}
			}
			o.report(l)
		},
		"drop": func(t *rapid.T) { o.drop(rapid.IntRange(1, drawnSatellites).Draw(t, "satellite")) },
		"answer": func(t *rapid.T) {
			answer := rapid.SampledFrom([]qualifiers.Answer{qualifiers.Accepted, qualifiers.Declined, qualifiers.NoAnswer})
			_ = o.answer(player.Draw(t, "player"), answer.Draw(t, "answer")) // refused where he has no seat
		},
		"take back": func(t *rapid.T) { o.takeBack(player.Draw(t, "player")) },
		"rule": func(t *rapid.T) {
			verdict := rapid.SampledFrom([]qualifiers.Verdict{qualifiers.KeepsSeat, qualifiers.GivesWay, qualifiers.BothSeated}).Draw(t, "verdict")
			for satellite := range drawnSatellites {
				for _, c := range o.store.outcomes[sat(satellite+1)].Claims {
					if c.State == qualifiers.Pending && o.store.persons[c.PlayerID] == uuid.Nil {
						require.NoError(t, o.rule(satellite+1, int(c.PlayerID[15]), verdict))
						return
					}
				}
			}
		},
		"merge": func(t *rapid.T) {
			a, b := player.Draw(t, "keeps"), player.Draw(t, "gives")
			for _, taken := range o.store.persons {
				if taken == person(a) || taken == person(b) {
					t.Skip("of three persons")
				}
			}
			if a == b || o.store.persons[person(a)] != uuid.Nil || o.store.persons[person(b)] != uuid.Nil || o.store.together(person(a), person(b)) {
				t.Skip("no merge")
			}
			o.merge(a, b)
		},
		"split": func(t *rapid.T) {
			for gives := range drawnPlayers {
				if keeps := o.store.persons[person(gives+1)]; keeps != uuid.Nil {
					o.split(int(keeps[15]), gives+1)
					return
				}
			}
		},
		"": func(t *rapid.T) {
			o.sound()
			want := plainSeats(o.rules, o.store)
			for id := range o.store.lines {
				require.ElementsMatch(t, want[id], inShort(o.store.outcomes[id].Claims), "satellite %v", id)
			}
		},
	}
}

// A decline moves nobody in a satellite of which the decliner has no seat, and gives away no seat
// twice.
func TestADeclineMovesNobodyElsewhere_R5_5(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := newOffice(t, ofTour(repeats.Draw(t, "repeat"), declines.Draw(t, "declined")))
		for range rapid.IntRange(1, 6).Draw(t, "reports") {
			o.report(drawLine(t))
		}
		for range rapid.IntRange(1, 12).Draw(t, "answers") {
			player := rapid.IntRange(1, drawnPlayers).Draw(t, "player")
			his := map[uuid.UUID]bool{}
			claims, _ := o.store.ClaimsOf(t.Context(), uuid.Nil, []uuid.UUID{person(player)})
			for _, c := range claims {
				his[c.SatelliteID] = true
			}
			if o.answer(player, qualifiers.Declined) != nil {
				continue
			}
			for _, d := range o.last {
				require.True(t, his[d.SatelliteID], "%+v", d)
			}
		}
		held := map[uuid.UUID]int{}
		for id, l := range o.store.lines {
			holders := 0
			for _, c := range o.store.outcomes[id].Claims {
				if c.State == qualifiers.Holds {
					holders++
					held[c.PlayerID]++
				}
			}
			require.LessOrEqual(t, holders, l.Seats)
		}
		for player, seats := range held {
			require.True(t, seats == 1 || o.rules.RepeatQualifier == tour.KeepsOneSeat, "%v has %d seats", player, seats)
		}
	})
}

func TestSeatsDoNotDependOnTheOrderOfReports_R5_4(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rules := ofTour(repeats.Draw(t, "repeat"), tour.Lapses)
		a, b := newOffice(t, rules), newOffice(t, rules)
		for range rapid.IntRange(1, 8).Draw(t, "reports") {
			a.report(drawLine(t))
		}
		var lines []qualifiers.Line
		for satellite := range drawnSatellites {
			if l, found := a.store.lines[sat(satellite+1)]; found {
				lines = append(lines, l)
			}
		}
		b.report(rapid.Permutation(lines).Draw(t, "shuffled")...)
		require.Equal(t, a.store.outcomes, b.store.outcomes)
		require.Equal(t, a.store.list(), b.store.list())
	})
}
