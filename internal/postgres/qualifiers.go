package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/postgres/db"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
)

// Qualifiers is the store of internal/qualifiers.
type Qualifiers struct{ *DB }

var _ qualifiers.Store = Qualifiers{}

// LockList keeps other workers from a list until the transaction ends.
func (s Qualifiers) LockList(ctx context.Context, tour uuid.UUID) error {
	return s.q(ctx).LockList(ctx, tour.String())
}

// Reported are the seats of a satellite by its latest report.
func (s Qualifiers) Reported(ctx context.Context, id uuid.UUID) ([]qualifiers.Seat, error) {
	row, err := s.q(ctx).ReportForList(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the report: %w", err)
	}
	return reportedSeats(row.Body, row.Name, fromDate(row.EndsOn), row.Status)
}

// AllReported are the seats of every satellite of a tour.
func (s Qualifiers) AllReported(ctx context.Context, tour uuid.UUID) ([]qualifiers.Seat, error) {
	rows, err := s.q(ctx).ReportsForList(ctx, tour)
	if err != nil {
		return nil, fmt.Errorf("read the reports: %w", err)
	}
	var all []qualifiers.Seat
	for _, row := range rows {
		seats, err := reportedSeats(row.Body, row.Name, fromDate(row.EndsOn), row.Status)
		if err != nil {
			return nil, err
		}
		all = append(all, seats...)
	}
	return all, nil
}

// reportedSeats are the seats that a report gives. While a satellite is
// reopened its seats stand as issued (R4.6).
func reportedSeats(body []byte, name string, endsOn civil.Date, status string) ([]qualifiers.Seat, error) {
	if s := satellite.Status(status); s != satellite.Reported && s != satellite.Finished {
		return nil, nil
	}
	r, err := parseReport(body)
	if err != nil {
		return nil, err
	}
	seats := make([]qualifiers.Seat, len(r.Qualifiers))
	for i, q := range r.Qualifiers {
		seats[i] = qualifiers.Seat{
			SatelliteID: r.SatelliteID, Satellite: name, EndsOn: endsOn, Rank: q.Rank, Players: r.Players, Rounds: r.Rounds,
			HalfPoints: q.HalfPoints, Spread: q.Spread, Rating: q.Rating, PlayerID: q.PlayerID, Name: q.Name, AssociationID: q.AssociationID,
		}
	}
	return seats, nil
}

// SeatsOf are the seats that the list has of a satellite.
func (s Qualifiers) SeatsOf(ctx context.Context, tour, satellite uuid.UUID) ([]qualifiers.Seat, error) {
	rows, err := s.q(ctx).SeatsOfSatellite(ctx, db.SeatsOfSatelliteParams{TourID: tour, SatelliteID: satellite})
	return fromSeats(rows), err
}

// SeatsOfPlayers are the seats of some players over all satellites.
func (s Qualifiers) SeatsOfPlayers(ctx context.Context, tour uuid.UUID, players []uuid.UUID) ([]qualifiers.Seat, error) {
	rows, err := s.q(ctx).SeatsOfPlayers(ctx, db.SeatsOfPlayersParams{TourID: tour, Players: players})
	return fromSeats(rows), err
}

// ReplaceSeats puts the seats of a satellite in the place of those it had.
func (s Qualifiers) ReplaceSeats(ctx context.Context, tour, satellite uuid.UUID, seats []qualifiers.Seat) error {
	err := s.q(ctx).DeleteSeatsOfSatellite(ctx, db.DeleteSeatsOfSatelliteParams{TourID: tour, SatelliteID: satellite})
	if err != nil {
		return fmt.Errorf("replace seats: %w", err)
	}
	return s.insertSeats(ctx, tour, seats)
}

// ReplaceAllSeats puts the seats of a whole tour in the place of those it had.
func (s Qualifiers) ReplaceAllSeats(ctx context.Context, tour uuid.UUID, seats []qualifiers.Seat) error {
	if err := s.q(ctx).DeleteSeatsOfTour(ctx, tour); err != nil {
		return fmt.Errorf("replace seats: %w", err)
	}
	return s.insertSeats(ctx, tour, seats)
}

