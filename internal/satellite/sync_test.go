package satellite_test

import (
	"context"
	"encoding/binary"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// away is a satellite on a laptop and on the service that it was taken from.
type away struct {
	laptop, service *hall
	id              uuid.UUID
	base            int64
}

// ticking is a clock that never tells the same time twice.
func ticking(from time.Time) func() time.Time {
	return func() time.Time {
		from = from.Add(time.Microsecond)
		return from
	}
}

// take gives a copy of a hall to a laptop. Both make ids of their own from then
// on, and the laptop knows nobody and no prize pool.
func take(t require.TestingT, service *hall, id uuid.UUID) *away {
	s, day, err := service.TakeDay(service.ctx, id)
	require.NoError(t, err)
	require.Equal(t, s.Seq, int64(len(day.Entries)))
	laptop := newHall()
	laptop.memory.kept = service.memory.kept.clone()
	laptop.memory.kept.people, laptop.Finals = nil, nil
	laptop.Now = ticking(now.Add(time.Hour))
	laptop.ctx = auth.WithPrincipal(context.Background(), auth.Principal{ID: uuid.UUID{5}, Name: "Laptop", Role: auth.Director})
	for i, h := range []*hall{laptop, service} {
		next := uint64(i+1) << 40
		h.NewID = func() uuid.UUID {
			next++
			var id uuid.UUID
			binary.BigEndian.PutUint64(id[8:], next)
			return id
		}
		h.Persons = persons{h.memory, h.NewID}
	}
	service.Now = ticking(now.Add(24 * time.Hour))
	return &away{laptop, service, id, s.Seq}
}

// offline is what the laptop brings.
func (a *away) offline(t require.TestingT) satellite.Offline {
	log, err := a.laptop.Log(a.laptop.ctx, a.id, 0, 1<<30)
	require.NoError(t, err)
	return satellite.Offline{
		Satellite: a.id, BaseSeq: a.base, BaseAt: log[a.base-1].At, Entries: log[a.base:], Contacts: a.laptop.memory.kept.contacts,
	}
}

// requireEqual: the service has the satellite as the laptop has it, but for who
// the persons are, and its log in the time of the day under the name of who
// brought it (R4.9).
func (a *away) requireEqual(t require.TestingT) {
	requireSame(t, nameless(a.laptop.stored(a.id)), nameless(a.service.stored(a.id)))
	here, err := a.laptop.Log(a.laptop.ctx, a.id, a.base, 1<<30)
	require.NoError(t, err)
	there, err := a.service.Log(a.service.ctx, a.id, a.base, 1<<30)
	require.NoError(t, err)
	require.Len(t, there, len(here))
	for i := range here {
		require.Equal(t, []any{here[i].Seq, here[i].At, here[i].Act, here[i].Reason}, []any{there[i].Seq, there[i].At, there[i].Act, there[i].Reason})
		require.Equal(t, director.Name, there[i].Actor.Name)
	}
	verified, err := a.service.Verify(a.service.ctx, a.id)
	require.NoError(t, err)
	require.Empty(t, verified.Differences)
}

// nameless is a state without who its people are over all satellites.
func nameless(s *satellite.Satellite) *satellite.Satellite {
	s = s.Clone()
	for i := range s.Entrants {
		s.Entrants[i].PlayerID = uuid.Nil
	}
	return s
}

func (a *away) requireRefused(t *testing.T, off satellite.Offline) *fault.Error {
	t.Helper()
	before := a.service.memory.kept.clone()
	_, stored, err := a.service.Sync(a.service.ctx, a.id, off)
	require.Zero(t, stored)
	f := requireFault(t, fault.SyncConflict, err)
	require.Equal(t, before, a.service.memory.kept, "nothing is stored")
	return f
}

// Random days of all that can be done offline come out on the service as they
// were, however often they are brought.
func TestRandomDaysAreBrought(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := newDesk(t)
		if d.stored(d.id).Status == satellite.Proposed {
			_, err := d.Sanction(d.ctx, d.id, "")
			require.NoError(t, err)
		}
		a := take(t, d.hall, d.id)
		d.hall = a.laptop
		acts := map[string]func(*rapid.T){}
		for name, act := range map[string]func(*rapid.T) error{
			"register": d.register, "start": d.start, "decide": d.decide, "enter": d.enter, "edit": d.entrant, "check in": d.checkIn,
			"withdraw": d.withdraw, "reinstate": d.reinstate, "eligibility": d.eligibility, "reserve": d.reserve,
			"open": d.open, "pair": d.pair, "repair": d.repair, "swap": d.swap, "swap again": d.swap,
			"whole round": d.wholeRound, "another": d.wholeRound, "and another": d.wholeRound,
			"result": d.result, "batch": d.batch, "clear": d.clear, "undo": d.undo,
			"unstart": func(t *rapid.T) error {
				_, err := d.Unstart(d.ctx, d.id, "")
				return err
			},
			"finish": func(t *rapid.T) error {
				if rapid.IntRange(0, 9).Draw(t, "now") < 9 {
					return nil
				}
				_, err := d.Finish(d.ctx, d.id, rapid.IntRange(0, 8).Draw(t, "after"), "power cut")
				return err
			},
		} {
			acts[name] = d.try(act)
		}
		t.Repeat(acts)
		off := a.offline(t)
		half := off
		half.Entries = off.Entries[:rapid.IntRange(0, len(off.Entries)).Draw(t, "half")]
		for i, part := range []satellite.Offline{half, off, off, half} {
			_, stored, err := a.service.Sync(a.service.ctx, a.id, part)
			require.NoError(t, err)
			require.Equal(t, []int{len(half.Entries), len(off.Entries) - len(half.Entries), 0, 0}[i], stored)
		}
		a.requireEqual(t)
	})
}

