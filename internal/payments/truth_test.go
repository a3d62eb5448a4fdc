package payments_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/payments"
	"github.com/nast-tour/nast/internal/payments/stripefake"
)

func TestTruthIsTheSameFromEveryObject(t *testing.T) {
	t.Parallel()
	b := setup(t, stripefake.Config{})
	intent := b.paid(t, usd(10000))
	refund, err := b.stripe.Refund(intent, 1000)
	require.NoError(t, err)
	dispute, err := b.stripe.OpenDispute(intent, 9000)
	require.NoError(t, err)

	want := b.truth(t, intent)
	require.Equal(t, payments.Paid, want.Status)
	require.Equal(t, "due-of-toronto", want.Reference)
	require.Equal(t, map[string]string{"satellite_id": "42", "tenant_id": "7"}, want.Metadata)
	require.Equal(t, usd(10000), want.Amount)
	require.Equal(t, usd(10000), want.Received)
	require.Equal(t, usd(1000), want.Refunded)
	require.Equal(t, usd(9000), want.Disputed)
	require.Equal(t, payments.DisputeOpen, want.DisputeStatus)
	require.Equal(t, usd(320), want.Fee, "2.9% of 100.00 and 30 cents")
	require.Equal(t, usd(1500), want.DisputeFee)
	require.Len(t, want.Movements, 3)
	for _, id := range []string{want.Session, want.Charge, refund, dispute} {
		require.Equal(t, want, b.truth(t, id), id)
		require.True(t, payments.IsPayment(id))
	}
}

func TestTruthKnowsEveryState(t *testing.T) {
	t.Parallel()
	pay := func(with stripefake.Card) func(*testing.T, *bundle, string) {
		return func(t *testing.T, b *bundle, session string) {
			t.Helper()
			_, err := b.stripe.Pay(session, with)
			require.NoError(t, err)
		}
	}
	debit := func(answer func(*stripefake.Fake, string) error) func(*testing.T, *bundle, string) {
		return func(t *testing.T, b *bundle, session string) {
			t.Helper()
			intent, err := b.stripe.Pay(session, stripefake.BankDebit)
			require.NoError(t, err)
			require.NoError(t, answer(b.stripe, intent))
		}
	}
	expire := func(_ *testing.T, b *bundle, _ string) { b.stripe.Advance(25 * time.Hour) }
	for name, test := range map[string]struct {
		acts     []func(*testing.T, *bundle, string)
		status   payments.Status
		received int64
		failure  string
	}{
		"nobody has come":           {nil, payments.Open, 0, ""},
		"paid":                      {[]func(*testing.T, *bundle, string){pay(stripefake.Visa)}, payments.Paid, 5000, ""},
		"declined, can try again":   {[]func(*testing.T, *bundle, string){pay(stripefake.Declined)}, payments.Open, 0, "Your card was declined."},
		"declined, then paid":       {[]func(*testing.T, *bundle, string){pay(stripefake.InsufficientFunds), pay(stripefake.Visa)}, payments.Paid, 5000, ""},
		"declined, then given up":   {[]func(*testing.T, *bundle, string){pay(stripefake.Declined), expire}, payments.Cancelled, 0, "Your card was declined."},
		"never tried":               {[]func(*testing.T, *bundle, string){expire}, payments.Cancelled, 0, ""},
		"the bank has not answered": {[]func(*testing.T, *bundle, string){pay(stripefake.BankDebit)}, payments.Processing, 0, ""},
		"still not, a day later":    {[]func(*testing.T, *bundle, string){pay(stripefake.BankDebit), expire}, payments.Processing, 0, ""},
		"the bank has paid":         {[]func(*testing.T, *bundle, string){debit((*stripefake.Fake).Settle)}, payments.Paid, 5000, ""},
		"the bank has refused":      {[]func(*testing.T, *bundle, string){debit((*stripefake.Fake).Bounce)}, payments.Failed, 0, "The customer's bank account could not be debited."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t, stripefake.Config{})
			session := b.open(t, usd(5000)).ID
			for _, act := range test.acts {
				act(t, b, session)
			}
			found := b.truth(t, session)
			require.Equal(t, test.status, found.Status)
			require.Equal(t, usd(5000), found.Amount)
			require.Equal(t, usd(test.received), found.Received)
			require.Equal(t, test.failure, found.Failure)
			require.Equal(t, "42", found.Metadata["satellite_id"])
			require.Equal(t, "due-of-toronto", found.Reference)
			require.Equal(t, test.received > 0, found.Settled, "unknown is not zero (R6.5)")
			if found.PaymentIntent != "" {
				require.Equal(t, found, b.truth(t, found.PaymentIntent))
			}
		})
	}
}

