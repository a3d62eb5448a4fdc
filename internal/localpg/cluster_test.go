//go:build unix

package localpg

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
)

// fakeCluster writes a cluster of a version that is on no machine.
func fakeCluster(t *testing.T, dir, version string) {
	t.Helper()
	cluster := layout{dir}.cluster()
	require.NoError(t, os.MkdirAll(filepath.Join(cluster, "base"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(cluster, "PG_VERSION"), []byte(version+"\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(cluster, "base", "1"), []byte("precious"), 0o600))
	if os.Geteuid() == 0 {
		require.NoError(t, nobody(t).give(filepath.Join(cluster, "PG_VERSION")))
	}
}

// contents lists every file below a directory with its bytes.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all[path] = string(text)
		return err
	}))
	return all
}

func TestOtherMajorVersionIsRefusedAndUntouched(t *testing.T) {
	t.Parallel()
	dir := dataDir(t, nil)
	fakeCluster(t, dir, "13")
	before := contents(t, layout{dir}.cluster())
	_, err := Start(t.Context(), Config{DataDir: dir})
	require.Equal(t, fault.NotReady, fault.CodeOf(err))
	for _, words := range []string{"were written by Postgres 13", "here is Postgres ", "13", "NAST_DATA_DIR", "Nothing was changed", layout{dir}.cluster()} {
		require.ErrorContains(t, err, words)
	}
	require.Equal(t, before, contents(t, layout{dir}.cluster()))
}

func TestWhatIsNoClusterIsRefusedAndUntouched(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]string{"another's file": "thesis.txt", "an unreadable version": "PG_VERSION"} {
		dir := dataDir(t, nil)
		cluster := layout{dir}.cluster()
		require.NoError(t, os.Mkdir(cluster, 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(cluster, file), []byte("precious"), 0o600))
		if os.Geteuid() == 0 {
			require.NoError(t, nobody(t).give(filepath.Join(cluster, file)))
		}
		before := contents(t, cluster)
		_, err := Start(t.Context(), Config{DataDir: dir})
		require.Equal(t, fault.NotReady, fault.CodeOf(err), name)
		require.ErrorContains(t, err, cluster, name)
		require.Equal(t, before, contents(t, cluster), name)
	}
}

func TestClusterOfRootIsRefused(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can own such a cluster; to run this test: sudo go test ./internal/localpg")
	}
	dir := dataDir(t, nil)
	fakeCluster(t, dir, "15")
	require.NoError(t, os.Chown(filepath.Join(layout{dir}.cluster(), "PG_VERSION"), 0, 0))
	_, err := Start(t.Context(), Config{DataDir: dir})
	require.ErrorContains(t, err, "chown -R postgres "+layout{dir}.cluster())
}

// TestKilledInitdbLeavesNoHalfCluster kills the first start as soon as its directory
// is there.
func TestKilledInitdbLeavesNoHalfCluster(t *testing.T) {
	t.Parallel()
	eachUser(t, func(t *testing.T, who *account) {
		dir := dataDir(t, who)
		cluster := layout{dir}.cluster()
		p := begin(t, who, job{DataDir: dir})
		var unfinished string
		eventually(t, "initdb", func() bool {
			found, _ := filepath.Glob(cluster + ".new-*/global")
			if len(found) > 0 {
				unfinished = filepath.Dir(found[0])
			}
			return unfinished != ""
		})
		supervisor, err := strconv.Atoi(strings.TrimPrefix(unfinished, cluster+".new-"))
		require.NoError(t, err)
		kill9(t, supervisor)
		p.kill()
		require.NoDirExists(t, cluster)

		again := use(t, who, job{DataDir: dir})
		require.Equal(t, 1, query[int](t, again.connect(), "select 1"))
		left, err := filepath.Glob(cluster + ".new-*")
		require.NoError(t, err)
		require.Empty(t, left)
	})
}

// brokenServer is a directory of programs that fail after having begun.
func brokenServer(t *testing.T, version string) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "localpg-bin-")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	require.NoError(t, os.Chmod(dir, 0o755))
	for program, script := range map[string]string{
		"postgres": "#!/bin/sh\necho 'postgres (PostgreSQL) " + version + "'\n",
		"initdb":   "#!/bin/sh\necho 15 > \"$2/PG_VERSION\"\necho 'the disk is full' >&2\nexit 1\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, program), []byte(script), 0o600))
		require.NoError(t, os.Chmod(filepath.Join(dir, program), 0o755))
	}
	return dir
}

func TestFailedInitdbIsReportedAndLeavesNothing(t *testing.T) {
	t.Parallel()
	dir := dataDir(t, nil)
	_, err := Start(t.Context(), Config{DataDir: dir, find: finder{
		places: []string{brokenServer(t, "15.1")}, lookPath: only(),
	}})
	require.Equal(t, fault.NotReady, fault.CodeOf(err))
	require.ErrorContains(t, err, "the disk is full")
	require.ErrorContains(t, err, layout{dir}.log())
	left, err := filepath.Glob(layout{dir}.cluster() + "*")
	require.NoError(t, err)
	require.Equal(t, []string{layout{dir}.log()}, left)
}

