package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/postgres/db"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
)

// Former are the records that were left behind when entrants of some records were corrected.
func (s Registry) Former(ctx context.Context, records []uuid.UUID) ([]players.Person, error) {
	var named []uuid.UUID
	for _, record := range records {
		ids, err := s.q(ctx).SatellitesNaming(ctx, record.String())
		if err != nil {
			return nil, fmt.Errorf("find where a player is named: %w", err)
		}
		named = append(named, ids...)
	}
	rows, err := s.q(ctx).FormerRecords(ctx, db.FormerRecordsParams{Satellites: named, Records: records})
	if err != nil {
		return nil, fmt.Errorf("find what a correction has left behind: %w", err)
	}
	former := make([]players.Person, len(rows))
	for i, row := range rows {
		former[i] = fromPlayer(row)
	}
	return former, nil
}

// Erase puts a record under its pseudonym wherever it is named (R8.2): as a player, in fields with
// their contacts, in the logs and reports of satellites, in answers, in mail, and in the national lists
// with their history. Mail that waits for him is not sent. Answers that were kept for an idempotency
// key, and what came with events of Stripe, are emptied: they may name anybody. Nothing else changes.
// Who replays a log or reads a report while it is
// written over waits, or is read first.
func (s Registry) Erase(ctx context.Context, person uuid.UUID, before, after players.Person, at time.Time) error {
	q := s.q(ctx)
	named, err := q.SatellitesNaming(ctx, before.ID.String())
	if err != nil {
		return fmt.Errorf("find where a player is named: %w", err)
	}
	emails, err := q.EmailsOf(ctx, before.ID)
	if err != nil {
		return fmt.Errorf("find the addresses of a player: %w", err)
	}
	known := players.Traces{Words: emails}
	known.Meet(before.Name, before.AssociationID)
	for _, step := range []func() error{
		func() error { return q.BeginErasing(ctx) },
		func() error { return s.eraseInSatellites(ctx, named, before, after, known) },
		func() error { return s.eraseInRulings(ctx, named, known, after) },
		func() error { return s.keepDigests(ctx, before, at) },
		func() error { return q.EraseContacts(ctx, before.ID) },
		func() error {
			return q.EraseEntrants(ctx, db.EraseEntrantsParams{FamilyName: after.Name.Family, PlayerID: before.ID})
		},
		func() error {
			return q.ErasePlayer(ctx, db.ErasePlayerParams{ID: before.ID, FamilyName: after.Name.Family, ErasedAt: &at})
		},
		func() error { return q.EraseDecisions(ctx, &before.ID) },
		func() error { return q.EraseAnswers(ctx, before.ID) },
		func() error { return q.EraseBuyIns(ctx, before.ID) },
		func() error { return q.DropLetters(ctx, before.ID) },
		func() error { return q.EraseLetters(ctx, before.ID) },
		func() error { return s.eraseInLists(ctx, person, after.Name.String()) },
		func() error { return q.BlankAnswers(ctx, at) }, // last: who answers now waits for the locks above
		func() error { return q.EmptyCardEvents(ctx) },
		func() error { return q.EndErasing(ctx) },
	} {
		if err := step(); err != nil {
			return fmt.Errorf("erase a player: %w", err)
		}
	}
	return nil
}

// eraseInSatellites writes the logs and reports of satellites anew, in order of their ids.
func (s Registry) eraseInSatellites(ctx context.Context, ids []uuid.UUID, before, after players.Person, known players.Traces) error {
	store := Satellites{DB: s.DB}
	for _, id := range ids {
		whole, err := store.Lock(ctx, id)
		if err != nil {
			return err
		}
		log, err := store.Log(ctx, id, 0, int(whole.Seq))
		if err != nil {
			return err
		}
		x := &satellite.Erasure{PlayerID: before.ID, Pseudonym: after.Name, Traces: tracesIn(log, before.ID, known)}
		if err := s.eraseLog(ctx, whole, log, x.Log(log, whole.Entrants)); err != nil {
			return err
		}
		if err := s.eraseReports(ctx, whole, x); err != nil {
			return err
		}
	}
	return nil
}

// tracesIn adds to what is known of a person the names and numbers that he has had in a log.
func tracesIn(log []satellite.Entry, player uuid.UUID, known players.Traces) players.Traces {
	known.Names, known.Words = slices.Clone(known.Names), slices.Clone(known.Words)
	for _, entry := range log {
		for _, change := range entry.Changes.Entrants {
			for _, e := range []*satellite.Entrant{change.Before, change.After} {
				if e != nil && e.PlayerID == player {
					known.Meet(e.Name, e.AssociationID)
				}
			}
		}
	}
	return known
}

// eraseInRulings masks the person in why the organiser has ruled as he did.
func (s Registry) eraseInRulings(ctx context.Context, satellites []uuid.UUID, known players.Traces, after players.Person) error {
	rows, err := s.q(ctx).RulingsOf(ctx, satellites)
	if err != nil {
		return err
	}
	params := make([]db.EraseRulingParams, len(rows))
	for i, row := range rows {
		params[i] = db.EraseRulingParams{ID: row.SeatRuling.ID, Reason: known.Mask(row.SeatRuling.Reason, after.Name.String())}
	}
	return batch(len(params), func() batchResults { return s.q(ctx).EraseRuling(ctx, params) })
}

