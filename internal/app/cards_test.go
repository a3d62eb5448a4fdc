package app_test

import (
	"net/http"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/internal/payments/stripefake"
)

// cardDesk is a service with a director whose satellite is reported, so that he owes 48.00: 40% of
// four entry fees of 30.00 (R6.2).
type cardDesk struct {
	*service
	director  *api.DirectorCreated
	satellite uuid.UUID
}

const owed = 4800

func newCardDesk(t *testing.T, change ...func(*setup)) *cardDesk {
	t.Helper()
	s := newService(t, change...)
	makeTour(t, s.organiser, slug)
	d := makeDirector(t, s.organiser, "Ann Director")
	g := s.stage(d.APIKey)
	id := g.started("Duluth", 4, 5).ID
	g.play(id, 1, 5)
	g.report(id)
	return &cardDesk{s, d, id}
}

// checkout asks for a page and gives Stripe's id of it.
func (l *cardDesk) checkout() string {
	l.t.Helper()
	link := ok[api.CheckoutLink](l.t)(client.OK(l.as(l.director.APIKey).CreateCheckoutWithResponse(l.t.Context(), l.satellite)))
	return link.URL[len("https://checkout.stripe.com/c/pay/"):]
}

// tell delivers an event to a service.
func (s *service) tell(d stripefake.Delivery, secret string) answer {
	s.t.Helper()
	return s.send(call{
		method: http.MethodPost, path: "/v1/webhooks/stripe", body: string(d.Payload),
		header: map[string]string{"Stripe-Signature": d.Header(secret, s.clock.now())},
	})
}

func (l *cardDesk) owes() int64 {
	l.t.Helper()
	left, err := l.services.Treasury.Outstanding(l.asOrganiser(), l.satellite)
	require.NoError(l.t, err)
	return left.Amount
}

func TestADueIsPaidByCard(t *testing.T) {
	t.Parallel()
	l := newCardDesk(t)
	l.work()
	session := l.checkout()
	require.Equal(t, session, l.checkout(), "an open page of the same amount is given again")
	_, err := l.stripe.Pay(session, stripefake.Visa)
	require.NoError(t, err)
	for _, d := range l.stripe.Deliveries() {
		require.Equal(t, http.StatusNoContent, l.tell(d, signingSecret).status)
	}
	eventually(t, "the due to be paid", func() bool { return l.owes() == 0 })
	refused := l.send(call{key: l.director.APIKey, method: http.MethodPost, path: "/v1/satellites/" + l.satellite.String() + "/carryover/checkout"})
	require.Equal(t, http.StatusConflict, refused.status)
	require.EqualValues(t, "due_settled", refused.problem(t).Code)
}
