package httpapi

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/satellite"
)

// CreateSatellite registers a satellite; only the organiser names whose it is.
func (h *handlers) CreateSatellite(ctx context.Context, r CreateSatelliteRequestObject) (CreateSatelliteResponseObject, error) {
	b := r.Body
	tenant, err := h.tenantFor(ctx, b.DirectorID)
	if err != nil {
		return nil, err
	}
	s, err := h.Satellites.Register(ctx, b.Tour, satellite.Registration{
		TenantID: tenant, Name: b.Name, Venue: fromVenue(b.Venue), StartsOn: fromDate(b.StartsOn), EndsOn: orZero(fromDatePtr(b.EndsOn)),
		TimeZone: b.TimeZone, RoundCount: orZero(b.Rounds), EntryFee: fromFee(b.EntryFee), PlannedExpenses: fromFeePtr(b.PlannedExpenses),
		Expenses: fromFeePtr(b.Expenses), Sponsorship: fromFeePtr(b.Sponsorship),
	})
	if err != nil {
		return nil, err
	}
	return CreateSatellite201JSONResponse{
		Body: toSatellite(s.Registration), Headers: CreateSatellite201ResponseHeaders{ETag: ptr(etag(s.Version))},
	}, nil
}

// tenantFor is whose a new satellite is.
func (h *handlers) tenantFor(ctx context.Context, named *uuid.UUID) (uuid.UUID, error) {
	p := auth.From(ctx)
	if named == nil || *named == p.TenantID {
		return p.TenantID, nil
	}
	if p.Role != auth.Organiser {
		return uuid.Nil, fault.AtField("/director_id", "not_allowed", "Only the organiser registers satellites for others; leave director_id out.")
	}
	if _, err := h.Directors.Get(ctx, *named); err != nil {
		if fault.CodeOf(err) == fault.ResourceNotFound {
			err = fault.AtField("/director_id", "unknown", "There is no such director.")
		}
		return uuid.Nil, err
	}
	return *named, nil
}

