package postgres_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
	"github.com/nast-tour/nast/internal/satellite"
)

// player plays a satellite at random and compares what is kept with what each
// act has answered.
type player struct {
	*pgtest.House
	t       *testing.T
	ctx     context.Context
	random  *rand.Rand
	id      uuid.UUID
	state   *satellite.Satellite // as the last act has left it
	refused int
}

func sameState(t testing.TB, want, got *satellite.Satellite, after string) {
	t.Helper()
	sameDate := cmp.Comparer(func(a, b civil.Date) bool { return a == b })
	require.Empty(t, cmp.Diff(want, got, cmpopts.EquateEmpty(), sameDate), "after %s", after)
}

// did checks the state that is kept after an act. One that was refused leaves
// all as it was.
func (p *player) did(act string, after *satellite.Satellite, err error) {
	p.t.Helper()
	if err != nil {
		require.NotEqual(p.t, fault.InternalError, fault.CodeOf(err), "%s: %v", act, err)
		p.refused++
	} else if after != nil {
		p.state = after
	}
	kept, err := p.Satellites.Get(p.ctx, p.id)
	require.NoError(p.t, err)
	if after == nil {
		p.state = kept // the act does not answer with the satellite
	}
	sameState(p.t, p.state, kept, act)
}

func (p *player) entrant() uuid.UUID {
	if len(p.state.Entrants) == 0 {
		return uuid.New()
	}
	return p.state.Entrants[p.random.IntN(len(p.state.Entrants))].ID
}

func (p *player) usd() *money.Money {
	return &money.Money{Amount: int64(p.random.IntN(50_00)), Currency: money.USD}
}

// prepare does one random act before the start.
func (p *player) prepare() {
	switch p.random.IntN(9) {
	default:
		in := pgtest.Player(p.random.IntN(40))
		in.Standby = p.random.IntN(8) == 0
		if p.random.IntN(3) == 0 {
			in.AssociationID, in.Fee, in.Paid, in.Team, in.Grade = "", p.usd(), p.usd(), "Owls", "5"
		}
		s, _, err := p.Satellites.Enter(p.ctx, p.id, in, "a@example.org")
		p.did("entrant.add", s, err)
	case 0:
		s, err := p.Satellites.EditEntrant(p.ctx, p.id, p.entrant(), satellite.EntrantPatch{
			Rating: ptr(p.random.IntN(2000)), Suffix: ptr("Jr"), Present: ptr(p.random.IntN(4) > 0), Fee: p.usd(),
		}, nil, "", satellite.Match{})
		p.did("entrant.edit", s, err)
	case 1:
		err := p.Satellites.RemoveEntrant(p.ctx, p.id, p.entrant())
		p.did("entrant.remove", nil, err)
	case 2:
		s, err := p.Satellites.Edit(p.ctx, p.id, satellite.Patch{
			Name: ptr(fmt.Sprint("Name ", p.random.IntN(9))), PlannedExpenses: p.usd(), Sponsorship: p.usd(), Expenses: p.usd(),
			EntryFee: p.usd(), StartsOn: ptr(pgtest.Saturday.AddDays(p.random.IntN(3))),
		}, "", satellite.Match{})
		p.did("satellite.edit", s, err)
	}
}

// slip does one random act on a round.
func (p *player) slip(round int) {
	games := p.state.GamesOf(round)
	if len(games) == 0 {
		return
	}
	g := games[p.random.IntN(len(games))]
	in := satellite.ResultInput{First: ptr(200 + p.random.IntN(400)), Second: ptr(200 + p.random.IntN(400)), FirstPenalty: p.random.IntN(3) * 10}
	switch p.random.IntN(8) {
	case 0:
		in = satellite.ResultInput{Forfeits: []satellite.Side{satellite.First, satellite.Second, satellite.Both}[p.random.IntN(3)]}
	case 1:
		s, err := p.Satellites.ClearResult(p.ctx, p.id, g.ID, satellite.Match{})
		p.did("result.clear", s, err)
		return
	case 2:
		s, err := p.Satellites.OpenRound(p.ctx, p.id, round, "")
		p.did("round.open", s, err)
		return
	case 3:
		s, err := p.Satellites.Unstart(p.ctx, p.id, "")
		p.did("satellite.unstart", s, err)
		if err == nil {
			p.start()
		}
		return
	}
	s, _, err := p.Satellites.SetResult(p.ctx, p.id, g.ID, in, "", satellite.Match{})
	p.did("result.enter", s, err)
}

