package httpapi

import (
	"context"
	"io"

	"github.com/nast-tour/nast/internal/fault"
)

// CreateCheckout gives a page on which a due can be paid by card.
func (h *handlers) CreateCheckout(ctx context.Context, r CreateCheckoutRequestObject) (CreateCheckoutResponseObject, error) {
	link, err := h.Cards.Checkout(ctx, r.SatelliteID)
	if err != nil {
		return nil, err
	}
	return CreateCheckout200JSONResponse{URL: link.URL, ExpiresAt: link.ExpiresAt}, nil
}

// TakeStripeEvent keeps an event of Stripe's. Its body is not ours to check: only who signed it.
func (h *handlers) TakeStripeEvent(ctx context.Context, r TakeStripeEventRequestObject) (TakeStripeEventResponseObject, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, fault.Wrap(err, fault.InvalidRequest, "The body broke off; send it again.")
	}
	if err := h.Cards.Webhook(ctx, body, orZero(r.Params.StripeSignature)); err != nil {
		return nil, err
	}
	return TakeStripeEvent204Response{}, nil
}
