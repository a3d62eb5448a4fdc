package main

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	house "github.com/nast-tour/nast/internal/app"
	"github.com/nast-tour/nast/internal/config"
	"github.com/nast-tour/nast/internal/postgres"
)

// work runs the worker of the hall until the test ends.
func (h *hall) work() {
	t := h.organiser.t
	t.Helper()
	worker, err := house.NewWorker(h.database.Open(t, postgres.WorkerRole), slog.New(slog.DiscardHandler), time.Now,
		house.Correspondence{}, house.VendorsOf(config.Config{WebhookPrivate: true}), nil)
	require.NoError(t, err)
	require.NoError(t, worker.Start(context.WithoutCancel(t.Context())))
	t.Cleanup(func() { require.NoError(t, worker.Stop(context.Background())) })
}

// A director has events sent to a program of his, looks after it and takes it away again.
func TestEventsFromTheCommandLine(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.work()
	type delivery struct {
		header http.Header
		body   string
	}
	came := make(chan delivery, 100)
	var broken atomic.Bool
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if broken.Load() {
			w.WriteHeader(http.StatusTeapot)
			return
		}
		came <- delivery{r.Header, string(body)}
	}))
	t.Cleanup(receiver.Close)
	d := h.director
	require.Contains(t, d.must("webhook", "list"), "No endpoints")
	secret := strings.TrimSpace(d.must("webhook", "add", receiver.URL+"/results", "--description", "scoreboard", "--type", "satellite.*", "--quiet"))
	require.True(t, strings.HasPrefix(secret, "whsec_"), secret)
	require.Contains(t, d.refused("webhook", "add", receiver.URL, "--type", "game.over"), `There is no event "game.over"`)

	require.Contains(t, d.must("webhook", "test", "scoreboard"), "took the ping")
	ping := <-came
	verify := func(secret string, more ...string) (int, string) {
		args := append([]string{
			"webhook", "verify", "--secret", secret, "--id", ping.header.Get("webhook-id"),
			"--timestamp", ping.header.Get("webhook-timestamp"), "--signature", ping.header.Get("webhook-signature"),
		}, more...)
		code, out, errs := d.nast(ping.body, args...)
		return code, out + errs
	}
	code, said := verify(secret)
	require.Equal(t, exitDone, code, said)
	code, said = verify("whsec_" + strings.Repeat("A", 44))
	require.Equal(t, exitRefused, code)
	require.Contains(t, said, "no signature fits")
	code, _ = verify("secret")
	require.Equal(t, exitUsage, code)

	broken.Store(true)
	require.Contains(t, d.refused("webhook", "test", "scoreboard"), "answered 418 I'm a teapot")
	require.Contains(t, d.must("webhook", "list"), "failing")
	require.Contains(t, d.must("webhook", "deliveries", "scoreboard", "--status", "dead"), "ping")
	broken.Store(false)
	require.Contains(t, d.must("webhook", "resend", "scoreboard"), "Sent once more: 1")
	again := <-came
	require.NotEqual(t, ping.header.Get("webhook-id"), again.header.Get("webhook-id"))

	require.Contains(t, d.must("webhook", "edit", "scoreboard", "--pause"), "paused")
	require.Contains(t, d.refused("webhook", "test", "scoreboard"), "paused")
	require.Contains(t, d.must("webhook", "edit", "scoreboard", "--resume", "--all-events"), "all")
	newer := strings.TrimSpace(d.must("webhook", "rotate", "scoreboard", "--quiet"))
	require.NotEqual(t, secret, newer)
	d.must("webhook", "test", "scoreboard")
	ping = <-came
	for _, s := range []string{secret, newer} {
		code, said = verify(s)
		require.Equal(t, exitDone, code, said)
	}
	require.Contains(t, h.organiser.must("webhook", "show", "scoreboard"), receiver.URL+"/results", "the organiser sees it too")
	d.must("webhook", "remove", "scoreboard")
	require.Contains(t, d.must("webhook", "list"), "No endpoints")
}

func TestWebhookCommandLinesThatAreNotUnderstood(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		args []string
		say  string
	}{
		"no address":        {[]string{"webhook", "add"}, "the address"},
		"nothing to change": {[]string{"webhook", "edit", "x"}, "nothing to change"},
		"both":              {[]string{"webhook", "edit", "x", "--pause", "--resume"}, "either --pause or --resume"},
		"all and some":      {[]string{"webhook", "edit", "x", "--all-events", "--type", "round.*"}, "either --all-events or --type"},
		"no id":             {[]string{"webhook", "resend", "x", "y"}, "not the id of a delivery"},
		"no secret":         {[]string{"webhook", "verify"}, "NAST_WEBHOOK_SECRET"},
		"no headers":        {[]string{"webhook", "verify", "--secret", "whsec_x"}, "--id, --timestamp, --signature"},
		"no limit":          {[]string{"webhook", "deliveries", "x", "--limit", "0"}, "--limit is 1 or more"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			code, _, errs := b.nast("", c.args...)
			require.Equal(t, exitUsage, code, errs)
			require.Contains(t, errs, c.say)
			require.Empty(t, b.fake.requests("webhook"), "nothing is sent")
		})
	}
}
