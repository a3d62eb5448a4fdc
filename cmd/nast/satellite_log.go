package main

import (
	"bufio"
	"encoding/json"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) satelliteLogCommand() *cobra.Command {
	var jsonl bool
	var file string
	c := &cobra.Command{
		Use:   "log [SATELLITE]",
		Short: "Show every act of a satellite",
		Long: `Shows who did what, when and why, first to last, in the time of the venue. With --json what
was before and after each act is there too, and with --jsonl the same with one act on each line,
to keep or to send on; -o writes it to a file, which is complete or not there at all.`,
		Example: `  nast satellite log boise
  nast satellite log boise --jsonl -o boise-log.jsonl`,
		Args: between(0, 1, "a satellite"),
		RunE: func(c *cobra.Command, args []string) error {
			if file != "" && !jsonl {
				return usage("-o goes with --jsonl")
			}
			service, s, err := a.serviceAndSatellite(c, args)
			if err != nil {
				return err
			}
			acts := service.Log(c.Context(), s.ID)
			switch {
			case file != "":
				return a.saveLog(file, acts)
			case jsonl:
				_, err := writeLogLines(a.out, acts)
				return err
			}
			entries, err := client.Collect(acts)
			if err != nil {
				return err
			}
			if a.json {
				return a.listJSON(entries)
			}
			return a.showLog(s, entries)
		},
	}
	c.Flags().BoolVar(&jsonl, "jsonl", false, "one act on each line, as JSON")
	c.Flags().StringVarP(&file, "output", "o", "", "write the lines to this file, over what is there")
	return a.satelliteFlag(c)
}

// showLog writes the acts of a satellite in the time of its venue.
func (a *app) showLog(s *api.Satellite, entries []api.LogEntry) error {
	table := display.NewTable(">No.", "When", "Who", "Act", ">Changes", "Reason")
	for _, e := range entries {
		table.Row(strconv.FormatInt(e.Seq, 10), e.At.In(zoneOf(s)).Format(time.DateTime),
			e.Actor.Name+" ("+string(e.Actor.Role)+")", words(e.Act), strconv.Itoa(len(e.Changes)), text(e.Reason))
	}
	return table.Write(a.out)
}

// zoneOf is the time zone of the venue, UTC where this computer does not know it.
func zoneOf(s *api.Satellite) *time.Location {
	zone, err := time.LoadLocation(s.TimeZone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// writeLogLines writes one act on each line and gives how many there were.
func writeLogLines(w io.Writer, acts iter.Seq2[api.LogEntry, error]) (int, error) {
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	n := 0
	for act, err := range acts {
		if err != nil {
			return n, err
		}
		if err := enc.Encode(act); err != nil {
			return n, err
		}
		n++
	}
	return n, out.Flush()
}

// saveLog writes the acts to a file that appears only when it is complete.
func (a *app) saveLog(path string, acts iter.Seq2[api.LogEntry, error]) (err error) {
	part, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return usage("the file cannot be written: %v", err)
	}
	defer func() {
		if err != nil {
			_ = part.Close()
			_ = os.Remove(part.Name())
		}
	}()
	n, err := writeLogLines(part, acts)
	if err != nil {
		return err
	}
	if err := part.Close(); err != nil {
		return err
	}
	if err := os.Rename(part.Name(), path); err != nil {
		return err
	}
	a.say("%s written to %s.", counted(n, "act"), display.Clean(path))
	return nil
}
