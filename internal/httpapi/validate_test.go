package httpapi

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
)

func TestWhatIsWrongIsSaidFieldByField(t *testing.T) {
	t.Parallel()
	result := call{method: "PUT", path: gamePath(satelliteID, "/result"), key: scorerKey}
	entrant := call{method: "POST", path: "/v1/satellites/" + satelliteID + "/entrants", key: directorKey}
	tour := call{method: "POST", path: "/v1/tours", key: organiserKey}
	with := func(c call, body string) call { c.body = body; return c }
	get := func(path string) call { return call{method: "GET", path: path, key: organiserKey} }
	for name, row := range map[string]struct {
		call call
		want []string // pointer and code
	}{
		"out of range":           {with(result, `{"first_score": 2000, "second_score": -1000}`), []string{"/first_score out_of_range", "/second_score out_of_range"}},
		"a fraction":             {with(result, `{"first_score": 400.5}`), []string{"/first_score wrong_type"}},
		"text for a number":      {with(result, `{"first_score": "400"}`), []string{"/first_score wrong_type"}},
		"null":                   {with(result, `{"first_score": null}`), []string{"/first_score wrong_type"}},
		"far too large":          {with(result, `{"first_score": 1e400}`), []string{"/first_score wrong_type"}},
		"not in the list":        {with(result, `{"forfeit": "third"}`), []string{"/forfeit not_in_list"}},
		"unknown among others":   {with(result, `{"first_scores": 1, "second_score": "x"}`), []string{"/first_scores unknown_field", "/second_score wrong_type"}},
		"other letters":          {with(result, `{"First_Score": 1}`), []string{"/First_Score unknown_field"}},
		"a name with a slash":    {with(result, `{"a/b~c": 1}`), []string{"/a~1b~0c unknown_field"}},
		"twice":                  {with(result, `{"first_score": 400, "first_score": 401}`), []string{"/first_score repeated"}},
		"needed":                 {with(entrant, `{}`), []string{"/family_name required"}},
		"empty":                  {with(entrant, `{"family_name": ""}`), []string{"/family_name required"}},
		"too long":               {with(entrant, `{"family_name": "`+strings.Repeat("x", 81)+`"}`), []string{"/family_name too_long"}},
		"NUL":                    {with(entrant, `{"family_name": "a\u0000b"}`), []string{"/family_name invalid_character"}},
		"inside":                 {with(entrant, `{"family_name": "A", "fee": {"amount": -1, "currency": "usd", "x": 1}}`), []string{"/fee/amount out_of_range", "/fee/currency wrong_format", "/fee/x unknown_field"}},
		"an e-mail":              {with(entrant, `{"family_name": "A", "email": "none"}`), []string{"/email wrong_format"}},
		"a default is not null":  {with(entrant, `{"family_name": "A", "present": null}`), []string{"/present wrong_type"}},
		"a day there is not":     {with(tour, `{"slug": "a-b", "name": "A", "currency": "USD", "starts_on": "2026-02-30", "ends_on": "2026-3-1"}`), []string{"/ends_on wrong_format", "/starts_on wrong_format"}},
		"an item of a list":      {call{method: "PUT", path: "/v1/satellites/" + satelliteID + "/rounds/1/results", key: scorerKey, body: `{"results": [{"table": 1}, {"table": 0}]}`}, []string{"/results/1/table out_of_range"}},
		"a list that is empty":   {call{method: "PUT", path: "/v1/satellites/" + satelliteID + "/rounds/1/results", key: scorerKey, body: `{"results": []}`}, []string{"/results too_few"}},
		"not an object":          {with(result, `[]`), []string{" wrong_type"}},
		"nothing to change":      {call{method: "PATCH", path: "/v1/tours/spring", key: organiserKey, body: `{}`}, []string{" empty"}},
		"a malformed id":         {get("/v1/satellites/17/log"), []string{"/path/satellite_id wrong_format"}},
		"an id in braces":        {get("/v1/satellites/%7B" + satelliteID + "%7D"), []string{"/path/satellite_id wrong_format"}},
		"a round":                {get("/v1/satellites/" + satelliteID + "/rounds/41"), []string{"/path/round out_of_range"}},
		"a round that is no one": {get("/v1/satellites/" + satelliteID + "/rounds/one"), []string{"/path/round wrong_type"}},
		"a limit":                {get("/v1/tours?limit=201"), []string{"/query/limit out_of_range"}},
		"no limit":               {get("/v1/tours?limit="), []string{"/query/limit wrong_type"}},
		"two limits":             {get("/v1/tours?limit=1&limit=2"), []string{"/query/limit repeated"}},
		"a filter with a slip":   {get("/v1/satellites?staus=proposed"), []string{"/query/staus unknown_field"}},
		"a status":               {get("/v1/satellites?status=done&from=tomorrow&q=%00&to=%ff"), []string{"/query/from wrong_format", "/query/q invalid_character", "/query/status not_in_list", "/query/to invalid_character"}},
		"a boolean":              {get("/v1/carryover/dues?overdue=1"), []string{"/query/overdue wrong_type"}},
		"a header":               {call{method: "POST", path: openPath, key: directorKey, header: map[string]string{"Idempotency-Key": strings.Repeat("k", 201)}}, []string{"/header/Idempotency-Key too_long"}},
		"everything at once":     {call{method: "PUT", path: gamePath("17", "/result?x=1"), key: organiserKey, body: `{"first_score": 9999}`}, []string{"/first_score out_of_range", "/path/satellite_id wrong_format", "/query/x unknown_field"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			w := b.do(row.call)
			require.Equal(t, 400, w.Code, w.Body)
			p := problemOf(t, w)
			require.NotNil(t, p.Errors, w.Body)
			var got []string
			for _, e := range *p.Errors {
				got = append(got, e.Pointer+" "+e.Code)
				require.Regexp(t, `^[A-Za-z].*\.$`, e.Detail, "a sentence")
			}
			require.Equal(t, row.want, got)
			require.Zero(t, b.handlers.calls)
		})
	}
}

