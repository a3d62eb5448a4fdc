package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/config"
	"github.com/nast-tour/nast/internal/httpapi"
	"github.com/nast-tour/nast/internal/jobs"
	"github.com/nast-tour/nast/internal/mail/smtp"
	"github.com/nast-tour/nast/internal/oversight"
	"github.com/nast-tour/nast/internal/postgres"
)

// stopWithin is how long requests and jobs at hand may take at the end.
const stopWithin = 15 * time.Second

// RunAPI serves until ctx ends: database, schema, organiser, worker (where
// asked for), then HTTP; and in the opposite order down again. What a person
// should read goes to out, the log to logTo.
func RunAPI(ctx context.Context, cfg config.Config, out, logTo io.Writer) error {
	log := NewLog(cfg, logTo)
	fmt.Fprintf(out, "North American SCRABBLE Tour\n\nSettings:\n%s\n", cfg)
	database, err := OpenDatabase(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer database.Close()
	db, err := postgres.Open(ctx, postgres.Options{URL: database.Service, Role: postgres.ServiceRole})
	if err != nil {
		return err
	}
	defer db.Close()
	services, err := NewServices(db, log, time.Now, VendorsOf(cfg))
	if err != nil {
		return err
	}
	registry := prometheus.NewRegistry()
	if cfg.Worker == config.WorkerInProcess {
		stop, err := startWorker(ctx, cfg, database.Worker, log, registry)
		if err != nil {
			return err
		}
		defer stop()
	}
	handler, err := NewHandler(HandlerOptions{
		DB: db, Services: services.At(cfg.PublicURL), Log: log, Registerer: registry, Stopping: ctx, Proxies: cfg.Proxies(),
	})
	if err != nil {
		return err
	}
	listener, err := listen(ctx, cfg.Addr, "NAST_ADDR")
	if err != nil {
		return err
	}
	defer listener.Close()
	if err := services.firstStart(ctx, db, cfg, out); err != nil {
		return err
	}
	metrics, err := listenMetrics(ctx, cfg, log)
	if err != nil {
		return err
	}
	greet(out, cfg, listener, metrics)
	return serve(ctx, log, map[net.Listener]http.Handler{listener: handler, metrics: httpapi.MetricsHandler(registry)})
}

// startWorker runs the worker until the function it gives is called.
func startWorker(ctx context.Context, cfg config.Config, url string, log *slog.Logger, registerer prometheus.Registerer) (stop func(), err error) {
	letters, err := correspondence(cfg, log)
	if err != nil {
		return nil, err
	}
	db, err := postgres.Open(ctx, postgres.Options{URL: url, Role: postgres.WorkerRole, MaxConns: 6})
	if err != nil {
		return nil, err
	}
	worker, err := NewWorker(db, log, time.Now, letters, VendorsOf(cfg), registerer)
	if err != nil {
		db.Close()
		return nil, err
	}
	// The worker outlives ctx, so that it can be stopped in order.
	if err := worker.Start(context.WithoutCancel(ctx)); err != nil {
		db.Close()
		return nil, fmt.Errorf("start the worker: %w", err)
	}
	return func() {
		stopWorker(worker, log)
		db.Close()
	}, nil
}

// correspondence is how the settings say that letters are written and sent.
func correspondence(cfg config.Config, log *slog.Logger) (Correspondence, error) {
	c := Correspondence{Reminding: carryover.DefaultReminding(), Chasing: oversight.DefaultChasing(), PublicURL: cfg.PublicURL}
	c.Reminding.HowToPay = cfg.MailHowToPay
	if cfg.SMTPURL == "" {
		log.Info("no mail server is set; mail is kept in the outbox and not sent")
		return c, nil
	}
	server, err := smtp.New(cfg.SMTPURL, cfg.MailFrom)
	if err != nil {
		return c, fmt.Errorf("NAST_SMTP_URL, NAST_MAIL_FROM: %w", err)
	}
	c.Sender = server
	return c, nil
}

func stopWorker(worker *jobs.Worker, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(context.Background(), stopWithin)
	defer cancel()
	if err := worker.Stop(ctx); err != nil {
		log.Warn("the worker did not stop in order; its jobs run again", "error", err)
	}
}

// RunWorker works until ctx ends, on a database that is migrated.
func RunWorker(ctx context.Context, cfg config.Config, out, logTo io.Writer) error {
	log := NewLog(cfg, logTo)
	fmt.Fprintf(out, "North American SCRABBLE Tour: worker\n\nSettings:\n%s\n", cfg)
	database, err := OpenDatabase(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer database.Close()
	registry := processMetrics()
	stop, err := startWorker(ctx, cfg, database.Worker, log, registry)
	if err != nil {
		return err
	}
	defer stop()
	metrics, err := listenMetrics(ctx, cfg, log)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "The worker is running. Stop it with Ctrl-C.")
	return serve(ctx, log, map[net.Listener]http.Handler{metrics: httpapi.MetricsHandler(registry)})
}

// processMetrics are those of a process that serves no requests.
func processMetrics() *prometheus.Registry {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return registry
}

func listen(ctx context.Context, addr, setting string) (net.Listener, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%s is in use, perhaps by another nast; stop it or set %s to another address", addr, setting)
	}
	if err != nil {
		return nil, fmt.Errorf("listen on %s (%s): %w", addr, setting, err)
	}
	return listener, nil
}