// played is a satellite of 9 in play on the service, of which the laptop has
// played the first round.
func played(t *testing.T) *away {
	t.Helper()
	h := newHall()
	r := registration()
	r.RoundCount = 6
	s, err := h.Register(h.ctx, "first", r)
	require.NoError(t, err)
	for i := range 9 {
		_, _, err = h.Enter(h.ctx, s.ID, player(i+1), "")
		require.NoError(t, err)
	}
	_, err = h.Sanction(h.ctx, s.ID, "")
	require.NoError(t, err)
	_, _, err = h.Start(h.ctx, s.ID, "", "")
	require.NoError(t, err)
	a := take(t, h, s.ID)
	for _, g := range a.laptop.stored(s.ID).GamesOf(1) {
		if g.Second != uuid.Nil {
			_, _, err = a.laptop.SetResult(a.laptop.ctx, s.ID, g.ID, slip(1, 1, g.Table), "", satellite.Match{})
			require.NoError(t, err)
		}
	}
	return a
}

func TestADayIsNotBroughtWhenTheServiceHasMoved(t *testing.T) {
	t.Parallel()
	a := played(t)
	game := a.service.stored(a.id).GamesOf(1)[0].ID
	_, _, err := a.service.SetResult(a.service.ctx, a.id, game, scores(1, 2), "", satellite.Match{})
	require.NoError(t, err)
	f := a.requireRefused(t, a.offline(t))
	require.Len(t, f.Fields, 5)
	require.Equal(t, "only_there", f.Fields[0].Code)
	require.Contains(t, f.Fields[0].Detail, "result.enter by Dana")
	require.Equal(t, "only_here", f.Fields[1].Code)

	// Taken back on the service it is no move any more.
	_, err = a.service.Undo(a.service.ctx, a.id, 0, "it was the wrong hall")
	require.NoError(t, err)
	off := a.offline(t)
	half := off
	half.Entries = off.Entries[:1]
	for i, part := range []satellite.Offline{half, off, off} {
		_, stored, err := a.service.Sync(a.service.ctx, a.id, part)
		require.NoError(t, err)
		require.Equal(t, []int{1, 3, 0}[i], stored)
	}
	requireSame(t, unversioned(nameless(a.laptop.stored(a.id))), unversioned(nameless(a.service.stored(a.id))))

	// What comes after all of it does not change that the service has all of it.
	_, _, err = a.service.SetResult(a.service.ctx, a.id, game, scores(3, 4), "", satellite.Match{})
	require.NoError(t, err)
	_, stored, err := a.service.Sync(a.service.ctx, a.id, off)
	require.NoError(t, err)
	require.Zero(t, stored)
	_, err = a.laptop.Undo(a.laptop.ctx, a.id, 0, "")
	require.NoError(t, err)
	a.requireRefused(t, a.offline(t))
}

