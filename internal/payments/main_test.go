package payments_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/payments"
	"github.com/nast-tour/nast/internal/payments/stripefake"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// bundle is a client and the account that it talks to, without a network between.
type bundle struct {
	*payments.Client
	stripe *stripefake.Fake
}

const signingSecret = "whsec_of_the_tests"

// tester is a test, a fuzz target or one check of a property.
type tester interface {
	require.TestingT
	Helper()
	Name() string
	Context() context.Context
}

func setup(t tester, config stripefake.Config) *bundle {
	t.Helper()
	fake := stripefake.New(config)
	return &bundle{
		stripe: fake,
		Client: payments.New(payments.Config{Key: stripefake.Key, WebhookSecrets: []string{signingSecret}, HTTP: fake.Client()}),
	}
}

// page is a checkout that Stripe takes.
func page(key string, amount money.Money) payments.Checkout {
	return payments.Checkout{
		Key: key, Reference: "due-of-toronto", Amount: amount, Description: "Carryover of Toronto", CustomerEmail: "d@example.org",
		SuccessURL: "https://nast.example/paid", CancelURL: "https://nast.example/back",
		Metadata: map[string]string{"satellite_id": "42", "tenant_id": "7"},
	}
}

func usd(cents int64) money.Money { return money.Money{Amount: cents, Currency: money.USD} }

func cad(cents int64) money.Money { return money.Money{Amount: cents, Currency: money.CAD} }

// open makes a session of an amount.
func (b *bundle) open(t tester, amount money.Money) payments.Session {
	t.Helper()
	made, err := b.CreateCheckout(t.Context(), page("key-"+t.Name()+amount.String(), amount))
	require.NoError(t, err)
	return made
}

// paid makes a session of an amount and pays on it; it gives the payment intent.
func (b *bundle) paid(t tester, amount money.Money) string {
	t.Helper()
	intent, err := b.stripe.Pay(b.open(t, amount).ID, stripefake.Visa)
	require.NoError(t, err)
	return intent
}

// truth asks for what must be there.
func (b *bundle) truth(t tester, id string) payments.Truth {
	t.Helper()
	found, err := b.Truth(t.Context(), id)
	require.NoError(t, err)
	return found
}

// begin is when the fake's clock starts.
var begin = time.Date(2025, 1, 1, 0, 1, 0, 0, time.UTC)
