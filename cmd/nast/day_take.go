package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	dayfile "github.com/nast-tour/nast/internal/day"
)

func (a *app) dayTakeCommand() *cobra.Command {
	var to string
	c := &cobra.Command{
		Use:   "take [SATELLITE]",
		Short: "Take a satellite along, to work on it without a network",
		Long: `Writes the satellite with its whole log to a file of this computer, and has all commands work on
that file from now on. The file is named after the satellite unless -o says otherwise; it holds
names, so keep it as you keep the roster. Take the day on one computer only.`,
		Example: `  nast day take boise
  nast day take boise -o /media/stick/boise.day`,
		Args: between(0, 1, "a satellite"),
		RunE: func(c *cobra.Command, args []string) error { return a.takeDay(c, args, to) },
	}
	c.Flags().StringVarP(&to, "output", "o", "", "the file to write (default: after the satellite's name)")
	return a.satelliteFlag(c)
}

func (a *app) takeDay(c *cobra.Command, args []string, to string) error {
	profiles, err := a.profiles()
	if err != nil {
		return err
	}
	if profiles.Day != "" {
		return told("the day file %s is in use\nBring it to the service first (nast day sync), or leave it (nast day leave)", profiles.Day)
	}
	a.dayFile = noDay
	service, s, err := a.serviceAndSatellite(c, args)
	if err != nil {
		return err
	}
	me, err := client.OK(service.GetMeWithResponse(c.Context()))
	if err != nil {
		return err
	}
	if me.Role != api.RoleDirector && me.Role != api.RoleOrganiser {
		return told("a key of the role %s may look at a satellite, but not play it; log in with the director's", me.Role)
	}
	taken, err := client.OK(service.TakeDayWithResponse(c.Context(), s.ID))
	if err != nil {
		return err
	}
	if to == "" {
		to = freeName(dayName(s.Name))
	}
	if to, err = filepath.Abs(to); err != nil {
		return err
	}
	if err := dayfile.Create(to, service.BaseURL(), *me, *taken, a.now()); err != nil {
		return err
	}
	if err := a.rememberDay(to); err != nil {
		return err
	}
	status, err := dayfile.Check(to)
	if err != nil {
		return err
	}
	return a.showDay(status, true)
}

// dayName is a file's name made of a satellite's: small letters and digits of any script, and
// hyphens.
func dayName(name string) string {
	parts := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(parts) == 0 {
		return "satellite"
	}
	const most = 60
	letters := []rune(strings.Join(parts, "-"))
	return string(letters[:min(len(letters), most)])
}

// freeName gives a name that no file has yet.
func freeName(name string) string {
	for n := 1; ; n++ {
		path := name + ".day"
		if n > 1 {
			path = name + "-" + strconv.Itoa(n) + ".day"
		}
		if _, err := os.Lstat(path); err != nil {
			return path
		}
	}
}
