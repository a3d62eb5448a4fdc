package httpapi

import (
	"bytes"
	"context"
	"fmt"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/noticeboard"
)

// GetPublicTour reads a public tour.
func (h *handlers) GetPublicTour(ctx context.Context, r GetPublicTourRequestObject) (GetPublicTourResponseObject, error) {
	t, err := h.Public.Tour(ctx, r.Slug)
	return GetPublicTour200JSONResponse{Body: api.PublicTour{
		Slug: t.Slug, Name: t.Name, Format: api.TourFormat(t.Format), StartsOn: toDate(t.StartsOn), EndsOn: toDate(t.EndsOn),
		Satellites: listOf(t.Satellites, toPublicSatellite),
	}}, err
}

func toPublicSatellite(s noticeboard.Satellite) api.PublicSatellite {
	return api.PublicSatellite{
		ID: s.ID, Name: s.Name, Venue: s.Venue.Name, City: s.Venue.City, Region: s.Venue.Region, Country: s.Venue.Country,
		StartsOn: toDate(s.StartsOn), EndsOn: toDate(s.EndsOn), Status: api.SatelliteStatus(s.Status),
	}
}

// publicPosition is a place in the public list. It names no person.
type publicPosition struct {
	Position int `json:"n"`
}

// ListPublicQualifiers gives the national list of a public tour, best first.
func (h *handlers) ListPublicQualifiers(ctx context.Context, r ListPublicQualifiersRequestObject) (ListPublicQualifiersResponseObject, error) {
	from, err := after[publicPosition](ctx, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	list, err := h.Public.List(ctx, r.Slug)
	if err != nil {
		return nil, err
	}
	// The names change with the list and with the settings of the tour.
	format := tableFormat(ctx, (*string)(r.Params.Format))
	headers := ListPublicQualifiers200ResponseHeaders{ETag: ptr(fmt.Sprintf(`"%d-%d-%s"`, list.State.Version, list.Version, format))}
	if format == asCSV {
		table := interchange.WriteCSV(interchange.PublicListTable(list.Rows))
		return ListPublicQualifiers200TextCsvResponse{Body: bytes.NewReader(table), Headers: headers}, nil
	}
	rows := list.Rows[min(max(from.Position, 0), len(list.Rows)):]
	rows, next, err := cut(ctx, rows, limitOf(r.Params.Limit), func(row noticeboard.Row) any { return publicPosition{row.Position} })
	return ListPublicQualifiers200JSONResponse{Headers: headers, Body: api.PublicQualifierList{
		Tour: list.Tour, AsOf: optionalTime(list.State.AsOf), Version: list.State.Version, Items: listOf(rows, toPublicQualifier), NextCursor: next,
	}}, err
}

func toPublicQualifier(row noticeboard.Row) api.PublicQualifier {
	return api.PublicQualifier{
		Position: row.Position, Name: row.Name, Rating: toRating(row.Rating), Best: toSeat(row.Best), Satellites: listOf(row.Satellites, toSeat),
		Answer: api.PublicQualifierAnswer(row.Answer),
	}
}