func TestADayOfAnotherSatelliteIsRefused(t *testing.T) {
	t.Parallel()
	a := played(t)
	r := registration()
	r.Name = "Shelbyville"
	other, err := a.service.Register(a.service.ctx, "first", r)
	require.NoError(t, err)
	_, _, err = a.service.Sync(a.service.ctx, other.ID, a.offline(t))
	require.Contains(t, requireFault(t, fault.SyncConflict, err).Detail, "another satellite, not of Shelbyville")

	off := a.offline(t)
	off.BaseAt = off.BaseAt.Add(time.Second)
	a.requireRefused(t, off)
	off = a.offline(t)
	off.BaseSeq, off.Entries = 99, nil
	a.requireRefused(t, off)
	off = a.offline(t)
	off.Entries = off.Entries[1:]
	_, _, err = a.service.Sync(a.service.ctx, a.id, off)
	requireFault(t, fault.InvalidRequest, err)
}

// Whatever is written into a day by hand, nothing comes of it that could not
// have been done on the service.
func TestNothingIsSmuggledInWithADay(t *testing.T) {
	t.Parallel()
	registered := func(change func(*satellite.Registration)) func(*satellite.Satellite, *satellite.Entry) {
		return func(s *satellite.Satellite, e *satellite.Entry) {
			was, is := s.Registration, s.Registration
			was.Version, is.Version = 0, 0
			change(&is)
			e.Act, e.Changes = "satellite.edit", satellite.Changes{Registration: &satellite.Change[satellite.Registration]{Before: &was, After: &is}}
		}
	}
	entrant := func(act string, change func(*satellite.Entrant)) func(*satellite.Satellite, *satellite.Entry) {
		return func(s *satellite.Satellite, e *satellite.Entry) {
			was, is := s.Entrants[0], s.Entrants[0]
			change(&is)
			e.Act, e.Changes = act, satellite.Changes{Entrants: []satellite.Change[satellite.Entrant]{{Before: &was, After: &is}}}
		}
	}
	game := func(change func(*satellite.Game)) func(*satellite.Satellite, *satellite.Entry) {
		return func(_ *satellite.Satellite, e *satellite.Entry) { change(e.Changes.Games[0].After) }
	}
	for name, tamper := range map[string]func(*satellite.Satellite, *satellite.Entry){
		"reported":            registered(func(r *satellite.Registration) { r.Status = satellite.Reported }),
		"sanctioned":          registered(func(r *satellite.Registration) { r.Status = satellite.Sanctioned }),
		"finished by an edit": registered(func(r *satellite.Registration) { r.Status = satellite.Finished }),
		"another director":    registered(func(r *satellite.Registration) { r.TenantID = uuid.UUID{66} }),
		"another tour":        registered(func(r *satellite.Registration) { r.TourID = uuid.UUID{66} }),
		"another id":          registered(func(r *satellite.Registration) { r.ID = uuid.UUID{66} }),
		"other rules": registered(func(r *satellite.Registration) {
			rules := *r.Rules
			rules.StartsSettled = !rules.StartsSettled
			r.Rules = &rules
		}),
		"rounds in play":       registered(func(r *satellite.Registration) { r.RoundCount = 5 }),
		"a negative fee":       registered(func(r *satellite.Registration) { r.EntryFee.Amount = -1 }),
		"seats by an edit":     registered(func(r *satellite.Registration) { r.SeatOrder = []uuid.UUID{{1}} }),
		"an empty name":        registered(func(r *satellite.Registration) { r.Name = "" }),
		"older than it is":     registered(func(r *satellite.Registration) { r.CreatedAt = r.CreatedAt.Add(-time.Hour) }),
		"no registration":      func(_ *satellite.Satellite, e *satellite.Entry) { *e = withRegistration(*e, nil) },
		"an act of nobody":     func(_ *satellite.Satellite, e *satellite.Entry) { e.Act = "satellite.report" },
		"sanctioned by an act": func(_ *satellite.Satellite, e *satellite.Entry) { e.Act = "satellite.sanction" },
		"a player's claim":     func(_ *satellite.Satellite, e *satellite.Entry) { e.Act = "result.claim" },
		"an act unheard of":    func(_ *satellite.Satellite, e *satellite.Entry) { e.Act = "" },
		"undo of nothing":      func(_ *satellite.Satellite, e *satellite.Entry) { e.Act = "undo" },
		"a better seed":        entrant("entrant.edit", func(e *satellite.Entrant) { e.Seed = 2 }),
		"a frozen rating":      entrant("entrant.edit", func(e *satellite.Entrant) { e.Rating++; e.SeedRating++ }),
		"a rating of a giant":  entrant("entrant.edit", func(e *satellite.Entrant) { e.Rating = 1 << 30 }),
		"another id of his":    entrant("entrant.edit", func(e *satellite.Entrant) { e.ID = uuid.UUID{66} }),
		"eligible by an edit":  entrant("entrant.edit", func(e *satellite.Entrant) { e.Eligibility = satellite.Eligible }),
		"withdrawn no reason":  entrant("entrant.eligibility", func(e *satellite.Entrant) { e.Eligibility = satellite.Ineligible }),
		"gone in play": func(s *satellite.Satellite, e *satellite.Entry) {
			e.Act, e.Changes = "entrant.remove", satellite.Changes{Entrants: []satellite.Change[satellite.Entrant]{{Before: &s.Entrants[0]}}}
		},
		"an empty change": func(_ *satellite.Satellite, e *satellite.Entry) {
			e.Changes.Entrants = append(e.Changes.Entrants, satellite.Change[satellite.Entrant]{})
		},
		"no change at all":    func(_ *satellite.Satellite, e *satellite.Entry) { e.Changes = satellite.Changes{} },
		"a score of millions": game(func(g *satellite.Game) { g.Score.First = 1_000_000 }),
		"a penalty of a gift": game(func(g *satellite.Game) { g.Score.FirstPenalty = -50 }),
		"other players":       game(func(g *satellite.Game) { g.First, g.Second = g.Second, g.First }),
		"another table":       game(func(g *satellite.Game) { g.Table = 9 }),
		"another round":       game(func(g *satellite.Game) { g.Round = 2 }),
		"a game that is not":  game(func(g *satellite.Game) { g.ID = uuid.UUID{66} }),
		"a bye of a game":     game(func(g *satellite.Game) { g.Kind, g.Score = standings.Bye, nil }),
		"half of a result":    game(func(g *satellite.Game) { g.Score = nil }),
		"a round beyond":      func(_ *satellite.Satellite, e *satellite.Entry) { e.Act = "round.pair" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := played(t)
			off := a.offline(t)
			tamper(a.service.stored(a.id), &off.Entries[0])
			f := a.requireRefused(t, off)
			require.NotEmpty(t, f.Detail)
			// Nor where it is the last of all.
			off = a.offline(t)
			off.Entries = off.Entries[:1]
			tamper(a.service.stored(a.id), &off.Entries[0])
			a.requireRefused(t, off)
		})
	}
}

