package mail_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/mail"
)

// box is an outbox in memory.
type box struct {
	letters []mail.Letter
	next    map[uuid.UUID]time.Time
}

func (b *box) InTx(ctx context.Context, fn func(context.Context) error) error { return fn(ctx) }

func (b *box) Put(_ context.Context, l mail.Letter) (bool, error) {
	if slices.ContainsFunc(b.letters, func(k mail.Letter) bool { return k.Key == l.Key }) {
		return false, nil
	}
	b.letters = append(b.letters, l)
	return true, nil
}

func (b *box) Take(_ context.Context, now time.Time, limit int) ([]mail.Letter, error) {
	var taken []mail.Letter
	for i := range b.letters {
		l := &b.letters[i]
		if l.State(now) != mail.Waiting || b.next[l.ID].After(now) || len(taken) == limit {
			continue
		}
		l.Tries++
		b.next[l.ID] = now.Add(mail.Wait(l.Tries))
		taken = append(taken, *l)
	}
	return taken, nil
}

func (b *box) at(id uuid.UUID) *mail.Letter {
	return &b.letters[slices.IndexFunc(b.letters, func(l mail.Letter) bool { return l.ID == id })]
}

func (b *box) Sent(_ context.Context, id uuid.UUID, at time.Time) error {
	b.at(id).SentAt, b.at(id).Failure = at, ""
	return nil
}

func (b *box) Failed(_ context.Context, id uuid.UUID, failure string) error {
	b.at(id).Failure = failure
	return nil
}

func (b *box) Dropped(_ context.Context, id uuid.UUID, at time.Time) error {
	b.at(id).DroppedAt = at
	return nil
}

func (b *box) Forget(_ context.Context, before time.Time) (n int64, _ error) {
	for i, l := range b.letters {
		if l.QueuedAt.Before(before) && l.SentAt.Before(before) && l.To != "" {
			b.letters[i].To, b.letters[i].Body = "", ""
			n++
		}
	}
	return n, nil
}

func (b *box) Letters(context.Context, mail.Filter) ([]mail.Letter, error) { return b.letters, nil }

// server takes letters, or fails as it is told.
type server struct {
	fail error
	sent []string
}

func (s *server) Send(_ context.Context, l mail.Letter) error {
	if s.fail != nil {
		return s.fail
	}
	s.sent = append(s.sent, l.Key)
	return nil
}

type office struct {
	*mail.Service
	box    *box
	server *server
	clock  time.Time
}

func newOffice() *office {
	o := &office{box: &box{next: map[uuid.UUID]time.Time{}}, server: &server{}, clock: time.Date(2026, time.March, 2, 12, 0, 0, 0, time.UTC)}
	o.Service = &mail.Service{Outbox: o.box, Sender: o.server, Now: func() time.Time { return o.clock }, NewID: uuid.New}
	return o
}

func (o *office) put(t *testing.T, key string) bool {
	t.Helper()
	isNew, err := o.Post(t.Context(), mail.Draft{Key: key, To: "dan@example.org", Subject: "A subject", Body: "A body"})
	require.NoError(t, err)
	return isNew
}

func TestALetterOfAKeyIsSentOnce(t *testing.T) {
	t.Parallel()
	o := newOffice()
	for i := range 50 { // more than are taken at once
		require.True(t, o.put(t, fmt.Sprint(i)))
		require.False(t, o.put(t, fmt.Sprint(i)))
	}
	for range 3 {
		failed, err := o.SendWaiting(t.Context())
		require.NoError(t, err)
		require.Empty(t, failed)
	}
	require.Len(t, o.server.sent, 50)
	require.Equal(t, mail.Sent, o.box.letters[0].State(o.clock))
	_, err := o.Post(t.Context(), mail.Draft{Key: "key", Subject: "A subject", Body: "A body"})
	require.Error(t, err)
}

func TestWithoutAServerLettersAreKept(t *testing.T) {
	t.Parallel()
	o := newOffice()
	o.Sender = nil
	o.put(t, "a")
	failed, err := o.SendWaiting(t.Context())
	require.NoError(t, err)
	require.Empty(t, failed)
	require.Equal(t, mail.Waiting, o.box.letters[0].State(o.clock))

	o.clock = o.clock.Add(mail.Freshness + time.Second)
	require.Equal(t, mail.Lapsed, o.box.letters[0].State(o.clock))
	o.Sender = o.server
	_, err = o.SendWaiting(t.Context())
	require.NoError(t, err)
	require.Empty(t, o.server.sent, "what is long past is not told any more")
}

