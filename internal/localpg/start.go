//go:build unix

package localpg

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/nast-tour/nast/internal/fault"
)

// serverInfo is what the starter writes down for those who attach.
type serverInfo struct {
	Version   string        `json:"version"`
	Bin       string        `json:"bin"`
	SocketDir string        `json:"socketDir"`
	Linger    time.Duration `json:"linger"`
}

// start starts a supervisor unless somebody else is quicker.
func (s *Server) start(ctx context.Context) error {
	lock, err := openLock(s.dir.startLock())
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := lockAlone(ctx, lock); err != nil {
		return fault.Wrap(err, fault.NotReady, "Another process is starting the built-in Postgres and does not get done.")
	}
	if s.supervised() {
		return nil
	}
	o, info, err := s.prepare(ctx)
	if err != nil {
		return err
	}
	if err := writeInfo(s.dir.info(), info); err != nil {
		return err
	}
	report, err := s.spawn(o)
	if err != nil {
		return fault.Wrap(err, fault.NotReady, "The built-in Postgres could not be started.")
	}
	defer report.Close()
	lock.Close() // the supervisor's own lock speaks for it from here on
	if err := s.waitReady(ctx); !errors.Is(err, errGone) {
		return err
	}
	why, _ := io.ReadAll(report)
	return fault.New(fault.NotReady, "The built-in Postgres does not start. Its log is %s. %s",
		s.dir.log(), strings.TrimSpace(string(why)))
}

// prepare decides which programs serve the cluster, as whom, and on which socket.
func (s *Server) prepare(ctx context.Context) (orders, serverInfo, error) {
	who, err := childAccount(s.dir.cluster())
	if err != nil {
		return orders{}, serverInfo{}, err
	}
	bin, err := s.chooseServer(ctx, who)
	if err != nil {
		return orders{}, serverInfo{}, err
	}
	socketDir, err := makeSocketDir(s.dir, who)
	if err != nil {
		return orders{}, serverInfo{}, err
	}
	o := orders{
		DataDir: s.dir.root, Bin: bin.Dir, SocketDir: socketDir, Account: who,
		Linger: s.cfg.Linger, Unsafe: s.cfg.Unsafe,
	}
	if _, err := os.Stat(s.dir.cluster()); err != nil {
		s.log.Info("making a database cluster", "dir", s.dir.cluster(), "postgres", bin.Version)
	}
	return o, serverInfo{Version: bin.Version, Bin: bin.Dir, SocketDir: socketDir, Linger: s.cfg.Linger}, nil
}

// spawn runs this program again as the supervisor and hands it its lock, so that
// there is no moment in which nobody holds it. From the pipe comes the reason if
// the supervisor gives up.
func (s *Server) spawn(o orders) (report *os.File, err error) {
	lock, err := openLock(s.dir.supervisorLock())
	if err != nil {
		return nil, err
	}
	defer lock.Close()
	if err := blockAlone(lock); err != nil { // others only look at it for a moment
		return nil, err
	}
	output, err := os.OpenFile(s.dir.log(), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	defer output.Close()
	report, reporter, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer reporter.Close()
	task, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	cmd := &exec.Cmd{
		Path: ownProgram(), Args: []string{supervisorName, string(task)}, Dir: "/", Env: childEnv(),
		Stdout: output, Stderr: output, ExtraFiles: []*os.File{lock, reporter},
		SysProcAttr: &syscall.SysProcAttr{Setsid: true},
	}
	if err := cmd.Start(); err != nil {
		report.Close()
		return nil, err
	}
	reaped := make(chan struct{})
	go func() {
		defer close(reaped)
		_ = cmd.Wait() // its end is seen by its lock; this only clears it away
	}()
	s.mu.Lock()
	s.reaped = reaped
	s.mu.Unlock()
	return report, nil
}

// ownProgram is the running program, which on Linux can be run again even when its
// file has been replaced or removed meanwhile.
func ownProgram() string {
	if runtime.GOOS == "linux" {
		return "/proc/self/exe"
	}
	path, err := os.Executable()
	if err != nil {
		return os.Args[0]
	}
	return path
}

// writeInfo replaces the file in one step, so that a reader sees all of it.
func writeInfo(path string, info serverInfo) error {
	text, err := json.Marshal(info)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", text, 0o600); err != nil {
		return fault.Wrap(err, fault.NotReady, "The data directory cannot be written.")
	}
	return os.Rename(path+".new", path)
}

func readInfo(path string) (info serverInfo, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return info, err
	}
	return info, json.Unmarshal(text, &info)
}
