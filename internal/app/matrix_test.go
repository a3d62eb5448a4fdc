package app_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
)

// asker is who makes a request: a key, and what the table of permissions and
// ownership know of it.
type asker struct {
	name   string
	header string    // Authorization, "" for none
	refuse string    // the code with which the key itself is refused
	role   auth.Role // of a key that counts
	tenant uuid.UUID // of a director or scorer
	only   uuid.UUID // the one satellite of a scorer
}

// askers are all who ask for an operation: a scorer of the satellite that the
// operation is about, and one of another of the same director.
func (f *fixture) askers(op operation) []asker {
	bearer := func(key string) string { return "Bearer " + key }
	here, elsewhere := op.at, reported
	if here == "" {
		here = playing
	}
	return []asker{
		{name: "no key", refuse: "key_missing"},
		{name: "no bearer", header: "Basic b3JnYW5pc2VyOng=", refuse: "key_missing"},
		{name: "malformed key", header: bearer("no key of ours"), refuse: "key_invalid"},
		{name: "revoked key", header: bearer(f.revoked), refuse: "key_invalid"},
		{name: "expired key", header: bearer(f.expired), refuse: "key_invalid"},
		{name: "viewer", header: bearer(f.viewer), role: auth.Viewer},
		{name: "director A", header: bearer(f.a.key), role: auth.Director, tenant: f.a.tenant},
		{name: "director B", header: bearer(f.b.key), role: auth.Director, tenant: f.b.tenant},
		{name: "treasurer", header: bearer(f.treasurer), role: auth.Treasurer},
		{name: "organiser", header: bearer(organiserKey), role: auth.Organiser},
		{name: "scorer", header: bearer(f.scorers[here]), role: auth.Scorer, tenant: f.a.tenant, only: f.a.satellites[here].id},
		{name: "scorer elsewhere", header: bearer(f.scorers[elsewhere]), role: auth.Scorer, tenant: f.a.tenant, only: f.a.satellites[elsewhere].id},
	}
}

// target is what is asked for.
type target struct {
	name   string
	values map[string]string
	owner  uuid.UUID // whose it is; nil where it belongs to nobody or does not exist
	status int       // for whoever may call the operation and owns it
	code   string    // of the problem
	param  string    // the parameter that is wrong or foreign
}

// targets are everything that an operation can be pointed at: what A and what B
// owns, what does not exist, what is no id, and a parent with another's child.
func (f *fixture) targets(op operation) []target {
	all := []target{{name: "of A", values: op.values(f.a), owner: f.a.tenant, status: op.success}}
	if len(op.ids) > 0 {
		all[0].param = op.ids[0]
		all = append(all, target{name: "of B", values: op.values(f.b), owner: f.b.tenant, status: op.success, param: op.ids[0]})
	} else {
		all[0].owner = uuid.Nil // the tour's, or whatever the asker himself has
	}
	wrong := func(name, param, value string, status int, code fault.Code, base holding) {
		values := maps.Clone(op.values(base))
		values[param] = value
		all = append(all, target{name: name + " " + param, values: values, owner: base.tenant, status: status, code: string(code), param: param})
	}
	for i, id := range op.ids {
		for _, h := range []holding{f.a, f.b} {
			wrong("random", id, uuid.NewString(), http.StatusNotFound, fault.ResourceNotFound, h)
			wrong("malformed", id, "not-an-id", http.StatusBadRequest, fault.InvalidRequest, h)
		}
		if i > 0 {
			wrong("A's parent with B's", id, op.values(f.b)[id], http.StatusNotFound, fault.ResourceNotFound, f.a)
			wrong("B's parent with A's", id, op.values(f.a)[id], http.StatusNotFound, fault.ResourceNotFound, f.b)
		}
	}
	if op.has("slug") {
		wrong("unknown", "slug", "nowhere", http.StatusNotFound, fault.ResourceNotFound, f.a)
		wrong("malformed", "slug", "x", http.StatusBadRequest, fault.InvalidRequest, f.a)
	}
	if op.has("round") {
		wrong("unknown", "round", "20", http.StatusNotFound, fault.RoundUnknown, f.a)
		wrong("malformed", "round", "one", http.StatusBadRequest, fault.InvalidRequest, f.a)
	}
	return all
}

// verdict is what the table of permissions and ownership say to a request.
func (a asker) verdict(op operation, at target) (status int, code string) {
	rule := auth.Permissions[op.id]
	switch {
	case rule.Public:
		return at.status, at.code
	case a.refuse != "":
		return http.StatusUnauthorized, a.refuse
	case !rule.Allows(a.role):
		return http.StatusForbidden, string(fault.NotAllowed)
	case at.param == parent(op) && at.status == http.StatusBadRequest:
		return at.status, at.code
	case a.only != uuid.Nil && a.foreign(op, at): // before the rest of the request is looked at
		return http.StatusNotFound, string(fault.ResourceNotFound)
	case at.status == http.StatusBadRequest:
		return at.status, at.code
	case a.foreign(op, at):
		return http.StatusNotFound, string(fault.ResourceNotFound)
	}
	return at.status, at.code
}

// parent is the first id in the path of an operation, "" where there is none.
func parent(op operation) string {
	if len(op.ids) == 0 {
		return ""
	}
	return op.ids[0]
}

// foreign says whether the parent belongs to another director, or is another
// satellite than the scorer's.
func (a asker) foreign(op operation, at target) bool {
	switch {
	case parent(op) == "":
		return false
	case a.only != uuid.Nil && op.has("satellite_id"):
		return at.values["satellite_id"] != a.only.String()
	case a.role == auth.Director:
		return at.owner != a.tenant
	}
	return false
}

