package deploy_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// unit is a parsed unit file: the values by section and key, in order.
type unit map[string]map[string][]string

func readUnit(t *testing.T, path string) unit {
	t.Helper()
	u, section := unit{}, ""
	lines := bufio.NewScanner(strings.NewReader(read(t, path)))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			section = strings.Trim(line, "[]")
			require.Contains(t, []string{"Unit", "Service", "Install"}, section)
			u[section] = map[string][]string{}
		default:
			key, value, ok := strings.Cut(line, "=")
			require.True(t, ok && section != "", "%s:%d is no setting", path, n)
			u[section][key] = append(u[section][key], value)
		}
	}
	return u
}

func units(t *testing.T) map[string]unit {
	t.Helper()
	paths, err := filepath.Glob("systemd/*.service")
	require.NoError(t, err)
	found := map[string]unit{}
	for _, path := range paths {
		found[filepath.Base(path)] = readUnit(t, path)
	}
	require.Len(t, found, 3)
	return found
}

func TestUnitsStartWhatExists(t *testing.T) {
	t.Parallel()
	all := units(t)
	for name, u := range all {
		require.Len(t, u["Service"]["ExecStart"], 1, name)
		command := strings.Fields(u["Service"]["ExecStart"][0])
		require.Equal(t, installed, filepath.Dir(command[0]), name)
		program := filepath.Base(command[0])
		requireProgram(t, program)
		for _, argument := range command[1:] {
			requireArgument(t, program, argument)
		}
		require.Len(t, u["Service"]["EnvironmentFile"], 1, name)
		example := filepath.Join("env", filepath.Base(u["Service"]["EnvironmentFile"][0]))
		require.FileExists(t, example, name)
		for _, key := range []string{"Wants", "After"} {
			for _, other := range strings.Fields(strings.Join(u["Unit"][key], " ")) {
				if strings.HasPrefix(other, "nast-") {
					require.Contains(t, all, other, name)
				}
			}
		}
	}
}

// Each unit is closed in the same way: a new one is copied, and then this says what
// was left out.
func TestUnitsAreClosed(t *testing.T) {
	t.Parallel()
	for name, u := range units(t) {
		for key, value := range map[string]string{
			"DynamicUser": "yes", "NoNewPrivileges": "yes", "ProtectSystem": "strict", "ProtectHome": "yes",
			"ProtectProc": "invisible", "PrivateTmp": "yes", "PrivateDevices": "yes", "PrivateUsers": "yes",
			"ProtectClock": "yes", "ProtectHostname": "yes", "ProtectControlGroups": "yes", "ProtectKernelLogs": "yes",
			"ProtectKernelModules": "yes", "ProtectKernelTunables": "yes", "RestrictNamespaces": "yes",
			"RestrictRealtime": "yes", "RestrictSUIDSGID": "yes", "LockPersonality": "yes", "MemoryDenyWriteExecute": "yes",
			"CapabilityBoundingSet": "", "SystemCallArchitectures": "native", "UMask": "0077",
			"RestrictAddressFamilies": "AF_INET AF_INET6 AF_UNIX",
		} {
			require.Equal(t, []string{value}, u["Service"][key], "%s: %s", name, key)
		}
		// A refused call has to be an error that Go can live with, not the end.
		require.Equal(t, []string{"EPERM"}, u["Service"]["SystemCallErrorNumber"], name)
		require.Equal(t, []string{"@system-service", "~@privileged @resources"}, u["Service"]["SystemCallFilter"], name)
	}
}

// installed is where docs/operations.md puts the programs.
const installed = "/usr/local/lib/nast"

func TestSystemdUnderstandsTheUnits(t *testing.T) {
	t.Parallel()
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Logf("without systemd here, the units were only read: %v", err)
		return
	}
	// It wants the programs to be there.
	dir := t.TempDir()
	for _, program := range []string{"api", "worker"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, program), []byte("#!/bin/sh\n"), 0o700))
	}
	args := []string{"verify", "--man=no", "--generators=no"}
	for name := range units(t) {
		text := strings.ReplaceAll(read(t, filepath.Join("systemd", name)), installed, dir)
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		args = append(args, path)
	}
	out, err := exec.CommandContext(t.Context(), analyze, args...).CombinedOutput()
	require.NoError(t, err, string(out))
	var ours []string
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "nast-") { // and not of the machine's own units
			ours = append(ours, line)
		}
	}
	require.Empty(t, ours)
}
