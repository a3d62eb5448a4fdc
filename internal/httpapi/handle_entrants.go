package httpapi

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/interchange/xlsx"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/satellite"
)

// CreateEntrant enters a player.
func (h *handlers) CreateEntrant(ctx context.Context, r CreateEntrantRequestObject) (CreateEntrantResponseObject, error) {
	b := r.Body
	in := satellite.EntrantInput{
		FamilyName: b.FamilyName, GivenName: orZero(b.GivenName), Suffix: orZero(b.Suffix), AssociationID: orZero(b.AssociationID),
		Rating: orZero(b.Rating), Standby: orZero(b.Standby), Present: b.Present == nil || *b.Present,
		Fee: fromFeePtr(b.Fee), Paid: fromFeePtr(b.Paid), Team: orZero(b.Team), Grade: orZero(b.Grade),
	}
	s, id, err := h.Satellites.Enter(ctx, r.SatelliteID, in, orZero(b.Email))
	if err != nil {
		return nil, err
	}
	answer, err := h.entrantAnswer(ctx, s, id)
	return CreateEntrant201JSONResponse{Body: answer.Body, Headers: CreateEntrant201ResponseHeaders(answer.Headers)}, err
}

type entrantPosition struct {
	ID uuid.UUID `json:"i"`
}

// ListEntrants lists the entrants by seed, before the start as they would be
// seeded, those who do not play last.
func (h *handlers) ListEntrants(ctx context.Context, r ListEntrantsRequestObject) (ListEntrantsResponseObject, error) {
	if err := touch(ctx, r.SatelliteID); err != nil {
		return nil, err
	}
	from, err := after[entrantPosition](ctx, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	s, err := h.Satellites.Get(ctx, r.SatelliteID)
	if err != nil {
		return nil, err
	}
	emails, err := h.emails(ctx, s)
	if err != nil {
		return nil, err
	}
	entrants := s.BySeed()
	entrants, err = behind(entrants, from.ID, func(e satellite.Entrant) uuid.UUID { return e.ID })
	if err != nil {
		return nil, err
	}
	entrants, next, err := cut(ctx, entrants, limitOf(r.Params.Limit), func(e satellite.Entrant) any { return entrantPosition{e.ID} })
	items := listOf(entrants, func(e satellite.Entrant) api.Entrant { return toEntrant(s, e, emails[e.ID]) })
	return ListEntrants200JSONResponse{Items: items, NextCursor: next}, err
}

// ImportEntrants enters a roster from a file.
func (h *handlers) ImportEntrants(ctx context.Context, r ImportEntrantsRequestObject) (ImportEntrantsResponseObject, error) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	s, err := h.Satellites.Get(ctx, r.SatelliteID)
	if err != nil {
		return nil, err
	}
	rows, refused, err := readRoster(raw, r.Params, s.EntryFee.Currency)
	if err != nil {
		return nil, err
	}
	mode := satellite.AllOrNothing
	switch {
	case orZero(r.Params.DryRun):
		mode = satellite.DryRun
	case orZero(r.Params.Partial):
		mode = satellite.Partial
	}
	result, err := h.Satellites.ImportRoster(ctx, r.SatelliteID, rows, refused, mode)
	if err != nil {
		return nil, err
	}
	if mode == satellite.AllOrNothing && !result.Stored {
		return nil, refusedFile("Nothing was stored, because not every row of the file is good; errors says where and what. Mend them, or import in part to take the good rows.", result.Refused)
	}
	return ImportEntrants200JSONResponse(toImport(result)), nil
}

// readRoster reads a roster from text, a spreadsheet, or the result file of another
// program.
func readRoster(raw []byte, p api.ImportEntrantsParams, currency money.Currency) ([]satellite.RosterRow, []satellite.Refusal, error) {
	switch format := orZero(p.Format); {
	case format == api.ImportEntrantsParamsFormatTsh || format == api.ImportEntrantsParamsFormatNaspa:
		d, findings, err := readDivision(interchange.Format(format), raw, orZero(p.Division))
		if err = cmp.Or(err, findings.Err()); err != nil {
			return nil, nil, err
		}
		return interchange.RosterOf(d), nil, nil
	case xlsx.Is(raw):
		grid, err := xlsx.Read(raw)
		if err != nil {
			return nil, nil, err
		}
		return interchange.ReadRosterGrid(grid, currency)
	}
	return interchange.ReadRoster(raw, currency)
}

