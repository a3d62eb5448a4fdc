package httpapi

import (
	"context"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/mail"
)

type mailPosition struct {
	ID uuid.UUID `json:"i"`
}

// ListOutbox lists the mail of the service, newest first.
func (h *handlers) ListOutbox(ctx context.Context, r ListOutboxRequestObject) (ListOutboxResponseObject, error) {
	from, err := after[mailPosition](ctx, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit := limitOf(r.Params.Limit)
	page, err := h.Mail.List(ctx, mail.Filter{State: mail.State(orZero(r.Params.State)), Before: from.ID, Limit: limit + 1})
	if err != nil {
		return nil, err
	}
	page, next, err := cut(ctx, page, limit, func(l mail.Letter) any { return mailPosition{l.ID} })
	now := h.Mail.Now()
	return ListOutbox200JSONResponse{
		Items: listOf(page, func(l mail.Letter) api.Mail {
			return api.Mail{
				ID: l.ID, Key: l.Key, To: l.To, Subject: l.Subject, Body: l.Body, State: api.MailState(l.State(now)),
				QueuedAt: l.QueuedAt, SentAt: optionalTime(l.SentAt), Tries: l.Tries, Failure: l.Failure,
			}
		}), NextCursor: next,
	}, err
}
