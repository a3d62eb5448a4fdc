package satellite

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/tour"
)

// Day is a satellite as it is taken to a laptop without a network: its whole
// log, and what of the tour its rules need.
type Day struct {
	Tour    tour.Tour
	Entries []Entry
}

// Offline is what comes back: the acts after those of the day that was taken.
type Offline struct {
	Satellite uuid.UUID // of which the day is
	BaseSeq   int64     // acts in the log when the day was taken
	BaseAt    time.Time // when the last of them was done
	Entries   []Entry   // from BaseSeq+1
	Contacts  map[uuid.UUID]string
}

// TakeDay gives a satellite to a laptop, as its log makes it.
func (v *Service) TakeDay(ctx context.Context, id uuid.UUID) (*Satellite, Day, error) {
	var s *Satellite
	var day Day
	err := v.Store.InTx(ctx, func(ctx context.Context) (err error) {
		if s, err = v.Store.Load(ctx, id); err != nil {
			return err
		}
		if day.Tour, err = v.tourOf(ctx, s); err != nil {
			return err
		}
		if day.Entries, err = v.wholeLog(ctx, id); err != nil {
			return err
		}
		// Somebody may act between the two readings: the log is what counts.
		if s, err = Replay(day.Entries); err != nil {
			return err
		}
		return s.allow("taken offline", Sanctioned, InPlay, Finished)
	})
	return s, day, err
}

// Sync brings the acts of a day offline to the satellite, each once however
// often it is tried. Every act is done again here by the rules and has to come
// out as in the day, so that nothing gets in that could not have been done
// online; the log keeps the time of the day, under the name of who brings it.
// It refuses, with what differs, when the satellite has moved meanwhile; then
// nothing is stored. What was done meanwhile and taken back does not count as
// a move.
func (v *Service) Sync(ctx context.Context, id uuid.UUID, off Offline) (*Satellite, int, error) {
	var s *Satellite
	stored := 0
	err := v.Store.InTx(ctx, func(ctx context.Context) (err error) {
		if s, err = v.Store.Lock(ctx, id); err != nil {
			return err
		}
		log, err := v.wholeLog(ctx, id)
		if err != nil {
			return err
		}
		if err := off.check(s, log); err != nil {
			return err
		}
		if err := v.Persons.Reserve(ctx, claimsOf(off.Entries)); err != nil {
			return err // first, so that nobody of the day is erased while it is brought
		}
		erased, err := v.goneOf(ctx, s, off.Entries)
		if err != nil {
			return err
		}
		news, err := off.news(log, erased)
		if err != nil {
			return erased.silent(err)
		}
		if len(news) > 0 {
			if s, stored, err = v.redoAll(ctx, s, log[len(log)-1], news, erased); err != nil {
				return erased.silent(err)
			}
		}
		return v.keepContacts(ctx, s, erased.contacts(off.Contacts))
	})
	if err != nil {
		return nil, 0, err
	}
	return s, stored, nil
}

// check refuses a day that is not of this satellite and its log.
func (off Offline) check(s *Satellite, log []Entry) error {
	switch {
	case off.Satellite != s.ID:
		return fault.New(fault.SyncConflict, "This is the day of another satellite, not of %s.", s.Name)
	case off.BaseSeq < 1 || off.BaseSeq > int64(len(log)) || !log[off.BaseSeq-1].At.Equal(off.BaseAt):
		return fault.New(fault.SyncConflict, "The day was taken from another copy of this satellite: its log up to act %d is not this one.", off.BaseSeq)
	}
	for i, e := range off.Entries {
		if e.Seq != off.BaseSeq+1+int64(i) {
			return fault.AtField(fmt.Sprintf("/entries/%d/seq", i), "invalid_value", "Act %d of the day has to come here.", off.BaseSeq+1+int64(i))
		}
	}
	return nil
}

// news are the acts that the log does not have yet. The log has to be that of
// the day and nothing else, but for what changed nothing in the end; it never
// has what changed only the names of those who were erased.
func (off Offline) news(log []Entry, erased gone) ([]Entry, error) {
	at, known := int(off.BaseSeq), 0
	for at < len(log) && known < len(off.Entries) {
		if erased.nothing(off.Entries[known]) {
			known++
			continue
		}
		if sameAct(log[at], off.Entries[known]) {
			at, known = at+1, known+1
			continue
		}
		back, err := backAt(log, at)
		if err != nil {
			return nil, err
		}
		if back == at {
			return nil, off.moved(log[at:], off.Entries[known:])
		}
		at = back
	}
	return off.Entries[known:], nil
}

// sameAct tells whether two entries are of one act: one clock, one moment.
func sameAct(a, b Entry) bool { return a.Act == b.Act && a.At.Equal(b.At) }

