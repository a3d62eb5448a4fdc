package postgres_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/mail"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/oversight"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
)

// statements counts what is asked of the database.
type statements struct{ n atomic.Int64 }

func (s *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	s.n.Add(1)
	return ctx
}

func (s *statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// overseer makes overviews on a pool.
func overseer(h *pgtest.House, db *postgres.DB) *oversight.Service {
	registry := &players.Registry{Store: postgres.Registry{Players: postgres.Players{DB: db}}, Now: h.Clock.Now, NewID: pgtest.NewID}
	tours := postgres.Tours{DB: db}
	return &oversight.Service{
		Store: postgres.Oversight{DB: db}, Tours: tours, Dues: postgres.Dues{DB: db}, Doubts: registry,
		Finals: &qualifiers.Finals{Store: postgres.Qualifiers{DB: db}, Tours: tours}, Pools: &carryover.Treasury{Books: postgres.Books{DB: db}, Now: h.Clock.Now},
		Now: h.Clock.Now,
	}
}

func (y largeTour) overview(t *testing.T) (oversight.Overview, int64) {
	t.Helper()
	seen := &statements{}
	db := y.Open(t, postgres.ServiceRole, func(o *postgres.Options) { o.Tracer = seen })
	o, err := overseer(y.House, db).Overview(pgtest.As(y.Organiser), y.Tour.Slug)
	require.NoError(t, err)
	return o, seen.n.Load()
}

// A tour of 500 satellites of 30 players is put on one page by as many statements as one of 20.
func TestTheOverviewTakesNoMoreStatementsInALargerTour(t *testing.T) {
	t.Parallel()
	small, large := newLargeTour(t, 2), newLargeTour(t, 50)
	exec(t, large.conn, `UPDATE satellites SET status = 'finished' WHERE starts_on = '2026-03-07'`) // reopened, 50 of them
	exec(t, large.conn, `DELETE FROM reports r USING satellites s WHERE s.id = r.satellite_id AND s.starts_on = '2026-02-28'`)
	exec(t, large.conn, `UPDATE satellites SET status = 'in_play' WHERE starts_on = '2026-02-28'`)
	_, few := small.overview(t)
	o, many := large.overview(t)
	require.LessOrEqual(t, many, few+4, "the whole of what is over is read at once")
	require.LessOrEqual(t, many, int64(40))
	require.Equal(t, 500*30, o.Entries)
	persons := map[uuid.UUID]bool{}
	for region := range 50 {
		chance := rand.New(rand.NewPCG(uint64(region), 5))
		for range 10 {
			for _, k := range chance.Perm(100)[:30] {
				persons[numbered(1, 100*region+k)] = true
			}
		}
	}
	require.Equal(t, len(persons), o.Players)
	require.Equal(t, []int{400, oversight.Shown}, []int{o.Reported.Count, len(o.Reported.First)})
	require.Equal(t, 50, o.Silent.Count)
	require.Len(t, o.Decisions, 2)
	require.Equal(t, []oversight.Kind{oversight.ToReportAgain, oversight.WithoutResults}, []oversight.Kind{o.Decisions[0].Kind, o.Decisions[1].Kind})
	require.Equal(t, []int{50, oversight.Shown, 50}, []int{o.Decisions[0].Count, len(o.Decisions[0].First), o.Decisions[1].Count})
	require.Equal(t, o.Answers.Qualified, o.Answers.Open)
	require.Equal(t, 500*4, o.Seats.Held, "the list stands as issued")
}

// The money of the overview is that of the reconciliation, currency by currency.
func TestTheOverviewTiesToTheReconciliation(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	for i, p := range []auth.Principal{h.Dana, h.Eve, h.Dana} {
		id := h.Play(t, p, "Town "+string(rune('A'+i)), uint64(i), 5, 10*i+1, 10*i+2, 10*i+3, 10*i+4, 10*i+5, 10*i+6, 10*i+7, 10*i+8)
		h.Report(t, p, id)
	}
	told := func(p auth.Principal, cents int64, received bool) carryover.Told {
		told := carryover.Told{Terms: carryover.Terms{DirectorID: p.TenantID, Method: carryover.Cheque, Reference: "77", Amount: money.Money{Amount: cents, Currency: money.USD}}}
		if received {
			told.ReceivedOn = h.Treasury.Today()
		} else {
			told.AnnouncedOn = h.Treasury.Today()
		}
		return told
	}
	for _, payment := range []carryover.Told{told(h.Dana, 100_00, true), told(h.Eve, 500_00, true), told(h.Dana, 20_00, false)} {
		_, err := h.Treasury.Record(pgtest.As(h.Organiser), payment)
		require.NoError(t, err)
	}
	h.Clock.Advance(20 * 24 * time.Hour)
	o, err := overseer(h, h.DB).Overview(pgtest.As(h.Organiser), h.Tour.Slug)
	require.NoError(t, err)
	sheet, err := h.Treasury.Reconcile(pgtest.As(h.Organiser), h.Tour.Slug, civil.Of(o.At))
	require.NoError(t, err)
	require.Len(t, o.Money, len(sheet.Totals))
	for i, total := range sheet.Totals {
		m := o.Money[i]
		require.Equal(t, total.Currency, m.Currency)
		require.Equal(t, []int64{total.Due, total.Waived, total.Announced, total.Received, total.Outstanding},
			[]int64{m.Due, m.Waived, m.Announced, m.Received, m.Outstanding})
	}
	require.Equal(t, []int64{3 * 96_00, 0, 20_00}, []int64{o.Money[0].Due, o.Money[0].Waived, o.Money[0].Announced}, "40% of 8 fees of 30.00 each")
	require.Equal(t, []int{3, 1}, []int{o.Money[0].Dues, o.Money[0].OverdueDues})
	require.Equal(t, int64(2*96_00-100_00), o.Money[0].Overdue)
}

// What the overview says of a late report is what the preview for the association says (R6.8).
func TestTheOverviewAndTheSubmissionAgreeOnTheFee(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	id := h.Play(t, h.Dana, "Springfield", 1, 5, 1, 2, 3, 4, 5, 6, 7, 8, 9)
	for _, days := range []int{0, 13, 2, 30} {
		h.Clock.Advance(time.Duration(days) * 24 * time.Hour)
		o, err := overseer(h, h.DB).Overview(pgtest.As(h.Organiser), h.Tour.Slug)
		require.NoError(t, err)
		s, rules, err := h.Satellites.WithRules(pgtest.As(h.Dana), id)
		require.NoError(t, err)
		preview := interchange.PreviewSubmission(s, rules, o.At)
		require.Equal(t, preview.Late, o.Late.Count == 1)
		for _, e := range o.Late.First {
			require.Equal(t, preview.Fee, e.Fee(o.At))
			require.Equal(t, money.Money{Amount: 9 * 25, Currency: money.USD}, preview.Fee)
			require.Equal(t, preview.InTimeThrough, e.LateRule.InTimeThrough(e.EndsOn))
		}
	}
	o, err := overseer(h, h.DB).Overview(pgtest.As(h.Organiser), h.Tour.Slug)
	require.NoError(t, err)
	require.Equal(t, []int{1, 1}, []int{o.Late.Count, o.Unreported.Count})
	require.Equal(t, 31, o.Late.First[0].DaysLate(o.At), "45 days after the 14th, of which 14 are in time")
}

// Directors see no overview; that of a tenant's scope would be wrong rather than refused, so that it is
// kept from them by the permissions. A viewer and a treasurer see what the organiser sees.
func TestAllOverseersSeeTheSameOverview(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	id := h.Play(t, h.Dana, "Springfield", 1, 5, 1, 2, 3, 4, 5, 6, 7, 8)
	h.Report(t, h.Dana, id)
	h.Register(t, h.Eve, "Proposed", 6)
	want, err := overseer(h, h.DB).Overview(pgtest.As(h.Organiser), h.Tour.Slug)
	require.NoError(t, err)
	require.Equal(t, oversight.ToSanction, want.Decisions[0].Kind)
	for _, role := range []auth.Role{auth.Viewer, auth.Treasurer} {
		got, err := overseer(h, h.DB).Overview(pgtest.As(auth.Principal{ID: pgtest.NewID(), TenantID: h.Organiser.TenantID, Role: role}), h.Tour.Slug)
		require.NoError(t, err)
		got.At = want.At
		require.Equal(t, want, got, role)
	}
}

// A tie that stands in the way of a report is shown, with where to decide it (R4.4); once it is
// decided it is not.
func TestATieThatBlocksAReportNeedsADecision(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	s := h.Start(t, h.Dana, "Springfield", 5, 1, 2, 3, 4, 5, 6, 7, 8)
	for round := 1; round <= 5; round++ { // everybody draws: all eight share the first rank
		s, err := h.Satellites.PairRound(pgtest.As(h.Dana), s.ID, round, "")
		require.NoError(t, err)
		var results []satellite.RoundResult
		for _, g := range s.GamesOf(round) {
			same := 400
			results = append(results, satellite.RoundResult{Table: g.Table, ResultInput: satellite.ResultInput{First: &same, Second: &same}})
		}
		_, _, err = h.Satellites.SetRoundResults(pgtest.As(h.Dana), s.ID, round, results)
		require.NoError(t, err)
	}
	ties := func() []oversight.Item {
		o, err := overseer(h, h.DB).Overview(pgtest.As(h.Organiser), h.Tour.Slug)
		require.NoError(t, err)
		for _, m := range o.Decisions {
			if m.Kind == oversight.Ties {
				return m.First
			}
		}
		return nil
	}
	require.Len(t, ties(), 1)
	require.Equal(t, "/v1/satellites/"+s.ID.String()+"/report/decisions", ties()[0].Path)
	require.Contains(t, ties()[0].Detail, "8 tied for places 1 to 8")
	h.Report(t, h.Dana, s.ID)
	require.Empty(t, ties())
}

// Seats are counted by what has become of them, and what of them waits for somebody is listed.
func TestTheOverviewCountsSeatsByWhatBecameOfThem(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	s := h.Register(t, h.Dana, "Springfield", 5)
	claim := func(state qualifiers.ClaimState) qualifiers.Claim {
		return qualifiers.Claim{State: state, Seat: qualifiers.Seat{PlayerID: pgtest.NewID(), Name: "Lee, Ann", Satellite: "Springfield"}}
	}
	body, err := json.Marshal(qualifiers.Outcome{
		SatelliteID: s.ID,
		Claims:      []qualifiers.Claim{claim(qualifiers.Holds), claim(qualifiers.Holds), claim(qualifiers.GivenUp), claim(qualifiers.Pending), claim(qualifiers.Waiting)},
		Vacant:      []qualifiers.Vacant{{Why: qualifiers.Lapsed, Seats: 2}, {Why: qualifiers.Tied, Seats: 1, Tie: &qualifiers.Tie{}}},
	})
	require.NoError(t, err)
	exec(t, admin(t, h.Database), "INSERT INTO seat_outcomes (tour_id, satellite_id, body) VALUES ($1, $2, $3)", h.Tour.ID, s.ID, body)
	o, err := overseer(h, h.DB).Overview(pgtest.As(h.Organiser), h.Tour.Slug)
	require.NoError(t, err)
	require.Equal(t, oversight.Seats{Held: 3, GivenUp: 1, Waiting: 1, Vacant: 3}, o.Seats, "a pending seat is held until it is ruled on")
	kinds := map[oversight.Kind]oversight.Item{}
	for _, m := range o.Decisions {
		require.Equal(t, 1, m.Count)
		kinds[m.Kind] = m.First[0]
	}
	require.Equal(t, "Lee, Ann", kinds[oversight.SeatRulings].Name)
	require.Equal(t, "Dana; seats: 1", kinds[oversight.TiedSeats].Detail)
}

// What a person has to look through himself counts as long as it lies there.
func TestTheOverviewCountsDeadMailUntilItIsForgotten(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	db := h.Open(t, postgres.WorkerRole)
	post := &mail.Service{Outbox: postgres.Outbox{DB: db}, Now: h.Clock.Now, NewID: pgtest.NewID}
	put := func(key string) {
		t.Helper()
		in(t, db, func(ctx context.Context) (bool, error) {
			return post.Post(ctx, mail.Draft{Key: key, To: "dan@example.org", Subject: "S " + key, Body: "B"})
		})
	}
	dead := func() (n int) {
		t.Helper()
		o, err := overseer(h, h.DB).Overview(pgtest.As(h.Organiser), h.Tour.Slug)
		require.NoError(t, err)
		for _, m := range o.Decisions {
			require.Equal(t, oversight.DeadMail, m.Kind)
			require.NotContains(t, m.First[0].Name+m.First[0].Detail, "dan@example.org", "addresses are not for every overseer (R8.1)")
			n = m.Count
		}
		return n
	}
	for i := range oversight.Shown + 2 {
		put(string(rune('a' + i)))
	}
	require.Zero(t, dead(), "they wait")
	h.Clock.Advance(mail.Freshness + time.Hour)
	put("fresh")
	require.Equal(t, oversight.Shown+2, dead())
	h.Clock.Advance(mail.Kept - mail.Freshness)
	forgotten, err := post.Forget(context.Background())
	require.NoError(t, err)
	require.EqualValues(t, oversight.Shown+2, forgotten)
	require.Equal(t, 1, dead(), "the other one has lapsed since")
}
