package httpapi

import (
	"context"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/satellite"
)

// GetCrosstable gives everybody's rounds in order of the standings.
func (h *handlers) GetCrosstable(ctx context.Context, r GetCrosstableRequestObject) (GetCrosstableResponseObject, error) {
	s, err := h.Satellites.Get(ctx, r.SatelliteID)
	if err != nil {
		return nil, err
	}
	table, err := s.StandingsAfter(r.Params.AfterRound)
	if err != nil {
		return nil, err
	}
	seeds := map[uuid.UUID]int{}
	for _, e := range s.Field() {
		seeds[e.ID] = e.Seed
	}
	cells := s.Cells(table.AfterRound)
	return GetCrosstable200JSONResponse{
		AfterRound: table.AfterRound, Final: table.Final, Rows: listOf(table.Rows, func(row satellite.Standing) api.CrosstableRow {
			out := api.CrosstableRow{
				Rank: row.Rank, Tied: row.Tied, EntrantID: row.Entrant.ID, Seed: row.Seed, Name: row.Entrant.Name.String(),
				Rating: toRating(row.Entrant.Rating), Points: toPoints(row.HalfPoints), Spread: row.Spread, Cells: []api.CrosstableCell{},
			}
			for i, c := range cells[row.Entrant.ID] {
				if c.Kind == "" {
					continue
				}
				cell := toCrosstableCell(i+1, c, seeds)
				if row.Chess != nil {
					cell.Score, cell.OpponentScore = nil, nil
					cell.Points = ptr(toPoints(row.Chess.Rounds[i].HalfPoints))
				}
				out.Cells = append(out.Cells, cell)
			}
			if row.Chess != nil {
				out.Tiebreaks = toTiebreaks(*row.Chess)
			}
			return out
		}),
	}, nil
}

func toCrosstableCell(round int, c satellite.Cell, seeds map[uuid.UUID]int) api.CrosstableCell {
	out := api.CrosstableCell{
		Round: round, Kind: api.GameKind(c.Kind), Opponent: optional(seeds[c.Opponent]), Outcome: api.CrosstableCellOutcome(c.Outcome), Table: optional(c.Table),
	}
	if c.Opponent != uuid.Nil {
		out.First = &c.First
	}
	if c.Played {
		out.Score, out.OpponentScore = &c.Own, &c.Others
	}
	return out
}
