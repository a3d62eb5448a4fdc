package main

import (
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
	dayfile "github.com/nast-tour/nast/internal/day"
)

// syncPatience is how long the service may take for a whole day.
const syncPatience = 5 * time.Minute

func (a *app) daySyncCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "sync [FILE]",
		Short: "Bring the day to the service",
		Long: `Brings what was done in the day file in use, or in FILE, to the service, where every act is done
again by the rules and logged with the time at which it was done. It can be tried as often as
you like: nothing gets there twice. Afterwards commands work on the service again; the file is
kept.

If somebody has changed the satellite on the service meanwhile, nothing is stored, and what
differs is listed. What was done there can be taken back (nast --day none satellite undo); then
try again.`,
		Example: `  nast day sync`,
		Args:    between(0, 1, "a day file"),
		RunE: func(c *cobra.Command, args []string) error {
			path, _, err := a.dayInUse()
			if err != nil {
				return err
			}
			if len(args) > 0 {
				path = args[0]
			}
			if path == "" {
				return usage("which day file? None is in use; name one: nast day sync FILE")
			}
			return a.syncDay(c, path)
		},
	}
}

func (a *app) syncDay(c *cobra.Command, path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	file, err := dayfile.Open(path)
	if err != nil {
		return err
	}
	service, err := a.serviceOf(file.Header())
	if err != nil {
		return err
	}
	body, through, err := file.Sync()
	if err != nil {
		return err
	}
	done, err := client.OK(service.ImportDayWithResponse(c.Context(), body.SatelliteID, body))
	if err != nil {
		return err
	}
	if err := file.Synced(through, a.now()); err != nil {
		a.warn("note: %v", err) // the service has it all the same
	}
	profiles, err := a.profiles()
	if err != nil {
		return err
	}
	wasUsed := profiles.Day == path
	if wasUsed {
		if err := a.rememberDay(""); err != nil {
			return err
		}
	}
	status, err := file.Status()
	if err != nil {
		return err
	}
	if a.json {
		out := newDayJSON(status, false)
		out.StoredActs = &done.Stored
		return a.printJSON(out)
	}
	a.say("%s: of %s since the day was taken, %d were new to the service.", display.Clean(status.Name), counted(status.Acts, "act"), done.Stored)
	if wasUsed {
		a.say("Commands work on the service again; %s is kept.", path)
	}
	return nil
}

// serviceOf is the service that a day was taken from, as this computer knows it.
func (a *app) serviceOf(h dayfile.Header) (*client.Service, error) {
	to, err := a.access()
	if err != nil {
		return nil, err
	}
	if to.url != h.Service && a.url == "" && a.env("NAST_URL") == "" {
		return nil, told("the day was taken from %s, and you are logged in at %s\nLog in there, or name the profile or the address with --profile or --url", h.Service, to.url)
	}
	a.options = append(a.options[:len(a.options):len(a.options)], client.WithTimeout(syncPatience))
	return a.online()
}
