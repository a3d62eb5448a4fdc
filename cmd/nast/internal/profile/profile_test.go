package profile_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/cmd/nast/internal/profile"
)

func TestFileIsForItsOwnerOnly(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nast", "profiles.json")
	f, err := profile.Load(path)
	require.NoError(t, err)
	require.Empty(t, f.Names())

	f.Profiles["home"] = &profile.Profile{URL: "http://127.0.0.1:8080", Key: "k"}
	f.Current = "home"
	require.NoError(t, f.Save())
	requireMode(t, path, 0o600)
	requireMode(t, filepath.Dir(path), 0o700)

	// A file whose mode was widened by hand is narrow again after the next change.
	require.NoError(t, os.Chmod(path, 0o644))
	require.NoError(t, f.Save())
	requireMode(t, path, 0o600)

	again, err := profile.Load(path)
	require.NoError(t, err)
	require.Equal(t, "k", again.Get("").Key)
	require.Nil(t, again.Get("away"))
	left, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	require.Len(t, left, 1, "no temporary file is left")
}

func TestDamagedFileSaysWhatToDo(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "profiles.json")
	require.NoError(t, os.WriteFile(path, []byte("{"), 0o600))
	_, err := profile.Load(path)
	require.ErrorContains(t, err, "log in again")
}

func requireMode(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, mode, info.Mode().Perm())
}
