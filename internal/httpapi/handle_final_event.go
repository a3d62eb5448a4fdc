package httpapi

import (
	"context"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/satellite"
)

// CreateFinal makes the Final Event of a tour from its field; it is the organiser's.
func (h *handlers) CreateFinal(ctx context.Context, r CreateFinalRequestObject) (CreateFinalResponseObject, error) {
	b := r.Body
	made, err := h.Satellites.MakeFinal(ctx, r.Slug, satellite.Registration{
		TenantID: auth.From(ctx).TenantID, Name: b.Name, Venue: fromVenue(b.Venue), StartsOn: fromDate(b.StartsOn),
		EndsOn: orZero(fromDatePtr(b.EndsOn)), TimeZone: b.TimeZone, Methods: fromMethods(b.Methods),
		PlannedExpenses: fromFeePtr(b.PlannedExpenses), Sponsorship: fromFeePtr(b.Sponsorship),
	}, orZero(b.Reason))
	if err != nil {
		return nil, err
	}
	body := toSatellite(made.Registration)
	body.Warnings = toWarnings(made.Warnings)
	return CreateFinal201JSONResponse{Body: body, Headers: CreateFinal201ResponseHeaders{ETag: ptr(etag(made.Version))}}, nil
}

// GetFinal reads the Final Event of a tour beside its field.
func (h *handlers) GetFinal(ctx context.Context, r GetFinalRequestObject) (GetFinalResponseObject, error) {
	event, err := h.Satellites.Final(ctx, r.Slug)
	if err != nil {
		return nil, err
	}
	return GetFinal200JSONResponse{toFinalEvent(event)}, nil
}

// RefreshFinal brings the Final Event in line with its field.
func (h *handlers) RefreshFinal(ctx context.Context, r RefreshFinalRequestObject) (RefreshFinalResponseObject, error) {
	event, err := h.Satellites.RefreshFinal(ctx, r.Slug, reasonOf(r.Body))
	if err != nil {
		return nil, err
	}
	return RefreshFinal200JSONResponse{toFinalEvent(event)}, nil
}

// finalMade is the Final Event for who looks at its field; nil before it is made.
func (h *handlers) finalMade(ctx context.Context, slug string) (*api.FinalMade, error) {
	event, err := h.Satellites.Final(ctx, slug)
	if fault.CodeOf(err) == fault.ResourceNotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &api.FinalMade{
		SatelliteID: event.ID, Name: event.Name, Status: api.SatelliteStatus(event.Status), Differs: listOf(event.Differs, toFinalDiffers),
	}, nil
}

func toFinalEvent(event satellite.FinalEvent) FinalEventJSONResponse {
	return FinalEventJSONResponse{
		Satellite: toSatellite(event.Registration), Differs: listOf(event.Differs, toFinalDiffers), Open: listOf(event.Warnings, toWarning),
	}
}

func toFinalDiffers(d satellite.FieldDiffers) api.FinalDiffers {
	return api.FinalDiffers{Change: api.FinalDiffersChange(d.Change), PlayerID: d.PlayerID, Name: d.Name}
}

func fromMethods(methods []api.FinalMethod) []pairing.Method {
	return listOf(methods, func(m api.FinalMethod) pairing.Method { return pairing.Method(m) })
}

func toMethods(methods []pairing.Method) *[]api.FinalMethod {
	if len(methods) == 0 {
		return nil
	}
	return ptr(listOf(methods, func(m pairing.Method) api.FinalMethod { return api.FinalMethod(m) }))
}
