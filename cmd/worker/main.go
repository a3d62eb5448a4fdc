// Command worker carries out the background jobs as a process of its own. Any
// number may run beside any number of api processes on one database.
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

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
	stop()
	if err != nil && !errors.Is(err, pflag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "worker:", err)
		os.Exit(1)
	}
}

// run is main without the process around it.
func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) error {
	cfg, rest, err := config.Load("worker", args, environ, "Usage: worker [settings]")
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return fmt.Errorf("there is no command %q; worker takes settings only", rest[0])
	}
	return app.RunWorker(ctx, cfg, stdout, stderr)
}
