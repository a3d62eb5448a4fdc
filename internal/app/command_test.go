package app_test

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
)

var shownKey = regexp.MustCompile(`(?m)^ {4}(nast_\w+)$`)

// With a database given, nothing local is started: migrate, serve, new-key.
func TestServingOnAGivenDatabase(t *testing.T) {
	t.Parallel()
	database := pgtest.Empty(t)
	nowhere := filepath.Join(t.TempDir(), "data")
	settings := []string{"NAST_DATABASE_URL=" + database.AdminURL(), "NAST_DATA_DIR=" + nowhere}

	require.Contains(t, succeed(t, settings, "migrate"), "The schema is up to date.")
	version, err := database.Open(t, postgres.ServiceRole).Ready(t.Context())
	require.NoError(t, err)
	require.Positive(t, version)
	_, said := fail(t, settings, "new-key")
	require.Contains(t, said, "start the service once")
	require.Contains(t, succeed(t, settings, "migrate"), "The schema is up to date.", "twice is once")

	p := serve(t, settings)
	first := shownKey.FindStringSubmatch(p.said(p.out))
	require.NotNil(t, first, "%s", p.said(p.out))
	require.Contains(t, p.said(p.out), "not in this process: run cmd/worker")
	me := ok[api.Me](t)(client.OK(p.as(first[1]).GetMeWithResponse(t.Context())))
	require.Equal(t, api.RoleOrganiser, me.Role)
	p.stop()

	p = serve(t, settings)
	require.NotContains(t, p.said(p.out), "key, shown", "the key is shown once")
	fresh := shownKey.FindStringSubmatch(succeed(t, settings, "new-key"))
	require.NotNil(t, fresh)
	require.NotEqual(t, first[1], fresh[1])
	for _, key := range []string{first[1], fresh[1]} {
		ok[api.Me](t)(client.OK(p.as(key).GetMeWithResponse(t.Context())))
		require.NotContains(t, p.said(p.log), key)
	}
	p.stop()
	_, err = os.Stat(nowhere)
	require.ErrorIs(t, err, os.ErrNotExist, "nothing local was started")
}

// The worker as a process of its own does what the API leaves to it; stopped and
// started again it goes on.
func TestWorkerAsAProcessOfItsOwn(t *testing.T) {
	t.Parallel()
	database := pgtest.Empty(t)
	settings := []string{"NAST_DATABASE_URL=" + database.AdminURL(), "NAST_BOOTSTRAP_KEY=" + organiserKey}
	p := serve(t, settings)
	require.Regexp(t, `NAST_BOOTSTRAP_KEY +\(set\)`, p.said(p.out))
	require.NotContains(t, p.said(p.out)+p.said(p.log), organiserKey)
	worker := launch(t, "worker", settings)
	makeTour(t, p.as(organiserKey), slug)
	g := stage{t, p.as(organiserKey), p.as(makeDirector(t, p.as(organiserKey), "Ann Director").APIKey)}
	listed := func(n int) {
		t.Helper()
		eventually(t, "the qualifiers on the list", func() bool {
			list, err := g.organiser.QualifierList(t.Context(), slug)
			return err == nil && len(list.Items) == n
		})
	}
	reportOne := func(name string) {
		id := g.started(name, 4, 5).ID
		g.play(id, 1, 5)
		g.report(id)
	}
	reportOne("Duluth")
	listed(1)
	worker.stop()
	reportOne("Fargo")
	list, err := g.organiser.QualifierList(t.Context(), slug)
	require.NoError(t, err)
	require.Len(t, list.Items, 1, "nobody works")
	worker = launch(t, "worker", settings)
	listed(2)
	worker.kill()
	p.stop()
}

