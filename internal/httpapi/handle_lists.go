package httpapi

import (
	"bytes"
	"context"
	"strings"
	"time"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/interchange/xlsx"
	"github.com/nast-tour/nast/internal/qualifiers"
)

// ListDues lists what is owed to the Final Event, the oldest due date first.
func (h *handlers) ListDues(ctx context.Context, r ListDuesRequestObject) (ListDuesResponseObject, error) {
	from, err := after[carryover.Position](ctx, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit := limitOf(r.Params.Limit)
	filter := carryover.Filter{
		Tour: orZero(r.Params.Tour), Director: orZero(r.Params.DirectorID), Status: carryover.Status(orZero(r.Params.Status)),
		Overdue: r.Params.Overdue, After: from, Limit: limit + 1,
	}
	format := tableFormat(ctx, (*string)(r.Params.Format))
	if format != asJSON {
		filter.After, filter.Limit = carryover.Position{}, wholeList
	}
	dues, err := h.Dues.List(ctx, filter)
	if err != nil {
		return nil, err
	}
	today := civil.Of(h.Dues.Now().UTC())
	switch format {
	case asCSV:
		return ListDues200TextCsvResponse{Body: bytes.NewReader(interchange.WriteCSV(interchange.DuesTable(dues, today)))}, nil
	case asXLSX:
		raw, err := xlsx.Write(interchange.DuesTable(dues, today))
		return ListDues200ApplicationVndOpenxmlformatsOfficedocumentSpreadsheetmlSheetResponse{Body: bytes.NewReader(raw)}, err
	}
	dues, next, err := cut(ctx, dues, limit, func(d carryover.Due) any {
		return carryover.Position{DueOn: d.DueOn, SatelliteID: d.SatelliteID}
	})
	return ListDues200JSONResponse{
		Items: listOf(dues, func(d carryover.Due) api.Due { return toDue(d, today) }), NextCursor: next,
	}, err
}

func toDue(d carryover.Due, today civil.Date) api.Due {
	return api.Due{
		SatelliteID: d.SatelliteID, Satellite: d.Satellite, Tour: d.Tour, Director: api.Named{ID: d.DirectorID, Name: d.Director},
		Due: toMoney(d.Amount), Announced: toMoney(d.Announced), Received: toMoney(d.Received), Outstanding: toMoney(d.Outstanding()),
		Waived: toMoney(d.Waived), DueOn: toDate(d.DueOn), DaysOverdue: d.DaysOverdue(today), Status: api.DueStatus(d.Status()), Formula: d.Formula,
	}
}

type listPosition struct {
	PlayerID uuid.UUID `json:"i"`
}

// ListQualifiers gives the national qualifier list, best first.
func (h *handlers) ListQualifiers(ctx context.Context, r ListQualifiersRequestObject) (ListQualifiersResponseObject, error) {
	from, err := after[listPosition](ctx, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	rows, state, err := h.list(ctx, r.Slug, r.Params.AsOf)
	if err != nil {
		return nil, err
	}
	rows = qualifiers.ListFilter{Answer: qualifiers.Answer(orZero(r.Params.Answer)), Text: orZero(r.Params.Q)}.Of(rows)
	headers := ListQualifiers200ResponseHeaders{ETag: listTag(r.Params.AsOf, state)}
	switch tableFormat(ctx, (*string)(r.Params.Format)) {
	case asCSV:
		return ListQualifiers200TextCsvResponse{Body: bytes.NewReader(interchange.WriteCSV(interchange.ListTable(rows))), Headers: headers}, nil
	case asXLSX:
		raw, err := xlsx.Write(interchange.ListTable(rows))
		return ListQualifiers200ApplicationVndOpenxmlformatsOfficedocumentSpreadsheetmlSheetResponse{Body: bytes.NewReader(raw), Headers: headers}, err
	}
	rows, err = behind(rows, from.PlayerID, func(row qualifiers.ListRow) uuid.UUID { return row.PlayerID })
	if err != nil {
		return nil, err
	}
	rows, next, err := cut(ctx, rows, limitOf(r.Params.Limit), func(row qualifiers.ListRow) any { return listPosition{row.PlayerID} })
	body := api.QualifierList{AsOf: optionalTime(state.AsOf), Version: state.Version, Items: listOf(rows, toListRow), NextCursor: next}
	return ListQualifiers200JSONResponse{Body: body, Headers: headers}, err
}

// list is the list as it stands, or as it stood at the end of a day.
func (h *handlers) list(ctx context.Context, slug string, day *openapi_types.Date) ([]qualifiers.ListRow, qualifiers.State, error) {
	t, err := h.Tours.Get(ctx, slug)
	if err != nil {
		return nil, qualifiers.State{}, err
	}
	if day == nil {
		return h.Qualifiers.List(ctx, t.ID)
	}
	end := civil.Of(day.Time).AddDays(1).In(time.UTC).Add(-time.Microsecond)
	rows, err := h.Qualifiers.ListAt(ctx, t.ID, end)
	return rows, qualifiers.State{AsOf: end}, err
}

// listTag is the tag of a list as it stands: its version, for nothing else of it changes but the
// time at which it was looked at. The past has none; a person can be erased from it.
func listTag(day *openapi_types.Date, state qualifiers.State) *string {
	if day != nil {
		return nil
	}
	return ptr(etag(state.Version))
}

func optionalTime(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

func toListRow(row qualifiers.ListRow) api.Qualifier {
	return api.Qualifier{
		Position: row.Position, PlayerID: row.PlayerID, Name: row.Name, AssociationID: optional(row.AssociationID),
		Rating: toRating(row.Rating), Seats: row.Seats, Best: toSeat(row.Best), Satellites: listOf(row.Satellites, toSeat),
		Answer: api.Answer(row.Answer),
	}
}

func toSeat(s qualifiers.Seat) api.Seat {
	return api.Seat{
		SatelliteID: s.SatelliteID, Satellite: s.Satellite, EndsOn: toDate(s.EndsOn), Rank: s.Rank, Players: s.Players,
		Rounds: s.Rounds, Points: toPoints(s.HalfPoints), Spread: s.Spread, Note: optional(s.Note),
	}
}

// How a list is given out. A file holds all of it.
const (
	asJSON = "json"
	asCSV  = "csv"
	asXLSX = "xlsx"

	wholeList = 1_000_000
)

// tableFormat is how a list is asked for: by the parameter, else by Accept.
func tableFormat(ctx context.Context, format *string) string {
	accept := exchangeOf(ctx).accept
	switch {
	case format != nil:
		return *format
	case strings.HasPrefix(accept, "text/csv"):
		return asCSV
	case strings.HasPrefix(accept, xlsxType):
		return asXLSX
	}
	return asJSON
}
