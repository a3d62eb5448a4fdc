package client

import (
	"context"
	"iter"

	"github.com/nast-tour/nast/api"
)

// BuyIns gives the buy-ins of a tour in order of time, those in a state unless it is nil.
func (s *Service) BuyIns(ctx context.Context, slug string, state *api.BuyInState) iter.Seq2[api.BuyIn, error] {
	return pages(func(cursor *string) ([]api.BuyIn, *string, error) {
		list, err := OK(s.ListBuyInsWithResponse(ctx, slug, &api.ListBuyInsParams{State: state, Limit: &pageSize, Cursor: cursor}))
		if err != nil {
			return nil, nil, err
		}
		return list.Items, list.NextCursor, nil
	})
}

// AllBuyIns gives those of all tours.
func (s *Service) AllBuyIns(ctx context.Context) iter.Seq2[api.BuyIn, error] {
	return func(yield func(api.BuyIn, error) bool) {
		for t, err := range s.Tours(ctx) {
			if err != nil {
				yield(api.BuyIn{}, err)
				return
			}
			for b, err := range s.BuyIns(ctx, t.Slug, nil) {
				if !yield(b, err) || err != nil {
					return
				}
			}
		}
	}
}
