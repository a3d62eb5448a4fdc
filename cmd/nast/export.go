package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// exportFormats are what a satellite can be written as.
var exportFormats = []api.ExportFormat{
	api.ExportFormatNaspa, api.ExportFormatTsh, api.ExportFormatTou, api.ExportFormatCsv, api.ExportFormatXlsx,
	api.ExportFormatSwisssys, api.ExportFormatTrf,
}

func (a *app) exportCommand() *cobra.Command {
	var table, output string
	c := &cobra.Command{
		Use:   "export FORMAT",
		Short: "Write the satellite as a file for other programs",
		Long: `Writes the satellite as a file: naspa for the association, tsh and tou for other directors'
programs, swisssys and trf for chess, csv and xlsx for spreadsheets. Without -o the file gets a
name of its own in the current folder; "-o -" writes to standard output.

What the format cannot hold is shown in a table: names that were written differently, and what
was left out. A csv file holds the results, or with --table the standings or the crosstable; a
spreadsheet holds all three.`,
		Example: `  nast export naspa
  nast export tsh -o a.t
  nast export csv --table standings -o -`,
		Args: exactly(1, "the format"),
		RunE: func(c *cobra.Command, args []string) error {
			format, err := parseExportFormat(args[0])
			if err != nil {
				return err
			}
			service, s, err := a.serviceAndSatellite(c, nil)
			if err != nil {
				return err
			}
			params := &api.ExportSatelliteParams{Format: format}
			if c.Flags().Changed("table") {
				params.Table = (*api.ExportSatelliteParamsTable)(&table)
			}
			answer, err := client.File(service.ExportSatelliteWithResponse(c.Context(), s.ID, params))
			if err != nil {
				return err
			}
			notes, err := client.OK(service.ListExportNotesWithResponse(c.Context(), s.ID, &api.ListExportNotesParams{Format: format}))
			if err != nil {
				return err
			}
			return a.writeExport(answer, notes, output)
		},
	}
	c.Flags().StringVar(&table, "table", "results", "what a csv file holds: results, standings or crosstable")
	c.Flags().StringVarP(&output, "output", "o", "", "the file to write to")
	return a.satelliteFlag(c)
}

func parseExportFormat(word string) (api.ExportFormat, error) {
	for _, format := range exportFormats {
		if strings.EqualFold(word, string(format)) {
			return format, nil
		}
	}
	return "", usage("%q is no format; there are naspa, tsh, tou, csv, xlsx, swisssys and trf", word)
}

// writeExport writes the file, and beside it what it does not hold.
func (a *app) writeExport(content []byte, notes *api.ExportNotes, output string) error {
	beside := a.out
	switch {
	case output == "-":
		beside = a.err
		if _, err := a.out.Write(content); err != nil {
			return err
		}
	default:
		if output == "" {
			output = safeFileName(notes.FileName)
		}
		if err := os.WriteFile(output, content, 0o644); err != nil {
			return err
		}
		a.say("Wrote %s.", display.Clean(output))
	}
	if a.json && output != "-" {
		return a.printJSON(notes)
	}
	if len(notes.Items) == 0 || a.quiet {
		return nil
	}
	t := display.NewTable(">Player", "What the file cannot hold")
	for _, note := range notes.Items {
		t.Row(number(note.Player), note.Detail)
	}
	return t.Write(beside)
}

// safeFileName keeps a name inside of the folder.
func safeFileName(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || r < ' ' {
			return '-'
		}
		return r
	}, name)
}
