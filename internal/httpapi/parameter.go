package httpapi

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/labstack/echo/v4"

	"github.com/nast-tour/nast/internal/fault"
)

// parameter is a parameter of path, query or header. The contract has only
// single values there, no lists and no objects.
type parameter struct {
	in       string
	name     string
	required bool
	schema   *openapi3.Schema
}

func newParameter(spec *openapi3.Parameter) (parameter, error) {
	p := parameter{in: spec.In, name: spec.Name, required: spec.Required}
	if spec.Schema == nil || spec.Schema.Value == nil {
		return p, fmt.Errorf("parameter %s has no schema", spec.Name)
	}
	p.schema = spec.Schema.Value
	if !slices.Contains([]string{"path", "query", "header"}, p.in) || !slices.ContainsFunc([]string{"string", "integer", "boolean"}, p.schema.Type.Is) {
		return p, fmt.Errorf("parameter %s in %s is of a kind that is not checked yet", p.name, p.in)
	}
	return p, nil
}

func (p parameter) pointer() string { return "/" + p.in + "/" + escapePointer(p.name) }

// checkParameters checks path, query and headers, and fills the defaults into
// the query. Parameters that the operation does not have are refused like
// unknown fields: a filter with a slip in its name would show everything.
func checkParameters(c echo.Context, op *operation, query url.Values) []fault.Field {
	var wrong []fault.Field
	known := map[string]bool{}
	for _, p := range op.parameters {
		known[p.in+" "+p.name] = true
		values := p.sent(c, query)
		if f, ok := p.check(values); !ok {
			wrong = append(wrong, f)
		}
		if len(values) == 0 && p.in == "query" && p.schema.Default != nil {
			query.Set(p.name, fmt.Sprint(p.schema.Default))
		}
	}
	for name := range query {
		if !known["query "+name] {
			wrong = append(wrong, fault.Field{
				Pointer: "/query/" + escapePointer(strings.ToValidUTF8(name, "�")),
				Code:    string(fault.UnknownField),
				Detail:  "There is no such query parameter here; " + op.queryNames() + ".",
			})
		}
	}
	return wrong
}

func (op *operation) queryNames() string {
	var names []string
	for _, p := range op.parameters {
		if p.in == "query" {
			names = append(names, p.name)
		}
	}
	if len(names) == 0 {
		return "it takes none"
	}
	return "it takes " + strings.Join(names, ", ")
}

// sent is what was sent for the parameter.
func (p parameter) sent(c echo.Context, query url.Values) []string {
	switch p.in {
	case "query":
		return query[p.name]
	case "header":
		return c.Request().Header.Values(p.name)
	default:
		value := c.Param(p.name)
		if c.Request().URL.RawPath != "" {
			if plain, err := url.PathUnescape(value); err == nil {
				value = plain
			}
		}
		return []string{value}
	}
}

func (p parameter) check(values []string) (fault.Field, bool) {
	f := fault.Field{Pointer: p.pointer()}
	if len(values) == 0 {
		f.Code, f.Detail = "required", p.name+" is needed."
		return f, !p.required
	}
	if len(values) > 1 {
		f.Code, f.Detail = "repeated", "Send "+p.name+" only once."
		return f, false
	}
	if !utf8.ValidString(values[0]) || strings.ContainsRune(values[0], 0) {
		f.Code, f.Detail = "invalid_character", p.name+" has a character that cannot be stored; leave it out."
		return f, false
	}
	value, ok := p.parse(values[0])
	if !ok {
		f.Code, f.Detail = "wrong_type", p.name+" has to be "+demand(p.name, p.schema)+"."
		return f, false
	}
	if err := p.schema.VisitJSON(value, asRequest...); err != nil {
		return fieldsOf(p.pointer(), err)[0], false
	}
	return f, true
}

func (p parameter) parse(text string) (any, bool) {
	switch {
	case p.schema.Type.Is("integer"):
		n, err := strconv.ParseInt(text, 10, 64)
		return n, err == nil
	case p.schema.Type.Is("boolean"):
		return text == "true", text == "true" || text == "false"
	default:
		return text, true
	}
}
