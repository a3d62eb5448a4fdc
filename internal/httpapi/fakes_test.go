package httpapi

import (
	"context"
	"io"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/auth"
)

// fakeHandlers answers some operations; each test may say what happens before.
type fakeHandlers struct {
	StrictServerInterface
	before  func(ctx context.Context) error
	request any    // the last one
	file    string // of the last import
	calls   int
}

func (f *fakeHandlers) enter(ctx context.Context, request any) error {
	f.calls++
	f.request = request
	if f.before != nil {
		return f.before(ctx)
	}
	return nil
}

func (f *fakeHandlers) GetMe(ctx context.Context, r GetMeRequestObject) (GetMeResponseObject, error) {
	if err := f.enter(ctx, r); err != nil {
		return nil, err
	}
	p := auth.From(ctx)
	return GetMe200JSONResponse{
		Principal: api.Named{ID: p.ID, Name: p.Name},
		Role:      api.Role(p.Role),
		Tenant:    api.Named{ID: p.TenantID, Name: p.TenantName},
	}, nil
}

func (f *fakeHandlers) CreateDirector(ctx context.Context, r CreateDirectorRequestObject) (CreateDirectorResponseObject, error) {
	if err := f.enter(ctx, r); err != nil {
		return nil, err
	}
	return CreateDirector201JSONResponse{
		ID: uuid.New(), Name: r.Body.Name, Email: r.Body.Email, CreatedAt: time.Unix(0, 0).UTC(), APIKey: "nast_new_key_that_nobody_may_read_in_the_database",
	}, nil
}

func (f *fakeHandlers) GetGame(ctx context.Context, r GetGameRequestObject) (GetGameResponseObject, error) {
	if err := f.enter(ctx, r); err != nil {
		return nil, err
	}
	tag := etag(3)
	return GetGame200JSONResponse{GameJSONResponse{Body: game(r.GameID, 3), Headers: GameResponseHeaders{ETag: &tag}}}, nil
}

func (f *fakeHandlers) PutResult(ctx context.Context, r PutResultRequestObject) (PutResultResponseObject, error) {
	if err := f.enter(ctx, r); err != nil {
		return nil, err
	}
	tag := etag(4)
	now := game(r.GameID, 4)
	return PutResult200JSONResponse{Body: api.ResultAnswer{Game: &now}, Headers: PutResult200ResponseHeaders{ETag: &tag}}, nil
}

func game(id uuid.UUID, version int64) api.Game {
	return api.Game{ID: id, Round: 1, Kind: "game", Etag: etag(version), Why: "1 meets 2"}
}

func (f *fakeHandlers) ListTours(ctx context.Context, r ListToursRequestObject) (ListToursResponseObject, error) {
	if err := f.enter(ctx, r); err != nil {
		return nil, err
	}
	return ListTours200JSONResponse{Items: []api.Tour{}}, nil
}

func (f *fakeHandlers) ListSatellites(ctx context.Context, r ListSatellitesRequestObject) (ListSatellitesResponseObject, error) {
	if err := f.enter(ctx, r); err != nil {
		return nil, err
	}
	return ListSatellites200JSONResponse{Items: []api.Satellite{}}, nil
}

func (f *fakeHandlers) RevokeKey(ctx context.Context, r RevokeKeyRequestObject) (RevokeKeyResponseObject, error) {
	if err := f.enter(ctx, r); err != nil {
		return nil, err
	}
	return RevokeKey204Response{}, nil
}

func (f *fakeHandlers) OpenRound(ctx context.Context, r OpenRoundRequestObject) (OpenRoundResponseObject, error) {
	if err := f.enter(ctx, r); err != nil {
		return nil, err
	}
	return OpenRound200JSONResponse{RoundJSONResponse{Round: r.Round, Method: "preset", State: "open", Games: []api.Game{}}}, nil
}

func (f *fakeHandlers) ImportEntrants(ctx context.Context, r ImportEntrantsRequestObject) (ImportEntrantsResponseObject, error) {
	if err := f.enter(ctx, r); err != nil {
		return nil, err
	}
	file, err := io.ReadAll(r.Body)
	f.file = string(file)
	return ImportEntrants200JSONResponse{Accepted: []api.AcceptedRow{}, Refused: []api.RefusedRow{}}, err
}

func (f *fakeHandlers) CreateEntrant(ctx context.Context, r CreateEntrantRequestObject) (CreateEntrantResponseObject, error) {
	if err := f.enter(ctx, r); err != nil {
		return nil, err
	}
	zero := api.Money{Currency: "USD"}
	return CreateEntrant201JSONResponse{Body: api.Entrant{ID: uuid.New(), PlayerID: uuid.New(), FamilyName: r.Body.FamilyName, Fee: zero, Paid: zero}}, nil
}

func gamePath(satellite, rest string) string {
	return "/v1/satellites/" + satellite + "/games/" + otherID + rest
}
