// Package day carries a satellite on a laptop without a network: the same
// rules and the same operations as the service, with one file as the store.
// The file is the satellite's log, a line an act, each line bound to the one
// before by a checksum; lines are only ever added, and forced to the disk
// before an act is acknowledged. Afterwards the acts are brought to the service
// (File.Sync). The package never talks to a network.
package day

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
)

// Header says what was taken, from where and by whom.
type Header struct {
	Service   string         `json:"service"` // its address
	Satellite uuid.UUID      `json:"satellite_id"`
	BaseSeq   int64          `json:"base_seq"` // acts in the log when it was taken
	TakenAt   time.Time      `json:"taken_at"`
	Tour      tour.Tour      `json:"tour"`
	Principal auth.Principal `json:"principal"` // who acts
}

// line is what one line of a file holds: the header, what one act has done, or
// a note.
type line struct {
	Header   *Header           `json:"header,omitempty"`
	Entries  []satellite.Entry `json:"entries,omitempty"`
	Contacts []contact         `json:"contacts,omitempty"`
	Synced   *synced           `json:"synced,omitempty"`
}

type contact struct {
	Entrant uuid.UUID `json:"entrant"`
	Email   string    `json:"email"` // "": removed
}

// synced notes that the service has the acts up to one.
type synced struct {
	Through int64     `json:"through"`
	At      time.Time `json:"at"`
}

// Create writes a new file with what the service gave. It never overwrites one,
// and leaves nothing behind where it fails.
func Create(path, service string, me api.Me, taken api.Day, now time.Time) error {
	var log []satellite.Entry
	h := Header{
		Service: service, Satellite: taken.SatelliteID, BaseSeq: taken.Seq, TakenAt: now.UTC().Truncate(time.Second),
		Principal: auth.Principal{
			ID: me.Principal.ID, Name: me.Principal.Name, TenantID: me.Tenant.ID, TenantName: me.Tenant.Name, Role: auth.Role(me.Role),
		},
	}
	if err := errors.Join(reshape(taken.Tour, &h.Tour), reshape(taken.Entries, &log)); err != nil {
		return fmt.Errorf("read the day that the service gave: %w", err)
	}
	s, err := satellite.Replay(log)
	if err != nil || s.ID != h.Satellite || s.Seq != h.BaseSeq {
		return fault.Wrap(err, fault.DayFileBroken, "What the service gave is not the whole log of this satellite; take the day again.")
	}
	return create(path, line{Header: &h}, line{Entries: log})
}

// reshape carries a value over to another type by its JSON.
func reshape(from, to any) error {
	raw, err := json.Marshal(from)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, to)
}

// create writes a file beside its place and moves it there once it is whole.
func create(path string, lines ...line) error {
	var text bytes.Buffer
	text.WriteString(mark{}.String())
	sum := ""
	for _, l := range lines {
		if len(l.Entries) > 1 {
			for _, e := range l.Entries { // a line an act
				sum = write(&text, sum, line{Entries: []satellite.Entry{e}})
			}
			continue
		}
		sum = write(&text, sum, l)
	}
	whole := text.Bytes()
	copy(whole, mark{size: int64(len(whole))}.String())
	if old := snapshots(path); len(old) > 0 {
		return fault.New(fault.DayFileBroken, "There are snapshots of an earlier day of that name (%s); choose another name or move them away.", old[0].Path)
	}
	place, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, os.ErrExist) {
		return fault.New(fault.DayFileBroken, "There is a file %s already; choose another name or move it away.", path)
	}
	if err != nil {
		return fmt.Errorf("make the day file: %w", err)
	}
	if err := errors.Join(place.Close(), replace(path, whole)); err != nil {
		return errors.Join(fmt.Errorf("make the day file: %w", err), os.Remove(path))
	}
	return nil
}

// replace puts a whole file into a place, or leaves what is there.
func replace(path string, whole []byte) error {
	next := path + ".new"
	f, err := os.OpenFile(next, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(whole)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(next, path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(next))
	}
	syncFolder(filepath.Dir(path))
	return nil
}

// syncFolder forces a new name to the disk, where the system can do that.
func syncFolder(path string) {
	if d, err := os.Open(path); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// Rescue writes what is intact of a file to a new one and gives the status of
// that.
func Rescue(path, to string) (Status, error) {
	c, broken := readFile(path, true)
	if c == nil || c.header.Satellite == uuid.Nil || int64(len(c.log)) < c.header.BaseSeq {
		return Status{}, firstOf(broken, fault.New(fault.DayFileBroken, "Not even what was taken is intact; take the day again."))
	}
	lines := []line{{Header: &c.header}}
	for _, e := range c.log {
		lines = append(lines, line{Entries: []satellite.Entry{e}})
	}
	if c.synced.Through > 0 {
		lines = append(lines, line{Synced: &c.synced})
	}
	for id, email := range c.unsent {
		lines = append(lines, line{Contacts: []contact{{id, email}}})
	}
	return c.status(path), create(to, lines...)
}

func firstOf(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// readFile reads a file without keeping others from it.
func readFile(path string, thorough bool) (*contents, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, opened(path, err)
	}
	defer func() { _ = f.Close() }()
	return read(f, thorough)
}

func opened(path string, err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return fault.New(fault.DayFileBroken, "There is no day file %s; take one with: nast day take", path)
	}
	return fmt.Errorf("open the day file: %w", err)
}

// write puts a line into a file and gives its checksum.
func write(w *bytes.Buffer, before string, l line) string {
	raw, err := json.Marshal(l)
	if err != nil {
		panic(fmt.Sprintf("day: a line that cannot be written: %v", err)) // no type of it can fail
	}
	sum := sumOf(before, raw)
	w.WriteString(sum)
	w.WriteByte(' ')
	w.Write(raw)
	w.WriteByte('\n')
	return sum
}
