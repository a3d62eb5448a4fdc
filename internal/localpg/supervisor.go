//go:build unix

package localpg

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// supervisorName is the name under which a program that contains this package
// becomes the supervisor instead of itself. It is what ps shows.
const supervisorName = "nast-postgres-supervisor"

const (
	fastStopMost  = 60 * time.Second // a fast shutdown that takes longer becomes an immediate one
	immediateMost = 10 * time.Second
	orphanMost    = 2 * time.Second  // for a server that is just starting or ending to show which
	shortRun      = 10 * time.Second // a server that ended sooner did not come up
	shortRunsMost = 7                // about 6 s in all, for backends of a killed server to go
)

// orders is what the starter tells the supervisor, as JSON in its argument.
type orders struct {
	DataDir   string        `json:"dataDir"`
	Bin       string        `json:"bin"` // directory of postgres and initdb
	SocketDir string        `json:"socketDir"`
	Account   *account      `json:"account,omitempty"` // nil: our own
	Linger    time.Duration `json:"linger"`
	Unsafe    bool          `json:"unsafe"`
}

// This is the only way in that needs nothing of the program's main function, so
// that every service and every test binary can be the supervisor.
func init() {
	if len(os.Args) == 2 && os.Args[0] == supervisorName {
		// Not os.Exit: users wait for this end, and there the race detector takes a second.
		syscall.Exit(superviseMain(os.Args[1]))
	}
}

// superviseMain is the supervisor's whole life. Descriptor 3 is its lock, locked;
// descriptor 4 takes the reason when it gives up.
func superviseMain(task string) int {
	// Postgres is to get a signal when its parent dies, and to the kernel the
	// parent is a thread: the main one, which lives as long as the process.
	runtime.LockOSThread()
	syscall.CloseOnExec(3)
	syscall.CloseOnExec(4)
	// It goes when its users are gone and not before; a system that shuts down
	// signals them too. Caught, not ignored: Postgres would inherit the latter.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	report := os.NewFile(4, "report")
	var o orders
	err := json.Unmarshal([]byte(task), &o)
	if err == nil {
		err = o.supervise()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "nast:", err)
		fmt.Fprintln(report, err)
		return 1
	}
	return 0
}

// supervise keeps a server running until nobody uses it. On return it still holds
// the users' lock: who comes now waits until this process has ended.
func (o orders) supervise() error {
	dir := layout{o.DataDir}
	users, err := openLock(dir.usersLock())
	if err != nil {
		return err
	}
	unused := make(chan struct{})
	go func() {
		defer close(unused)
		o.waitUnused(users)
	}()
	log := newServerLog(dir.log())
	defer log.Close()
	if err := o.makeCluster(dir, log); err != nil {
		return err
	}
	pause, short := 100*time.Millisecond, 0
	for {
		stale := o.clearOrphan(dir)
		began := time.Now()
		done, err := o.serve(dir, log, stale, unused)
		if done {
			return err
		}
		if time.Since(began) > shortRun {
			pause, short = 100*time.Millisecond, 0
		}
		if short++; short >= shortRunsMost {
			return fmt.Errorf("postgres ended %d times (%v): %s", short, err, log.Tail())
		}
		select {
		case <-unused:
			return nil
		case <-time.After(pause):
			pause *= 2
		}
	}
}

// waitUnused returns, with the lock, when nobody has used the server for the time
// that it is to linger.
func (o orders) waitUnused(users *os.File) {
	for {
		if err := blockAlone(users); err != nil || o.Linger <= 0 {
			return
		}
		_ = unlock(users)
		time.Sleep(o.Linger)
		if held, err := tryLock(users, syscall.LOCK_EX); held || err != nil {
			return
		}
	}
}

