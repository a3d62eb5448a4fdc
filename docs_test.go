package nast_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// documents reads what is written for people.
func documents(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("docs/*.md")
	require.NoError(t, err)
	found := map[string]string{}
	for _, path := range append(paths, "README.md") {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		found[path] = string(text)
	}
	return found
}

var link = regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)

func TestLinksOfDocumentsLeadSomewhere(t *testing.T) {
	t.Parallel()
	for path, text := range documents(t) {
		for _, match := range link.FindAllStringSubmatch(text, -1) {
			target := filepath.Join(filepath.Dir(path), filepath.FromSlash(match[1]))
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: %s is not there", path, match[1])
			}
		}
	}
}

var inBackquotes = regexp.MustCompile("`((?:cmd|internal|api|client|deploy|migrations|docs|tools)/[A-Za-z0-9_./-]*)`")

func TestPathsInDocumentsExist(t *testing.T) {
	t.Parallel()
	for path, text := range documents(t) {
		for _, match := range inBackquotes.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.FromSlash(match[1])); err != nil && !strings.Contains(match[1], "NNNN") && !strings.Contains(match[1], "SUBJECT") {
				t.Errorf("%s: %s is not there", path, match[1])
			}
		}
	}
}

var command = regexp.MustCompile("(?m)(?:^|`|\\$ )(?:go run \\./cmd/)?(nast [^`\n#<]+)")

// Each command of the documents is given to nast, with --help: it has to know the
// command and every flag.
func TestCommandsOfDocumentsExist(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "nast")
	out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "./cmd/nast").CombinedOutput()
	require.NoError(t, err, string(out))
	for path, text := range documents(t) {
		for _, match := range command.FindAllStringSubmatch(text, -1) {
			line := strings.TrimSpace(match[1])
			words := shellWords(strings.TrimPrefix(line, "nast "))
			out, err := exec.CommandContext(t.Context(), program, append(words, "--help")...).CombinedOutput()
			if err != nil {
				t.Errorf("%s: %s: %s", path, line, out)
				continue
			}
			// The help of a group is what a command that does not exist gets.
			if strings.Contains(string(out), "Available Commands:") && !strings.Contains(string(out), "\n  "+line+" [command]") {
				t.Errorf("%s: %s does not exist", path, line)
			}
		}
	}
}

var word = regexp.MustCompile(`"([^"]*)"|(\S+)`)

// shellWords takes a line apart as far as the documents need: words, and words in
// double quotes.
func shellWords(line string) []string {
	var words []string
	for _, match := range word.FindAllStringSubmatch(line, -1) {
		words = append(words, match[1]+match[2])
	}
	return words
}
