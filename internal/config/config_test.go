package config_test

import (
	"io"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/config"
)

const home = "HOME=/somewhere"

func load(t *testing.T, args, environ []string) config.Config {
	t.Helper()
	c, rest, err := config.Load("api", args, append(environ, home), "usage")
	require.NoError(t, err)
	require.Empty(t, rest)
	return c
}

func TestWithNoSettingsAtAll(t *testing.T) {
	t.Parallel()
	c := load(t, nil, nil)
	require.Equal(t, config.Config{
		DataDir: "/somewhere/.local/share/nast", Addr: "127.0.0.1:8080", MetricsAddr: "127.0.0.1:9464", TrustedProxies: "127.0.0.0/8,::1",
		Worker: config.WorkerInProcess, LogLevel: "info", LogFormat: "text",
	}, c)
	require.True(t, c.BuiltIn())
	require.Equal(t, slog.LevelInfo, c.Level())
}

func TestPrivateReceiversAreAllowedOnlyWhereItIsSaid(t *testing.T) {
	t.Parallel()
	require.False(t, load(t, nil, nil).WebhookPrivate)
	require.True(t, load(t, nil, []string{"NAST_WEBHOOK_PRIVATE=true"}).WebhookPrivate)
	require.True(t, load(t, []string{"--webhook-private"}, nil).WebhookPrivate)
	require.False(t, load(t, []string{"--webhook-private=false"}, []string{"NAST_WEBHOOK_PRIVATE=true"}).WebhookPrivate)
}

func TestEverySettingByEnvironmentAndByFlagWhichWins(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		flag, env, low, high string
		of                   func(config.Config) string
	}{
		{"database-url", "NAST_DATABASE_URL", "postgres://a/x", "postgres://b/y", func(c config.Config) string { return c.DatabaseURL }},
		{"migrate-database-url", "NAST_MIGRATE_DATABASE_URL", "postgres://a/x", "postgres://b/y", func(c config.Config) string { return c.MigrateDatabaseURL }},
		{"worker-database-url", "NAST_WORKER_DATABASE_URL", "postgres://a/x", "postgres://b/y", func(c config.Config) string { return c.WorkerDatabaseURL }},
		{"data-dir", "NAST_DATA_DIR", "/srv/a", "/srv/b", func(c config.Config) string { return c.DataDir }},
		{"addr", "NAST_ADDR", ":1", ":2", func(c config.Config) string { return c.Addr }},
		{"metrics-addr", "NAST_METRICS_ADDR", ":3", ":4", func(c config.Config) string { return c.MetricsAddr }},
		{"bootstrap-key", "NAST_BOOTSTRAP_KEY", "one", "two", func(c config.Config) string { return c.BootstrapKey }},
		{"worker", "NAST_WORKER", "none", "inprocess", func(c config.Config) string { return c.Worker }},
		{"stripe-key", "NAST_STRIPE_KEY", "sk_test_1", "sk_test_2", func(c config.Config) string { return c.StripeKey }},
		{"stripe-webhook-secret", "NAST_STRIPE_WEBHOOK_SECRET", "whsec_1", "whsec_2", func(c config.Config) string { return c.StripeWebhookSecret }},
		{"stripe-api-base", "NAST_STRIPE_API_BASE", "http://a", "http://b", func(c config.Config) string { return c.StripeAPIBase }},
		{"stripe-success-url", "NAST_STRIPE_SUCCESS_URL", "https://a/1", "https://b/2", func(c config.Config) string { return c.StripeSuccessURL }},
		{"stripe-cancel-url", "NAST_STRIPE_CANCEL_URL", "https://a/1", "https://b/2", func(c config.Config) string { return c.StripeCancelURL }},
		{"mail-from", "NAST_MAIL_FROM", "a@example.org", "b@example.org", func(c config.Config) string { return c.MailFrom }},
		{"public-url", "NAST_PUBLIC_URL", "https://a.example.org", "http://b.example.org:8080", func(c config.Config) string { return c.PublicURL }},
		{"mail-how-to-pay", "NAST_MAIL_HOW_TO_PAY", "to A", "to B", func(c config.Config) string { return c.MailHowToPay }},
		{"log-level", "NAST_LOG_LEVEL", "debug", "error", func(c config.Config) string { return strings.ToLower(c.Level().String()) }},
		{"log-format", "NAST_LOG_FORMAT", "json", "text", func(c config.Config) string { return c.LogFormat }},
	} {
		t.Run(row.flag, func(t *testing.T) {
			t.Parallel()
			environ := []string{row.env + "=" + row.low}
			require.Equal(t, row.low, row.of(load(t, nil, environ)))
			require.Equal(t, row.high, row.of(load(t, []string{"--" + row.flag, row.high}, nil)))
			require.Equal(t, row.high, row.of(load(t, []string{"--" + row.flag + "=" + row.high}, environ)), "the flag wins")
		})
	}
	require.True(t, load(t, nil, []string{"NAST_DEMO=true"}).Demo)
	require.True(t, load(t, []string{"--demo"}, nil).Demo)
	require.False(t, load(t, []string{"--demo=false"}, []string{"NAST_DEMO=true"}).Demo)
}

