package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// pairWatch holds the rounds as they were before an act, so that the director can be told which
// pairs it changed. What changes is the service's to decide; here it is only compared.
type pairWatch struct {
	*app
	service   *client.Service
	satellite *api.Satellite
	before    []api.Round
}

// watchPairs reads the rounds before an act; nothing is read where nothing would be told.
func (a *app) watchPairs(ctx context.Context, service *client.Service, s *api.Satellite) (*pairWatch, error) {
	w := &pairWatch{app: a, service: service, satellite: s}
	if a.json || a.quiet || s.Status != api.InPlay {
		return w, nil
	}
	var err error
	w.before, err = client.Collect(service.Rounds(ctx, s.ID))
	return w, err
}

// tell says which pairs are others now, and whether the rounds to come are paired with those who
// were named.
func (w *pairWatch) tell(ctx context.Context, who []api.Entrant) error {
	if w.quiet {
		return nil
	}
	after, err := client.Collect(w.service.Rounds(ctx, w.satellite.ID))
	if err != nil {
		return err
	}
	changes := pairChanges(w.before, after)
	w.sayChanges(changes)
	if len(changes) == 0 && len(after) > 0 {
		w.say("  No pair changes in the rounds that are paired.")
	}
	if len(after) < w.satellite.Rounds {
		w.sayToCome(roundsFrom(len(after)+1, w.satellite.Rounds), who)
	}
	return nil
}

func (a *app) sayToCome(rounds string, who []api.Entrant) {
	var with, without []string
	for _, e := range who {
		switch {
		case e.Withdrawn:
			without = append(without, display.Clean(fullName(e)))
		case e.InField:
			with = append(with, display.Clean(fullName(e)))
		}
	}
	if len(with) > 0 {
		a.say("  %s will be paired with %s.", rounds, few(with))
	}
	if len(without) > 0 {
		a.say("  %s will be paired without %s.", rounds, few(without))
	}
}

func roundsFrom(first, last int) string {
	if first == last {
		return fmt.Sprintf("Round %d", last)
	}
	return fmt.Sprintf("Rounds %d to %d", first, last)
}

// pairChange is what an act did to the pairs of one round.
type pairChange struct {
	round     api.Round  // as it is now
	gone, now []api.Game // pairs, byes and rounds missed that are not any more, and that are new
	moved     []string   // tables of pairs that stayed: "5 to 4"
}

// placing names a game by its players, who starts, and whether it is played; not by its result.
type placing struct {
	first, second uuid.UUID
	kind          api.GameKind
	forfeit       api.ForfeitSide
}

func placingOf(g *api.Game) placing {
	return placing{g.First.EntrantID, value(g.Second).EntrantID, g.Kind, value(g.Forfeit)}
}

// pairChanges compares rounds before and after an act, in order.
func pairChanges(before, after []api.Round) []pairChange {
	was := map[int]api.Round{}
	for _, r := range before {
		was[r.Round] = r
	}
	var changes []pairChange
	for _, r := range after {
		if c := changeOf(was[r.Round], r); len(c.gone)+len(c.now)+len(c.moved) > 0 {
			changes = append(changes, c)
		}
		delete(was, r.Round)
	}
	for _, r := range before { // a round can be gone altogether, when its pairing is taken back
		if _, gone := was[r.Round]; gone {
			changes = append(changes, changeOf(r, api.Round{Round: r.Round}))
		}
	}
	return changes
}

func changeOf(was, now api.Round) pairChange {
	c := pairChange{round: now}
	tables := map[placing]*int{}
	for _, g := range was.Games {
		tables[placingOf(&g)] = g.Table
	}
	for _, g := range byTable(now.Games) {
		key := placingOf(&g)
		table, stays := tables[key]
		switch {
		case !stays:
			c.now = append(c.now, g)
		case value(table) != value(g.Table):
			c.moved = append(c.moved, number(table)+" to "+number(g.Table))
		}
		delete(tables, key)
	}
	for _, g := range byTable(was.Games) {
		if _, gone := tables[placingOf(&g)]; gone {
			c.gone = append(c.gone, g)
		}
	}
	return c
}

// sayChanges writes the pairs that were, and those that are, round by round.
func (a *app) sayChanges(changes []pairChange) {
	for _, c := range changes {
		a.say("  Round %d%s", c.round.Round, mark(c.round.State != "", " ("+string(c.round.State)+")"))
		for _, g := range c.gone {
			a.say("    was  %s", placeLine(&g))
		}
		for _, g := range c.now {
			a.say("    now  %s", placeLine(&g)+whyNow(&g))
		}
		if len(c.moved) > 0 {
			a.say("    tables move: %s", strings.Join(c.moved, ", "))
		}
	}
}

// whyNow adds why a pair meets now. A table that stands and is forfeited needs no more words.
func whyNow(g *api.Game) string {
	if g.Why == "" || g.Second != nil && g.Forfeit != nil {
		return ""
	}
	return ". " + display.Clean(g.Why)
}

// placeLine says where somebody sits and against whom, has a bye, or misses the round.
func placeLine(g *api.Game) string {
	first := display.Clean(seeded(g.First.Name, g.First.Seed))
	switch {
	case g.Second != nil:
		line := fmt.Sprintf("table %s: %s - %s", number(g.Table), first, display.Clean(seeded(g.Second.Name, g.Second.Seed)))
		if g.Forfeit != nil {
			line += ", " + scoreLine(g)
		}
		return line
	case g.Kind == api.GameKindBye:
		return first + " has the bye"
	case g.Kind == api.GameKindHalfPointBye, g.Kind == api.GameKindZeroPointBye:
		return first + " has a " + byeWords(g.Kind)
	}
	return first + " misses the round"
}
