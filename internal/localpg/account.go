//go:build unix

package localpg

import (
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"github.com/nast-tour/nast/internal/fault"
)

// account is the user that the server runs as when we are root, which Postgres
// refuses. A nil account is our own.
type account struct {
	UID uint32 `json:"uid"`
	GID uint32 `json:"gid"`
}

// childAccount says as whom the server of a cluster runs: as ourselves, or for
// root as whoever owns the cluster already, else as postgres, else as nobody.
func childAccount(cluster string) (*account, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	if info, err := os.Stat(filepath.Join(cluster, "PG_VERSION")); err == nil {
		if stat, ok := info.Sys().(*syscall.Stat_t); ok && stat.Uid != 0 {
			return &account{UID: stat.Uid, GID: stat.Gid}, nil
		}
		return nil, fault.New(fault.NotReady,
			"The data in %s belong to root, as whom Postgres does not run. Give them away: chown -R postgres %s", cluster, cluster)
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		if err1 == nil && err2 == nil && uid != 0 {
			return &account{UID: uint32(uid), GID: uint32(gid)}, nil
		}
	}
	return nil, fault.New(fault.NotReady,
		"Postgres does not run as root, and there is neither a user postgres nor a user nobody. Run this as an ordinary user.")
}

// uid is the numeric user that the server runs as.
func (a *account) uid() uint32 {
	if a == nil {
		return uint32(os.Geteuid())
	}
	return a.UID
}

// credential is the account in the form that starting a process takes.
func (a *account) credential() *syscall.Credential {
	if a == nil {
		return nil
	}
	return &syscall.Credential{Uid: a.UID, Gid: a.GID}
}

// give makes the account the owner of a directory.
func (a *account) give(path string) error {
	if a == nil {
		return nil
	}
	return os.Lchown(path, int(a.UID), int(a.GID))
}

// descriptorDir is where a process on Linux finds its open files by number.
const descriptorDir = "/proc/self/fd/"

// childPath is the path under which a child that has the directory as a descriptor
// reaches it. The child of root is another user, who often may not pass through the
// directories above (/root is closed to it); an open directory needs no way there.
func childPath(a *account, dir *os.File, descriptor int) string {
	if a != nil && runtime.GOOS == "linux" {
		return fmt.Sprint(descriptorDir, descriptor)
	}
	return dir.Name()
}

// childEnv is the environment of our children: none of the PG variables of whoever
// started us, and messages in English.
func childEnv() []string {
	env := []string{"LC_ALL=C", "TZ=UTC"}
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		switch name {
		case "PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH":
			env = append(env, v)
		}
	}
	return env
}
