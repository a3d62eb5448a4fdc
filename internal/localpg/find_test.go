//go:build unix

package localpg

import (
	"os/exec"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
)

// only is a PATH with only the named programs.
func only(programs ...string) func(string) (string, error) {
	return func(program string) (string, error) {
		if slices.Contains(programs, program) {
			return "/bin/" + program, nil
		}
		return "", exec.ErrNotFound
	}
}

func TestNoServerNamesTheCommandThatInstallsOne(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("the commands are those of Linux systems; run this test on Linux")
	}
	for system, command := range map[string]string{
		"apt-get": "apt-get install postgresql ",
		"dnf":     "dnf install postgresql-server ",
		"apk":     "apk add postgresql ",
		"zypper":  "zypper install postgresql-server ",
		"pacman":  "pacman -S postgresql ",
		"none":    "apt-get install postgresql ",
	} {
		_, err := Start(t.Context(), Config{DataDir: t.TempDir(), find: finder{
			places: []string{t.TempDir()}, shared: t.TempDir(), lookPath: only(system),
		}})
		require.Equal(t, fault.NotReady, fault.CodeOf(err), system)
		require.ErrorContains(t, err, "no Postgres server on this machine, nor npm", system)
		require.ErrorContains(t, err, command, system)
		require.ErrorContains(t, err, "NAST_DATABASE_URL", system)
	}
}

func TestServerThatIsTooOldIsNamed(t *testing.T) {
	t.Parallel()
	_, err := Start(t.Context(), Config{DataDir: t.TempDir(), find: finder{
		places: []string{brokenServer(t, "13.4")}, shared: t.TempDir(), lookPath: only(),
	}})
	require.ErrorContains(t, err, "Only Postgres 13.4 is installed, and nast needs Postgres 14 or later")
}

func TestServerOfTheClustersVersionIsTakenElseTheNewest(t *testing.T) {
	t.Parallel()
	bin := func(dir string, major int) serverBin { return serverBin{Dir: dir, Major: major} }
	found := []serverBin{bin("/path", 15), bin("/usr/15", 15), bin("/usr/17", 17), bin("/usr/13", 13)}
	for _, c := range []struct {
		major int
		want  string
	}{{0, "/usr/17"}, {17, "/usr/17"}, {15, "/path"}, {16, ""}, {13, ""}} {
		got, ok := pick(found, c.major)
		require.Equal(t, c.want, got.Dir, "major %d", c.major)
		require.Equal(t, c.want != "", ok, "major %d", c.major)
	}
}

func TestMajorVersionIsReadFromWhatServersSay(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"15\n": 15, "15.18": 15, "19devel": 19, "18beta2": 18, "9.6": 9} {
		got, err := parseMajor(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "x", "\n", "-1"} {
		_, err := parseMajor(text)
		require.Error(t, err, text)
	}
}
