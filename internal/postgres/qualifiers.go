package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/nast-tour/nast/internal/postgres/db"
	"github.com/nast-tour/nast/internal/qualifiers"
)

// Qualifiers is the store of internal/qualifiers: seats and list for the worker (this file and
// seats.go), list, answers and rulings for everybody else (answers.go).
type Qualifiers struct{ *DB }

var (
	_ qualifiers.RegisterStore = Qualifiers{}
	_ qualifiers.Store         = Qualifiers{}
)

// NewKeeper makes what keeps the lists, on a database opened as nast_worker.
func NewKeeper(db *DB, now func() time.Time) *qualifiers.Keeper {
	store := Qualifiers{DB: db}
	return &qualifiers.Keeper{Register: qualifiers.Register{Store: store, Now: now}, State: store.State, Tours: Tours{DB: db}}
}

// LockList keeps other workers from a list until the transaction ends.
func (s Qualifiers) LockList(ctx context.Context, tour uuid.UUID) error {
	return s.q(ctx).LockList(ctx, tour.String())
}

// AllRows reads the list as it is kept, in no order that matters.
func (s Qualifiers) AllRows(ctx context.Context, tour uuid.UUID) ([]qualifiers.ListRow, error) {
	kept, err := s.q(ctx).ListRows(ctx, tour)
	if err != nil {
		return nil, fmt.Errorf("read the list: %w", err)
	}
	return parseAll(kept, func(row db.ListRowsRow) (qualifiers.ListRow, error) { return parseRow(row.PlayerID, row.Body) })
}

// RowsOf reads the rows of some players.
func (s Qualifiers) RowsOf(ctx context.Context, tour uuid.UUID, players []uuid.UUID) ([]qualifiers.ListRow, error) {
	kept, err := s.q(ctx).ListRowsOf(ctx, db.ListRowsOfParams{TourID: tour, Players: players})
	if err != nil {
		return nil, fmt.Errorf("read the list: %w", err)
	}
	return parseAll(kept, func(row db.ListRowsOfRow) (qualifiers.ListRow, error) { return parseRow(row.PlayerID, row.Body) })
}

// RowsAt reads the rows that stood at a time.
func (s Qualifiers) RowsAt(ctx context.Context, tour uuid.UUID, at time.Time) ([]qualifiers.DatedRow, error) {
	kept, err := s.q(ctx).ListRowsAt(ctx, db.ListRowsAtParams{TourID: tour, At: at})
	if err != nil {
		return nil, fmt.Errorf("read the list of a time: %w", err)
	}
	return parseAll(kept, func(row db.ListRowsAtRow) (qualifiers.DatedRow, error) {
		r, err := parseRow(row.PlayerID, row.Body)
		return qualifiers.DatedRow{Row: r, From: row.FromAt.UTC(), Until: fromTime(row.UntilAt)}, err
	})
}

// parseRow reads a row of the list; it is of the player by whom it is kept, and dropped.
func parseRow(player uuid.UUID, body []byte) (qualifiers.ListRow, error) {
	var row qualifiers.ListRow
	if err := json.Unmarshal(body, &row); err != nil {
		return row, fmt.Errorf("read the list: %w", err)
	}
	row.PlayerID = player
	return row, nil
}

// parseAll reads one thing of each row.
func parseAll[R, T any](rows []R, parse func(R) (T, error)) ([]T, error) {
	all := make([]T, len(rows))
	for i, row := range rows {
		var err error
		if all[i], err = parse(row); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// SaveRows keeps rows, and drops those of players who have none any more. What stood before is kept
// with the time until which it stood.
func (s Qualifiers) SaveRows(ctx context.Context, tour uuid.UUID, rows []qualifiers.ListRow, gone []uuid.UUID, at time.Time) error {
	var upserts []db.UpsertListRowParams
	var history []db.InsertListHistoryParams
	var ends []db.EndListRowParams
	for _, row := range rows {
		body, err := json.Marshal(row)
		if err != nil {
			return err
		}
		upserts = append(upserts, db.UpsertListRowParams{TourID: tour, PlayerID: row.PlayerID, Body: body})
		ends = append(ends, db.EndListRowParams{At: &at, TourID: tour, PlayerID: row.PlayerID})
		history = append(history, db.InsertListHistoryParams{TourID: tour, PlayerID: row.PlayerID, FromAt: at, Body: body})
	}
	var deletes []db.DeleteListRowParams
	for _, player := range gone {
		deletes = append(deletes, db.DeleteListRowParams{TourID: tour, PlayerID: player})
		ends = append(ends, db.EndListRowParams{At: &at, TourID: tour, PlayerID: player})
	}
	q := s.q(ctx)
	return s.steps("save the list", []step{
		{len(upserts), func() batchResults { return q.UpsertListRow(ctx, upserts) }},
		{len(deletes), func() batchResults { return q.DeleteListRow(ctx, deletes) }},
		{len(ends), func() batchResults { return q.EndListRow(ctx, ends) }},
		{len(history), func() batchResults { return q.InsertListHistory(ctx, history) }},
	})
}

// step is a batch of n statements.
type step struct {
	n    int
	send func() batchResults
}

// steps sends batches one after the other.
func (s Qualifiers) steps(what string, all []step) error {
	for _, one := range all {
		if err := batch(one.n, one.send); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
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

// Changes reads the differences that were kept, the latest first.
func (s Qualifiers) Changes(ctx context.Context, tour uuid.UUID, after qualifiers.ChangePosition, limit int) ([]qualifiers.DatedDifference, error) {
	p := db.DifferencesParams{TourID: tour, Count: int32(limit)}
	if !after.At.IsZero() {
		p.BeforeAt, p.BeforeSatellite, p.BeforePlayer = &after.At, &after.SatelliteID, &after.PlayerID
	}
	rows, err := s.q(ctx).Differences(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("read the differences: %w", err)
	}
	return parseAll(rows, func(row db.DifferencesRow) (qualifiers.DatedDifference, error) {
		d := qualifiers.DatedDifference{At: row.At.UTC()}
		if err := json.Unmarshal(row.Body, &d.Difference); err != nil {
			return d, fmt.Errorf("read the differences: %w", err)
		}
		return d, nil
	})
}

// SaveDifferences keeps what became different of seats that were issued.
func (s Qualifiers) SaveDifferences(ctx context.Context, tour uuid.UUID, differences []qualifiers.Difference, at time.Time) error {
	params := make([]db.InsertDifferenceParams, len(differences))
	for i, d := range differences {
		body, err := json.Marshal(d)
		if err != nil {
			return err
		}
		params[i] = db.InsertDifferenceParams{TourID: tour, At: at, SatelliteID: d.SatelliteID, PlayerID: d.PlayerID, Body: body}
	}
	return s.steps("keep the differences", []step{{len(params), func() batchResults { return s.q(ctx).InsertDifference(ctx, params) }}})
}
