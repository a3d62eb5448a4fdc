//go:build unix

package localpg

import (
	"bytes"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

func TestServerIsInstalledWithNPMOnce(t *testing.T) {
	if os.Getenv("NAST_TEST_NPM") == "" {
		t.Skip("downloads 20 MB; to run this test: NAST_TEST_NPM=1 go test -run NPM ./internal/localpg")
	}
	npm, err := exec.LookPath("npm")
	require.NoError(t, err)
	dir, shared := dataDir(t, nil), t.TempDir()
	for up := shared; up != os.TempDir() && up != "/"; up = filepath.Dir(up) {
		require.NoError(t, os.Chmod(up, 0o755)) // as /var/lib is
	}
	var said bytes.Buffer
	cfg := Config{DataDir: dir, Unsafe: true, Log: slog.New(slog.NewTextHandler(&said, nil)), find: finder{
		places: []string{filepath.Join(dir, "none")}, shared: shared,
		lookPath: func(program string) (string, error) {
			if program == "npm" {
				return npm, nil
			}
			return "", exec.ErrNotFound
		},
	}}
	for range 2 {
		s, err := Start(t.Context(), cfg)
		require.NoError(t, err)
		require.Equal(t, npmMajor, majorOf(t, s))
		conn, err := pgx.Connect(t.Context(), s.URL(Superuser, "postgres"))
		require.NoError(t, err)
		require.Equal(t, 1, query[int](t, conn, "select 1"))
		require.NoError(t, conn.Close(t.Context()))
		require.NoError(t, s.Stop(t.Context()))
	}
	require.Equal(t, 1, bytes.Count(said.Bytes(), []byte("installing one with npm, once")), said.String())
	installed := append(cfg.find.installed(layout{dir}), "")
	require.Len(t, installed, 2)
	left, err := filepath.Glob(filepath.Join(installed[0], "../../../../../../new-*"))
	require.NoError(t, err)
	require.Empty(t, left)

	// The data stay with the version that wrote them, also when the machine has another.
	cfg.find.places, cfg.find.lookPath = nil, nil
	s, err := Start(t.Context(), cfg)
	require.NoError(t, err)
	require.Equal(t, npmMajor, majorOf(t, s))
	require.NoError(t, s.Stop(t.Context()))
}

func majorOf(t *testing.T, s *Server) int {
	t.Helper()
	major, err := parseMajor(s.Version())
	require.NoError(t, err)
	return major
}

func TestLinksOfThePackageAreMade(t *testing.T) {
	t.Parallel()
	pkg := t.TempDir()
	lib := filepath.Join(pkg, "native", "lib")
	require.NoError(t, os.MkdirAll(lib, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(lib, "libpq.so.5.18"), []byte("library"), 0o600))
	list := filepath.Join(pkg, "native", "pg-symlinks.json")
	require.NoError(t, os.WriteFile(list, []byte(`[{"source":"native/lib/libpq.so.5.18","target":"native/lib/libpq.so.5"},
		{"source":"native/lib/libpq.so.5.18","target":"native/lib/deep/er/libpq.so"}]`), 0o600))
	for range 2 { // the second time they are there
		require.NoError(t, linkLibraries(pkg))
	}
	moved := filepath.Join(t.TempDir(), "moved")
	require.NoError(t, os.Rename(pkg, moved))
	for _, link := range []string{"libpq.so.5", "deep/er/libpq.so"} {
		text, err := os.ReadFile(filepath.Join(moved, "native", "lib", link))
		require.NoError(t, err)
		require.Equal(t, "library", string(text))
	}
}

func TestLinksOutOfThePackageAreRefused(t *testing.T) {
	t.Parallel()
	for _, list := range []string{
		`[{"source":"../../etc/passwd","target":"native/x"}]`,
		`[{"source":"native/x","target":"/etc/x"}]`,
		`[{"source":"native/x","target":"native/../../x"}]`,
		`not a list`,
	} {
		pkg := t.TempDir()
		require.NoError(t, os.Mkdir(filepath.Join(pkg, "native"), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(pkg, "native", "pg-symlinks.json"), []byte(list), 0o600))
		require.Error(t, linkLibraries(pkg), list)
	}
}

func TestInstalledProgramsCanBeRunByOthers(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	bin := filepath.Join(root, "native", "bin")
	require.NoError(t, os.MkdirAll(bin, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(bin, "postgres"), nil, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(root, "native", "list"), nil, 0o600))
	require.NoError(t, openForReading(root))
	for path, want := range map[string]os.FileMode{
		"native": 0o755, "native/bin": 0o755, "native/bin/postgres": 0o755, "native/list": 0o644,
	} {
		info, err := os.Stat(filepath.Join(root, path))
		require.NoError(t, err)
		require.Equal(t, want, info.Mode().Perm(), path)
	}
}
