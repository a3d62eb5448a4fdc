package payments

import (
	"strings"

	"github.com/stripe/stripe-go/v76"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// Stripe counts money in a currency's smallest unit, which is not a hundredth everywhere. The
// tour counts in hundredths (R6.1), so these are refused rather than being wrong by a factor.
// ISK and UGX stand here because Stripe takes them in hundredths but only in whole units.
const notInHundredths = `
BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF
BHD IQD JOD KWD LYD OMR TND
`

var refusedCurrencies = func() map[money.Currency]bool {
	refused := make(map[money.Currency]bool)
	for code := range strings.FieldsSeq(notInHundredths) {
		refused[money.Currency(code)] = true
	}
	return refused
}()

// checkCurrency refuses currencies that Stripe does not count in hundredths.
func checkCurrency(c money.Currency) error {
	if refusedCurrencies[c] {
		return fault.New(fault.PaymentCurrency, "%s cannot be paid by card here: Stripe does not count it in hundredths. Use another way of payment.", c)
	}
	return nil
}

// amountOf reads an amount as Stripe has it: its smallest unit and a code in small letters.
func amountOf(units int64, currency stripe.Currency) (money.Money, error) {
	m, err := money.New(units, strings.ToUpper(string(currency)))
	if err != nil {
		return money.Money{}, fault.Wrap(err, fault.PaymentCurrency, "Stripe has an amount in %q, which is no currency that is known here.", currency)
	}
	if err := checkCurrency(m.Currency); err != nil {
		return money.Money{}, err
	}
	return m, nil
}

// stripeCurrency is a currency as Stripe writes it.
func stripeCurrency(c money.Currency) *string {
	return stripe.String(strings.ToLower(string(c)))
}
