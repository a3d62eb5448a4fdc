//go:build unix

package localpg

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
)

func TestFirstStartMakesAClusterAndAnswers(t *testing.T) {
	t.Parallel()
	eachUser(t, func(t *testing.T, who *account) {
		dir := dataDir(t, who)
		p := use(t, who, job{DataDir: dir, Safe: true})
		require.True(t, p.Owner)
		conn := p.connect()
		for setting, want := range map[string]string{
			"listen_addresses":   "",
			"server_encoding":    "UTF8",
			"data_checksums":     "on",
			"fsync":              "on",
			"synchronous_commit": "on",
			"full_page_writes":   "on",
			"max_connections":    "100",
			"TimeZone":           "UTC",
		} {
			require.Equal(t, want, query[string](t, conn, "show "+setting), setting)
		}
		require.Equal(t, "C", query[string](t, conn, "select datcollate from pg_database where datname = 'postgres'"))
		require.True(t, strings.HasPrefix(query[string](t, conn, "show server_version"), p.Version))

		info, err := os.Stat(p.SocketDir)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o700), info.Mode().Perm())
		require.Equal(t, filepath.Join(dir, "socket"), p.SocketDir)
	})
}

func TestServerIsInAProcessGroupOfItsOwn(t *testing.T) {
	t.Parallel()
	dir := dataDir(t, nil)
	p := use(t, nil, job{DataDir: dir})
	ours, err := syscall.Getpgid(p.cmd.Process.Pid)
	require.NoError(t, err)
	server := postmaster(dir)
	for _, pid := range []int{server, parent(t, server)} {
		group, err := syscall.Getpgid(pid)
		require.NoError(t, err)
		require.NotEqual(t, ours, group, "Ctrl-C in a terminal would reach it")
	}
}

func TestSecondProcessAttachesAndKeepsTheServer(t *testing.T) {
	t.Parallel()
	eachUser(t, func(t *testing.T, who *account) {
		dir := dataDir(t, who)
		first := use(t, who, job{DataDir: dir})
		second := use(t, who, job{DataDir: dir})
		require.True(t, first.Owner)
		require.False(t, second.Owner)
		require.Equal(t, first.URL, second.URL)
		require.Equal(t, first.Version, second.Version)

		conn := second.connect()
		execute(t, conn, "create table t as select 1 as n")
		first.stop()
		require.Equal(t, 1, query[int](t, conn, "select n from t"), "not even the connection is lost")
		second.stop()
		require.Zero(t, postmaster(dir), "the last one to stop waits for the server to be down")
	})
}

func TestKilledOwnerLeavesTheServerToTheOthers(t *testing.T) {
	t.Parallel()
	eachUser(t, func(t *testing.T, who *account) {
		dir := dataDir(t, who)
		first := use(t, who, job{DataDir: dir})
		execute(t, first.connect(), "create table t as select 1 as n")
		second := use(t, who, job{DataDir: dir})
		first.kill()
		require.Equal(t, 1, query[int](t, second.connect(), "select n from t"))
	})
}

func TestServerStopsInOrderWhenItsLastUserIsKilled(t *testing.T) {
	t.Parallel()
	eachUser(t, func(t *testing.T, who *account) {
		dir := dataDir(t, who)
		users := []*process{use(t, who, job{DataDir: dir}), use(t, who, job{DataDir: dir})}
		server := postmaster(dir)
		require.True(t, processAlive(server))
		for _, p := range users {
			p.kill()
		}
		eventually(t, "the end of the server", func() bool { return !processAlive(server) })
		require.Zero(t, postmaster(dir), "a server that ends in order takes its lock file away")

		again := use(t, who, job{DataDir: dir})
		require.True(t, again.Owner)
	})
}

func TestNothingCommittedIsLostWhenEverythingIsKilled(t *testing.T) {
	t.Parallel()
	eachUser(t, func(t *testing.T, who *account) {
		dir := dataDir(t, who)
		p := use(t, who, job{DataDir: dir, Safe: true})
		conn := p.connect()
		execute(t, conn, "create table t (n int)")
		execute(t, conn, "insert into t select generate_series(1, 1000)")
		server := postmaster(dir)
		supervisor := parent(t, server)
		p.kill()
		kill9(t, supervisor)
		// It may be gone already: the kernel told it that its parent died.
		_ = syscall.Kill(server, syscall.SIGKILL)

		again := use(t, who, job{DataDir: dir, Safe: true})
		require.True(t, again.Owner)
		require.Equal(t, 1000, query[int](t, again.connect(), "select count(*)::int from t"))
	})
}

func TestServerDiesWithItsSupervisorAndAUserStartsItAgain(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells a child that its parent died; run this test on Linux")
	}
	eachUser(t, func(t *testing.T, who *account) {
		dir := dataDir(t, who)
		first := use(t, who, job{DataDir: dir})
		second := use(t, who, job{DataDir: dir})
		execute(t, second.connect(), "create table t as select 1 as n")
		server := postmaster(dir)
		first.kill()
		kill9(t, parent(t, server))
		eventually(t, "the end of the server", func() bool { return !processAlive(server) })
		require.Equal(t, 1, query[int](t, second.connect(), "select n from t"))
		eventually(t, "the second process as owner", func() bool { return second.ask().Owner })
	})
}

