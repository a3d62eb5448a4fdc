// Package nast_test holds the tests of the house itself: which package may import
// which (docs/architecture.md), what domain code must not reach for, and where SQL
// and package comments stand. It tests no behaviour of the service.
package nast_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/nast-tour/nast"

// floor is how high a package lives. Arrows point down: a package imports packages of
// lower floors only, and on its own floor where the floor allows it.
type floor int

const (
	values   floor = iota // small value types
	domain                // rules and services of the tour, without storage or protocol
	contract              // the OpenAPI document and its Go client
	adapter               // storage, vendors and the machine
	surface               // what the world calls: HTTP, console, jobs
	assembly              // what puts the parts together
	program               // cmd
)

// neighbours says on which floors packages may import each other. Go refuses circles;
// programs and surfaces have nothing to tell each other.
var neighbours = map[floor]bool{values: true, domain: true, contract: true, adapter: true}

// rooms gives every package its floor; packages below it in the tree live there too.
// A new package is entered here, with the floor that design and reader expect.
var rooms = map[string]floor{
	"cmd/nast/internal/display": values, // aligned tables
	"internal/money":            values,
	"internal/fault":            values,
	"internal/civil":            values,

	"internal/webhook/signature": values, // what receivers compute too

	"internal/tour":        domain,
	"internal/pairing":     domain,
	"internal/standings":   domain,
	"internal/satellite":   domain,
	"internal/carryover":   domain,
	"internal/qualifiers":  domain,
	"internal/players":     domain,
	"internal/director":    domain,
	"internal/auth":        domain,
	"internal/audit":       domain,
	"internal/interchange": domain,
	"internal/mail":        domain,
	"internal/noticeboard": domain,
	"internal/oversight":   domain,
	"internal/webhook":     domain,

	"api":    contract,
	"client": contract,

	"migrations":        adapter,
	"internal/config":   adapter,
	"internal/localpg":  adapter,
	"internal/postgres": adapter,
	"internal/payments": adapter,

	"internal/interchange/xlsx": adapter, // the library reaches net/http
	"internal/mail/smtp":        adapter,
	"internal/webhook/carrier":  adapter,

	"internal/httpapi": surface,
	"internal/console": surface,
	"internal/jobs":    surface,

	"internal/app":             assembly,
	"internal/day":             assembly, // the service on a file
	"internal/postgres/pgtest": assembly, // a migrated database for tests, and only for them

	"cmd":    program,
	"deploy": program,
}

// exclusive says for a vendor's modules which package alone may import them, in its
// tests too.
var exclusive = map[string]string{
	"github.com/labstack/":      "internal/httpapi",
	"github.com/stripe/":        "internal/payments",
	"github.com/riverqueue/":    "internal/jobs",
	"github.com/golang-migrate": "internal/postgres",
	"github.com/xuri/":          "internal/interchange/xlsx",
	"github.com/wneessen/":      "internal/mail/smtp",
}

// strange is what domain packages and values must not reach, directly or through
// others.
var strange = []string{
	"github.com/jackc/", "github.com/labstack/", "github.com/riverqueue/", "github.com/stripe/",
	"github.com/prometheus/", "log/slog", "net/http", "os/exec",
}

// Package is what go list tells of a package.
type Package struct {
	ImportPath   string
	Dir          string
	GoFiles      []string
	Imports      []string
	TestImports  []string
	XTestImports []string
	Deps         []string
}

// room is the package's path inside the module, "" for the root.
func (p Package) room() string {
	return strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
}

// packages lists the packages of the module.
func packages(t *testing.T) []Package {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", "-json=ImportPath,Dir,GoFiles,Imports,TestImports,XTestImports,Deps", "./...")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	require.NoError(t, err, said.String())
	var found []Package
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var p Package
		require.NoError(t, dec.Decode(&p))
		if p.ImportPath == module || strings.HasPrefix(p.ImportPath, module+"/") {
			found = append(found, p)
		}
	}
	require.NotEmpty(t, found)
	return found
}

// floorOf finds the floor of a package of ours by the longest room that holds it.
func floorOf(room string) (floor, bool) {
	for at := room; at != ""; at = at[:max(strings.LastIndexByte(at, '/'), 0)] {
		if f, ok := rooms[at]; ok {
			return f, true
		}
	}
	return 0, false
}

// within says whether a package is the room or lies below it.
func within(room, of string) bool { return room == of || strings.HasPrefix(room, of+"/") }

func TestArrowsPointDown(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		if p.room() == "" {
			continue
		}
		from, known := floorOf(p.room())
		if !known {
			t.Errorf("%s has no floor: enter it in the table of rooms", p.room())
			continue
		}
		for _, imported := range p.Imports {
			room, ours := strings.CutPrefix(imported, module+"/")
			if !ours {
				continue
			}
			to, _ := floorOf(room)
			// What lies below the importer is a part of it.
			if to > from || to == from && !neighbours[from] && !within(room, p.room()) {
				t.Errorf("%s imports %s: arrows point down only", p.room(), room)
			}
		}
	}
}

// alone is what the command line works with where it asks no service: the contract as
// internal/day serves it in its own process, the result files of other programs, and the
// orders of their standings.
var alone = map[string]bool{"internal/day": true, "internal/interchange": true, "internal/standings": true}

// The command line is a client of the contract. It names nothing else of the service but
// what it needs alone.
func TestCommandLineKnowsOnlyTheContract(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		named := p.Imports
		switch {
		case within(p.room(), "client"):
			named = p.Deps
		case !within(p.room(), "cmd/nast"):
			continue
		}
		for _, dep := range named {
			room, ours := strings.CutPrefix(dep, module+"/")
			if !ours || within(room, "cmd/nast") || p.room() == "cmd/nast" && alone[room] {
				continue
			}
			f, _ := floorOf(room)
			if f != values && f != contract {
				t.Errorf("%s names %s: it is a client of the contract and holds no rule", p.room(), room)
			}
		}
	}
}

// A laptop in a hall has no database, no worker and no bank.
func TestADayNeedsNoServer(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		if !within(p.room(), "internal/day") && !within(p.room(), "cmd/nast") {
			continue
		}
		for _, dep := range p.Deps {
			for _, server := range []string{"github.com/jackc/", "github.com/riverqueue/", "github.com/stripe/", module + "/internal/localpg"} {
				if strings.HasPrefix(dep, server) {
					t.Errorf("%s reaches %s, which a laptop without a network has not", p.room(), dep)
				}
			}
		}
	}
}

func TestVendorsHaveOneRoomEach(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		for _, imported := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			for vendor, owner := range exclusive {
				if strings.HasPrefix(imported, vendor) && !within(p.room(), owner) {
					t.Errorf("%s imports %s: only %s does", p.room(), imported, owner)
				}
			}
		}
	}
}

func TestDomainReachesNeitherStorageNorProtocol(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		if f, known := floorOf(p.room()); !known || f > domain {
			continue
		}
		for _, dep := range p.Deps {
			for _, s := range strange {
				if dep == s || strings.HasSuffix(s, "/") && strings.HasPrefix(dep, s) {
					t.Errorf("%s reaches %s, which the domain does not know", p.room(), dep)
				}
			}
		}
	}
}
