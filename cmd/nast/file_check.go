package main

import (
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/cmd/nast/internal/display"
	"github.com/nast-tour/nast/internal/interchange"
)

func (a *app) fileCheckCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "check FILE",
		Short: "Say what is wrong with a result file",
		Long: `Reads a result file and says with line and column what is wrong with it and what looks doubtful;
"-" reads standard input. Warnings do not refuse a file. Exit code 1 says that it is refused.`,
		Example: `  nast file check results.txt
  nast file check --format tsh a.t`,
		Args: exactly(1, "the file"),
		RunE: func(_ *cobra.Command, args []string) error {
			f, err := a.readResults(args[0], format)
			if err != nil {
				return err
			}
			return a.showCheck(f)
		},
	}
	formatFlag(c, &format)
	return c
}

// checkedDivision is a division in the JSON of a check.
type checkedDivision struct {
	Name           string `json:"name"`
	Players        int    `json:"players"`
	Rounds         int    `json:"rounds"`
	CompleteRounds int    `json:"complete_rounds"`
}

func (a *app) showCheck(f *resultFile) error {
	refused := f.findings.Refused()
	if !a.json {
		for _, finding := range f.findings {
			a.print("%s", findingLine(finding))
		}
		for _, d := range f.event.Divisions {
			a.say("%s", divisionLine(d))
		}
		if refused {
			a.print("%s is not a valid %s file: %s.", display.Clean(f.path), f.format, counted(len(f.findings.Of(interchange.Wrong)), "error"))
			return errShown
		}
		a.say("%s is a valid %s file, with %s.", display.Clean(f.path), f.format, counted(len(f.findings), "warning"))
		return nil
	}
	divisions := []checkedDivision{}
	for _, d := range f.event.Divisions {
		divisions = append(divisions, checkedDivision{d.Name, len(d.Players), d.Rounds(), d.CompleteRounds()})
	}
	err := a.printJSON(struct {
		OK        bool                 `json:"ok"`
		Errors    interchange.Findings `json:"errors"`
		Warnings  interchange.Findings `json:"warnings"`
		Divisions []checkedDivision    `json:"divisions"`
	}{
		!refused, append(interchange.Findings{}, f.findings.Of(interchange.Wrong)...),
		append(interchange.Findings{}, f.findings.Of(interchange.Doubtful)...), divisions,
	})
	if err == nil && refused {
		return errShown
	}
	return err
}