// Issue 7, must show 5: two workers at once, and one is killed with -9 while reports come in. The list
// is what a rebuild makes.
func TestTwoWorkersOfWhomOneIsKilledKeepOneList(t *testing.T) {
	t.Parallel()
	database := pgtest.Empty(t)
	settings := []string{"NAST_DATABASE_URL=" + database.AdminURL(), "NAST_BOOTSTRAP_KEY=" + organiserKey}
	p := serve(t, settings)
	makeTour(t, p.as(organiserKey), slug)
	g := stage{t, p.as(organiserKey), p.as(makeDirector(t, p.as(organiserKey), "Ann Director").APIKey)}
	const satellites = 12
	var played []uuid.UUID
	for i := range satellites {
		id := g.started(fmt.Sprintf("Duluth %d", i), 4, 5).ID
		g.play(id, 1, 5)
		g.decide(id)
		played = append(played, id)
	}
	killed, other := launch(t, "worker", settings), launch(t, "worker", settings)
	var reporting sync.WaitGroup
	for i, id := range played {
		reporting.Go(func() {
			if _, err := client.OK(g.director.MakeReportWithResponse(t.Context(), id, nil, api.Act{})); err != nil {
				t.Errorf("report %d: %v", i, err)
			}
		})
		if i == satellites/2 {
			killed.kill()
		}
	}
	reporting.Wait()
	seats := func() (n int) {
		list, err := g.organiser.QualifierList(t.Context(), slug)
		require.NoError(t, err)
		for _, q := range list.Items {
			n += q.Seats
		}
		return n
	}
	eventually(t, "every report on the list", func() bool { return seats() == satellites })
	tour := ok[api.Tour](t)(client.OK(g.organiser.GetTourWithResponse(t.Context(), slug)))
	changed, err := postgres.NewKeeper(database.Open(t, postgres.WorkerRole), time.Now).Rebuild(t.Context(), tour.ID)
	require.NoError(t, err)
	require.False(t, changed)
	other.stop()
	p.stop()
}

func TestWrongSettingsAreSaidClearly(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = taken.Close() })
	database := "NAST_DATABASE_URL=" + pgtest.New(t).AdminURL()
	for _, r := range []struct {
		name     string
		settings []string
		args     []string
		says     []string
	}{
		{"a worker that is none", []string{"NAST_WORKER=perhaps"}, nil, []string{"NAST_WORKER", `"perhaps"`, "inprocess or none"}},
		{"a loud log", []string{"NAST_LOG_LEVEL=loud"}, nil, []string{"NAST_LOG_LEVEL", `"loud"`, "debug, info, warn or error"}},
		{"a log format that is none", []string{"NAST_LOG_FORMAT=xml"}, nil, []string{"NAST_LOG_FORMAT", `"xml"`, "text or json"}},
		{"flags win", []string{"NAST_WORKER=none"}, []string{"--worker=perhaps"}, []string{`"perhaps"`}},
		{"a short key", []string{database, "NAST_BOOTSTRAP_KEY=short-secret"}, nil, []string{"NAST_BOOTSTRAP_KEY", "32"}},
		{"no database URL", []string{"NAST_DATABASE_URL=post gres::secret"}, nil, []string{"database URL", "postgres://"}},
		{"a database that is away", []string{"NAST_DATABASE_URL=postgres://nast:secret@127.0.0.1:1/nast"}, nil, []string{"127.0.0.1"}},
		{"a password in the query", []string{"NAST_DATABASE_URL=postgres://127.0.0.1:1/nast?user=nast&password=secret"}, nil, []string{"127.0.0.1"}},
		{"a port in use", []string{database, "NAST_ADDR=" + taken.Addr().String()}, nil, []string{taken.Addr().String() + " is in use", "NAST_ADDR"}},
		{"an address that is none", []string{database, "NAST_ADDR=here"}, nil, []string{"NAST_ADDR", "here"}},
		{"an unknown command", nil, []string{"serv"}, []string{`"serv"`, "Usage: api"}},
		{"an unknown flag", nil, []string{"--adr=x"}, []string{"--adr", "api --help"}},
	} {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			nowhere := filepath.Join(t.TempDir(), "data")
			out, said := fail(t, append([]string{"NAST_DATA_DIR=" + nowhere}, r.settings...), r.args...)
			for _, part := range r.says {
				require.Contains(t, said, part)
			}
			require.NotContains(t, out+said, "secret")
			require.NotContains(t, said, "goroutine ")
			_, err := os.Stat(nowhere)
			require.ErrorIs(t, err, os.ErrNotExist, "nothing local was started")
		})
	}
}