// backAt gives how many acts the log had when the satellite was last as it was
// after the first at of them.
func backAt(log []Entry, at int) (int, error) {
	was, err := Replay(log[:at])
	if err != nil {
		return at, err
	}
	back, s := at, was.Clone()
	for i, entry := range log[at:] {
		if err := s.Follow(entry); err != nil {
			return at, err
		}
		if Diff(was, s).Empty() {
			back = at + i + 1
		}
	}
	return back, nil
}

// mostShown bounds how many differences an error lists.
const mostShown = 20

// moved says what both sides have done since they parted.
func (off Offline) moved(there, here []Entry) error {
	err := fault.New(fault.SyncConflict, "The service's copy has moved since the day was taken: %d acts there, %d here; nothing was stored. "+
		"Take back on the service what was done there, then bring the day again.", len(there), len(here))
	tell := func(where string, entries []Entry) {
		for i, e := range entries[:min(len(entries), mostShown)] {
			err.WithField(fmt.Sprintf("/entries/%d", e.Seq-off.BaseSeq-1), "only_"+where, "%s: %s by %s, %s%s",
				map[string]string{"there": "On the service", "here": "In the day"}[where], e.Act, e.Actor.Name, e.At.UTC().Format(time.DateTime), more(i, len(entries)))
		}
	}
	tell("there", there)
	tell("here", here)
	return err
}

func more(i, all int) string {
	if i == mostShown-1 && all > mostShown {
		return fmt.Sprintf(", and %d more", all-mostShown)
	}
	return ""
}

// redoAll does the acts of a day again, in their order; last is the last act
// of the log. Who was erased since is named while it does, and not in what is
// kept. It gives how many are.
func (v *Service) redoAll(ctx context.Context, s *Satellite, last Entry, news []Entry, erased gone) (*Satellite, int, error) {
	t, err := v.tourOf(ctx, s)
	if err != nil {
		return nil, 0, err
	}
	erased.meet(news)
	s = erased.named(s)
	again := redoing{service: v, tour: t, last: erased.namedEntry(last), erased: erased}
	stored := 0
	for _, entry := range news {
		after, mine, err := v.redoOne(ctx, &again, s, entry)
		if err != nil {
			return nil, 0, err
		}
		if mine.Seq > s.Seq {
			stored++
		}
		s, again.last = after, mine
	}
	s = erased.hidden(s)
	if s.started() {
		err = v.Tours.Freeze(ctx, t.ID)
	}
	return s, stored, err
}

// redoOne does one act again and keeps it, unless it has done nothing but name
// who is erased; then it has no number of its own.
func (v *Service) redoOne(ctx context.Context, again *redoing, s *Satellite, entry Entry) (*Satellite, Entry, error) {
	after, changes, err := again.do(ctx, s, entry)
	if err != nil {
		return nil, Entry{}, err
	}
	p := auth.From(ctx)
	mine := Entry{
		Seq: s.Seq + 1, At: entry.At, Act: entry.Act, Reason: entry.Reason, Changes: changes,
		Actor: Actor{ID: p.ID, Name: p.Name, Role: string(p.Role)},
	}
	if again.erased.nothing(mine) {
		mine.Seq = s.Seq
		return after, mine, nil
	}
	kept := again.erased.hiddenEntry(mine)
	after.Stamp(kept.Seq, kept.Changes)
	return after, mine, v.save(ctx, again.erased.hidden(after), kept)
}

// claimsOf are the persons that acts could make or look for.
func claimsOf(entries []Entry) []players.Claim {
	var claims []players.Claim
	for _, entry := range entries {
		for _, c := range entry.Changes.Entrants {
			if c.After != nil {
				claims = append(claims, players.Claim{NameKey: c.After.Name.Key(), AssociationID: c.After.AssociationID})
			}
		}
	}
	return claims
}

// keepContacts keeps the addresses that were entered offline (R8.1), as long
// as entrants can be changed at all.
func (v *Service) keepContacts(ctx context.Context, s *Satellite, contacts map[uuid.UUID]string) error {
	if s.allow("changed", Sanctioned, InPlay, Finished) != nil {
		return nil
	}
	for _, id := range slices.SortedFunc(maps.Keys(contacts), func(a, b uuid.UUID) int { return strings.Compare(a.String(), b.String()) }) {
		if _, ok := s.EntrantByID(id); !ok {
			continue
		}
		if err := v.Store.SetContact(ctx, s, id, strings.TrimSpace(contacts[id])); err != nil {
			return err
		}
	}
	return nil
}

// refusedBy tells whether an error is the rules' refusal, and not trouble of
// the store.
func refusedBy(err error) (*fault.Error, bool) {
	var f *fault.Error
	return f, errors.As(err, &f) && f.Kind() != fault.Internal && f.Kind() != fault.Unavailable
}
