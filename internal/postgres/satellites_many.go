package postgres

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/satellite"
)

// Whole reads satellites as they stand, in four statements however many there are. Unlike
// Satellites.Load it does not look again where somebody acts meanwhile: it is for looking on.
func (s Oversight) Whole(ctx context.Context, ids []uuid.UUID) ([]*satellite.Satellite, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	q := s.q(ctx)
	rows, err := q.SatellitesByID(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read the satellites: %w", err)
	}
	all, byID := make([]*satellite.Satellite, len(rows)), map[uuid.UUID]*satellite.Satellite{}
	for i, row := range rows {
		registration, err := fromSatellite(row.Satellite, row.Slug, row.Format)
		if err != nil {
			return nil, err
		}
		all[i] = &satellite.Satellite{Registration: registration, Seq: row.Satellite.Seq}
		byID[registration.ID] = all[i]
	}
	entrants, err := q.EntrantsOfMany(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read the entrants: %w", err)
	}
	for _, e := range entrants {
		whole := byID[e.SatelliteID]
		entrant, err := fromEntrant(e, string(whole.EntryFee.Currency))
		if err != nil {
			return nil, err
		}
		whole.Entrants = append(whole.Entrants, entrant)
	}
	rounds, err := q.RoundsOfMany(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read the rounds: %w", err)
	}
	for _, r := range rounds {
		round, err := fromRound(r)
		if err != nil {
			return nil, err
		}
		byID[r.SatelliteID].Rounds = append(byID[r.SatelliteID].Rounds, round)
	}
	games, err := q.GamesOfMany(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read the games: %w", err)
	}
	for _, g := range games {
		game, err := fromGame(g)
		if err != nil {
			return nil, err
		}
		byID[g.SatelliteID].Games = append(byID[g.SatelliteID].Games, game)
	}
	return all, nil
}