func TestTheWorkerIsInTheProcessOnlyWithTheBuiltInDatabase(t *testing.T) {
	t.Parallel()
	ours := []string{"NAST_DATABASE_URL=postgres://db.example.org/nast"}
	require.Equal(t, config.WorkerNone, load(t, nil, ours).Worker)
	require.False(t, load(t, nil, ours).BuiltIn())
	require.Equal(t, config.WorkerInProcess, load(t, []string{"--worker=inprocess"}, ours).Worker)
	require.Equal(t, config.WorkerNone, load(t, nil, []string{"NAST_WORKER=none"}).Worker)
}

func TestTheOtherRolesUseTheSameDatabaseUnlessTold(t *testing.T) {
	t.Parallel()
	c := load(t, nil, []string{"NAST_DATABASE_URL=postgres://a/nast", "NAST_WORKER_DATABASE_URL=postgres://worker@a/nast"})
	require.Equal(t, "postgres://a/nast", c.MigrateDatabaseURL)
	require.Equal(t, "postgres://worker@a/nast", c.WorkerDatabaseURL)
}

func TestPayersGoToTheDocumentationUnlessTold(t *testing.T) {
	t.Parallel()
	require.Empty(t, load(t, nil, nil).StripeSuccessURL, "without a key nobody pays")
	c := load(t, nil, []string{"NAST_STRIPE_KEY=sk_test_1"})
	require.Equal(t, "http://127.0.0.1:8080/docs", c.StripeSuccessURL)
	require.Equal(t, c.StripeSuccessURL, c.StripeCancelURL)
	c = load(t, nil, []string{"NAST_STRIPE_KEY=sk_test_1", "NAST_STRIPE_SUCCESS_URL=https://tour.example.org/paid"})
	require.Equal(t, "https://tour.example.org/paid", c.StripeCancelURL)
}

func TestOneSecretGivesWayToAnother(t *testing.T) {
	t.Parallel()
	require.Empty(t, load(t, nil, nil).WebhookSecrets())
	require.Equal(t, []string{"a"}, load(t, nil, []string{"NAST_STRIPE_WEBHOOK_SECRET=a"}).WebhookSecrets())
	require.Equal(t, []string{"a", "b"}, load(t, nil, []string{"NAST_STRIPE_WEBHOOK_SECRET=a, b,"}).WebhookSecrets())
}

func TestTheDataDirectory(t *testing.T) {
	t.Parallel()
	require.Equal(t, "/xdg/nast", load(t, nil, []string{"XDG_DATA_HOME=/xdg"}).DataDir)
	require.Equal(t, "/srv", load(t, nil, []string{"XDG_DATA_HOME=/xdg", "NAST_DATA_DIR=/srv"}).DataDir)
}

