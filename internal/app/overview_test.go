package app_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// The organiser has everything that waits for him on one page, each with where to act; a director
// has not.
func TestTheOverviewShowsWhatNeedsADecision(t *testing.T) {
	t.Parallel()
	y := newSeason(t, "keeps_one_seat", "lapses")
	g := y.stage
	duluth, d := y.held("Duluth", "Duluth")
	y.listed(d[0].Name, d[1].Name)
	y.answers(d[1].Name, "accepted")
	// A correction takes his seat: it waits for a ruling (R4.6).
	ok[api.Satellite](t)(client.OK(g.organiser.ReopenSatelliteWithResponse(t.Context(), duluth, nil, api.Act{Reason: ptr("a wrong score")})))
	see := func() *api.Overview {
		t.Helper()
		return ok[api.Overview](t)(client.OK(g.organiser.GetOverviewWithResponse(t.Context(), slug)))
	}
	matter := func(kind string) *api.Matter {
		t.Helper()
		for _, m := range see().NeedsDecision {
			if string(m.Kind) == kind {
				return &m
			}
		}
		return nil
	}
	reopened := matter("to_report_again")
	require.NotNil(t, reopened)
	require.Equal(t, duluth, reopened.Items[0].ID)
	y.settle(duluth, d[1].Seed, 0, 500)
	y.report(duluth)
	eventually(t, "the seat to be ruled on", func() bool { return matter("seat_rulings") != nil })
	require.Nil(t, matter("to_report_again"))
	rule := matter("seat_rulings").Items[0]
	require.Equal(t, d[1].Name, rule.Name)
	put := y.send(call{key: organiserKey, method: http.MethodPut, path: rule.Path, body: `{"verdict":"both","reason":"our mistake"}`})
	require.Equal(t, http.StatusOK, put.status, "the path is where to act: %s", put.body)
	eventually(t, "the ruling", func() bool { return matter("seat_rulings") == nil })

	// Two of one name in one field are two; a third one elsewhere may be either (R5.8).
	for _, field := range [][]int{{1500, 1400}, {1450}} {
		s := y.register("Elgin", 5)
		for _, rating := range field {
			ok[api.Entrant](t)(client.Created(g.director.CreateEntrantWithResponse(t.Context(), s.ID, nil, named("Smith", "John", rating))))
		}
	}
	doubts := ok[api.DoubtList](t)(client.OK(g.organiser.ListDoubtfulWithResponse(t.Context(), nil)))
	require.NotEmpty(t, doubts.Items)
	require.Equal(t, len(doubts.Items), matter("same_or_not").Count)
	sanction := matter("to_sanction")
	require.Equal(t, 2, sanction.Count)
	require.Equal(t, http.StatusOK, y.send(call{key: organiserKey, method: http.MethodPost, path: sanction.Items[0].Path}).status)
	require.Equal(t, 1, matter("to_sanction").Count)
	require.Equal(t, 2, matter("without_results").Count, "their day is past and nobody has played")

	// Money: a payment from nobody known.
	today := date(y.clock.now().UTC().Format(time.DateOnly))
	ok[api.Payment](t)(client.Created(g.organiser.CreatePaymentWithResponse(t.Context(), nil, api.PaymentCreate{
		Method: api.Cheque, Reference: ptr("1042"), Amount: money(1234), ReceivedOn: &today,
	})))
	require.Equal(t, "12.34 USD, cheque", matter("suspense").Items[0].Detail)

	o := see()
	require.Equal(t, api.OverviewStatuses{Proposed: 1, Sanctioned: 1, Reported: 1}, o.Satellites)
	require.Equal(t, 1, o.Reported.Count)
	require.Equal(t, 17, o.Entries, "14 in Duluth, two and one in the others")
	require.Equal(t, 3, o.Seats.Held, "two of the satellite, and the one that was kept")
	require.Equal(t, 1, o.Answers.Accepted)
	require.True(t, o.Reminders)
	for _, m := range o.NeedsDecision {
		require.Equal(t, http.StatusOK, y.send(call{key: organiserKey, method: http.MethodGet, path: m.Path}).status, m.Path)
	}
	refused := y.send(call{key: y.anotherDirector(), method: http.MethodGet, path: "/v1/tours/" + slug + "/overview"})
	require.Equal(t, http.StatusForbidden, refused.status)
}

// anotherDirector is the key of one.
func (y season) anotherDirector() string {
	y.stage.t.Helper()
	return makeDirector(y.stage.t, y.stage.organiser, "Eve").APIKey
}
