package client_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/internal/fault"
)

// pagedTours serves n tours in pages of two.
func pagedTours(t *testing.T, n int) (*client.Service, *int) {
	t.Helper()
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests++
		from, _ := strconv.Atoi(r.URL.Query().Get("cursor"))
		list := api.TourList{Items: []api.Tour{}}
		for i := from; i < min(n, from+2); i++ {
			list.Items = append(list.Items, api.Tour{Slug: "t" + strconv.Itoa(i)})
		}
		if from+2 < n {
			next := strconv.Itoa(from + 2)
			list.NextCursor = &next
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(list)
	}))
	t.Cleanup(server.Close)
	service, err := client.New(server.URL, "k")
	require.NoError(t, err)
	return service, &requests
}

func TestIteratorsGoOverAllPagesAndStopEarly(t *testing.T) {
	t.Parallel()
	service, requests := pagedTours(t, 5)
	tours, err := client.Collect(service.Tours(t.Context()))
	require.NoError(t, err)
	var slugs []string
	for _, tour := range tours {
		slugs = append(slugs, tour.Slug)
	}
	require.Equal(t, "t0 t1 t2 t3 t4", strings.Join(slugs, " "))
	require.Equal(t, 3, *requests)

	*requests = 0
	for tour, err := range service.Tours(t.Context()) {
		require.NoError(t, err)
		if tour.Slug == "t1" {
			break
		}
	}
	require.Equal(t, 1, *requests)

	none, _ := pagedTours(t, 0)
	tours, err = client.Collect(none.Tours(t.Context()))
	require.NoError(t, err)
	require.NotNil(t, tours)
	require.Empty(t, tours)
}

func TestIteratorEndsWithTheError(t *testing.T) {
	t.Parallel()
	b := setup(t, problem(403, "not_allowed", ""))
	count := 0
	for _, err := range b.service.Directors(t.Context(), "") {
		count++
		require.Equal(t, fault.NotAllowed, fault.CodeOf(err))
	}
	require.Equal(t, 1, count)
}

// The national list is read again when a new version came between two pages.
func TestQualifierListIsOfOneVersion(t *testing.T) {
	t.Parallel()
	row := func(n string) string {
		return `{"position":` + n + `,"name":"P` + n + `","best":{"ends_on":"2026-01-01"},"satellites":[]}`
	}
	page := func(version, rows, next string) reply {
		return reply{status: 200, body: `{"as_of":"2026-05-01T00:00:00Z","version":` + version + `,"items":[` + rows + `],"next_cursor":` + next + `}`}
	}
	b := setup(t, page("1", row("1"), `"c"`), page("2", row("2"), "null"), page("2", row("1"), `"c"`), page("2", row("2"), "null"))
	list, err := b.service.QualifierList(t.Context(), "t")
	require.NoError(t, err)
	require.Equal(t, int64(2), list.Version)
	require.Len(t, list.Items, 2)
	require.Nil(t, list.NextCursor)
}
