package tour_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/tour"
)

func TestRulesOfTheFinalAreBounded_R5_7(t *testing.T) {
	t.Parallel()
	require.NoError(t, tour.DefaultFinalRules(money.USD).Validate(money.USD))
	require.NoError(t, tour.FinalRules{
		BuyInPrice: money.Money{Amount: tour.MaxBuyInPrice, Currency: money.USD}, BuyInPlaces: tour.MaxBuyInPlaces, PerformanceTenths: 10,
	}.Validate(money.USD))
	bad := tour.FinalRules{BuyInPrice: money.Money{Amount: -1, Currency: money.CAD}, BuyInPlaces: -1, PerformanceTenths: 11}
	var invalid *fault.Error
	require.ErrorAs(t, bad.Validate(money.USD), &invalid)
	var pointers []string
	for _, field := range invalid.Fields {
		pointers = append(pointers, field.Pointer)
	}
	require.Equal(t, []string{
		"/final/buy_in_price/amount", "/final/buy_in_price/currency", "/final/buy_in_places", "/final/performance_tenths",
	}, pointers)
}