// Every operation, asked by everybody for everything, answers what the table of
// permissions and ownership say; a refusal changes nothing, a success nothing
// of another director's, and another's looks the same as what does not exist.
func TestAccessMatrix(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	rows := newRecords(t, f.database)
	rows.keep()
	untouched := rows.all()
	for _, op := range operations(t) {
		if op.has("code") || op.has("token") || op.id == "takeStripeEvent" {
			continue // a code, a link or a signature is a key of its own: whoever has it may
		}
		t.Run(op.id, func(t *testing.T) {
			hidden := map[string]string{} // by asker and parameter, how "not there" looks
			for _, at := range f.targets(op) {
				for _, who := range f.askers(op) {
					status, code := who.verdict(op, at)
					c := op.by(who.role, at.values)
					if who.header != "" {
						c.header["Authorization"] = who.header
					}
					got := send(t, f.url, c)
					require.Equal(t, status, got.status, "%s, %s: %s", who.name, at.name, got.body)
					if status >= 300 {
						p := got.problem(t)
						require.Equal(t, code, string(p.Code), "%s, %s", who.name, at.name)
						if status == http.StatusBadRequest {
							require.NotNil(t, p.Errors)
							require.Equal(t, "/path/"+at.param, (*p.Errors)[0].Pointer)
						}
					}
					if status == http.StatusNotFound && code == string(fault.ResourceNotFound) {
						requireSame(t, hidden, who.name+" "+who.hidden(op, at), got.body)
					}
					if status < 300 && op.writes() {
						requireOthersUntouched(t, f, op, rows.all(), untouched, who, at)
						rows.restore()
					}
				}
			}
			requireSameRows(t, untouched, rows.all(), "a refused or a reading request changed something")
		})
	}
}

// hidden is the parameter that an asker is told points nowhere: all that hangs
// on another's parent is as far away as the parent.
func (a asker) hidden(op operation, at target) string {
	if a.foreign(op, at) {
		return parent(op)
	}
	return at.param
}

// requireSame wants answers of one kind to be the same but for the request id.
func requireSame(t *testing.T, seen map[string]string, kind string, body []byte) {
	t.Helper()
	var members map[string]any
	require.NoError(t, json.Unmarshal(body, &members))
	delete(members, "request_id")
	bare, err := json.Marshal(members)
	require.NoError(t, err)
	if before, there := seen[kind]; there {
		require.Equal(t, before, string(bare), kind)
	}
	seen[kind] = string(bare)
}

// requireOthersUntouched wants a successful write to leave the rows of every
// director alone whose it was not about. An erasure empties what is kept for
// idempotency keys, of everybody: it may name the person (R8.2).
func requireOthersUntouched(t *testing.T, f *fixture, op operation, now, before []record, who asker, at target) {
	t.Helper()
	if op.id == "erasePlayer" {
		answers := func(r record) bool { return r.table == "public.idempotency_keys" }
		now, before = slices.DeleteFunc(slices.Clone(now), answers), slices.DeleteFunc(slices.Clone(before), answers)
	}
	about := at.owner
	if about == uuid.Nil {
		about = who.tenant
	}
	for _, h := range []holding{f.a, f.b} {
		if h.tenant != about {
			requireSameRows(t, of(before, h.tenant), of(now, h.tenant), "%s, %s: rows of %s", who.name, at.name, h.mark)
		}
	}
}

// What a request names in its query or body is hidden just the same.
func TestForeignReferencesInQueryAndBody(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	rows := newRecords(t, f.database)
	before := rows.all()
	for _, path := range []string{"/v1/satellites", "/v1/carryover/dues", "/v1/carryover/payments"} {
		foreign := f.send(call{key: f.a.key, method: "GET", path: path + "?director_id=" + f.b.tenant.String()})
		random := f.send(call{key: f.a.key, method: "GET", path: path + "?director_id=" + uuid.NewString()})
		require.Equal(t, http.StatusOK, foreign.status)
		require.Equal(t, string(random.body), string(foreign.body))
		all := f.send(call{key: f.a.key, method: "GET", path: path})
		require.Contains(t, string(all.body), f.a.mark)
		require.NotContains(t, string(all.body), f.b.mark)
	}
	bodies := map[string]string{}
	for name, id := range map[string]uuid.UUID{"another's": f.b.tenant, "nobody's": uuid.New()} {
		body := registration("Elsewhere", 6)
		body.DirectorID = &id
		got := f.send(call{key: f.a.key, method: "POST", path: "/v1/satellites", body: body})
		require.Equal(t, http.StatusBadRequest, got.status, name)
		require.Equal(t, "/director_id", (*got.problem(t).Errors)[0].Pointer)
		requireSame(t, bodies, "director_id", got.body)
		path := "/v1/satellites/" + f.a.satellites[played].id.String() + "/report/decisions"
		order := map[string]any{"reason": "lot", "seat_order": []uuid.UUID{id}}
		if name == "another's" {
			order["seat_order"] = f.b.satellites[played].entrants[:1]
		}
		got = f.send(call{key: f.a.key, method: "PUT", path: path, body: order})
		require.Equal(t, http.StatusBadRequest, got.status, name)
		require.Equal(t, "/seat_order/0", (*got.problem(t).Errors)[0].Pointer)
		requireSame(t, bodies, "seat_order", got.body)
	}
	requireSameRows(t, before, rows.all(), "refused requests left a trace")
}