func withRegistration(e satellite.Entry, r *satellite.Registration) satellite.Entry {
	e.Act, e.Changes.Registration = "satellite.edit", &satellite.Change[satellite.Registration]{After: r}
	return e
}

// Who enters offline is a stranger there; on the service he is who his number
// and name say (R5.8), whatever the day says.
func TestPersonsAreFoundOnTheService_R5_8(t *testing.T) {
	t.Parallel()
	a := played(t)
	known := player(30)
	known.AssociationID = "AA000030"
	r := registration()
	r.Name = "Shelbyville"
	other, err := a.service.Register(a.service.ctx, "first", r)
	require.NoError(t, err)
	elsewhere, id, err := a.service.Enter(a.service.ctx, other.ID, known, "")
	require.NoError(t, err)
	entered, _ := elsewhere.EntrantByID(id)

	_, late, err := a.laptop.Enter(a.laptop.ctx, a.id, known, " late@example.org")
	require.NoError(t, err)
	_, stranger, err := a.laptop.Enter(a.laptop.ctx, a.id, player(31), "")
	require.NoError(t, err)
	off := a.offline(t)
	for i := range off.Entries {
		for _, c := range off.Entries[i].Changes.Entrants {
			if c.Before == nil && c.After.ID == stranger {
				c.After.PlayerID = entered.PlayerID // as if he were somebody
			}
		}
	}
	_, _, err = a.service.Sync(a.service.ctx, a.id, off)
	require.NoError(t, err)
	s := a.service.stored(a.id)
	found, _ := s.EntrantByID(late)
	require.Equal(t, entered.PlayerID, found.PlayerID, "the one who is known")
	new, _ := s.EntrantByID(stranger)
	require.NotEqual(t, entered.PlayerID, new.PlayerID)
	onLaptop, _ := a.laptop.stored(a.id).EntrantByID(stranger)
	require.NotEqual(t, onLaptop.PlayerID, new.PlayerID, "persons are the service's")
	require.Equal(t, "late@example.org", a.service.memory.kept.contacts[late])
	a.requireEqual(t)
}