func TestSentencesSayWhatToDo(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for body, want := range map[string]string{
		`{"first_score": 2000}`:  "first_score has to be a whole number from -999 to 1999.",
		`{"forfeit": "x"}`:       "forfeit has to be one of first, second, both.",
		`{"first_scores": 1}`:    `There is no field "first_scores" here; there are first_penalty, first_score, forfeit, outcome, reason, second_penalty, second_score.`,
		`{"first_penalty": -1}`:  "first_penalty has to be a whole number from 0 to 999.",
		`{"first_score": null}`:  "first_score may not be null; it has to be a whole number from -999 to 1999.",
		`{"first_score": 400,}`:  "Line 1, column 21: invalid character '}' looking for beginning of object key string.",
		"{\n  \"ä\": é\n}":       "Line 2, column 8: invalid character 'Ã' looking for beginning of value.",
		`{"first_score": 400`:    "Line 1, column 20: unexpected end of JSON input.",
		"{\"reason\": \"\xff\"}": "Line 1, column 13: this is not UTF-8.",
		`{} {}`:                  "Line 1, column 4: invalid character '{' after top-level value.",
		deep(34):                 "Line 1, column 34: objects and lists are nested too deeply.",
	} {
		w := b.do(call{method: "PUT", path: gamePath(satelliteID, "/result"), key: scorerKey, body: body})
		require.Equal(t, want, problemOf(t, w).Detail)
	}
}

func deep(levels int) string { return strings.Repeat("[", levels) + strings.Repeat("]", levels) }

