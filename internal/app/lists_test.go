package app_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/client"
)

// page is what every list has.
type page struct {
	Items []json.RawMessage `json:"items"`
	Next  *string           `json:"next_cursor"`
}

func (s *service) page(t testing.TB, key, path string) page {
	t.Helper()
	return read[page](t, s.send(call{key: key, method: http.MethodGet, path: path}))
}

func with(path, query string) string {
	if strings.Contains(path, "?") {
		return path + "&" + query
	}
	return path + "?" + query
}

// Every list, walked in pages of any size, shows each item once and in the same
// order; a cursor of another list, or a made-up one, is refused.
func TestListsShowEachItemOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.work()
	eventually(t, "the check that mends the seats the fixture has spoiled", func() bool {
		changes, err := client.OK(f.organiser.ListDifferencesWithResponse(t.Context(), slug, nil))
		return err == nil && len(changes.Items) == 2
	})
	satellite := "/v1/satellites/" + f.a.satellites[playing].id.String()
	type list struct {
		operation, path string
		count           int
	}
	lists := []list{
		{"listDirectors", "/v1/directors", 2},
		{"listDirectors", "/v1/directors?q=mark", 2},
		{"listKeys", "/v1/directors/" + f.a.tenant.String() + "/keys", 11},
		{"listAudit", "/v1/audit?act=tour.create", 4},
		{"listTours", "/v1/tours", 4},
		{"listSatellites", "/v1/satellites", 15},
		{"listSatellites", "/v1/satellites?director_id=" + f.b.tenant.String(), 7},
		{"listSatellites", "/v1/satellites?status=in_play&tour=" + slug, 6},
		{"listEntrants", satellite + "/entrants", 4},
		{"listRounds", satellite + "/rounds", 4},
		{"listCodes", satellite + "/rounds/1/codes", 4},
		{"listLog", satellite + "/log", 8},
		{"listDues", "/v1/carryover/dues", 2},
		{"listDues", "/v1/carryover/dues?status=open", 0},
		{"listDues", "/v1/carryover/dues?status=part_paid", 2},
		{"listPayments", "/v1/carryover/payments", 4},
		{"listPayments", "/v1/carryover/payments?method=cash&state=received&suspense=false", 2},
		{"listPayments", "/v1/carryover/payments?director_id=" + f.b.tenant.String(), 2},
		{"listOutbox", "/v1/outbox", 0},
		{"listEndpoints", "/v1/webhook-endpoints", 2},
		{"listDeliveries", "/v1/webhook-endpoints/" + f.a.endpoint.String() + "/deliveries", 1},
		{"listBankStatements", "/v1/carryover/statements", 2},
		{"getBankStatement", "/v1/carryover/statements/" + f.a.statement.String(), 2},
		{"listJournal", "/v1/carryover/journal", 14},
		{"listQualifiers", "/v1/tours/" + slug + "/qualifiers", 2},
		{"listQualifiers", "/v1/tours/" + slug + "/qualifiers?q=mark&answer=invited", 2},
		{"listPublicQualifiers", "/v1/public/tours/" + slug + "/qualifiers", 2},
		{"listPlayers", "/v1/players", 14},
		{"listPlayers", "/v1/players?q=betamark", 5},
		{"listBuyIns", "/v1/tours/" + emptyTour + "/buy-ins", 4},
		{"listBuyIns", "/v1/tours/" + emptyTour + "/buy-ins?state=placed", 4},
		{"listBuyIns", "/v1/tours/" + emptyTour + "/buy-ins?state=waiting", 0},
		{"listDoubtful", "/v1/players/doubtful", 0},
		{"listDifferences", "/v1/tours/" + slug + "/qualifiers/differences", 2},
	}
	for _, op := range operations(t) {
		walked := slices.ContainsFunc(lists, func(l list) bool { return l.operation == op.id })
		require.Equal(t, op.paged, walked, "list %s of the contract", op.id)
	}
	cursors := map[string]string{} // by path without its query
	for _, l := range lists {
		path, count := l.path, l.count
		whole := f.page(t, organiserKey, with(path, "limit=200"))
		require.Equal(t, count, len(whole.Items), path)
		require.Nil(t, whole.Next, path)
		for limit := 1; limit <= 3; limit++ {
			var walked []json.RawMessage
			query := fmt.Sprintf("limit=%d", limit)
			for next := ""; ; {
				p := f.page(t, organiserKey, with(path, query+next))
				require.LessOrEqual(t, len(p.Items), limit, path)
				walked = append(walked, p.Items...)
				require.LessOrEqual(t, len(walked), count, "%s: an item twice", path)
				if p.Next == nil {
					break
				}
				require.Len(t, p.Items, limit, "%s: a page that is not full and not the last", path)
				bare, _, _ := strings.Cut(path, "?")
				cursors[bare] = *p.Next
				next = "&cursor=" + url.QueryEscape(*p.Next)
			}
			require.Equal(t, texts(whole.Items), texts(walked), "%s with %s", path, query)
		}
	}
	for path := range cursors {
		for from, cursor := range cursors {
			if from == path {
				continue
			}
			got := f.send(call{key: organiserKey, method: http.MethodGet, path: path + "?cursor=" + url.QueryEscape(cursor)})
			require.Equal(t, http.StatusBadRequest, got.status, "the cursor of %s for %s", from, path)
			require.Equal(t, "/query/cursor", (*got.problem(t).Errors)[0].Pointer)
		}
		for _, cursor := range []string{"x", "e30", strings.Repeat("A", 501)} {
			got := f.send(call{key: organiserKey, method: http.MethodGet, path: path + "?cursor=" + cursor})
			require.Equal(t, http.StatusBadRequest, got.status, "the cursor %s for %s", cursor, path)
			require.Equal(t, "/query/cursor", (*got.problem(t).Errors)[0].Pointer)
		}
		for _, limit := range []string{"0", "201", "many"} {
			got := f.send(call{key: organiserKey, method: http.MethodGet, path: path + "?limit=" + limit})
			require.Equal(t, http.StatusBadRequest, got.status)
			require.Equal(t, "/query/limit", (*got.problem(t).Errors)[0].Pointer)
		}
	}
}

