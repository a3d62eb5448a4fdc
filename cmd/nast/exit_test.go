package main

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestExitCodes(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for name, c := range map[string]struct {
		args []string
		env  map[string]string
		code int
		say  string
	}{
		"done":                {args: []string{"me"}, code: exitDone},
		"refused":             {args: []string{"satellite", "show", "0190a6b2-1c2d-7e3f-8a4b-00000000dead"}, code: exitRefused, say: "There is no such satellite."},
		"refused, request id": {args: []string{"satellite", "show", "0190a6b2-1c2d-7e3f-8a4b-00000000dead"}, code: exitRefused, say: "(not_found, request req-42)"},
		"unknown command":     {args: []string{"satelite"}, code: exitUsage, say: "satellite"},
		"unknown verb":        {args: []string{"satellite", "begin"}, code: exitUsage, say: "nast satellite --help"},
		"unknown flag":        {args: []string{"me", "--nope"}, code: exitUsage, say: "nope"},
		"wrong flag value":    {args: []string{"standings", "--after", "x"}, code: exitUsage, say: "after"},
		"missing argument":    {args: []string{"round", "pair"}, code: exitUsage, say: "the number of the round"},
		"too much":            {args: []string{"me", "again"}, code: exitUsage, say: "again"},
		"missing flags":       {args: []string{"satellite", "register", "--name", "X"}, code: exitUsage, say: "--venue, --city"},
		"no satellite":        {args: []string{"standings"}, code: exitUsage, say: "nast satellite list"},
		"unknown satellite":   {args: []string{"standings", "-s", "nowhere"}, code: exitUsage, say: `no satellite is called "nowhere"`},
		"bad address":         {args: []string{"me", "--url", "ftp://x"}, code: exitUsage, say: "must look like"},
		"bad date":            {args: []string{"satellite", "list", "--from", "14.3.2026"}, code: exitUsage, say: "2026-03-14"},
		"unreachable":         {args: []string{"me", "--url", gone.URL}, code: exitUnreachable, say: gone.URL},
		"not logged in":       {args: []string{"me"}, env: map[string]string{"NAST_KEY": ""}, code: exitNotLoggedIn, say: "nast login"},
		"key does not count":  {args: []string{"me"}, env: map[string]string{"NAST_KEY": "revoked"}, code: exitNotLoggedIn, say: "nast login"},
		"help":                {args: []string{"help", "satellite"}, code: exitDone},
		"group alone":         {args: []string{"satellite"}, code: exitDone},
		"version":             {args: []string{"version"}, code: exitDone},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			for key, value := range c.env {
				b.env[key] = value
			}
			code, out, errs := b.nast("", c.args...)
			require.Equal(t, c.code, code, errs)
			require.Contains(t, errs, c.say)
			if c.code != exitDone {
				require.Empty(t, out, "what went wrong is told on standard error only")
			}
		})
	}
}

func TestProblemFieldsAreShownWithTheirPlace(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.fake.addSatellite("Boise Spring", 2)
	code, _, errs := b.nast("", "entrant", "add", "Lee, Ann", "--rating", "-1", "-s", "boise")
	require.Equal(t, exitRefused, code)
	require.Contains(t, errs, "/rating: must be 0 or more")
	require.Equal(t, "line 3, column 5", place("/line/3/column/5"))
}