// An address that was changed in the day comes with it, and is no obstacle to what was played.
func TestAnAddressChangedInTheDayIsBrought_R8_1(t *testing.T) {
	t.Parallel()
	a := played(t)
	who := a.laptop.stored(a.id).Entrants[0].ID
	_, err := a.laptop.EditEntrant(a.laptop.ctx, a.id, who, satellite.EntrantPatch{}, ptr("ann@example.org"), "", satellite.Match{})
	require.NoError(t, err)
	_, err = a.laptop.EditEntrant(a.laptop.ctx, a.id, who, satellite.EntrantPatch{Team: ptr("Owls")}, ptr("ann@example.com"), "", satellite.Match{})
	require.NoError(t, err)
	_, _, err = a.service.Sync(a.service.ctx, a.id, a.offline(t))
	require.NoError(t, err)
	require.Equal(t, "ann@example.com", a.service.memory.kept.contacts[who])
	a.requireEqual(t)
}

func TestContactsOfStrangersAreNotTouched_R8_1(t *testing.T) {
	t.Parallel()
	a := played(t)
	theirs := uuid.UUID{77}
	a.service.memory.kept.contacts[theirs] = "old@example.org"
	off := a.offline(t)
	off.Contacts = map[uuid.UUID]string{theirs: "new@example.org"}
	_, _, err := a.service.Sync(a.service.ctx, a.id, off)
	require.NoError(t, err)
	require.Equal(t, "old@example.org", a.service.memory.kept.contacts[theirs])
}

// The wording of why a pair meets may change from one version to the next;
// a day is not lost for it.
func TestReasonsOfPairsAreTheServices_R3_8(t *testing.T) {
	t.Parallel()
	a := played(t)
	_, err := a.laptop.Withdraw(a.laptop.ctx, a.id, a.laptop.stored(a.id).Entrants[0].ID, "")
	require.NoError(t, err)
	off := a.offline(t)
	for i := range off.Entries {
		for _, c := range off.Entries[i].Changes.Games {
			if c.After != nil {
				c.After.Why = "Send me your password."
			}
		}
	}
	s, stored, err := a.service.Sync(a.service.ctx, a.id, off)
	require.NoError(t, err)
	require.Equal(t, 5, stored)
	require.False(t, slices.ContainsFunc(s.Games, func(g satellite.Game) bool { return g.Why == "Send me your password." }))
}

func TestADayIsTakenOnlyOfWhatCanBePlayed(t *testing.T) {
	t.Parallel()
	h := newHall()
	s, err := h.Register(h.ctx, "first", registration())
	require.NoError(t, err)
	_, _, err = h.TakeDay(h.ctx, s.ID)
	requireFault(t, fault.WrongStatus, err)
	_, _, err = h.TakeDay(h.ctx, uuid.UUID{1})
	requireFault(t, fault.ResourceNotFound, err)
}

// A tour whose rules were changed since the day was taken does not take it: it
// was played by others.
func TestADayByOtherRulesIsRefused(t *testing.T) {
	t.Parallel()
	h := newHall()
	s, err := h.Register(h.ctx, "first", registration())
	require.NoError(t, err)
	for i := range 8 {
		_, _, err = h.Enter(h.ctx, s.ID, player(i+1), "")
		require.NoError(t, err)
	}
	_, err = h.Sanction(h.ctx, s.ID, "")
	require.NoError(t, err)
	a := take(t, h, s.ID)
	_, _, err = a.laptop.Start(a.laptop.ctx, s.ID, "", "")
	require.NoError(t, err)
	changed := h.tour
	changed.Rules.StartsSettled = !changed.Rules.StartsSettled
	a.service.Tours = tours{a.service.memory, changed}
	f := a.requireRefused(t, a.offline(t))
	require.Contains(t, f.Detail, "rules that are not those of the tour first")
	a.service.Tours = tours{a.service.memory, h.tour}
	_, _, err = a.service.Sync(a.service.ctx, s.ID, a.offline(t))
	require.NoError(t, err)
	require.Equal(t, []uuid.UUID{h.tour.ID}, a.service.memory.kept.frozen)
}
