//go:build unix

package localpg

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// patience bounds every wait of these tests; none of them is timed.
const patience = 60 * time.Second

const helperVar = "NAST_TEST_LOCALPG"

// TestMain is also the program of the processes that the tests start and kill.
func TestMain(m *testing.M) {
	if task := os.Getenv(helperVar); task != "" {
		os.Exit(userMain(task))
	}
	os.Exit(m.Run())
}

// job is what a started process does: use the server until its input ends.
type job struct {
	DataDir string
	Linger  time.Duration
	Safe    bool
}

// answer is what it says when it has the server, and again at every line it reads.
type answer struct {
	URL       string
	SocketDir string
	Version   string
	Owner     bool
	Err       string
}

func userMain(task string) int {
	var j job
	if err := json.Unmarshal([]byte(task), &j); err != nil {
		return 2
	}
	say := json.NewEncoder(os.Stdout)
	ctx := context.Background()
	s, err := Start(ctx, Config{DataDir: j.DataDir, Linger: j.Linger, Unsafe: !j.Safe})
	if err != nil {
		_ = say.Encode(answer{Err: err.Error()})
		return 1
	}
	input := bufio.NewScanner(os.Stdin)
	for {
		_ = say.Encode(answer{URL: s.URL(Superuser, "postgres"), SocketDir: s.SocketDir(), Version: s.Version(), Owner: s.Owner()})
		if !input.Scan() {
			break
		}
	}
	if err := s.Stop(ctx); err != nil {
		return 1
	}
	return 0
}

// process is a started process that uses the server.
type process struct {
	t     *testing.T
	cmd   *exec.Cmd
	stdin io.WriteCloser
	lines *bufio.Scanner
	answer
}

// begin starts a process as the account without waiting for its server.
func begin(t *testing.T, who *account, j job) *process {
	t.Helper()
	task, err := json.Marshal(j)
	require.NoError(t, err)
	cmd := exec.Command(ownProgram())
	cmd.Args = []string{"localpg-user"}
	cmd.Dir = "/"
	cmd.Env = append(os.Environ(), helperVar+"="+string(task), "GORACE=atexit_sleep_ms=0")
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: who.credential()}
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	p := &process{t: t, cmd: cmd, stdin: stdin, lines: bufio.NewScanner(stdout)}
	t.Cleanup(p.kill)
	return p
}

// use starts a process as the account and waits until it has the server.
func use(t *testing.T, who *account, j job) *process {
	t.Helper()
	p := begin(t, who, j)
	p.listen()
	return p
}

func (p *process) listen() {
	p.t.Helper()
	require.True(p.t, p.lines.Scan(), "the process ended")
	require.NoError(p.t, json.Unmarshal(p.lines.Bytes(), &p.answer))
	require.Empty(p.t, p.Err)
}

// ask lets the process say again how it stands.
func (p *process) ask() answer {
	p.t.Helper()
	_, err := fmt.Fprintln(p.stdin)
	require.NoError(p.t, err)
	p.listen()
	return p.answer
}

// stop ends the process in order.
func (p *process) stop() {
	p.t.Helper()
	require.NoError(p.t, p.stdin.Close())
	require.NoError(p.t, p.cmd.Wait())
}

// kill ends the process with SIGKILL.
func (p *process) kill() {
	if p.cmd.ProcessState == nil {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	}
}

// connect connects to the server of the process, with retries.
func (p *process) connect() *pgx.Conn {
	p.t.Helper()
	var conn *pgx.Conn
	eventually(p.t, "a connection", func() bool {
		var err error
		conn, err = pgx.Connect(p.t.Context(), p.URL)
		return err == nil
	})
	p.t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func query[T any](t *testing.T, conn *pgx.Conn, sql string) T {
	t.Helper()
	var v T
	require.NoError(t, conn.QueryRow(t.Context(), sql).Scan(&v))
	return v
}

func execute(t *testing.T, conn *pgx.Conn, sql string) {
	t.Helper()
	_, err := conn.Exec(t.Context(), sql)
	require.NoError(t, err)
}

// eachUser runs a test as the user we are and, for root, as an ordinary user too.
func eachUser(t *testing.T, test func(t *testing.T, who *account)) {
	t.Run("as we are", func(t *testing.T) {
		t.Parallel()
		test(t, nil)
	})
	if os.Geteuid() != 0 {
		return
	}
	t.Run("as an ordinary user", func(t *testing.T) {
		t.Parallel()
		test(t, nobody(t))
	})
}

func nobody(t *testing.T) *account {
	t.Helper()
	u, err := user.Lookup("nobody")
	require.NoError(t, err)
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	require.NoError(t, err)
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	require.NoError(t, err)
	return &account{UID: uint32(uid), GID: uint32(gid)}
}

// dataDir makes a data directory that only the account may enter, and sees to it
// that no server is left on it. For root it is one that the server's user may not
// enter, as /root is.
func dataDir(t *testing.T, who *account) string {
	t.Helper()
	requireServer(t)
	dir, err := os.MkdirTemp("", "localpg-")
	require.NoError(t, err)
	require.NoError(t, who.give(dir))
	t.Cleanup(func() {
		waitDown(t, dir)
		require.NoError(t, os.RemoveAll(dir))
	})
	return dir
}

// requireServer skips where the machine has no Postgres of its own: these tests must
// not download one by themselves.
func requireServer(t *testing.T) {
	t.Helper()
	if _, ok := pick(probeAll(t.Context(), finder{}.dirs(), nil), 0); !ok {
		t.Skipf("no Postgres server on this machine; to run this test: %s", installCommand(finder{}, 0))
	}
}

// waitDown waits until neither supervisor nor server runs on a data directory. A
// supervisor that lingers is killed after half the patience.
func waitDown(t *testing.T, dir string) {
	t.Helper()
	lock, err := openLock(layout{dir}.supervisorLock())
	if err != nil {
		return // nothing was ever started here
	}
	defer lock.Close()
	if pid := postmaster(dir); pid > 0 && processAlive(pid) {
		if text, err := os.ReadFile(layout{dir}.info()); err == nil && !strings.Contains(string(text), `"linger":0`) {
			_ = syscall.Kill(parent(t, pid), syscall.SIGKILL)
		}
	}
	eventually(t, "the end of the server", func() bool {
		free, err := tryLock(lock, syscall.LOCK_EX)
		pid := postmaster(dir)
		return err == nil && free && (pid == 0 || !processAlive(pid))
	})
}

// postmaster is the process of the server, 0 if none runs or ended in disorder.
func postmaster(dir string) int {
	text, err := os.ReadFile(filepath.Join(layout{dir}.cluster(), "postmaster.pid"))
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(text), "\n")
	pid, _ := strconv.Atoi(line)
	return pid
}

// parent is the parent of a process: of the server it is the supervisor.
func parent(t *testing.T, pid int) int {
	t.Helper()
	out, err := exec.Command("ps", "-o", "ppid=", "-p", strconv.Itoa(pid)).Output()
	require.NoError(t, err)
	ppid, err := strconv.Atoi(strings.TrimSpace(string(out)))
	require.NoError(t, err)
	require.Greater(t, ppid, 1, "the server has lost its supervisor")
	return ppid
}

func processAlive(pid int) bool { return syscall.Kill(pid, 0) != syscall.ESRCH }

func kill9(t *testing.T, pid int) {
	t.Helper()
	require.Greater(t, pid, 1)
	require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
}

// eventually polls until the condition holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for !holds() {
		if time.Now().After(deadline) {
			require.Fail(t, "waited in vain", what)
		}
		time.Sleep(10 * time.Millisecond)
	}
}
