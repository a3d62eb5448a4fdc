package app_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// refusal is a request that has to be refused, and how.
type refusal struct {
	name    string
	call    call
	status  int
	code    string
	pointer string // of the first field, "" where there is none
	says    string // part of the detail
}

// Every bad input is refused with a problem that names what is wrong, and leaves
// no trace in any table.
func TestBadInputIsRefusedWithoutATrace(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	g := f.stage(f.a.key)
	odd := g.started("Odd", 5, 6) // with a bye in round 1
	var bye uuid.UUID
	for _, game := range g.round(odd.ID, 1).Games {
		if game.Second == nil {
			bye = game.ID
		}
	}
	three := g.register("Three", 6).ID
	g.sanction(three)
	g.enter(three, 3, "Three")
	gap := g.started("Gap", 8, 6).ID // round 4 with the result of one table missing
	g.play(gap, 1, 3)
	some := lines(g.round(gap, 4))[:3]
	missing := *lines(g.round(gap, 4))[3].Table
	require.Equal(t, 4, missing)
	ok[api.Round](t)(client.OK(g.director.PutRoundResultsWithResponse(t.Context(), gap, 4, api.RoundResults{Results: some})))
	numbered := f.a.satellites[proposed].id
	ok[api.Entrant](t)(client.Created(g.director.CreateEntrantWithResponse(t.Context(), numbered, nil, api.EntrantCreate{
		FamilyName: "Twice", AssociationID: ptr("AB123"),
	})))

	path := func(id uuid.UUID, rest string) string { return "/v1/satellites/" + id.String() + rest }
	as := func(method, path string, body any) call {
		return call{key: f.a.key, method: method, path: path, body: body}
	}
	post := func(path string, body any) call { return as(http.MethodPost, path, body) }
	put := func(path string, body any) call { return as(http.MethodPut, path, body) }
	enter := func(body string) call { return post(path(numbered, "/entrants"), body) }
	result := path(f.a.satellites[fresh].id, "/games/"+f.a.satellites[fresh].games[0].String()+"/result")
	round := path(f.a.satellites[fresh].id, "/rounds/1/results")
	stranger := enter(`{"family_name": "Smith"}`)
	stranger.key = "nast_AAAAAAAA_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

	rows := newRecords(t, f.database)
	before := rows.all()
	for _, r := range []refusal{
		{"unknown field", enter(`{"family_name": "Smith", "raiting": 1500}`), 400, "unknown_field", "/raiting", "raiting"},
		{"unknown field deeper", post("/v1/satellites", strings.Replace(registrationJSON(t), `"city"`, `"town": "x", "city"`, 1)), 400, "unknown_field", "/venue/town", "town"},
		{"unknown query parameter", as(http.MethodGet, "/v1/satellites?statsu=proposed", nil), 400, "unknown_field", "/query/statsu", ""},
		{"empty name", enter(`{"family_name": ""}`), 400, "invalid_request", "/family_name", "empty"},
		{"blank name", enter(`{"family_name": " \t "}`), 400, "invalid_request", "/family_name", ""},
		{"no name", enter(`{}`), 400, "invalid_request", "/family_name", "needed"},
		{"empty name of a satellite", post("/v1/satellites", strings.Replace(registrationJSON(t), `"name":"Duluth"`, `"name":""`, 1)), 400, "invalid_request", "/name", ""},
		{"rating -1", enter(`{"family_name": "Smith", "rating": -1}`), 400, "invalid_request", "/rating", "from 0 to 4000"},
		{"rating 5000", enter(`{"family_name": "Smith", "rating": 5000}`), 400, "invalid_request", "/rating", "from 0 to 4000"},
		{"rating in words", enter(`{"family_name": "Smith", "rating": "high"}`), 400, "invalid_request", "/rating", "whole number"},
		{"no JSON", enter(`{"family_name": "Smith"`), 400, "malformed_json", "/line/1/column/24", ""},
		{"the same field twice", enter(`{"family_name": "Smith", "family_name": "Jones"}`), 400, "invalid_request", "/family_name", "twice"},
		{"the same association number", enter(`{"family_name": "Again", "association_id": " ab123 "}`), 409, "duplicate_entrant", "/association_id", "AB123"},
		{"the same association number in a file", call{
			key: f.a.key, method: http.MethodPost, path: path(numbered, "/entrants/import"), header: map[string]string{"Content-Type": "text/csv"},
			body: "family_name,association_id\nGood,ZZ1\nAgain,ab123\n",
		}, 400, "import_refused", "/line/3/column/7", "Nothing was stored"},

		{"result of a bye", put(path(odd.ID, "/games/"+bye.String()+"/result"), api.Result{FirstScore: ptr(400), SecondScore: ptr(300)}), 409, "not_a_game", "", "no opponent"},
		{"results of an unpaired round", put(path(gap, "/rounds/5/results"), `{"results": [{"table": 1, "first_score": 400, "second_score": 300}]}`), 409, "round_not_paired", "", "Round 5"},
		{"results before the start", put(path(three, "/rounds/1/results"), `{"results": [{"table": 1, "first_score": 400, "second_score": 300}]}`), 409, "round_not_paired", "", "start"},
		{"results of a round that is none", put(path(gap, "/rounds/7/results"), `{"results": [{"table": 1, "first_score": 400, "second_score": 300}]}`), 404, "round_unknown", "", "1 to 6"},
		{"one score", put(result, `{"first_score": 400}`), 400, "invalid_request", "/second_score", ""},
		{"no score", put(result, `{}`), 400, "invalid_request", "/first_score", ""},
		{"a score in letters", put(result, `{"first_score": "4OO", "second_score": 300}`), 400, "invalid_request", "/first_score", "whole number"},
		{"half a point", put(result, `{"first_score": 400.5, "second_score": 300}`), 400, "invalid_request", "/first_score", "whole number"},
		{"a score of 2000", put(result, `{"first_score": 2000, "second_score": 300}`), 400, "invalid_request", "/first_score", "1999"},
		{"scores and a forfeit", put(result, `{"first_score": 400, "second_score": 300, "forfeit": "first"}`), 400, "invalid_request", "/forfeit", ""},
		{"a good and a bad slip", put(round, `{"results": [{"table": 1, "first_score": 400, "second_score": 300}, {"table": 2, "first_score": 400}]}`), 400, "invalid_request", "/results/1/second_score", "Nothing was stored"},
		{"a table that is none", put(round, `{"results": [{"table": 1, "first_score": 400, "second_score": 300}, {"table": 9, "first_score": 400, "second_score": 300}]}`), 400, "invalid_request", "/results/1/table", ""},
		{"a table twice", put(round, `{"results": [{"table": 1, "first_score": 400, "second_score": 300}, {"table": 1, "first_score": 401, "second_score": 300}]}`), 400, "invalid_request", "/results/1", ""},

		{"start with 3 players", post(path(three, "/start"), nil), 409, "too_few_players", "", "at least 4"},
		{"start before the sanction", post(path(numbered, "/start"), nil), 409, "wrong_status", "", "sanctioned"},
		{"pair round 5 with a result missing", post(path(gap, "/rounds/5/pair"), nil), 409, "results_missing", "/rounds/4/tables/4", "table 4"},
		{"pair round 6 before round 5", post(path(gap, "/rounds/6/pair"), nil), 409, "round_not_paired", "", "Round 5 comes next"},
		{"finish early without a reason", post(path(gap, "/finish"), nil), 400, "reason_required", "/reason", "3 of 6"},
		{"finish early with a blank reason", post(path(gap, "/finish"), `{"reason": "  "}`), 400, "reason_required", "/reason", ""},
		{"finish after a round that is not complete", post(path(gap, "/finish"), `{"after_round": 4, "reason": "power cut"}`), 409, "results_missing", "/rounds/4/tables/4", "table 4"},
		{"report with results missing", post(path(gap, "/report"), nil), 409, "results_missing", "/rounds/4/tables/4", "round 4: table 4"},
		{"take back a start with results in", post(path(gap, "/unstart"), nil), 409, "results_exist", "", ""},
		{"correct a reported result", put(path(f.a.satellites[reported].id, "/games/"+f.a.satellites[reported].games[0].String()+"/result"), `{"first_score": 1, "second_score": 2}`), 409, "wrong_status", "", "reopen"},

		{"another tenant's satellite", post(path(f.b.satellites[proposed].id, "/entrants"), `{"family_name": "Smith"}`), 404, "not_found", "", "no such satellite"},
		{"a wrong key", stranger, 401, "key_invalid", "", ""},
		{"a body of 2 MiB", enter(`{"family_name": "` + strings.Repeat("x", 2<<20) + `"}`), 413, "body_too_large", "", "1 MiB"},
		{"a file of 9 MiB", call{
			key: f.a.key, method: http.MethodPost, path: path(numbered, "/entrants/import"), header: map[string]string{"Content-Type": "text/csv"},
			body: "family_name\n" + strings.Repeat("Smith\n", 9<<20/6),
		}, 413, "body_too_large", "", "8 MiB"},
		{"a wrong method", as(http.MethodDelete, path(numbered, ""), nil), 405, "method_not_allowed", "", "GET, HEAD, PATCH"},
		{"a wrong method of a fixed path", as(http.MethodGet, path(numbered, "/entrants/import"), nil), 405, "method_not_allowed", "", "POST"},
		{"no such path", as(http.MethodGet, "/v1/satelites", nil), 404, "route_not_found", "", "/docs"},
		{"a form instead of JSON", call{
			key: f.a.key, method: http.MethodPost, path: path(numbered, "/entrants"), header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"},
			body: "family_name=Smith",
		}, 415, "unsupported_media_type", "", "application/json"},
		{"a picture instead of a roster", call{
			key: f.a.key, method: http.MethodPost, path: path(numbered, "/entrants/import"), header: map[string]string{"Content-Type": "image/png"},
			body: "\x89PNG",
		}, 415, "unsupported_media_type", "", "text/csv"},
	} {
		t.Run(r.name, func(t *testing.T) {
			got := send(t, f.url, r.call)
			require.Equal(t, r.status, got.status, "%s", got.body)
			p := got.problem(t)
			require.EqualValues(t, r.code, p.Code)
			require.Equal(t, "/docs#error-"+r.code, p.Type)
			if r.pointer != "" {
				require.NotNil(t, p.Errors, "%s", got.body)
				require.Equal(t, r.pointer, (*p.Errors)[0].Pointer, "%s", got.body)
				require.NotEmpty(t, (*p.Errors)[0].Detail)
			}
			require.Contains(t, p.Detail, r.says)
			requireSameRows(t, before, rows.all(), "it left a trace")
		})
	}
}

