package carryover

import (
	"context"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// checkTeller says who may tell of what: a director announces his own payments, and only the
// organiser and the treasurer say that money has come, or whose it is (R6.5, R6.6). What nobody is
// known to have paid was not announced by anybody, so it must have come. What is told comes back
// with its director.
func (v *Treasury) checkTeller(ctx context.Context, told Told) (Told, error) {
	p := auth.From(ctx)
	if err := told.Debtor().check(); err != nil {
		return told, err
	}
	switch {
	case p.Role == auth.Director && told.BuyInID != uuid.Nil:
		return told, unknownBuyIn()
	case p.Role == auth.Director && told.DirectorID != uuid.Nil && told.DirectorID != p.TenantID:
		return told, unknownDirector()
	case p.Role == auth.Director && !told.ReceivedOn.IsZero():
		return told, fault.New(fault.NotAllowed, "Whether a payment has come is for the organiser or the treasurer to say; announce it without received_on.")
	case p.Role == auth.Director:
		told.DirectorID = p.TenantID
		return told, nil
	case told.Debtor().Unknown() && told.ReceivedOn.IsZero():
		return told, fault.AtField("/director_id", "required", "Say who has paid, or when it was received where nobody knows who.")
	case told.Debtor().Unknown():
		return told, nil
	}
	return told, v.checkDebtor(ctx, told.Debtor())
}

// checkDebtor refuses a director or buy-in that the caller does not know.
func (v *Treasury) checkDebtor(ctx context.Context, d Debtor) error {
	if err := d.check(); err != nil {
		return err
	}
	names, err := v.namesOf(ctx, nil, d)
	if err != nil {
		return err
	}
	_, isDirector := names.Directors[d.DirectorID]
	_, isBuyIn := names.BuyIns[d.BuyInID]
	switch {
	case isDirector || isBuyIn:
		return nil
	case d.BuyInID != uuid.Nil:
		return unknownBuyIn()
	}
	return unknownDirector()
}

func unknownDirector() error {
	return fault.AtField("/director_id", "unknown", "There is no such director.")
}

func unknownBuyIn() error {
	return fault.AtField("/buy_in_id", "unknown", "There is no such buy-in.")
}

// Shares are allocations as somebody asks for them, all in the currency of the payment; an
// allocation in another is fault.CurrencyMismatch (R6.1).
func Shares(c money.Currency, satellites []uuid.UUID, amounts []money.Money) ([]Allocation, error) {
	shares := make([]Allocation, len(satellites))
	for i, satellite := range satellites {
		if amounts[i].Currency != c {
			return nil, fault.New(fault.CurrencyMismatch, "An allocation is in %s and the payment in %s; they are never put together.", amounts[i].Currency, c)
		}
		shares[i] = Allocation{SatelliteID: satellite, Asked: amounts[i].Amount}
	}
	return shares, nil
}

// Cents are the cents of an amount that somebody names for a due or a payment in a currency, 0
// where he names none. Another currency and an amount that is not more than nothing are refused.
func Cents(c money.Currency, amount *money.Money) (int64, error) {
	switch {
	case amount == nil:
		return 0, nil
	case amount.Currency != c:
		return 0, fault.New(fault.CurrencyMismatch, "The amount is in %s; what it is for is in %s.", amount.Currency, c)
	}
	return amount.Amount, checkAmount(*amount)
}
