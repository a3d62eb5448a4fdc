package payments_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/payments"
	"github.com/nast-tour/nast/internal/payments/stripefake"
)

func (b *bundle) payouts(t tester, since time.Time) (found []payments.Payout) {
	t.Helper()
	for p, err := range b.Payouts(t.Context(), since) {
		require.NoError(t, err)
		found = append(found, p)
	}
	return found
}

func TestAPayoutSaysWhatIsInIt(t *testing.T) {
	t.Parallel()
	b := setup(t, stripefake.Config{PageSize: 2})
	first := b.paid(t, usd(10000))
	second := b.paid(t, usd(26400))
	_, err := b.stripe.Refund(second, 400)
	require.NoError(t, err)
	b.paid(t, cad(5000))
	require.Empty(t, b.stripe.PayOut(), "nothing is available yet")
	b.stripe.Advance(48 * time.Hour)
	b.paid(t, usd(700)) // of the next payout
	require.Len(t, b.stripe.PayOut(), 2, "one for each currency")

	found := b.payouts(t, begin)
	require.Len(t, found, 2)
	us := found[0]
	require.Equal(t, usd(10000-320+26400-796-400), us.Amount, "2.9% of 264.00 and 30 cents are 7.96")
	require.Equal(t, civil.New(2025, time.January, 5), us.ArrivesOn, "two days after the 3rd")
	require.Equal(t, payments.PayoutInTransit, us.Status)
	require.True(t, us.Itemised)
	require.Equal(t, us.Amount.Amount, sum(us.Movements))
	require.Equal(t, cad(5000-175), found[1].Amount)

	var expected []payments.Movement
	expected = append(expected, b.truth(t, first).Movements...)
	expected = append(expected, b.truth(t, second).Movements...)
	require.ElementsMatch(t, expected, us.Movements, "a movement is the same in the payment and in the payout")

	one, err := b.Payout(t.Context(), us.ID)
	require.NoError(t, err)
	require.Equal(t, us, one)
	_, err = b.Payout(t.Context(), "po_nowhere")
	require.Equal(t, fault.ResourceNotFound, fault.CodeOf(err))
}

func TestAPayoutThatFailsGoesIntoTheNext(t *testing.T) {
	t.Parallel()
	b := setup(t, stripefake.Config{})
	b.paid(t, usd(10000))
	b.stripe.Advance(48 * time.Hour)
	failed := b.stripe.PayOut()[0]
	b.stripe.Advance(48 * time.Hour)
	require.Equal(t, payments.PayoutPaid, b.payouts(t, begin)[0].Status)

	require.NoError(t, b.stripe.FailPayout(failed))
	b.stripe.PayOut()
	found := b.payouts(t, begin)
	require.Len(t, found, 2)
	require.Equal(t, payments.PayoutFailed, found[1].Status)
	require.NotEmpty(t, found[1].Failure)
	require.Equal(t, usd(9680), found[0].Amount)
	require.Len(t, found[0].Movements, 1)
	require.Equal(t, payments.MovedByPayoutReversal, found[0].Movements[0].Kind)
	require.Equal(t, failed, found[0].Movements[0].Source)
	require.Equal(t, int64(9680), b.stripe.Banked("usd"))
	require.Empty(t, b.payouts(t, b.stripe.Now().Add(time.Second)))
}
