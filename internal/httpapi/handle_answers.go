package httpapi

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/qualifiers"
)

// GetAnswer reads what a qualifier has answered.
func (h *handlers) GetAnswer(ctx context.Context, r GetAnswerRequestObject) (GetAnswerResponseObject, error) {
	t, err := h.Tours.Get(ctx, r.Slug)
	if err != nil {
		return nil, err
	}
	i, err := h.Qualifiers.Invitation(ctx, t.ID, r.PlayerID)
	return GetAnswer200JSONResponse{toInvitation(i)}, err
}

// PutAnswer records what a qualifier has answered.
func (h *handlers) PutAnswer(ctx context.Context, r PutAnswerRequestObject) (PutAnswerResponseObject, error) {
	t, err := h.Tours.Get(ctx, r.Slug)
	if err != nil {
		return nil, err
	}
	i, err := h.Qualifiers.Record(ctx, t.ID, r.PlayerID, qualifiers.Answer(r.Body.Answer), orZero(r.Body.Note), auth.From(ctx).Name)
	return PutAnswer200JSONResponse{toInvitation(i)}, err
}

// TakeAnswerBack takes the answer in force back.
func (h *handlers) TakeAnswerBack(ctx context.Context, r TakeAnswerBackRequestObject) (TakeAnswerBackResponseObject, error) {
	t, err := h.Tours.Get(ctx, r.Slug)
	if err != nil {
		return nil, err
	}
	i, err := h.Qualifiers.TakeAnswerBack(ctx, t.ID, r.PlayerID, auth.From(ctx).Name)
	return TakeAnswerBack200JSONResponse{toInvitation(i)}, err
}

// CreateAnswerLink makes a link by which a qualifier answers himself.
func (h *handlers) CreateAnswerLink(ctx context.Context, r CreateAnswerLinkRequestObject) (CreateAnswerLinkResponseObject, error) {
	t, err := h.Tours.Get(ctx, r.Slug)
	if err != nil {
		return nil, err
	}
	var asking qualifiers.Asking
	if b := r.Body; b != nil {
		asking = qualifiers.Asking{Deadline: orZero(b.Deadline), ByMail: orZero(b.Mail), Note: orZero(b.Note)}
	}
	i, err := h.Qualifiers.Invite(ctx, t.ID, r.PlayerID, asking)
	return CreateAnswerLink201JSONResponse{
		PlayerID: i.PlayerID, Token: i.Token, Path: pageOf(i.Token), URL: h.addressOf(i.Token), Deadline: i.Deadline, MailedTo: optional(i.MailedTo),
	}, err
}

// InviteQualifiers invites everybody who has neither answered nor been invited.
func (h *handlers) InviteQualifiers(ctx context.Context, r InviteQualifiersRequestObject) (InviteQualifiersResponseObject, error) {
	t, err := h.Tours.Get(ctx, r.Slug)
	if err != nil {
		return nil, err
	}
	asking := qualifiers.Asking{Deadline: r.Body.Deadline, ByMail: orZero(r.Body.Mail), Note: orZero(r.Body.Note)}
	invited, skipped, err := h.Qualifiers.InviteAll(ctx, t.ID, asking)
	return InviteQualifiers200JSONResponse{
		Deadline: r.Body.Deadline.UTC().Truncate(time.Second),
		Invited:  listOf(invited, h.toInvited),
		Skipped: listOf(skipped, func(s qualifiers.Skipped) api.NotInvited {
			return api.NotInvited{PlayerID: s.PlayerID, Name: s.Name, Why: api.NotInvitedWhy(s.Why), Detail: s.Detail}
		}),
	}, err
}

// toInvited shows the link only where it was not mailed.
func (h *handlers) toInvited(i qualifiers.Invitee) api.Invited {
	out := api.Invited{PlayerID: i.PlayerID, Name: i.Name, MailedTo: optional(i.MailedTo)}
	if i.MailedTo == "" {
		out.Path, out.URL = ptr(pageOf(i.Token)), h.addressOf(i.Token)
	}
	return out
}

// pageOf is the path of the page on which a qualifier answers, below the address of the service.
func pageOf(token string) string { return "/a/" + token }

// addressOf is the whole address of that page, nil where the service does not know its own.
func (h *handlers) addressOf(token string) *string {
	if h.Qualifiers.PublicURL == "" {
		return nil
	}
	return ptr(h.Qualifiers.PublicURL + pageOf(token))
}

func toInvitation(i qualifiers.Invitation) InvitationJSONResponse {
	return InvitationJSONResponse{
		PlayerID: i.PlayerID, Answer: api.Answer(i.Answer()), Deadline: optionalTime(i.Deadline), Replies: listOf(i.Replies, toReply),
	}
}

func toReply(r qualifiers.Reply) api.Reply {
	return api.Reply{
		Answer: api.Answer(r.Answer), At: r.At, Via: api.ReplyVia(r.Via), By: r.By, Note: r.Note,
		TakenBackAt: optionalTime(r.TakenBackAt), TakenBackBy: optional(r.TakenBackBy),
	}
}

// GetByLink reads what a qualifier's link is for.
func (h *handlers) GetByLink(ctx context.Context, r GetByLinkRequestObject) (GetByLinkResponseObject, error) {
	answer, err := h.ownInvitation(ctx, r.Token)
	return GetByLink200JSONResponse{answer}, err
}

// PutByLink takes a qualifier's own answer.
func (h *handlers) PutByLink(ctx context.Context, r PutByLinkRequestObject) (PutByLinkResponseObject, error) {
	if _, err := h.Qualifiers.AnswerByLink(ctx, r.Token, qualifiers.Answer(r.Body.Answer), orZero(r.Body.Note)); err != nil {
		return nil, err
	}
	answer, err := h.ownInvitation(ctx, r.Token)
	return PutByLink200JSONResponse{answer}, err
}

