package app_test

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// till is a tour with one director, a treasurer and a viewer, over HTTP.
type till struct {
	*service
	stage
	dan               *api.DirectorCreated
	treasurer, viewer string
	desk              *client.Service // the treasurer's
}

func newTill(t testing.TB) *till {
	t.Helper()
	s := newService(t)
	makeTour(t, s.organiser, slug)
	dan := makeDirector(t, s.organiser, "Dan Dime")
	me := ok[api.Me](t)(client.OK(s.organiser.GetMeWithResponse(t.Context())))
	key := func(role api.Role) string {
		return ok[api.KeyCreated](t)(client.Created(s.organiser.CreateKeyWithResponse(t.Context(), me.Tenant.ID, nil, api.KeyCreate{Role: &role}))).APIKey
	}
	l := &till{service: s, stage: s.stage(dan.APIKey), dan: dan, treasurer: key(api.RoleTreasurer), viewer: key(api.RoleViewer)}
	l.desk = s.as(l.treasurer)
	return l
}

// owes reports a satellite of four players who pay a fee each, of one round, so that 40% of four
// fees are due, and gives its id.
func (l *till) owes(name string, fee int64) uuid.UUID {
	t := l.stage.t
	t.Helper()
	r := registration(name, 5)
	r.EntryFee = usd(fee)
	id := ok[api.Satellite](t)(client.Created(l.director.CreateSatelliteWithResponse(t.Context(), nil, r))).ID
	l.sanction(id)
	l.enter(id, 4, name)
	l.start(id)
	l.play(id, 1, 1)
	ok[api.Satellite](t)(client.OK(l.director.FinishSatelliteWithResponse(t.Context(), id, nil, api.Finish{AfterRound: ptr(1), Reason: ptr("no light")})))
	report := l.report(id)
	require.Equal(t, fee*4*40/100, report.Carryover.Due.Amount)
	return id
}

func (l *till) due(id uuid.UUID) api.Due {
	l.stage.t.Helper()
	return *ok[api.Due](l.stage.t)(client.OK(l.desk.GetDueWithResponse(l.stage.t.Context(), id)))
}

// figures are a due's announced, received, waived and outstanding cents, and its status.
func (l *till) figures(id uuid.UUID) []any {
	d := l.due(id)
	return []any{d.Announced.Amount, d.Received.Amount, d.Waived.Amount, d.Outstanding.Amount, d.Status}
}

// tell sends a payment with the key of somebody.
func (l *till) tell(key string, body api.PaymentCreate) answer {
	l.stage.t.Helper()
	return l.send(call{key: key, method: http.MethodPost, path: "/v1/carryover/payments", body: body})
}

// recorded is a payment of Dan's that the treasurer has in hand.
func (l *till) recorded(method api.PaymentMethod, cents int64, shares ...api.PaymentShare) api.Payment {
	l.stage.t.Helper()
	body := api.PaymentCreate{DirectorID: &l.dan.ID, Method: method, Reference: ptr("1042"), Amount: money(cents), ReceivedOn: ptr(l.today())}
	if len(shares) > 0 {
		body.Allocations = &shares
	}
	return read[api.Payment](l.stage.t, l.tell(l.treasurer, body))
}

func (l *till) today() openapi_types.Date { return openapi_types.Date{Time: l.clock.now().UTC()} }

// act does an act on a payment as somebody.
func (l *till) act(key string, payment uuid.UUID, verb string, body any) answer {
	l.stage.t.Helper()
	return l.send(call{key: key, method: http.MethodPost, path: fmt.Sprintf("/v1/carryover/payments/%s/%s", payment, verb), body: body})
}

func (l *till) acted(payment uuid.UUID, verb string, body any) api.Payment {
	l.stage.t.Helper()
	return read[api.Payment](l.stage.t, l.act(l.treasurer, payment, verb, body))
}

// sheet is the reconciliation as of a day, which has to agree with the journal.
func (l *till) sheet(day string) api.Reconciliation {
	l.stage.t.Helper()
	path := "/v1/carryover/reconciliation?tour=" + slug
	if day != "" {
		path += "&as_of=" + day
	}
	r := read[api.Reconciliation](l.stage.t, l.send(call{key: l.treasurer, method: http.MethodGet, path: path}))
	require.True(l.stage.t, r.Agrees, "%+v", r.Ties)
	require.NotEmpty(l.stage.t, r.Ties)
	return r
}

func share(id uuid.UUID, cents int64) api.PaymentShare {
	return api.PaymentShare{SatelliteID: id, Amount: money(cents)}
}

func acts(p api.Payment) []string {
	var all []string
	for _, s := range *p.Steps {
		all = append(all, string(s.Act))
	}
	return all
}

