package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
)

// finalFlags are the settings of the final of a tour as flags (R5.7).
type finalFlags struct {
	price, until   string
	places, tenths int
	waiting        bool
}

func (f *finalFlags) add(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.price, "buy-in-price", "", "price of a place in the final, as 250.00")
	flags.StringVar(&f.until, "buy-in-until", "", "last day for buying in, in UTC, as 2027-05-31")
	flags.IntVar(&f.places, "buy-in-places", 0, "how many can buy in to the final; 0: nobody")
	flags.BoolVar(&f.waiting, "waiting-list", false, "who comes when these places are taken can wait")
	flags.IntVar(&f.tenths, "performance-tenths", 0, "seeding of the final: 0 by rating only, 10 by best finish only")
}

func (f *finalFlags) any(c *cobra.Command) bool {
	return anyChanged(c, "buy-in-price", "buy-in-until", "buy-in-places", "waiting-list", "performance-tenths")
}

// patch is what the given flags change; nil where that is nothing.
func (f *finalFlags) patch(c *cobra.Command, currency string) (*api.FinalRulesPatch, error) {
	if !f.any(c) {
		return nil, nil
	}
	patch := &api.FinalRulesPatch{
		BuyInPlaces: changed(c, "buy-in-places", f.places), WaitingList: changed(c, "waiting-list", f.waiting),
		PerformanceTenths: changed(c, "performance-tenths", f.tenths),
	}
	var err error
	if patch.BuyInPrice, err = changedMoney(c, "buy-in-price", f.price, func() (string, error) { return currency, nil }); err != nil {
		return nil, err
	}
	day, err := changedDate(c, "buy-in-until", f.until)
	if err != nil || day == nil {
		return patch, err
	}
	end := day.Add(24*time.Hour - time.Second)
	patch.BuyInsUntil = &end
	return patch, nil
}

// finalOf says what a tour has settled for its final, in two lines.
func finalOf(t *api.Tour) (buyIns, seeding string) {
	f := t.Final
	if buyIns = "none"; f.BuyInPlaces > 0 {
		buyIns = fmt.Sprintf("%s at %s", counted(f.BuyInPlaces, "place"), amount(api.Money(f.BuyInPrice)))
		if f.BuyInsUntil != nil {
			buyIns += " until " + instant(f.BuyInsUntil)
		}
		if f.WaitingList {
			buyIns += ", with a waiting list"
		}
	}
	return buyIns, fmt.Sprintf("%d tenths by rating, %d by best finish", 10-f.PerformanceTenths, f.PerformanceTenths)
}
