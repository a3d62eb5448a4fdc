package main

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/nast-tour/nast/api"
)

// pair makes the rounds up to n: seeds 1-2, 3-4 ..., an odd last one has the bye.
func (f *fake) pair(s *event, n int) *api.Round {
	for len(s.rounds) < n {
		round := &api.Round{Round: len(s.rounds) + 1, Method: api.RoundMethodPreset, State: api.RoundStatePlanned, Games: []api.Game{}}
		for i := 0; i < len(s.entrants); i += 2 {
			g := api.Game{
				ID: f.id(), Round: round.Round, Kind: api.GameKindGame, Why: "by the table", Etag: `"1"`,
				First: api.Side{EntrantID: s.entrants[i].ID, Seed: i + 1, Name: s.entrants[i].Name},
			}
			if i+1 < len(s.entrants) {
				table := i/2 + 1
				g.Table = &table
				g.Second = &api.Opponent{EntrantID: s.entrants[i+1].ID, Seed: i + 2, Name: s.entrants[i+1].Name}
			} else {
				g.Kind = api.GameKindBye
			}
			round.Games = append(round.Games, g)
		}
		s.rounds = append(s.rounds, round)
	}
	return s.rounds[n-1]
}

func (f *fake) round(w http.ResponseWriter, r *http.Request, s *event) {
	n, _ := strconv.Atoi(r.PathValue("n"))
	if r.Method == http.MethodGet && n > len(s.rounds) {
		refuse(w, 404, "round_unknown", fmt.Sprintf("Round %d is not paired.", n), nil)
		return
	}
	answer(w, 200, f.pair(s, n))
}

// enterResult writes a result into a game; a margin of 300 or more is warned about.
func enterResult(round *api.Round, g *api.Game, res api.Result) {
	g.FirstScore, g.SecondScore, g.Forfeit = res.FirstScore, res.SecondScore, res.Forfeit
	g.FirstPenalty, g.SecondPenalty = value(res.FirstPenalty), value(res.SecondPenalty)
	version, _ := strconv.Atoi(strings.Trim(g.Etag, `"`))
	g.Etag = fmt.Sprintf("%q", strconv.Itoa(version+1))
	g.Warnings = nil
	if g.FirstScore != nil && max(*g.FirstScore-*g.SecondScore, *g.SecondScore-*g.FirstScore) >= 300 {
		g.Warnings = &[]api.Warning{{Code: "large_margin", Detail: "A margin of 300 or more is rare."}}
	}
	round.State = api.RoundStateOpen
	if t := tally(round); len(t.missing) == 0 {
		round.State = api.RoundStateComplete
	}
}

func (f *fake) putResult(w http.ResponseWriter, r *http.Request, s *event) {
	for _, round := range s.rounds {
		for i := range round.Games {
			g := &round.Games[i]
			if g.ID.String() != r.PathValue("game") {
				continue
			}
			if match := r.Header.Get("If-Match"); match != "" && match != g.Etag {
				refuse(w, 412, "version_conflict", "Somebody else changed it.", map[string]any{"current": g})
				return
			}
			var res api.Result
			if r.Method == http.MethodPut {
				res = read[api.Result](r)
			}
			if res.FirstScore != nil && *res.FirstScore > 1999 {
				refuse(w, 400, "invalid_request", "Not valid.", map[string]any{
					"errors": []any{map[string]any{"pointer": "/first_score", "code": "out_of_range", "detail": "must be at most 1999"}},
				})
				return
			}
			if r.URL.Query().Get("preview") == "true" {
				answer(w, 200, s.preview())
				return
			}
			corrected := hasResult(g)
			enterResult(round, g, res)
			g.WouldDiffer = nil
			if corrected && len(s.differ) > 0 {
				g.WouldDiffer = &s.differ
			}
			answer(w, 200, g)
			return
		}
	}
	refuse(w, 404, "not_found", "There is no such game.", nil)
}

func (f *fake) putResults(w http.ResponseWriter, r *http.Request, s *event) {
	n, _ := strconv.Atoi(r.PathValue("n"))
	round := f.pair(s, n)
	for _, res := range read[api.RoundResults](r).Results {
		for i := range round.Games {
			if g := &round.Games[i]; value(g.Table) == *res.Table {
				enterResult(round, g, api.Result{
					FirstScore: res.FirstScore, SecondScore: res.SecondScore, Forfeit: res.Forfeit,
					FirstPenalty: res.FirstPenalty, SecondPenalty: res.SecondPenalty,
				})
			}
		}
	}
	answer(w, 200, round)
}

func (s *event) standings() api.Standings {
	st := api.Standings{AfterRound: len(s.rounds), Standings: []api.Standing{}}
	for i, e := range s.entrants {
		st.Standings = append(st.Standings, api.Standing{
			Rank: i + 1, EntrantID: e.ID, Seed: i + 1, Name: e.Name, Rating: e.Rating, Wins: 4, Losses: 1, Draws: 1, Points: 4.5, Spread: 100 - i,
		})
	}
	return st
}

// makeReport gives the seat to the first seed; satellites of 5 had a tie to decide.
func (f *fake) makeReport(w http.ResponseWriter, _ *http.Request, s *event) {
	if len(s.report.UnresolvedTies) > 0 {
		refuse(w, 409, "ties_unresolved", "Decide the ties first.", nil)
		return
	}
	s.Status = api.Reported
	first := s.entrants[0]
	usd := func(cents int64) api.Money { return api.Money{Amount: cents, Currency: "USD"} }
	at := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	s.report.Frozen, s.report.ReportedAt, s.report.Players = true, &at, len(s.entrants)
	s.report.Qualifiers = []api.ReportQualifier{{Rank: 1, EntrantID: first.ID, PlayerID: first.PlayerID, Name: first.Name, Points: 6, Spread: 400}}
	s.report.Carryover = api.ReportCarryover{Base: usd(3000 * int64(len(s.entrants))), Due: usd(1200 * int64(len(s.entrants))), Formula: "40.00% of entry fees"}
	answer(w, 200, s.report)
}

func (f *fake) qualifiers(w http.ResponseWriter, r *http.Request) {
	at := time.Date(2026, 5, 1, 12, 30, 0, 0, time.UTC)
	list := api.QualifierList{AsOf: &at, Version: 7, Items: []api.Qualifier{}}
	for _, s := range f.satellites {
		if s.Status != api.Reported || s.Tour != r.PathValue("slug") {
			continue
		}
		q := s.report.Qualifiers[0]
		seat := api.Seat{SatelliteID: s.ID, Satellite: s.Name, Rank: 1, Players: s.report.Players, Rounds: 6, Points: 6, Spread: 400}
		list.Items = append(list.Items, api.Qualifier{
			Position: len(list.Items) + 1, PlayerID: q.PlayerID, Name: q.Name, Seats: 1, Best: seat, Satellites: []api.Seat{seat}, Answer: api.AnswerNoAnswer,
		})
	}
	answer(w, 200, list)
}

func (f *fake) dues(w http.ResponseWriter, _ *http.Request) {
	var all []api.Due
	zero := api.Money{Currency: "USD"}
	for _, s := range f.satellites {
		if s.Status == api.Reported {
			due := s.report.Carryover.Due
			all = append(all, api.Due{SatelliteID: s.ID, Satellite: s.Name, Due: due, Outstanding: due, Announced: zero, Received: zero, Waived: zero, Status: api.DueStatusOpen})
		}
	}
	page(w, all)
}