// A cheque of 480.00 for three dues of 160.00 goes its whole way, and bounces after it was cleared:
// all three dues are open again, and both entries stay (R6.5-R6.7).
func TestAChequeForThreeDuesIsClearedAndBounces(t *testing.T) {
	t.Parallel()
	l := newTill(t)
	dues := []uuid.UUID{l.owes("Anoka", 10000), l.owes("Bemidji", 10000), l.owes("Cloquet", 10000)}
	each := func(want ...any) {
		t.Helper()
		for _, id := range dues {
			require.Equal(t, want, l.figures(id))
		}
	}
	each(int64(0), int64(0), int64(0), int64(16000), api.DueStatusOpen)

	p := read[api.Payment](t, l.tell(l.dan.APIKey, api.PaymentCreate{Method: api.Cheque, Reference: ptr("1042"), Amount: money(48000), AnnouncedOn: ptr(l.today())}))
	require.Equal(t, api.PaymentStateAnnounced, p.State)
	require.Equal(t, l.dan.ID, p.Director.ID)
	require.Len(t, p.Allocations, 3, "the oldest dues first, as nothing else was said")
	each(int64(16000), int64(0), int64(0), int64(16000), api.DueStatusOpen)

	for _, step := range []struct {
		verb  string
		state api.PaymentState
	}{{"receive", api.PaymentStateReceived}, {"deposit", api.PaymentStateDeposited}, {"clear", api.PaymentStateCleared}} {
		done := l.acted(p.ID, step.verb, nil)
		require.Equal(t, step.state, done.State)
		require.Equal(t, done, l.acted(p.ID, step.verb, "{}"), "%s: done already, and so unchanged", step.verb)
		each(int64(0), int64(16000), int64(0), int64(0), api.DueStatusPaid)
	}
	require.Equal(t, int64(48000), l.sheet("").Totals[0].Cleared.Amount)

	answers := l.atOnce(20, func(int) call {
		return call{key: l.treasurer, method: http.MethodPost, path: "/v1/carryover/payments/" + p.ID.String() + "/bounce", body: api.PaymentAct{Reason: ptr("no funds")}}
	})
	require.Equal(t, map[int]int{http.StatusOK: 20}, statuses(answers))
	p = read[api.Payment](t, l.send(call{key: l.dan.APIKey, method: http.MethodGet, path: "/v1/carryover/payments/" + p.ID.String()}))
	require.Equal(t, []string{"announce", "receive", "deposit", "clear", "bounce"}, acts(p), "one bounce, and what was before it stays")
	last := (*p.Steps)[4]
	require.Equal(t, "no funds", *last.Reason)
	require.Equal(t, api.PaymentStateBounced, p.State)
	each(int64(0), int64(0), int64(0), int64(16000), api.DueStatusOpen)
	require.Equal(t, int64(48000), l.sheet("").Totals[0].Bounced.Amount)

	for _, verb := range []string{"receive", "deposit", "clear", "refund"} {
		got := l.act(l.treasurer, p.ID, verb, nil)
		require.Equal(t, http.StatusConflict, got.status, verb)
		require.EqualValues(t, "payment_wrong_state", got.problem(t).Code, verb)
	}
}

// Part of a due, then too much: what is left is the director's, goes to the next due, and what is
// left of that is paid back (R6.6).
func TestTooMuchIsCreditThatIsAppliedLaterAndRefunded(t *testing.T) {
	t.Parallel()
	l := newTill(t)
	one := l.owes("Anoka", 10000)
	l.recorded(api.Transfer, 6000)
	require.Equal(t, []any{int64(0), int64(6000), int64(0), int64(10000), api.DueStatusPartPaid}, l.figures(one))

	p := l.recorded(api.Transfer, 30000)
	require.Equal(t, int64(10000), p.Applied.Amount)
	require.Equal(t, int64(20000), p.Unallocated.Amount)
	require.Equal(t, api.DueStatusPaid, l.due(one).Status)
	require.Equal(t, int64(20000), l.sheet("").Credit[0].Amount.Amount)

	two := l.owes("Bemidji", 10000)
	p = l.acted(p.ID, "reallocate", api.PaymentReallocation{Allocations: []api.PaymentShare{share(one, 10000), share(two, 16000)}})
	require.Equal(t, int64(4000), p.Unallocated.Amount)
	require.Equal(t, api.DueStatusPaid, l.due(two).Status)

	require.Equal(t, http.StatusConflict, l.act(l.treasurer, p.ID, "refund", nil).status, "the bank does not have it yet")
	l.acted(p.ID, "clear", nil)
	refund := api.PaymentRefund{Amount: ptr(money(4000)), Reference: ptr("back-1")}
	p = l.acted(p.ID, "refund", refund)
	require.Equal(t, p, l.acted(p.ID, "refund", refund), "two refunds of one reference are one")
	require.Equal(t, []int64{4000, 0}, []int64{p.Refunded.Amount, p.Unallocated.Amount})
	require.Equal(t, api.DueStatusPaid, l.due(two).Status)
	require.Equal(t, http.StatusConflict, l.act(l.treasurer, p.ID, "refund", api.PaymentRefund{Amount: ptr(money(26001))}).status)
	require.Empty(t, l.sheet("").Credit)

	p = l.acted(p.ID, "refund", nil)
	require.Equal(t, api.PaymentStateRefunded, p.State)
	require.Equal(t, []any{int64(0), int64(0), int64(0), int64(16000), api.DueStatusOpen}, l.figures(two))
	l.sheet("")
}

