package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/nast-tour/nast/client"
)

// app is one run of the program: its streams, its surroundings and the global flags.
type app struct {
	in       io.Reader
	out, err io.Writer
	env      func(string) string
	now      func() time.Time
	terminal func(stream any) bool // whether a person sits at the stream

	profileName string
	url, key    string
	json, quiet bool

	dayFile      string          // of the flag --day
	day          *client.Service // the day file, once it was opened
	satelliteArg string          // of the flag -s
	understood   bool            // the command line was, and the work has begun
	options      []client.Option
}

// run does what the arguments say and gives the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, env func(string) string) int {
	return newApp(stdin, stdout, stderr, env).run(ctx, args)
}

func newApp(stdin io.Reader, stdout, stderr io.Writer, env func(string) string) *app {
	return &app{
		in: stdin, out: stdout, err: stderr, env: env, now: time.Now, terminal: isTerminal,
		options: []client.Option{client.WithUserAgent("nast/" + buildVersion())},
	}
}

func (a *app) run(ctx context.Context, args []string) int {
	root := a.root()
	root.SetArgs(args)
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	return a.explain(root.ExecuteContext(ctx))
}

// root is the whole tree of commands.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "nast",
		Short: "The North American SCRABBLE Tour on the command line",
		Long: `nast runs satellites of the North American SCRABBLE Tour: registering one, taking
the entrants, starting, pairings, results, standings and the report.

A director's day in short:

  nast login --url https://tour.example.org     once on each computer
  nast satellite list                           find yours
  nast satellite use NAME                       work on it from now on
  nast entrant import roster.csv                who comes
  nast satellite preview                        who is here, and what a start would mean
  nast satellite start                          seeds and pairings of the first rounds
  nast round show 1                             the sheet to hang up
  nast result enter                             type the slips as they come in
  nast round pair 5                             after round 4
  nast standings
  nast report show                              prizes, qualifiers, the cheque
  nast report make

Exit codes:
  0  done
  1  the service refused it, or part of the work failed
  2  the command line was not understood
  3  the service cannot be reached
  4  not logged in, or the key does not count any more`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	flags := root.PersistentFlags()
	flags.StringVar(&a.profileName, "profile", "", "profile to use (default: the one chosen by nast profile use)")
	flags.StringVar(&a.url, "url", "", "address of the service (or NAST_URL)")
	flags.StringVar(&a.key, "key", "", "key to use; others on this computer may see it, NAST_KEY is better")
	flags.StringVar(&a.dayFile, "day", "", "day file to work on, or none for the service (or NAST_DAY)")
	flags.BoolVar(&a.json, "json", false, "print the service's JSON instead of text")
	flags.BoolVarP(&a.quiet, "quiet", "q", false, "print only what was asked for, no hints and no progress")
	root.AddCommand(
		a.loginCommand(), a.logoutCommand(), a.profileCommand(), a.meCommand(),
		a.tourCommand(), a.directorCommand(), a.keyCommand(), a.satelliteCommand(), a.entrantCommand(),
		a.roundCommand(), a.resultCommand(), a.standingsCommand(), a.printCommand(), a.reportCommand(), a.exportCommand(), a.submissionCommand(),
		a.qualifiersCommand(), a.answerCommand(), a.seatCommand(), a.buyInCommand(), a.finalCommand(), a.playerCommand(),
		a.carryoverCommand(), a.outboxCommand(), a.webhookCommand(), a.dayCommand(), a.fileCommand(), a.demoCommand(), a.versionCommand(),
	)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usage("%v", err) })
	a.watch(root)
	return root
}

// watch notes for every command when its work begins: an error before that is one of the
// command line.
func (a *app) watch(c *cobra.Command) {
	if work := c.RunE; work != nil {
		c.RunE = func(c *cobra.Command, args []string) error {
			a.understood = true
			return work(c, args)
		}
	}
	for _, child := range c.Commands() {
		a.watch(child)
	}
}

// group makes a command that only holds others.
func group(use, short, long string, commands ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{Use: use, Short: short, Long: long}
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return c.Help()
		}
		path := c.CommandPath()
		return usage("there is no command %q; the commands are listed by: %s --help", path+" "+args[0], path)
	}
	c.AddCommand(commands...)
	return c
}

// printJSON writes a value of the contract, indented.
func (a *app) printJSON(value any) error {
	enc := json.NewEncoder(a.out)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(value)
}

// listJSON writes what was collected from all pages as one last page.
func (a *app) listJSON(items any) error {
	return a.printJSON(struct {
		Items      any     `json:"items"`
		NextCursor *string `json:"next_cursor"`
	}{Items: items})
}

// print writes a line of the answer.
func (a *app) print(format string, args ...any) {
	_, _ = fmt.Fprintf(a.out, format+"\n", args...)
}

// say writes what a person may like to know; not with --quiet, and not between JSON.
func (a *app) say(format string, args ...any) {
	if !a.quiet && !a.json {
		a.print(format, args...)
	}
}

// warn writes a line beside the answer, to standard error.
func (a *app) warn(format string, args ...any) {
	_, _ = fmt.Fprintf(a.err, format+"\n", args...)
}

// isTerminal says whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
