//go:build unix

package localpg

import (
	"os"
	"strings"
	"sync"
)

const (
	logMost  = 8 << 20 // bytes of one log file; the one before it is kept as .1
	tailMost = 2 << 10 // bytes that a report of failure quotes
)

// serverLog writes what Postgres says to a file that does not grow without end,
// and remembers the last of it. Writing never fails: a full disk must not stop the
// server for the sake of its log.
type serverLog struct {
	mu   sync.Mutex
	path string
	file *os.File
	size int64
	tail []byte
}

func newServerLog(path string) *serverLog {
	l := &serverLog{path: path}
	l.open()
	return l
}

// Write implements io.Writer.
func (l *serverLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tail = append(l.tail, p...)
	l.tail = l.tail[max(0, len(l.tail)-tailMost):]
	if l.size+int64(len(p)) > logMost {
		l.close()
		_ = os.Rename(l.path, l.path+".1")
		l.open()
	}
	if l.file != nil {
		n, _ := l.file.Write(p)
		l.size += int64(n)
	}
	return len(p), nil
}

// Tail is the end of what was written.
func (l *serverLog) Tail() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.TrimSpace(string(l.tail))
}

// Close closes the file.
func (l *serverLog) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.close()
}

func (l *serverLog) open() {
	f, err := os.OpenFile(l.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return
	}
	l.file = f
	if info, err := f.Stat(); err == nil {
		l.size = info.Size()
	}
}

func (l *serverLog) close() {
	if l.file != nil {
		l.file.Close()
		l.file, l.size = nil, 0
	}
}