func TestKilledPostgresIsStartedAgain(t *testing.T) {
	t.Parallel()
	dir := dataDir(t, nil)
	p := use(t, nil, job{DataDir: dir, Safe: true})
	execute(t, p.connect(), "create table t as select 1 as n")
	kill9(t, postmaster(dir))
	require.Equal(t, 1, query[int](t, p.connect(), "select n from t"))
	require.True(t, p.ask().Owner)
}

func TestManyStartsAtOnceMakeOneServer(t *testing.T) {
	t.Parallel()
	eachUser(t, func(t *testing.T, who *account) {
		dir := dataDir(t, who)
		all := make([]*process, 5)
		for i := range all {
			all[i] = begin(t, who, job{DataDir: dir})
		}
		owners := 0
		for _, p := range all {
			p.listen()
			if p.Owner {
				owners++
			}
		}
		require.Equal(t, 1, owners)
		server := postmaster(dir)
		for _, p := range all {
			require.Equal(t, p.URL, all[0].URL)
			p.stop()
		}
		require.False(t, processAlive(server))
	})
}

func TestLingeringServerServesTheNextOne(t *testing.T) {
	t.Parallel()
	dir := dataDir(t, nil)
	first := use(t, nil, job{DataDir: dir, Linger: patience})
	server := postmaster(dir)
	first.stop()
	next := use(t, nil, job{DataDir: dir})
	require.False(t, next.Owner)
	require.Equal(t, server, postmaster(dir))
	next.stop()
}

func TestStopWithinTheProcess(t *testing.T) {
	t.Parallel()
	cfg := Config{DataDir: dataDir(t, nil), Unsafe: true}
	first, err := Start(t.Context(), cfg)
	require.NoError(t, err)
	second, err := Start(t.Context(), cfg)
	require.NoError(t, err)
	require.True(t, first.Owner())
	require.False(t, second.Owner())
	require.NoError(t, first.Stop(t.Context()))
	require.NoError(t, first.Stop(t.Context()))
	require.NotZero(t, postmaster(cfg.DataDir))
	require.NoError(t, second.Stop(t.Context()))
	require.Zero(t, postmaster(cfg.DataDir))
}

func TestCancelledStartLeavesNothing(t *testing.T) {
	t.Parallel()
	shared := filepath.Join(t.TempDir(), "embedded")
	cfg := Config{DataDir: dataDir(t, nil), Unsafe: true, find: finder{shared: shared}}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Start(ctx, cfg)
	require.ErrorIs(t, err, context.Canceled)
	waitDown(t, cfg.DataDir)
	for _, path := range []string{shared, layout{cfg.DataDir}.embedded(), layout{cfg.DataDir}.cluster()} {
		require.NoDirExists(t, path)
	}
}

func TestDataDirectoryWithALongOrOddName(t *testing.T) {
	t.Parallel()
	for name, below := range map[string]string{
		"too long for a socket": strings.Repeat("long", 30),
		"odd characters":        `a "b" %20 + c'd`,
		"a comma":               "a,b",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachUser(t, func(t *testing.T, who *account) {
				dir := filepath.Join(dataDir(t, who), below)
				p := use(t, who, job{DataDir: dir})
				if p.SocketDir != filepath.Join(dir, "socket") {
					t.Cleanup(func() { _ = os.Remove(p.SocketDir) })
				}
				require.LessOrEqual(t, len(filepath.Join(p.SocketDir, socketName)), socketPathMost())
				require.Equal(t, 1, query[int](t, p.connect(), "select 1"))
				p.stop()
			})
		})
	}
}

func TestURLNamesRoleDatabaseAndSocket(t *testing.T) {
	t.Parallel()
	s := &Server{info: serverInfo{SocketDir: "/home/a b/+%/socket"}}
	cfg, err := pgconn.ParseConfig(s.URL("nast_service", "nast"))
	require.NoError(t, err)
	require.Equal(t, "nast_service", cfg.User)
	require.Equal(t, "nast", cfg.Database)
	require.Equal(t, "/home/a b/+%/socket", cfg.Host)
	require.Equal(t, socketPort, strconv.Itoa(int(cfg.Port)))
	require.Nil(t, cfg.TLSConfig)
}

func TestUnusableDataDirectoryIsRefused(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for name, dir := range map[string]string{"none": "", "a file": file, "below a file": filepath.Join(file, "x")} {
		_, err := Start(t.Context(), Config{DataDir: dir})
		require.Equal(t, fault.NotReady, fault.CodeOf(err), name)
		require.ErrorContains(t, err, "NAST_DATA_DIR", name)
	}
}
