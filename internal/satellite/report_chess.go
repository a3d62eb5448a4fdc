package satellite

import "github.com/nast-tour/nast/internal/standings"

// Tiebreaks are those of a player of chess in half points (C1).
type Tiebreaks struct {
	ModifiedMedian         int `json:"modified_median"`
	Solkoff                int `json:"solkoff"`
	Cumulative             int `json:"cumulative"`
	CumulativeOfOpposition int `json:"cumulative_of_opposition"`
}

func tiebreaksOf(row *standings.ChessRow) *Tiebreaks {
	if row == nil {
		return nil
	}
	return &Tiebreaks{row.ModifiedMedian, row.Solkoff, row.Cumulative, row.CumulativeOfOpposition}
}