// ListSatellites lists satellites by first day.
func (h *handlers) ListSatellites(ctx context.Context, r ListSatellitesRequestObject) (ListSatellitesResponseObject, error) {
	from, err := after[satellite.Position](ctx, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit := limitOf(r.Params.Limit)
	items, err := h.Satellites.List(ctx, satellite.Filter{
		Tour: orZero(r.Params.Tour), Status: satellite.Status(orZero(r.Params.Status)), Director: orZero(r.Params.DirectorID),
		From: orZero(fromDatePtr(r.Params.From)), To: orZero(fromDatePtr(r.Params.To)), Text: orZero(r.Params.Q), After: from, Limit: limit + 1,
	})
	if err != nil {
		return nil, err
	}
	items, next, err := cut(ctx, items, limit, func(s satellite.Registration) any {
		return satellite.Position{StartsOn: s.StartsOn, ID: s.ID}
	})
	return ListSatellites200JSONResponse{Items: listOf(items, toSatellite), NextCursor: next}, err
}

// GetSatellite reads one satellite.
func (h *handlers) GetSatellite(ctx context.Context, r GetSatelliteRequestObject) (GetSatelliteResponseObject, error) {
	if err := touch(ctx, r.SatelliteID); err != nil {
		return nil, err
	}
	answer, err := satelliteAnswer(h.Satellites.Get(ctx, r.SatelliteID))
	return GetSatellite200JSONResponse{answer}, err
}

// UpdateSatellite changes the registration.
func (h *handlers) UpdateSatellite(ctx context.Context, r UpdateSatelliteRequestObject) (UpdateSatelliteResponseObject, error) {
	m, err := match(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	b := r.Body
	p := satellite.Patch{
		Name: b.Name, StartsOn: fromDatePtr(b.StartsOn), EndsOn: fromDatePtr(b.EndsOn), TimeZone: b.TimeZone, Rounds: b.Rounds,
		EntryFee: fromFeePtr(b.EntryFee), PlannedExpenses: fromFeePtr(b.PlannedExpenses), Expenses: fromFeePtr(b.Expenses),
		Sponsorship: fromFeePtr(b.Sponsorship),
	}
	if b.Venue != nil {
		p.Venue = ptr(fromVenue(*b.Venue))
	}
	if b.Methods != nil {
		p.Methods = ptr(fromMethods(*b.Methods))
	}
	answer, err := satelliteAnswer(h.Satellites.Edit(ctx, r.SatelliteID, p, orZero(b.Reason), m))
	return UpdateSatellite200JSONResponse{answer}, withCurrent(err, func(s *satellite.Satellite) any { return toSatellite(s.Registration) })
}

// SanctionSatellite clears a satellite for play.
func (h *handlers) SanctionSatellite(ctx context.Context, r SanctionSatelliteRequestObject) (SanctionSatelliteResponseObject, error) {
	answer, err := satelliteAnswer(h.Satellites.Sanction(ctx, r.SatelliteID, reasonOf(r.Body)))
	return SanctionSatellite200JSONResponse{answer}, err
}

// RejectSatellite refuses a proposed satellite.
func (h *handlers) RejectSatellite(ctx context.Context, r RejectSatelliteRequestObject) (RejectSatelliteResponseObject, error) {
	answer, err := satelliteAnswer(h.Satellites.Reject(ctx, r.SatelliteID, reasonOf(r.Body)))
	return RejectSatellite200JSONResponse{answer}, err
}

// CancelSatellite calls a satellite off.
func (h *handlers) CancelSatellite(ctx context.Context, r CancelSatelliteRequestObject) (CancelSatelliteResponseObject, error) {
	answer, err := satelliteAnswer(h.Satellites.Cancel(ctx, r.SatelliteID, reasonOf(r.Body)))
	return CancelSatellite200JSONResponse{answer}, err
}

// StartSatellite starts play.
func (h *handlers) StartSatellite(ctx context.Context, r StartSatelliteRequestObject) (StartSatelliteResponseObject, error) {
	body := orZero(r.Body)
	s, warnings, err := h.Satellites.Start(ctx, r.SatelliteID, pairing.Colour(orZero(body.FirstColour)), orZero(body.Reason))
	answer, err := satelliteAnswer(s, err)
	answer.Body.Warnings = toWarnings(warnings)
	return StartSatellite200JSONResponse{answer}, err
}

// UnstartSatellite takes the start back.
func (h *handlers) UnstartSatellite(ctx context.Context, r UnstartSatelliteRequestObject) (UnstartSatelliteResponseObject, error) {
	answer, err := satelliteAnswer(h.Satellites.Unstart(ctx, r.SatelliteID, reasonOf(r.Body)))
	return UnstartSatellite200JSONResponse{answer}, err
}

// FinishSatellite ends play.
func (h *handlers) FinishSatellite(ctx context.Context, r FinishSatelliteRequestObject) (FinishSatelliteResponseObject, error) {
	body := orZero(r.Body)
	answer, err := satelliteAnswer(h.Satellites.Finish(ctx, r.SatelliteID, orZero(body.AfterRound), orZero(body.Reason)))
	return FinishSatellite200JSONResponse{answer}, err
}

// ReopenSatellite lets a reported satellite be corrected.
func (h *handlers) ReopenSatellite(ctx context.Context, r ReopenSatelliteRequestObject) (ReopenSatelliteResponseObject, error) {
	answer, err := satelliteAnswer(h.Satellites.Reopen(ctx, r.SatelliteID, reasonOf(r.Body)))
	return ReopenSatellite200JSONResponse{answer}, err
}

// UndoAct takes the last act back.
func (h *handlers) UndoAct(ctx context.Context, r UndoActRequestObject) (UndoActResponseObject, error) {
	answer, err := satelliteAnswer(h.Satellites.Undo(ctx, r.SatelliteID, orZero(orZero(r.Body).Seq), orZero(orZero(r.Body).Reason)))
	return UndoAct200JSONResponse{answer}, err
}

// VerifySatellite rebuilds the satellite from its log and compares.
func (h *handlers) VerifySatellite(ctx context.Context, r VerifySatelliteRequestObject) (VerifySatelliteResponseObject, error) {
	v, err := h.Satellites.Verify(ctx, r.SatelliteID)
	if err != nil {
		return nil, err
	}
	return VerifySatellite200JSONResponse{
		Agrees: len(v.Differences) == 0, Acts: v.Acts, Differences: append([]string{}, v.Differences...),
	}, nil
}

type logPosition struct {
	Seq int64 `json:"s"`
}

// ListLog reads the log, first to last.
func (h *handlers) ListLog(ctx context.Context, r ListLogRequestObject) (ListLogResponseObject, error) {
	from, err := after[logPosition](ctx, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit := limitOf(r.Params.Limit)
	entries, err := h.Satellites.Log(ctx, r.SatelliteID, from.Seq, limit+1)
	if err != nil {
		return nil, err
	}
	entries, next, err := cut(ctx, entries, limit, func(e satellite.Entry) any { return logPosition{e.Seq} })
	if err != nil {
		return nil, err
	}
	items := make([]api.LogEntry, len(entries))
	for i, e := range entries {
		if items[i], err = toLogEntry(e); err != nil {
			return nil, err
		}
	}
	return ListLog200JSONResponse{Items: items, NextCursor: next}, nil
}

func toLogEntry(e satellite.Entry) (api.LogEntry, error) {
	out := api.LogEntry{
		Seq: e.Seq, At: e.At, Act: e.Act, Reason: optional(e.Reason),
		Actor: api.Actor{ID: e.Actor.ID, Name: e.Actor.Name, Role: api.Role(e.Actor.Role)}, Changes: []api.LogChange{},
	}
	for _, c := range e.Changes.List() {
		before, err := object(c.Before)
		if err != nil {
			return out, err
		}
		after, err := object(c.After)
		if err != nil {
			return out, err
		}
		out.Changes = append(out.Changes, api.LogChange{Kind: api.LogChangeKind(c.Kind), ID: c.ID, Before: before, After: after})
	}
	return out, nil
}

// object shows a thing of the domain as a JSON object, nil where there is none.
func object(v any) (*map[string]any, error) {
	if v == nil {
		return nil, nil
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var m map[string]any
	return &m, json.Unmarshal(raw, &m)
}

func reasonOf(body *api.Act) string {
	if body == nil {
		return ""
	}
	return orZero(body.Reason)
}

func satelliteAnswer(s *satellite.Satellite, err error) (SatelliteJSONResponse, error) {
	if err != nil {
		return SatelliteJSONResponse{}, err
	}
	return SatelliteJSONResponse{Body: toSatellite(s.Registration), Headers: SatelliteResponseHeaders{ETag: ptr(etag(s.Version))}}, nil
}

func fromVenue(v api.Venue) satellite.Venue {
	return satellite.Venue{Name: v.Name, Address: orZero(v.Address), City: v.City, Region: v.Region, Country: v.Country}
}

func toFormat(chess bool) api.TourFormat {
	if chess {
		return api.TourFormatNscf
	}
	return api.TourFormatNast
}

func toSatellite(s satellite.Registration) api.Satellite {
	return api.Satellite{
		ID: s.ID, DirectorID: s.TenantID, Tour: s.Tour, Format: toFormat(s.Chess), FirstColour: optional(api.Colour(s.FirstColour)), Name: s.Name,
		Venue:    api.Venue{Name: s.Venue.Name, Address: optional(s.Venue.Address), City: s.Venue.City, Region: s.Venue.Region, Country: s.Venue.Country},
		StartsOn: toDate(s.StartsOn), EndsOn: toDate(s.EndsOn), TimeZone: s.TimeZone, Rounds: s.RoundCount, Methods: toMethods(s.Methods),
		FinishedAfterRound: optional(s.FinishedAfter), EntryFee: toMoney(s.EntryFee), PlannedExpenses: toMoneyPtr(s.PlannedExpenses),
		Expenses: toMoneyPtr(s.Expenses), Sponsorship: toMoneyPtr(s.Sponsorship), Status: api.SatelliteStatus(s.Status), CreatedAt: s.CreatedAt,
	}
}
