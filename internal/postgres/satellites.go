package postgres

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/postgres/db"
	"github.com/nast-tour/nast/internal/satellite"
)

// Satellites is the store of internal/satellite.
type Satellites struct{ *DB }

var _ satellite.Store = Satellites{}

// own is the tenant that queries name: the caller's own, nil for those who see
// all.
func (d *DB) own(ctx context.Context) *uuid.UUID {
	scope := auth.From(ctx).Scope()
	if scope.Kind != auth.ScopeTenant || d.noFilter {
		return nil
	}
	return &scope.TenantID
}

// Load reads a whole satellite as it stood after one act. Each query sees what
// is committed by then, so where somebody has acted between the first and the
// last, all are asked again.
func (s Satellites) Load(ctx context.Context, id uuid.UUID) (*satellite.Satellite, error) {
	for {
		row, err := s.q(ctx).Satellite(ctx, db.SatelliteParams{ID: id, Own: s.own(ctx)})
		if err != nil {
			return nil, missing(err, "satellite")
		}
		whole, err := s.complete(ctx, row.Satellite, row.Slug, row.Format)
		if err != nil {
			return nil, err
		}
		seq, err := s.q(ctx).SatelliteSeq(ctx, db.SatelliteSeqParams{TenantID: whole.TenantID, ID: id})
		if err != nil || seq == whole.Seq {
			return whole, err
		}
	}
}

// Lock reads a whole satellite and keeps it until the transaction ends.
func (s Satellites) Lock(ctx context.Context, id uuid.UUID) (*satellite.Satellite, error) {
	row, err := s.q(ctx).LockSatellite(ctx, db.LockSatelliteParams{ID: id, Own: s.own(ctx)})
	if err != nil {
		return nil, missing(err, "satellite")
	}
	return s.complete(ctx, row.Satellite, row.Slug, row.Format)
}

func (s Satellites) complete(ctx context.Context, row db.Satellite, slug, format string) (*satellite.Satellite, error) {
	registration, err := fromSatellite(row, slug, format)
	if err != nil {
		return nil, err
	}
	whole := &satellite.Satellite{Registration: registration, Seq: row.Seq}
	q := s.q(ctx)
	entrants, err := q.Entrants(ctx, db.EntrantsParams{TenantID: row.TenantID, SatelliteID: row.ID})
	if err != nil {
		return nil, fmt.Errorf("read the entrants: %w", err)
	}
	for _, e := range entrants {
		entrant, err := fromEntrant(e, row.Currency)
		if err != nil {
			return nil, err
		}
		whole.Entrants = append(whole.Entrants, entrant)
	}
	rounds, err := q.Rounds(ctx, db.RoundsParams{TenantID: row.TenantID, SatelliteID: row.ID})
	if err != nil {
		return nil, fmt.Errorf("read the rounds: %w", err)
	}
	for _, r := range rounds {
		round, err := fromRound(r)
		if err != nil {
			return nil, err
		}
		whole.Rounds = append(whole.Rounds, round)
	}
	games, err := q.Games(ctx, db.GamesParams{TenantID: row.TenantID, SatelliteID: row.ID})
	if err != nil {
		return nil, fmt.Errorf("read the games: %w", err)
	}
	for _, g := range games {
		game, err := fromGame(g)
		if err != nil {
			return nil, err
		}
		whole.Games = append(whole.Games, game)
	}
	return whole, nil
}

// Insert keeps a new satellite, and with what entrants it begins, with its first
// log entry.
func (s Satellites) Insert(ctx context.Context, whole *satellite.Satellite, entry satellite.Entry) error {
	p, err := toSatellite(whole)
	if err != nil {
		return err
	}
	err = s.q(ctx).InsertSatellite(ctx, p)
	if broke(err, satellitesOneFinal) {
		return fault.New(fault.FinalExists, "The tour %s has its Final Event already.", whole.Tour)
	}
	if err != nil {
		return fmt.Errorf("insert the satellite: %w", err)
	}
	if err := s.saveEntrants(ctx, whole, entry); err != nil {
		return err
	}
	return s.log(ctx, whole, entry)
}

// Save writes what an act has changed, and its log entry.
func (s Satellites) Save(ctx context.Context, whole *satellite.Satellite, entry satellite.Entry) error {
	if entry.Changes.Registration != nil {
		p, err := toSatellite(whole)
		if err != nil {
			return err
		}
		if err := s.q(ctx).UpdateSatellite(ctx, updateOf(p)); err != nil {
			return fmt.Errorf("update the satellite: %w", err)
		}
	}
	if err := s.q(ctx).SetSeq(ctx, db.SetSeqParams{TenantID: whole.TenantID, ID: whole.ID, Seq: entry.Seq}); err != nil {
		return fmt.Errorf("count the act: %w", err)
	}
	for _, save := range []func(context.Context, *satellite.Satellite, satellite.Entry) error{
		s.saveEntrants, s.savePlay, s.dropEntrants,
	} {
		if err := save(ctx, whole, entry); err != nil {
			return err
		}
	}
	return s.log(ctx, whole, entry)
}

