package httpapi

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/nast-tour/nast/internal/fault"
)

const (
	bodyLimit       = 1 << 20
	importBodyLimit = 8 << 20
)

// operation is one operation of the contract with what the way of a request
// needs to know of it.
type operation struct {
	id         string
	method     string
	path       string // as the contract writes it
	spec       *openapi3.Operation
	parameters []parameter
	json       *openapi3.Schema // of a JSON body, nil where the body is a file or there is none
	takesBody  bool
	needsBody  bool
	raw        bool // the body is taken as it is, whatever it says it is
	bodyLimit  int64
	replays    bool // takes an Idempotency-Key
	secret     bool // its answer shows a key or a secret
	health     bool
	public     bool // anybody reads it, the same for all
}

// routes finds the operation of what echo has matched: one map instead of a
// second router.
type routes struct {
	byRoute map[string]*operation // "GET /v1/tours/:slug"
	// literal holds the paths of the contract without parameters in their last
	// segment that a path with one would swallow: what is sent to
	// .../entrants/import by GET is a wrong method, not an entrant of that name.
	literal map[string][]string // path as echo writes it -> methods
}

func newRoutes(doc *openapi3.T) (*routes, error) {
	r := &routes{byRoute: map[string]*operation{}, literal: map[string][]string{}}
	for path, item := range doc.Paths.Map() {
		for method, spec := range item.Operations() {
			op, err := newOperation(method, path, item, spec)
			if err != nil {
				return nil, fmt.Errorf("operation %s of the contract: %w", spec.OperationID, err)
			}
			pattern := echoPath(path)
			r.byRoute[method+" "+pattern] = op
			r.literal[pattern] = append(r.literal[pattern], method)
		}
	}
	return r, nil
}

func newOperation(method, path string, item *openapi3.PathItem, spec *openapi3.Operation) (*operation, error) {
	op := &operation{
		id:        spec.OperationID,
		method:    method,
		path:      path,
		spec:      spec,
		bodyLimit: bodyLimit,
		replays:   method == http.MethodPost && spec.Parameters.GetByInAndName(openapi3.ParameterInHeader, idempotencyHeader) != nil,
		health:    path == "/livez" || path == "/readyz",
		public:    slices.Contains(spec.Tags, "public"),
		raw:       spec.OperationID == "takeStripeEvent",
	}
	if op.takesFile() && !op.raw || op.id == "importDay" {
		op.bodyLimit = importBodyLimit
	}
	for _, ref := range slices.Concat(item.Parameters, spec.Parameters) {
		p, err := newParameter(ref.Value)
		if err != nil {
			return nil, err
		}
		op.parameters = append(op.parameters, p)
	}
	if spec.RequestBody != nil {
		op.takesBody, op.needsBody = true, spec.RequestBody.Value.Required
		if media := spec.RequestBody.Value.Content["application/json"]; media != nil {
			op.json = media.Schema.Value
		}
	}
	for _, response := range spec.Responses.Map() {
		if media := response.Value.Content["application/json"]; media != nil {
			shown := media.Schema.Value.Properties
			op.secret = op.secret || shown["api_key"] != nil || shown["secret"] != nil
		}
	}
	return op, nil
}

// echoPath writes a path as echo does: /v1/tours/:slug for /v1/tours/{slug}.
func echoPath(path string) string {
	return strings.NewReplacer("{", ":", "}", "").Replace(path)
}

// route names the operation, or answers that there is no such path or method,
// and refuses a body that says it is too large before anything is read.
func (s *server) route(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r, x := c.Request(), exchangeOf(c.Request().Context())
		if methods := s.routes.swallowed(c); methods != nil {
			return wrongMethod(x, r.Method, methods)
		}
		op := s.routes.byRoute[r.Method+" "+c.Path()]
		if op == nil {
			if methods := s.routes.literal[c.Path()]; methods != nil && c.Get(echo.ContextKeyHeaderAllow) != nil {
				return wrongMethod(x, r.Method, methods)
			}
			return fault.New(fault.RouteNotFound, "There is no such path; see /docs for those there are.")
		}
		if c.Request().URL.RawPath == "" && slices.ContainsFunc(c.ParamValues(), func(v string) bool { return strings.Contains(v, "/") }) {
			return fault.New(fault.RouteNotFound, "There is no such path; see /docs for those there are.")
		}
		x.operation = op
		if s.Refuse != nil {
			if err := s.Refuse(op.id, op.spec.Tags); err != nil {
				return err
			}
		}
		if r.ContentLength > op.bodyLimit {
			return tooLarge(op.bodyLimit)
		}
		r.Body = http.MaxBytesReader(c.Response(), r.Body, op.bodyLimit)
		return next(c)
	}
}

// swallowed gives the methods of the literal path that was meant, where echo
// took its last segment for a parameter.
func (r *routes) swallowed(c echo.Context) []string {
	prefix, last, found := cutLast(c.Path())
	if !found || !strings.HasPrefix(last, ":") {
		return nil
	}
	values := c.ParamValues()
	if len(values) == 0 {
		return nil
	}
	return r.literal[prefix+"/"+values[len(values)-1]]
}

func cutLast(path string) (before, last string, found bool) {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return "", "", false
	}
	return path[:i], path[i+1:], true
}

func wrongMethod(x *exchange, method string, allowed []string) error {
	allow := slices.Clone(allowed)
	if slices.Contains(allow, http.MethodGet) {
		allow = append(allow, http.MethodHead)
	}
	slices.Sort(allow)
	list := strings.Join(allow, ", ")
	x.header.Set("Allow", list)
	return fault.New(fault.WrongMethod, "This path does not take %s; it takes %s.", knownMethod(method), list)
}

func tooLarge(limit int64) error {
	return fault.New(fault.BodyTooLarge, "The body may have %d MiB at the most; send less.", limit>>20)
}

// pathUUID is a path parameter as a UUID, if it is there and is one.
func pathUUID(c echo.Context, name string) (uuid.UUID, bool) {
	value := c.Param(name)
	if !uuidForm.MatchString(value) {
		return uuid.Nil, false
	}
	id, err := uuid.Parse(value)
	return id, err == nil
}

// takesFile says whether the body is a file of any kind.
func (op *operation) takesFile() bool {
	return op.spec.RequestBody != nil && op.spec.RequestBody.Value.Content["*/*"] != nil
}
