// Package config reads the start-up settings: from the environment, and from
// flags of the same names, which win. It decides nothing about what they mean.
package config

import (
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/caarlos0/env/v11"
	"github.com/spf13/pflag"
)

// Config is every setting of the service.
type Config struct {
	DatabaseURL        string `env:"NAST_DATABASE_URL"`
	MigrateDatabaseURL string `env:"NAST_MIGRATE_DATABASE_URL"`
	WorkerDatabaseURL  string `env:"NAST_WORKER_DATABASE_URL"`
	DataDir            string `env:"NAST_DATA_DIR"`
	Addr               string `env:"NAST_ADDR" envDefault:"127.0.0.1:8080"`
	MetricsAddr        string `env:"NAST_METRICS_ADDR" envDefault:"127.0.0.1:9464"`
	BootstrapKey       string `env:"NAST_BOOTSTRAP_KEY"`
	Worker             string `env:"NAST_WORKER"`
	LogLevel           string `env:"NAST_LOG_LEVEL" envDefault:"info"`
	LogFormat          string `env:"NAST_LOG_FORMAT" envDefault:"text"`
	SMTPURL            string `env:"NAST_SMTP_URL"`
	MailFrom           string `env:"NAST_MAIL_FROM"`
	MailHowToPay       string `env:"NAST_MAIL_HOW_TO_PAY"`
	PublicURL          string `env:"NAST_PUBLIC_URL"`
	Demo               bool   `env:"NAST_DEMO"`
	WebhookPrivate     bool   `env:"NAST_WEBHOOK_PRIVATE"`

	StripeKey           string `env:"NAST_STRIPE_KEY"`
	StripeWebhookSecret string `env:"NAST_STRIPE_WEBHOOK_SECRET"`
	TrustedProxies      string `env:"NAST_TRUSTED_PROXIES" envDefault:"127.0.0.0/8,::1"`
	StripeAPIBase       string `env:"NAST_STRIPE_API_BASE"`
	StripeSuccessURL    string `env:"NAST_STRIPE_SUCCESS_URL"`
	StripeCancelURL     string `env:"NAST_STRIPE_CANCEL_URL"`
}

// The values of Config.Worker.
const (
	WorkerInProcess = "inprocess"
	WorkerNone      = "none"
)

// setting is one setting as flag and environment variable know it.
type setting struct {
	flag, env, help string
	secret          bool
	text            func(*Config) *string
}

var settings = []setting{
	{"database-url", "NAST_DATABASE_URL", "Postgres to use; unset: the built-in one", true, func(c *Config) *string { return &c.DatabaseURL }},
	{"migrate-database-url", "NAST_MIGRATE_DATABASE_URL", "the same database as its owner, for migrations; unset: as database-url", true, func(c *Config) *string { return &c.MigrateDatabaseURL }},
	{"worker-database-url", "NAST_WORKER_DATABASE_URL", "the same database as the worker; unset: as database-url", true, func(c *Config) *string { return &c.WorkerDatabaseURL }},
	{"data-dir", "NAST_DATA_DIR", "folder of the built-in Postgres", false, func(c *Config) *string { return &c.DataDir }},
	{"addr", "NAST_ADDR", "address to serve on", false, func(c *Config) *string { return &c.Addr }},
	{"trusted-proxies", "NAST_TRUSTED_PROXIES", "addresses of the proxies before the service, as 127.0.0.0/8,172.16.0.0/12; what they say of who asks is believed", false, func(c *Config) *string { return &c.TrustedProxies }},
	{"metrics-addr", "NAST_METRICS_ADDR", "address of the metrics; empty: none", false, func(c *Config) *string { return &c.MetricsAddr }},
	{"bootstrap-key", "NAST_BOOTSTRAP_KEY", "the organiser's key of a first start, 32 characters or more; unset: one is made and printed", true, func(c *Config) *string { return &c.BootstrapKey }},
	{"worker", "NAST_WORKER", "inprocess or none; unset: inprocess with the built-in Postgres, else none", false, func(c *Config) *string { return &c.Worker }},
	{"smtp-url", "NAST_SMTP_URL", "mail server, as smtp://user:password@host:587 or smtps://...; unset: mail is kept and not sent", true, func(c *Config) *string { return &c.SMTPURL }},
	{"mail-from", "NAST_MAIL_FROM", "who mail comes from, as Tour <tour@example.org>; needed with a mail server", false, func(c *Config) *string { return &c.MailFrom }},
	{"public-url", "NAST_PUBLIC_URL", "where people reach the service, as https://tour.example.org; unset: mail has no links", false, func(c *Config) *string { return &c.PublicURL }},
	{"mail-how-to-pay", "NAST_MAIL_HOW_TO_PAY", "a sentence for reminders: to whom a cheque is made out, and where it is sent", false, func(c *Config) *string { return &c.MailHowToPay }},
	{"stripe-key", "NAST_STRIPE_KEY", "Stripe's secret key; unset: no payments by card", true, func(c *Config) *string { return &c.StripeKey }},
	{"stripe-webhook-secret", "NAST_STRIPE_WEBHOOK_SECRET", "signing secret of the webhook; two, with a comma between, while it is changed", true, func(c *Config) *string { return &c.StripeWebhookSecret }},
	{"stripe-api-base", "NAST_STRIPE_API_BASE", "where Stripe's API is; unset: Stripe itself", false, func(c *Config) *string { return &c.StripeAPIBase }},
	{"stripe-success-url", "NAST_STRIPE_SUCCESS_URL", "where payers go when they have paid; unset: the documentation page", false, func(c *Config) *string { return &c.StripeSuccessURL }},
	{"stripe-cancel-url", "NAST_STRIPE_CANCEL_URL", "where payers go when they have not; unset: as stripe-success-url", false, func(c *Config) *string { return &c.StripeCancelURL }},
	{"log-level", "NAST_LOG_LEVEL", "debug, info, warn or error", false, func(c *Config) *string { return &c.LogLevel }},
	{"log-format", "NAST_LOG_FORMAT", "text or json", false, func(c *Config) *string { return &c.LogFormat }},
}

