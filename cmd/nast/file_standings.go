package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
	"github.com/nast-tour/nast/internal/interchange"
)

func (a *app) fileStandingsCommand() *cobra.Command {
	var format, order string
	var after int
	c := &cobra.Command{
		Use:   "standings FILE",
		Short: "Show the standings of a result file",
		Long: `Shows the standings of each division of a result file, after its last round with scores or
after a round that is named: by wins, a draw counting a half, then spread; "-" reads standard
input. Players who are equal in both share a rank, marked with "=". A game of which only one score
is in does not count yet.

A section of chess is ranked after its last complete round by points, then Modified Median, Solkoff,
Cumulative and Cumulative of Opposition. In the last, --order nscf does not subtract an opponent's
half-point byes, as in the foundation's table, and --order uschess does, which is today's rule. With
--json each player has the rounds that his tie-breaks were made from.`,
		Example: `  nast file standings a.t
  nast file standings results.txt --after 4
  nast file standings section.trf --order uschess`,
		Args: exactly(1, "the file"),
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("after") && after < 1 {
				return usage("--after is a round, 1 or later")
			}
			if order != "" {
				var err error
				if order, err = parseFileOrder(order, orderNAST, orderNSCF, orderUSChess); err != nil {
					return err
				}
			}
			f, err := a.readResults(args[0], format)
			if err != nil {
				return err
			}
			if err := a.tell(f); err != nil {
				return err
			}
			return a.showFileStandings(f, order, after)
		},
	}
	formatFlag(c, &format)
	c.Flags().IntVar(&after, "after", 0, "after this round")
	c.Flags().StringVar(&order, "order", "", "nast, nscf or uschess (default: nast, or nscf for chess)")
	return c
}

// fileStanding is a standing in the JSON of a file's standings.
type fileStanding struct {
	Rank      int     `json:"rank"`
	Tied      bool    `json:"tied"`
	Seed      int     `json:"seed"`
	Name      string  `json:"name"`
	Rating    int     `json:"rating"`
	Wins      int     `json:"wins"`
	Losses    int     `json:"losses"`
	Draws     int     `json:"draws"`
	Points    float32 `json:"points"`
	Spread    int     `json:"spread"`
	Byes      int     `json:"byes"`
	Withdrawn bool    `json:"withdrawn"`
}

// fileDivision is a division in the JSON of a file's standings.
type fileDivision struct {
	Name       string `json:"name"`
	AfterRound int    `json:"after_round"`
	Order      string `json:"order"`
	Standings  any    `json:"standings"` // of fileStanding, in an order of chess of chessFileStanding
}

func (a *app) showFileStandings(f *resultFile, asked string, after int) error {
	divisions := []fileDivision{}
	for i, d := range f.event.Divisions {
		order, err := orderOf(d, asked)
		if err != nil {
			return err
		}
		round := d.PlayedRounds()
		if after > 0 {
			round = min(after, round)
		} else if order != orderNAST {
			round = d.CompleteRounds()
		}
		var table *display.Table
		var list any
		if order == orderNAST {
			rows := d.Standings(round)
			table, list = fileTable(rows), standingsOf(rows)
		} else {
			rows := d.ChessStandings(round, chessOptions(order))
			table, list = chessFileTable(rows), chessStandingsOf(rows)
		}
		if a.json {
			divisions = append(divisions, fileDivision{d.Name, round, order, list})
			continue
		}
		if i > 0 {
			a.say("")
		}
		a.say("Division %s, after round %d of %d", display.Clean(d.Name), round, d.Rounds())
		if err := table.Write(a.out); err != nil {
			return err
		}
	}
	if a.json {
		return a.printJSON(struct {
			Divisions []fileDivision `json:"divisions"`
		}{divisions})
	}
	return nil
}

func standingsOf(list []interchange.Standing) []fileStanding {
	out := []fileStanding{}
	for _, s := range list {
		out = append(out, fileStanding{
			s.Rank, s.Tied, s.Seed, s.Name.String(), s.Rating, s.Wins, s.Losses, s.Draws,
			float32(s.HalfPoints) / 2, s.Spread, s.Byes, s.Withdrawn,
		})
	}
	return out
}

func fileTable(list []interchange.Standing) *display.Table {
	table := display.NewTable(">Rank", "Name", ">No", ">Rating", ">Won-Lost", ">Points", ">Spread", "Note")
	for _, s := range list {
		rating := ""
		if s.Rating > 0 {
			rating = strconv.Itoa(s.Rating)
		}
		table.Row(strconv.Itoa(s.Rank)+mark(s.Tied, "="), s.Name.String(), strconv.Itoa(s.Seed), rating,
			record(&api.Standing{Wins: s.Wins, Losses: s.Losses, Draws: s.Draws}), points(float32(s.HalfPoints)/2),
			fmt.Sprintf("%+d", s.Spread), fileNote(s))
	}
	return table
}

// fileNote says who had byes, and who has withdrawn when.
func fileNote(s interchange.Standing) string {
	var notes []string
	if s.Byes > 0 {
		notes = append(notes, counted(s.Byes, "bye"))
	}
	if s.Withdrawn {
		notes = append(notes, fmt.Sprintf("withdrawn after round %d, %s", s.WithdrewAfter, counted(s.Forfeits, "forfeit")))
	}
	return strings.Join(notes, ", ")
}