func TestRefundsAreSummedHoweverTheyCome(t *testing.T) {
	t.Parallel()
	for name, order := range map[string][]int64{"large first": {1000, 500}, "small first": {500, 1000}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t, stripefake.Config{PageSize: 1})
			intent := b.paid(t, usd(5000))
			for i, cents := range order {
				for range 2 { // doubled
					made, err := b.Refund(t.Context(), intent, usd(cents), "refund-"+name+string(rune('a'+i)))
					require.NoError(t, err)
					require.Equal(t, payments.RefundSucceeded, made.Status)
					require.Equal(t, usd(cents), made.Amount)
					require.Equal(t, usd(-cents), made.Movements[0].Amount)
				}
			}
			found := b.truth(t, intent)
			require.Equal(t, usd(1500), found.Refunded)
			require.Len(t, found.Refunds, 2)
			require.Equal(t, usd(order[0]), found.Refunds[0].Amount, "the oldest first")
			require.Equal(t, payments.Paid, found.Status)
		})
	}
}

func TestARefundThatFailsComesBack(t *testing.T) {
	t.Parallel()
	b := setup(t, stripefake.Config{})
	intent := b.paid(t, usd(5000))
	kept, err := b.stripe.Refund(intent, 700)
	require.NoError(t, err)
	failed, err := b.stripe.Refund(intent, 1000)
	require.NoError(t, err)
	require.Equal(t, usd(1700), b.truth(t, kept).Refunded)
	require.NoError(t, b.stripe.FailRefund(failed))
	found := b.truth(t, failed)
	require.Equal(t, usd(700), found.Refunded)
	require.Equal(t, payments.RefundFailed, found.Refunds[1].Status)
	require.Len(t, found.Refunds[1].Movements, 2)
	require.Equal(t, int64(5000-175-700), sum(found.Movements), "2.9% of 50.00 and 30 cents are 1.75")
}

func TestRefundRefuses(t *testing.T) {
	t.Parallel()
	b := setup(t, stripefake.Config{})
	intent := b.paid(t, cad(5000))
	for name, test := range map[string]struct {
		intent, key string
		amount      money.Money
		code        fault.Code
	}{
		"another currency": {intent, "k", usd(1000), fault.CurrencyMismatch},
		"nothing":          {intent, "k", cad(0), fault.InvalidRequest},
		"no key":           {intent, "", cad(10), fault.InvalidRequest},
		"too much":         {intent, "k1", cad(5001), fault.PaymentRefused},
		"no such payment":  {"pi_nowhere", "k2", cad(10), fault.ResourceNotFound},
	} {
		_, err := b.Refund(t.Context(), test.intent, test.amount, test.key)
		require.Equal(t, test.code, fault.CodeOf(err), name)
	}
	require.Equal(t, cad(0), b.truth(t, intent).Refunded)
}