// Money of nobody known lies in suspense with an owner, a note and its age until it is assigned.
func TestAnUnknownPayerIsInSuspenseUntilHeIsKnown(t *testing.T) {
	t.Parallel()
	l := newTill(t)
	due := l.owes("Anoka", 10000)
	p := read[api.Payment](t, l.tell(l.treasurer, api.PaymentCreate{Method: api.Transfer, Reference: ptr("THANKS"), Amount: money(16000), ReceivedOn: ptr(l.today())}))
	require.True(t, p.Suspense)
	require.Nil(t, p.Director)
	l.acted(p.ID, "annotate", api.PaymentNote{Owner: ptr("Tess"), Note: ptr("asked the bank")})
	l.clock.advance(72 * time.Hour)

	sheet := l.sheet("")
	require.Len(t, sheet.Suspense, 1)
	require.Equal(t, []any{int64(16000), 3, "Tess", "asked the bank"},
		[]any{sheet.Suspense[0].Amount.Amount, sheet.Suspense[0].Days, sheet.Suspense[0].Owner, sheet.Suspense[0].Note})
	list := read[api.PaymentList](t, l.send(call{key: l.treasurer, method: http.MethodGet, path: "/v1/carryover/payments?suspense=true"}))
	require.Len(t, list.Items, 1)
	require.Equal(t, http.StatusNotFound, l.send(call{key: l.dan.APIKey, method: http.MethodGet, path: "/v1/carryover/payments/" + p.ID.String()}).status)
	require.Equal(t, http.StatusConflict, l.act(l.treasurer, p.ID, "reallocate", api.PaymentReallocation{Allocations: []api.PaymentShare{share(due, 100)}}).status)
	require.Equal(t, http.StatusBadRequest, l.act(l.treasurer, p.ID, "assign", api.PaymentAssignment{DirectorID: ptr(uuid.New())}).status)

	p = l.acted(p.ID, "assign", api.PaymentAssignment{DirectorID: &l.dan.ID, Reason: ptr("he called")})
	require.False(t, p.Suspense)
	require.Equal(t, int64(16000), p.Unallocated.Amount)
	p = l.acted(p.ID, "reallocate", api.PaymentReallocation{Allocations: []api.PaymentShare{share(due, 16000)}})
	require.Equal(t, []string{"announce", "receive", "note", "assign", "reallocate"}, acts(p))
	require.Equal(t, api.DueStatusPaid, l.due(due).Status)
	require.Empty(t, l.sheet("").Suspense)
}

// What a correction lowers after a part payment is a new entry, and what is then too much is the
// director's; the sheet of the old date stays as it was (R6.6).
func TestACorrectionLowersADueThatWasPaidInPart(t *testing.T) {
	t.Parallel()
	l := newTill(t)
	id := l.owes("Anoka", 10000)
	l.recorded(api.Cash, 14000)
	day := l.today().String()
	path := "/v1/carryover/reconciliation?tour=" + slug + "&as_of=" + day
	before := l.send(call{key: l.treasurer, method: http.MethodGet, path: path}).body
	require.Equal(t, api.DueStatusPartPaid, l.due(id).Status)

	l.clock.advance(48 * time.Hour)
	ok[api.Satellite](t)(client.OK(l.stage.organiser.ReopenSatelliteWithResponse(t.Context(), id, nil, api.Act{Reason: ptr("a free entry")})))
	entrant := l.entrants(id)[3]
	ok[api.Entrant](t)(client.OK(l.director.UpdateEntrantWithResponse(t.Context(), id, entrant.ID, nil, api.EntrantPatch{Fee: ptr(usd(0))})))
	require.Equal(t, int64(12000), l.report(id).Carryover.Due.Amount, "40% of three fees")

	d := l.due(id)
	require.Equal(t, []any{int64(12000), int64(12000), int64(0), api.DueStatusPaid}, []any{d.Due.Amount, d.Received.Amount, d.Outstanding.Amount, d.Status})
	require.Len(t, *d.Entries, 2)
	first, second := (*d.Entries)[0], (*d.Entries)[1]
	require.Equal(t, []any{api.DueEntryKindReport, int64(16000), int64(40000)}, []any{first.Kind, first.Amount.Amount, first.Base.Amount})
	require.Equal(t, []any{api.DueEntryKindAdjustment, int64(-4000), int64(30000)}, []any{second.Kind, second.Amount.Amount, second.Base.Amount})
	require.Equal(t, "40.00", *second.Percent)
	require.NotEmpty(t, *second.Rule)
	now := l.sheet("")
	require.Equal(t, int64(2000), now.Credit[0].Amount.Amount)
	require.Equal(t, int64(-4000), now.Totals[0].Adjusted.Amount)
	require.Equal(t, string(before), string(l.send(call{key: l.treasurer, method: http.MethodGet, path: path}).body))
}