// Load reads the environment and then the flags, which win. The rest of the
// arguments is given back. pflag.ErrHelp means that help was asked for.
func Load(name string, args, environ []string, usage string) (Config, []string, error) {
	var c Config
	err := env.ParseWithOptions(&c, env.Options{Environment: env.ToMap(environ)})
	if err != nil {
		return c, nil, fmt.Errorf("read the settings: %w", err)
	}
	if addr, set := env.ToMap(environ)["NAST_METRICS_ADDR"]; set {
		c.MetricsAddr = addr // set and empty is no metrics, not the default
	}
	if networks, set := env.ToMap(environ)["NAST_TRUSTED_PROXIES"]; set {
		c.TrustedProxies = networks // likewise
	}
	flags := pflag.NewFlagSet(name, pflag.ContinueOnError)
	flags.Usage = func() {
		fmt.Fprintf(flags.Output(), "%s\n\nSettings (each also as an environment variable):\n%s", usage, flags.FlagUsages())
	}
	for _, s := range settings {
		flags.StringVar(s.text(&c), s.flag, *s.text(&c), s.help+" ("+s.env+")")
		if s.secret {
			flags.Lookup(s.flag).DefValue = "" // never shown in the help
		}
	}
	flags.BoolVar(&c.Demo, "demo", c.Demo, "make the tour demo on a first start (NAST_DEMO)")
	flags.BoolVar(&c.WebhookPrivate, "webhook-private", c.WebhookPrivate, "let outgoing events go to this machine and private networks (NAST_WEBHOOK_PRIVATE)")
	if err := flags.Parse(args); err != nil {
		if !errors.Is(err, pflag.ErrHelp) {
			err = fmt.Errorf("%w; %s --help lists the settings", err, name)
		}
		return c, nil, err
	}
	return c, flags.Args(), c.complete(environ)
}

func (c *Config) complete(environ []string) error {
	if c.DataDir == "" {
		dir, err := defaultDataDir(env.ToMap(environ))
		if err != nil {
			return fmt.Errorf("no place for data: set NAST_DATA_DIR: %w", err)
		}
		c.DataDir = dir
	}
	if c.Worker == "" {
		c.Worker = WorkerInProcess
		if c.DatabaseURL != "" {
			c.Worker = WorkerNone
		}
	}
	if c.Worker != WorkerInProcess && c.Worker != WorkerNone {
		return fmt.Errorf("NAST_WORKER is %q; set it to inprocess or none", c.Worker)
	}
	if c.MigrateDatabaseURL == "" {
		c.MigrateDatabaseURL = c.DatabaseURL
	}
	if c.WorkerDatabaseURL == "" {
		c.WorkerDatabaseURL = c.DatabaseURL
	}
	if c.SMTPURL != "" && c.MailFrom == "" {
		return errors.New("NAST_SMTP_URL is set; say with NAST_MAIL_FROM who mail comes from, as Tour <tour@example.org>")
	}
	if err := c.completePublicURL(); err != nil {
		return err
	}
	if _, err := proxies(c.TrustedProxies); err != nil {
		return err
	}
	if err := c.completeStripe(); err != nil {
		return err
	}
	if _, err := c.level(); err != nil {
		return err
	}
	if c.LogFormat != "text" && c.LogFormat != "json" {
		return fmt.Errorf("NAST_LOG_FORMAT is %q; set it to text or json", c.LogFormat)
	}
	return nil
}