func (s Registry) eraseLog(ctx context.Context, whole *satellite.Satellite, was, now []satellite.Entry) error {
	var params []db.EraseLogParams
	for i, entry := range now {
		before, err := json.Marshal(was[i])
		if err != nil {
			return err
		}
		after, err := json.Marshal(entry)
		if err != nil {
			return err
		}
		if string(before) == string(after) {
			continue
		}
		changes, err := json.Marshal(entry.Changes)
		if err != nil {
			return err
		}
		params = append(params, db.EraseLogParams{
			TenantID: whole.TenantID, SatelliteID: whole.ID, Seq: entry.Seq, Changes: changes, Reason: entry.Reason, Actor: entry.Actor.Name,
		})
	}
	return batch(len(params), func() batchResults { return s.q(ctx).EraseLog(ctx, params) })
}

func (s Registry) eraseReports(ctx context.Context, whole *satellite.Satellite, x *satellite.Erasure) error {
	rows, err := s.q(ctx).AllReports(ctx, db.AllReportsParams{TenantID: whole.TenantID, SatelliteID: whole.ID})
	if err != nil {
		return err
	}
	params := make([]db.EraseReportParams, len(rows))
	for i, row := range rows {
		report, err := parseReport(row.Body)
		if err != nil {
			return err
		}
		body, err := json.Marshal(x.Report(report))
		if err != nil {
			return err
		}
		params[i] = db.EraseReportParams{TenantID: whole.TenantID, SatelliteID: whole.ID, Number: row.Number, Body: body}
	}
	return batch(len(params), func() batchResults { return s.q(ctx).EraseReport(ctx, params) })
}

// eraseInLists puts a person under a pseudonym in the national lists, as they are and as they were.
// The worker finds the same names in the reports when it refreshes them.
func (s Registry) eraseInLists(ctx context.Context, person uuid.UUID, pseudonym string) error {
	tours, err := s.q(ctx).ToursListing(ctx, person)
	if err != nil {
		return err
	}
	lists := Qualifiers{DB: s.DB}
	for _, tour := range tours {
		if err := lists.LockList(ctx, tour); err != nil {
			return err
		}
		for _, erase := range []func(context.Context, uuid.UUID, uuid.UUID, string) error{
			lists.eraseRows, lists.eraseDifferences, lists.eraseOutcomes,
		} {
			if err := erase(ctx, tour, person, pseudonym); err != nil {
				return err
			}
		}
		if err := s.q(ctx).CountListChange(ctx, tour); err != nil {
			return err
		}
	}
	return nil
}

func (s Qualifiers) eraseRows(ctx context.Context, tour, person uuid.UUID, pseudonym string) error {
	q := s.q(ctx)
	current, err := s.RowsOf(ctx, tour, []uuid.UUID{person})
	if err != nil {
		return err
	}
	for _, row := range current {
		body, err := json.Marshal(row.Erased(pseudonym))
		if err != nil {
			return err
		}
		if err := q.EraseListRow(ctx, db.EraseListRowParams{TourID: tour, PlayerID: person, Body: body}); err != nil {
			return err
		}
	}
	past, err := q.HistoryOfPlayer(ctx, db.HistoryOfPlayerParams{TourID: tour, PlayerID: person})
	if err != nil {
		return err
	}
	params := make([]db.EraseHistoryParams, len(past))
	for i, kept := range past {
		row, err := parseRow(person, kept.Body)
		if err != nil {
			return err
		}
		body, err := json.Marshal(row.Erased(pseudonym))
		if err != nil {
			return err
		}
		params[i] = db.EraseHistoryParams{TourID: tour, PlayerID: person, FromAt: kept.FromAt, Body: body}
	}
	return batch(len(params), func() batchResults { return q.EraseHistory(ctx, params) })
}

func (s Qualifiers) eraseDifferences(ctx context.Context, tour, person uuid.UUID, pseudonym string) error {
	rows, err := s.q(ctx).DifferencesOfPlayer(ctx, db.DifferencesOfPlayerParams{TourID: tour, PlayerID: person})
	if err != nil {
		return err
	}
	params := make([]db.EraseDifferenceParams, len(rows))
	for i, row := range rows {
		var d qualifiers.Difference
		if err := json.Unmarshal(row.Body, &d); err != nil {
			return err
		}
		body, err := json.Marshal(d.Erased(pseudonym))
		if err != nil {
			return err
		}
		params[i] = db.EraseDifferenceParams{TourID: tour, PlayerID: person, At: row.At, SatelliteID: row.SatelliteID, Body: body}
	}
	return batch(len(params), func() batchResults { return s.q(ctx).EraseDifference(ctx, params) })
}

func (s Qualifiers) eraseOutcomes(ctx context.Context, tour, person uuid.UUID, pseudonym string) error {
	outcomes, err := s.outcomesOf(ctx, tour, []uuid.UUID{person})
	if err != nil {
		return err
	}
	params := make([]db.EraseOutcomeParams, len(outcomes))
	for i, o := range outcomes {
		body, err := json.Marshal(o.Erased(person, pseudonym))
		if err != nil {
			return err
		}
		params[i] = db.EraseOutcomeParams{TourID: tour, SatelliteID: o.SatelliteID, Body: body}
	}
	return batch(len(params), func() batchResults { return s.q(ctx).EraseOutcome(ctx, params) })
}
