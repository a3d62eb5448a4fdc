package satellite

import (
	"maps"
	"slices"

	"github.com/nast-tour/nast/internal/standings"
)

// EventKind is what a screen in the hall, or a phone, wants to know of.
type EventKind string

// The kinds of events.
const (
	PairingEvent  EventKind = "pairing"  // rounds have other pairs or were opened
	ResultEvent   EventKind = "result"   // games have other results
	StandingEvent EventKind = "standing" // the standings from a round on are others
	StatusEvent   EventKind = "status"   // the satellite itself has come further
)

// Event says that something of a satellite is no longer as it was; whoever
// needs more asks for it.
type Event struct {
	Kind   EventKind
	Rounds []int  // of pairings and results, in order; of standings the first
	Status Status // of the satellite, for StatusEvent
}

// Events are what an act means to those who watch: at most one of each kind.
func (e Entry) Events() []Event {
	pairings, results := map[int]bool{}, map[int]bool{}
	for _, c := range e.Changes.Rounds {
		if r := either(c); c.Before == nil || c.After == nil || c.Before.State == Planned != (c.After.State == Planned) {
			pairings[r.Number] = true
		}
	}
	for _, c := range e.Changes.Games {
		g := either(c)
		if c.Before == nil || c.After == nil || c.Before.First != c.After.First || c.Before.Second != c.After.Second || c.Before.Table != c.After.Table {
			pairings[g.Round] = true
		}
		if counts(c.Before) != counts(c.After) {
			results[g.Round] = true
		}
	}
	var events []Event
	if r := e.Changes.Registration; r != nil && r.After != nil && (r.Before == nil || r.Before.Status != r.After.Status) {
		events = append(events, Event{Kind: StatusEvent, Status: r.After.Status})
	}
	if len(pairings) > 0 {
		events = append(events, Event{Kind: PairingEvent, Rounds: slices.Sorted(maps.Keys(pairings))})
	}
	if len(results) > 0 {
		rounds := slices.Sorted(maps.Keys(results))
		events = append(events, Event{Kind: ResultEvent, Rounds: rounds}, Event{Kind: StandingEvent, Rounds: rounds[:1]})
	}
	return events
}

func either[T any](c Change[T]) T {
	if c.After != nil {
		return *c.After
	}
	return *c.Before
}

// outcome is what counts of a game for the standings.
type outcome struct {
	kind     standings.Kind
	forfeits Side
	score    Score
	decided  bool
}

func counts(g *Game) outcome {
	if g == nil || !g.Decided() || g.Kind == standings.Bye {
		return outcome{}
	}
	o := outcome{kind: g.Kind, forfeits: g.Forfeits, decided: true}
	if g.Score != nil {
		o.score = *g.Score
	}
	return o
}
