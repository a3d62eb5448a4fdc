package stripefake

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// remembered is how long the API lists events.
const remembered = 30 * 24 * time.Hour

// list shows one page of a kind, newest first.
func (f *Fake) list(of resource, query url.Values) answer {
	size := 10
	if text := query.Get("limit"); text != "" {
		size, _ = strconv.Atoi(text)
	}
	if size < 1 || size > 100 {
		return refused(invalid("limit", "parameter_invalid_integer", "The limit is 1 to 100."))
	}
	size = min(size, f.config.PageSize)
	after, begun := query.Get("starting_after"), query.Get("starting_after") == ""
	data, more := []any{}, false
	for _, id := range slices.Backward(f.kinds[of.kind]) {
		if !begun {
			begun = id == after
			continue
		}
		shown := f.things[id].show(f.now)
		if !f.asked(f.things[id], shown, query) {
			continue
		}
		if len(data) == size {
			more = true
			break
		}
		data = append(data, shown)
	}
	if !begun {
		return refused(unknown(of.kind, after))
	}
	page := object{"object": "list", "url": "/v1/" + of.path, "has_more": more, "data": data}
	return said(f.expanded(page, query))
}

// asked says whether a query asks for an object.
func (f *Fake) asked(t thing, shown object, query url.Values) bool {
	created := shown["created"].(int64)
	if _, ok := t.(*event); ok && created < f.now.Add(-remembered).Unix() {
		return false
	}
	if text := query.Get("created[gte]"); text != "" {
		if since, _ := strconv.ParseInt(text, 10, 64); created < since {
			return false
		}
	}
	if types := indexed(query, "types"); len(types) > 0 {
		if what, _ := shown["type"].(string); !slices.Contains(types, what) {
			return false
		}
	}
	if id := query.Get("payout"); id != "" {
		if b, ok := t.(*transaction); !ok || b.payout == nil || b.payout.id != id {
			return false
		}
	}
	for _, name := range []string{"payment_intent", "charge", "status", "source", "type"} {
		if want := query.Get(name); want != "" && shown[name] != want {
			return false
		}
	}
	return true
}

// indexed gives the values of name[0], name[1] and so on, in no order.
func indexed(query url.Values, name string) []string {
	var found []string
	for key, values := range query {
		if strings.HasPrefix(key, name+"[") {
			found = append(found, values...)
		}
	}
	return found
}

// fields gives the values of name[key] by their keys.
func fields(query url.Values, name string) map[string]string {
	found := map[string]string{}
	for key := range query {
		if field, ok := strings.CutPrefix(key, name+"["); ok {
			found[strings.TrimSuffix(field, "]")] = query.Get(key)
		}
	}
	return found
}

// expanded puts objects in the place of their ids, where the query says expand.
func (f *Fake) expanded(shown object, query url.Values) object {
	for _, path := range indexed(query, "expand") {
		f.expand(shown, strings.Split(path, "."))
	}
	return shown
}

func (f *Fake) expand(shown object, path []string) {
	if len(path) == 0 {
		return
	}
	switch value := shown[path[0]].(type) {
	case string:
		if found, ok := f.things[value]; ok {
			inner := found.show(f.now)
			f.expand(inner, path[1:])
			shown[path[0]] = inner
		}
	case object:
		f.expand(value, path[1:])
	case []any:
		for _, item := range value {
			f.expand(item.(object), path[1:])
		}
	}
}

// refusal is an error of the API.
type refusal struct {
	status                     int
	kind, code, param, message string
}

func (r *refusal) Error() string { return "stripefake: " + r.message }

var notFound = refusal{http.StatusNotFound, "invalid_request_error", "", "", "Unrecognized request URL, or one that the fake does not know."}

func invalid(param, code, message string) *refusal {
	return &refusal{http.StatusBadRequest, "invalid_request_error", code, param, message}
}

func missing(param string) *refusal {
	return invalid(param, "parameter_missing", "Missing required param: "+param+".")
}

func unknown(kind, id string) *refusal {
	return &refusal{http.StatusNotFound, "invalid_request_error", "resource_missing", "id", "No such " + kind + ": '" + id + "'"}
}

// refused is the answer that tells of a refusal.
func refused(r *refusal) answer {
	answer := said(object{"error": object{"type": r.kind, "code": r.code, "param": r.param, "message": r.message}})
	answer.status = r.status
	return answer
}
