package httpapi

import (
	"context"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/satellite"
)

type codePosition struct {
	Index int `json:"n"`
}

// ListCodes gives the codes of a round, for its sheet.
func (h *handlers) ListCodes(ctx context.Context, r ListCodesRequestObject) (ListCodesResponseObject, error) {
	from, err := after[codePosition](ctx, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	s, codes, err := h.Satellites.CodesOf(ctx, r.SatelliteID, r.Round)
	if err != nil {
		return nil, err
	}
	limit := limitOf(r.Params.Limit)
	start := min(max(from.Index, 0), len(codes))
	codes, next, err := cut(ctx, codes[start:], limit, func(satellite.Code) any { return codePosition{start + limit} })
	return ListCodes200JSONResponse{Items: listOf(codes, func(c satellite.Code) api.Code { return toCode(s, c) }), NextCursor: next}, err
}

func toCode(s *satellite.Satellite, c satellite.Code) api.Code {
	out := api.Code{Code: c.Code[:4] + "-" + c.Code[4:], GameID: c.GameID, EntrantID: c.EntrantID}
	if g, ok := s.GameByID(c.GameID); ok {
		out.Table = g.Table
	}
	if e, ok := s.EntrantByID(c.EntrantID); ok {
		out.Seed, out.Name = e.Seed, e.Name.String()
	}
	return out
}

// GetByCode reads the game that a player's code is for.
func (h *handlers) GetByCode(ctx context.Context, r GetByCodeRequestObject) (GetByCodeResponseObject, error) {
	answer, err := ownGame(h.Satellites.ByCode(ctx, r.Code))
	return GetByCode200JSONResponse{answer}, err
}

// PutByCode takes the result that a player sends.
func (h *handlers) PutByCode(ctx context.Context, r PutByCodeRequestObject) (PutByCodeResponseObject, error) {
	answer, err := ownGame(h.Satellites.ClaimByCode(ctx, r.Code, satellite.OwnResult{
		Own: r.Body.OwnScore, Opponents: r.Body.OpponentScore, Outcome: satellite.Outcome(orZero(r.Body.Outcome)),
	}))
	return PutByCode200JSONResponse{answer}, err
}

// ownGame shows a game from one side of the table.
func ownGame(s *satellite.Satellite, pass satellite.Pass, err error) (OwnGameJSONResponse, error) {
	if err != nil {
		return OwnGameJSONResponse{}, err
	}
	g, err := s.OwnGame(pass)
	if err != nil {
		return OwnGameJSONResponse{}, err
	}
	out := OwnGameJSONResponse{
		Satellite: g.Satellite, Round: g.Round, Table: g.Table, Name: g.Name, Opponent: g.Opponent,
		Format: toFormat(s.Chess), Plays: api.ClaimSide(g.Side), Sent: g.Sent != nil, State: api.OwnGameState(g.State()),
	}
	if c := g.OpponentSent; c != nil {
		out.OpponentSent = ptr(toOwnResult(s, *c))
	}
	if c := g.Score; c != nil {
		result := toOwnResult(s, *c)
		out.OwnScore, out.OpponentScore, out.Outcome = result.OwnScore, result.OpponentScore, result.Outcome
	}
	return out, nil
}

func toOwnResult(s *satellite.Satellite, c satellite.OwnScore) api.OwnResult {
	if s.Chess {
		return api.OwnResult{Outcome: ptr(api.OwnOutcome(c.Outcome()))}
	}
	return api.OwnResult{OwnScore: &c.Own, OpponentScore: &c.Opponents}
}
