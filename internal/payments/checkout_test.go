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

func TestCheckoutIsAPageForOneAmount(t *testing.T) {
	t.Parallel()
	b := setup(t, stripefake.Config{})
	asked := page("key-1", usd(26400))
	asked.ExpiresAt = begin.Add(time.Hour)
	made, err := b.CreateCheckout(t.Context(), asked)
	require.NoError(t, err)
	require.Contains(t, made.URL, made.ID)
	want := payments.Session{
		ID: made.ID, URL: made.URL, Status: payments.SessionOpen, Reference: "due-of-toronto", Amount: usd(26400),
		Metadata: asked.Metadata, Created: begin, ExpiresAt: begin.Add(time.Hour),
	}
	require.Equal(t, want, made)
	again, err := b.Session(t.Context(), made.ID)
	require.NoError(t, err)
	require.Equal(t, want, again)

	intent, err := b.stripe.Pay(made.ID, stripefake.Visa)
	require.NoError(t, err)
	done, err := b.Session(t.Context(), made.ID)
	require.NoError(t, err)
	want.URL, want.Status, want.Paid, want.PaymentIntent = "", payments.SessionComplete, true, intent
	require.Equal(t, want, done)
	require.Equal(t, asked.Metadata, b.truth(t, intent).Metadata, "the payment carries the same metadata")
}

func TestCheckoutOfOneKeyIsMadeOnce(t *testing.T) {
	t.Parallel()
	b := setup(t, stripefake.Config{})
	first, err := b.CreateCheckout(t.Context(), page("key-1", usd(26400)))
	require.NoError(t, err)
	second, err := b.CreateCheckout(t.Context(), page("key-1", usd(26400)))
	require.NoError(t, err)
	require.Equal(t, first, second)

	_, err = b.CreateCheckout(t.Context(), page("key-1", usd(26401)))
	require.Equal(t, fault.IdempotencyMismatch, fault.CodeOf(err), "the same key for another amount")

	count := 0
	for _, err := range b.Sessions(t.Context(), begin) {
		require.NoError(t, err)
		count++
	}
	require.Equal(t, 1, count)
}

func TestCheckoutRefuses(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change func(*payments.Checkout)
		code   fault.Code
	}{
		"nothing":           {func(c *payments.Checkout) { c.Amount = usd(0) }, fault.InvalidRequest},
		"less than nothing": {func(c *payments.Checkout) { c.Amount = usd(-100) }, fault.InvalidRequest},
		"no key":            {func(c *payments.Checkout) { c.Key = "" }, fault.InvalidRequest},
		"below the minimum": {func(c *payments.Checkout) { c.Amount = usd(49) }, fault.PaymentRefused},
		"nowhere to go":     {func(c *payments.Checkout) { c.SuccessURL = "" }, fault.PaymentRefused},
		"no description":    {func(c *payments.Checkout) { c.Description = "" }, fault.PaymentRefused},
		"expires too soon":  {func(c *payments.Checkout) { c.ExpiresAt = begin.Add(29 * time.Minute) }, fault.PaymentRefused},
		"expires too late":  {func(c *payments.Checkout) { c.ExpiresAt = begin.Add(25 * time.Hour) }, fault.PaymentRefused},
		"yen have no cents": {func(c *payments.Checkout) { c.Amount.Currency = "JPY" }, fault.PaymentCurrency},
		"dinars have mils":  {func(c *payments.Checkout) { c.Amount.Currency = "KWD" }, fault.PaymentCurrency},
		"whole kronur only": {func(c *payments.Checkout) { c.Amount.Currency = "ISK" }, fault.PaymentCurrency},
		"dong are whole":    {func(c *payments.Checkout) { c.Amount.Currency = "VND" }, fault.PaymentCurrency},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t, stripefake.Config{})
			asked := page("key", usd(26400))
			test.change(&asked)
			_, err := b.CreateCheckout(t.Context(), asked)
			require.Equal(t, test.code, fault.CodeOf(err), "%v", err)
		})
	}
}

