//go:build !unix

package localpg

import (
	"context"

	"github.com/nast-tour/nast/internal/fault"
)

// finder is of no use here.
type finder struct{}

// Server exists only on Unix systems.
type Server struct{}

// Start refuses: the built-in Postgres needs sockets, locks and users of Unix.
func Start(context.Context, Config) (*Server, error) {
	return nil, fault.New(fault.NotReady,
		"There is no built-in Postgres on this system. Set NAST_DATABASE_URL to a Postgres database.")
}

// URL is empty.
func (*Server) URL(_, _ string) string { return "" }

// Owner is false.
func (*Server) Owner() bool { return false }

// Version is empty.
func (*Server) Version() string { return "" }

// SocketDir is empty.
func (*Server) SocketDir() string { return "" }

// Stop does nothing.
func (*Server) Stop(context.Context) error { return nil }