// With no settings at all the service brings up its database and the worker. A
// second one, started at the same moment, works beside it on the same data and
// outlives it, and under the load of a small tour both stay small.
func TestServiceWithoutSettingsAndASecondBesideIt(t *testing.T) {
	t.Parallel()
	home := dataDir(t)
	data := filepath.Join(home, ".local", "share", "nast")
	t.Cleanup(func() {
		eventually(t, "the built-in Postgres to stop", func() bool { return !postgresRuns(data) })
	})
	settings := []string{"HOME=" + home}
	p, second := launch(t, "api", settings), launch(t, "api", settings)
	p.await()
	second.await()
	shown := shownKey.FindAllStringSubmatch(p.said(p.out)+second.said(second.out), -1)
	require.Len(t, shown, 1, "two first starts at once make one organiser")
	key := shown[0]
	require.Contains(t, p.said(p.out), data)
	require.Contains(t, p.said(p.out), "go run ./cmd/nast demo", "where to go next")

	organiser := p.as(key[1])
	makeTour(t, organiser, slug)
	director := makeDirector(t, organiser, "Ann Director").APIKey
	sizes := []int{5, 22, 33, 48, 66, 110}
	t.Run("load", func(t *testing.T) {
		for i, n := range sizes {
			t.Run(fmt.Sprint(n), func(t *testing.T) {
				t.Parallel()
				by := []*process{p, second}[i%2]
				g := stage{t, by.as(key[1]), by.as(director)}
				id := g.started(fmt.Sprintf("Hall%c", 'A'+i), n, 6).ID
				g.play(id, 1, 6)
				g.report(id)
			})
		}
	})
	eventually(t, "all qualifiers on the list", func() bool {
		dues, err := client.Collect(organiser.Dues(t.Context(), api.ListDuesParams{}))
		list, listErr := organiser.QualifierList(t.Context(), slug)
		// 5, 22, 33, 48, 66 and 110 players: 1, 3, 5, 7, 9 and 16 seats (R5.2).
		return err == nil && listErr == nil && len(dues) == len(sizes) && len(list.Items) == 1+3+5+7+9+16
	})
	for _, each := range []*process{p, second} {
		require.Less(t, residentMiB(t, each.cmd.Process.Pid), 200)
	}

	// The server itself dies: it is started again, with everything in it.
	killPostgres(t, data)
	for _, each := range []*process{p, second} {
		eventually(t, "the database to be back", func() bool {
			got, err := trySend(t.Context(), each.url, call{key: director, method: http.MethodGet, path: "/v1/satellites"})
			return err == nil && got.status == http.StatusOK && len(read[page](t, got).Items) == len(sizes)
		})
	}
	metrics := regexp.MustCompile(`metrics +(http://\S+)/metrics`).FindStringSubmatch(p.said(p.out))
	require.NotNil(t, metrics)
	require.Contains(t, string(send(t, metrics[1], call{method: http.MethodGet, path: "/metrics"}).body), `nast_http_requests_total{`)
	require.Equal(t, http.StatusNotFound, send(t, p.url, call{method: http.MethodGet, path: "/metrics"}).status, "metrics have an address of their own")

	p.kill()
	makeDirector(t, second.as(key[1]), "Bob Director")
	second.stop()
	eventually(t, "the last to have stopped it", func() bool { return !postgresRuns(data) }) // stop itself waits for so long only
}

// killPostgres ends the built-in server of a data directory as kill -9 does.
func killPostgres(t *testing.T, dir string) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(dir, "postgres", "postmaster.pid"))
	require.NoError(t, err)
	first, _, _ := strings.Cut(string(raw), "\n")
	pid, err := strconv.Atoi(first)
	require.NoError(t, err)
	require.Greater(t, pid, 1)
	require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
}

// residentMiB is the memory of a process.
func residentMiB(t *testing.T, pid int) int {
	t.Helper()
	if runtime.GOOS != "linux" {
		return 0
	}
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	require.NoError(t, err)
	for line := range strings.Lines(string(raw)) {
		if kib, found := strings.CutPrefix(line, "VmRSS:"); found {
			n, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(kib), "kB")))
			require.NoError(t, err)
			return n >> 10
		}
	}
	require.Fail(t, "no VmRSS")
	return 0
}
