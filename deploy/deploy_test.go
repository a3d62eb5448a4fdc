// Package deploy_test checks what the service is run with: the systemd units, the
// Containerfile, the compose file and the roles of the database. Programs, arguments,
// settings and files that they name have to exist. It starts neither containers nor
// units.
package deploy_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

// requireProgram refuses the name of a program that is no folder of cmd.
func requireProgram(t *testing.T, name string) {
	t.Helper()
	require.FileExists(t, filepath.Join("..", "cmd", name, "main.go"), "there is no program %q", name)
}

// requireArgument refuses an argument that the program's own source does not name.
func requireArgument(t *testing.T, program, argument string) {
	t.Helper()
	require.Contains(t, literals(t, filepath.Join("..", "cmd", program)), strings.TrimLeft(argument, "-"),
		"%s does not know %q", program, argument)
}

// literals are the strings and the words in struct tags of the programs below a folder.
func literals(t *testing.T, folder string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				text, _ := strconv.Unquote(lit.Value)
				found[text] = true
				name, _, _ := strings.Cut(reflect.StructTag(text).Get("env"), ",")
				found[name] = true
				found["NAST_"+name] = true // where the struct has the prefix
			}
			return true
		})
		return nil
	})
	require.NoError(t, err)
	return found
}

var setting = regexp.MustCompile(`\bNAST_[A-Z][A-Z_]*[A-Z]\b`)

func TestSettingsExist(t *testing.T) {
	t.Parallel()
	known := literals(t, "../cmd")
	for name := range literals(t, "../internal") {
		known[name] = true
	}
	// What compose.yaml is told is the compose file's, not the program's.
	for name := range composeSettings(t) {
		known[name] = true
	}
	files := []string{"compose.yaml", "Containerfile", "passwords.sh"}
	for _, pattern := range []string{"env/*.env", "systemd/*", "../docs/*.md", "../README.md"} {
		found, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, found, pattern)
		files = append(files, found...)
	}
	for _, file := range files {
		for _, name := range setting.FindAllString(read(t, file), -1) {
			if !known[name] {
				t.Errorf("%s names the setting %s, which no program reads", file, name)
			}
		}
	}
}
