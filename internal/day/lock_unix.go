//go:build unix

package day

import (
	"os"

	"golang.org/x/sys/unix"
)

// lock waits for the file's lock; it ends when the file is closed, however the
// process ends.
func lock(file *os.File) error { return unix.Flock(int(file.Fd()), unix.LOCK_EX) }
