package app_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
)

// A director says what he has sent, for himself, and nothing of it has come by that (R6.5).
func TestADirectorAnnouncesForHimselfOnly(t *testing.T) {
	t.Parallel()
	l := newTill(t)
	mine := l.owes("Anoka", 10000)
	eve := makeDirector(t, l.service.organiser, "Eve Else")
	body := api.PaymentCreate{Method: api.Cheque, Reference: ptr("1042"), Amount: money(16000)}

	withReceipt := body
	withReceipt.ReceivedOn = ptr(l.today())
	got := l.tell(l.dan.APIKey, withReceipt)
	require.Equal(t, http.StatusForbidden, got.status)
	require.Contains(t, got.problem(t).Detail, "announce it without received_on")

	for name, id := range map[string]uuid.UUID{"another's": eve.ID, "nobody's": uuid.New()} {
		other := body
		other.DirectorID = &id
		got = l.tell(l.dan.APIKey, other)
		require.Equal(t, http.StatusBadRequest, got.status, name)
		require.Equal(t, "/director_id", (*got.problem(t).Errors)[0].Pointer)
	}
	hers := body
	hers.Allocations = &[]api.PaymentShare{share(mine, 100)}
	got = l.tell(eve.APIKey, hers)
	require.Equal(t, http.StatusBadRequest, got.status, "a satellite of another tenant")
	require.Equal(t, "/allocations/0/satellite_id", (*got.problem(t).Errors)[0].Pointer)
	require.Equal(t, http.StatusForbidden, l.tell(l.viewer, body).status)

	body.DirectorID = &l.dan.ID
	p := read[api.Payment](t, l.tell(l.dan.APIKey, body))
	for _, verb := range []string{"receive", "deposit", "clear", "bounce", "void", "refund"} {
		for name, key := range map[string]string{"director": l.dan.APIKey, "viewer": l.viewer} {
			require.Equal(t, http.StatusForbidden, l.act(key, p.ID, verb, nil).status, "%s: %s", name, verb)
		}
	}
	require.Equal(t, []any{int64(16000), int64(0), int64(0), int64(16000), api.DueStatusOpen}, l.figures(mine))
	require.Equal(t, http.StatusNotFound, l.send(call{key: eve.APIKey, method: http.MethodGet, path: "/v1/carryover/payments/" + p.ID.String()}).status)
	require.Equal(t, http.StatusNotFound, l.send(call{key: eve.APIKey, method: http.MethodGet, path: "/v1/carryover/dues/" + mine.String()}).status)
	require.Equal(t, http.StatusNotFound, l.send(call{key: eve.APIKey, method: http.MethodGet, path: "/v1/carryover/statement?director_id=" + l.dan.ID.String()}).status)
	require.Equal(t, http.StatusForbidden, l.send(call{key: l.dan.APIKey, method: http.MethodGet, path: "/v1/carryover/reconciliation?tour=" + slug}).status)
	require.Equal(t, http.StatusForbidden, l.send(call{key: l.treasurer, method: http.MethodPost, path: "/v1/satellites/" + mine.String() + "/reopen", body: api.Act{Reason: ptr("no")}}).status,
		"a treasurer moves money and changes no results")
}

