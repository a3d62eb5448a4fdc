package httpapi

import (
	"context"
	"encoding/json"
	"time"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/audit"
)

// ListAudit lists acts outside of satellites, the newest first.
func (h *handlers) ListAudit(ctx context.Context, r ListAuditRequestObject) (ListAuditResponseObject, error) {
	before, err := after[audit.Position](ctx, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit := limitOf(r.Params.Limit)
	f := audit.Filter{
		Act: orZero(r.Params.Act), Object: orZero(r.Params.Object), PrincipalID: orZero(r.Params.PrincipalID), Before: before, Limit: limit + 1,
	}
	if d := fromDatePtr(r.Params.From); d != nil {
		f.Since = d.In(time.UTC)
	}
	if d := fromDatePtr(r.Params.To); d != nil {
		f.Until = d.AddDays(1).In(time.UTC)
	}
	records, err := h.Audit.List(ctx, f)
	if err != nil {
		return nil, err
	}
	records, next, err := cut(ctx, records, limit, func(r audit.Record) any { return audit.Position{At: r.At, ID: r.ID} })
	return ListAudit200JSONResponse{Items: listOf(records, toAuditEntry), NextCursor: next}, err
}

func toAuditEntry(r audit.Record) api.AuditEntry {
	return api.AuditEntry{
		ID: r.ID, At: r.At, PrincipalID: r.PrincipalID, Actor: r.Actor, Act: r.Act, Object: r.Object,
		Before: toObject(r.Before), After: toObject(r.After),
	}
}

// toObject gives nil for what is no object.
func toObject(raw json.RawMessage) *map[string]any {
	var object map[string]any
	if len(raw) == 0 || json.Unmarshal(raw, &object) != nil {
		return nil
	}
	return &object
}
