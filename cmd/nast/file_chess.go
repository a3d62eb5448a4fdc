package main

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/standings"
)

// The orders of the standings of a file.
const (
	orderNAST    = "nast"
	orderNSCF    = string(standings.NSCF)
	orderUSChess = string(standings.USChess)
)

// chessOrderFlag adds the flag that says which tie-breaks are written.
func chessOrderFlag(c *cobra.Command, into *string) {
	c.Flags().StringVar(into, "order", orderNSCF, "tie-breaks of swisssys and trf: nscf or uschess")
}

// parseFileOrder reads an order that is one of some.
func parseFileOrder(order string, known ...string) (string, error) {
	order = strings.ToLower(order)
	for _, one := range known {
		if order == one {
			return order, nil
		}
	}
	return "", usage("--order is one of %s, not %q", strings.Join(known, ", "), order)
}

// chessOptions are the options of an order of chess.
func chessOptions(order string) standings.ChessOptions {
	return standings.ChessOptions{OppositionCumulative: standings.OppositionMode(order)}
}

// orderOf is the order of a division: the one that was asked for, else that of its kind.
func orderOf(d interchange.Division, asked string) (string, error) {
	switch {
	case asked == orderNAST && d.Chess():
		return "", usage("--order nast ranks by spread, and division %s has results of chess; use nscf or uschess", display.Clean(d.Name))
	case asked != "":
		return asked, nil
	case d.Chess():
		return orderNSCF, nil
	}
	return orderNAST, nil
}

// chessFileStanding is a standing of chess in the JSON of a file's standings.
type chessFileStanding struct {
	Rank                   int              `json:"rank"`
	Tied                   bool             `json:"tied"`
	Seed                   int              `json:"seed"`
	Name                   string           `json:"name"`
	Rating                 int              `json:"rating"`
	Wins                   int              `json:"wins"`
	Losses                 int              `json:"losses"`
	Draws                  int              `json:"draws"`
	Byes                   int              `json:"byes"`
	HalfPointByes          int              `json:"half_point_byes"`
	Points                 float32          `json:"points"`
	ModifiedMedian         float32          `json:"modified_median"`
	Solkoff                float32          `json:"solkoff"`
	Cumulative             float32          `json:"cumulative"`
	CumulativeOfOpposition float32          `json:"cumulative_of_opposition"`
	Rounds                 []chessFileRound `json:"rounds"`
}

// chessFileRound is a round in the tie-breaks of a player (C1.9).
type chessFileRound struct {
	Round              int     `json:"round"`
	Opponent           int     `json:"opponent"` // 0: unplayed
	Points             float32 `json:"points"`
	Adjusted           float32 `json:"adjusted"`
	Dropped            bool    `json:"dropped"`
	Total              float32 `json:"total"`
	Less               float32 `json:"less"`
	OpponentCumulative float32 `json:"opponent_cumulative"`
}

// half is a number of half points in points.
func half(points int) float32 { return float32(points) / 2 }

func chessStandingsOf(list []interchange.ChessStanding) []chessFileStanding {
	out := []chessFileStanding{}
	for _, s := range list {
		rounds := []chessFileRound{}
		for _, r := range s.Rounds {
			rounds = append(rounds, chessFileRound{
				r.Round, r.Opponent, half(r.HalfPoints), half(r.Adjusted), r.Dropped, half(r.Total), half(r.Less), half(r.OpponentCumulative),
			})
		}
		out = append(out, chessFileStanding{
			s.Rank, s.Tied, s.Seed, s.Name.String(), s.Rating, s.Wins, s.Losses, s.Draws, s.Byes, s.HalfPointByes,
			half(s.HalfPoints), half(s.ModifiedMedian), half(s.Solkoff), half(s.Cumulative), half(s.CumulativeOfOpposition), rounds,
		})
	}
	return out
}

func chessFileTable(list []interchange.ChessStanding) *display.Table {
	table := display.NewTable(">Rank", "Name", ">No", ">Rating", ">Won-Lost", ">Points", ">Median", ">Solkoff", ">Cumul", ">Opp")
	for _, s := range list {
		rating := ""
		if s.Rating > 0 {
			rating = strconv.Itoa(s.Rating)
		}
		table.Row(strconv.Itoa(s.Rank)+mark(s.Tied, "="), s.Name.String(), strconv.Itoa(s.Seed), rating,
			record(&api.Standing{Wins: s.Wins, Losses: s.Losses, Draws: s.Draws}), points(half(s.HalfPoints)),
			points(half(s.ModifiedMedian)), points(half(s.Solkoff)), points(half(s.Cumulative)), points(half(s.CumulativeOfOpposition)))
	}
	return table
}