func TestExpiringWhatIsNotOpenIsAnAnswer(t *testing.T) {
	t.Parallel()
	b := setup(t, stripefake.Config{})

	open := b.open(t, usd(1000))
	expired, err := b.ExpireCheckout(t.Context(), open.ID)
	require.NoError(t, err)
	require.Equal(t, payments.SessionExpired, expired.Status)
	require.Empty(t, expired.URL)
	again, err := b.ExpireCheckout(t.Context(), open.ID)
	require.NoError(t, err)
	require.Equal(t, expired, again)
	_, err = b.stripe.Pay(open.ID, stripefake.Visa)
	require.Error(t, err, "nobody can pay on it any more")

	complete := b.open(t, usd(2000))
	_, err = b.stripe.Pay(complete.ID, stripefake.Visa)
	require.NoError(t, err)
	answer, err := b.ExpireCheckout(t.Context(), complete.ID)
	require.NoError(t, err)
	require.Equal(t, payments.SessionComplete, answer.Status)
	require.True(t, answer.Paid, "too late: the money has been taken")

	_, err = b.ExpireCheckout(t.Context(), "cs_test_nowhere")
	require.Equal(t, fault.ResourceNotFound, fault.CodeOf(err))
}

func TestSessionsAreListedPageByPage(t *testing.T) {
	t.Parallel()
	b := setup(t, stripefake.Config{PageSize: 3})
	var made []string
	for cents := range int64(8) {
		made = append([]string{b.open(t, usd(100+cents)).ID}, made...) // newest first
		b.stripe.Advance(time.Minute)
	}
	listed := func(since time.Time) (ids []string) {
		for s, err := range b.Sessions(t.Context(), since) {
			require.NoError(t, err)
			ids = append(ids, s.ID)
		}
		return ids
	}
	require.Equal(t, made, listed(begin))
	require.Equal(t, made[:5], listed(begin.Add(3*time.Minute)))
	require.Empty(t, listed(begin.Add(time.Hour)))

	_, err := b.ExpireCheckout(t.Context(), made[0])
	require.NoError(t, err)
	var open []string
	for s, err := range b.OpenSessions(t.Context()) {
		require.NoError(t, err)
		if open = append(open, s.ID); len(open) == 4 {
			break // whoever has seen enough stops
		}
	}
	require.Equal(t, made[1:5], open)
}

func TestASessionInYenDoesNotEndTheList(t *testing.T) {
	t.Parallel()
	b := setup(t, stripefake.Config{})
	first := b.open(t, usd(1000))
	yen := b.dashboardSession(t, "jpy")
	last := b.open(t, cad(1000))
	var ids, refused []string
	for s, err := range b.Sessions(t.Context(), begin) {
		if err != nil {
			require.Equal(t, fault.PaymentCurrency, fault.CodeOf(err))
			refused = append(refused, s.ID)
			continue
		}
		ids = append(ids, s.ID)
	}
	require.Equal(t, []string{last.ID, first.ID}, ids)
	require.Equal(t, []string{yen}, refused)
	_, err := b.Truth(t.Context(), yen)
	require.Equal(t, fault.PaymentCurrency, fault.CodeOf(err))
	intent, err := b.stripe.Pay(yen, stripefake.Visa)
	require.NoError(t, err)
	_, err = b.Truth(t.Context(), intent)
	require.Equal(t, fault.PaymentCurrency, fault.CodeOf(err))
}

func TestCurrenciesInHundredthsAreTaken(t *testing.T) {
	t.Parallel()
	for _, c := range []money.Currency{"USD", "CAD", "EUR", "GBP", "MXN", "HUF", "TWD"} {
		b := setup(t, stripefake.Config{})
		intent := b.paid(t, money.Money{Amount: 12345, Currency: c})
		require.Equal(t, money.Money{Amount: 12345, Currency: c}, b.truth(t, intent).Received)
	}
}
