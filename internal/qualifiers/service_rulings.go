package qualifiers

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
)

// Seats are what the seats of a satellite have come to, with who is next in line and why, and the
// rulings in force over them, which the worker follows a moment later.
type Seats struct {
	Outcome
	Rulings []Ruling
}

// Seats reads the seats of a satellite; one that is not reported has none.
func (v *Service) Seats(ctx context.Context, tour, satellite uuid.UUID) (seats Seats, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		seats, err = v.seats(ctx, tour, satellite)
		return err
	})
	return seats, err
}

func (v *Service) seats(ctx context.Context, tour, satellite uuid.UUID) (Seats, error) {
	seats := Seats{Outcome: Outcome{SatelliteID: satellite}}
	outcomes, err := v.Store.Outcomes(ctx, tour, []uuid.UUID{satellite})
	if err != nil {
		return seats, err
	}
	if len(outcomes) > 0 {
		seats.Outcome = outcomes[0]
	}
	all, err := v.Store.Rulings(ctx, []uuid.UUID{satellite})
	seats.Rulings = RulingsInForce(all)
	return seats, err
}

// RuleOn records what the organiser decides over a seat that a correction has taken from somebody
// who had accepted it. Its errors are those of Rule; who has nothing of the seats is not found.
func (v *Service) RuleOn(ctx context.Context, tour uuid.UUID, r Ruling) (Seats, error) {
	return v.rule(ctx, tour, r.SatelliteID, r.PlayerID, func(player uuid.UUID, seats Seats) ([]Ruling, error) {
		r.ID, r.PlayerID, r.At = v.NewID(), player, v.Now().UTC()
		ruled, err := Rule(seats.Claims, r)
		return []Ruling{ruled}, err
	})
}

// TakeRulingBack takes the ruling in force over a seat back; without one it changes nothing.
func (v *Service) TakeRulingBack(ctx context.Context, tour, satellite, record uuid.UUID, by string) (Seats, error) {
	return v.rule(ctx, tour, satellite, record, func(player uuid.UUID, seats Seats) ([]Ruling, error) {
		i := slices.IndexFunc(seats.Rulings, func(r Ruling) bool { return r.PlayerID == player })
		if i < 0 {
			return nil, nil
		}
		back := seats.Rulings[i]
		back.TakenBackAt, back.TakenBackBy = v.Now().UTC(), by
		return []Ruling{back}, nil
	})
}

// rule reads the seats of a satellite under a lock on one of its players, lets decide say which
// rulings are new or changed, keeps them and tells the worker.
func (v *Service) rule(ctx context.Context, tour, satellite, record uuid.UUID, decide func(uuid.UUID, Seats) ([]Ruling, error)) (seats Seats, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		player, err := v.Store.Person(ctx, record)
		if err != nil {
			return err
		}
		if err := v.Store.LockPlayer(ctx, tour, player); err != nil {
			return err
		}
		if seats, err = v.seats(ctx, tour, satellite); err != nil {
			return err
		}
		if _, found := claimOf(seats.Claims, player); !found {
			return fault.New(fault.ResourceNotFound, "There is no such player.")
		}
		rulings, err := decide(player, seats)
		if err != nil || len(rulings) == 0 {
			return err
		}
		if err := v.Store.SaveRulings(ctx, tour, rulings); err != nil {
			return err
		}
		if err := v.Announcer.Changed(ctx, tour, Change{Satellites: []uuid.UUID{satellite}}); err != nil {
			return err
		}
		if err := tell(v.Herald, rulings, func(r Ruling) error { return v.Herald.Ruled(ctx, tour, r) }); err != nil {
			return err
		}
		seats, err = v.seats(ctx, tour, satellite)
		return err
	})
	return seats, err
}