func TestTheHandlerGetsWhatWasChecked(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.do(call{method: "PUT", path: gamePath(satelliteID, "/result"), key: scorerKey, body: `{"first_score": 4e2, "second_score": 390.0}`, header: map[string]string{"If-Match": `"3", "4"`}})
	require.Equal(t, 200, w.Code, w.Body)
	request := b.handlers.request.(PutResultRequestObject)
	require.Equal(t, 400, *request.Body.FirstScore)
	require.Equal(t, 390, *request.Body.SecondScore)
	require.Nil(t, request.Body.Forfeit)
	require.Equal(t, `"3", "4"`, *request.Params.IfMatch)

	require.Equal(t, 200, b.do(call{method: "POST", path: openPath, key: directorKey}).Code)
	require.Equal(t, 200, b.do(call{method: "POST", path: openPath, key: directorKey, body: " \n"}).Code, "blanks are no body")
	require.Equal(t, 200, b.do(call{method: "POST", path: openPath, key: directorKey, body: "{}"}).Code)
	require.NotNil(t, b.handlers.request.(OpenRoundRequestObject).Body)

	require.Equal(t, 201, b.do(call{method: "POST", path: "/v1/satellites/" + satelliteID + "/entrants", key: directorKey, body: `{"family_name": "A"}`}).Code)
	require.True(t, *b.handlers.request.(CreateEntrantRequestObject).Body.Present, "defaults are filled in")

	require.Equal(t, 204, b.do(call{method: "DELETE", path: "/v1/keys/" + otherID, key: organiserKey, body: "{}"}).Code)
}

func TestTheHandlerGetsTheQueryWithItsDefaults(t *testing.T) {
	t.Parallel()
	b := setup(t)
	require.Equal(t, 200, b.do(call{method: "GET", path: "/v1/satellites?q=50%25+a%2Cb%26c&status=proposed", key: viewerKey}).Code)
	params := b.handlers.request.(ListSatellitesRequestObject).Params
	require.Equal(t, "50% a,b&c", *params.Q)
	require.Equal(t, "proposed", string(*params.Status))
	require.Equal(t, 50, *params.Limit)
	require.Nil(t, params.Cursor)
}

func TestDecodeJSONMakesWholeNumbersOfWholeNumbers(t *testing.T) {
	t.Parallel()
	value, wrong, err := decodeJSON([]byte(`[1, -0, 2.0, 3e1, 4.5, 9007199254740993, true, null, "x", {"a": {}}]`))
	require.NoError(t, err)
	require.Empty(t, wrong)
	require.Equal(t, []any{int64(1), int64(0), int64(2), int64(30), 4.5, int64(9007199254740993), true, nil, "x", map[string]any{"a": map[string]any{}}}, value)
}

// FuzzBody sends any body to operations with one: there is no panic, no 500, and
// what is not JSON never reaches a handler.
func FuzzBody(f *testing.F) {
	for _, seed := range []string{
		`{}`, `null`, `[]`, `{"first_score": 400, "second_score": 390}`, `{"first_score": 1e400}`, `{"a":{"a":{"a":[]}}}`,
		`{"tables": {"4": [[[1, 2], [3, 4]]]}, "rounds": [5], "name": "x"}`, `{"family_name": "\u0000\ud800"}`, "\xff", strings.Repeat("[", 20000),
		`{"family_name": "A", "fee": {"amount": 9223372036854775807, "currency": "USD"}}`,
	} {
		f.Add(seed)
	}
	_, operations := contract(f)
	var unfit error
	b := setup(f, func(o *Options) {
		o.RatePerSecond = 1e9
		o.ValidateResponses = func(err error) { unfit = err }
	})
	f.Fuzz(func(t *testing.T, body string) {
		for _, op := range operations {
			if op.json == nil {
				continue
			}
			value, wrong, err := checkBody(op, []byte(body))
			if err != nil {
				require.Equal(t, fault.MalformedJSON, fault.CodeOf(err))
			}
			if err == nil && len(wrong) == 0 && value != nil {
				require.True(t, json.Valid([]byte(body)))
			}
			for _, field := range wrong {
				require.NotEmpty(t, field.Code)
				require.NotEmpty(t, field.Detail)
			}
		}
		for _, c := range []call{
			{method: "PUT", path: gamePath(satelliteID, "/result"), key: scorerKey, body: body},
			{method: "POST", path: "/v1/directors", key: organiserKey, body: body, header: map[string]string{"Idempotency-Key": "k"}},
		} {
			b.log.Reset()
			require.Less(t, b.do(c).Code, 500)
			require.NoError(t, unfit)
		}
	})
}
