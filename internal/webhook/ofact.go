package webhook

import (
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// statusData is what a change of the registration says. Was is empty for a new satellite.
type statusData struct {
	Act    int64            `json:"act"` // of the log
	Status satellite.Status `json:"status"`
	Was    satellite.Status `json:"was,omitempty"`
}

type entrantsData struct {
	Act      int64         `json:"act"`
	Entrants []entrantData `json:"entrants"`
}

type entrantData struct {
	EntrantID uuid.UUID `json:"entrant_id"`
	PlayerID  uuid.UUID `json:"player_id"`
	Seed      int       `json:"seed,omitempty"` // none before the start
	Present   bool      `json:"present"`
	Standby   bool      `json:"standby"`
	InField   bool      `json:"in_field"`
	Withdrawn bool      `json:"withdrawn"`
}

type roundsData struct {
	Act    int64 `json:"act"`
	Rounds []int `json:"rounds"`
}

type standingsData struct {
	Act       int64 `json:"act"`
	FromRound int   `json:"from_round"` // those after it and after all later ones
}

type resultsData struct {
	Act   int64      `json:"act"`
	Games []gameData `json:"games"`
}

type gameData struct {
	GameID uuid.UUID  `json:"game_id"`
	Round  int        `json:"round"`
	Table  int        `json:"table,omitempty"`
	First  uuid.UUID  `json:"first"` // entrants
	Second *uuid.UUID `json:"second,omitempty"`
	Now    *scoreData `json:"now,omitempty"`
	Was    *scoreData `json:"was,omitempty"`
}

// scoreData is a result as the API takes it: two scores, a forfeit, or the outcome in chess.
type scoreData struct {
	FirstScore    *int           `json:"first_score,omitempty"`
	SecondScore   *int           `json:"second_score,omitempty"`
	FirstPenalty  int            `json:"first_penalty,omitempty"`
	SecondPenalty int            `json:"second_penalty,omitempty"`
	Forfeit       satellite.Side `json:"forfeit,omitempty"`
	Outcome       string         `json:"outcome,omitempty"`
}

// ofAct is what an act on a satellite means to the world: at most one event of each type, in the
// order in which one follows from the other.
func ofAct(s *satellite.Satellite, e satellite.Entry) []notice {
	var all []notice
	add := func(t Type, n int, with any) {
		if n > 0 {
			all = append(all, notice{t, with})
		}
	}
	entrants := ofEntrants(e.Changes.Entrants)
	for _, t := range []Type{EntrantAdded, EntrantChanged, EntrantWithdrawn, EntrantReinstated, EntrantRemoved} {
		add(t, len(entrants[t]), entrantsData{e.Seq, entrants[t]})
	}
	if c := e.Changes.Registration; c != nil && c.After != nil {
		t, was := ofRegistration(*c)
		add(t, 1, statusData{Act: e.Seq, Status: c.After.Status, Was: was})
	}
	rounds := ofRounds(e.Changes)
	for _, t := range []Type{RoundDropped, RoundPaired, RoundOpened} {
		add(t, len(rounds[t]), roundsData{e.Seq, rounds[t]})
	}
	results := ofGames(e.Changes.Games, s.Chess)
	for _, t := range []Type{ResultRecorded, ResultCorrected, ResultCleared} {
		add(t, len(results[t]), resultsData{e.Seq, results[t]})
	}
	add(RoundCompleted, len(rounds[RoundCompleted]), roundsData{e.Seq, rounds[RoundCompleted]})
	for _, watched := range e.Events() {
		if watched.Kind == satellite.StandingEvent {
			add(StandingsChanged, 1, standingsData{e.Seq, watched.Rounds[0]})
		}
	}
	return sortedByCause(all)
}

// sortedByCause puts a new satellite before those who enter it with the same act, as into a Final
// Event, and the end of a satellite behind what led to it: a report of a satellite whose last result
// comes with it.
func sortedByCause(all []notice) []notice {
	place := func(n notice) int {
		status, ofStatus := n.with.(statusData)
		switch {
		case ofStatus && status.Was == "":
			return -1
		case n.is == SatelliteFinished || n.is == SatelliteReported:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(all, func(a, b notice) int { return place(a) - place(b) })
	return all
}

// ofRegistration names the way from one status to the next (docs/states.md).
func ofRegistration(c satellite.Change[satellite.Registration]) (Type, satellite.Status) {
	if c.Before == nil {
		if c.After.Status == satellite.Sanctioned { // a Final Event, which the organiser makes himself
			return SatelliteSanctioned, ""
		}
		return SatelliteProposed, ""
	}
	was, is := c.Before.Status, c.After.Status
	if was == is {
		return SatelliteEdited, was
	}
	switch is {
	case satellite.Proposed:
		return SatelliteProposed, was
	case satellite.Sanctioned:
		if was == satellite.InPlay {
			return SatelliteUnstarted, was
		}
		return SatelliteSanctioned, was
	case satellite.InPlay:
		if was == satellite.Finished {
			return SatelliteResumed, was // the finish was taken back
		}
		return SatelliteStarted, was
	case satellite.Finished:
		if was == satellite.Reported {
			return SatelliteReopened, was
		}
		return SatelliteFinished, was
	case satellite.Reported:
		return SatelliteReported, was
	case satellite.Rejected:
		return SatelliteRejected, was
	case satellite.Cancelled:
		return SatelliteCancelled, was
	}
	return SatelliteEdited, was
}

func ofEntrants(changes []satellite.Change[satellite.Entrant]) map[Type][]entrantData {
	by := map[Type][]entrantData{}
	for _, c := range changes {
		t := EntrantChanged
		e := c.After
		switch {
		case c.Before == nil:
			t = EntrantAdded
		case c.After == nil:
			t, e = EntrantRemoved, c.Before
		case c.After.Withdrawn && !c.Before.Withdrawn:
			t = EntrantWithdrawn
		case c.Before.Withdrawn && !c.After.Withdrawn:
			t = EntrantReinstated
		}
		by[t] = append(by[t], entrantData{
			EntrantID: e.ID, PlayerID: e.PlayerID, Seed: e.Seed, Present: e.Present, Standby: e.Standby, InField: e.InField, Withdrawn: e.Withdrawn,
		})
	}
	return by
}

// ofRounds sorts the rounds that an act has touched. A round is paired where it is new or somebody
// in it meets another, or sits elsewhere, than before.
func ofRounds(c satellite.Changes) map[Type][]int {
	by := map[Type][]int{}
	paired, dropped := map[int]bool{}, map[int]bool{}
	for _, r := range c.Rounds {
		switch {
		case r.After == nil:
			dropped[r.Before.Number] = true
			by[RoundDropped] = append(by[RoundDropped], r.Before.Number)
			continue
		case r.Before == nil:
			paired[r.After.Number] = true
		case r.Before.State == satellite.Planned && r.After.State != satellite.Planned:
			by[RoundOpened] = append(by[RoundOpened], r.After.Number)
		}
		if r.After.State == satellite.Complete && (r.Before == nil || r.Before.State != satellite.Complete) {
			by[RoundCompleted] = append(by[RoundCompleted], r.After.Number)
		}
	}
	for _, g := range c.Games {
		switch {
		case g.After == nil:
			paired[g.Before.Round] = true
		case g.Before == nil || g.Before.First != g.After.First || g.Before.Second != g.After.Second || g.Before.Table != g.After.Table:
			paired[g.After.Round] = true
		}
	}
	for _, round := range slices.Sorted(maps.Keys(paired)) {
		if !dropped[round] {
			by[RoundPaired] = append(by[RoundPaired], round)
		}
	}
	return by
}

func ofGames(changes []satellite.Change[satellite.Game], chess bool) map[Type][]gameData {
	by := map[Type][]gameData{}
	for _, c := range changes {
		was, now := scoreOf(c.Before, chess), scoreOf(c.After, chess)
		t, g := ResultRecorded, c.After
		switch {
		case was == nil && now == nil, was != nil && now != nil && was.same(*now):
			continue
		case now == nil:
			t = ResultCleared
			if g == nil {
				g = c.Before
			}
		case was != nil:
			t = ResultCorrected
		}
		by[t] = append(by[t], gameData{
			GameID: g.ID, Round: g.Round, Table: g.Table, First: g.First, Second: some(g.Second), Now: now, Was: was,
		})
	}
	return by
}

// scoreOf is the result of a game, nil where it has none or is a bye, which nobody has played.
func scoreOf(g *satellite.Game, chess bool) *scoreData {
	if g == nil || !g.Decided() || g.Second == uuid.Nil {
		return nil
	}
	r := &scoreData{Forfeit: g.Forfeits}
	switch {
	case g.Kind != standings.Game || g.Score == nil:
	case chess && g.Score.First == g.Score.Second:
		r.Outcome = "draw"
	case chess && g.Score.First > g.Score.Second:
		r.Outcome = string(satellite.First)
	case chess:
		r.Outcome = string(satellite.Second)
	default:
		first, second := g.Score.First, g.Score.Second
		r.FirstScore, r.SecondScore = &first, &second
		r.FirstPenalty, r.SecondPenalty = g.Score.FirstPenalty, g.Score.SecondPenalty
	}
	return r
}

func (r scoreData) same(o scoreData) bool {
	return r.Forfeit == o.Forfeit && r.Outcome == o.Outcome && r.FirstPenalty == o.FirstPenalty && r.SecondPenalty == o.SecondPenalty &&
		sameInt(r.FirstScore, o.FirstScore) && sameInt(r.SecondScore, o.SecondScore)
}

func sameInt(a, b *int) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }
