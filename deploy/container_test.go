package deploy_test

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// programs are what the image carries.
var programs = []string{"api", "worker", "nast"}

func TestContainerfileBuildsStaticPrograms(t *testing.T) {
	t.Parallel()
	text := read(t, "Containerfile")
	build := regexp.MustCompile(`(?m)^RUN CGO_ENABLED=0 go build .*-tags timetzdata .*$`).FindString(text)
	require.NotEmpty(t, build)
	var built []string
	for _, match := range regexp.MustCompile(`\./cmd/(\w+)`).FindAllStringSubmatch(build, -1) {
		requireProgram(t, match[1])
		built = append(built, match[1])
	}
	require.Equal(t, programs, built)
	require.Contains(t, text, "COPY --from=build /out/"+strings.Join(programs, " /out/")+" /usr/local/bin/")

	user := regexp.MustCompile(`(?m)^USER (\d+):\d+$`).FindStringSubmatch(text)
	require.NotNil(t, user)
	require.NotEqual(t, "0", user[1])

	command := regexp.MustCompile(`(?m)^CMD (\[.*\])$`).FindStringSubmatch(text)
	require.NotNil(t, command)
	requireCommand(t, list(t, command[1]))
}

func TestContainerfileHasTheModulesGo(t *testing.T) {
	t.Parallel()
	version := regexp.MustCompile(`(?m)^go (\S+)$`).FindStringSubmatch(read(t, "../go.mod"))
	require.NotNil(t, version)
	require.Contains(t, read(t, "Containerfile"), "golang:"+version[1]+"-")
}

func TestContainerfileIsSentWhatItBuilds(t *testing.T) {
	t.Parallel()
	let := map[string]bool{}
	for line := range strings.Lines(read(t, "Containerfile.dockerignore")) {
		if folder, ok := strings.CutPrefix(strings.TrimSpace(line), "!"); ok {
			let[folder] = true
		}
	}
	const module = "github.com/nast-tour/nast/"
	args := []string{"list", "-deps"}
	for _, program := range programs {
		args = append(args, "../cmd/"+program)
	}
	out, err := exec.CommandContext(t.Context(), "go", args...).Output()
	require.NoError(t, err)
	for pkg := range strings.FieldsSeq(string(out)) {
		if room, ours := strings.CutPrefix(pkg, module); ours {
			top, _, _ := strings.Cut(room, "/")
			require.True(t, let[top], "the image is built without %s", top)
		}
	}
	for _, file := range []string{"go.mod", "go.sum", "LICENSE"} {
		require.True(t, let[file], file)
	}
}

// requireCommand refuses a command whose program or argument does not exist.
func requireCommand(t *testing.T, command []string) {
	t.Helper()
	require.NotEmpty(t, command)
	requireProgram(t, command[0])
	for _, argument := range command[1:] {
		requireArgument(t, command[0], argument)
	}
}

// list reads the JSON list of a CMD.
func list(t *testing.T, text string) []string {
	t.Helper()
	var words []string
	require.NoError(t, json.Unmarshal([]byte(text), &words))
	return words
}

type service struct {
	Image     string
	Build     *struct{ Context, Dockerfile string }
	Command   []string
	Volumes   []string
	Ports     []string
	ReadOnly  bool                                  `yaml:"read_only"`
	CapDrop   []string                              `yaml:"cap_drop"`
	DependsOn map[string]struct{ Condition string } `yaml:"depends_on"`

	Environment map[string]string
	Healthcheck *struct{ Test []string }
}

type compose struct {
	Services map[string]service
	Volumes  map[string]any
}

func readCompose(t *testing.T) compose {
	t.Helper()
	var c compose
	require.NoError(t, yaml.Unmarshal([]byte(read(t, "compose.yaml")), &c))
	return c
}

// composeSettings are the names that compose.env gives a value.
func composeSettings(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for line := range strings.Lines(read(t, "compose.env")) {
		if name, _, ok := strings.Cut(line, "="); ok && !strings.HasPrefix(line, "#") {
			names[name] = true
		}
	}
	return names
}

func TestComposeRunsWhatExists(t *testing.T) {
	t.Parallel()
	c := readCompose(t)
	for _, name := range []string{"postgres", "migrate", "api", "worker"} {
		require.Contains(t, c.Services, name)
	}
	for name, s := range c.Services {
		for _, port := range s.Ports {
			require.True(t, strings.HasPrefix(port, "127.0.0.1:"), "%s publishes %s to the world", name, port)
		}
		for _, volume := range s.Volumes {
			source, _, _ := strings.Cut(volume, ":")
			if strings.HasPrefix(source, ".") {
				require.FileExists(t, filepath.FromSlash(source), name)
			} else {
				require.Contains(t, c.Volumes, source, name)
			}
		}
		for other, how := range s.DependsOn {
			require.Contains(t, c.Services, other, name)
			if how.Condition == "service_healthy" {
				require.NotNil(t, c.Services[other].Healthcheck, "%s waits for the health of %s", name, other)
			}
		}
		if name == "postgres" {
			continue
		}
		require.FileExists(t, filepath.Join(s.Build.Context, s.Build.Dockerfile), name)
		requireCommand(t, s.Command)
		require.True(t, s.ReadOnly, name)
		require.Equal(t, []string{"ALL"}, s.CapDrop, name)
		require.Contains(t, s.Environment, "NAST_DATABASE_URL", "%s would start a database of its own", name)
		if name != "migrate" {
			require.NotNil(t, s.Healthcheck, name)
		}
	}
}

func TestComposeKeepsTheRolesApart(t *testing.T) {
	t.Parallel()
	c := readCompose(t)
	for name, role := range map[string]string{"migrate": "nast_owner", "api": "nast_service", "worker": "nast_worker"} {
		for key, value := range c.Services[name].Environment {
			if strings.HasSuffix(key, "DATABASE_URL") {
				require.Contains(t, value, "postgres://"+role+":", "%s: %s", name, key)
			}
		}
	}
}

func TestComposeIsToldItsSettings(t *testing.T) {
	t.Parallel()
	known := composeSettings(t)
	var used []string
	for _, match := range regexp.MustCompile(`\$\{(\w+)`).FindAllStringSubmatch(read(t, "compose.yaml"), -1) {
		require.True(t, known[match[1]], "compose.env does not name %s", match[1])
		used = append(used, match[1])
	}
	for name := range known {
		require.True(t, slices.Contains(used, name), "compose.yaml does not use %s", name)
	}
}