func registrationJSON(t *testing.T) string {
	t.Helper()
	return `{"tour":"` + slug + `","name":"Duluth","starts_on":"2026-03-14","time_zone":"America/Chicago",` +
		`"entry_fee":{"amount":3000,"currency":"USD"},"venue":{"name":"Hall","city":"Duluth","region":"MN","country":"US"}}`
}

// All that is wrong is said at once, each at its place.
func TestEverythingThatIsWrongIsSaidAtOnce(t *testing.T) {
	t.Parallel()
	s := newService(t)
	makeTour(t, s.organiser, slug)
	d := makeDirector(t, s.organiser, "Ann Director")
	got := s.send(call{key: d.APIKey, method: http.MethodPost, path: "/v1/satellites", body: `{"tour":"` + slug + `","name":"","venue":{"name":"Hall","city":"","region":"","country":"US"},
		"starts_on":"14 March","time_zone":"America/Chicago","entry_fee":{"amount":-1,"currency":"usd"}}`})
	require.Equal(t, http.StatusBadRequest, got.status)
	var pointers []string
	for _, field := range *got.problem(t).Errors {
		pointers = append(pointers, field.Pointer)
	}
	require.Equal(t, []string{"/entry_fee/amount", "/entry_fee/currency", "/name", "/starts_on", "/venue/city"}, pointers)
}
