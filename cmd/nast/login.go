package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
	"github.com/nast-tour/nast/cmd/nast/internal/profile"
)

func (a *app) loginCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "login",
		Short: "Keep the address of the service and your key on this computer",
		Long: `Checks the key with the service and keeps it with the address in a file that only
you can read, so that the other commands need neither. The key is asked for without
showing it; with NAST_KEY, --key or a line on standard input it is taken from there.

Several services or keys can be kept side by side, each under a profile's name. The file
is nast/profiles.json in your configuration folder, or the file that NAST_CONFIG names.`,
		Example: `  nast login --url https://tour.example.org
  nast login --url http://127.0.0.1:8080 --profile organiser`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error { return a.login(c) },
	}
}

func (a *app) login(c *cobra.Command) error {
	path, err := profile.Path(a.env("NAST_CONFIG"))
	if err != nil {
		return err
	}
	file, err := profile.Load(path)
	if err != nil {
		return err
	}
	name := file.Resolve(a.profileName)
	address := firstOf(a.url, a.env("NAST_URL"))
	if known := file.Profiles[name]; address == "" && known != nil {
		address = known.URL
	}
	address = firstOf(address, defaultURL)
	key, err := a.askKey(c.Context(), address)
	if err != nil {
		return err
	}
	service, err := client.New(address, key, a.options...)
	if err != nil {
		return usage("%v", err)
	}
	me, err := client.OK(service.GetMeWithResponse(c.Context()))
	if err != nil {
		return err
	}
	file.Profiles[name] = &profile.Profile{
		URL: service.BaseURL(), Key: key, Name: me.Principal.Name, Role: string(me.Role),
	}
	file.Current = name
	if err := file.Save(); err != nil {
		return err
	}
	if a.json {
		return a.printJSON(me)
	}
	a.say("Logged in at %s as %s (%s), profile %q.", service.BaseURL(), display.Clean(me.Principal.Name), me.Role, name)
	if inClear(service.BaseURL()) {
		a.warn("Note: this address is not encrypted (http); use https outside your own network.")
	}
	return nil
}

// askKey takes the key from a flag, the environment or standard input, in this order.
func (a *app) askKey(ctx context.Context, address string) (string, error) {
	if key := firstOf(a.key, a.env("NAST_KEY")); key != "" {
		return key, nil
	}
	var key string
	if f, ok := a.in.(*os.File); ok && a.terminal(a.in) {
		_, _ = io.WriteString(a.err, "Key for "+address+" (not shown): ")
		text, err := readSecret(ctx, int(f.Fd()))
		_, _ = io.WriteString(a.err, "\n")
		if err != nil {
			return "", err
		}
		key = text
	} else {
		line, err := bufio.NewReader(a.in).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return "", err
		}
		key = line
	}
	if key = strings.TrimSpace(key); key == "" {
		return "", usage("a key is needed; give it when asked, in NAST_KEY, or on standard input")
	}
	return key, nil
}

// readSecret reads a line from a terminal without showing it. An interrupt leaves the terminal
// as it was before.
func readSecret(ctx context.Context, terminal int) (string, error) {
	state, err := term.GetState(terminal)
	if err != nil {
		return "", err
	}
	stop := context.AfterFunc(ctx, func() { _ = term.Restore(terminal, state) })
	defer stop()
	text, err := term.ReadPassword(terminal)
	return string(text), err
}

// inClear says whether a key would travel readable over a network.
func inClear(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" {
		return false
	}
	host := u.Hostname()
	return host != "localhost" && host != "::1" && !strings.HasPrefix(host, "127.")
}

func (a *app) logoutCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "logout",
		Short: "Forget the key kept on this computer",
		Long: `Removes the profile with its key from this computer. The key itself stays valid; to end
it for good use nast key revoke.`,
		Example: `  nast logout
  nast logout --profile organiser`,
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error {
			to, err := a.access()
			if err != nil {
				return err
			}
			name := to.file.Resolve(a.profileName)
			if to.file.Profiles[name] == nil {
				a.say("There was nothing to forget.")
				return nil
			}
			delete(to.file.Profiles, name)
			if to.file.Current == name {
				to.file.Current = ""
			}
			if err := to.file.Save(); err != nil {
				return err
			}
			a.say("Forgot profile %q.", name)
			return nil
		},
	}
}

func (a *app) meCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "me",
		Short:   "Show who you are to the service",
		Long:    `Shows the name and role behind the key in use, and whose satellites it works on.`,
		Example: `  nast me`,
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			service, err := a.service()
			if err != nil {
				return err
			}
			me, err := client.OK(service.GetMeWithResponse(c.Context()))
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(me)
			}
			a.fields(
				"name", me.Principal.Name, "role", string(me.Role),
				"organisation", me.Tenant.Name, "service", service.BaseURL(),
			)
			return nil
		},
	}
}