// disturb does one random act of a day in the hall: somebody comes, goes or
// returns, pairs are changed by hand, players send results, the last act is
// taken back.
func (p *player) disturb() {
	round := 1 + p.random.IntN(max(len(p.state.Rounds), 1))
	var s *satellite.Satellite
	var err error
	act := ""
	switch p.random.IntN(11) {
	case 0:
		act = "late entry"
		s, _, err = p.Satellites.Enter(p.ctx, p.id, satellite.EntrantInput{FamilyName: fmt.Sprint("Late", p.random.IntN(1000)), Present: true, Standby: p.random.IntN(3) == 0}, "")
	case 1:
		act = "withdraw"
		s, err = p.Satellites.Withdraw(p.ctx, p.id, p.entrant(), "")
	case 2:
		act = "reinstate"
		s, err = p.Satellites.Reinstate(p.ctx, p.id, p.entrant(), "")
	case 3:
		act = "check in"
		s, err = p.Satellites.CheckIn(p.ctx, p.id, p.entrant(), "")
	case 4:
		act = "eligibility"
		s, err = p.Satellites.SetEligibility(p.ctx, p.id, p.entrant(), p.random.IntN(2) == 0, "as agreed")
	case 5:
		act = "swap"
		s, _, err = p.Satellites.Swap(p.ctx, p.id, round, p.entrant(), p.entrant(), "by hand")
	case 6:
		act = "repair"
		s, err = p.Satellites.Repair(p.ctx, p.id, round, "")
	case 7:
		act = "reserve a table"
		s, err = p.Satellites.EditEntrant(p.ctx, p.id, p.entrant(), satellite.EntrantPatch{ReservedTable: ptr(p.random.IntN(5))}, ptr("b@example.org"), "", satellite.Match{})
	case 8:
		act = "claim"
		s, err = p.claim(round)
	default:
		act = "undo"
		s, err = p.Satellites.Undo(p.ctx, p.id, 0, "")
	}
	if s != nil || err != nil {
		p.did(act, s, err)
	}
	if p.state.Status != satellite.InPlay {
		p.start() // a start was taken back
	}
}

// claim lets a player send a result with his code.
func (p *player) claim(round int) (*satellite.Satellite, error) {
	_, codes, err := p.Satellites.CodesOf(p.ctx, p.id, round)
	if err != nil || len(codes) == 0 {
		return nil, err
	}
	s, _, err := p.Satellites.ClaimByCode(context.Background(), codes[p.random.IntN(len(codes))].Code, satellite.OwnResult{Own: ptr(400), Opponents: ptr(380 + p.random.IntN(2))})
	return s, err
}

// settle brings everybody back and enters what is missing in the rounds up to
// one, so that play can go on.
func (p *player) settle(last int) {
	for round := 1; round <= last; round++ {
		for _, e := range p.state.Entrants {
			if e.Withdrawn {
				s, err := p.Satellites.Reinstate(p.ctx, p.id, e.ID, "")
				p.did("reinstate", s, err)
			}
		}
		s, err := p.Satellites.PairRound(p.ctx, p.id, round, "")
		p.did("round.pair", s, err)
		p.PlayRound(p.t, p.ctx, p.id, round, p.random)
		p.did("result.enter", nil, nil)
	}
}

func (p *player) start() {
	for {
		s, _, err := p.Satellites.Start(p.ctx, p.id, "", "")
		p.did("satellite.start", s, err)
		if err == nil {
			return
		}
		p.prepare() // too few players, an odd field with a standby not wanted ...
	}
}

func (p *player) replay() *satellite.Satellite {
	p.t.Helper()
	var log []satellite.Entry
	for { // in pages, as a reader does
		page, err := p.Satellites.Log(p.ctx, p.id, int64(len(log)), 7)
		require.NoError(p.t, err)
		if len(page) == 0 {
			break
		}
		log = append(log, page...)
	}
	replayed, err := satellite.Replay(log)
	require.NoError(p.t, err)
	return replayed
}

func TestWhatIsKeptIsWhatEveryActHasAnswered(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			p := &player{House: h, t: t, ctx: pgtest.As(h.Dana), random: rand.New(rand.NewPCG(seed, 7))}
			p.state = h.Register(t, h.Dana, "Springfield", 5+int(seed))
			p.id = p.state.ID
			p.did("satellite.register", p.state, nil)
			for range 14 + p.random.IntN(12) {
				p.prepare()
			}
			s, err := p.Satellites.Sanction(pgtest.As(h.Organiser), p.id, "")
			p.did("satellite.sanction", s, err)
			p.start()
			for round := 1; round <= p.state.RoundCount; round++ {
				p.settle(round - 1)
				s, err := p.Satellites.PairRound(p.ctx, p.id, round, "")
				p.did("round.pair", s, err)
				for range 6 {
					p.slip(round)
					p.disturb()
				}
			}
			p.settle(p.state.RoundCount)
			p.Report(t, h.Dana, p.id)
			p.did("satellite.report", nil, nil)
			require.Equal(t, satellite.Reported, p.state.Status)
			sameState(t, p.state, p.replay(), "replay (R4.9)")
			require.Positive(t, p.refused, "refusals were met too")
		})
	}
}