func TestEmptyMeansUnsetButForTheMetricsWhichItTurnsOff(t *testing.T) {
	t.Parallel()
	c := load(t, nil, []string{"NAST_DATABASE_URL=", "NAST_ADDR=", "NAST_LOG_LEVEL=", "NAST_METRICS_ADDR="})
	require.True(t, c.BuiltIn())
	require.Equal(t, "127.0.0.1:8080", c.Addr)
	require.Equal(t, "info", c.LogLevel)
	require.Empty(t, c.MetricsAddr)
	require.Empty(t, load(t, []string{"--metrics-addr="}, nil).MetricsAddr)
}

func TestBadValuesAreNamedWithWhatToSet(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ setting, says string }{
		{"NAST_WORKER=both", `NAST_WORKER is "both"; set it to inprocess or none`},
		{"NAST_LOG_LEVEL=loud", `NAST_LOG_LEVEL is "loud"; set it to debug, info, warn or error`},
		{"NAST_LOG_FORMAT=xml", `NAST_LOG_FORMAT is "xml"; set it to text or json`},
		{"NAST_STRIPE_SUCCESS_URL=tour.example.org", `NAST_STRIPE_SUCCESS_URL is "tour.example.org"; set it to an address such as`},
		{"NAST_DEMO=maybe", "Demo"},
	} {
		_, _, err := config.Load("api", nil, []string{home, row.setting}, "usage")
		require.ErrorContains(t, err, row.says)
	}
}

func TestTheRestOfTheArgumentsIsGivenBack(t *testing.T) {
	t.Parallel()
	c, rest, err := config.Load("api", []string{"migrate", "--addr", ":1", "now"}, []string{home}, "usage")
	require.NoError(t, err)
	require.Equal(t, ":1", c.Addr)
	require.Equal(t, []string{"migrate", "now"}, rest)
}

// secrets are settings of which nobody may read the secret part.
var secrets = []string{
	"NAST_DATABASE_URL=postgres://nast_service:geheim@db.example.org/nast",
	"NAST_MIGRATE_DATABASE_URL=postgres://db.example.org/nast?user=nast_owner&password=geheim&sslpassword=geheim",
	"NAST_WORKER_DATABASE_URL=host=db.example.org user=nast_worker password=geheim",
	"NAST_BOOTSTRAP_KEY=key:/geheim-and-32-characters-or-more",
	"NAST_STRIPE_KEY=sk_live_geheim",
	"NAST_STRIPE_WEBHOOK_SECRET=whsec_geheim,whsec_geheim2",
}

func TestSecretsAreMasked(t *testing.T) {
	t.Parallel()
	c := load(t, nil, secrets)
	text := c.String()
	require.NotContains(t, text, "geheim")
	require.Regexp(t, `NAST_DATABASE_URL +postgres://nast_service:xxxxx@db.example.org/nast\n`, text)
	require.Regexp(t, `NAST_MIGRATE_DATABASE_URL +postgres://db.example.org/nast\?.*user=nast_owner`, text)
	require.Regexp(t, `NAST_WORKER_DATABASE_URL +\(set\)\n`, text)
	require.Regexp(t, `NAST_BOOTSTRAP_KEY +\(set\)\n`, text)
	require.Regexp(t, `NAST_ADDR +127.0.0.1:8080\n`, text)

	text = load(t, []string{"--webhook-private"}, nil).String()
	require.Regexp(t, `NAST_BOOTSTRAP_KEY +-\n`, text)
	require.Regexp(t, `NAST_WEBHOOK_PRIVATE +true\n`, text)
	require.Regexp(t, `NAST_DEMO +false\n`, text)
	require.Equal(t, strings.Count(text, "\n"), strings.Count(text, "NAST_"), "a line each")

	broken := load(t, nil, []string{"NAST_DATABASE_URL=postgres://nast:geh%eim@db/nast"}).String()
	require.NotContains(t, broken, "eim")
}

