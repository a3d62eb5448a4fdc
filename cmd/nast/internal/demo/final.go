package demo

import (
	"context"
	"fmt"
	"slices"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/internal/civil"
)

// buyInPlaces is how many bought in to the first final (R1.1); the price is made up.
const (
	buyInPlaces = 3
	buyInCents  = 250_00
)

// finalRules are what the tour settles for its final: seeded mostly by rating.
func finalRules() *api.FinalRulesPatch {
	places, tenths := buyInPlaces, 3
	return &api.FinalRulesPatch{
		BuyInPlaces: &places, PerformanceTenths: &tenths, BuyInPrice: &api.Fee{Amount: buyInCents, Currency: "USD"},
	}
}

// finalMethods are those of the rounds of the final. Four preset rounds there are for every field.
var finalMethods = []api.FinalMethod{
	api.FinalMethodPreset, api.FinalMethodPreset, api.FinalMethodPreset, api.FinalMethodPreset,
	api.FinalMethodSwissNoRepeats, api.FinalMethodSwissNoRepeats, api.FinalMethodSwiss, api.FinalMethodKingOfTheHill,
}

// BuyIn sells the places to the best rated who have not qualified; all have paid but the last.
func (st Stage) BuyIn(ctx context.Context, slug string, plan Plan, list []api.Qualifier) error {
	listed := map[string]bool{}
	for _, q := range list {
		listed[q.Name] = true
	}
	for i, p := range slices.DeleteFunc(plan.bestRated(), func(p Player) bool { return listed[p.Name()] })[:buyInPlaces] {
		made, err := client.Created(st.Organiser.CreateBuyInWithResponse(ctx, slug, nil, api.BuyInCreate{
			FamilyName: &p.Family, GivenName: &p.Given, AssociationID: &p.Number, Rating: &p.Rating,
		}))
		if err != nil {
			return fmt.Errorf("%s: %w", p.Name(), err)
		}
		payment := api.PaymentCreate{BuyInID: &made.ID, Method: api.Transfer, Amount: made.Price}
		if err := st.pay(ctx, payment, i < buyInPlaces-1); err != nil {
			return fmt.Errorf("%s: %w", p.Name(), err)
		}
	}
	return nil
}

// PlayFinal makes the Final Event from the field, plays it on a day, and reports it.
func (st Stage) PlayFinal(ctx context.Context, slug string, plan Plan, day civil.Date) (Outcome, error) {
	s, err := client.Created(st.Organiser.CreateFinalWithResponse(ctx, slug, nil, api.FinalCreate{
		Name: "Final Event", Venue: api.Venue{Name: "Lakeside Hotel", City: "Chicago", Region: "IL", Country: "US"},
		StartsOn: contractDate(day), TimeZone: "America/Chicago", Methods: finalMethods,
	}))
	if err != nil {
		return Outcome{}, err
	}
	if _, err := client.OK(st.Organiser.StartSatelliteWithResponse(ctx, s.ID, nil, api.StartSatellite{})); err != nil {
		return Outcome{}, err
	}
	everybody := Satellite{Players: plan.bestRated()}
	p := performance{Stage: st, director: st.Organiser, plan: everybody, seed: plan.Seed, index: len(plan.Satellites)}
	return p.playThrough(ctx, s, len(finalMethods))
}