// What cannot be right is refused with the member that is wrong, and nothing of it is kept.
func TestPaymentsThatCannotBeAreRefused(t *testing.T) {
	t.Parallel()
	l := newTill(t)
	due := l.owes("Anoka", 10000)
	rows := newRecords(t, l.database)
	before := rows.all()
	good := func(change func(*api.PaymentCreate)) api.PaymentCreate {
		b := api.PaymentCreate{DirectorID: &l.dan.ID, Method: api.Cheque, Reference: ptr("7"), Amount: money(16000), ReceivedOn: ptr(l.today())}
		change(&b)
		return b
	}
	tomorrow := l.today()
	tomorrow.Time = tomorrow.Add(48 * time.Hour)
	for name, row := range map[string]struct {
		body    any
		status  int
		code    string
		pointer string
	}{
		"nothing":                     {good(func(b *api.PaymentCreate) { b.Amount = money(0) }), 400, "invalid_request", "/amount"},
		"less than nothing":           {good(func(b *api.PaymentCreate) { b.Amount = money(-1) }), 400, "invalid_request", "/amount"},
		"more than the allocations":   {good(func(b *api.PaymentCreate) { b.Allocations = &[]api.PaymentShare{share(due, 16001)} }), 400, "invalid_request", "/allocations/0/amount"},
		"an allocation of nothing":    {good(func(b *api.PaymentCreate) { b.Allocations = &[]api.PaymentShare{share(due, 0)} }), 400, "invalid_request", "/allocations/0/amount"},
		"a satellite twice":           {good(func(b *api.PaymentCreate) { b.Allocations = &[]api.PaymentShare{share(due, 1), share(due, 1)} }), 400, "invalid_request", "/allocations/1/satellite_id"},
		"an unknown due":              {good(func(b *api.PaymentCreate) { b.Allocations = &[]api.PaymentShare{share(uuid.New(), 1)} }), 400, "invalid_request", "/allocations/0/satellite_id"},
		"an unknown director":         {good(func(b *api.PaymentCreate) { b.DirectorID = ptr(uuid.New()) }), 400, "invalid_request", "/director_id"},
		"nobody, and it has not come": {good(func(b *api.PaymentCreate) { b.DirectorID, b.ReceivedOn = nil, nil }), 400, "invalid_request", "/director_id"},
		"received on a day to come":   {good(func(b *api.PaymentCreate) { b.ReceivedOn = &tomorrow }), 400, "invalid_request", "/received_on"},
		"another currency than a due": {good(func(b *api.PaymentCreate) {
			b.Amount.Currency = "CAD"
			b.Allocations = &[]api.PaymentShare{{SatelliteID: due, Amount: api.Money{Amount: 1, Currency: "CAD"}}}
		}), 0, "currency_mismatch", ""},
		"allocations of two currencies": {good(func(b *api.PaymentCreate) {
			b.Allocations = &[]api.PaymentShare{{SatelliteID: due, Amount: api.Money{Amount: 1, Currency: "CAD"}}}
		}), 0, "currency_mismatch", ""},
		"no currency":                {good(func(b *api.PaymentCreate) { b.Amount.Currency = "XXX" }), 400, "invalid_request", "/amount/currency"},
		"a member that there is not": {`{"method": "cheque", "amount": {"amount": 1, "currency": "USD"}, "cleared_on": "2026-03-14"}`, 400, "unknown_field", "/cleared_on"},
		"another method":             {`{"method": "gold", "amount": {"amount": 1, "currency": "USD"}}`, 400, "invalid_request", "/method"},
	} {
		got := l.send(call{key: l.treasurer, method: http.MethodPost, path: "/v1/carryover/payments", body: row.body})
		p := got.problem(t)
		require.EqualValues(t, row.code, p.Code, "%s: %s", name, got.body)
		if row.status != 0 {
			require.Equal(t, row.status, got.status, name)
			require.Equal(t, row.pointer, (*p.Errors)[0].Pointer, name)
		}
		require.Less(t, got.status, 500, name)
	}
	requireSameRows(t, before, rows.all(), "refused payments left a trace")
}

