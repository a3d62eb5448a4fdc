package httpapi

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/labstack/echo/v4"

	"github.com/nast-tour/nast/internal/fault"
)

// validate checks the request against the contract. It collects everything that
// is wrong, so that a form can be corrected in one go, and hands the handler
// the very value that was checked.
func (s *server) validate(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		x := exchangeOf(c.Request().Context())
		if err := check(c, x); err != nil {
			return err
		}
		if id, ok := pathUUID(c, "satellite_id"); ok {
			x.satellite = id.String()
		}
		rewind(c)
		return next(c)
	}
}

func check(c echo.Context, x *exchange) error {
	r, op := c.Request(), x.operation
	body, err := readBody(r, op)
	if err != nil {
		return err
	}
	if err := checkContentType(r.Header, op, len(body) > 0); err != nil {
		return err
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return fault.AtField("/query", "malformed", "The query string cannot be read; write it as name=value&name=value, percent-encoded.")
	}
	wrong := checkParameters(c, op, query)
	value, bodyWrong, err := checkBody(op, body)
	if err != nil {
		return err
	}
	if wrong = append(wrong, bodyWrong...); len(wrong) > 0 {
		return invalid(wrong)
	}
	r.URL.RawQuery = query.Encode()
	x.body, x.value = body, value
	return nil
}

// readBody reads the whole body. One of nothing but blanks is none. An
// operation without a body takes none, lest a reason sent with a DELETE be lost
// without a word; GET ignores it.
func readBody(r *http.Request, op *operation) ([]byte, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			return nil, tooLarge(large.Limit)
		}
		return nil, fault.Wrap(err, fault.InvalidRequest, "The body broke off; send it again.")
	}
	trimmed := bytes.TrimSpace(body)
	if len(trimmed) == 0 || op.method == http.MethodGet {
		return nil, nil
	}
	if !op.takesBody {
		if string(trimmed) == "{}" || string(trimmed) == "null" {
			return nil, nil
		}
		return nil, fault.AtField("", "no_body", "This operation takes no body; send none.")
	}
	return body, nil
}

// fileTypes are the content types that a file may be sent with. Besides those
// of the contract: what curl says by itself and what Windows calls a CSV.
var fileTypes = []string{
	"", "application/octet-stream", "application/csv", "application/x-www-form-urlencoded", "application/vnd.ms-excel",
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}

func checkContentType(h http.Header, op *operation, hasBody bool) error {
	if !hasBody || op.raw {
		return nil
	}
	sent := h.Get("Content-Type")
	media, params, err := mime.ParseMediaType(sent)
	if sent != "" && err != nil {
		media = "unreadable"
	}
	if op.json == nil {
		if strings.HasPrefix(media, "text/") || slices.Contains(fileTypes, media) {
			return nil
		}
		return fault.New(fault.WrongContentType, "Send the file itself as the body, as text/csv, text/plain, application/octet-stream or the xlsx type.")
	}
	charset := params["charset"]
	if media != "application/json" || charset != "" && !strings.EqualFold(charset, "utf-8") {
		return fault.New(fault.WrongContentType, "Send the body as JSON in UTF-8, with Content-Type: application/json.")
	}
	return nil
}

// checkBody checks a JSON body: first that it is JSON, then that it fits. Files
// are the importers' matter.
func checkBody(op *operation, body []byte) (value any, wrong []fault.Field, err error) {
	if len(body) == 0 {
		if op.needsBody {
			return nil, []fault.Field{{Pointer: "", Code: "required", Detail: "A body is needed here."}}, nil
		}
		return nil, nil, nil
	}
	if op.json == nil {
		return nil, nil, nil
	}
	value, wrong, err = decodeJSON(body)
	if err != nil || len(wrong) > 0 {
		return nil, wrong, err
	}
	if err := op.json.VisitJSON(value, asRequest...); err != nil {
		return nil, fieldsOf("", err), nil
	}
	// Defaults are filled in only now: before, a null would have been one.
	_ = op.json.VisitJSON(value, append(slices.Clone(asRequest), openapi3.DefaultsSet(func() {}))...)
	return value, nil, nil
}

// rewind gives the request its body from the start, for a handler that runs
// again.
func rewind(c echo.Context) {
	x := exchangeOf(c.Request().Context())
	body := checkedBody{bytes.NewReader(x.body), x.value}
	r := c.Request()
	r.ContentLength = int64(len(x.body))
	r.Body = io.NopCloser(body)
	if x.value != nil {
		r.Body = body
	}
}

// checkedBody is a JSON body together with the value that was checked, which is
// the one that the generated server binds.
type checkedBody struct {
	*bytes.Reader
	value any
}

// Close does nothing.
func (checkedBody) Close() error { return nil }

// ValidatedValue is the value of the body that was checked.
func (b checkedBody) ValidatedValue() any { return b.value }

// invalid is one error of many fields, in the order of their pointers.
func invalid(wrong []fault.Field) error {
	slices.SortStableFunc(wrong, func(a, b fault.Field) int { return strings.Compare(a.Pointer, b.Pointer) })
	wrong = slices.CompactFunc(wrong, func(a, b fault.Field) bool { return a.Pointer == b.Pointer })
	code := fault.UnknownField
	for _, f := range wrong {
		if f.Code != string(fault.UnknownField) {
			code = fault.InvalidRequest
		}
	}
	e := fault.New(code, "%d things are wrong; errors says where and what.", len(wrong))
	if len(wrong) == 1 {
		e.Detail = wrong[0].Detail
	}
	e.Fields = wrong
	return e
}
