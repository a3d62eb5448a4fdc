package qualifiers

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"
)

// State says how far the list of a tour has come: it counts the changes, and
// AsOf is when the worker last brought it up to date (zero: never).
type State struct {
	Version int64
	AsOf    time.Time
}

// Store keeps seats and the list that is made of them. Every method but InTx
// joins the transaction of its context.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// LockList keeps other workers from a tour's list until the transaction ends.
	LockList(ctx context.Context, tour uuid.UUID) error

	// Reported are the seats of a satellite by its latest report, none while it
	// is not reported; AllReported are those of every satellite of a tour.
	Reported(ctx context.Context, satellite uuid.UUID) ([]Seat, error)
	AllReported(ctx context.Context, tour uuid.UUID) ([]Seat, error)

	// SeatsOf are the seats that the list has of a satellite, SeatsOfPlayers
	// those of some players over all satellites.
	SeatsOf(ctx context.Context, tour, satellite uuid.UUID) ([]Seat, error)
	SeatsOfPlayers(ctx context.Context, tour uuid.UUID, players []uuid.UUID) ([]Seat, error)
	ReplaceSeats(ctx context.Context, tour, satellite uuid.UUID, seats []Seat) error
	ReplaceAllSeats(ctx context.Context, tour uuid.UUID, seats []Seat) error

	Rows(ctx context.Context, tour uuid.UUID) ([]ListRow, error)
	SaveRows(ctx context.Context, tour uuid.UUID, rows []ListRow, gone []uuid.UUID) error
	State(ctx context.Context, tour uuid.UUID) (State, error)
	Touch(ctx context.Context, tour uuid.UUID, changed bool, at time.Time) error
}

// Service keeps the national list of a tour (R5.6).
type Service struct {
	Store Store
	Now   func() time.Time
}

// List reads the list, best first, and how far it has come.
func (v *Service) List(ctx context.Context, tour uuid.UUID) ([]ListRow, State, error) {
	var rows []ListRow
	var state State
	err := v.Store.InTx(ctx, func(ctx context.Context) (err error) {
		// The state first: rows that are newer than their version are read again
		// by whoever asks for the next one, older ones would be taken for it.
		if state, err = v.Store.State(ctx, tour); err != nil {
			return err
		}
		rows, err = v.Store.Rows(ctx, tour)
		return err
	})
	slices.SortFunc(rows, CompareRows)
	for i := range rows {
		rows[i].Position = i + 1
	}
	return rows, state, err
}

// Refresh brings the list up to date with one satellite: only the players who
// have, or had, a seat of it are touched, however large the tour is. Doing it
// again changes nothing.
func (v *Service) Refresh(ctx context.Context, tour, satellite uuid.UUID) error {
	return v.Store.InTx(ctx, func(ctx context.Context) error {
		if err := v.Store.LockList(ctx, tour); err != nil {
			return err
		}
		now, err := v.Store.Reported(ctx, satellite)
		if err != nil {
			return err
		}
		was, err := v.Store.SeatsOf(ctx, tour, satellite)
		if err != nil {
			return err
		}
		changed := !sameSeats(was, now)
		if changed {
			if err := v.Store.ReplaceSeats(ctx, tour, satellite, now); err != nil {
				return err
			}
			if err := v.refreshRows(ctx, tour, playersOf(was, now)); err != nil {
				return err
			}
		}
		return v.Store.Touch(ctx, tour, changed, v.Now().UTC())
	})
}

func (v *Service) refreshRows(ctx context.Context, tour uuid.UUID, players []uuid.UUID) error {
	seats, err := v.Store.SeatsOfPlayers(ctx, tour, players)
	if err != nil {
		return err
	}
	rows := rowsOf(seats)
	var gone []uuid.UUID
	for _, player := range players {
		if !slices.ContainsFunc(rows, func(r ListRow) bool { return r.PlayerID == player }) {
			gone = append(gone, player)
		}
	}
	return v.Store.SaveRows(ctx, tour, rows, gone)
}

// Rebuild makes the whole list from the reports, from nothing, and says whether
// that changed anything: after a healthy day it does not.
func (v *Service) Rebuild(ctx context.Context, tour uuid.UUID) (changed bool, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		if err := v.Store.LockList(ctx, tour); err != nil {
			return err
		}
		seats, err := v.Store.AllReported(ctx, tour)
		if err != nil {
			return err
		}
		was, err := v.Store.Rows(ctx, tour)
		if err != nil {
			return err
		}
		rows := rowsOf(seats)
		slices.SortFunc(was, CompareRows)
		slices.SortFunc(rows, CompareRows)
		changed = !sameJSON(was, rows)
		if err := v.Store.ReplaceAllSeats(ctx, tour, seats); err != nil {
			return err
		}
		var gone []uuid.UUID
		for _, row := range was {
			if !slices.ContainsFunc(rows, func(r ListRow) bool { return r.PlayerID == row.PlayerID }) {
				gone = append(gone, row.PlayerID)
			}
		}
		if err := v.Store.SaveRows(ctx, tour, rows, gone); err != nil {
			return err
		}
		return v.Store.Touch(ctx, tour, changed, v.Now().UTC())
	})
	return changed, err
}

// rowsOf makes a row without a position of each player's seats.
func rowsOf(seats []Seat) []ListRow {
	byPlayer := map[uuid.UUID][]Seat{}
	for _, s := range seats {
		byPlayer[s.PlayerID] = append(byPlayer[s.PlayerID], s)
	}
	rows := make([]ListRow, 0, len(byPlayer))
	for _, own := range byPlayer {
		rows = append(rows, NewRow(own, Invited))
	}
	return rows
}

func playersOf(lists ...[]Seat) []uuid.UUID {
	var players []uuid.UUID
	for _, seats := range lists {
		for _, s := range seats {
			if !slices.Contains(players, s.PlayerID) {
				players = append(players, s.PlayerID)
			}
		}
	}
	return players
}

func sameSeats(a, b []Seat) bool {
	byPlayer := func(x, y Seat) int { return slices.Compare(x.PlayerID[:], y.PlayerID[:]) }
	return slices.Equal(slices.SortedFunc(slices.Values(a), byPlayer), slices.SortedFunc(slices.Values(b), byPlayer))
}

func sameJSON(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}