// Another amount than the one announced is what counts; another currency never is.
func TestAReceiptSaysWhatHasCome(t *testing.T) {
	t.Parallel()
	l := newTill(t)
	due := l.owes("Anoka", 10000)
	p := read[api.Payment](t, l.tell(l.dan.APIKey, api.PaymentCreate{Method: api.Cheque, Amount: money(16000)}))
	got := l.act(l.treasurer, p.ID, "receive", api.PaymentReceipt{Amount: &api.Money{Amount: 15000, Currency: "CAD"}})
	require.EqualValues(t, "currency_mismatch", got.problem(t).Code)
	got = l.act(l.treasurer, p.ID, "receive", api.PaymentReceipt{ReceivedOn: ptr(date("2099-01-01"))})
	require.Equal(t, "/received_on", (*got.problem(t).Errors)[0].Pointer)
	p = l.acted(p.ID, "receive", api.PaymentReceipt{Amount: ptr(money(15000))})
	require.Equal(t, int64(15000), p.Amount.Amount)
	require.Equal(t, []any{int64(0), int64(15000), int64(0), int64(1000), api.DueStatusPartPaid}, l.figures(due))
	require.Equal(t, http.StatusConflict, l.act(l.treasurer, p.ID, "receive", api.PaymentReceipt{Amount: ptr(money(16000))}).status)

	require.EqualValues(t, "reason_required", l.act(l.treasurer, p.ID, "void", nil).problem(t).Code)
	p = l.acted(p.ID, "void", api.Act{Reason: ptr("typed twice")})
	require.Equal(t, api.PaymentStateVoid, p.State)
	require.Equal(t, api.DueStatusOpen, l.due(due).Status)

	cash := l.recorded(api.Cash, 100)
	require.Equal(t, http.StatusConflict, l.act(l.treasurer, cash.ID, "bounce", nil).status, "cash does not bounce")
	transfer := l.recorded(api.Transfer, 100)
	require.Equal(t, http.StatusConflict, l.act(l.treasurer, transfer.ID, "deposit", nil).status, "nobody takes a transfer to the bank")
	require.Equal(t, api.PaymentStateBounced, l.acted(transfer.ID, "bounce", nil).State)
	l.sheet("")
}

// One Idempotency-Key is one payment, however often and however much at once it is sent.
func TestOneKeyIsOnePayment(t *testing.T) {
	t.Parallel()
	l := newTill(t)
	body := api.PaymentCreate{DirectorID: &l.dan.ID, Method: api.Cash, Amount: money(1000), ReceivedOn: ptr(l.today())}
	same := call{key: l.treasurer, method: http.MethodPost, path: "/v1/carryover/payments", body: body, header: map[string]string{"Idempotency-Key": "once"}}
	first := read[api.Payment](t, l.send(same))
	again := l.send(same)
	require.Equal(t, first, read[api.Payment](t, again))
	require.Equal(t, "true", again.header.Get("Idempotent-Replayed"))
	body.Amount = money(2000)
	same.body = body
	require.EqualValues(t, "idempotency_key_reused", l.send(same).problem(t).Code)
	list := read[api.PaymentList](t, l.send(call{key: l.treasurer, method: http.MethodGet, path: "/v1/carryover/payments"}))
	require.Len(t, list.Items, 1)
}

// A director's statement has everything in order, with what he owes after each line; his own he
// reads without saying whose.
func TestTheStatementOfADirector(t *testing.T) {
	t.Parallel()
	l := newTill(t)
	l.owes("Anoka", 10000)
	l.recorded(api.Cash, 10000)
	p := l.recorded(api.Cheque, 10000)
	l.clock.advance(48 * time.Hour)
	l.acted(p.ID, "bounce", nil)
	yesterday := date(l.today().AddDate(0, 0, -1).Format(time.DateOnly)).String()
	statement := func(key, query string) api.AccountStatement {
		return read[api.AccountStatement](t, l.send(call{key: key, method: http.MethodGet, path: "/v1/carryover/statement" + query}))
	}
	whole := statement(l.dan.APIKey, "")
	require.Equal(t, l.dan.ID, whole.Director.ID)
	require.Equal(t, []api.Money{money(6000)}, whole.Balances)
	require.Equal(t, money(16000), whole.Lines[0].Balance)
	require.Equal(t, whole, statement(l.treasurer, "?director_id="+l.dan.ID.String()))
	before := statement(l.dan.APIKey, "?as_of="+yesterday)
	require.Equal(t, []api.Money{money(-4000)}, before.Balances, "we held credit until the cheque bounced")
	require.Len(t, whole.Lines, len(before.Lines)+1)
}
