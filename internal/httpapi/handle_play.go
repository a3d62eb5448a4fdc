package httpapi

import (
	"context"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// ListRounds lists the rounds that are paired.
func (h *handlers) ListRounds(ctx context.Context, r ListRoundsRequestObject) (ListRoundsResponseObject, error) {
	if err := touch(ctx, r.SatelliteID); err != nil {
		return nil, err
	}
	s, err := h.Satellites.Get(ctx, r.SatelliteID)
	if err != nil {
		return nil, err
	}
	from, err := after[roundPosition](ctx, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	rounds := s.Rounds[max(0, min(from.Number, len(s.Rounds))):] // a cursor may be forged
	rounds, next, err := cut(ctx, rounds, limitOf(r.Params.Limit), func(r satellite.Round) any { return roundPosition{r.Number} })
	return ListRounds200JSONResponse{Items: listOf(rounds, newRoster(s).round), NextCursor: next}, err
}

type roundPosition struct {
	Number int `json:"r"`
}

// GetRound reads the pairs and results of one round.
func (h *handlers) GetRound(ctx context.Context, r GetRoundRequestObject) (GetRoundResponseObject, error) {
	if err := touch(ctx, r.SatelliteID); err != nil {
		return nil, err
	}
	s, err := h.Satellites.Get(ctx, r.SatelliteID)
	answer, err := roundAnswer(s, r.Round, err)
	return GetRound200JSONResponse{answer}, err
}

// OpenRound gives out the pairs of a round.
func (h *handlers) OpenRound(ctx context.Context, r OpenRoundRequestObject) (OpenRoundResponseObject, error) {
	s, err := h.Satellites.OpenRound(ctx, r.SatelliteID, r.Round, reasonOf(r.Body))
	answer, err := roundAnswer(s, r.Round, err)
	return OpenRound200JSONResponse{answer}, err
}

// PairRound pairs a round by its rule.
func (h *handlers) PairRound(ctx context.Context, r PairRoundRequestObject) (PairRoundResponseObject, error) {
	pair := h.Satellites.PairRound
	if orZero(r.Params.Repair) {
		pair = h.Satellites.Repair
	}
	s, err := pair(ctx, r.SatelliteID, r.Round, reasonOf(r.Body))
	answer, err := roundAnswer(s, r.Round, err)
	if err == nil {
		answer.Warnings = toWarnings(s.RoundWarnings(r.Round))
	}
	return PairRound200JSONResponse{answer}, err
}

// PutRoundResults enters several results of a round, all or nothing.
func (h *handlers) PutRoundResults(ctx context.Context, r PutRoundResultsRequestObject) (PutRoundResultsResponseObject, error) {
	if err := touch(ctx, r.SatelliteID); err != nil {
		return nil, err
	}
	results := listOf(r.Body.Results, func(line api.RoundResult) satellite.RoundResult {
		return satellite.RoundResult{
			Table: orZero(line.Table), FirstSeed: orZero(line.FirstSeed), SecondSeed: orZero(line.SecondSeed),
			ResultInput: satellite.ResultInput{
				First: line.FirstScore, Second: line.SecondScore, FirstPenalty: orZero(line.FirstPenalty),
				SecondPenalty: orZero(line.SecondPenalty), Forfeits: satellite.Side(orZero(line.Forfeit)),
				Outcome: satellite.GameOutcome(orZero(line.Outcome)),
			},
		}
	})
	s, scored, err := h.Satellites.SetRoundResults(ctx, r.SatelliteID, r.Round, results)
	answer, err := roundAnswer(s, r.Round, err)
	answer.Warnings = toWarnings(scored.Warnings)
	if len(scored.Differ) > 0 {
		answer.WouldDiffer = ptr(listOf(scored.Differ, toDiffer))
	}
	return PutRoundResults200JSONResponse{answer}, err
}

// GetGame reads one game.
func (h *handlers) GetGame(ctx context.Context, r GetGameRequestObject) (GetGameResponseObject, error) {
	if err := touch(ctx, r.SatelliteID); err != nil {
		return nil, err
	}
	s, err := h.Satellites.Get(ctx, r.SatelliteID)
	answer, err := gameAnswer(s, r.GameID, err)
	return GetGame200JSONResponse{answer}, err
}

// PutResult enters or corrects the result of a game.
func (h *handlers) PutResult(ctx context.Context, r PutResultRequestObject) (PutResultResponseObject, error) {
	m, err := h.scoring(ctx, r.SatelliteID, r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	b := r.Body
	in := satellite.ResultInput{
		First: b.FirstScore, Second: b.SecondScore, FirstPenalty: orZero(b.FirstPenalty), SecondPenalty: orZero(b.SecondPenalty),
		Forfeits: satellite.Side(orZero(b.Forfeit)), Outcome: satellite.GameOutcome(orZero(b.Outcome)),
	}
	if orZero(r.Params.Preview) {
		effect, err := h.Satellites.Preview(ctx, r.SatelliteID, r.GameID, in)
		if err != nil {
			return nil, err
		}
		return PutResult200JSONResponse{Body: api.ResultAnswer{Preview: ptr(toPreview(effect))}}, nil
	}
	s, scored, err := h.Satellites.SetResult(ctx, r.SatelliteID, r.GameID, in, orZero(b.Reason), m)
	answer, err := gameAnswer(s, r.GameID, err)
	if err != nil {
		return nil, withCurrent(err, currentGame)
	}
	answer.Body.Warnings = toWarnings(scored.Warnings)
	if len(scored.Differ) > 0 {
		answer.Body.WouldDiffer = ptr(listOf(scored.Differ, toDiffer))
	}
	return PutResult200JSONResponse{
		Body: api.ResultAnswer{Game: &answer.Body}, Headers: PutResult200ResponseHeaders(answer.Headers),
	}, nil
}

func toPreview(e satellite.Effect) api.Preview {
	out := api.Preview{Standings: listOf(e.Standings.Rows, toStanding), WouldDiffer: listOf(e.Differ, toDiffer)}
	if e.Now != nil && e.Then != nil {
		out.Qualifiers = &api.QualifierChange{Now: listOf(*e.Now, toReportQualifier), Then: listOf(*e.Then, toReportQualifier)}
	}
	return out
}

func toDiffer(d satellite.Differ) api.Differ {
	pair := func(p [2]int) api.SeedPair { return p[:] }
	return api.Differ{Round: d.Round, Now: listOf(d.Now, pair), Then: listOf(d.Then, pair)}
}

// SwapPlayers lets two entrants change places in a round.
func (h *handlers) SwapPlayers(ctx context.Context, r SwapPlayersRequestObject) (SwapPlayersResponseObject, error) {
	s, warnings, err := h.Satellites.Swap(ctx, r.SatelliteID, r.Round, r.Body.A, r.Body.B, r.Body.Reason)
	answer, err := roundAnswer(s, r.Round, err)
	if err == nil {
		answer.Warnings = toWarnings(append(warnings, s.RoundWarnings(r.Round)...))
	}
	return SwapPlayers200JSONResponse{answer}, err
}

// DeleteResult clears the result of a game.
func (h *handlers) DeleteResult(ctx context.Context, r DeleteResultRequestObject) (DeleteResultResponseObject, error) {
	m, err := h.scoring(ctx, r.SatelliteID, r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	s, err := h.Satellites.ClearResult(ctx, r.SatelliteID, r.GameID, m)
	answer, err := gameAnswer(s, r.GameID, err)
	return DeleteResult200JSONResponse{answer}, withCurrent(err, currentGame)
}

func (h *handlers) scoring(ctx context.Context, id uuid.UUID, header *string) (satellite.Match, error) {
	if err := touch(ctx, id); err != nil {
		return satellite.Match{}, err
	}
	return match(header)
}

func currentGame(g satellite.GameOf) any { return newRoster(g.Satellite).game(g.Game) }

// GetStandings gives the standings after a round.
func (h *handlers) GetStandings(ctx context.Context, r GetStandingsRequestObject) (GetStandingsResponseObject, error) {
	if err := touch(ctx, r.SatelliteID); err != nil {
		return nil, err
	}
	s, err := h.Satellites.Get(ctx, r.SatelliteID)
	if err != nil {
		return nil, err
	}
	table, err := s.StandingsAfter(r.Params.AfterRound)
	if err != nil {
		return nil, err
	}
	out := GetStandings200JSONResponse{
		AfterRound: table.AfterRound, Final: table.Final, Standings: listOf(table.Rows, toStanding),
	}
	if orZero(r.Params.Lists) {
		for i, row := range table.Rows {
			out.Standings[i].Lists = toLists(row.Chess)
		}
	}
	return out, nil
}

// toLists shows what the tie-breaks of a player were made of (C1.9).
func toLists(row *standings.ChessRow) *[]api.TiebreakRound {
	if row == nil {
		return nil
	}
	return ptr(listOf(row.Rounds, func(r standings.ChessRound) api.TiebreakRound {
		return api.TiebreakRound{
			Round: r.Round, Opponent: optional(r.Opponent), Points: toPoints(r.HalfPoints), Adjusted: toPoints(r.Adjusted), Dropped: r.Dropped,
			Total: toPoints(r.Total), Less: toPoints(r.Less), OpponentCumulative: toPoints(r.OpponentCumulative),
		}
	}))
}

func toStanding(row satellite.Standing) api.Standing {
	out := api.Standing{
		Rank: row.Rank, Tied: row.Tied, EntrantID: row.Entrant.ID, Seed: row.Seed, Name: row.Entrant.Name.String(),
		Rating: toRating(row.Entrant.Rating), Wins: row.Wins, Losses: row.Losses, Draws: row.Draws,
		Points: toPoints(row.HalfPoints), Spread: row.Spread, Byes: row.Byes, Withdrawn: row.Entrant.Withdrawn,
	}
	if row.Chess != nil {
		out.Tiebreaks = toTiebreaks(*row.Chess)
	}
	return out
}

// roster names the players of games.
type roster struct {
	satellite *satellite.Satellite
	entrants  map[uuid.UUID]satellite.Entrant
}

func newRoster(s *satellite.Satellite) roster {
	entrants := make(map[uuid.UUID]satellite.Entrant, len(s.Entrants))
	for _, e := range s.Entrants {
		entrants[e.ID] = e
	}
	return roster{satellite: s, entrants: entrants}
}

func (r roster) round(round satellite.Round) api.Round {
	return api.Round{
		Round: round.Number, Method: api.RoundMethod(round.Method), State: api.RoundState(round.State),
		Games: listOf(r.satellite.GamesOf(round.Number), r.game),
	}
}

func (r roster) game(g satellite.Game) api.Game {
	first := r.entrants[g.First]
	out := api.Game{
		ID: g.ID, Round: g.Round, Table: optional(g.Table), Kind: api.GameKind(g.Kind), Why: g.Why, Etag: etag(g.Version),
		First:   api.Side{EntrantID: first.ID, Seed: first.Seed, Name: first.Name.String()},
		Forfeit: optional(api.ForfeitSide(g.Forfeits)),
	}
	if second, ok := r.entrants[g.Second]; ok {
		out.Second = &api.Opponent{EntrantID: second.ID, Seed: second.Seed, Name: second.Name.String()}
	}
	if len(g.Claims) > 0 {
		out.Claims = ptr(listOf(g.Claims, func(c satellite.Claim) api.Claim {
			if r.satellite.Chess {
				return api.Claim{By: api.ClaimSide(c.By), Outcome: ptr(api.Outcome(c.Score().Outcome()))}
			}
			return api.Claim{By: api.ClaimSide(c.By), FirstScore: &c.First, SecondScore: &c.Second}
		}))
	}
	out.Disputed = optional(g.Disputed)
	switch {
	case g.Score == nil:
	case r.satellite.Chess:
		out.Outcome = ptr(api.Outcome(g.Score.Outcome()))
	default:
		out.FirstScore, out.SecondScore = &g.Score.First, &g.Score.Second
		out.FirstPenalty, out.SecondPenalty = g.Score.FirstPenalty, g.Score.SecondPenalty
	}
	return out
}

func roundAnswer(s *satellite.Satellite, number int, err error) (RoundJSONResponse, error) {
	if err != nil {
		return RoundJSONResponse{}, err
	}
	round, err := s.PairedRound(number)
	if err != nil {
		return RoundJSONResponse{}, err
	}
	return RoundJSONResponse(newRoster(s).round(*round)), nil
}

func gameAnswer(s *satellite.Satellite, id uuid.UUID, err error) (GameJSONResponse, error) {
	if err != nil {
		return GameJSONResponse{}, err
	}
	g, ok := s.GameByID(id)
	if !ok {
		return GameJSONResponse{}, fault.New(fault.ResourceNotFound, "There is no such game.")
	}
	return GameJSONResponse{Body: newRoster(s).game(*g), Headers: GameResponseHeaders{ETag: ptr(etag(g.Version))}}, nil
}
