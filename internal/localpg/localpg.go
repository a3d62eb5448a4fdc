//go:build unix

package localpg

import (
	"context"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/nast-tour/nast/internal/fault"
)

// Server is a running Postgres server that this process uses.
type Server struct {
	cfg Config
	dir layout
	log *slog.Logger

	users *os.File // holds run/users.lock shared: what keeps the server alive
	probe *os.File // run/supervisor.lock, to see whether somebody holds it

	mu     sync.Mutex
	info   serverInfo    // of the server that answered last
	reaped chan struct{} // closed when the supervisor this process started is gone

	stopWatch context.CancelFunc
	watched   sync.WaitGroup
	stopOnce  sync.Once
	stopErr   error
}

// Start finds the running server of the data directory or starts one, and waits
// until it answers. Any number of processes may call it at once. The first start
// makes the cluster; after a crash the server recovers first, and ctx bounds how
// long that may take.
//
// The server stays up until Stop, or the end of the process. A [fault.Error] with
// the code fault.NotReady says in its detail what a person has to do: install a
// server, or take the right one for the data that are there.
func Start(ctx context.Context, cfg Config) (*Server, error) {
	dir, err := openLayout(cfg.DataDir)
	if err != nil {
		return nil, err
	}
	s := &Server{cfg: cfg, dir: dir, log: cfg.Log}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.probe, err = openLock(dir.supervisorLock()); err != nil {
		return nil, err
	}
	if s.users, err = openLock(dir.usersLock()); err != nil {
		s.probe.Close()
		return nil, err
	}
	if err := s.attach(ctx); err != nil {
		s.users.Close()
		s.probe.Close()
		return nil, err
	}
	watchCtx, cancel := context.WithCancel(context.Background())
	s.stopWatch = cancel
	s.watched.Go(func() { s.watch(watchCtx) })
	return s, nil
}

// attach joins the users of the server, which keeps a running one from stopping,
// and sees to it that one runs.
func (s *Server) attach(ctx context.Context) error {
	if err := lockShared(ctx, s.users); err != nil {
		return fault.Wrap(err, fault.NotReady, "The built-in Postgres in %s is still stopping.", s.cfg.DataDir)
	}
	return s.ensure(ctx)
}

// URL is the connection string of a role and a database, for pgx and psql alike.
// There is no password: whoever can enter the socket's directory is trusted.
func (s *Server) URL(user, database string) string {
	return socketURL(s.SocketDir(), user, database)
}

// Owner says whether this process started the server that runs now. It becomes
// true in the process that starts it again after a failure.
func (s *Server) Owner() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reaped == nil {
		return false
	}
	select {
	case <-s.reaped:
		return false
	default:
		return true
	}
}

// Version is the full version of the server's programs, such as "15.18".
func (s *Server) Version() string { return s.running().Version }

// SocketDir is the directory of the server's socket: the host of a connection.
func (s *Server) SocketDir() string { return s.running().SocketDir }

func (s *Server) running() serverInfo {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.info
}

// Stop ends this process's use of the server. Where it was the last user, the
// server is stopped in order (a fast shutdown) and Stop waits until it is down or
// ctx ends; with Config.Linger it does not wait. Other users keep the server,
// whoever started it. Stopping twice is stopping once.
func (s *Server) Stop(ctx context.Context) error {
	s.stopOnce.Do(func() { s.stopErr = s.stop(ctx) })
	return s.stopErr
}

func (s *Server) stop(ctx context.Context) error {
	s.stopWatch()
	s.watched.Wait()
	defer s.probe.Close()
	defer s.users.Close()
	if err := unlock(s.users); err != nil {
		return err
	}
	if s.running().Linger > 0 {
		return nil
	}
	return s.waitUnused(ctx)
}

// socketURL writes a connection string over a socket directory. Spaces are written
// as %20 because libpq, unlike pgx, does not read + as a space.
func socketURL(dir, user, database string) string {
	query := url.Values{"host": {dir}, "port": {socketPort}, "sslmode": {"disable"}}
	u := url.URL{
		Scheme:   "postgres",
		User:     url.User(user),
		Path:     "/" + database,
		RawQuery: strings.ReplaceAll(query.Encode(), "+", "%20"),
	}
	return u.String()
}

// layout names what lies where in the data directory.
type layout struct{ root string }

// openLayout makes the data directory, for its owner alone, and its run directory.
func openLayout(dataDir string) (layout, error) {
	if dataDir == "" {
		return layout{}, fault.New(fault.NotReady, "No data directory is given. Set NAST_DATA_DIR.")
	}
	root, err := filepath.Abs(dataDir)
	if err != nil {
		return layout{}, fault.Wrap(err, fault.NotReady, "The data directory %s cannot be found.", dataDir)
	}
	l := layout{root}
	if err := os.MkdirAll(l.run(), 0o700); err != nil {
		return layout{}, fault.Wrap(err, fault.NotReady,
			"The data directory %s cannot be used. Set NAST_DATA_DIR to a directory of your own.", root)
	}
	return l, nil
}

func (l layout) run() string            { return filepath.Join(l.root, "run") }
func (l layout) usersLock() string      { return filepath.Join(l.run(), "users.lock") }
func (l layout) startLock() string      { return filepath.Join(l.run(), "start.lock") }
func (l layout) supervisorLock() string { return filepath.Join(l.run(), "supervisor.lock") }
func (l layout) info() string           { return filepath.Join(l.run(), "server.json") }
func (l layout) cluster() string        { return filepath.Join(l.root, "postgres") }
func (l layout) socket() string         { return filepath.Join(l.root, "socket") }
func (l layout) log() string            { return filepath.Join(l.root, "postgres.log") }
func (l layout) embedded() string       { return filepath.Join(l.root, "embedded") }
