package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files anew")

// commands lists a command and all below it.
func commands(c *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{c}
	for _, child := range c.Commands() {
		all = append(all, commands(child)...)
	}
	return all
}

func TestHelpOfEveryCommandIsAsTheGoldenFileSays(t *testing.T) {
	t.Parallel()
	golden := map[string]bool{}
	for _, c := range commands(newApp(nil, nil, nil, os.Getenv).root()) {
		name := strings.ReplaceAll(c.CommandPath(), " ", "_") + ".golden"
		golden[name] = true
		t.Run(c.CommandPath(), func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			args := append(strings.Fields(c.CommandPath())[1:], "--help")
			require.Equal(t, exitDone, run(t.Context(), args, strings.NewReader(""), &out, &out, noEnv))
			path := filepath.Join("testdata", "help", name)
			if *update {
				require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
				require.NoError(t, os.WriteFile(path, []byte(out.String()), 0o644))
			}
			want, err := os.ReadFile(path)
			require.NoError(t, err, "make it with: go test ./cmd/nast -run TestHelp -update")
			require.Equal(t, string(want), out.String(), "if it is meant: go test ./cmd/nast -run TestHelp -update")
		})
	}
	files, err := os.ReadDir(filepath.Join("testdata", "help"))
	require.NoError(t, err)
	for _, file := range files {
		require.True(t, golden[file.Name()], "no command has the golden file %s", file.Name())
	}
}

func noEnv(string) string { return "" }

func TestEveryCommandExplainsItself(t *testing.T) {
	t.Parallel()
	for _, c := range commands(newApp(nil, nil, nil, noEnv).root()) {
		require.NotEmpty(t, c.Short, c.CommandPath())
		require.NotEmpty(t, c.Long, c.CommandPath())
		if !c.HasSubCommands() {
			require.Contains(t, c.Example, "  "+c.CommandPath(), c.CommandPath())
		}
		for line := range strings.SplitSeq(c.Long+"\n"+c.Example, "\n") {
			require.LessOrEqual(t, len([]rune(line)), 100, "%s: %s", c.CommandPath(), line)
		}
	}
}
