package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	house "github.com/nast-tour/nast/internal/app"
	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/config"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
)

// asProgram has the test binary be the program itself, so that a test can kill one.
const asProgram = "NAST_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

// computer is somebody's laptop: a folder with the profile file in it.
type computer struct {
	t   *testing.T
	dir string
}

// organisersKey is the organiser's of a hall.
const organisersKey = "the-organiser-of-the-tests-0123456789"

// hall is the whole service on a database of its own, with an organiser and a director who
// are logged in.
type hall struct {
	organiser, director *computer
	url                 string
	database            pgtest.Database
}

func newHall(t *testing.T) *hall {
	t.Helper()
	database := pgtest.New(t)
	db := database.Open(t, postgres.ServiceRole)
	log := slog.New(slog.DiscardHandler)
	services, err := house.NewServices(db, log, time.Now, house.VendorsOf(config.Config{WebhookPrivate: true}))
	require.NoError(t, err)
	first := auth.WithPrincipal(t.Context(), auth.Principal{ID: house.NewID(), TenantID: house.NewID(), Role: auth.Organiser})
	_, err = services.Directors.Bootstrap(first, organisersKey, postgres.Directors{DB: db}.HasOrganiser)
	require.NoError(t, err)
	handler, err := house.NewHandler(house.HandlerOptions{
		DB: db, Services: services, Log: log, Registerer: prometheus.NewRegistry(), RatePerSecond: 1e6,
		ValidateResponses: func(err error) { t.Errorf("an answer breaks the contract: %v", err) },
	})
	require.NoError(t, err)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	h := &hall{organiser: newComputer(t), director: newComputer(t), url: server.URL, database: database}
	h.organiser.must("login", "--url", server.URL, "--key", organisersKey)
	h.organiser.must("tour", "create", "first", "--name", "First", "--from", "2026-01-01", "--to", "2027-06-30", "--currency", "USD")
	var made api.DirectorCreated
	require.NoError(t, json.Unmarshal([]byte(h.organiser.must("director", "add", "Dana", "--email", "dana@example.org", "--json")), &made))
	h.director.must("login", "--url", server.URL, "--key", made.APIKey)
	return h
}

func newComputer(t *testing.T) *computer { return &computer{t, t.TempDir()} }

func (c *computer) env(name string) string {
	if name == "NAST_CONFIG" {
		return filepath.Join(c.dir, "profiles.json")
	}
	return ""
}

func (c *computer) nast(stdin string, args ...string) (code int, out, errs string) {
	c.t.Helper()
	var stdout, stderr strings.Builder
	code = run(c.t.Context(), args, strings.NewReader(stdin), &stdout, &stderr, c.env)
	return code, stdout.String(), stderr.String()
}

func (c *computer) must(args ...string) string {
	c.t.Helper()
	return c.feed("", args...)
}

func (c *computer) feed(stdin string, args ...string) string {
	c.t.Helper()
	code, out, errs := c.nast(stdin, args...)
	require.Equal(c.t, exitDone, code, "nast %s\n%s%s", strings.Join(args, " "), out, errs)
	return out
}

func (c *computer) refused(args ...string) string {
	c.t.Helper()
	code, out, errs := c.nast("", args...)
	require.Equal(c.t, exitRefused, code, "nast %s\n%s%s", strings.Join(args, " "), out, errs)
	return errs
}

