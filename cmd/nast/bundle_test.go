package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// requests are those whose "METHOD path" holds a text.
func (f *fake) requests(part string) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var found []string
	for _, line := range f.log {
		if strings.Contains(line, part) {
			found = append(found, line)
		}
	}
	return found
}

// terminalApp is the program with a person at standard input, who types the lines.
func (b *bundle) terminalApp(lines ...string) *app {
	a := newApp(strings.NewReader(strings.Join(lines, "\n")+"\n"), &b.out, &b.err, b.getenv)
	a.terminal = func(stream any) bool { return stream == a.in }
	return a
}

// bundle is the program beside a fake service.
type bundle struct {
	t        *testing.T
	fake     *fake
	env      map[string]string
	out, err strings.Builder
}

func (b *bundle) getenv(name string) string { return b.env[name] }

// setup gives a fake service, and surroundings in which the organiser is logged in.
func setup(t *testing.T) *bundle {
	t.Helper()
	f := newFake(t)
	return &bundle{t: t, fake: f, env: map[string]string{
		"NAST_CONFIG": t.TempDir() + "/nast/profiles.json", "NAST_URL": f.url, "NAST_KEY": organiserKey,
	}}
}

// nast runs the program and gives the exit code and its two outputs.
func (b *bundle) nast(stdin string, args ...string) (code int, stdout, stderr string) {
	b.t.Helper()
	b.out.Reset()
	b.err.Reset()
	code = run(b.t.Context(), args, strings.NewReader(stdin), &b.out, &b.err, b.getenv)
	return code, b.out.String(), b.err.String()
}

// must runs the program, which must succeed, and gives its standard output.
func (b *bundle) must(args ...string) string {
	b.t.Helper()
	code, stdout, stderr := b.nast("", args...)
	require.Equal(b.t, exitDone, code, stderr)
	return stdout
}
