package httpapi

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics counts requests by operation of the contract, so that the number of
// series is bounded whatever is asked for.
type metrics struct {
	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
	inFlight prometheus.Gauge
}

func newMetrics(r prometheus.Registerer) (*metrics, error) {
	m := &metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "nast_http_requests_total",
			Help: "Requests by operation, method and class of status.",
		}, []string{"operation", "method", "status"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "nast_http_request_duration_seconds",
			Help:    "Time from the request to its answer by operation and method.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"operation", "method"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "nast_http_requests_in_flight",
			Help: "Requests that are being served.",
		}),
	}
	err := errors.Join(
		register(r, &m.requests),
		register(r, &m.duration),
		register(r, &m.inFlight),
		register(r, new(collectors.NewGoCollector())),
		register(r, new(collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))),
	)
	return m, err
}

// register registers a collector, or takes the one that is there already, as in
// a second server of the same process.
func register[C prometheus.Collector](r prometheus.Registerer, c *C) error {
	var there prometheus.AlreadyRegisteredError
	err := r.Register(*c)
	if errors.As(err, &there) {
		if existing, ok := there.ExistingCollector.(C); ok {
			*c = existing
			return nil
		}
	}
	return err
}

func (m *metrics) observe(operation, method string, status int, took time.Duration) {
	m.requests.WithLabelValues(operation, method, strconv.Itoa(status/100)+"xx").Inc()
	m.duration.WithLabelValues(operation, method).Observe(took.Seconds())
}

// MetricsHandler serves what was gathered, in the Prometheus format. It belongs
// on a listen address of its own: it asks nobody for a key.
func MetricsHandler(g prometheus.Gatherer) http.Handler {
	return promhttp.HandlerFor(g, promhttp.HandlerOpts{})
}
