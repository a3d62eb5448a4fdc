package payments

import (
	"cmp"
	"slices"
	"time"

	"github.com/stripe/stripe-go/v76"

	"github.com/nast-tour/nast/internal/money"
)

// MovementKind says what moved money, in Stripe's reporting categories. Others than those
// named here exist and are passed on as they are.
type MovementKind string

// The kinds that a payment or a payout is made of.
const (
	MovedByCharge          MovementKind = "charge"
	MovedByChargeFailure   MovementKind = "charge_failure" // a bank debit that came back
	MovedByRefund          MovementKind = "refund"
	MovedByRefundFailure   MovementKind = "refund_failure"
	MovedByDispute         MovementKind = "dispute"
	MovedByDisputeReversal MovementKind = "dispute_reversal"
	MovedByFee             MovementKind = "fee" // a fee of its own, not of one payment
	MovedByPayout          MovementKind = "payout"
	MovedByPayoutReversal  MovementKind = "payout_reversal"
)

// Movement is one change of the balance at Stripe. It never changes but for becoming available,
// and its id is the same wherever it is seen: in a payment and in the payout that carries it to
// the bank. Its currency is that of the balance, which can differ from the payment's.
type Movement struct {
	ID          string
	Kind        MovementKind
	Source      string      // what caused it: a charge, refund, dispute or payout
	Amount      money.Money // negative where money left the balance
	Fee         money.Money // Stripe's, negative where it was given back
	Net         money.Money // Amount less Fee: what the balance changed by
	Created     time.Time
	AvailableOn time.Time // when it can be paid out
	Available   bool
}

// movementOf reads a balance transaction; none gives no movement.
func movementOf(t *stripe.BalanceTransaction) ([]Movement, error) {
	if t == nil {
		return nil, nil
	}
	amount, err := amountOf(t.Amount, t.Currency)
	if err != nil {
		return nil, err
	}
	m := Movement{
		ID:          t.ID,
		Kind:        MovementKind(t.ReportingCategory),
		Amount:      amount,
		Fee:         money.Money{Amount: t.Fee, Currency: amount.Currency},
		Net:         money.Money{Amount: t.Net, Currency: amount.Currency},
		Created:     moment(t.Created),
		AvailableOn: moment(t.AvailableOn),
		Available:   t.Status == stripe.BalanceTransactionStatusAvailable,
	}
	if t.Source != nil {
		m.Source = t.Source.ID
	}
	return []Movement{m}, nil
}

// movementsOf reads balance transactions, oldest first.
func movementsOf(transactions ...*stripe.BalanceTransaction) ([]Movement, error) {
	var read []Movement
	for _, t := range transactions {
		m, err := movementOf(t)
		if err != nil {
			return nil, err
		}
		read = append(read, m...)
	}
	sortMovements(read)
	return read, nil
}

func sortMovements(movements []Movement) {
	slices.SortFunc(movements, func(a, b Movement) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
	})
}

// fees sums Stripe's fees. It fails with fault.CurrencyMismatch where the movements are in
// several currencies, and without movements the sum has no currency.
func fees(movements []Movement) (money.Money, error) {
	var sum money.Money
	for i, m := range movements {
		if i == 0 {
			sum = money.Zero(m.Fee.Currency)
		}
		var err error
		if sum, err = sum.Add(m.Fee); err != nil {
			return money.Money{}, err
		}
	}
	return sum, nil
}