// saveEntrants writes the entrants that are, before the games that name them;
// dropEntrants takes those away who are no more, after the games that named
// them.
func (s Satellites) saveEntrants(ctx context.Context, whole *satellite.Satellite, entry satellite.Entry) error {
	var upserts []db.UpsertEntrantParams
	for _, c := range entry.Changes.Entrants {
		if c.After != nil {
			upsert, err := toEntrant(whole, *c.After, entry.Seq)
			if err != nil {
				return err
			}
			upserts = append(upserts, upsert)
		}
	}
	err := batch(len(upserts), func() batchResults { return s.q(ctx).UpsertEntrant(ctx, upserts) })
	if err != nil {
		return fmt.Errorf("save entrants: %w", err)
	}
	return nil
}

func (s Satellites) dropEntrants(ctx context.Context, whole *satellite.Satellite, entry satellite.Entry) error {
	var deletes []db.DeleteEntrantParams
	for _, c := range entry.Changes.Entrants {
		if c.After == nil {
			deletes = append(deletes, db.DeleteEntrantParams{TenantID: whole.TenantID, SatelliteID: whole.ID, ID: c.Before.ID})
		}
	}
	err := batch(len(deletes), func() batchResults { return s.q(ctx).DeleteEntrant(ctx, deletes) })
	if err != nil {
		return fmt.Errorf("delete entrants: %w", err)
	}
	return nil
}

func (s Satellites) savePlay(ctx context.Context, whole *satellite.Satellite, entry satellite.Entry) error {
	var rounds []db.UpsertRoundParams
	var goneRounds []db.DeleteRoundParams
	for _, c := range entry.Changes.Rounds {
		if c.After == nil {
			goneRounds = append(goneRounds, db.DeleteRoundParams{TenantID: whole.TenantID, SatelliteID: whole.ID, Number: c.Before.Number})
			continue
		}
		plan, err := json.Marshal(c.After.Plan)
		if err != nil {
			return fmt.Errorf("write the plan of round %d: %w", c.After.Number, err)
		}
		rounds = append(rounds, db.UpsertRoundParams{
			TenantID: whole.TenantID, SatelliteID: whole.ID, Number: c.After.Number,
			Method: string(c.After.Method), State: string(c.After.State), Plan: plan, Version: entry.Seq,
		})
	}
	var games []db.UpsertGameParams
	var goneGames []db.DeleteGameParams
	for _, c := range entry.Changes.Games {
		if c.After == nil {
			goneGames = append(goneGames, db.DeleteGameParams{TenantID: whole.TenantID, SatelliteID: whole.ID, ID: c.Before.ID})
			continue
		}
		game, err := toGame(whole, *c.After, entry.Seq)
		if err != nil {
			return err
		}
		games = append(games, game)
	}
	q := s.q(ctx)
	for _, step := range []struct {
		what string
		n    int
		run  func() batchResults
	}{
		{"delete games", len(goneGames), func() batchResults { return q.DeleteGame(ctx, goneGames) }},
		{"delete rounds", len(goneRounds), func() batchResults { return q.DeleteRound(ctx, goneRounds) }},
		{"save rounds", len(rounds), func() batchResults { return q.UpsertRound(ctx, rounds) }},
		{"save games", len(games), func() batchResults { return q.UpsertGame(ctx, games) }},
	} {
		if err := batch(step.n, step.run); err != nil {
			return fmt.Errorf("%s: %w", step.what, err)
		}
	}
	return nil
}

// batchResults is what sqlc gives for statements that are sent together.
type batchResults interface{ Exec(each func(int, error)) }

// batch sends n statements together and gives the first error.
func batch(n int, send func() batchResults) error {
	if n == 0 {
		return nil
	}
	var first error
	send().Exec(func(_ int, err error) {
		if first == nil {
			first = err
		}
	})
	return first
}

func (s Satellites) log(ctx context.Context, whole *satellite.Satellite, entry satellite.Entry) error {
	changes, err := json.Marshal(entry.Changes)
	if err != nil {
		return fmt.Errorf("write the log: %w", err)
	}
	err = s.q(ctx).InsertLog(ctx, db.InsertLogParams{
		TenantID: whole.TenantID, SatelliteID: whole.ID, Seq: entry.Seq, At: entry.At,
		PrincipalID: entry.Actor.ID, Actor: entry.Actor.Name, Role: entry.Actor.Role,
		Act: entry.Act, Reason: entry.Reason, Changes: changes,
	})
	if err != nil {
		return fmt.Errorf("write the log: %w", err)
	}
	return nil
}

