package httpapi

import (
	"errors"
	"io"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/nast-tour/nast/api"
)

// server is the handler that New gives.
type server struct {
	Options
	echo    *echo.Echo
	routes  *routes
	limiter *limiter
	metrics *metrics
	address func(*http.Request) string // where a request came from
}

// New makes the HTTP handler of the whole contract. It answers an error when
// the contract asks for something that the checks do not know, or a part is
// missing.
func New(o Options) (http.Handler, error) {
	if o.Log == nil || o.Auth == nil || o.Tx == nil || o.Idempotency == nil || o.Ready == nil || o.Handlers == nil {
		return nil, errors.New("httpapi: Log, Auth, Tx, Idempotency, Ready and Handlers are needed")
	}
	o.setDefaults()
	doc, err := api.Load()
	if err != nil {
		return nil, err
	}
	routes, err := newRoutes(doc)
	if err != nil {
		return nil, err
	}
	service, err := newService(doc, o.Ready)
	if err != nil {
		return nil, err
	}
	metrics, err := newMetrics(o.Registerer)
	if err != nil {
		return nil, err
	}
	s := &server{
		Options: o,
		echo:    echo.New(),
		routes:  routes,
		limiter: newLimiter(o.RatePerSecond, o.Now),
		metrics: metrics,
		address: addressBehind(o.Proxies),
	}
	s.echo.Logger.SetOutput(io.Discard) // ours is the only log line of a request
	s.echo.HTTPErrorHandler = func(err error, c echo.Context) { s.refuse(exchangeOf(c.Request().Context()), err) }
	s.echo.Use(s.route, s.admit, s.validate, s.replay)
	RegisterHandlers(s.echo, NewStrictHandler(whole{service, rest{o.Handlers}}, nil))
	return s, nil
}

// whole is the strict server with the operations of service in front: those of
// the embedded handlers lie one level deeper and so give way.
type whole struct {
	*service
	rest
}

type rest struct{ StrictServerInterface }
