package nast_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// sourceFile is a parsed Go file that is not a test.
type sourceFile struct {
	path string
	ast  *ast.File
	at   *token.FileSet
}

// sources parses the packages' files, tests left out.
func sources(t *testing.T) map[string][]sourceFile {
	t.Helper()
	found := map[string][]sourceFile{}
	set := token.NewFileSet()
	for _, p := range packages(t) {
		for _, name := range p.GoFiles {
			path := filepath.Join(p.Dir, name)
			file, err := parser.ParseFile(set, path, nil, parser.ParseComments|parser.SkipObjectResolution)
			require.NoError(t, err)
			found[p.room()] = append(found[p.room()], sourceFile{filepath.ToSlash(filepath.Join(p.room(), name)), file, set})
		}
	}
	return found
}

func TestEveryPackageSaysWhatItIsFor(t *testing.T) {
	t.Parallel()
	for room, files := range sources(t) {
		said := slices.ContainsFunc(files, func(f sourceFile) bool {
			begins := "Package " + f.ast.Name.Name + " "
			if f.ast.Name.Name == "main" {
				begins = "Command " + filepath.Base(room) + " "
			}
			return f.ast.Doc != nil && strings.HasPrefix(f.ast.Doc.Text(), begins)
		})
		if !said {
			t.Errorf("%s has no package comment", room)
		}
	}
}

// outside names, by package, the functions that give what the domain is handed: the
// clock, ids, randomness and the surroundings. "*" is all of the package.
var outside = map[string][]string{
	"time":                   {"Now", "Since", "Until", "After", "AfterFunc", "Tick", "Sleep", "NewTimer", "NewTicker"},
	"github.com/google/uuid": {"New", "NewString", "NewRandom", "NewUUID", "NewV6", "NewV7"},
	"crypto/rand":            {"*"},
	"math/rand":              {"*"},
	"math/rand/v2":           {"*"},
	"os":                     {"*"},
}

func TestDomainIsHandedClockIdsAndChance(t *testing.T) {
	t.Parallel()
	for room, files := range sources(t) {
		if f, known := floorOf(room); !known || f > domain {
			continue
		}
		for _, file := range files {
			names := importNames(file.ast)
			ast.Inspect(file.ast, func(n ast.Node) bool {
				sel, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				id, ok := sel.X.(*ast.Ident)
				if !ok {
					return true
				}
				forbidden := outside[names[id.Name]]
				if slices.Contains(forbidden, sel.Sel.Name) || slices.Contains(forbidden, "*") {
					t.Errorf("%s: %s.%s is passed in, not taken", file.at.Position(sel.Pos()), id.Name, sel.Sel.Name)
				}
				return true
			})
		}
	}
}

// importNames gives the path of each name by which a file knows a package.
func importNames(f *ast.File) map[string]string {
	names := map[string]string{}
	for _, spec := range f.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		name := path[strings.LastIndexByte(path, '/')+1:]
		if name == "v2" {
			name = filepath.Base(filepath.Dir(path))
		}
		if spec.Name != nil {
			name = spec.Name.Name
		}
		names[name] = path
	}
	return names
}

// statement fits what can only be SQL, not a sentence that begins with "select".
var statement = regexp.MustCompile(`(?is)^\s*(--[^\n]*\n\s*)*(` +
	`select\s.*\sfrom\s|select\s+[a-z_.]+\(|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|` +
	`(create|alter|drop)\s+(unique\s+|or\s+replace\s+|unlogged\s+|temp\s+)*(table|role|user|database|schema|index|function|policy|type|view)\s|` +
	`grant\s.*\sto\s|revoke\s.*\sfrom\s|set\s+(local|role|session)\s|with\s+\w+\s+as\s*\(|truncate\s|lock\s+table\s|` +
	`(un)?listen\s+\w+\s*$|notify\s+\w+\s*$|begin\s*;?\s*$|commit\s*;?\s*$|rollback\s*;?\s*$)`)

func TestStatementIsToldFromSentence(t *testing.T) {
	t.Parallel()
	for text, sql := range map[string]bool{
		"SELECT id FROM games WHERE round = $1":                   true,
		"select pg_advisory_xact_lock($1)":                        true,
		"-- name: x\nUPDATE rounds SET state = 'open' WHERE true": true,
		"DELETE FROM seats":                                       true,
		"CREATE ROLE nast_service NOLOGIN":                        true,
		"set local role nast_service":                             true,
		"update the result; set both scores":                      false,
		"create a tour":                                           false,
		"begin":                                                   true,
		"begins with":                                             false,
		"Lock the table of permissions":                           false,
		"a satellite whose result is to be deleted from now":      false,
	} {
		require.Equal(t, sql, statement.MatchString(text), text)
	}
}

func TestSQLStandsInItsRoom(t *testing.T) {
	t.Parallel()
	for room, files := range sources(t) {
		if within(room, "internal/postgres") {
			continue
		}
		for _, file := range files {
			ast.Inspect(file.ast, func(n ast.Node) bool {
				lit, ok := n.(*ast.BasicLit)
				if !ok || lit.Kind != token.STRING {
					return true
				}
				if text, err := strconv.Unquote(lit.Value); err == nil && statement.MatchString(text) {
					t.Errorf("%s: SQL stands in internal/postgres", file.at.Position(lit.Pos()))
				}
				return true
			})
		}
	}
	allowed := []string{"migrations", "internal/postgres", "deploy"}
	for path := range tree(t) {
		if strings.HasSuffix(path, ".sql") && !slices.ContainsFunc(allowed, func(room string) bool { return within(path, room) }) {
			t.Errorf("%s: SQL stands in %s", path, strings.Join(allowed, ", "))
		}
	}
}

// oneMachine fits what is true on one machine only: homes of people, registries of
// one network in a lock file, folders beside the repository.
var oneMachine = regexp.MustCompile(`/(home|Users)/[a-z]+/|"resolved": *"https?:|registry\.npmjs|proxy\.golang\.org|pypi\.org|\.\./` + `shared\b|\bGOPROXY=http|index-url *= *http`)

func TestTreeKnowsNoMachine(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs(".")
	require.NoError(t, err)
	// A checkout in "/src" is a word of many texts; one in "/src/nast" is not.
	here := ""
	if strings.Count(root, string(filepath.Separator)) > 1 {
		here = root
	}
	for path, text := range tree(t) {
		if found := oneMachine.FindString(text); found != "" {
			t.Errorf("%s: %q is of one machine", path, found)
		}
		if here != "" && strings.Contains(text, here) {
			t.Errorf("%s: %q is where this checkout lies", path, here)
		}
	}
}

// tree reads the text files of the repository, by path. What git ignores by its name
// is left out, and every folder with a dot but .ci.
func tree(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			hidden := strings.HasPrefix(name, ".") && path != "." && name != ".ci"
			if hidden || path == "bin" || path == "data" || name == "node_modules" {
				return filepath.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() || strings.HasSuffix(name, ".sum") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err == nil && !bytes.ContainsRune(text, 0) {
			found[filepath.ToSlash(path)] = string(text)
		}
		return err
	})
	require.NoError(t, err)
	require.Contains(t, found, "README.md")
	return found
}
