package client

import (
	"context"
	"errors"
	"iter"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
)

// pageSize is the largest page that the contract allows.
var pageSize = 200

// page fetches the items at a cursor (nil: the first ones) and the next cursor.
type page[T any] func(cursor *string) (items []T, next *string, err error)

// pages gives the items of all pages, fetching each page when it is reached. An error is the
// last thing it gives.
func pages[T any](fetch page[T]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var cursor *string
		for {
			items, next, err := fetch(cursor)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			if next == nil || *next == "" {
				return
			}
			cursor = next
		}
	}
}

// Collect makes a list of what an iterator gives, empty and not nil where there is nothing.
func Collect[T any](items iter.Seq2[T, error]) ([]T, error) {
	all := []T{}
	for item, err := range items {
		if err != nil {
			return nil, err
		}
		all = append(all, item)
	}
	return all, nil
}

// Tours gives all tours, latest start first.
func (s *Service) Tours(ctx context.Context) iter.Seq2[api.Tour, error] {
	return pages(func(cursor *string) ([]api.Tour, *string, error) {
		list, err := OK(s.ListToursWithResponse(ctx, &api.ListToursParams{Limit: &pageSize, Cursor: cursor}))
		if err != nil {
			return nil, nil, err
		}
		return list.Items, list.NextCursor, nil
	})
}

// Directors gives the directors by name, those with q in name or e-mail unless it is empty.
func (s *Service) Directors(ctx context.Context, q string) iter.Seq2[api.Director, error] {
	return pages(func(cursor *string) ([]api.Director, *string, error) {
		params := &api.ListDirectorsParams{Limit: &pageSize, Cursor: cursor}
		if q != "" {
			params.Q = &q
		}
		list, err := OK(s.ListDirectorsWithResponse(ctx, params))
		if err != nil {
			return nil, nil, err
		}
		return list.Items, list.NextCursor, nil
	})
}

// Keys gives the keys of a director, newest first.
func (s *Service) Keys(ctx context.Context, director uuid.UUID) iter.Seq2[api.Key, error] {
	return pages(func(cursor *string) ([]api.Key, *string, error) {
		list, err := OK(s.ListKeysWithResponse(ctx, director, &api.ListKeysParams{Limit: &pageSize, Cursor: cursor}))
		if err != nil {
			return nil, nil, err
		}
		return list.Items, list.NextCursor, nil
	})
}

// Satellites gives the satellites that a filter lets through, by first day. Limit and cursor of
// the filter are ignored.
func (s *Service) Satellites(ctx context.Context, filter api.ListSatellitesParams) iter.Seq2[api.Satellite, error] {
	return pages(func(cursor *string) ([]api.Satellite, *string, error) {
		filter.Limit, filter.Cursor = &pageSize, cursor
		list, err := OK(s.ListSatellitesWithResponse(ctx, &filter))
		if err != nil {
			return nil, nil, err
		}
		return list.Items, list.NextCursor, nil
	})
}

// Entrants gives the field of a satellite, by seed or as it would be seeded.
func (s *Service) Entrants(ctx context.Context, satellite uuid.UUID) iter.Seq2[api.Entrant, error] {
	return pages(func(cursor *string) ([]api.Entrant, *string, error) {
		params := &api.ListEntrantsParams{Limit: &pageSize, Cursor: cursor}
		list, err := OK(s.ListEntrantsWithResponse(ctx, satellite, params))
		if err != nil {
			return nil, nil, err
		}
		return list.Items, list.NextCursor, nil
	})
}

// Rounds gives the rounds of a satellite that are paired, in order.
func (s *Service) Rounds(ctx context.Context, satellite uuid.UUID) iter.Seq2[api.Round, error] {
	return pages(func(cursor *string) ([]api.Round, *string, error) {
		params := &api.ListRoundsParams{Limit: &pageSize, Cursor: cursor}
		list, err := OK(s.ListRoundsWithResponse(ctx, satellite, params))
		if err != nil {
			return nil, nil, err
		}
		return list.Items, list.NextCursor, nil
	})
}

