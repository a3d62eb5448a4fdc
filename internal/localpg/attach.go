//go:build unix

package localpg

import (
	"context"
	"errors"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/nast-tour/nast/internal/fault"
)

const (
	readyPoll  = 25 * time.Millisecond  // between the first tries to connect while the server starts
	readyMost  = 500 * time.Millisecond // and between later ones: each leaves a line in its log
	watchEvery = 500 * time.Millisecond
	watchMost  = 30 * time.Second // between two tries to start again what does not start
)

// errGone says that the supervisor ended before its server answered.
var errGone = errors.New("the supervisor of Postgres is gone")

// ensure returns when a server answers: one that runs already, or one started
// here. The caller holds the users' lock, so that none stops meanwhile.
func (s *Server) ensure(ctx context.Context) error {
	for {
		if !s.supervised() {
			if err := s.start(ctx); err != nil {
				return err
			}
			continue
		}
		err := s.waitReady(ctx)
		if !errors.Is(err, errGone) {
			return err
		}
	}
}

// supervised says whether a supervisor runs.
func (s *Server) supervised() bool {
	free, err := tryLock(s.probe, syscall.LOCK_SH)
	if err != nil || !free {
		return err == nil
	}
	_ = unlock(s.probe)
	return false
}

// waitReady returns when the server takes a connection, errGone when its
// supervisor has ended.
func (s *Server) waitReady(ctx context.Context) error {
	for wait := readyPoll; ; wait = min(wait*5/4, readyMost) {
		if !s.supervised() {
			return errGone
		}
		info, err := readInfo(s.dir.info())
		if err == nil {
			if err = ping(ctx, info.SocketDir); err == nil {
				s.mu.Lock()
				s.info = info
				s.mu.Unlock()
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return fault.Wrap(errors.Join(ctx.Err(), err), fault.NotReady,
				"The built-in Postgres does not answer yet. Its log is %s.", s.dir.log())
		case <-time.After(wait):
		}
	}
}

func ping(ctx context.Context, socketDir string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	conn, err := pgconn.Connect(ctx, socketURL(socketDir, Superuser, "postgres"))
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

// watch starts the server again when its supervisor is gone, which only a kill -9
// or a fault of the machine brings about.
func (s *Server) watch(ctx context.Context) {
	wait := watchEvery
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		if s.supervised() {
			wait = watchEvery
			continue
		}
		s.log.Warn("the built-in Postgres is gone, starting it again", "dir", s.dir.root)
		if err := s.ensure(ctx); err != nil && ctx.Err() == nil {
			wait = min(2*wait, watchMost)
			s.log.Error("the built-in Postgres could not be started again", "error", err, "next_try", wait)
		}
	}
}

// waitUnused returns when the server is down, or when somebody else uses it.
func (s *Server) waitUnused(ctx context.Context) error {
	tick := time.NewTicker(lockPoll)
	defer tick.Stop()
	for s.supervised() {
		alone, err := tryLock(s.users, syscall.LOCK_EX)
		if err != nil {
			return err
		}
		if !alone {
			shared, err := tryLock(s.users, syscall.LOCK_SH)
			if err != nil {
				return err
			}
			if shared {
				return unlock(s.users) // others use it and keep it
			}
			// The supervisor has the lock alone: it is stopping the server.
		} else if err := unlock(s.users); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return fault.Wrap(ctx.Err(), fault.NotReady, "The built-in Postgres is still stopping.")
		case <-tick.C:
		}
	}
	return s.waitReaped(ctx)
}

func (s *Server) waitReaped(ctx context.Context) error {
	s.mu.Lock()
	reaped := s.reaped
	s.mu.Unlock()
	if reaped == nil {
		return nil
	}
	select {
	case <-reaped:
	case <-ctx.Done():
	}
	return nil
}
