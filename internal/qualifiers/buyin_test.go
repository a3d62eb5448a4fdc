package qualifiers_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/tour"
)

func TestABuyInIsRefused_R5_7(t *testing.T) {
	t.Parallel()
	rows := []qualifiers.ListRow{
		rowOf(1, qualifiers.Accepted, nil), rowOf(2, qualifiers.Invited, nil), rowOf(3, qualifiers.Declined, nil), rowOf(4, qualifiers.NoAnswer, nil),
	}
	rules := tour.FinalRules{BuyInPlaces: 2, BuyInsUntil: noon.Add(50 * time.Hour)}
	bought := []qualifiers.BuyIn{buyIn(1, 11, 0)}
	withdrawn := buyIn(2, 12, 0)
	withdrawn.WithdrawnAt = noon
	bought = append(bought, withdrawn)
	for name, c := range map[string]struct {
		buyIn qualifiers.BuyIn
		code  fault.Code
	}{
		"after the deadline":      {buyIn(51, 20, 0), fault.BuyInsClosed},
		"of who has accepted":     {buyIn(3, 1, 0), fault.BuyInRefused},
		"of who is invited":       {buyIn(3, 2, 0), fault.BuyInRefused},
		"of who has bought in":    {buyIn(3, 11, 0), fault.BuyInRefused},
		"at the deadline":         {buyIn(50, 20, 0), ""},
		"of who has declined":     {buyIn(3, 3, 0), ""},
		"of who never answered":   {buyIn(3, 4, 0), ""},
		"of who withdrew his own": {buyIn(3, 12, 0), ""},
	} {
		_, err := qualifiers.AddBuyIn(rules, rows, bought, c.buyIn)
		if c.code == "" {
			require.NoError(t, err, name)
			continue
		}
		require.Equal(t, c.code, fault.CodeOf(err), name)
	}
}

func TestABuyInBeyondThePlacesWaitsOrIsRefused_R5_7(t *testing.T) {
	t.Parallel()
	rules := tour.FinalRules{BuyInPlaces: 1, BuyInPrice: money.Money{Amount: 250_00, Currency: "USD"}}
	first, err := qualifiers.AddBuyIn(rules, nil, nil, buyIn(1, 11, 1500))
	must(t, err)
	require.Equal(t, rules.BuyInPrice, first.Price)
	_, err = qualifiers.AddBuyIn(rules, nil, []qualifiers.BuyIn{first}, buyIn(2, 12, 1900))
	require.Equal(t, fault.BuyInsFull, fault.CodeOf(err))

	rules.WaitingList = true
	second, err := qualifiers.AddBuyIn(rules, nil, []qualifiers.BuyIn{first}, buyIn(2, 12, 1900))
	must(t, err)
	third := buyIn(3, 13, 1000)
	final := qualifiers.FieldOf(rules, nil, []qualifiers.BuyIn{third, second, first})
	require.Equal(t, ids(11), seeds(final))
	require.Equal(t, []qualifiers.BuyIn{second, third}, final.Waiting, "in order of time")

	first.WithdrawnAt = noon.Add(time.Hour)
	final = qualifiers.FieldOf(rules, nil, []qualifiers.BuyIn{first, second, third})
	require.Equal(t, ids(12), seeds(final), "the next who waits has the place")

	qualified := rowOf(12, qualifiers.Accepted, nil)
	final = qualifiers.FieldOf(rules, []qualifiers.ListRow{qualified}, []qualifiers.BuyIn{first, second, third})
	require.ElementsMatch(t, ids(12, 13), seeds(final), "who has won and accepted a seat needs no place, and plays once")
	require.False(t, final.Field[0].PlayerID == person(12) && final.Field[0].BoughtIn)
}

func TestWithoutPlacesNobodyBuysIn_R5_7(t *testing.T) {
	t.Parallel()
	for _, waiting := range []bool{false, true} {
		_, err := qualifiers.AddBuyIn(tour.FinalRules{WaitingList: waiting}, nil, nil, buyIn(1, 11, 0))
		require.Equal(t, fault.BuyInsClosed, fault.CodeOf(err))
	}
}

// Of two who are found to be one person the first buy-in counts, whether it has a place or waits, and
// the second takes none; withdrawn ones count for nothing.
func TestWhatBuyInsHaveComeTo_R5_7(t *testing.T) {
	t.Parallel()
	rules := tour.FinalRules{BuyInPlaces: 2, WaitingList: true}
	gone := buyIn(1, 11, 0)
	gone.WithdrawnAt = noon
	first, again, second, third := buyIn(2, 11, 0), buyIn(3, 11, 0), buyIn(4, 12, 0), buyIn(5, 13, 0)
	won, wonTwice := buyIn(6, 14, 0), buyIn(7, 14, 0)
	all := []qualifiers.BuyIn{third, wonTwice, won, second, again, first, gone}
	rows := []qualifiers.ListRow{rowOf(14, qualifiers.Accepted, nil), rowOf(12, qualifiers.Declined, nil)}
	require.Equal(t, map[uuid.UUID]qualifiers.BuyInState{
		gone.ID: qualifiers.Withdrawn, first.ID: qualifiers.HasPlace, again.ID: qualifiers.BoughtTwice, second.ID: qualifiers.HasPlace,
		third.ID: qualifiers.Waits, won.ID: qualifiers.WonSeat, wonTwice.ID: qualifiers.BoughtTwice,
	}, qualifiers.BuyInStates(rules, rows, all))
	final := qualifiers.FieldOf(rules, rows, all)
	require.ElementsMatch(t, ids(11, 12, 14), seeds(final), "everybody once")
	require.Equal(t, 2, final.BoughtIn())
}

func TestABuyInIsPaidOnceNothingIsOutstanding_R5_7(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		account qualifiers.BuyInAccount
		paid    bool
	}{
		{qualifiers.BuyInAccount{Due: 25000}, false},
		{qualifiers.BuyInAccount{Due: 25000, Announced: 25000}, false}, // R6.5
		{qualifiers.BuyInAccount{Due: 25000, Received: 24999}, false},
		{qualifiers.BuyInAccount{Due: 25000, Received: 20000, Waived: 5000}, true},
		{qualifiers.BuyInAccount{Due: 25000, Received: 25000, Credit: 1}, true},
		{qualifiers.BuyInAccount{}, true},
	} {
		require.Equal(t, c.paid, qualifiers.BuyIn{Account: c.account}.Paid(), "%+v", c.account)
	}
}
