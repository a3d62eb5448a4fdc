package main

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
)

// hallRoutes are what happens in the hall besides results. Whoever withdraws misses every planned
// round and leaves his opponent the bye; whoever enters late misses every round that is paired.
func (f *fake) hallRoutes(one func(pattern string, do func(w http.ResponseWriter, r *http.Request, s *event))) {
	entrant := func(pattern string, do func(r *http.Request, s *event, e *api.Entrant)) {
		one(pattern, func(w http.ResponseWriter, r *http.Request, s *event) {
			i := slices.IndexFunc(s.entrants, func(e api.Entrant) bool { return e.ID.String() == r.PathValue("entrant") })
			do(r, s, &s.entrants[i])
			answer(w, 200, s.entrants[i])
		})
	}
	entrant("POST /entrants/{entrant}/check-in", func(_ *http.Request, s *event, e *api.Entrant) {
		e.Present = true
		if s.Status == api.InPlay && !e.InField {
			f.enterLate(s, e)
		}
	})
	entrant("POST /entrants/{entrant}/withdraw", func(_ *http.Request, s *event, e *api.Entrant) {
		if s.Status != api.InPlay {
			e.Present = false
			return
		}
		e.Withdrawn, e.Eligible = true, false
		f.leave(s, e.ID)
	})
	entrant("POST /entrants/{entrant}/reinstate", func(_ *http.Request, _ *event, e *api.Entrant) { e.Withdrawn, e.Eligible = false, true })
	entrant("POST /entrants/{entrant}/eligible", func(r *http.Request, _ *event, e *api.Entrant) {
		e.Eligible = read[api.EligibilityDecision](r).Eligible
	})
	entrant("PATCH /entrants/{entrant}", func(r *http.Request, _ *event, e *api.Entrant) {
		e.ReservedTable = read[api.EntrantPatch](r).ReservedTable
	})
	one("GET /rounds/{n}/codes", f.codes)
	one("POST /rounds/{n}/swap", f.swap)
	one("POST /undo", f.undo)
	one("POST /reopen", func(w http.ResponseWriter, _ *http.Request, s *event) {
		s.Status = api.Finished
		answer(w, 200, s.Satellite)
	})
	one("GET /verify", func(w http.ResponseWriter, _ *http.Request, s *event) { answer(w, 200, s.verified) })
	one("GET /log", func(w http.ResponseWriter, _ *http.Request, s *event) { page(w, s.acts) })
}

// act adds an act to the log of a satellite.
func (s *event) act(name string, changes ...api.LogChange) {
	s.acts = append(s.acts, api.LogEntry{
		Seq: int64(len(s.acts) + 1), Act: name, Actor: api.Actor{Name: "Dora", Role: api.RoleDirector},
		Changes: append([]api.LogChange{}, changes...),
	})
}

func (f *fake) enterLate(s *event, e *api.Entrant) {
	next := len(s.rounds) + 1
	e.InField, e.JoinedFor = true, &next
	side := api.ForfeitSideFirst
	for _, round := range s.rounds {
		round.Games = append(round.Games, api.Game{
			ID: f.id(), Round: round.Round, Kind: api.GameKindForfeit, Forfeit: &side, Why: "Entered late: missed.", Etag: `"1"`,
			First: api.Side{EntrantID: e.ID, Seed: *e.Seed, Name: e.Name},
		})
	}
}

func (f *fake) leave(s *event, id uuid.UUID) {
	side := api.ForfeitSideFirst
	for _, round := range s.rounds {
		for i := range round.Games {
			g := &round.Games[i]
			if g.First.EntrantID != id || g.Second == nil || round.State != api.RoundStatePlanned {
				continue
			}
			stays := api.Side(*g.Second)
			g.Second, g.Table, g.Kind, g.Forfeit, g.Why = nil, nil, api.GameKindForfeit, &side, "Withdrawn: missed."
			round.Games = append(round.Games, api.Game{
				ID: f.id(), Round: round.Round, Kind: api.GameKindBye, Why: "Left without an opponent.", Etag: `"1"`, First: stays,
			})
		}
	}
}

// codes gives the players of a round codes by their seed: "ABCD-0001".
func (f *fake) codes(w http.ResponseWriter, r *http.Request, s *event) {
	n, _ := strconv.Atoi(r.PathValue("n"))
	var codes []api.Code
	for _, g := range f.pair(s, n).Games {
		if g.Second == nil {
			continue
		}
		for _, side := range []api.Side{g.First, api.Side(*g.Second)} {
			codes = append(codes, api.Code{
				Code: fmt.Sprintf("ABCD-%04d", side.Seed), GameID: g.ID, Table: *g.Table, EntrantID: side.EntrantID, Seed: side.Seed, Name: side.Name,
			})
		}
	}
	page(w, codes)
}

// swap lets two players change places.
func (f *fake) swap(w http.ResponseWriter, r *http.Request, s *event) {
	n, _ := strconv.Atoi(r.PathValue("n"))
	body := read[api.Swap](r)
	round := f.pair(s, n)
	seats := map[uuid.UUID]*api.Side{}
	for i := range round.Games {
		g := &round.Games[i]
		seats[g.First.EntrantID] = &g.First
		if g.Second != nil {
			seats[g.Second.EntrantID] = (*api.Side)(g.Second)
		}
		if mine := seats[body.A] == &g.First || seats[body.B] == &g.First; mine {
			g.Why = "Changed by the director: " + body.Reason
		}
	}
	*seats[body.A], *seats[body.B] = *seats[body.B], *seats[body.A]
	round.Warnings = &[]api.Warning{{Code: "not_by_rule", Detail: "The rule would pair otherwise."}}
	answer(w, 200, round)
}

// undo takes nothing back but says so in the log.
func (f *fake) undo(w http.ResponseWriter, _ *http.Request, s *event) {
	s.act("undo")
	answer(w, 200, s.Satellite)
}

// preview lets the first two change places, and names what the event says would differ.
func (s *event) preview() api.Preview {
	then := s.standings().Standings
	if len(then) > 1 {
		then[0].Spread, then[1].Spread = then[1].Spread, then[0].Spread
		then[0].Rank, then[1].Rank = 2, 1
		then[0], then[1] = then[1], then[0]
	}
	qualifier := func(e api.Entrant) []api.ReportQualifier {
		return []api.ReportQualifier{{Rank: 1, EntrantID: e.ID, PlayerID: e.PlayerID, Name: e.Name}}
	}
	return api.Preview{
		Standings: then, WouldDiffer: slices.Concat([]api.Differ{}, s.differ),
		Qualifiers: &api.QualifierChange{Now: qualifier(s.entrants[0]), Then: qualifier(s.entrants[1])},
	}
}

// gameChange is a change of a game in the log, as the service writes it.
func gameChange(round, table int) api.LogChange {
	after := map[string]any{"round": round, "table": table}
	return api.LogChange{Kind: api.LogChangeKindGame, ID: fmt.Sprint(table), After: &after}
}