// Codes gives the codes with which the players of a round can send their results, by table; those
// that are missing are made.
func (s *Service) Codes(ctx context.Context, satellite uuid.UUID, round int) iter.Seq2[api.Code, error] {
	return pages(func(cursor *string) ([]api.Code, *string, error) {
		list, err := OK(s.ListCodesWithResponse(ctx, satellite, round, &api.ListCodesParams{Limit: &pageSize, Cursor: cursor}))
		if err != nil {
			return nil, nil, err
		}
		return list.Items, list.NextCursor, nil
	})
}

// Log gives every act of a satellite, first to last (R4.9).
func (s *Service) Log(ctx context.Context, satellite uuid.UUID) iter.Seq2[api.LogEntry, error] {
	return pages(func(cursor *string) ([]api.LogEntry, *string, error) {
		list, err := OK(s.ListLogWithResponse(ctx, satellite, &api.ListLogParams{Limit: &pageSize, Cursor: cursor}))
		if err != nil {
			return nil, nil, err
		}
		return list.Items, list.NextCursor, nil
	})
}

// Dues gives what reported satellites owe, oldest due date first. Limit and cursor of the
// filter are ignored.
func (s *Service) Dues(ctx context.Context, filter api.ListDuesParams) iter.Seq2[api.Due, error] {
	return pages(func(cursor *string) ([]api.Due, *string, error) {
		filter.Limit, filter.Cursor = &pageSize, cursor
		list, err := OK(s.ListDuesWithResponse(ctx, &filter))
		if err != nil {
			return nil, nil, err
		}
		return list.Items, list.NextCursor, nil
	})
}

// Statements gives the statements of the bank, the newest first, of one account where it is not "".
func (s *Service) Statements(ctx context.Context, account string) iter.Seq2[api.BankStatement, error] {
	return pages(func(cursor *string) ([]api.BankStatement, *string, error) {
		params := &api.ListBankStatementsParams{Limit: &pageSize, Cursor: cursor}
		if account != "" {
			params.Account = &account
		}
		list, err := OK(s.ListBankStatementsWithResponse(ctx, params))
		if err != nil {
			return nil, nil, err
		}
		return list.Items, list.NextCursor, nil
	})
}

// StatementLines gives the lines of a statement, of one state where it is not "".
func (s *Service) StatementLines(ctx context.Context, statement uuid.UUID, state api.BankLineState) iter.Seq2[api.BankLine, error] {
	return pages(func(cursor *string) ([]api.BankLine, *string, error) {
		params := &api.GetBankStatementParams{Limit: &pageSize, Cursor: cursor}
		if state != "" {
			params.State = &state
		}
		list, err := OK(s.GetBankStatementWithResponse(ctx, statement, params))
		if err != nil {
			return nil, nil, err
		}
		return list.Items, list.NextCursor, nil
	})
}

// Journal gives the transactions of the journal, in order. Limit, cursor and format of the filter
// are ignored.
func (s *Service) Journal(ctx context.Context, filter api.ListJournalParams) iter.Seq2[api.JournalTransaction, error] {
	return pages(func(cursor *string) ([]api.JournalTransaction, *string, error) {
		filter.Limit, filter.Cursor, filter.Format = &pageSize, cursor, nil
		list, err := OK(s.ListJournalWithResponse(ctx, &filter))
		if err != nil {
			return nil, nil, err
		}
		return list.Items, list.NextCursor, nil
	})
}

// Payments gives payments as they stand, newest first. Limit and cursor of the filter are ignored.
func (s *Service) Payments(ctx context.Context, filter api.ListPaymentsParams) iter.Seq2[api.Payment, error] {
	return pages(func(cursor *string) ([]api.Payment, *string, error) {
		filter.Limit, filter.Cursor = &pageSize, cursor
		list, err := OK(s.ListPaymentsWithResponse(ctx, &filter))
		if err != nil {
			return nil, nil, err
		}
		return list.Items, list.NextCursor, nil
	})
}

// Outbox gives the mail of the service, newest first. Limit and cursor of the filter are ignored.
func (s *Service) Outbox(ctx context.Context, filter api.ListOutboxParams) iter.Seq2[api.Mail, error] {
	return pages(func(cursor *string) ([]api.Mail, *string, error) {
		filter.Limit, filter.Cursor = &pageSize, cursor
		list, err := OK(s.ListOutboxWithResponse(ctx, &filter))
		if err != nil {
			return nil, nil, err
		}
		return list.Items, list.NextCursor, nil
	})
}

