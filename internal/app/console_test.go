package app_test

import (
	"net/http"
	"net/url"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// codesAt are the codes of a table of the first round, who plays first before his
// opponent.
func (h hall) codesAt(table int) [2]api.Code {
	h.t.Helper()
	all, err := client.Collect(h.director.Codes(h.t.Context(), h.s.ID, 1))
	require.NoError(h.t, err)
	both := slices.DeleteFunc(all, func(c api.Code) bool { return c.Table != table })
	require.Len(h.t, both, 2)
	return [2]api.Code(both)
}

// form sends a form as a browser does, and follows where it leads.
func (s *service) form(code, own, opponents string) (status int, page string) {
	s.t.Helper()
	body := url.Values{"own": {own}, "opponents": {opponents}}.Encode()
	a := s.send(call{
		method: http.MethodPost, path: "/r/" + code, body: body,
		header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"},
	})
	return a.status, string(a.body)
}

// Issue 3.9 on the players' phones.
func TestPlayersSendTheirResultsOnAPage(t *testing.T) {
	t.Parallel()
	service, h := newHall(t, "Phones", 8)
	one, two := h.codesAt(1), h.codesAt(2)
	status, page := service.form(one[0].Code, "412", "388")
	require.Equal(t, http.StatusOK, status, "led back to the page")
	require.Contains(t, page, "your opponent has to confirm")
	status, page = service.form(one[0].Code, "412", "388")
	require.Equal(t, http.StatusConflict, status)
	require.Contains(t, page, "This code has been used.")
	_, page = service.form(one[1].Code, "388", "421")
	require.Contains(t, page, "tell the director")

	service.form(two[0].Code, "400", "350")
	_, page = service.form(two[1].Code, "350", "400")
	require.Contains(t, page, "The result is in")

	round := h.round(h.s.ID, 1)
	game := round.Games[slices.IndexFunc(round.Games, func(g api.Game) bool { return *g.Table == 1 })]
	require.Len(t, *game.Claims, 2)
	require.Nil(t, game.FirstScore)
	h.verify()

	for path, want := range map[string]int{
		"/r": http.StatusOK, "/r/ZZZZ-ZZZZ": http.StatusNotFound, "/r/%00%00%00%00%00%00%00%00": http.StatusNotFound, "/r/%ff%ff": http.StatusNotFound,
		"/r/" + one[0].Code: http.StatusOK, "/r/x/y": http.StatusNotFound,
	} {
		a := service.send(call{method: http.MethodGet, path: path})
		require.Equal(t, want, a.status, path)
		require.Equal(t, "text/html; charset=utf-8", a.header.Get("Content-Type"), path)
		require.Equal(t, "no-store", a.header.Get("Cache-Control"), path)
	}
}

// A sheet that was printed before the players changed places opens nothing that
// is another's.
func TestAnOldCodeIsNotTheNextPlayers(t *testing.T) {
	t.Parallel()
	service, h := newHall(t, "Swapped", 8)
	one, two := h.codesAt(1), h.codesAt(2)
	ok[api.Round](t)(client.OK(h.director.SwapPlayersWithResponse(t.Context(), h.s.ID, 1, nil,
		api.Swap{A: one[0].EntrantID, B: two[0].EntrantID, Reason: "sisters"})))
	for _, c := range []api.Code{one[0], two[0]} {
		a := service.send(call{method: http.MethodGet, path: "/r/" + c.Code})
		require.Equal(t, http.StatusNotFound, a.status)
		require.Contains(t, string(a.body), "The pairs have changed")
	}
	// Who stayed in his seat has a code that is still his.
	a := service.send(call{method: http.MethodGet, path: "/v1/results/" + one[1].Code})
	require.Equal(t, one[1].Name, read[api.OwnGame](t, a).Name)
}

// The first call makes the codes; its pages and the later ones are of one order.
func TestCodesComeByTable(t *testing.T) {
	t.Parallel()
	_, h := newHall(t, "Sixteen", 16)
	var all []api.Code
	for cursor, more := (*string)(nil), true; more; more = cursor != nil {
		list := ok[api.CodeList](t)(client.OK(h.director.ListCodesWithResponse(t.Context(), h.s.ID, 1, &api.ListCodesParams{Limit: ptr(5), Cursor: cursor})))
		all, cursor = append(all, list.Items...), list.NextCursor
	}
	require.Len(t, all, 16)
	for i, c := range all {
		require.Equal(t, i/2+1, c.Table)
		game := h.round(h.s.ID, 1).Games[i/2]
		require.Equal(t, []int{game.First.Seed, game.Second.Seed}[i%2], c.Seed, "who plays first comes first")
	}
}