func (s Qualifiers) insertSeats(ctx context.Context, tour uuid.UUID, seats []qualifiers.Seat) error {
	params := make([]db.InsertSeatParams, len(seats))
	for i, seat := range seats {
		params[i] = db.InsertSeatParams{
			TourID: tour, SatelliteID: seat.SatelliteID, PlayerID: seat.PlayerID, Satellite: seat.Satellite, EndsOn: toDate(seat.EndsOn),
			Rank: seat.Rank, Players: seat.Players, Rounds: seat.Rounds, HalfPoints: seat.HalfPoints, Spread: seat.Spread,
			Rating: seat.Rating, Name: seat.Name, AssociationID: seat.AssociationID,
		}
	}
	err := batch(len(params), func() batchResults { return s.q(ctx).InsertSeat(ctx, params) })
	if err != nil {
		return fmt.Errorf("insert seats: %w", err)
	}
	return nil
}

// Rows reads the list as it is kept, in no order that matters.
func (s Qualifiers) Rows(ctx context.Context, tour uuid.UUID) ([]qualifiers.ListRow, error) {
	kept, err := s.q(ctx).ListRows(ctx, tour)
	if err != nil {
		return nil, fmt.Errorf("read the list: %w", err)
	}
	rows := make([]qualifiers.ListRow, len(kept))
	for i, row := range kept {
		if err := json.Unmarshal(row.Body, &rows[i]); err != nil {
			return nil, fmt.Errorf("read the list: %w", err)
		}
		rows[i].PlayerID = row.PlayerID // by which it is kept, and dropped
	}
	return rows, nil
}

// SaveRows keeps rows and drops those of players without a seat.
func (s Qualifiers) SaveRows(ctx context.Context, tour uuid.UUID, rows []qualifiers.ListRow, gone []uuid.UUID) error {
	upserts := make([]db.UpsertListRowParams, len(rows))
	for i, row := range rows {
		body, err := json.Marshal(row)
		if err != nil {
			return err
		}
		upserts[i] = db.UpsertListRowParams{TourID: tour, PlayerID: row.PlayerID, Body: body}
	}
	deletes := make([]db.DeleteListRowParams, len(gone))
	for i, player := range gone {
		deletes[i] = db.DeleteListRowParams{TourID: tour, PlayerID: player}
	}
	err := batch(len(upserts), func() batchResults { return s.q(ctx).UpsertListRow(ctx, upserts) })
	if err == nil {
		err = batch(len(deletes), func() batchResults { return s.q(ctx).DeleteListRow(ctx, deletes) })
	}
	if err != nil {
		return fmt.Errorf("save the list: %w", err)
	}
	return nil
}

// State says how far the list has come.
func (s Qualifiers) State(ctx context.Context, tour uuid.UUID) (qualifiers.State, error) {
	row, err := s.q(ctx).ListState(ctx, tour)
	if errors.Is(err, pgx.ErrNoRows) {
		return qualifiers.State{}, nil
	}
	return qualifiers.State{Version: row.Version, AsOf: row.AsOf.UTC()}, err
}

// Touch notes that the list is up to date, and counts a change.
func (s Qualifiers) Touch(ctx context.Context, tour uuid.UUID, changed bool, at time.Time) error {
	return s.q(ctx).TouchList(ctx, db.TouchListParams{TourID: tour, AsOf: at, Changed: changed})
}

func fromSeats(rows []db.Seat) []qualifiers.Seat {
	seats := make([]qualifiers.Seat, len(rows))
	for i, row := range rows {
		seats[i] = qualifiers.Seat{
			SatelliteID: row.SatelliteID, Satellite: row.Satellite, EndsOn: fromDate(row.EndsOn), Rank: row.Rank,
			Players: row.Players, Rounds: row.Rounds, HalfPoints: row.HalfPoints, Spread: row.Spread, Rating: row.Rating,
			PlayerID: row.PlayerID, Name: row.Name, AssociationID: row.AssociationID,
		}
	}
	return seats
}
