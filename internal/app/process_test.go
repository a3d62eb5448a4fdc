package app_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/client"
)

// built is where the programs that these tests start lie.
var built string

func TestMain(m *testing.M) {
	code := m.Run()
	if built != "" {
		_ = os.RemoveAll(built)
	}
	os.Exit(code)
}

// build makes the real programs cmd/api and cmd/worker, once, and gives their
// directory.
var build = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "nast-app-test-")
	if err != nil {
		return "", err
	}
	built = dir
	out, err := exec.Command("go", "build", "-buildvcs=false", "-o", dir, "github.com/nast-tour/nast/cmd/api", "github.com/nast-tour/nast/cmd/worker").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build the programs: %w\n%s", err, out)
	}
	return dir, nil
})

// process is a started cmd/api or cmd/worker. What it says goes to files, because the
// supervisor of its Postgres would keep a pipe open.
type process struct {
	t        testing.TB
	cmd      *exec.Cmd
	out, log string // files
	url      string
	ended    chan struct{}
	err      error // of its end
}

// launch starts a program with the given settings ("NAST_X=y") and arguments.
func launch(t testing.TB, name string, settings []string, args ...string) *process {
	t.Helper()
	programs, err := build()
	require.NoError(t, err)
	dir := t.TempDir()
	p := &process{t: t, out: filepath.Join(dir, "stdout"), log: filepath.Join(dir, "stderr"), ended: make(chan struct{})}
	p.cmd = exec.Command(filepath.Join(programs, name), args...)
	p.cmd.Dir = dir
	p.cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "NAST_") || strings.HasPrefix(v, "XDG_")
	}), "NAST_ADDR=127.0.0.1:0", "NAST_METRICS_ADDR=127.0.0.1:0")
	p.cmd.Env = append(p.cmd.Env, settings...)
	stdout, err := os.Create(p.out)
	require.NoError(t, err)
	stderr, err := os.Create(p.log)
	require.NoError(t, err)
	p.cmd.Stdout, p.cmd.Stderr = stdout, stderr
	require.NoError(t, p.cmd.Start())
	_, _ = stdout.Close(), stderr.Close()
	go func() {
		p.err = p.cmd.Wait()
		close(p.ended)
	}()
	t.Cleanup(func() {
		if !p.over() {
			p.kill()
		}
	})
	return p
}

var servingOn = regexp.MustCompile(`(?m)^Serving on (http://\S+)$`)

// serve launches cmd/api and waits until it serves.
func serve(t testing.TB, settings []string, args ...string) *process {
	t.Helper()
	p := launch(t, "api", settings, args...)
	p.await()
	return p
}

// await waits until the process serves.
func (p *process) await() {
	p.t.Helper()
	eventually(p.t, "the service to serve", func() bool {
		if m := servingOn.FindStringSubmatch(p.said(p.out)); m != nil {
			p.url = m[1]
		}
		return p.url != "" || p.over()
	})
	require.NotEmpty(p.t, p.url, "it ended: %s\n%s", p.said(p.out), p.said(p.log))
}

// fail launches cmd/api, which has to end by itself with the exit code 1, and
// gives what it said on its output and in its log.
func fail(t testing.TB, settings []string, args ...string) (out, log string) {
	t.Helper()
	p := launch(t, "api", settings, args...)
	eventually(t, "the program to end", p.over)
	var exit *exec.ExitError
	require.True(t, errors.As(p.err, &exit), "it ended well: %s", p.said(p.out))
	require.Equal(t, 1, exit.ExitCode())
	return p.said(p.out), p.said(p.log)
}

// succeed launches cmd/api, which has to end well by itself.
func succeed(t testing.TB, settings []string, args ...string) string {
	t.Helper()
	p := launch(t, "api", settings, args...)
	eventually(t, "the program to end", p.over)
	require.NoError(t, p.err, "%s", p.said(p.log))
	return p.said(p.out)
}

func (p *process) said(file string) string {
	raw, err := os.ReadFile(file)
	require.NoError(p.t, err)
	return string(raw)
}

func (p *process) over() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// kill ends the process as kill -9 does.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	<-p.ended
}

// stop ends the process in order.
func (p *process) stop() {
	p.t.Helper()
	require.NoError(p.t, p.cmd.Process.Signal(syscall.SIGTERM))
	eventually(p.t, "the service to stop", p.over)
	require.NoError(p.t, p.err, "%s", p.said(p.log))
}

func (p *process) as(key string) *client.Service {
	p.t.Helper()
	c, err := client.New(p.url, key, client.WithRetries(0), client.WithTimeout(patience))
	require.NoError(p.t, err)
	return c
}

// dataDir is a directory for a built-in Postgres; it goes when the server that
// may still be stopping in it has gone.
func dataDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "nast-app-data-")
	require.NoError(t, err)
	t.Cleanup(func() {
		eventually(t, "the built-in Postgres to stop", func() bool { return !postgresRuns(dir) })
		_ = os.RemoveAll(dir)
	})
	return dir
}

// postgresRuns says whether the built-in server of a data directory is up.
func postgresRuns(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "postgres", "postmaster.pid"))
	return err == nil
}
