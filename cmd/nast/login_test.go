package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
)

// loggedOut is surroundings without a key.
func loggedOut(t *testing.T) *bundle {
	t.Helper()
	b := setup(t)
	delete(b.env, "NAST_KEY")
	delete(b.env, "NAST_URL")
	return b
}

func TestLoginKeepsTheKeyForItsOwnerOnly(t *testing.T) {
	t.Parallel()
	b := loggedOut(t)
	code, out, errs := b.nast(organiserKey+"\n", "login", "--url", b.fake.url)
	require.Equal(t, exitDone, code, errs)
	require.Contains(t, out, "as Olga organiser (organiser)")
	require.NotContains(t, out+errs, organiserKey)
	info, err := os.Stat(b.env["NAST_CONFIG"])
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	require.Contains(t, b.must("me"), "Olga organiser")
	list := b.must("profile", "list")
	require.Contains(t, list, "*  default")
	require.NotContains(t, list, organiserKey)

	b.must("logout")
	code, _, errs = b.nast("", "me", "--url", b.fake.url)
	require.Equal(t, exitNotLoggedIn, code)
	require.Contains(t, errs, "nast login --url "+b.fake.url)
}

func TestLoginWithAWrongKeyKeepsNothing(t *testing.T) {
	t.Parallel()
	b := loggedOut(t)
	code, _, errs := b.nast("wrong\n", "login", "--url", b.fake.url)
	require.Equal(t, exitNotLoggedIn, code)
	require.Contains(t, errs, "This key is not known.")
	require.NoFileExists(t, b.env["NAST_CONFIG"])

	code, _, errs = b.nast("\n", "login", "--url", b.fake.url)
	require.Equal(t, exitUsage, code)
	require.Contains(t, errs, "a key is needed")
}

func TestProfilesStandSideBySide(t *testing.T) {
	t.Parallel()
	b := loggedOut(t)
	b.fake.keys["director-key"] = api.RoleDirector
	require.Equal(t, exitDone, first3(b.nast(organiserKey, "login", "--url", b.fake.url, "--profile", "organiser")))
	require.Equal(t, exitDone, first3(b.nast("director-key", "login", "--url", b.fake.url, "--profile", "hall")))
	require.Contains(t, b.must("me"), "director", "the profile last logged in is in use")
	require.Contains(t, b.must("me", "--profile", "organiser"), "organiser")
	b.must("profile", "use", "organiser")
	require.Contains(t, b.must("me"), "Olga organiser")
	code, _, errs := b.nast("", "profile", "use", "nowhere")
	require.Equal(t, exitUsage, code)
	require.Contains(t, errs, "nast profile list")
}

func first3(code int, _, _ string) int { return code }

// A key kept for one service is not sent to another.
func TestProfileKeyGoesOnlyWhereItCameFrom(t *testing.T) {
	t.Parallel()
	b := loggedOut(t)
	require.Equal(t, exitDone, first3(b.nast(organiserKey, "login", "--url", b.fake.url)))
	other := newFake(t)
	code, _, _ := b.nast("", "me", "--url", other.url)
	require.Equal(t, exitNotLoggedIn, code)
	require.Empty(t, other.requests(""))
}

func TestNamedProfileStandsBeforeTheEnvironment(t *testing.T) {
	t.Parallel()
	b := loggedOut(t)
	require.Equal(t, exitDone, first3(b.nast(organiserKey, "login", "--url", b.fake.url, "--profile", "organiser")))
	other := newFake(t)
	other.keys["director-key"] = api.RoleDirector
	b.env["NAST_URL"], b.env["NAST_KEY"] = other.url, "director-key"
	require.Contains(t, b.must("me"), "director", "the environment stands before the profile in use")
	require.Contains(t, b.must("me", "--profile", "organiser"), "Olga organiser")
	require.Contains(t, b.must("me", "--profile", "organiser", "--url", other.url, "--key", "director-key"), "director")
}