// refusedFile is the problem of a file of which nothing was stored.
func refusedFile(detail string, refused []satellite.Refusal) error {
	err := fault.New(fault.ImportRefused, "%s", detail)
	for _, row := range refused {
		err.WithField(fmt.Sprintf("/line/%d/column/%d", row.Line, row.Column), row.Code, "%s", row.Detail)
	}
	return err
}

func toImport(i satellite.Import) api.ImportResult {
	return api.ImportResult{
		Stored: i.Stored,
		Accepted: listOf(i.Accepted, func(a satellite.Accepted) api.AcceptedRow {
			row := api.AcceptedRow{Line: a.Line, Name: a.Entrant.Name.String(), Warnings: toWarnings(a.Warnings)}
			if i.Stored {
				row.EntrantID = ptr(a.Entrant.ID)
			}
			return row
		}),
		Refused: listOf(i.Refused, toRefusedRow),
	}
}

// GetEntrant reads one entrant.
func (h *handlers) GetEntrant(ctx context.Context, r GetEntrantRequestObject) (GetEntrantResponseObject, error) {
	if err := touch(ctx, r.SatelliteID); err != nil {
		return nil, err
	}
	s, err := h.Satellites.Get(ctx, r.SatelliteID)
	if err != nil {
		return nil, err
	}
	answer, err := h.entrantAnswer(ctx, s, r.EntrantID)
	return GetEntrant200JSONResponse{answer}, err
}

