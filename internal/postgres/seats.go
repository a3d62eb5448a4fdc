package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/postgres/db"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
)

// Satellites are those of a tour that are reported or of which seats are kept.
func (s Qualifiers) Satellites(ctx context.Context, tour uuid.UUID) ([]uuid.UUID, error) {
	ids, err := s.q(ctx).ListedSatellites(ctx, tour)
	if err != nil {
		return nil, fmt.Errorf("list the satellites: %w", err)
	}
	return ids, nil
}

// SatellitesOf are those of them in which one of the players was, or has a claim.
func (s Qualifiers) SatellitesOf(ctx context.Context, tour uuid.UUID, players []uuid.UUID) ([]uuid.UUID, error) {
	if len(players) == 0 {
		return nil, nil
	}
	ids, err := s.q(ctx).ListedSatellitesOf(ctx, db.ListedSatellitesOfParams{TourID: tour, Players: players})
	if err != nil {
		return nil, fmt.Errorf("list the satellites of players: %w", err)
	}
	return ids, nil
}

// Lines are the standings by the latest reports, of persons.
func (s Qualifiers) Lines(ctx context.Context, satellites []uuid.UUID) ([]qualifiers.Line, error) {
	rows, err := s.q(ctx).StandingsOf(ctx, satellites)
	if err != nil {
		return nil, fmt.Errorf("read the standings: %w", err)
	}
	lines, err := parseAll(rows, parseLine)
	if err != nil {
		return nil, err
	}
	var records []uuid.UUID
	for _, line := range lines {
		for _, standing := range line.Standing {
			records = append(records, standing.PlayerID)
		}
	}
	merged, err := s.q(ctx).PersonsOf(ctx, records)
	if err != nil {
		return nil, fmt.Errorf("find the persons: %w", err)
	}
	persons := map[uuid.UUID]uuid.UUID{}
	for _, m := range merged {
		persons[m.ID] = m.PersonID
	}
	for _, line := range lines {
		for i, standing := range line.Standing {
			if person, found := persons[standing.PlayerID]; found {
				line.Standing[i].PlayerID = person
			}
		}
	}
	return lines, nil
}

// parseLine reads the standing of a report. A report that is older than its SeatOrder has the one of
// the satellite.
func parseLine(row db.StandingsOfRow) (qualifiers.Line, error) {
	r, err := parseReport(row.Body)
	if err != nil {
		return qualifiers.Line{}, err
	}
	line := qualifiers.Line{
		SatelliteID: row.ID, Satellite: row.Name, EndsOn: fromDate(row.EndsOn),
		Players: r.Players, Rounds: r.Rounds, Seats: r.Seats, Order: r.SeatOrder,
	}
	if line.Order == nil {
		line.Order = row.SeatOrder
	}
	for _, p := range r.Standing {
		line.Standing = append(line.Standing, toStanding(p))
	}
	return line, nil
}

func toStanding(p satellite.Placing) qualifiers.Standing {
	return qualifiers.Standing{
		Rank: p.Rank, EntrantID: p.EntrantID, PlayerID: p.PlayerID, Name: p.Name, AssociationID: p.AssociationID,
		Rating: p.Rating, HalfPoints: p.HalfPoints, Spread: p.Spread, Eligible: p.Eligible, Why: p.Why,
	}
}

// Outcomes are what the seats of satellites have come to, as kept.
func (s Qualifiers) Outcomes(ctx context.Context, tour uuid.UUID, satellites []uuid.UUID) ([]qualifiers.Outcome, error) {
	rows, err := s.q(ctx).OutcomesOf(ctx, db.OutcomesOfParams{TourID: tour, Satellites: satellites})
	if err != nil {
		return nil, fmt.Errorf("read the seats: %w", err)
	}
	return parseAll(rows, parseOutcome)
}

func parseOutcome(body json.RawMessage) (qualifiers.Outcome, error) {
	var o qualifiers.Outcome
	if err := json.Unmarshal(body, &o); err != nil {
		return o, fmt.Errorf("read the seats: %w", err)
	}
	return o, nil
}

// SaveOutcomes keeps outcomes, and by which players they are found; one without claims is dropped.
func (s Qualifiers) SaveOutcomes(ctx context.Context, tour uuid.UUID, outcomes []qualifiers.Outcome) error {
	var upserts []db.UpsertOutcomeParams
	var drops []db.DeleteOutcomeParams
	var claims []db.InsertClaimParams
	unclaim := make([]db.DeleteClaimsParams, len(outcomes))
	for i, o := range outcomes {
		unclaim[i] = db.DeleteClaimsParams{TourID: tour, SatelliteID: o.SatelliteID}
		if len(o.Claims) == 0 {
			drops = append(drops, db.DeleteOutcomeParams{TourID: tour, SatelliteID: o.SatelliteID})
			continue
		}
		body, err := json.Marshal(o)
		if err != nil {
			return err
		}
		upserts = append(upserts, db.UpsertOutcomeParams{TourID: tour, SatelliteID: o.SatelliteID, Body: body})
		for _, c := range o.Claims {
			claims = append(claims, db.InsertClaimParams{TourID: tour, PlayerID: c.PlayerID, SatelliteID: o.SatelliteID})
		}
	}
	q := s.q(ctx)
	return s.steps("save the seats", []step{
		{len(upserts), func() batchResults { return q.UpsertOutcome(ctx, upserts) }},
		{len(drops), func() batchResults { return q.DeleteOutcome(ctx, drops) }},
		{len(unclaim), func() batchResults { return q.DeleteClaims(ctx, unclaim) }},
		{len(claims), func() batchResults { return q.InsertClaim(ctx, claims) }},
	})
}

// ClaimsOf are the claims of some players over all satellites.
func (s Qualifiers) ClaimsOf(ctx context.Context, tour uuid.UUID, players []uuid.UUID) ([]qualifiers.Claim, error) {
	outcomes, err := s.outcomesOf(ctx, tour, players)
	var claims []qualifiers.Claim
	for _, o := range outcomes {
		for _, c := range o.Claims {
			if slices.Contains(players, c.PlayerID) {
				claims = append(claims, c)
			}
		}
	}
	return claims, err
}

// outcomesOf are the outcomes in which some players have claims. They are found in two steps, so
// that the work is theirs and not the tour's.
func (s Qualifiers) outcomesOf(ctx context.Context, tour uuid.UUID, players []uuid.UUID) ([]qualifiers.Outcome, error) {
	satellites, err := s.q(ctx).ClaimedSatellites(ctx, db.ClaimedSatellitesParams{Players: players, TourID: tour})
	if err != nil {
		return nil, fmt.Errorf("find the seats of players: %w", err)
	}
	return s.Outcomes(ctx, tour, satellites)
}
