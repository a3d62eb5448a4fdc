package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
)

// TakeDay gives a satellite to a laptop without a network.
func (h *handlers) TakeDay(ctx context.Context, r TakeDayRequestObject) (TakeDayResponseObject, error) {
	s, day, err := h.Satellites.TakeDay(ctx, r.SatelliteID)
	if err != nil {
		return nil, err
	}
	out := TakeDay200JSONResponse{SatelliteID: s.ID, Seq: s.Seq, Entries: make([]api.DayEntry, len(day.Entries))}
	if err := reshape(day.Tour, &out.Tour); err != nil {
		return nil, err
	}
	return out, reshape(day.Entries, &out.Entries)
}

// ImportDay brings back the acts of a day offline.
func (h *handlers) ImportDay(ctx context.Context, r ImportDayRequestObject) (ImportDayResponseObject, error) {
	off := satellite.Offline{
		Satellite: r.Body.SatelliteID, BaseSeq: r.Body.BaseSeq, BaseAt: r.Body.BaseAt, Contacts: map[uuid.UUID]string{},
	}
	for i, raw := range r.Body.Entries {
		var entry satellite.Entry
		if err := reshape(raw, &entry); err != nil || !sane(map[string]any(raw)) {
			return nil, fault.AtField(fmt.Sprintf("/entries/%d", i), "invalid_format", "This is no act of a day file.")
		}
		entry.At = entry.At.UTC().Truncate(time.Microsecond) // as the log keeps it
		off.Entries = append(off.Entries, entry)
	}
	for entrant, email := range orZero(r.Body.Contacts) {
		id, err := uuid.Parse(entrant)
		if err != nil {
			return nil, fault.AtField("/contacts", "invalid_format", "%q is no id of an entrant.", entrant)
		}
		off.Contacts[id] = email
	}
	s, stored, err := h.Satellites.Sync(ctx, r.SatelliteID, off)
	if err != nil {
		return nil, err
	}
	return ImportDay200JSONResponse{Seq: s.Seq, Stored: stored}, nil
}

// What an act in a day file can hold at the most. The contract does not say
// what is in it, so that its bounds of texts and amounts do not hold there.
const (
	longestActText = 1100 // a reason with what is put before it
	largestNumber  = 100_000_000
)

// sane says whether all texts and numbers in a value keep to those bounds.
func sane(value any) bool {
	switch v := value.(type) {
	case map[string]any:
		for _, item := range v {
			if !sane(item) {
				return false
			}
		}
	case []any:
		return !slices.ContainsFunc(v, func(item any) bool { return !sane(item) })
	case string:
		return utf8.RuneCountInString(v) <= longestActText
	case float64:
		return v >= -largestNumber && v <= largestNumber
	}
	return true
}

// reshape carries a value over to another type by its JSON.
func reshape(from, to any) error {
	raw, err := json.Marshal(from)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, to)
}