// Endpoints gives the endpoints of outgoing events, newest first.
func (s *Service) Endpoints(ctx context.Context) iter.Seq2[api.Endpoint, error] {
	return pages(func(cursor *string) ([]api.Endpoint, *string, error) {
		list, err := OK(s.ListEndpointsWithResponse(ctx, &api.ListEndpointsParams{Limit: &pageSize, Cursor: cursor}))
		if err != nil {
			return nil, nil, err
		}
		return list.Items, list.NextCursor, nil
	})
}

// Deliveries gives what goes or went to an endpoint, newest first. Limit and cursor of the filter
// are ignored.
func (s *Service) Deliveries(ctx context.Context, endpoint uuid.UUID, filter api.ListDeliveriesParams) iter.Seq2[api.Delivery, error] {
	return pages(func(cursor *string) ([]api.Delivery, *string, error) {
		filter.Limit, filter.Cursor = &pageSize, cursor
		list, err := OK(s.ListDeliveriesWithResponse(ctx, endpoint, &filter))
		if err != nil {
			return nil, nil, err
		}
		return list.Items, list.NextCursor, nil
	})
}

// errListMoves is given when the national list changed between its pages every time.
var errListMoves = errors.New("the list is being brought up to date; try again in a moment")

// QualifierList gives the whole national list of a tour, all rows of one version (R5.6).
func (s *Service) QualifierList(ctx context.Context, slug string) (*api.QualifierList, error) {
	return s.QualifiersWhere(ctx, slug, api.ListQualifiersParams{})
}

// QualifiersWhere gives the rows of the list that parameters choose, all of one version; the cursor
// and the size of a page are its own.
func (s *Service) QualifiersWhere(ctx context.Context, slug string, where api.ListQualifiersParams) (*api.QualifierList, error) {
	for range 5 {
		var whole *api.QualifierList
		moved := false
		rows, err := Collect(pages(func(cursor *string) ([]api.Qualifier, *string, error) {
			where.Limit, where.Cursor = &pageSize, cursor
			list, err := OK(s.ListQualifiersWithResponse(ctx, slug, &where))
			if err != nil {
				return nil, nil, err
			}
			if whole == nil {
				whole = list
			}
			moved = moved || list.Version != whole.Version
			return list.Items, list.NextCursor, nil
		}))
		if err != nil {
			return nil, err
		}
		if !moved {
			whole.Items, whole.NextCursor = rows, nil
			return whole, nil
		}
	}
	return nil, errListMoves
}

// Differences gives what became different of seats after they were issued, the latest first (R4.6).
func (s *Service) Differences(ctx context.Context, slug string) iter.Seq2[api.Difference, error] {
	return pages(func(cursor *string) ([]api.Difference, *string, error) {
		list, err := OK(s.ListDifferencesWithResponse(ctx, slug, &api.ListDifferencesParams{Limit: &pageSize, Cursor: cursor}))
		if err != nil {
			return nil, nil, err
		}
		return list.Items, list.NextCursor, nil
	})
}

// Players gives persons by family name, those with q in name or number unless it is empty.
func (s *Service) Players(ctx context.Context, q string) iter.Seq2[api.Player, error] {
	return pages(func(cursor *string) ([]api.Player, *string, error) {
		params := &api.ListPlayersParams{Limit: &pageSize, Cursor: cursor}
		if q != "" {
			params.Q = &q
		}
		list, err := OK(s.ListPlayersWithResponse(ctx, params))
		if err != nil {
			return nil, nil, err
		}
		return list.Items, list.NextCursor, nil
	})
}

// Doubts gives the pairs who may be one person (R5.8).
func (s *Service) Doubts(ctx context.Context) iter.Seq2[api.Doubt, error] {
	return pages(func(cursor *string) ([]api.Doubt, *string, error) {
		list, err := OK(s.ListDoubtfulWithResponse(ctx, &api.ListDoubtfulParams{Limit: &pageSize, Cursor: cursor}))
		if err != nil {
			return nil, nil, err
		}
		return list.Items, list.NextCursor, nil
	})
}
