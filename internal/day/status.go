package day

import (
	"fmt"
	"os"
	"time"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
)

// Status is what there is to know of a day file.
type Status struct {
	Path      string
	Header    Header
	Name      string // of the satellite
	Play      string // its status
	Acts      int    // since the day was taken
	Unsynced  int    // of these, not known to be at the service
	SyncedAt  time.Time
	Rounds    int // complete
	Snapshots []Snapshot
}

// Snapshot is a copy of a day file as it was when a round was complete.
type Snapshot struct {
	Round int
	Path  string
}

// snapshotOf is where the copy after a round lies.
func snapshotOf(path string, round int) string { return fmt.Sprintf("%s.round-%d", path, round) }

// mostRounds bounds the search for snapshots.
const mostRounds = 20

func snapshots(path string) []Snapshot {
	var found []Snapshot
	for round := 1; round <= mostRounds; round++ {
		if _, err := os.Stat(snapshotOf(path, round)); err == nil {
			found = append(found, Snapshot{round, snapshotOf(path, round)})
		}
	}
	return found
}

// shrunk names a snapshot that is larger than its file: then the file, to which
// lines are only ever added, has lost some. "" where there is none.
func shrunk(path string, size int64) string {
	for _, s := range snapshots(path) {
		if stat, err := os.Stat(s.Path); err == nil && stat.Size() > size {
			return s.Path
		}
	}
	return ""
}

// Status tells of a file in use, without looking at every act again.
func (f *File) Status() (status Status, err error) {
	err = f.locked(func(*os.File) error {
		status = f.held.status(f.path)
		return nil
	})
	return status, err
}

// Check reads a file as thoroughly as it can be read: every act has to follow
// from those before it. A file that is damaged is fault.DayFileBroken, with
// what is intact, which is in the status too.
func Check(path string) (Status, error) {
	c, err := readFile(path, true)
	if c == nil {
		return Status{Path: path}, err
	}
	if s := shrunk(path, c.size); err == nil && s != "" {
		err = c.broken(c.lines+1, "is missing: the file is shorter than its snapshot "+s)
	}
	if err == nil {
		err = c.agrees()
	}
	return c.status(path), err
}

// agrees refuses offline acts that nobody can do offline: somebody wrote them.
func (c *contents) agrees() error {
	for _, e := range c.log[c.header.BaseSeq:] {
		if !satellite.OfflineAct(e.Act) {
			return fault.New(fault.DayFileBroken, "Act %d (%s) of the day file cannot be done offline; the service will not take it.", e.Seq, e.Act)
		}
	}
	return nil
}

func (c *contents) status(path string) Status {
	return Status{
		Path: path, Header: c.header, Name: c.state.Name, Play: string(c.state.Status), Acts: c.acts(),
		Unsynced: max(len(c.log)-int(max(c.synced.Through, c.header.BaseSeq)), 0), SyncedAt: c.synced.At,
		Rounds: rounds(c.state), Snapshots: snapshots(path),
	}
}
