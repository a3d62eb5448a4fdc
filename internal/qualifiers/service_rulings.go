package qualifiers

import (
	"context"
	"slices"

	"github.com/google/uuid"
)

// RuleOn records what the organiser decides over a seat that a correction has taken from somebody
// who had accepted it. Its errors are those of Rule.
func (v *Service) RuleOn(ctx context.Context, tour uuid.UUID, r Ruling) (ruled Ruling, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		if r.PlayerID, err = v.Store.Person(ctx, r.PlayerID); err != nil {
			return err
		}
		if err := v.Store.LockPlayer(ctx, tour, r.PlayerID); err != nil {
			return err
		}
		outcomes, err := v.Store.Outcomes(ctx, tour, []uuid.UUID{r.SatelliteID})
		if err != nil {
			return err
		}
		var claims []Claim
		for _, o := range outcomes {
			claims = append(claims, o.Claims...)
		}
		r.ID, r.At = v.NewID(), v.Now().UTC()
		if ruled, err = Rule(claims, r); err != nil {
			return err
		}
		if err := v.Store.SaveRulings(ctx, tour, []Ruling{ruled}); err != nil {
			return err
		}
		return v.Announcer.Changed(ctx, tour, Change{Satellites: []uuid.UUID{r.SatelliteID}})
	})
	return ruled, err
}

// TakeRulingBack takes the ruling in force over a seat back; without one it changes nothing and
// gives false.
func (v *Service) TakeRulingBack(ctx context.Context, tour, satellite, record uuid.UUID, by string) (back Ruling, found bool, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		player, err := v.Store.Person(ctx, record)
		if err != nil {
			return err
		}
		if err := v.Store.LockPlayer(ctx, tour, player); err != nil {
			return err
		}
		all, err := v.Store.Rulings(ctx, []uuid.UUID{satellite})
		if err != nil {
			return err
		}
		inForce := RulingsInForce(all)
		i := slices.IndexFunc(inForce, func(r Ruling) bool { return r.PlayerID == player })
		if found = i >= 0; !found {
			return nil
		}
		back = inForce[i]
		back.TakenBackAt, back.TakenBackBy = v.Now().UTC(), by
		if err := v.Store.SaveRulings(ctx, tour, []Ruling{back}); err != nil {
			return err
		}
		return v.Announcer.Changed(ctx, tour, Change{Satellites: []uuid.UUID{satellite}})
	})
	return back, found, err
}

// Seats are what the seats of satellites have come to, with who is next in line and why. Those of
// which nothing is kept have none.
func (v *Service) Seats(ctx context.Context, tour uuid.UUID, satellites []uuid.UUID) (outcomes []Outcome, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		outcomes, err = v.Store.Outcomes(ctx, tour, satellites)
		return err
	})
	return outcomes, err
}