// completePublicURL refuses an address that pages cannot be put behind: links are made of it and a
// path. A slash at its end is left out.
func (c *Config) completePublicURL() error {
	if c.PublicURL == "" {
		return nil
	}
	u, err := url.Parse(c.PublicURL)
	if err != nil || u.Hostname() == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil ||
		u.Path != "" && u.Path != "/" || strings.ContainsAny(c.PublicURL, "?# \t\r\n") {
		return errors.New("NAST_PUBLIC_URL is not the address of a service; set it to one such as https://tour.example.org, " +
			"without a path, a question mark or a password")
	}
	c.PublicURL = u.Scheme + "://" + u.Host
	return nil
}

// completeStripe fills in where payers go, and refuses addresses that Stripe would refuse.
func (c *Config) completeStripe() error {
	if c.StripeSuccessURL == "" && c.StripeKey != "" {
		c.StripeSuccessURL = "http://" + c.Addr + "/docs"
	}
	if c.StripeCancelURL == "" {
		c.StripeCancelURL = c.StripeSuccessURL
	}
	for _, set := range [][2]string{
		{"NAST_STRIPE_API_BASE", c.StripeAPIBase}, {"NAST_STRIPE_SUCCESS_URL", c.StripeSuccessURL}, {"NAST_STRIPE_CANCEL_URL", c.StripeCancelURL},
	} {
		if u, err := url.Parse(set[1]); set[1] != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
			return fmt.Errorf("%s is %q; set it to an address such as https://tour.example.org/paid", set[0], set[1])
		}
	}
	return nil
}

// Proxies are the networks of the proxies before the service.
func (c Config) Proxies() []netip.Prefix {
	all, _ := proxies(c.TrustedProxies) // was looked at when the settings were loaded
	return all
}

func proxies(text string) (all []netip.Prefix, err error) {
	for _, one := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) {
		network, err := netip.ParsePrefix(one)
		if address, single := netip.ParseAddr(one); single == nil {
			network, err = netip.PrefixFrom(address, address.BitLen()), nil
		}
		if err != nil {
			return nil, fmt.Errorf("NAST_TRUSTED_PROXIES has %q; set it to addresses or networks such as 127.0.0.1,172.16.0.0/12, or to nothing", one)
		}
		all = append(all, network.Masked())
	}
	return all, nil
}

// WebhookSecrets are the signing secrets, of which any will do.
func (c Config) WebhookSecrets() []string {
	return strings.FieldsFunc(c.StripeWebhookSecret, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
}

func defaultDataDir(environ map[string]string) (string, error) {
	if dir := environ["XDG_DATA_HOME"]; dir != "" {
		return filepath.Join(dir, "nast"), nil
	}
	home := environ["HOME"]
	if home == "" {
		var err error
		if home, err = os.UserHomeDir(); err != nil {
			return "", err
		}
	}
	return filepath.Join(home, ".local", "share", "nast"), nil
}

func (c Config) level() (slog.Level, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		return level, fmt.Errorf("NAST_LOG_LEVEL is %q; set it to debug, info, warn or error", c.LogLevel)
	}
	return level, nil
}

// Level is the level of the log.
func (c Config) Level() slog.Level {
	level, _ := c.level()
	return level
}

// BuiltIn says whether the built-in Postgres is used.
func (c Config) BuiltIn() bool { return c.DatabaseURL == "" && c.MigrateDatabaseURL == "" }

// String lists the effective settings, secrets masked, a line each.
func (c Config) String() string {
	var b strings.Builder
	for _, s := range settings {
		value := *s.text(&c)
		if s.secret {
			value = masked(value)
		}
		if value == "" {
			value = "-"
		}
		fmt.Fprintf(&b, "  %-26s %s\n", s.env, value)
	}
	fmt.Fprintf(&b, "  %-26s %t\n  %-26s %t\n", "NAST_WEBHOOK_PRIVATE", c.WebhookPrivate, "NAST_DEMO", c.Demo)
	return b.String()
}

// masked shows of a secret that it is set, and of a URL all but the password.
func masked(value string) string {
	if value == "" {
		return ""
	}
	if u, err := url.Parse(value); err == nil && (strings.HasPrefix(u.Scheme, "postgres") || strings.HasPrefix(u.Scheme, "smtp")) && u.Host+u.Path != "" {
		query := u.Query()
		for name := range query {
			if strings.Contains(name, "password") {
				query.Set(name, "xxxxx")
			}
		}
		u.RawQuery = query.Encode()
		return u.Redacted()
	}
	return "(set)"
}