// printed gives what Load writes to the standard error. The tests that use it
// are alone with it, so they are not parallel.
func printed(t *testing.T, args, environ []string) (string, error) {
	t.Helper()
	was := os.Stderr
	r, w, err := os.Pipe()
	require.NoError(t, err)
	os.Stderr = w
	defer func() { os.Stderr = was }()
	_, _, loadErr := config.Load("api", args, append(environ, home), "The service.")
	require.NoError(t, w.Close())
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	return string(text), loadErr
}

func TestTheHelpShowsNoSecret(t *testing.T) {
	help, err := printed(t, []string{"--help"}, secrets)
	require.ErrorIs(t, err, pflag.ErrHelp)
	require.NotContains(t, help, "geheim")
	for _, word := range []string{"The service.", "--database-url", "NAST_DATABASE_URL", "--demo", "127.0.0.1:8080"} {
		require.Contains(t, help, word)
	}
}

func TestAnUnknownFlagIsNamedWithoutItsValue(t *testing.T) {
	text, err := printed(t, []string{"--databse-url=postgres://nast:geheim@db/nast"}, secrets)
	require.ErrorContains(t, err, "--databse-url")
	require.NotContains(t, text+err.Error(), "geheim")
}

// Without a sender no letter can be sent, and the password of the server is for nobody to read.
func TestAMailServerNeedsASenderAndItsPasswordIsMasked(t *testing.T) {
	t.Parallel()
	server := "NAST_SMTP_URL=smtp://tour:hunter2@mail.example.org:587"
	_, _, err := config.Load("api", nil, []string{server, home}, "usage")
	require.ErrorContains(t, err, "NAST_MAIL_FROM")
	c := load(t, nil, []string{server, "NAST_MAIL_FROM=Tour <tour@example.org>"})
	require.NotContains(t, c.String(), "hunter2")
	require.Contains(t, c.String(), "mail.example.org:587")
}

func TestProxiesAreAddressesOrNetworks(t *testing.T) {
	t.Parallel()
	shown := func(environ ...string) (all []string) {
		for _, network := range load(t, nil, environ).Proxies() {
			all = append(all, network.String())
		}
		return all
	}
	require.Equal(t, []string{"127.0.0.0/8", "::1/128"}, shown(), "one on this machine, as the guide has it")
	require.Equal(t, []string{"10.1.2.3/32", "172.16.0.0/12"}, shown("NAST_TRUSTED_PROXIES=10.1.2.3, 172.17.0.1/12"))
	require.Empty(t, shown("NAST_TRUSTED_PROXIES="))
	_, _, err := config.Load("api", nil, []string{"NAST_TRUSTED_PROXIES=caddy", home}, "usage")
	require.ErrorContains(t, err, `NAST_TRUSTED_PROXIES has "caddy"; set it to`)
}

func TestThePublicAddressIsOneThatLinksCanBeMadeOf(t *testing.T) {
	t.Parallel()
	require.Equal(t, "https://tour.example.org", load(t, nil, []string{"NAST_PUBLIC_URL=https://tour.example.org/"}).PublicURL)
	require.Contains(t, load(t, nil, []string{"NAST_PUBLIC_URL=https://tour.example.org"}).String(), "https://tour.example.org", "it is no secret")
	for _, bad := range []string{
		"tour.example.org", "ftp://tour.example.org", "https://", "https://:8080", "https://tour.example.org/tour", "https://tour.example.org?a=b", "https://tour.example.org?",
		"https://tour.example.org#top", "https://ann:secret@tour.example.org", "https://tour.example.org \r\nBcc: all", "%",
	} {
		_, _, err := config.Load("api", nil, []string{"NAST_PUBLIC_URL=" + bad, home}, "usage")
		require.ErrorContains(t, err, "NAST_PUBLIC_URL", bad)
		require.NotContains(t, err.Error(), "secret")
	}
}
