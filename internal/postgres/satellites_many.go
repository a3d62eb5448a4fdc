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
	rows, err := s.q(ctx).SatellitesByID(ctx, ids)
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
	return all, s.fill(ctx, ids, byID)
}

// fill adds the fields, rounds and games of satellites.
func (s Oversight) fill(ctx context.Context, ids []uuid.UUID, byID map[uuid.UUID]*satellite.Satellite) error {
	q := s.q(ctx)
	entrants, err := q.EntrantsOfMany(ctx, ids)
	if err != nil {
		return fmt.Errorf("read the entrants: %w", err)
	}
	for _, row := range entrants {
		whole := byID[row.SatelliteID]
		entrant, err := fromEntrant(row, string(whole.EntryFee.Currency))
		if err != nil {
			return err
		}
		whole.Entrants = append(whole.Entrants, entrant)
	}
	rounds, err := q.RoundsOfMany(ctx, ids)
	if err != nil {
		return fmt.Errorf("read the rounds: %w", err)
	}
	for _, row := range rounds {
		round, err := fromRound(row)
		if err != nil {
			return err
		}
		byID[row.SatelliteID].Rounds = append(byID[row.SatelliteID].Rounds, round)
	}
	games, err := q.GamesOfMany(ctx, ids)
	if err != nil {
		return fmt.Errorf("read the games: %w", err)
	}
	for _, row := range games {
		game, err := fromGame(row)
		if err != nil {
			return err
		}
		byID[row.SatelliteID].Games = append(byID[row.SatelliteID].Games, game)
	}
	return nil
}