func TestTheOrganiserWaives(t *testing.T) {
	t.Parallel()
	l := newTill(t)
	id := l.owes("Anoka", 10000)
	path := "/v1/carryover/dues/" + id.String() + "/waive"
	waive := func(key string, body any) answer {
		return l.send(call{key: key, method: http.MethodPost, path: path, body: body})
	}
	for name, key := range map[string]string{"treasurer": l.treasurer, "director": l.dan.APIKey, "viewer": l.viewer} {
		require.Equal(t, http.StatusForbidden, waive(key, api.DueWaiver{Reason: ptr("please")}).status, name)
	}
	require.EqualValues(t, "reason_required", waive(organiserKey, "{}").problem(t).Code)
	for _, wrong := range []api.DueWaiver{
		{Amount: ptr(money(16001)), Reason: ptr("flood")}, {Amount: ptr(money(0)), Reason: ptr("flood")}, {Amount: ptr(money(-1)), Reason: ptr("flood")},
	} {
		require.Equal(t, http.StatusBadRequest, waive(organiserKey, wrong).status)
	}
	got := waive(organiserKey, api.DueWaiver{Amount: &api.Money{Amount: 100, Currency: "CAD"}, Reason: ptr("flood")})
	require.EqualValues(t, "currency_mismatch", got.problem(t).Code)

	waived := read[api.Due](t, waive(organiserKey, api.DueWaiver{Amount: ptr(money(6000)), Reason: ptr("flood")}))
	require.Equal(t, []any{int64(6000), int64(10000), api.DueStatusPartPaid}, []any{waived.Waived.Amount, waived.Outstanding.Amount, waived.Status})
	waived = read[api.Due](t, waive(organiserKey, api.DueWaiver{Reason: ptr("flood")}))
	require.Equal(t, api.DueStatusWaived, waived.Status)
	entry := (*waived.Entries)[2]
	require.Equal(t, []any{api.DueEntryKindWaiver, int64(-10000), "flood"}, []any{entry.Kind, entry.Amount.Amount, *entry.Reason})
	require.Equal(t, waived, read[api.Due](t, waive(organiserKey, api.DueWaiver{Reason: ptr("flood")})), "nothing is left to waive")
	l.sheet("")
}

// A file holds the whole sheet, and its totals are those of the JSON.
func TestTheReconciliationAsAFile(t *testing.T) {
	t.Parallel()
	l := newTill(t)
	l.owes("=Anoka", 10000)
	l.recorded(api.Cash, 20000)
	path := "/v1/carryover/reconciliation?tour=" + slug
	got := l.send(call{key: l.treasurer, method: http.MethodGet, path: path + "&format=csv"})
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(got.body), "\ufeff"))).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"row", "satellite", "director", "currency", "due", "adjusted", "waived", "announced", "received", "cleared", "bounced", "outstanding", "unallocated"}, rows[0][:13])
	require.Equal(t, []string{"satellite", "'=Anoka", "Dan Dime", "USD", "160.00", "0.00", "0.00", "0.00", "160.00", "0.00", "0.00", "0.00"}, rows[1][:12])
	require.Equal(t, []string{"total", "", "", "USD", "160.00"}, rows[2][:5])
	require.Equal(t, []string{"credit", "", "Dan Dime", "USD"}, rows[3][:4])
	require.Equal(t, "40.00", rows[3][12])
	for _, path := range []string{path, "/v1/carryover/statement?director_id=" + l.dan.ID.String(), "/v1/carryover/payments", "/v1/carryover/dues"} {
		sheet := l.send(call{key: l.treasurer, method: http.MethodGet, path: with(path, "format=xlsx")})
		require.Equal(t, http.StatusOK, sheet.status, path)
		require.Equal(t, "PK", string(sheet.body[:2]), path)
		require.Equal(t, http.StatusOK, l.send(call{key: l.treasurer, method: http.MethodGet, path: with(path, "format=csv")}).status, path)
	}
	require.Equal(t, http.StatusNotFound, l.send(call{key: l.treasurer, method: http.MethodGet, path: "/v1/carryover/reconciliation?tour=nowhere"}).status)
}
