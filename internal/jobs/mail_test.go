package jobs_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/jobs"
	"github.com/nast-tour/nast/internal/mail"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
)

// postman notes what he is given.
type postman struct {
	mu   sync.Mutex
	sent []mail.Letter
}

func (p *postman) Send(_ context.Context, l mail.Letter) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sent = append(p.sent, l)
	return nil
}

func (p *postman) keys() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var keys []string
	for _, l := range p.sent {
		keys = append(keys, l.Key)
	}
	return keys
}

// ask inserts a job as if its time had come.
func ask(t testing.TB, db *postgres.DB, job river.JobArgs) {
	t.Helper()
	client, err := river.NewClient(riverpgxv5.New(db.Pool()), &river.Config{Schema: postgres.JobsSchema})
	require.NoError(t, err)
	_, err = client.Insert(context.Background(), job, nil)
	require.NoError(t, err)
}

// A due is reminded of once per stage, whatever the number of workers and of runs, until it is
// paid; and every letter is sent once.
func TestADueIsRemindedOfOncePerStage(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	id := h.Play(t, h.Dana, "Springfield", 1, 5, 1, 2, 3, 4, 5, 6, 7, 8)
	h.Report(t, h.Dana, id)
	c, man := config(t, h), &postman{}
	post := &mail.Service{Outbox: postgres.Outbox{DB: c.DB}, Sender: man, Now: h.Clock.Now, NewID: pgtest.NewID}
	c.Mailer = post
	start(t, c)
	start(t, c)
	awaitDone(t, h, "remind_dues", 1) // one of the workers begins with it
	require.Empty(t, man.keys(), "14 days before the due day nobody is reminded")

	runs := 1
	on := func(days int) {
		t.Helper()
		h.Clock.Advance(time.Duration(days) * 24 * time.Hour)
		for range 3 {
			ask(t, c.DB, jobs.RemindDues{})
			runs++
		}
		awaitDone(t, h, "remind_dues", runs)
		ask(t, c.DB, jobs.SendMail{})
	}
	key := func(stage string) string { return "carryover-reminder/" + id.String() + "/" + stage }
	sent := func(want ...string) {
		t.Helper()
		require.Eventually(t, func() bool { return len(man.keys()) >= len(want) }, patience, 20*time.Millisecond)
		require.Equal(t, want, man.keys())
	}
	on(11)
	sent(key("-3"))
	on(2)
	on(2)
	sent(key("-3"), key("1"))
	require.Contains(t, man.sent[1].Subject, "was due on")
	require.NotEmpty(t, man.sent[1].To)

	paid, err := h.Treasury.Record(pgtest.As(h.Organiser), carryover.Told{
		Terms:      carryover.Terms{DirectorID: h.Dana.TenantID, Method: carryover.Cash, Amount: money.Money{Amount: 96_00, Currency: money.USD}},
		ReceivedOn: h.Treasury.Today(),
	})
	require.NoError(t, err)
	require.Zero(t, paid.Unallocated())
	on(30)
	letters, err := post.List(pgtest.As(h.Organiser), mail.Filter{Limit: 10})
	require.NoError(t, err)
	require.Len(t, letters, 2, "what is paid is not asked for")
}

// The nightly check finds what is not as dues and payments say, and changes nothing.
func TestTheNightlyCheckOfTheBooks(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	id := h.Play(t, h.Dana, "Springfield", 1, 5, 1, 2, 3, 4, 5, 6, 7, 8)
	h.Report(t, h.Dana, id)
	_, err := h.Treasury.Record(pgtest.As(h.Organiser), carryover.Told{
		Terms:      carryover.Terms{DirectorID: h.Dana.TenantID, Method: carryover.Cheque, Amount: money.Money{Amount: 50_00, Currency: money.USD}},
		ReceivedOn: h.Treasury.Today(),
	})
	require.NoError(t, err)
	c, said := config(t, h), &pages{}
	c.Log = slog.New(slog.NewTextHandler(said, &slog.HandlerOptions{Level: slog.LevelError}))
	start(t, c)
	awaitDone(t, h, "check_books", 1)
	require.Empty(t, said.String(), "after a healthy day it finds nothing")

	admin, err := pgx.Connect(context.Background(), h.AdminURL())
	require.NoError(t, err)
	_, err = admin.Exec(context.Background(), "UPDATE journal_lines SET amount = sign(amount) * (abs(amount) - 1) WHERE transaction_id = "+
		"(SELECT id FROM journal_transactions WHERE reference LIKE 'due/%')")
	require.NoError(t, err)
	require.NoError(t, admin.Close(context.Background()))
	ask(t, c.DB, jobs.CheckBooks{})
	awaitDone(t, h, "check_books", 2)
	require.Contains(t, said.String(), "the journal is not what dues and payments say")
	require.Contains(t, said.String(), "due/"+id.String()+"/1")
	require.NotContains(t, said.String(), "payment/")
}

// However many workers there are and however often they are asked, a step of a late report is written
// of once; the other jobs of mail find nothing to do and may do it.
func TestALateReportIsChasedOncePerStep(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	id := h.Play(t, h.Dana, "Springfield", 1, 5, 1, 2, 3, 4, 5, 6, 7, 8)
	c, man := config(t, h), &postman{}
	c.Mailer = &mail.Service{Outbox: postgres.Outbox{DB: c.DB}, Sender: man, Now: h.Clock.Now, NewID: pgtest.NewID}
	start(t, c)
	start(t, c)
	awaitDone(t, h, "chase_reports", 1) // one of the workers begins with it
	h.Clock.Advance(10 * 24 * time.Hour)
	for range 4 {
		ask(t, c.DB, jobs.ChaseReports{})
		ask(t, c.DB, jobs.RemindAnswers{})
	}
	ask(t, c.DB, jobs.ForgetMail{})
	awaitDone(t, h, "chase_reports", 5)
	awaitDone(t, h, "remind_answers", 5)
	awaitDone(t, h, "forget_mail", 2)
	ask(t, c.DB, jobs.SendMail{})
	require.Eventually(t, func() bool { return len(man.keys()) > 0 }, patience, 20*time.Millisecond)
	require.Equal(t, []string{"report-reminder/" + id.String() + "/2026-03-14/10"}, man.keys())
}