// UpdateEntrant corrects an entrant.
func (h *handlers) UpdateEntrant(ctx context.Context, r UpdateEntrantRequestObject) (UpdateEntrantResponseObject, error) {
	m, err := match(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	b := r.Body
	s, err := h.Satellites.EditEntrant(ctx, r.SatelliteID, r.EntrantID, satellite.EntrantPatch{
		FamilyName: b.FamilyName, GivenName: b.GivenName, Suffix: b.Suffix, AssociationID: b.AssociationID, Rating: b.Rating,
		Standby: b.Standby, Present: b.Present, Fee: fromFeePtr(b.Fee), Paid: fromFeePtr(b.Paid), Team: b.Team, Grade: b.Grade, ReservedTable: b.ReservedTable,
	}, b.Email, orZero(b.Reason), m)
	if err != nil {
		return nil, withCurrent(err, func(e satellite.EntrantOf) any {
			emails, _ := h.emails(ctx, e.Satellite) // without, the rest still helps
			return toEntrant(e.Satellite, e.Entrant, emails[e.Entrant.ID])
		})
	}
	answer, err := h.entrantAnswer(ctx, s, r.EntrantID)
	return UpdateEntrant200JSONResponse{answer}, err
}

// CheckInEntrant notes that an entrant is there.
func (h *handlers) CheckInEntrant(ctx context.Context, r CheckInEntrantRequestObject) (CheckInEntrantResponseObject, error) {
	answer, err := h.attend(ctx, h.Satellites.CheckIn, r.SatelliteID, r.EntrantID, r.Body)
	return CheckInEntrant200JSONResponse{answer}, err
}

// WithdrawEntrant takes a player out.
func (h *handlers) WithdrawEntrant(ctx context.Context, r WithdrawEntrantRequestObject) (WithdrawEntrantResponseObject, error) {
	answer, err := h.attend(ctx, h.Satellites.Withdraw, r.SatelliteID, r.EntrantID, r.Body)
	return WithdrawEntrant200JSONResponse{answer}, err
}

// ReinstateEntrant lets a withdrawn player back in.
func (h *handlers) ReinstateEntrant(ctx context.Context, r ReinstateEntrantRequestObject) (ReinstateEntrantResponseObject, error) {
	answer, err := h.attend(ctx, h.Satellites.Reinstate, r.SatelliteID, r.EntrantID, r.Body)
	return ReinstateEntrant200JSONResponse{answer}, err
}

// attend carries out an act on an entrant that takes nothing but a reason.
func (h *handlers) attend(
	ctx context.Context, act func(ctx context.Context, id, entrant uuid.UUID, reason string) (*satellite.Satellite, error),
	id, entrant uuid.UUID, body *api.Act,
) (EntrantJSONResponse, error) {
	s, err := act(ctx, id, entrant, reasonOf(body))
	if err != nil {
		return EntrantJSONResponse{}, err
	}
	return h.entrantAnswer(ctx, s, entrant)
}

// SetEligibility says whether a player can take prizes and a seat.
func (h *handlers) SetEligibility(ctx context.Context, r SetEligibilityRequestObject) (SetEligibilityResponseObject, error) {
	s, err := h.Satellites.SetEligibility(ctx, r.SatelliteID, r.EntrantID, r.Body.Eligible, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	answer, err := h.entrantAnswer(ctx, s, r.EntrantID)
	return SetEligibility200JSONResponse{answer}, err
}

// BookBye books a bye of chess ahead.
func (h *handlers) BookBye(ctx context.Context, r BookByeRequestObject) (BookByeResponseObject, error) {
	bye := satellite.BookedBye{Round: r.Body.Round}
	if r.Body.Points == api.N05 {
		bye.HalfPoints = 1
	}
	s, err := h.Satellites.BookBye(ctx, r.SatelliteID, r.EntrantID, bye, orZero(r.Body.Reason))
	if err != nil {
		return nil, err
	}
	answer, err := h.entrantAnswer(ctx, s, r.EntrantID)
	return BookBye200JSONResponse{answer}, err
}

// DropBye takes a booked bye back.
func (h *handlers) DropBye(ctx context.Context, r DropByeRequestObject) (DropByeResponseObject, error) {
	s, err := h.Satellites.DropBye(ctx, r.SatelliteID, r.EntrantID, r.Round)
	if err != nil {
		return nil, err
	}
	answer, err := h.entrantAnswer(ctx, s, r.EntrantID)
	return DropBye200JSONResponse{answer}, err
}

func toByes(byes []satellite.BookedBye) *[]api.BookedBye {
	if len(byes) == 0 {
		return nil
	}
	return ptr(listOf(byes, func(b satellite.BookedBye) api.BookedBye {
		points := api.N0
		if b.HalfPoints > 0 {
			points = api.N05
		}
		return api.BookedBye{Round: b.Round, Points: points}
	}))
}

// DeleteEntrant removes an entrant before the start.
func (h *handlers) DeleteEntrant(ctx context.Context, r DeleteEntrantRequestObject) (DeleteEntrantResponseObject, error) {
	if err := h.Satellites.RemoveEntrant(ctx, r.SatelliteID, r.EntrantID); err != nil {
		return nil, err
	}
	return DeleteEntrant204Response{}, nil
}

func (h *handlers) entrantAnswer(ctx context.Context, s *satellite.Satellite, id uuid.UUID) (EntrantJSONResponse, error) {
	e, ok := s.EntrantByID(id)
	if !ok {
		return EntrantJSONResponse{}, fault.New(fault.ResourceNotFound, "There is no such entrant.")
	}
	emails, err := h.emails(ctx, s)
	if err != nil {
		return EntrantJSONResponse{}, err
	}
	return EntrantJSONResponse{Body: toEntrant(s, *e, emails[id]), Headers: EntrantResponseHeaders{ETag: ptr(etag(e.Version))}}, nil
}

// emails are the addresses that the caller may see: the organiser's and the
// director's eyes only (R8.1).
func (h *handlers) emails(ctx context.Context, s *satellite.Satellite) (map[uuid.UUID]string, error) {
	if role := auth.From(ctx).Role; role != auth.Organiser && role != auth.Director {
		return nil, nil
	}
	return h.Satellites.Contacts(ctx, s)
}

func toEntrant(s *satellite.Satellite, e satellite.Entrant, email string) api.Entrant {
	eligible, why := e.IsEligible()
	return api.Entrant{
		Withdrawn: e.Withdrawn, JoinedFor: optional(e.JoinedFor), Eligible: eligible, IneligibleBecause: optional(why),
		ReservedTable: optional(e.ReservedTable), ID: e.ID, PlayerID: e.PlayerID, Seed: optional(e.Seed), FieldSeed: optional(e.FieldSeed), Group: optional(e.Group), Name: e.Name.String(),
		FamilyName: e.Name.Family, GivenName: e.Name.Given, Suffix: e.Name.Suffix, AssociationID: optional(e.AssociationID),
		Rating: toRating(e.Rating), Standby: e.Standby, Present: e.Present, InField: e.InField,
		Fee: toMoney(s.FeeOf(e)), Paid: toMoney(s.PaidBy(e)), Email: optional(email), Team: optional(e.Team), Grade: optional(e.Grade),
		Byes: toByes(e.Byes),
	}
}
