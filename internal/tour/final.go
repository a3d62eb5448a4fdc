package tour

import (
	"time"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// FinalRules are what a tour settles for its Final Event (R5.7). Unlike Rules they can change within
// the tour: no result of a satellite depends on them, and a buy-in keeps the price it was made at.
// DefaultFinalRules have no buy-ins, and seed by rating.
type FinalRules struct {
	BuyInPrice        money.Money `json:"buy_in_price"`           // in the currency of the tour
	BuyInsUntil       time.Time   `json:"buy_ins_until,omitzero"` // UTC, still in time; zero: no deadline
	BuyInPlaces       int         `json:"buy_in_places"`          // how many can buy in; 0: nobody
	WaitingList       bool        `json:"waiting_list"`           // who comes when the places are taken can wait
	PerformanceTenths int         `json:"performance_tenths"`     // of the seeding: 0 by rating only, 10 by satellite performance only
}

// DefaultFinalRules are those of a tour whose organiser has settled nothing of its final.
func DefaultFinalRules(currency money.Currency) FinalRules {
	return FinalRules{BuyInPrice: money.Zero(currency)}
}

// Bounds that catch a slip of the keyboard.
const (
	MaxBuyInPlaces = 500        // the largest field of one final is far below it
	MaxBuyInPrice  = 100_000_00 // in cents
)

// Validate gives nil or an invalid request that names every setting out of its bounds, by its pointer
// in a tour of the currency.
func (r FinalRules) Validate(currency money.Currency) error {
	var bad findings
	bad.checkFinal(r, currency)
	return bad.fault("The rules of the final are not valid.")
}

func (f *findings) checkFinal(r FinalRules, currency money.Currency) {
	f.add(r.BuyInPrice.IsNegative() || r.BuyInPrice.Amount > MaxBuyInPrice, "/final/buy_in_price/amount", "out_of_range",
		"The price of a buy-in is 0 to %s.", money.Money{Amount: MaxBuyInPrice, Currency: currency})
	f.add(r.BuyInPrice.Currency != currency, "/final/buy_in_price/currency", "wrong_currency",
		"The tour is in %s, and so is the price of a buy-in.", currency)
	f.add(r.BuyInPlaces < 0 || r.BuyInPlaces > MaxBuyInPlaces, "/final/buy_in_places", "out_of_range",
		"The places for buy-ins are 0 to %d.", MaxBuyInPlaces)
	f.add(r.PerformanceTenths < 0 || r.PerformanceTenths > 10, "/final/performance_tenths", "out_of_range",
		"The share of satellite performance in the seeding is 0 to 10 tenths.")
}

// checkFewerPlaces refuses fewer places for buy-ins than are taken: nobody loses in silence what he
// has bought.
func checkFewerPlaces(before, after FinalRules, taken int) error {
	if after.BuyInPlaces < before.BuyInPlaces && after.BuyInPlaces < taken {
		return fault.AtField("/final/buy_in_places", "out_of_range",
			"Places for buy-ins that are taken: %d. Withdraw a buy-in first, or leave that many.", taken)
	}
	return nil
}