// listenMetrics gives nil where there are to be none. A second service on one
// machine goes on without metrics rather than not at all.
func listenMetrics(ctx context.Context, cfg config.Config, log *slog.Logger) (net.Listener, error) {
	if cfg.MetricsAddr == "" {
		return nil, nil
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", cfg.MetricsAddr)
	if errors.Is(err, syscall.EADDRINUSE) {
		log.Warn("the address of the metrics is in use; there are none from this process", "addr", cfg.MetricsAddr)
		return nil, nil
	}
	return listener, err
}

// serve serves on every listener until ctx ends or one fails.
func serve(ctx context.Context, log *slog.Logger, handlers map[net.Listener]http.Handler) error {
	failed := make(chan error, len(handlers))
	var servers []*http.Server
	for listener, handler := range handlers {
		if listener == nil {
			continue
		}
		server := &http.Server{
			Handler: handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, IdleTimeout: 2 * time.Minute,
			ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		}
		servers = append(servers, server)
		go func() { failed <- server.Serve(listener) }()
	}
	var err error
	select {
	case <-ctx.Done():
	case err = <-failed:
	}
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
	defer cancel()
	for _, server := range servers {
		if stopErr := server.Shutdown(end); stopErr != nil {
			log.Warn("requests were cut off at the end", "error", stopErr)
		}
	}
	return err
}

func greet(out io.Writer, cfg config.Config, listener, metrics net.Listener) {
	base := "http://" + listener.Addr().String()
	var b strings.Builder
	fmt.Fprintf(&b, "Serving on %s\n", base)
	fmt.Fprintf(&b, "  documentation   %s/docs\n", base)
	fmt.Fprintf(&b, "  for players     %s/r\n", base)
	if metrics != nil {
		fmt.Fprintf(&b, "  metrics         http://%s/metrics\n", metrics.Addr())
	}
	if cfg.Worker == config.WorkerNone {
		fmt.Fprint(&b, "  worker          not in this process: run cmd/worker beside it\n")
	}
	fmt.Fprintf(&b, "\nWhere to go next (another terminal):\n  go run ./cmd/nast login --url %s\n  go run ./cmd/nast demo\n\nStop with Ctrl-C.\n", base)
	fmt.Fprint(out, b.String())
}

// NewLog makes the log of a process.
func NewLog(cfg config.Config, to io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: cfg.Level()}
	if cfg.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(to, options))
	}
	return slog.New(slog.NewTextHandler(to, options))
}
