package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
)

// installed finds PgBouncer, or skips the test.
func installed(t testing.TB) string {
	t.Helper()
	if os.Getenv("NAST_TEST_PGBOUNCER") != "1" {
		t.Skip("set NAST_TEST_PGBOUNCER=1 to test with PgBouncer")
	}
	program, err := osexec.LookPath("pgbouncer")
	if err != nil {
		t.Skip("PgBouncer is not installed: apt-get install pgbouncer")
	}
	return program
}

// bouncer starts PgBouncer in transaction mode, with two connections to the
// database, and gives its address.
func bouncer(t testing.TB, program string, d pgtest.Database) string {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := free.Addr().String()
	require.NoError(t, free.Close())
	_, port, _ := net.SplitHostPort(address)
	_, behind, _ := net.SplitHostPort(relay(t, d))

	dir := t.TempDir()
	users := filepath.Join(dir, "users.txt")
	require.NoError(t, os.WriteFile(users, []byte("\"nast_service\" \"\"\n\"nast_worker\" \"\"\n"), 0o644))
	settings := filepath.Join(dir, "pgbouncer.ini")
	require.NoError(t, os.WriteFile(settings, []byte(strings.Join([]string{
		"[databases]", "* = host=127.0.0.1 port=" + behind,
		"[pgbouncer]", "pool_mode = transaction", "default_pool_size = 2", "auth_type = trust", "auth_file = " + users,
		"listen_addr = 127.0.0.1", "listen_port = " + port, "unix_socket_dir =",
	}, "\n")), 0o644))
	arguments := []string{settings}
	if os.Getuid() == 0 {
		arguments = []string{"--user", "nobody", settings}
	}
	server := osexec.Command(program, arguments...)
	said, err := os.Create(filepath.Join(dir, "log"))
	require.NoError(t, err)
	server.Stdout, server.Stderr = said, said
	require.NoError(t, server.Start())
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
		if text, _ := os.ReadFile(said.Name()); t.Failed() {
			t.Logf("%s", text)
		}
	})
	require.Eventually(t, func() bool {
		c, err := net.Dial("tcp", address)
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	}, 10*time.Second, 10*time.Millisecond)
	return address
}

// relay passes connections on to the server of a database, whose socket
// PgBouncer's user may not reach, and gives its address.
func relay(t testing.TB, d pgtest.Database) string {
	t.Helper()
	server, err := pgx.ParseConfig(d.AdminURL())
	require.NoError(t, err)
	network, address := pgconn.NetworkAddress(server.Host, server.Port)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go pass(client, network, address)
		}
	}()
	return listener.Addr().String()
}

func pass(client net.Conn, network, address string) {
	defer client.Close()
	server, err := net.Dial(network, address)
	if err != nil {
		return
	}
	defer server.Close()
	done := make(chan struct{}, 2)
	for _, way := range [][2]net.Conn{{client, server}, {server, client}} {
		go func() {
			_, _ = io.Copy(way[0], way[1])
			done <- struct{}{}
		}()
	}
	<-done
}

func TestTheServiceWorksThroughPgBouncerInTransactionMode(t *testing.T) {
	t.Parallel()
	program := installed(t)
	h, danas, eves := fullHouse(t)
	address := bouncer(t, program, h.Database)
	url := func(role postgres.Role) string { return fmt.Sprintf("postgres://%s@%s/%s", role, address, h.Name) }
	db := h.Open(t, postgres.ServiceRole, func(o *postgres.Options) { o.URL, o.Now = url(postgres.ServiceRole), h.Clock.Now })
	h.Services = pgtest.NewServices(t, db, h.Clock)
	_, err := db.Ready(context.Background())
	require.NoError(t, err)

	// Many more callers than connections, of two tenants in turn: each sees his
	// own only, whoever has used the connection before.
	s := h.Start(t, h.Dana, "Springfield", 6, people(40)...)
	games := s.GamesOf(1)
	for _, err := range atOnce(40, func(i int) error {
		if i%2 == 1 {
			if _, err := h.Satellites.Get(pgtest.As(h.Eve), danas); err == nil {
				return errors.New("another's satellite is seen")
			}
			_, err := h.Satellites.Get(pgtest.As(h.Eve), eves)
			return err
		}
		_, _, err := h.Satellites.SetResult(pgtest.As(h.Dana), s.ID, games[i/2].ID,
			satellite.ResultInput{First: ptr(400), Second: ptr(300)}, "", satellite.Match{})
		return err
	}) {
		require.NoError(t, err)
	}
	require.Equal(t, 20, entries(t, h, s.ID, "result.enter"))

	worker := h.Open(t, postgres.WorkerRole, func(o *postgres.Options) { o.URL, o.Now = url(postgres.WorkerRole), h.Clock.Now })
	lists := postgres.NewKeeper(worker, h.Clock.Now)
	require.NoError(t, lists.Refresh(context.Background(), h.Tour.ID, qualifiers.Change{Satellites: []uuid.UUID{danas}}))
	rows, _, err := h.Lists.List(pgtest.As(h.Eve), h.Tour.ID)
	require.NoError(t, err)
	require.Len(t, rows, 1)
}
