package httpapi

import (
	"context"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/players"
)

// ListPlayers lists persons by family name.
func (h *handlers) ListPlayers(ctx context.Context, r ListPlayersRequestObject) (ListPlayersResponseObject, error) {
	from, err := after[players.Position](ctx, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit := limitOf(r.Params.Limit)
	persons, err := h.Players.Search(ctx, players.Filter{Text: orZero(r.Params.Q), After: from, Limit: limit + 1})
	if err != nil {
		return nil, err
	}
	persons, next, err := cut(ctx, persons, limit, func(p players.Person) any {
		return players.Position{Family: p.Name.Family, Given: p.Name.Given, ID: p.ID}
	})
	return ListPlayers200JSONResponse{Items: listOf(persons, toPlayer), NextCursor: next}, err
}

type doubtPosition struct {
	A uuid.UUID `json:"a"`
	B uuid.UUID `json:"b"`
}

// ListDoubtful lists the pairs who may be one person.
func (h *handlers) ListDoubtful(ctx context.Context, r ListDoubtfulRequestObject) (ListDoubtfulResponseObject, error) {
	from, err := after[doubtPosition](ctx, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	doubts, err := h.Players.Doubtful(ctx)
	if err != nil {
		return nil, err
	}
	doubts = players.DoubtsAfter(doubts, from.A, from.B)
	doubts, next, err := cut(ctx, doubts, limitOf(r.Params.Limit), func(d players.Doubt) any { return doubtPosition{d.A.ID, d.B.ID} })
	return ListDoubtful200JSONResponse{Items: listOf(doubts, toDoubt), NextCursor: next}, err
}

// GetPlayer reads the person of a record.
func (h *handlers) GetPlayer(ctx context.Context, r GetPlayerRequestObject) (GetPlayerResponseObject, error) {
	card, err := h.Players.Get(ctx, r.PlayerID)
	return GetPlayer200JSONResponse{toCard(card)}, err
}

// MergePlayers makes one person of two.
func (h *handlers) MergePlayers(ctx context.Context, r MergePlayersRequestObject) (MergePlayersResponseObject, error) {
	card, err := h.Players.Merge(ctx, r.PlayerID, r.Body.OtherID, r.Body.Reason, auth.From(ctx).Name)
	return MergePlayers200JSONResponse{toCard(card)}, err
}

// TellPlayersApart says that two persons are not the same.
func (h *handlers) TellPlayersApart(ctx context.Context, r TellPlayersApartRequestObject) (TellPlayersApartResponseObject, error) {
	card, err := h.Players.TellApart(ctx, r.PlayerID, r.Body.OtherID, r.Body.Reason, auth.From(ctx).Name)
	return TellPlayersApart200JSONResponse{toCard(card)}, err
}

// SplitPlayer takes a merge back.
func (h *handlers) SplitPlayer(ctx context.Context, r SplitPlayerRequestObject) (SplitPlayerResponseObject, error) {
	card, err := h.Players.Split(ctx, r.PlayerID, r.Body.Reason, auth.From(ctx).Name)
	return SplitPlayer200JSONResponse{toCard(card)}, err
}

// ErasePlayer puts a person under a pseudonym wherever he is named.
func (h *handlers) ErasePlayer(ctx context.Context, r ErasePlayerRequestObject) (ErasePlayerResponseObject, error) {
	card, err := h.Players.Erase(ctx, r.PlayerID)
	return ErasePlayer200JSONResponse{toCard(card)}, err
}

func toPlayer(p players.Person) api.Player {
	return api.Player{ID: p.ID, Name: p.Name.String(), AssociationID: optional(p.AssociationID), Erased: p.Erased}
}

func toCard(c players.Card) PlayerCardJSONResponse {
	return PlayerCardJSONResponse{
		ID: c.ID, Name: c.Name.String(), AssociationID: optional(c.AssociationID), Erased: c.Erased,
		Records: listOf(c.Records, toRecord), Decisions: listOf(c.Decisions, toPlayerDecision),
	}
}

func toRecord(d players.Dossier) api.PlayerRecord {
	return api.PlayerRecord{
		ID: d.ID, Name: d.Name.String(), AssociationID: optional(d.AssociationID), Erased: d.Erased,
		Appearances: listOf(d.Appearances, func(a players.Appearance) api.Appearance {
			return api.Appearance{
				SatelliteID: a.SatelliteID, Satellite: a.Satellite, StartsOn: toDate(a.StartsOn), EndsOn: toDate(a.EndsOn),
				Region: a.Region, Rating: toRating(a.Rating),
			}
		}),
	}
}

func toPlayerDecision(d players.Decision) api.PlayerDecision {
	return api.PlayerDecision{
		ID: d.ID, Kind: api.PlayerDecisionKind(d.Kind), Keeps: d.Keeps, Gives: d.Gives, At: d.At, By: d.By, Reason: d.Reason,
	}
}

func toDoubt(d players.Doubt) api.Doubt {
	return api.Doubt{A: toRecord(d.A), B: toRecord(d.B), Reason: d.Reason, For: append([]string{}, d.For...), Against: append([]string{}, d.Against...)}
}
