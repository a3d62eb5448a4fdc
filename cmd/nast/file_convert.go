package main

import (
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/cmd/nast/internal/display"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/interchange"
)

func (a *app) fileConvertCommand() *cobra.Command {
	var format, to, output, order, name, date string
	var tabs bool
	c := &cobra.Command{
		Use:   "convert FILE",
		Short: "Write a result file in another format",
		Long: `Reads a result file and writes it in another format, to standard output or with -o to a file;
"-" reads standard input. Nothing is written if the file is refused.

What the other format cannot hold is shown in a table: names that were written differently, and
what was left out. Where the file goes to standard output, the table goes to standard error. Results
of chess are never written as scores: of a section of chess the other formats hold the players only.

A tou file begins with the name and the day of the event; where the file that is read has none,
give them with --name and --date.`,
		Example: `  nast file convert a.t --to naspa -o results.txt
  nast file convert results.txt --to tsh
  nast file convert section.trf --to swisssys --tabs`,
		Args: exactly(1, "the file"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := required(c, "to"); err != nil {
				return err
			}
			target, err := parseFormat("to", to)
			if err != nil {
				return err
			}
			if order, err = parseFileOrder(order, orderNSCF, orderUSChess); err != nil {
				return err
			}
			if a.json && output == "" {
				return usage("with --json the file needs a place of its own: -o FILE")
			}
			f, err := a.readResults(args[0], format)
			if err != nil {
				return err
			}
			if err := a.tell(f); err != nil {
				return err
			}
			if c.Flags().Changed("name") {
				f.event.Name = name
			}
			if c.Flags().Changed("date") {
				if f.event.Day, err = civil.Parse(date); err != nil {
					return usage("--date %q is no day; write 2026-03-14", date)
				}
			}
			content, notes := written(target, f.event, interchange.ChartOptions{Tabs: tabs, Chess: chessOptions(order)})
			return a.writeConverted(content, notes, target, output)
		},
	}
	formatFlag(c, &format)
	c.Flags().StringVar(&to, "to", "", "what to write: "+formatNames())
	c.Flags().StringVarP(&output, "output", "o", "", "the file to write to")
	c.Flags().StringVar(&name, "name", "", "name of the event, for tou")
	c.Flags().StringVar(&date, "date", "", "day of the event, for tou: 2026-03-14")
	c.Flags().BoolVar(&tabs, "tabs", false, "part the columns of swisssys by tabs")
	chessOrderFlag(c, &order)
	return c
}

// written writes an event in a format; the options are of the formats of chess alone.
func written(to interchange.Format, e interchange.Event, opt interchange.ChartOptions) ([]byte, []interchange.Note) {
	switch to {
	case interchange.SwissSys:
		return interchange.WriteSwissSys(e, opt)
	case interchange.TRF:
		return interchange.WriteTRF(e, opt.Chess)
	}
	return interchange.Write(to, e)
}

// writeConverted writes a file, and the table of what it does not hold.
func (a *app) writeConverted(content []byte, notes []interchange.Note, to interchange.Format, output string) error {
	beside := a.err
	if output == "" {
		if _, err := a.out.Write(content); err != nil {
			return err
		}
	} else {
		if err := os.WriteFile(output, content, 0o644); err != nil {
			return err
		}
		beside = a.out
	}
	if a.json {
		return a.printJSON(struct {
			Format interchange.Format `json:"format"`
			Notes  []interchange.Note `json:"notes"`
		}{to, append([]interchange.Note{}, notes...)})
	}
	if output != "" {
		a.say("Wrote %s.", display.Clean(output))
	}
	if len(notes) == 0 || a.quiet {
		return nil
	}
	table := display.NewTable("Division", ">Player", "What "+string(to)+" cannot hold")
	for _, note := range notes {
		player := ""
		if note.Player > 0 {
			player = strconv.Itoa(note.Player)
		}
		table.Row(note.Division, player, note.Detail)
	}
	return table.Write(beside)
}
