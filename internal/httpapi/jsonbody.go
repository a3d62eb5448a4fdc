package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nast-tour/nast/internal/fault"
)

// decodeJSON reads a body strictly: UTF-8, one value and nothing after it, no
// name twice in one object (which of the two would count?) and no character
// that cannot be stored. What is not JSON at all is fault.MalformedJSON with
// line and column; the rest is said by field.
func decodeJSON(body []byte) (any, []fault.Field, error) {
	if !utf8.Valid(body) {
		return nil, nil, malformed(body, firstInvalid(body), "this is not UTF-8")
	}
	var raw json.RawMessage
	if err := json.Unmarshal(body, &raw); err != nil {
		var syntax *json.SyntaxError
		if !errors.As(err, &syntax) {
			return nil, nil, malformed(body, 0, "this is not JSON")
		}
		at := int(syntax.Offset) - 1
		if strings.HasPrefix(syntax.Error(), "unexpected end") {
			at = len(body)
		}
		return nil, nil, malformed(body, at, syntax.Error())
	}
	r := reader{dec: json.NewDecoder(bytes.NewReader(body))}
	r.dec.UseNumber()
	value, err := r.value(nil)
	if errors.Is(err, errTooDeep) {
		return nil, nil, malformed(body, int(r.dec.InputOffset()), "objects and lists are nested too deeply")
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read a body that was JSON: %w", err)
	}
	return value, r.wrong, nil
}

func firstInvalid(body []byte) int {
	for i := 0; i < len(body); {
		r, size := utf8.DecodeRune(body[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(body)
}

// malformed names line and column, both from 1, of the byte at an offset.
func malformed(body []byte, at int, what string) error {
	before := body[:max(0, min(at, len(body)))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	e := fault.New(fault.MalformedJSON, "Line %d, column %d: %s.", line, column, what)
	return e.WithField(fmt.Sprintf("/line/%d/column/%d", line, column), string(fault.MalformedJSON), "%s", what)
}

// reader reads JSON that is known to be well-formed token by token, which is
// the only way to see a name that stands twice.
type reader struct {
	dec   *json.Decoder
	wrong []fault.Field
}

// deepest is more than the contract nests. Without a limit, naming the places
// of many errors in a deep body would cost more than reading it.
const deepest = 32

var errTooDeep = errors.New("nested too deeply")

func (r *reader) value(path []string) (any, error) {
	if len(path) > deepest {
		return nil, errTooDeep
	}
	token, err := r.dec.Token()
	if err != nil {
		return nil, err
	}
	switch token := token.(type) {
	case json.Delim:
		if token == '{' {
			return r.object(path)
		}
		return r.array(path)
	case json.Number:
		return plainNumber(token), nil
	case string:
		if strings.ContainsRune(token, 0) {
			r.add(path, "invalid_character", "has a character (NUL) that cannot be stored; leave it out")
		}
		return token, nil
	default:
		return token, nil
	}
}

func (r *reader) object(path []string) (any, error) {
	object := map[string]any{}
	for r.dec.More() {
		token, err := r.dec.Token()
		if err != nil {
			return nil, err
		}
		name, _ := token.(string)
		here := append(path, name)
		if _, twice := object[name]; twice {
			r.add(here, "repeated", "stands twice in the same object; send it once")
		}
		if object[name], err = r.value(here); err != nil {
			return nil, err
		}
	}
	_, err := r.dec.Token()
	return object, err
}

func (r *reader) array(path []string) (any, error) {
	array := []any{}
	for r.dec.More() {
		item, err := r.value(append(path, strconv.Itoa(len(array))))
		if err != nil {
			return nil, err
		}
		array = append(array, item)
	}
	_, err := r.dec.Token()
	return array, err
}

// mostFields is how many errors are reported; who sends more has sent
// something else altogether.
const mostFields = 100

func (r *reader) add(path []string, code, what string) {
	if len(r.wrong) < mostFields {
		pointer := pointerOf(path)
		r.wrong = append(r.wrong, fault.Field{Pointer: pointer, Code: code, Detail: nameOf(pointer) + " " + what + "."})
	}
}

// plainNumber makes an int64 of every whole number that is exact, however it is
// written (400, 400.0, 4e2), so that what the contract takes for an integer
// fits the type that is generated for it.
func plainNumber(n json.Number) any {
	if whole, err := n.Int64(); err == nil {
		return whole
	}
	f, err := n.Float64()
	if err != nil {
		return n
	}
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return int64(f)
	}
	return f
}
