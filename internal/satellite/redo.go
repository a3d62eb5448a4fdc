package satellite

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/tour"
)

// redoing does acts again of which only the entries in a log are left. What an
// act was given follows from what it has changed; where that fits more than
// one, each is tried.
type redoing struct {
	service *Service
	tour    tour.Tour
	last    Entry // the act before, which an undo takes back
	erased  gone  // who stays who he is, whatever the day calls him
}

// attempt is an act with all that it was given.
type attempt func(ctx context.Context, s *Satellite) error

// OfflineAct says whether an act can be done without the service. The others
// belong to the organiser or have consequences outside of the satellite.
func OfflineAct(act string) bool { return redone[act] != nil }

// do does an act again. It has to come out as its entry says, but for who the
// persons are (R5.8), which only the service knows, and the wording of the
// reasons for pairs.
func (r *redoing) do(ctx context.Context, s *Satellite, entry Entry) (*Satellite, Changes, error) {
	find := redone[entry.Act]
	if find == nil {
		return nil, Changes{}, fault.New(fault.SyncConflict, "%s needs the service; it cannot come from a day offline.", told(entry))
	}
	var refusal *fault.Error
	var differ []string
	for _, try := range find(r, entry) {
		after := s.Clone()
		if err := try(ctx, after); err != nil {
			f, ok := refusedBy(err)
			if !ok {
				return nil, Changes{}, err
			}
			refusal = f
			continue
		}
		after.adoptIDs(s, entry.Changes)
		mine := Diff(s, after)
		found := unlike(mine, entry.Changes)
		if len(found) == 0 && !mine.Empty() {
			return after, mine, nil
		}
		if differ == nil || len(found) < len(differ) {
			differ = found
		}
	}
	return nil, Changes{}, r.otherwise(s, entry, refusal, differ)
}

// otherwise says why an act of the day was not taken.
func (r *redoing) otherwise(s *Satellite, entry Entry, refusal *fault.Error, differ []string) error {
	if c := entry.Changes.Registration; entry.Act == "satellite.start" && c != nil && c.After != nil && !sameJSON(c.After.Rules, &r.tour.Rules) {
		return fault.New(fault.SyncConflict, "The day was played by rules that are not those of the tour %s; nothing was stored.", r.tour.Slug)
	}
	if differ == nil && refusal != nil {
		return fault.New(fault.SyncConflict, "%s is refused; nothing was stored. %s", told(entry), refusal.Detail)
	}
	err := fault.New(fault.SyncConflict, "%s is not what the rules make of it after act %d of the service; nothing was stored.", told(entry), s.Seq)
	for _, what := range differ[:min(len(differ), mostShown)] {
		err.WithField(fmt.Sprintf("/entries/seq/%d", entry.Seq), "differs", "Different: %s.", what)
	}
	return err
}

func told(entry Entry) string { return fmt.Sprintf("Act %d of the day (%s)", entry.Seq, entry.Act) }

// adoptIDs gives the games that an act has made the ids that they have in the
// day: its sheets and its later acts name them.
func (s *Satellite) adoptIDs(before *Satellite, c Changes) {
	type place struct {
		round         int
		first, second uuid.UUID
	}
	taken := map[uuid.UUID]bool{uuid.Nil: true}
	for _, g := range before.Games {
		taken[g.ID] = true
	}
	made := map[place]uuid.UUID{}
	for _, g := range c.Games {
		if g.Before == nil && g.After != nil {
			made[place{g.After.Round, g.After.First, g.After.Second}] = g.After.ID
		}
	}
	if len(made) == 0 {
		return
	}
	for i := range s.Games {
		g := &s.Games[i]
		if id, ok := made[place{g.Round, g.First, g.Second}]; ok && !taken[g.ID] && !taken[id] {
			g.ID, taken[id] = id, true
		}
	}
	s.order()
}

// unlike names what two accounts of an act do not have in common.
func unlike(a, b Changes) []string {
	here, there := bare(a), bare(b)
	var names []string
	for name, text := range here {
		if there[name] != text {
			names = append(names, name)
		}
	}
	for name := range there {
		if _, both := here[name]; !both {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
