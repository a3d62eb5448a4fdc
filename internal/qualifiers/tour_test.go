package qualifiers_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/tour"
)

var firstDay = civil.New(2026, time.March, 1)

// sat is the id of a satellite, person of a player: far enough apart to be told from each other.
func sat(n int) uuid.UUID    { return id(50_000 + n) }
func person(n int) uuid.UUID { return id(n) }

func entrant(satellite, player int) uuid.UUID {
	return uuid.UUID{0: 1, 13: byte(satellite), 15: byte(player)}
}

// lineOf is a satellite on the day so many days after the first, with its players in their order.
func lineOf(satellite, day, seats int, players ...int) qualifiers.Line {
	l := qualifiers.Line{
		SatelliteID: sat(satellite), Satellite: fmt.Sprintf("Satellite %d", satellite), EndsOn: firstDay.AddDays(day),
		Players: len(players), Rounds: 6, Seats: seats,
	}
	for i, p := range players {
		l.Standing = append(l.Standing, qualifiers.Standing{
			Rank: i + 1, EntrantID: entrant(satellite, p), PlayerID: person(p), Name: fmt.Sprintf("Player %03d", p),
			HalfPoints: max(0, 12-i), Spread: 500 - 10*i - p, Rating: 1000 + 7*p%400, Eligible: true,
		})
	}
	return l
}

// tied makes the players of a line from one place to another equal.
func tied(l qualifiers.Line, from, to int) qualifiers.Line {
	for i := from - 1; i < to; i++ {
		l.Standing[i].Rank, l.Standing[i].Tied = from, true
	}
	return l
}

// ofTour are the rules of a tour by its two settings.
func ofTour(repeat tour.RepeatQualifier, declined tour.DeclinedSeat) tour.Rules {
	rules := tour.DefaultRules(tour.NAST)
	rules.RepeatQualifier, rules.DeclinedSeat = repeat, declined
	return rules
}

// office is a tour with its organiser at work.
type office struct {
	t     require.TestingT
	rules tour.Rules
	store *memory
	now   time.Time
	last  []qualifiers.Difference // what the last act changed
}

func newOffice(t require.TestingT, rules tour.Rules) *office {
	return &office{t: t, rules: rules, store: newMemory(), now: time.Date(2026, time.June, 1, 12, 0, 0, 0, time.UTC)}
}

func (o *office) register() *qualifiers.Register {
	return &qualifiers.Register{Store: o.store, Now: func() time.Time { return o.now }}
}

func (o *office) refresh(change qualifiers.Change) {
	o.now = o.now.Add(5 * time.Hour)
	differences, err := o.register().Refresh(context.Background(), uuid.Nil, o.rules, change)
	require.NoError(o.t, err)
	o.last = differences
}

func (o *office) report(lines ...qualifiers.Line) {
	for _, l := range lines {
		o.store.lines[l.SatelliteID] = l
		o.refresh(qualifiers.Change{Satellites: []uuid.UUID{l.SatelliteID}})
	}
}

func (o *office) drop(satellite int) {
	delete(o.store.lines, sat(satellite))
	o.refresh(qualifiers.Change{Satellites: []uuid.UUID{sat(satellite)}})
}

// answer records what a player says, if he has anything to answer.
func (o *office) answer(player int, answer qualifiers.Answer) error {
	ctx := context.Background()
	who := []uuid.UUID{o.store.person(person(player))}
	replies, _ := o.store.Replies(ctx, uuid.Nil, who)
	claims, _ := o.store.ClaimsOf(ctx, uuid.Nil, who)
	latest := civil.Date{}
	for _, l := range o.store.lines {
		if l.EndsOn.After(latest) {
			latest = l.EndsOn
		}
	}
	o.now = o.now.Add(time.Hour)
	recorded, err := qualifiers.Answering{Replies: replies, Claims: claims}.Answer(qualifiers.Reply{
		ID: id(len(o.store.replies) + 1), PlayerID: who[0], Answer: answer, At: o.now, Day: qualifiers.AnswerDay(o.now, latest),
		Via: qualifiers.ByOrganiser, By: "organiser",
	})
	if err != nil {
		return err
	}
	o.save(recorded...)
	o.refresh(qualifiers.Change{Players: who})
	return nil
}

func (o *office) save(recorded ...qualifiers.Reply) {
	for _, r := range recorded {
		i := slices.IndexFunc(o.store.replies, func(k qualifiers.Reply) bool { return k.ID == r.ID })
		if i < 0 {
			o.store.replies = append(o.store.replies, r)
			continue
		}
		r.PlayerID = o.store.replies[i].PlayerID // as it was recorded, whoever he is now
		o.store.replies[i] = r
	}
}

func (o *office) takeBack(player int) {
	who := []uuid.UUID{o.store.person(person(player))}
	replies, _ := o.store.Replies(context.Background(), uuid.Nil, who)
	if back, any := qualifiers.TakeBack(replies, o.now, "organiser"); any {
		o.save(back)
	}
	o.refresh(qualifiers.Change{Players: who})
}

func (o *office) rule(satellite, player int, verdict qualifiers.Verdict) error {
	r, err := qualifiers.Rule(o.store.outcomes[sat(satellite)].Claims, qualifiers.Ruling{
		ID: id(len(o.store.rulings) + 1), SatelliteID: sat(satellite), PlayerID: person(player), Verdict: verdict,
		At: o.now, By: "organiser", Reason: "told on the telephone",
	})
	if err != nil {
		return err
	}
	o.store.rulings = append(o.store.rulings, r)
	o.refresh(qualifiers.Change{Satellites: []uuid.UUID{sat(satellite)}})
	return nil
}

// merge makes two persons one, split takes it back.
func (o *office) merge(keeps, gives int) {
	o.store.persons[person(gives)] = person(keeps)
	o.refresh(qualifiers.Change{Players: []uuid.UUID{person(keeps), person(gives)}})
}

func (o *office) split(keeps, gives int) {
	delete(o.store.persons, person(gives))
	o.refresh(qualifiers.Change{Players: []uuid.UUID{person(keeps), person(gives)}})
}

// seats are the claims of a satellite in short: "1", "2 given_up", "4 called".
func (o *office) seats(satellite int) []string {
	return inShort(o.store.outcomes[sat(satellite)].Claims)
}

func inShort(claims []qualifiers.Claim) []string {
	short := []string{}
	for _, c := range claims {
		text := fmt.Sprint(int(c.PlayerID[14])<<8 + int(c.PlayerID[15]))
		if c.How == qualifiers.NextInLine {
			text += " called"
		}
		if c.State != qualifiers.Holds {
			text += " " + string(c.State)
		}
		short = append(short, text)
	}
	return short
}

// sound checks what is kept against a computation from nothing.
func (o *office) sound() {
	fresh := o.store.fromNothing()
	register := qualifiers.Register{Store: fresh, Now: func() time.Time { return o.now }}
	_, err := register.Rebuild(context.Background(), uuid.Nil, o.rules)
	require.NoError(o.t, err)
	require.Equal(o.t, fresh.outcomes, o.store.outcomes)
	require.Equal(o.t, fresh.list(), o.store.list())

	version := o.store.version
	differences, err := o.register().Rebuild(context.Background(), uuid.Nil, o.rules)
	require.NoError(o.t, err)
	require.Empty(o.t, differences, "a rebuild finds nothing different")
	require.Equal(o.t, version, o.store.version)
}

func must(t *testing.T, err error) {
	t.Helper()
	require.NoError(t, err)
}