// serve runs the server once. It is done when the server was stopped because
// nobody uses it any more; otherwise the server ended by itself, and err says how.
func (o orders) serve(dir layout, log *serverLog, stale int, unused <-chan struct{}) (done bool, err error) {
	cluster, err := os.Open(dir.cluster())
	if err != nil {
		return false, err
	}
	defer cluster.Close()
	socket, err := os.Open(o.SocketDir)
	if err != nil {
		return false, err
	}
	defer socket.Close()
	cmd := o.command("postgres", log, cluster, socket)
	cmd.Args = append(cmd.Args, o.serverArgs(childPath(o.Account, cluster, 3), childPath(o.Account, socket, 4))...)
	if stale > 0 {
		// Postgres takes a lock file with this number in it for an old one.
		cmd.Env = append(cmd.Env, "PG_GRANDPARENT_PID="+strconv.Itoa(stale))
	}
	cmd.SysProcAttr = childAttr(o.Account, syscall.SIGINT)
	if err := cmd.Start(); err != nil {
		return false, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		return false, err
	case <-unused:
		stopServer(cmd.Process, ended)
		return true, nil
	}
}

// command prepares a server program that runs as the account, writes to the log
// and has the files as descriptors 3, 4 and so on.
func (o orders) command(program string, log *serverLog, files ...*os.File) *exec.Cmd {
	cmd := exec.Command(filepath.Join(o.Bin, program))
	cmd.Dir = "/"
	cmd.Env = childEnv()
	cmd.Stdout, cmd.Stderr = log, log
	cmd.ExtraFiles = files
	cmd.WaitDelay = time.Second // backends of a killed server may keep the pipe for a while
	return cmd
}

// stopServer asks for a fast shutdown (connections are cut, everything is written),
// then insists.
func stopServer(p *os.Process, ended <-chan error) {
	for _, step := range []struct {
		signal syscall.Signal
		most   time.Duration
	}{{syscall.SIGINT, fastStopMost}, {syscall.SIGQUIT, immediateMost}, {syscall.SIGKILL, immediateMost}} {
		_ = p.Signal(step.signal)
		select {
		case <-ended:
			return
		case <-time.After(step.most):
		}
	}
}

// clearOrphan looks at what an earlier server left. One that still runs without a
// supervisor is stopped. A number in its lock file that has gone to some other process
// since is returned, 0 if there is none: Postgres, left alone, would take that process
// for the old server and not start.
func (o orders) clearOrphan(dir layout) (stale int) {
	asked := false
	for end := time.Now().Add(orphanMost); ; time.Sleep(lockPoll) {
		text, err := os.ReadFile(filepath.Join(dir.cluster(), "postmaster.pid"))
		if err != nil {
			return 0
		}
		pid, socket := o.readPidFile(dir, string(text))
		if pid <= 1 || syscall.Kill(pid, 0) == syscall.ESRCH {
			return 0
		}
		alive := listens(socket)
		if alive && !asked {
			_ = syscall.Kill(pid, syscall.SIGINT)
			asked, end = true, time.Now().Add(fastStopMost)
		}
		if !time.Now().After(end) {
			continue
		}
		if alive || asked {
			return 0 // it is the old server still; Postgres says so better than we can
		}
		return pid
	}
}

// readPidFile takes the process and the socket from postmaster.pid. The lines are
// process, data directory, start time, port, socket directory. A file that was
// copied here with the data names another directory: its socket does not count.
func (o orders) readPidFile(dir layout, text string) (pid int, socket string) {
	lines := strings.Split(text, "\n")
	if pid, _ = strconv.Atoi(strings.TrimSpace(lines[0])); pid <= 1 || len(lines) < 5 {
		return pid, ""
	}
	socketDir := strings.TrimSpace(lines[4])
	switch {
	case strings.HasPrefix(lines[1], descriptorDir):
		socketDir = o.SocketDir
	case lines[1] != dir.cluster():
		return pid, ""
	}
	return pid, filepath.Join(socketDir, socketName)
}

// listens says whether a living process has the socket open.
func listens(socket string) bool {
	conn, err := net.DialTimeout("unix", socket, 5*time.Second)
	if err != nil {
		return false
	}
	conn.Close()
	return true
}