// Log reads a page of the log.
func (s Satellites) Log(ctx context.Context, id uuid.UUID, afterSeq int64, limit int) ([]satellite.Entry, error) {
	row, err := s.q(ctx).Satellite(ctx, db.SatelliteParams{ID: id, Own: s.own(ctx)})
	if err != nil {
		return nil, missing(err, "satellite")
	}
	rows, err := s.q(ctx).Log(ctx, db.LogParams{TenantID: row.Satellite.TenantID, SatelliteID: id, After: afterSeq, Count: int32(limit)})
	if err != nil {
		return nil, fmt.Errorf("read the log: %w", err)
	}
	entries := make([]satellite.Entry, len(rows))
	for i, r := range rows {
		entries[i] = satellite.Entry{
			Seq: r.Seq, At: r.At.UTC(), Act: r.Act, Reason: r.Reason,
			Actor: satellite.Actor{ID: r.PrincipalID, Name: r.Actor, Role: r.Role},
		}
		if err := json.Unmarshal(r.Changes, &entries[i].Changes); err != nil {
			return nil, fmt.Errorf("read act %d of the log: %w", r.Seq, err)
		}
	}
	return entries, nil
}

// FinalOf finds the Final Event of a tour.
func (s Satellites) FinalOf(ctx context.Context, tourID uuid.UUID) (uuid.UUID, bool, error) {
	id, err := s.q(ctx).FinalOf(ctx, db.FinalOfParams{TourID: tourID, Own: s.own(ctx)})
	switch {
	case none(err):
		return uuid.Nil, false, nil
	case err != nil:
		return uuid.Nil, false, fmt.Errorf("find the final: %w", err)
	}
	return id, true, nil
}

// FinalStarted says whether the Final Event of a tour has started.
func (s Satellites) FinalStarted(ctx context.Context, tourID uuid.UUID) (bool, error) {
	return s.q(ctx).FinalStarted(ctx, tourID)
}

// List reads a page of satellites by first day.
func (s Satellites) List(ctx context.Context, f satellite.Filter) ([]satellite.Registration, error) {
	rows, err := s.q(ctx).Satellites(ctx, db.SatellitesParams{
		Own: s.own(ctx), Tour: f.Tour, Status: string(f.Status), Director: toID(f.Director), FromDay: toDate(f.From), ToDay: toDate(f.To),
		Q: likeText(f.Text), AfterID: toID(f.After.ID), AfterDay: toDate(f.After.StartsOn), Count: int32(f.Limit),
	})
	if err != nil {
		return nil, fmt.Errorf("list satellites: %w", err)
	}
	items := make([]satellite.Registration, len(rows))
	for i, row := range rows {
		if items[i], err = fromSatellite(row.Satellite, row.Slug, row.Format); err != nil {
			return nil, err
		}
	}
	return items, nil
}

// Contacts reads the e-mail addresses by entrant (R8.1).
func (s Satellites) Contacts(ctx context.Context, whole *satellite.Satellite) (map[uuid.UUID]string, error) {
	rows, err := s.q(ctx).Contacts(ctx, db.ContactsParams{TenantID: whole.TenantID, SatelliteID: whole.ID})
	if err != nil {
		return nil, fmt.Errorf("read contacts: %w", err)
	}
	contacts := make(map[uuid.UUID]string, len(rows))
	for _, row := range rows {
		contacts[row.EntrantID] = row.Email
	}
	return contacts, nil
}

// SetContact keeps an e-mail address, or removes it.
func (s Satellites) SetContact(ctx context.Context, whole *satellite.Satellite, entrant uuid.UUID, email string) error {
	if email == "" {
		return s.q(ctx).DropContact(ctx, db.DropContactParams{TenantID: whole.TenantID, SatelliteID: whole.ID, EntrantID: entrant})
	}
	return s.q(ctx).SetContact(ctx, db.SetContactParams{TenantID: whole.TenantID, SatelliteID: whole.ID, EntrantID: entrant, Email: email})
}

// SaveReport keeps a report as it was made.
func (s Satellites) SaveReport(ctx context.Context, whole *satellite.Satellite, r satellite.Report) error {
	body, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	err = s.q(ctx).InsertReport(ctx, db.InsertReportParams{
		TenantID: whole.TenantID, SatelliteID: whole.ID, TourID: whole.TourID, Body: body, ReportedAt: *r.ReportedAt,
	})
	if err != nil {
		return fmt.Errorf("keep the report: %w", err)
	}
	return nil
}

// LatestReport reads the report as it was made last.
func (s Satellites) LatestReport(ctx context.Context, whole *satellite.Satellite) (satellite.Report, error) {
	row, err := s.q(ctx).LatestReport(ctx, db.LatestReportParams{TenantID: whole.TenantID, SatelliteID: whole.ID})
	if err != nil {
		return satellite.Report{}, missing(err, "report")
	}
	return parseReport(row.Body)
}

func parseReport(body []byte) (satellite.Report, error) {
	var r satellite.Report
	if err := json.Unmarshal(body, &r); err != nil {
		return r, fmt.Errorf("read the report: %w", err)
	}
	return r, nil
}
