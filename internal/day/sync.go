package day

import (
	"fmt"
	"os"
	"time"

	"github.com/nast-tour/nast/api"
)

// Sync gives what the service does not have yet, as far as is known here: all
// acts since the day was taken, so that the service can compare, and the
// addresses entered since it was brought there last. through is for Synced.
func (f *File) Sync() (body api.DaySync, through int64, err error) {
	err = f.locked(func(*os.File) error {
		base := int(f.header.BaseSeq)
		body = api.DaySync{
			SatelliteID: f.header.Satellite, BaseSeq: f.header.BaseSeq, BaseAt: f.held.log[base-1].At, Entries: []api.DayEntry{},
		}
		if len(f.held.unsent) > 0 {
			contacts := map[string]string{}
			for id, email := range f.held.unsent {
				contacts[id.String()] = email
			}
			body.Contacts = &contacts
		}
		through = f.held.state.Seq
		return reshape(f.held.log[base:], &body.Entries)
	})
	return body, through, err
}

// Synced notes that the service has all acts up to one. The note is for the
// people; the service knows by itself what it has.
func (f *File) Synced(through int64, now time.Time) error {
	err := f.locked(func(file *os.File) error {
		return f.append(file, line{Synced: &synced{Through: through, At: now.UTC().Truncate(time.Second)}})
	})
	if err != nil {
		return fmt.Errorf("note in the day file that it was brought to the service: %w", err)
	}
	return nil
}