// roster is a CSV file of so many players.
func (c *computer) roster(players int) string {
	text := "family_name,given_name,rating\n"
	for i := range players {
		text += fmt.Sprintf("Player%c%c,Ann,%d\n", 'A'+i/26, 'A'+i%26, 1900-i)
	}
	path := filepath.Join(c.dir, "roster.csv")
	require.NoError(c.t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// register makes a satellite that is ready to start.
func (h *hall) register(name string, players int) {
	d := h.director
	d.must("satellite", "register", "--tour", "first", "--name", name, "--venue", "Hall", "--city", "Boise", "--region", "ID", "--country", "US",
		"--date", "2026-03-14", "--time-zone", "America/Boise", "--fee", "30.00")
	d.must("satellite", "use", name)
	d.must("entrant", "import", d.roster(players))
	h.organiser.must("satellite", "sanction", name)
}

// slips are the results of a round of so many tables.
func slips(round, tables int) string {
	var text strings.Builder
	for table := 1; table <= tables; table++ {
		fmt.Fprintf(&text, "%d %d %d\n", table, 310+(table*37+round*91)%190, 300+(table*53+round*17)%190)
	}
	return text.String()
}

// playDay plays a day of 30 players with three corrections, one who comes late and one who
// leaves. third is how round 3 gets in.
func playDay(c *computer, third func()) {
	c.must("satellite", "start")
	c.feed(slips(1, 15), "result", "enter", "1")
	c.must("entrant", "add", "Late, Lou", "--rating", "1500", "--email", "lou@example.org")
	c.feed(slips(2, 15), "result", "enter", "2")
	c.must("result", "enter", "1", "--table", "3", "--score", "350-451", "--overwrite", "--reason", "the slip says so")
	third()
	c.must("entrant", "withdraw", "PlayerAC", "--reason", "ill")
	c.feed(slips(4, 15), "result", "enter", "4")
	c.must("round", "pair", "5")
	c.must("result", "enter", "2", "--table", "1", "--score", "100-499", "--overwrite", "--reason", "swapped")
	c.feed(slips(5, 15), "result", "enter", "5")
	c.must("round", "pair", "6")
	c.feed(slips(6, 15), "result", "enter", "6")
	c.must("result", "enter", "6", "--table", "2", "--score", "444-333", "--overwrite", "--reason", "added wrong")
	c.must("satellite", "finish")
}

// shortID is the end of an id, as lists show it first.
var shortID = regexp.MustCompile(`(?m)^[0-9a-f]{8}\b`)

// picture is all that people see of a satellite, without its name and ids.
func picture(c *computer, name string) string {
	var all strings.Builder
	for _, args := range [][]string{
		{"standings"},
		{"report", "show"},
		{"entrant", "list"},
		{"round", "list"},
		{"round", "show", "1", "--why"},
		{"round", "show", "2", "--why"},
		{"round", "show", "3", "--why"},
		{"round", "show", "4", "--why"},
		{"round", "show", "5", "--why"},
		{"round", "show", "6", "--why"},
		{"print", "pairings", "6"},
		{"print", "pairings", "5", "--html"},
		{"print", "slips", "6"},
		{"print", "standings"},
		{"print", "scorecards"},
		{"print", "wallchart"},
	} {
		fmt.Fprintf(&all, "== %s\n%s", strings.Join(args, " "), c.must(append(args, "--quiet", "-s", name)...))
	}
	return shortID.ReplaceAllString(strings.ReplaceAll(all.String(), name, "NAME"), "ID")
}

// acts is the log, without times and ids.
func acts(c *computer, name string) (acts []string, entries []api.LogEntry) {
	var page api.Log
	require.NoError(c.t, json.Unmarshal([]byte(c.must("satellite", "log", "-s", name, "--json")), &page))
	for _, e := range page.Items {
		acts = append(acts, fmt.Sprintf("%d %s by %s: %s, %d changes", e.Seq, e.Act, e.Actor.Name, text(e.Reason), len(e.Changes)))
	}
	return acts, page.Items
}

// A day of 30 players with three corrections, killed with -9 in the middle, resumed, brought to
// the service twice: it is there once, its log included, and equal to the same day online.
func TestADayWithoutANetworkIsTheSameDay(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	d := h.director
	h.register("Online", 30)
	playDay(d, func() { d.feed(slips(3, 15), "result", "enter", "3") })

	h.register("Offline", 30)
	file := filepath.Join(d.dir, "offline.day")
	require.Contains(t, d.must("day", "take", "offline", "-o", file), "every command works on it")
	playDay(d, func() {
		acknowledged := killedInTheMiddle(d, slips(3, 15))
		require.NotEmpty(t, acknowledged)
		require.Contains(t, d.must("day", "status"), "intact      yes")
		shown := d.must("round", "show", "3")
		for _, line := range acknowledged {
			require.Contains(t, d.feed(strings.Join(acknowledged, "\n"), "result", "enter", "3"), "already entered", line+"\n"+shown)
		}
		d.feed(slips(3, 15), "result", "enter", "3")
	})
	require.Contains(t, d.refused("report", "make"), "This needs the service")
	offline := picture(d, "Offline")
	_, there := acts(d, "Offline")
	require.Contains(t, d.must("day", "status"), "complete    through round 6")

	before := d.onService("Offline")
	require.Len(t, before, 3, "registered, entered, sanctioned")

	wanted := len(there) - len(before)
	require.Contains(t, d.must("day", "sync"), fmt.Sprintf("of %d acts since the day was taken, %d were new", wanted, wanted))
	require.Contains(t, d.must("day", "sync", file), fmt.Sprintf("of %d acts since the day was taken, 0 were new", wanted))
	require.Contains(t, d.must("day", "status"), "No day file is in use")

	online := picture(d, "Online")
	require.Equal(t, online, offline, "on the laptop as it would have been online")
	require.Equal(t, online, picture(d, "Offline"), "and so it is on the service")
	same, _ := acts(d, "Online")
	brought, entries := acts(d, "Offline")
	require.Equal(t, same, brought)
	for i, e := range entries {
		require.True(t, e.At.Equal(there[i].At), "act %d keeps its time", e.Seq)
	}
	require.Contains(t, d.must("satellite", "verify", "offline"), "agree")
	require.FileExists(t, file)
	was, is := persons(d, "Online"), persons(d, "Offline")
	require.Equal(t, "lou@example.org", is["Late, Lou"].email, "R8.1")
	require.Len(t, is, 31)
	require.Equal(t, was, is, "he who entered offline is the one whom the service knows (R5.8)")
}

type someone struct {
	player uuid.UUID
	email  string
}

// persons says who the entrants are over all satellites, by name.
func persons(c *computer, name string) map[string]someone {
	var page api.EntrantList
	require.NoError(c.t, json.Unmarshal([]byte(c.must("entrant", "list", "-s", name, "--json")), &page))
	all := map[string]someone{}
	for _, e := range page.Items {
		all[e.Name] = someone{e.PlayerID, text(e.Email)}
	}
	return all
}

// onService is the log on the service while a day file is in use.
func (c *computer) onService(name string) (names []string) {
	var page api.Log
	require.NoError(c.t, json.Unmarshal([]byte(c.must("--day", "none", "satellite", "log", "-s", name, "--json")), &page))
	for _, e := range page.Items {
		names = append(names, e.Act)
	}
	return names
}

// killedInTheMiddle runs the program for itself, types slips and kills it with -9 when some
// have been acknowledged and others are on their way. It gives the lines that were acknowledged.
func killedInTheMiddle(c *computer, lines string) []string {
	c.t.Helper()
	self, err := os.Executable()
	require.NoError(c.t, err)
	p := exec.CommandContext(c.t.Context(), self, "result", "enter", "3")
	p.Env = append(os.Environ(), asProgram+"=1", "NAST_CONFIG="+c.env("NAST_CONFIG"))
	stdin, err := p.StdinPipe()
	require.NoError(c.t, err)
	stdout, err := p.StdoutPipe()
	require.NoError(c.t, err)
	require.NoError(c.t, p.Start())
	go func() { _, _ = io.WriteString(stdin, lines) }()
	var acknowledged []string
	typed := strings.Split(lines, "\n")
	for in := bufio.NewScanner(stdout); in.Scan() && len(acknowledged) < 6; {
		var table int
		if n, _ := fmt.Sscanf(in.Text(), "Table %d:", &table); n == 1 {
			acknowledged = append(acknowledged, typed[table-1])
		}
	}
	require.NoError(c.t, p.Process.Kill())
	require.Error(c.t, p.Wait(), "it was killed")
	return acknowledged
}

// A day does not get to the service over what was done there; it does once that is taken back.
func TestADayIsRefusedWithWhatDiffers(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	d := h.director
	h.register("Boise", 8)
	file := filepath.Join(d.dir, "boise.day")
	d.must("day", "take", "boise", "-o", file)
	require.Contains(t, d.refused("day", "take", "boise"), "is in use")
	d.must("satellite", "start")
	d.feed(slips(1, 4), "result", "enter", "1")
	require.Contains(t, d.refused("standings", "-s", "Shelbyville"), "holds only Boise")
	require.Contains(t, d.refused("qualifiers", "first"), "This needs the service")

	d.must("--day", "none", "satellite", "start", "-s", "boise")
	errs := d.refused("day", "sync")
	require.Contains(t, errs, "nothing was stored")
	require.Contains(t, errs, "On the service: satellite.start by Dana")
	require.Contains(t, errs, "In the day: result.enter by Dana")
	require.Contains(t, d.must("day", "status"), "of which the service lacks 5")

	d.must("--day", "none", "satellite", "undo", "-s", "boise", "--yes")
	require.Contains(t, d.must("day", "sync"), "5 were new")
	require.Contains(t, d.must("round", "list"), "4 of 4")
}

// Of a file that is damaged what is intact is told and can be kept, and the day goes on.
func TestTheDayGoesOnAfterDamage(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	d := h.director
	h.register("Boise", 8)
	file := filepath.Join(d.dir, "boise.day")
	d.must("day", "take", "boise", "-o", file)
	d.must("satellite", "start")
	d.feed(slips(1, 4), "result", "enter", "1")
	require.Contains(t, d.must("day", "check", file+".round-1"), "through round 1")

	text, err := os.ReadFile(file)
	require.NoError(t, err)
	text[len(text)-100] ^= 1
	require.NoError(t, os.WriteFile(file, text, 0o600))
	for _, args := range [][]string{{"standings"}, {"day", "sync"}, {"day", "status"}, {"day", "check", file}, {"day", "use", file}} {
		require.Contains(t, d.refused(args...), "4 of them since the day was taken")
	}
	mended := filepath.Join(d.dir, "mended.day")
	require.Contains(t, d.must("day", "rescue", file, "-o", mended), "4, of which the service lacks 4")
	require.Contains(t, d.must("day", "leave"), "work on the service again")
	d.must("day", "use", mended)
	require.Contains(t, d.must("round", "list"), "3 of 4")
	d.feed(slips(1, 4), "result", "enter", "1")
	require.Contains(t, d.must("day", "sync"), "5 were new")

	code, _, errs := d.nast("", "day", "sync")
	require.Equal(t, exitUsage, code)
	require.Contains(t, errs, "which day file?")
	require.Contains(t, d.refused("day", "use", filepath.Join(d.dir, "none.day")), "There is no day file")
	require.Contains(t, d.refused("day", "check", d.roster(4)), "no day file")
}

// A large field, slip by slip, is brought in one piece.
func TestALargeDayIsBrought(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	d := h.director
	h.register("Boise", 300)
	d.must("day", "take", "boise", "-o", filepath.Join(d.dir, "boise.day"))
	d.must("satellite", "start")
	d.feed(slips(1, 150), "result", "enter", "1")
	offline := d.must("standings", "--quiet")
	require.Contains(t, d.must("day", "sync"), "151 were new")
	require.Equal(t, offline, d.must("standings", "--quiet"))
}
