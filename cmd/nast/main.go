// Command nast is the tour on the command line, for directors and the organiser: it registers
// satellites, takes entrants and results, shows pairings and standings, and makes reports. It is
// a client of the HTTP contract and holds no rule of the tour; what may be done is decided by the
// service. It never shows or logs a key but the new one that was just asked for.
//
// Exit codes: 0 done; 1 the service refused it, or part of the work failed; 2 the command line
// was not understood; 3 the service cannot be reached; 4 not logged in, or the key does not count.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// grace is how long an interrupted command may take to end by itself. One that waits for a
// person's key cannot.
const grace = time.Second

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	done := make(chan int, 1)
	go func() { done <- run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv) }()
	select {
	case code := <-done:
		os.Exit(code)
	case <-ctx.Done():
	}
	stop() // a second interrupt ends it at once
	select {
	case code := <-done:
		os.Exit(code)
	case <-time.After(grace):
		os.Exit(exitRefused)
	}
}