func (h *handlers) ownInvitation(ctx context.Context, token string) (OwnInvitationJSONResponse, error) {
	own, err := h.Qualifiers.ByLink(ctx, token)
	if err != nil {
		return OwnInvitationJSONResponse{}, err
	}
	return OwnInvitationJSONResponse{
		Tour: own.Tour, Name: own.Name, Answer: api.Answer(own.Answer), Deadline: own.Deadline, Used: own.Used, Seats: listOf(own.Seats, toSeat),
	}, nil
}

// ListSeats shows the seats of a satellite.
func (h *handlers) ListSeats(ctx context.Context, r ListSeatsRequestObject) (ListSeatsResponseObject, error) {
	answer, err := h.seats(ctx, r.SatelliteID, h.Qualifiers.Seats)
	return ListSeats200JSONResponse{answer}, err
}

// PutRuling records the organiser's decision over a seat.
func (h *handlers) PutRuling(ctx context.Context, r PutRulingRequestObject) (PutRulingResponseObject, error) {
	answer, err := h.seats(ctx, r.SatelliteID, func(ctx context.Context, tour, satellite uuid.UUID) (qualifiers.Seats, error) {
		return h.Qualifiers.RuleOn(ctx, tour, qualifiers.Ruling{
			SatelliteID: satellite, PlayerID: r.PlayerID, Verdict: qualifiers.Verdict(r.Body.Verdict), Reason: r.Body.Reason, By: auth.From(ctx).Name,
		})
	})
	return PutRuling200JSONResponse{answer}, err
}

// TakeRulingBack takes that decision back.
func (h *handlers) TakeRulingBack(ctx context.Context, r TakeRulingBackRequestObject) (TakeRulingBackResponseObject, error) {
	answer, err := h.seats(ctx, r.SatelliteID, func(ctx context.Context, tour, satellite uuid.UUID) (qualifiers.Seats, error) {
		return h.Qualifiers.TakeRulingBack(ctx, tour, satellite, r.PlayerID, auth.From(ctx).Name)
	})
	return TakeRulingBack200JSONResponse{answer}, err
}

// seats finds a satellite that the caller may see, and does something with its seats.
func (h *handlers) seats(ctx context.Context, id uuid.UUID, do func(ctx context.Context, tour, satellite uuid.UUID) (qualifiers.Seats, error)) (SeatsJSONResponse, error) {
	s, err := h.Satellites.Get(ctx, id)
	if err != nil {
		return SeatsJSONResponse{}, err
	}
	t, err := h.Tours.Get(ctx, s.Tour)
	if err != nil {
		return SeatsJSONResponse{}, err
	}
	seats, err := do(ctx, t.ID, id)
	return SeatsJSONResponse{
		SatelliteID: id, Rules: qualifiers.RuleText(t.Rules), Claims: listOf(seats.Claims, toClaim), Vacant: listOf(seats.Vacant, toVacancy),
		PassedOver: listOf(seats.PassedOver, func(p qualifiers.PassedOver) api.PassedOver {
			return api.PassedOver{PlayerID: p.PlayerID, Rank: p.Rank, Why: p.Why}
		}),
		Rulings: listOf(seats.Rulings, func(r qualifiers.Ruling) api.Ruling {
			return api.Ruling{PlayerID: r.PlayerID, Verdict: api.RulingVerdict(r.Verdict), At: r.At, By: r.By, Reason: r.Reason}
		}),
	}, err
}

func toClaim(c qualifiers.Claim) api.SeatClaim {
	return api.SeatClaim{
		Place: c.Place, PlayerID: c.PlayerID, Name: c.Name, Rank: c.Rank, How: api.SeatClaimHow(c.How), State: api.SeatClaimState(c.State), Why: c.Why,
	}
}

func toVacancy(v qualifiers.Vacant) api.SeatVacancy {
	out := api.SeatVacancy{Why: api.SeatVacancyWhy(v.Why), Seats: v.Seats}
	if v.Tie != nil {
		out.Entrants = &v.Tie.Entrants
	}
	return out
}

// ListDifferences lists what became different of seats after they were issued.
func (h *handlers) ListDifferences(ctx context.Context, r ListDifferencesRequestObject) (ListDifferencesResponseObject, error) {
	from, err := after[qualifiers.ChangePosition](ctx, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	t, err := h.Tours.Get(ctx, r.Slug)
	if err != nil {
		return nil, err
	}
	limit := limitOf(r.Params.Limit)
	changes, err := h.Qualifiers.Changes(ctx, t.ID, from, limit+1)
	if err != nil {
		return nil, err
	}
	changes, next, err := cut(ctx, changes, limit, func(d qualifiers.DatedDifference) any {
		return qualifiers.ChangePosition{At: d.At, SatelliteID: d.SatelliteID, PlayerID: d.PlayerID}
	})
	return ListDifferences200JSONResponse{Rules: qualifiers.RuleText(t.Rules), Items: listOf(changes, toDifference), NextCursor: next}, err
}

func toDifference(d qualifiers.DatedDifference) api.Difference {
	out := api.Difference{
		At: d.At, SatelliteID: d.SatelliteID, Satellite: d.Satellite, PlayerID: d.PlayerID, Name: d.Name, NeedsDecision: d.NeedsDecision,
	}
	if d.Was != nil {
		out.Was = ptr(toClaim(*d.Was))
	}
	if d.Now != nil {
		out.Now = ptr(toClaim(*d.Now))
	}
	return out
}