func TestALetterThatFailsIsTriedLaterAndLaterAndGivenUp(t *testing.T) {
	t.Parallel()
	o := newOffice()
	o.server.fail = errors.New("mailbox full")
	o.put(t, "a")
	for try := 1; try <= mail.MaxTries; try++ {
		failed, err := o.SendWaiting(t.Context())
		require.NoError(t, err)
		require.Len(t, failed, 1)
		require.Equal(t, []any{try, "mailbox full"}, []any{failed[0].Tries, failed[0].Failure})
		failed, err = o.SendWaiting(t.Context())
		require.NoError(t, err)
		require.Empty(t, failed, "not at once again")
		o.clock = o.clock.Add(mail.Wait(try) - time.Second)
		failed, _ = o.SendWaiting(t.Context())
		require.Empty(t, failed)
		o.clock = o.clock.Add(time.Second)
	}
	require.Equal(t, mail.Failed, o.box.letters[0].State(o.clock))
	o.server.fail = nil
	_, err := o.SendWaiting(t.Context())
	require.NoError(t, err)
	require.Empty(t, o.server.sent)
	require.Equal(t, []time.Duration{time.Minute, 2 * time.Minute, 4 * time.Minute, 128 * time.Minute},
		[]time.Duration{mail.Wait(1), mail.Wait(2), mail.Wait(3), mail.Wait(8)})
}

func TestAFailureIsForgottenOnceTheLetterIsSent(t *testing.T) {
	t.Parallel()
	o := newOffice()
	o.server.fail = errors.New("away")
	o.put(t, "a")
	_, err := o.SendWaiting(t.Context())
	require.NoError(t, err)
	o.server.fail, o.clock = nil, o.clock.Add(time.Hour)
	_, err = o.SendWaiting(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"a"}, o.server.sent)
	require.Empty(t, o.box.letters[0].Failure)
}

// links are texts that are enclosed; those that are not among them are good no more.
type links map[uuid.UUID]string

func (l links) Open(_ context.Context, id uuid.UUID) (string, bool, error) {
	text, good := l[id]
	return text, good, nil
}

// bodies is a server that keeps what it was sent.
type bodies []string

func (b *bodies) Send(_ context.Context, l mail.Letter) error {
	*b = append(*b, l.Body)
	return nil
}

func TestWhatIsEnclosedGoesInOnlyWhenTheLetterIsSent(t *testing.T) {
	t.Parallel()
	o, sent := newOffice(), &bodies{}
	good, used := uuid.UUID{15: 1}, uuid.UUID{15: 2}
	o.Sender, o.Enclosures = sent, links{good: "SECRET"}
	for key, id := range map[string]uuid.UUID{"good": good, "used": used} {
		_, err := o.Post(t.Context(), mail.Draft{Key: key, To: "ann@example.org", Body: "https://tour.example.org/a/" + mail.Enclosure, Enclosed: id})
		require.NoError(t, err)
	}
	failed, err := o.SendWaiting(t.Context())
	require.NoError(t, err)
	require.Empty(t, failed)
	require.Equal(t, bodies{"https://tour.example.org/a/SECRET"}, *sent, "what is good no more is not sent")
	for _, l := range o.box.letters {
		require.NotContains(t, l.Body, "SECRET", "nor kept")
		require.Equal(t, map[string]mail.State{"good": mail.Sent, "used": mail.Dropped}[l.Key], l.State(o.clock))
	}
}

func TestAddressesAreForgottenAfterAWhile(t *testing.T) {
	t.Parallel()
	o := newOffice()
	o.put(t, "a")
	_, err := o.SendWaiting(t.Context())
	require.NoError(t, err)
	o.clock = o.clock.Add(mail.Kept)
	forgotten, err := o.Forget(t.Context())
	require.NoError(t, err)
	require.Zero(t, forgotten)
	o.clock = o.clock.Add(time.Second)
	forgotten, err = o.Forget(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, 1, forgotten)
	require.Equal(t, []string{"", "", "a"}, []string{o.box.letters[0].To, o.box.letters[0].Body, o.box.letters[0].Key})
}
