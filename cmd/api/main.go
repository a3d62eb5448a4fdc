// Command api serves the tour over HTTP. With no settings at all it also
// brings up the built-in Postgres and the worker.
//
//	api            serve
//	api migrate    bring the schema up to date and end
//	api new-key    give the organiser one more key and end
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/pflag"

	"github.com/nast-tour/nast/internal/app"
	"github.com/nast-tour/nast/internal/config"
)

const usage = `Usage: api [settings]           serve
       api migrate [settings]   bring the schema up to date
       api new-key [settings]   give the organiser one more key, when his is lost`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
	stop()
	if err != nil && !errors.Is(err, pflag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "api:", err)
		os.Exit(1)
	}
}

// run is main without the process around it.
func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) error {
	cfg, rest, err := config.Load("api", args, environ, usage)
	if err != nil {
		return err
	}
	switch {
	case len(rest) == 0:
		return app.RunAPI(ctx, cfg, stdout, stderr)
	case len(rest) == 1 && rest[0] == "migrate":
		if err := app.RunMigrate(ctx, cfg, app.NewLog(cfg, stderr)); err != nil {
			return err
		}
		fmt.Fprintln(stdout, "The schema is up to date.")
		return nil
	case len(rest) == 1 && rest[0] == "new-key":
		return app.RunNewKey(ctx, cfg, stdout, app.NewLog(cfg, stderr))
	}
	return fmt.Errorf("there is no command %q\n%s", rest[0], usage)
}
