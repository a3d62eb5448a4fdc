//go:build unix

package localpg

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"github.com/nast-tour/nast/internal/fault"
)

const (
	socketPort = "5432" // only a name here: the socket's directory is ours alone
	socketName = ".s.PGSQL." + socketPort
)

// settings is what a new cluster gets in its postgresql.conf, where whoever runs
// the service may change it. It keeps a small machine's memory and disk free.
const settings = `
# Set by nast when the cluster was made; change what you like.
max_connections = 100
shared_buffers = 64MB
max_wal_size = 256MB
jit = off
timezone = 'UTC'
log_timezone = 'UTC'
log_checkpoints = off
cluster_name = 'nast'
`

// serverArgs are the arguments of postgres. Only what must not be changed stands
// here: the socket alone, for its owner alone.
func (o orders) serverArgs(cluster, socketDir string) []string {
	args := []string{"-D", cluster}
	set := func(name, value string) { args = append(args, "-c", name+"="+value) }
	set("listen_addresses", "")
	set("port", socketPort)
	set("unix_socket_directories", `"`+strings.ReplaceAll(socketDir, `"`, `""`)+`"`)
	set("unix_socket_permissions", "0700")
	set("logging_collector", "off")
	if o.Unsafe {
		set("fsync", "off")
		set("synchronous_commit", "off")
		set("full_page_writes", "off")
		set("max_connections", "300")
	}
	return args
}

// makeCluster runs initdb if there is no cluster yet. It works in a directory beside
// the cluster's and renames it when all is written, so that no half cluster is ever
// taken for a whole one.
func (o orders) makeCluster(dir layout, log *serverLog) error {
	if _, err := os.Stat(filepath.Join(dir.cluster(), "PG_VERSION")); err == nil {
		return nil
	}
	const unfinished = ".new-"
	left, _ := filepath.Glob(globQuote(dir.cluster()) + unfinished + "*")
	for _, l := range left {
		_ = os.RemoveAll(l) // what a killed first start left; it was never in use
	}
	path := dir.cluster() + unfinished + strconv.Itoa(os.Getpid())
	if err := os.Mkdir(path, 0o700); err != nil {
		return err
	}
	if err := o.initdb(path, log); err != nil {
		_ = os.RemoveAll(path)
		return err
	}
	if err := os.Rename(path, dir.cluster()); err != nil {
		return err
	}
	return syncDir(dir.root)
}

func (o orders) initdb(path string, log *serverLog) error {
	if err := o.Account.give(path); err != nil {
		return err
	}
	cluster, err := os.Open(path)
	if err != nil {
		return err
	}
	defer cluster.Close()
	cmd := o.command("initdb", log, cluster)
	cmd.Args = append(cmd.Args, "-D", childPath(o.Account, cluster, 3), "-U", Superuser, "-E", "UTF8", "--no-locale",
		"--auth-local=trust", "--auth-host=reject", "--data-checksums")
	if o.Unsafe {
		cmd.Args = append(cmd.Args, "--no-sync")
	}
	cmd.SysProcAttr = childAttr(o.Account, syscall.SIGKILL)
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("initdb failed (%w): %s", err, log.Tail())
	}
	conf, err := os.OpenFile(filepath.Join(path, "postgresql.conf"), os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer conf.Close()
	if _, err := conf.WriteString(settings); err != nil {
		return err
	}
	return conf.Sync()
}

// clusterMajor is the major version that wrote the cluster, 0 if there is none yet.
// What is there but is no cluster is refused, never overwritten.
func clusterMajor(cluster string) (int, error) {
	text, err := os.ReadFile(filepath.Join(cluster, "PG_VERSION"))
	if err == nil {
		major, err := parseMajor(string(text))
		if err != nil {
			return 0, fault.Wrap(err, fault.NotReady, "The file PG_VERSION in %s cannot be understood.", cluster)
		}
		return major, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return 0, fault.Wrap(err, fault.NotReady, "The data in %s cannot be read.", cluster)
	}
	if entries, err := os.ReadDir(cluster); err == nil && len(entries) > 0 {
		return 0, fault.New(fault.NotReady,
			"%s holds something that is no Postgres cluster. Move it away or choose another NAST_DATA_DIR.", cluster)
	}
	return 0, nil
}

// makeSocketDir makes the directory of the socket, for the server's user alone: in the
// data directory, or where that path is too long for a socket (or has a comma, which
// separates hosts in a connection string) in a directory for temporary files, under a
// name that follows from the data directory.
func makeSocketDir(dir layout, who *account) (string, error) {
	hash := sha256.Sum256([]byte(dir.root))
	short := fmt.Sprintf("nast-%d-%s", who.uid(), hex.EncodeToString(hash[:6]))
	for _, path := range []string{dir.socket(), filepath.Join(os.TempDir(), short), filepath.Join("/tmp", short)} {
		if len(filepath.Join(path, socketName)) > socketPathMost() || strings.Contains(path, ",") {
			continue
		}
		if err := makePrivate(path, who); err != nil {
			return "", fault.Wrap(err, fault.NotReady, "The directory %s of the server's socket cannot be used.", path)
		}
		return path, nil
	}
	return "", fault.New(fault.NotReady, "No directory for the server's socket is short enough. Choose a shorter NAST_DATA_DIR.")
}

// socketPathMost is the length in bytes that a socket's path may have.
func socketPathMost() int {
	if runtime.GOOS == "linux" {
		return 107
	}
	return 103
}

// makePrivate makes a directory, or takes one that is there if it is a real
// directory of the same user with mode 0700: in a place where everybody may write
// it could be somebody else's.
func makePrivate(path string, who *account) error {
	if err := os.Mkdir(path, 0o700); err == nil {
		return who.give(path)
	} else if !errors.Is(err, fs.ErrExist) {
		return err
	}
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if ok && stat.Uid == uint32(os.Geteuid()) && info.IsDir() {
		// Ours, perhaps from a start that was killed before it gave it away.
		if err := who.give(path); err != nil {
			return err
		}
		stat.Uid = who.uid()
	}
	if !ok || !info.IsDir() || stat.Uid != who.uid() || info.Mode().Perm() != 0o700 {
		return fmt.Errorf("%s is not a directory of user %d with mode 0700; remove it", path, who.uid())
	}
	return nil
}

func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