func TestDisputesWithholdUntilTheyAreWon(t *testing.T) {
	t.Parallel()
	b := setup(t, stripefake.Config{})
	intent := b.paid(t, usd(10000))

	inquiry, err := b.stripe.Inquire(intent, 10000)
	require.NoError(t, err)
	found := b.truth(t, inquiry)
	require.Equal(t, payments.DisputeInquiry, found.DisputeStatus)
	require.Equal(t, usd(0), found.Disputed, "the bank only asks")
	require.NoError(t, b.stripe.CloseDispute(inquiry, false))
	require.Equal(t, payments.DisputeWon, b.truth(t, intent).DisputeStatus)

	won, err := b.stripe.OpenDispute(intent, 4000)
	require.NoError(t, err)
	require.Equal(t, usd(4000), b.truth(t, won).Disputed)
	b.stripe.Advance(time.Hour)
	require.NoError(t, b.stripe.CloseDispute(won, true))
	found = b.truth(t, won)
	require.Equal(t, usd(0), found.Disputed)
	require.Equal(t, payments.DisputeWon, found.DisputeStatus)
	require.Equal(t, usd(1500), found.DisputeFee, "the fee stays")

	lost, err := b.stripe.OpenDispute(intent, 6000)
	require.NoError(t, err)
	require.NoError(t, b.stripe.CloseDispute(lost, false))
	found = b.truth(t, lost)
	require.Equal(t, usd(6000), found.Disputed)
	require.Equal(t, payments.DisputeLost, found.DisputeStatus, "the gravest of three")
	require.Equal(t, usd(3000), found.DisputeFee)
	require.Equal(t, usd(320), found.Fee)
	require.Equal(t, usd(10000), found.Received)
	require.Equal(t, int64(10000-320-6000-3000), sum(found.Movements))
}

func TestFeesAreInTheCurrencyOfTheBalance(t *testing.T) {
	t.Parallel()
	b := setup(t, stripefake.Config{Exchange: map[string]stripefake.Exchange{"usd": {Currency: "cad", PerThousand: 1350}}})
	found := b.truth(t, b.paid(t, usd(10000)))
	require.Equal(t, usd(10000), found.Received)
	require.Equal(t, cad(422), found.Fee, "2.9% of 135.00 is 3.915; and 30 cents")
	require.Equal(t, cad(13500), found.Movements[0].Amount)
	require.Equal(t, cad(13078), found.Movements[0].Net)
}

func TestMoneyBecomesAvailable(t *testing.T) {
	t.Parallel()
	b := setup(t, stripefake.Config{})
	intent := b.paid(t, usd(10000))
	found := b.truth(t, intent)
	require.False(t, found.Available)
	b.stripe.Advance(found.AvailableOn.Sub(begin))
	found = b.truth(t, intent)
	require.True(t, found.Available)
	require.True(t, found.Movements[0].Available)
}

func TestWhatIsNoPaymentIsNotFound(t *testing.T) {
	t.Parallel()
	b := setup(t, stripefake.Config{})
	for _, id := range []string{"", "pi_nowhere", "cs_test_nowhere", "ch_nowhere", "re_nowhere", "dp_nowhere", "py_x", "pyr_x", "du_x"} {
		_, err := b.Truth(t.Context(), id)
		require.Equal(t, fault.ResourceNotFound, fault.CodeOf(err), id)
	}
	for _, id := range []string{"po_1", "cus_1", "evt_1", "p", "../../v1/charges"} {
		_, err := b.Truth(t.Context(), id)
		require.Equal(t, fault.ResourceNotFound, fault.CodeOf(err), id)
		require.False(t, payments.IsPayment(id))
	}
	_, err := b.Session(t.Context(), "")
	require.Equal(t, fault.ResourceNotFound, fault.CodeOf(err))
	_, err = b.ExpireCheckout(t.Context(), "")
	require.Equal(t, fault.ResourceNotFound, fault.CodeOf(err))
	_, err = b.Payout(t.Context(), "")
	require.Equal(t, fault.ResourceNotFound, fault.CodeOf(err))
	_, err = b.Refund(t.Context(), "", usd(1), "key")
	require.Equal(t, fault.ResourceNotFound, fault.CodeOf(err))
}

// sum is by how many cents movements of one currency change the balance.
func sum(movements []payments.Movement) (cents int64) {
	for _, m := range movements {
		cents += m.Net.Amount
	}
	return cents
}