func texts(items []json.RawMessage) []string {
	all := make([]string, len(items))
	for i, item := range items {
		all[i] = string(item)
	}
	return all
}

// A cursor that somebody made up from a real one does no harm.
func TestForgedCursors(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	satellite := "/v1/satellites/" + f.a.satellites[playing].id.String()
	for path, cursors := range map[string][]string{
		satellite + "/rounds":    {`{"o":"listRounds","a":{"r":-1}}`, `{"o":"listRounds","a":{"r":9223372036854775807}}`},
		satellite + "/log":       {`{"o":"listLog","a":{"s":-1}}`, `{"o":"listLog","a":{"s":9223372036854775807}}`},
		satellite + "/entrants":  {`{"o":"listEntrants","a":{"i":"00000000-0000-0000-0000-000000000000"}}`},
		"/v1/satellites":         {`{"o":"listSatellites","a":null}`, `{"o":"listSatellites","a":{}}`},
		"/v1/tours":              {`{"o":"listTours","a":{}}`},
		"/v1/carryover/dues":     {`{"o":"listDues","a":{}}`},
		"/v1/carryover/payments": {`{"o":"listPayments","a":{}}`, `{"o":"listPayments","a":{"i":"ffffffff-ffff-ffff-ffff-ffffffffffff"}}`},
	} {
		for _, cursor := range cursors {
			got := f.send(call{
				key: f.a.key, method: http.MethodGet, path: path + "?cursor=" + base64.RawURLEncoding.EncodeToString([]byte(cursor)),
			})
			require.Less(t, got.status, http.StatusInternalServerError, "%s with %s: %s", path, cursor, got.body)
			require.NotContains(t, string(got.body), f.b.mark)
		}
	}
}
