package day

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"sync"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
)

// File is a day file in use: the store of one satellite. Several processes and
// goroutines may use one file; an act holds its lock.
type File struct {
	path   string
	header Header
	mu     sync.Mutex
	held   *contents // as read last
}

var _ satellite.Store = (*File)(nil)

// Open reads a day file. A file that is damaged is fault.DayFileBroken, with
// what is intact.
func Open(path string) (*File, error) {
	f := &File{path: path}
	err := f.locked(func(*os.File) error { return nil })
	if err != nil {
		return nil, err
	}
	f.header = f.held.header
	return f, nil
}

// Header is what the file says of itself.
func (f *File) Header() Header { return f.header }

// locked runs fn on the open file under its lock, after reading what others
// have added.
func (f *File) locked(fn func(*os.File) error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	file, err := os.OpenFile(f.path, os.O_RDWR, 0)
	if err != nil {
		return opened(f.path, err)
	}
	defer func() { _ = file.Close() }() // whatever counts was forced to the disk
	if err := lock(file); err != nil {
		return fmt.Errorf("lock the day file: %w", err)
	}
	stat, err := file.Stat()
	if err != nil {
		return fmt.Errorf("open the day file: %w", err)
	}
	if f.held == nil || f.held.size != stat.Size() {
		held, err := read(file, false)
		if err != nil {
			return err
		}
		if s := shrunk(f.path, stat.Size()); s != "" {
			return held.broken(held.lines+1, "is missing: the file is shorter than its snapshot "+s)
		}
		f.held = held
	}
	return fn(file)
}

// pending is what a transaction is going to add to the file.
type pending struct {
	state *satellite.Satellite
	line  line
}

type pendingKey struct{}

// InTx runs fn under the file's lock and appends what it has done, as one line
// that is forced to the disk; nothing of it counts if fn fails.
func (f *File) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	if _, joined := ctx.Value(pendingKey{}).(*pending); joined {
		return fn(ctx)
	}
	return f.locked(func(file *os.File) error {
		p := &pending{state: f.held.state}
		if err := fn(context.WithValue(ctx, pendingKey{}, p)); err != nil {
			return err
		}
		if len(p.line.Entries)+len(p.line.Contacts) == 0 {
			return nil
		}
		return f.append(file, p.line)
	})
}

// append adds a line, then notes in the first one that it is there.
func (f *File) append(file *os.File, l line) error {
	held, before := f.held, rounds(f.held.state)
	f.held = nil // read again, unless all of this succeeds
	var text bytes.Buffer
	write(&text, held.sum, l)
	start := held.size
	if err := held.add(text.Bytes()); err != nil {
		return err
	}
	// What an earlier write did not finish goes away with this one.
	if err := file.Truncate(start); err != nil {
		return fmt.Errorf("write the day file: %w", err)
	}
	if _, err := file.WriteAt(text.Bytes(), start); err != nil {
		return fmt.Errorf("write the day file: %w", err)
	}
	if err := force(file); err != nil {
		return fmt.Errorf("write the day file: %w", err)
	}
	// The act counts from here on; what fails now is for Status to show.
	f.held = held
	held.mark = mark{size: held.size}
	_, _ = file.WriteAt([]byte(held.mark.String()), 0)
	if after := rounds(held.state); after > before {
		_ = f.snapshot(after)
	}
	return nil
}

// force forces a file to the disk. Tests look at when it is called.
var force = (*os.File).Sync

// snapshot keeps a copy of the file as it is after a round.
func (f *File) snapshot(round int) error {
	whole, err := os.ReadFile(f.path)
	if err != nil {
		return err
	}
	return replace(snapshotOf(f.path, round), whole)
}

func (f *File) pending(ctx context.Context) *pending {
	p, ok := ctx.Value(pendingKey{}).(*pending)
	if !ok {
		panic("day: a call outside of a transaction")
	}
	return p
}

// Load gives the satellite as it stands.
func (f *File) Load(ctx context.Context, id uuid.UUID) (*satellite.Satellite, error) {
	p := f.pending(ctx)
	if p.state.ID != id {
		return nil, fault.New(fault.ResourceNotFound, "This satellite is not in the day file.")
	}
	return p.state.Clone(), nil
}

// Lock is Load: the file is locked already.
func (f *File) Lock(ctx context.Context, id uuid.UUID) (*satellite.Satellite, error) {
	return f.Load(ctx, id)
}

// Insert is never needed: a day begins with a satellite.
func (f *File) Insert(context.Context, *satellite.Satellite, satellite.Entry) error {
	return notOffline()
}

// Save adds an act to the file.
func (f *File) Save(ctx context.Context, s *satellite.Satellite, entry satellite.Entry) error {
	if !satellite.OfflineAct(entry.Act) {
		return notOffline()
	}
	p := f.pending(ctx)
	p.line.Entries = append(p.line.Entries, entry)
	p.state = s.Clone()
	return nil
}

// List gives the one satellite, where it is asked for.
func (f *File) List(ctx context.Context, filter satellite.Filter) ([]satellite.Registration, error) {
	s := f.pending(ctx).state
	if filter.After.ID != uuid.Nil || filter.Tour != "" && filter.Tour != s.Tour || filter.Status != "" && filter.Status != s.Status {
		return nil, nil
	}
	return []satellite.Registration{s.Registration}, nil
}

// Log reads a page of the log.
func (f *File) Log(ctx context.Context, id uuid.UUID, afterSeq int64, limit int) ([]satellite.Entry, error) {
	if _, err := f.Load(ctx, id); err != nil {
		return nil, err
	}
	after := f.held.log[min(max(int(afterSeq), 0), len(f.held.log)):]
	return slices.Clone(after[:min(limit, len(after))]), nil
}

// Contacts are the addresses that were entered in this file only (R8.1): those
// that the service has are not taken along.
func (f *File) Contacts(ctx context.Context, _ *satellite.Satellite) (map[uuid.UUID]string, error) {
	contacts := maps.Clone(f.held.contacts)
	for _, c := range f.pending(ctx).line.Contacts {
		contacts[c.Entrant] = c.Email
	}
	maps.DeleteFunc(contacts, func(_ uuid.UUID, email string) bool { return email == "" })
	return contacts, nil
}

// SetContact keeps an address.
func (f *File) SetContact(ctx context.Context, _ *satellite.Satellite, entrant uuid.UUID, email string) error {
	p := f.pending(ctx)
	p.line.Contacts = append(p.line.Contacts, contact{Entrant: entrant, Email: email})
	return nil
}

// SaveReport is for the service: a report has consequences there.
func (f *File) SaveReport(context.Context, *satellite.Satellite, satellite.Report) error {
	return notOffline()
}

// FinalOf finds none: what a final is made from is the service's.
func (f *File) FinalOf(context.Context, uuid.UUID) (uuid.UUID, bool, error) {
	return uuid.Nil, false, nil
}

// LatestReport is not there offline.
func (f *File) LatestReport(context.Context, *satellite.Satellite) (satellite.Report, error) {
	return satellite.Report{}, fault.New(fault.ResourceNotFound, "There is no report in the day file.")
}

func notOffline() error {
	return fault.New(fault.NotOffline, "This needs the service. Bring the day to it first: nast day sync.")
}
