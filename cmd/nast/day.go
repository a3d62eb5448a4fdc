package main

import (
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
	"github.com/nast-tour/nast/cmd/nast/internal/profile"
	dayfile "github.com/nast-tour/nast/internal/day"
)

// noDay says in the place of a day file that the service is meant.
const noDay = "none"

// dayAddress is what the contract needs as an address; nothing is ever sent there.
const dayAddress = "http://day.invalid"

func (a *app) dayCommand() *cobra.Command {
	return group("day", "A day without a network: a satellite in a file",
		`Carries a satellite on this computer where there is no network. Take it while there is one;
from then on every command works on the file, by the same rules, until it is brought back with
nast day sync. What needs the service (sanctioning, the report, other satellites) waits until then.

Every act is on the disk before it is acknowledged, and a snapshot of the file is kept beside it
after every round. While the day is away, nobody should change the satellite on the service.`,
		a.dayTakeCommand(), a.dayStatusCommand(), a.daySyncCommand(), a.dayUseCommand(), a.dayLeaveCommand(),
		a.dayCheckCommand(), a.dayRescueCommand())
}

// dayInUse is the day file that commands work on: that of --day, NAST_DAY or nast day use, in
// this order; "" where they work on the service. It says whether it is the one remembered.
func (a *app) dayInUse() (path string, remembered bool, err error) {
	if path = firstOf(a.dayFile, a.env("NAST_DAY")); path != "" {
		if path == noDay {
			path = ""
		}
		return path, false, nil
	}
	profiles, err := a.profiles()
	if err != nil {
		return "", false, err
	}
	return profiles.Day, profiles.Day != "", nil
}

func (a *app) profiles() (*profile.File, error) {
	path, err := profile.Path(a.env("NAST_CONFIG"))
	if err != nil {
		return nil, err
	}
	return profile.Load(path)
}

// rememberDay has all commands work on a day file from now on, or on the service for "".
func (a *app) rememberDay(path string) error {
	profiles, err := a.profiles()
	if err != nil || profiles.Day == path {
		return err
	}
	profiles.Day = path
	return profiles.Save()
}

// onDay gives the day file in use as if it were the service; nil where none is.
func (a *app) onDay() (*client.Service, error) {
	if a.day != nil {
		return a.day, nil
	}
	path, remembered, err := a.dayInUse()
	if err != nil || path == "" {
		return nil, err
	}
	file, err := dayfile.Open(path)
	if err != nil {
		return nil, err
	}
	handler, err := dayfile.NewHandler(file, dayfile.Options{Now: a.now})
	if err != nil {
		return nil, err
	}
	if remembered && !a.quiet && !a.json {
		a.warn("(on the day file %s; the service hears of it by: nast day sync)", filepath.Base(path))
	}
	options := append(a.options[:len(a.options):len(a.options)], client.WithRoundTripper(dayfile.Transport{Handler: handler}), client.WithRetries(0))
	a.day, err = client.New(dayAddress, "the-day-is-mine", options...)
	return a.day, err
}

// satelliteOfDay is the one satellite of a day file; another that is asked for is not there.
func (a *app) satelliteOfDay(c *cobra.Command, service *client.Service, wanted string) (*api.Satellite, error) {
	all, err := client.Collect(service.Satellites(c.Context(), api.ListSatellitesParams{}))
	if err != nil || wanted == "" && len(all) == 1 {
		return &all[0], err
	}
	found, err := satelliteChoice.pick(slice(all), wanted)
	if err != nil {
		return nil, told("the day file in use holds only %s\nThe service has the others: nast day leave, or --day %s for one command",
			display.Clean(all[0].Name), noDay)
	}
	return &found, nil
}

func (a *app) dayUseCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "use FILE",
		Short: "Work on a day file from now on",
		Long: `Has all commands on this computer work on a day file, until nast day sync or nast day leave.
For one command, or in one window only, there are --day and NAST_DAY.`,
		Example: `  nast day use boise-spring.day`,
		Args:    exactly(1, "a day file"),
		RunE: func(_ *cobra.Command, args []string) error {
			path, err := filepath.Abs(args[0])
			if err != nil {
				return err
			}
			status, err := dayfile.Check(path)
			if err != nil {
				return err
			}
			if err := a.rememberDay(path); err != nil {
				return err
			}
			return a.showDay(status, true)
		},
	}
}

func (a *app) dayLeaveCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "leave",
		Short: "Work on the service again, and leave the day file as it is",
		Long: `Has all commands work on the service again. The day file is kept; what is in it and not on the
service stays there until nast day sync.`,
		Example: `  nast day leave`,
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			profiles, err := a.profiles()
			if err != nil {
				return err
			}
			path := profiles.Day
			if err := a.rememberDay(""); err != nil {
				return err
			}
			if path == "" {
				a.say("No day file is in use.")
				return nil
			}
			a.say("Commands work on the service again; %s is kept.", path)
			if status, err := dayfile.Check(path); err == nil && status.Unsynced > 0 {
				a.say("%s in it that the service does not have; bring them with: nast day sync %s", are(status.Unsynced), path)
			}
			return nil
		},
	}
}

func are(acts int) string {
	if acts == 1 {
		return "There is 1 act"
	}
	return "There are " + counted(acts, "act")
}

// dayJSON is a day file as --json shows it.
type dayJSON struct {
	File       string        `json:"file"`
	InUse      bool          `json:"in_use"`
	Satellite  string        `json:"satellite,omitempty"`
	ID         string        `json:"satellite_id,omitempty"`
	Status     string        `json:"status,omitempty"`
	Service    string        `json:"service,omitempty"`
	TakenAt    *time.Time    `json:"taken_at,omitempty"`
	Acts       int           `json:"acts"`
	NotSynced  int           `json:"not_synced"`
	SyncedAt   *time.Time    `json:"synced_at,omitempty"`
	LastRound  int           `json:"complete_through_round"`
	Snapshots  []dayCopyJSON `json:"snapshots"`
	Intact     bool          `json:"intact"`
	BrokenBy   string        `json:"broken_by,omitempty"`
	StoredActs *int          `json:"stored,omitempty"`
}

type dayCopyJSON struct {
	Round int    `json:"round"`
	File  string `json:"file"`
}

func newDayJSON(s dayfile.Status, inUse bool) dayJSON {
	out := dayJSON{
		File: s.Path, InUse: inUse, Satellite: s.Name, ID: s.Header.Satellite.String(), Status: s.Play, Service: s.Header.Service,
		Acts: s.Acts, NotSynced: s.Unsynced, LastRound: s.Rounds, Snapshots: []dayCopyJSON{}, Intact: true,
	}
	if !s.Header.TakenAt.IsZero() {
		out.TakenAt = &s.Header.TakenAt
	}
	if !s.SyncedAt.IsZero() {
		out.SyncedAt = &s.SyncedAt
	}
	for _, copied := range s.Snapshots {
		out.Snapshots = append(out.Snapshots, dayCopyJSON{copied.Round, copied.Path})
	}
	return out
}
