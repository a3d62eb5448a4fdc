package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/cmd/nast/internal/display"
	dayfile "github.com/nast-tour/nast/internal/day"
	"github.com/nast-tour/nast/internal/fault"
)

func (a *app) dayStatusCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Show the day file in use",
		Long: `Shows which day file is in use, what was done in it since it was taken, how much of that the
service does not have yet, the snapshots, and whether the file is intact.`,
		Example: `  nast day status`,
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			path, _, err := a.dayInUse()
			if err != nil {
				return err
			}
			if path == "" {
				if a.json {
					return a.printJSON(nil)
				}
				a.say("No day file is in use; commands work on the service.")
				return nil
			}
			return a.checkDay(path, true)
		},
	}
}

func (a *app) dayCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE",
		Short: "Check whether a day file or a snapshot is intact",
		Long: `Reads a day file from end to end and does every act in it again. Of a file that is damaged it
says where, and what is intact before that.`,
		Example: `  nast day check boise-spring.day
  nast day check boise-spring.day.round-3`,
		Args: exactly(1, "a day file"),
		RunE: func(_ *cobra.Command, args []string) error {
			used, _, err := a.dayInUse()
			if err != nil {
				return err
			}
			return a.checkDay(args[0], used == args[0])
		},
	}
}

// checkDay shows a file even where it is damaged.
func (a *app) checkDay(path string, inUse bool) error {
	status, broken := dayfile.Check(path)
	if broken == nil {
		return a.showDay(status, inUse)
	}
	var f *fault.Error
	if a.json && errors.As(broken, &f) {
		out := newDayJSON(status, inUse)
		out.Intact, out.BrokenBy = false, f.Detail
		if err := a.printJSON(out); err != nil {
			return err
		}
	}
	return broken
}

// showDay shows a file that is intact.
func (a *app) showDay(s dayfile.Status, inUse bool) error {
	if a.json {
		return a.printJSON(newDayJSON(s, inUse))
	}
	use := "no; work on it with: nast day use " + s.Path
	if inUse {
		use = "yes; every command works on it until: nast day sync"
	}
	synced := ""
	if !s.SyncedAt.IsZero() {
		synced = s.SyncedAt.Local().Format(time.DateTime)
	}
	copies := ""
	if n := len(s.Snapshots); n > 0 {
		copies = fmt.Sprintf("%s, the latest of round %d: %s", counted(n, "snapshot"), s.Snapshots[n-1].Round, s.Snapshots[n-1].Path)
	}
	a.fields(
		"file", s.Path, "in use", use, "satellite", display.Clean(s.Name)+", "+words(s.Play), "service", s.Header.Service,
		"taken", s.Header.TakenAt.Local().Format(time.DateTime), "acts since", fmt.Sprintf("%d, of which the service lacks %d", s.Acts, s.Unsynced),
		"last synced", synced, "complete", roundsDone(s.Rounds), "snapshots", copies, "intact", "yes",
	)
	return nil
}

func roundsDone(n int) string {
	if n == 0 {
		return "no round yet"
	}
	return fmt.Sprintf("through round %d", n)
}

func (a *app) dayRescueCommand() *cobra.Command {
	var to string
	c := &cobra.Command{
		Use:   "rescue FILE",
		Short: "Keep what is intact of a damaged day file",
		Long: `Writes what is intact of a damaged day file to a new one: every act before the damage. The damaged
file stays as it is. A snapshot (FILE.round-3) may hold more; nast day check tells.`,
		Example: `  nast day rescue boise-spring.day -o boise-rescued.day`,
		Args:    exactly(1, "a day file"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := required(c, "output"); err != nil {
				return err
			}
			if _, err := dayfile.Rescue(args[0], to); err != nil {
				return err
			}
			status, err := dayfile.Check(to)
			if err != nil {
				return err
			}
			return a.showDay(status, false)
		},
	}
	c.Flags().StringVarP(&to, "output", "o", "", "the file to write")
	return c
}
