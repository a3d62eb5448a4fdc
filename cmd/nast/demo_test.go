package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
)

func TestDemoIsForTheOrganiserOnly(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.fake.keys["director-key"] = api.RoleDirector
	b.env["NAST_KEY"] = "director-key"
	code, _, errs := b.nast("", "demo")
	require.Equal(t, exitNotLoggedIn, code)
	require.Contains(t, errs, "organiser's key")
	require.Empty(t, b.fake.requests("POST "))
}
