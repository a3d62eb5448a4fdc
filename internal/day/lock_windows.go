//go:build windows

package day

import (
	"os"

	"golang.org/x/sys/windows"
)

// lock waits for the file's lock; it ends when the file is closed, however the
// process ends. It is on a byte far behind the file, so that others can read.
func lock(file *os.File) error {
	far := &windows.Overlapped{OffsetHigh: 1 << 30}
	return windows.LockFileEx(windows.Handle(file.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, far)
}
