// Package localpg is the built-in Postgres: with nothing configured it brings up
// the machine's own Postgres server on a directory and gives the address of its
// socket, so that a hall without an administrator has a real database.
//
// One server serves every process of ours that works on the same directory. It
// lives as long as any of them lives and is stopped in order shortly after the
// last is gone, however that one ended, kill -9 included:
//
//	process ──holds shared──▶ run/users.lock ◀──waits for it alone── supervisor
//	process ──holds shared──▶      "                                     │ parent of
//	   └── watches run/supervisor.lock, held by the supervisor        postgres
//
// The supervisor is this same program, started again under another name in a
// session of its own (see supervisor.go), so that neither Ctrl-C in a terminal
// nor the end of its starter reaches the server. It starts Postgres again when
// that dies; when the supervisor itself dies Postgres goes with it, and the next
// process to notice starts both. Locks are the kernel's (flock), so nothing of
// this is ever left over from a killed process.
//
// The data directory then holds:
//
//	postgres/      the cluster
//	postgres.log   what the server says; the file before it is postgres.log.1
//	socket/        the server's socket, unless the path is too long for one
//	run/           locks, and which server runs
//	embedded/      a server that npm brought (for root in /var/lib/nast/embedded,
//	               where the server's own user can read it)
//
// The package never listens on a network, never deletes or upgrades data, and
// never touches a server that it did not start.
package localpg

import (
	"log/slog"
	"time"
)

// Superuser is the bootstrap role of a new cluster. It exists to create the
// owner and service roles; the service itself never works as it.
const Superuser = "postgres"

// Config says where the server lives and how it is run. Linger and Unsafe count in the
// process that starts the server; whoever attaches takes the server as it is.
type Config struct {
	// DataDir is the directory of the service's data (NAST_DATA_DIR). It is made
	// with mode 0700 if it is missing. The cluster lives in DataDir/postgres,
	// the server's log in DataDir/postgres.log.
	DataDir string

	// Log takes what a person should read, for instance that a server is being
	// installed. Nothing is said where it is nil.
	Log *slog.Logger

	// Linger is how long the server stays up after its last user is gone, so that
	// programs that run one after the other share it. Zero stops it at once.
	Linger time.Duration

	// Unsafe gives up durability for speed and allows 300 connections instead of
	// 100. It is for test databases only: a crash of the machine loses them.
	Unsafe bool

	find finder // where servers are looked for; the zero value is the real machine
}