func TestServerThatDoesNotStartIsReported(t *testing.T) {
	t.Parallel()
	dir := dataDir(t, nil)
	p := use(t, nil, job{DataDir: dir})
	p.stop()
	conf, err := os.OpenFile(filepath.Join(layout{dir}.cluster(), "postgresql.conf"), os.O_WRONLY|os.O_APPEND, 0)
	require.NoError(t, err)
	_, err = conf.WriteString("shared_buffers = 'much'\n")
	require.NoError(t, err)
	require.NoError(t, conf.Close())

	_, err = Start(t.Context(), Config{DataDir: dir, Unsafe: true})
	require.Equal(t, fault.NotReady, fault.CodeOf(err))
	require.ErrorContains(t, err, "shared_buffers")
}

// TestProcessNumberThatWentToAnotherIsNoServer covers a machine that came up again
// and gave the old server's number to another process of the same user.
func TestProcessNumberThatWentToAnotherIsNoServer(t *testing.T) {
	t.Parallel()
	eachUser(t, func(t *testing.T, who *account) {
		dir := dataDir(t, who)
		p := use(t, who, job{DataDir: dir})
		server := postmaster(dir)
		supervisor := parent(t, server)
		lockFile := filepath.Join(layout{dir}.cluster(), "postmaster.pid")
		text, err := os.ReadFile(lockFile) // while it is there: an orderly end takes it away
		require.NoError(t, err)
		p.kill()
		_ = syscall.Kill(supervisor, syscall.SIGKILL) // it may have gone with its user already
		_ = syscall.Kill(server, syscall.SIGKILL)
		waitDown(t, dir)

		owner, err := os.Stat(filepath.Join(layout{dir}.cluster(), "PG_VERSION"))
		require.NoError(t, err)
		stat := owner.Sys().(*syscall.Stat_t)
		other := exec.Command("sleep", "600")
		if os.Geteuid() == 0 {
			other.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: stat.Uid, Gid: stat.Gid}}
		}
		require.NoError(t, other.Start())
		t.Cleanup(func() { _ = other.Process.Kill(); _ = other.Wait() })
		_, rest, _ := strings.Cut(string(text), "\n")
		require.NoError(t, os.WriteFile(lockFile, []byte(strconv.Itoa(other.Process.Pid)+"\n"+rest), 0o600))
		require.NoError(t, os.Chown(lockFile, int(stat.Uid), int(stat.Gid)))

		again := use(t, who, job{DataDir: dir})
		require.Equal(t, 1, query[int](t, again.connect(), "select 1"))
		require.True(t, processAlive(other.Process.Pid), "it is none of ours")
	})
}

// TestServerWithoutSupervisorIsStoppedAndReplaced covers systems that do not tell a
// child that its parent died.
func TestServerWithoutSupervisorIsStoppedAndReplaced(t *testing.T) {
	t.Parallel()
	who := (*account)(nil)
	if os.Geteuid() == 0 {
		who = nobody(t)
	}
	dir := dataDir(t, who)
	p := use(t, who, job{DataDir: dir})
	version := p.Version
	p.stop()

	found := probeAll(t.Context(), finder{}.dirs(), nil)
	var bin serverBin
	for _, b := range found {
		if b.Version == version {
			bin = b
		}
	}
	o := orders{DataDir: dir, Bin: bin.Dir, SocketDir: p.SocketDir, Unsafe: true}
	log := newServerLog(layout{dir}.log())
	defer log.Close()
	orphan := o.command("postgres", log)
	orphan.Args = append(orphan.Args, o.serverArgs(layout{dir}.cluster(), p.SocketDir)...)
	orphan.SysProcAttr = &syscall.SysProcAttr{Credential: who.credential()}
	require.NoError(t, orphan.Start())
	ended := make(chan error, 1)
	go func() { ended <- orphan.Wait() }()
	conn := p.connect()
	execute(t, conn, "create table t as select 1 as n")

	again := use(t, who, job{DataDir: dir})
	require.True(t, again.Owner)
	require.NoError(t, <-ended, "it was stopped in order")
	require.NotEqual(t, orphan.Process.Pid, postmaster(dir))
	require.Equal(t, 1, query[int](t, again.connect(), "select n from t"))
}

func TestSocketDirectoryMustBeOurOwn(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(path string) error{
		"open to others": func(p string) error { return os.Chmod(p, 0o755) },
		"a link":         func(p string) error { return replace(p, func() error { return os.Symlink("/tmp", p) }) },
		"a file":         func(p string) error { return replace(p, func() error { return os.WriteFile(p, nil, 0o700) }) },
	} {
		path := filepath.Join(t.TempDir(), "socket")
		require.NoError(t, makePrivate(path, nil))
		require.NoError(t, makePrivate(path, nil), "a second time it is there")
		require.NoError(t, spoil(path))
		require.Error(t, makePrivate(path, nil), name)
	}
	if os.Geteuid() == 0 {
		path := filepath.Join(t.TempDir(), "socket")
		require.NoError(t, makePrivate(path, nobody(t)))
		require.Error(t, makePrivate(path, nil), "another's")
	}
}

func replace(path string, with func() error) error {
	if err := os.Remove(path); err != nil {
		return err
	}
	return with()
}

func TestServerLogDoesNotGrowWithoutEnd(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "postgres.log")
	log := newServerLog(path)
	block := []byte(strings.Repeat("x", 1<<20-1) + "\n")
	for range 40 {
		n, err := log.Write(block)
		require.NoError(t, err)
		require.Equal(t, len(block), n)
	}
	log.Close()
	for _, p := range []string{path, path + ".1"} {
		info, err := os.Stat(p)
		require.NoError(t, err)
		require.LessOrEqual(t, info.Size(), int64(logMost))
	}
	require.LessOrEqual(t, len(log.Tail()), tailMost)
}
