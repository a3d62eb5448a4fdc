package httpapi

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestGetAnswersNotModified(t *testing.T) {
	t.Parallel()
	b := setup(t)
	path := gamePath(satelliteID, "")
	require.Equal(t, `"3"`, b.do(call{method: "GET", path: path, key: scorerKey}).Header().Get("ETag"), "the handler's own")
	for sent, status := range map[string]int{
		`"3"`:             304,
		`W/"3"`:           304, // the comparison is weak
		`"2", "3"`:        304,
		`"2" , W/"3","9"`: 304,
		`*`:               304,
		`"2"`:             200,
		`"2", "33"`:       200,
		`"3`:              200,
		``:                200,
	} {
		w := b.do(call{method: "GET", path: path, key: scorerKey, header: map[string]string{"If-None-Match": sent}})
		require.Equal(t, status, w.Code, sent)
		require.Equal(t, `"3"`, w.Header().Get("ETag"))
		if status == 304 {
			require.Empty(t, w.Body.String())
			require.Empty(t, w.Header().Get("Content-Type"))
			require.NotEmpty(t, w.Header().Get("X-Request-Id"))
			require.Equal(t, "private, no-cache", w.Header().Get("Cache-Control"))
		}
	}
}

func TestGetWithoutAVersionHasTheHashOfItsBody(t *testing.T) {
	t.Parallel()
	b := setup(t)
	first := b.do(call{method: "GET", path: "/v1/me", key: viewerKey})
	require.Regexp(t, `^"[A-Za-z0-9_-]{22}"$`, first.Header().Get("ETag"))
	require.Equal(t, first.Header().Get("ETag"), b.do(call{method: "GET", path: "/v1/me", key: viewerKey}).Header().Get("ETag"))
	require.NotEqual(t, first.Header().Get("ETag"), b.do(call{method: "GET", path: "/v1/me", key: directorKey}).Header().Get("ETag"))
}

func TestOnlyReadsAreNotModified(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.do(call{method: "PUT", path: gamePath(satelliteID, "/result"), key: scorerKey, body: `{}`, header: map[string]string{"If-None-Match": "*"}})
	require.Equal(t, 200, w.Code)
	require.Equal(t, 401, b.do(call{method: "GET", path: "/v1/me", header: map[string]string{"If-None-Match": "*"}}).Code)
}

func TestIfMatch(t *testing.T) {
	t.Parallel()
	header := func(s string) *string { return &s }
	for _, row := range []struct {
		header   *string
		versions []int64
		any      bool
		wrong    bool
	}{
		{nil, nil, true, false},
		{header("*"), nil, true, false},
		{header(`"7"`), []int64{7}, false, false},
		{header(`7`), []int64{7}, false, false},
		{header(`"7", "8"`), []int64{7, 8}, false, false},
		{header(`"x", "8"`), []int64{8}, false, false},
		{header(`"x"`), []int64{}, false, false},
		{header(`W/"7"`), []int64{}, false, false}, // never, being weak
		{header(``), []int64{}, false, false},
		{header(`"7`), nil, false, true},
		{header(`"7" "8"`), nil, false, true},
	} {
		versions, any, err := ifMatch(row.header)
		if row.wrong {
			require.ErrorContains(t, err, "invalid_request")
			continue
		}
		require.NoError(t, err)
		require.Equal(t, row.any, any)
		require.Equal(t, row.versions, versions)
	}
}

func TestACursorIsOpaqueAndBoundToItsOperation(t *testing.T) {
	t.Parallel()
	type place struct {
		Name string `json:"name"`
		N    int64  `json:"n"`
	}
	of := func(id string) context.Context {
		return context.WithValue(context.Background(), exchangeKey{}, &exchange{operation: &operation{id: id}})
	}
	want := place{"Müller, Ö.", 1 << 60}
	c, err := encodeCursor(of("listTours"), want)
	require.NoError(t, err)
	require.Regexp(t, `^[A-Za-z0-9_-]+$`, c)
	got, err := decodeCursor[place](of("listTours"), &c)
	require.NoError(t, err)
	require.Equal(t, want, *got)

	none, err := decodeCursor[place](of("listTours"), nil)
	require.NoError(t, err)
	require.Nil(t, none)

	_, err = decodeCursor[place](of("listSatellites"), &c)
	require.ErrorContains(t, err, "invalid_request")
	for _, bad := range []string{"x", "%%%", c[:len(c)-3], c + "AAAA"} {
		_, err = decodeCursor[place](of("listTours"), &bad)
		require.ErrorContains(t, err, "invalid_request", bad)
	}
	type other struct {
		Date string `json:"date"`
	}
	_, err = decodeCursor[other](of("listTours"), &c)
	require.Error(t, err)
}
