//go:build unix

package localpg

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"

	"github.com/nast-tour/nast/internal/fault"
)

// lockPoll is how often a lock that somebody else holds is tried again. A blocking
// flock cannot be given up when a context ends.
const lockPoll = 20 * time.Millisecond

// openLock opens a lock file. The file itself means nothing; the kernel's lock on
// it does, and that goes with the last process that has it open.
func openLock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fault.Wrap(err, fault.NotReady,
			"The data directory belongs to somebody else, or cannot be written. Set NAST_DATA_DIR to a directory of your own.")
	}
	return f, nil
}

// lockShared waits until it holds f together with any number of others.
func lockShared(ctx context.Context, f *os.File) error { return pollLock(ctx, f, syscall.LOCK_SH) }

// lockAlone waits until it holds f and nobody else does.
func lockAlone(ctx context.Context, f *os.File) error { return pollLock(ctx, f, syscall.LOCK_EX) }

func pollLock(ctx context.Context, f *os.File, how int) error {
	tick := time.NewTicker(lockPoll)
	defer tick.Stop()
	for {
		if held, err := tryLock(f, how); held || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// tryLock says whether it got the lock, without waiting.
func tryLock(f *os.File, how int) (bool, error) {
	err := flock(f, how|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// blockAlone waits without end until it holds f alone.
func blockAlone(f *os.File) error { return flock(f, syscall.LOCK_EX) }

func unlock(f *os.File) error { return flock(f, syscall.LOCK_UN) }

func flock(f *os.File, how int) error {
	for {
		err := syscall.Flock(int(f.Fd()), how)
		if err == nil {
			return nil
		}
		if !errors.Is(err, syscall.EINTR) {
			return &os.PathError{Op: "lock", Path: f.Name(), Err: err}
		}
	}
}
