package app_test

import (
	"archive/zip"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/internal/payments/stripefake"
)

// zenobia is a person whose names, number and addresses occur nowhere else, in everything that
// keeps anything of a person.
type zenobia struct {
	season
	player, record uuid.UUID // one person by a merge
	satellites     map[uuid.UUID]*ground
	token, code    string
	day            api.DaySync // taken before she is erased, and played
	hibbing        uuid.UUID   // of which it is
	again          call        // an entry with an Idempotency-Key
	holding        holding
}

// traces are what she is known by, in small letters. Nobody else has any of them.
var traces = []string{"quixotezz", "zenobia", "vandersnoot", "zz778899", "elm street 77"}

// keptOnPurpose is what names her on purpose after the erasure, with the reason.
var keptOnPurpose = map[string]string{
	"getBankStatement":  "what the bank has written stands as it came: the books have to tie to it",
	"public.bank_lines": "what the bank has written stands as it came: the books have to tie to it",
}

// found are the traces in a text that is not kept on purpose.
func found(where, text string) []string {
	var all []string
	low := strings.ToLower(text)
	for _, trace := range traces {
		if keptOnPurpose[where] == "" && (strings.Contains(low, trace) || strings.Contains(low, hex.EncodeToString([]byte(trace)))) {
			all = append(all, trace)
		}
	}
	return all
}

// safeLog is a log that several write to.
type safeLog struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *safeLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// cut gives what was written so far, and begins anew.
func (l *safeLog) cut() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.text.Reset()
	return l.text.String()
}

// Issue 7, must show 6: a person erased after he qualified. No trace of name or address in any
// answer, export or log line made afterwards, nor in any table; the list and the journal unchanged
// otherwise, and replay agrees (R8.2).
func TestAnErasedPersonLeavesNoTrace(t *testing.T) {
	t.Parallel()
	lines := &safeLog{}
	z := newZenobia(t, lines)
	require.Equal(t, traces, found("", strings.Join(rowsOf(z), "\n")), "she is there")
	before, journal := z.ownRow(), z.journal()
	others := z.othersRows()

	card := ok[api.PlayerCard](t)(client.OK(z.stage.organiser.ErasePlayerWithResponse(t.Context(), z.record, nil)))
	lines.cut()
	require.True(t, card.Erased)
	require.Regexp(t, `^Player [0-9A-F]{4,}$`, card.Name)
	now := z.ownRow()
	require.Equal(t, card.Name, now.Name, "the seats stay, at once")
	now.Name, now.AssociationID = before.Name, before.AssociationID
	require.Equal(t, before, now, "nothing else of her row is different")

	z.syncs()
	z.replays()
	z.looksAtEverything()
	eventually(t, "the worker to have done everything", func() bool {
		return len(newRecords(t, z.database).texts(`SELECT id::text FROM river.river_job WHERE state NOT IN ('completed', 'discarded', 'cancelled') AND kind = 'refresh_list'`)) == 0
	})
	for _, r := range newRecords(t, z.database).all() {
		require.Empty(t, found(r.table, r.row), "%s: %s", r.table, r.row)
	}
	logged := lines.cut()
	require.NotEmpty(t, logged)
	require.Empty(t, found("", logged), "in the log")

	require.Equal(t, others, z.othersRows(), "the rest of the list")
	require.Equal(t, journal, z.journal())
	rebuilt := z.whole()
	z.refreshAll()
	require.Equal(t, rebuilt, z.whole(), "a rebuild finds the same")
	for id := range z.satellites {
		check := ok[api.Verification](t)(client.OK(z.director.VerifySatelliteWithResponse(t.Context(), id)))
		require.True(t, check.Agrees, "%v", check.Differences)
	}

	again := ok[api.PlayerCard](t)(client.OK(z.stage.organiser.ErasePlayerWithResponse(t.Context(), z.player, nil)))
	require.Equal(t, card.Name, again.Name, "erasing again changes nothing")
	z.splits(card.Name)
	z.isSomebodyElse()
}

// newZenobia makes her: she enters and qualifies twice, under two names that are merged; she is
// mistyped and corrected, answers by link, pays at the door and by card, and is in a day file.
func newZenobia(t *testing.T, lines io.Writer) *zenobia {
	t.Helper()
	log := slog.New(slog.NewTextHandler(lines, &slog.HandlerOptions{Level: slog.LevelDebug}))
	z := &zenobia{season: newSeason(t, "keeps_one_seat", "lapses", func(s *setup) { s.log = log }), satellites: map[uuid.UUID]*ground{}}
	z.show(api.TourPatch{Public: ptr(true)})
	duluth, _ := z.heldBy("Duluth", zoe())
	married := named("Vandersnoot", "Zenobia", 1890)
	married.Email = ptr("z@vandersnoot.example")
	elgin, _ := z.heldBy("Elgin", married)
	z.player, z.record = z.playerOf(duluth, 1900), z.playerOf(elgin, 1890)
	z.forceSeat(duluth, z.player)
	z.forceSeat(elgin, z.record)
	ok[api.PlayerCard](t)(client.OK(z.stage.organiser.MergePlayersWithResponse(t.Context(), z.player, nil, api.PlayerPair{OtherID: z.record, Reason: "Zenobia Quixotezza has married"})))
	eventually(t, "both seats in one row", func() bool { q, there := z.findRow(); return there && q.Seats == 2 })
	z.answersByLink()
	fargo := z.mistyped()
	geneva, iron := z.entersAgain(), z.plays()
	z.pays()
	z.takesTheDay()
	for _, id := range []uuid.UUID{duluth, elgin, fargo, geneva, iron, z.hibbing} {
		z.satellites[id] = z.ground(id)
	}
	return z
}

func zoe() api.EntrantCreate {
	e := named("Quixotezza", "Zenobia", 1900)
	e.AssociationID, e.Email = ptr("ZZ778899"), ptr("zenobia@quixotezza.example")
	return e
}

func (z *zenobia) answersByLink() {
	t := z.stage.t
	t.Helper()
	link := ok[api.AnswerLink](t)(client.Created(z.stage.organiser.CreateAnswerLinkWithResponse(t.Context(), slug, z.player, nil, api.AnswerLinkCreate{})))
	z.token = link.Token
	got := z.send(call{method: http.MethodPut, path: "/v1/answers/" + link.Token, body: api.OwnAnswer{Answer: "accepted", Note: ptr("Zenobia, Elm Street 77")}})
	require.Equal(t, http.StatusOK, got.status, "%s", got.body)
	eventually(t, "her answer", func() bool { q, _ := z.findRow(); return q.Answer == "accepted" })
}

// mistyped enters her under a wrong name, which is corrected, with a reason that names her.
func (z *zenobia) mistyped() uuid.UUID {
	t := z.stage.t
	t.Helper()
	fargo := z.register("Fargo", 5)
	e := ok[api.Entrant](t)(client.Created(z.director.CreateEntrantWithResponse(t.Context(), fargo.ID, nil, named("Quixotezzza", "Zenobia", 1900))))
	require.NotEqual(t, z.player, e.PlayerID)
	e = ok[api.Entrant](t)(client.OK(z.director.UpdateEntrantWithResponse(t.Context(), fargo.ID, e.ID, nil, api.EntrantPatch{
		FamilyName: ptr("Quixotezza"), AssociationID: ptr("ZZ778899"), Reason: ptr("ZENOBIA  quixotezza rang"),
	})))
	require.Equal(t, z.player, e.PlayerID)
	ok[api.Entrant](t)(client.OK(z.director.UpdateEntrantWithResponse(t.Context(), fargo.ID, e.ID, nil, api.EntrantPatch{
		Email: ptr("zenobia@quixotezza.example"), Paid: ptr(usd(3000)), Rating: ptr(1901), Reason: ptr("by zz778899, zenobia@quixotezza.example"),
	})))
	gone := z.register("Gone", 5)
	out := ok[api.Entrant](t)(client.Created(z.director.CreateEntrantWithResponse(t.Context(), gone.ID, nil, named("Quixotezza", "Zenobia", 1900))))
	require.Equal(t, z.player, out.PlayerID)
	require.NoError(t, client.Done(z.director.DeleteEntrantWithResponse(t.Context(), gone.ID, out.ID)))
	return fargo.ID
}

// entersAgain enters her with an Idempotency-Key, so that the answer is kept.
func (z *zenobia) entersAgain() uuid.UUID {
	t := z.stage.t
	t.Helper()
	geneva := z.register("Geneva", 5)
	z.again = call{
		key: organiserKey, method: http.MethodPost, path: "/v1/satellites/" + geneva.ID.String() + "/entrants", body: zoe(),
		header: map[string]string{"Idempotency-Key": "zenobia-1"},
	}
	for range 2 {
		got := z.send(z.again)
		require.Equal(t, http.StatusCreated, got.status, "%s", got.body)
		require.Contains(t, string(got.body), "Zenobia")
	}
	return geneva.ID
}

// plays has her in a round that is open, in which she sends her result herself.
func (z *zenobia) plays() uuid.UUID {
	t := z.stage.t
	t.Helper()
	iron := z.register("Iron", 5)
	z.sanction(iron.ID)
	ok[api.Entrant](t)(client.Created(z.director.CreateEntrantWithResponse(t.Context(), iron.ID, nil, zoe())))
	z.enter(iron.ID, 5, "Iron")
	z.start(iron.ID)
	codes := ok[api.CodeList](t)(client.OK(z.director.ListCodesWithResponse(t.Context(), iron.ID, 1, nil)))
	i := slices.IndexFunc(codes.Items, func(c api.Code) bool { return strings.HasPrefix(c.Name, "Quix") })
	z.code = codes.Items[i].Code
	got := z.send(call{method: http.MethodPut, path: "/v1/results/" + z.code, body: api.OwnResult{OwnScore: ptr(400), OpponentScore: ptr(350)}})
	require.Equal(t, http.StatusOK, got.status, "%s", got.body)
	return iron.ID
}

// pays has Stripe and the bank name her.
func (z *zenobia) pays() {
	t := z.stage.t
	t.Helper()
	payload := []byte(`{"id":"evt_zoe","object":"event","api_version":"2023-10-16","type":"charge.updated","created":1773500000,` +
		`"data":{"object":{"id":"ch_zoe","object":"charge","billing_details":{"name":"Zenobia Quixotezza","address":{"line1":"Elm Street 77"}}}}}`)
	got := z.send(call{
		method: http.MethodPost, path: "/v1/webhooks/stripe", body: string(payload),
		header: map[string]string{"Stripe-Signature": stripefake.Sign(payload, signingSecret, z.clock.now())},
	})
	require.Equal(t, http.StatusNoContent, got.status, "%s", got.body)
	z.confirmMapping(bankAccount)
	in := z.statement(bankAccount, "Date,Description,Amount\n2026-02-03,CHEQUE ZENOBIA QUIXOTEZZA,30.00\n")
	z.holding.statement, z.holding.line = in.Statement.ID, *in.Lines[0].ID
	me := ok[api.Me](t)(client.OK(z.director.GetMeWithResponse(t.Context())))
	z.holding.tenant = me.Tenant.ID
	z.holding.payments = map[string]uuid.UUID{"cheque": ok[api.Payment](t)(client.Created(z.stage.organiser.CreatePaymentWithResponse(t.Context(), nil, api.PaymentCreate{
		DirectorID: &me.Tenant.ID, Method: api.Cheque, Reference: ptr("77"), Amount: money(1000),
	}))).ID}
}

// takesTheDay takes a satellite to a laptop, where she is renamed and withdraws before it is known
// there that she is erased.
func (z *zenobia) takesTheDay() {
	t := z.stage.t
	t.Helper()
	s := z.register("Hibbing", 5)
	z.hibbing = s.ID
	z.sanction(s.ID)
	e := ok[api.Entrant](t)(client.Created(z.director.CreateEntrantWithResponse(t.Context(), s.ID, nil, zoe())))
	z.enter(s.ID, 5, "Hibbing")
	day := ok[api.Day](t)(client.OK(z.director.TakeDayWithResponse(t.Context(), s.ID)))
	last := day.Entries[len(day.Entries)-1]
	at, err := time.Parse(time.RFC3339Nano, last["at"].(string))
	require.NoError(t, err)
	z.day = api.DaySync{
		SatelliteID: s.ID, BaseSeq: day.Seq, BaseAt: at, Entries: []api.DayEntry{}, Contacts: &map[string]string{e.ID.String(): "zenobia@elsewhere.example"},
	}
	var state map[string]any
	for _, entry := range day.Entries {
		raw, err := json.Marshal(entry)
		require.NoError(t, err)
		var read struct {
			Changes struct {
				Entrants []struct{ After map[string]any }
			}
		}
		require.NoError(t, json.Unmarshal(raw, &read))
		for _, c := range read.Changes.Entrants {
			if c.After["id"] == e.ID.String() {
				state = c.After
			}
		}
	}
	act := func(name, reason string, change map[string]any) {
		after := map[string]any{}
		for k, v := range state {
			after[k] = v
		}
		for k, v := range change {
			after[k] = v
		}
		z.day.Entries = append(z.day.Entries, api.DayEntry{
			"seq": day.Seq + 1 + int64(len(z.day.Entries)), "at": at.Add(time.Duration(len(z.day.Entries)+1) * time.Second).Format(time.RFC3339Nano),
			"act": name, "reason": reason, "actor": map[string]any{"id": uuid.Nil, "name": "Dana", "role": "director"},
			"changes": map[string]any{"entrants": []any{map[string]any{"before": state, "after": after}}},
		})
		state = after
	}
	act("entrant.edit", "", map[string]any{"name": map[string]any{"family": "Quixotezza-Vandersnoot", "given": "Zenobia"}, "player_id": uuid.New()})
	act("entrant.edit", "Zenobia Quixotezza-Vandersnoot has a new rating", map[string]any{"rating": 1950, "contact": 1})
}

// syncs brings the day after the erasure, twice.
func (z *zenobia) syncs() {
	t := z.stage.t
	t.Helper()
	for _, stored := range []int{1, 0} {
		got := z.send(call{key: organiserKey, method: http.MethodPut, path: "/v1/satellites/" + z.hibbing.String() + "/day", body: z.day})
		require.Equal(t, http.StatusOK, got.status, "%s", got.body)
		require.Equal(t, stored, read[api.DaySynced](t, got).Stored, "the act that only renamed her counts for nothing")
	}
	i := slices.IndexFunc(z.entrants(z.hibbing), func(e api.Entrant) bool { return e.Rating != nil && *e.Rating == 1950 })
	require.GreaterOrEqual(t, i, 0, "what was played is there")
}

// replays: the write has no second effect, and its answer is not given any more.
func (z *zenobia) replays() {
	t := z.stage.t
	t.Helper()
	got := z.send(z.again)
	require.Equal(t, http.StatusConflict, got.status)
	require.EqualValues(t, "answer_erased", got.problem(t).Code)
	require.Contains(t, got.problem(t).Detail, "has happened")
	again := z.again
	again.body = named("Another", "Ann", 1500)
	require.EqualValues(t, "idempotency_key_reused", z.send(again).problem(t).Code)
}

// ground is a satellite of hers with what a request about it takes, she first.
func (z *zenobia) ground(id uuid.UUID) *ground {
	z.stage.t.Helper()
	g := &ground{id: id, code: z.code, at: z.day.BaseAt.Format(time.RFC3339Nano)}
	for _, e := range z.entrants(id) {
		if e.PlayerID == z.player || e.PlayerID == z.record {
			g.entrants = append([]uuid.UUID{e.ID}, g.entrants...)
		} else {
			g.entrants = append(g.entrants, e.ID)
		}
	}
	if got := z.send(call{key: organiserKey, method: http.MethodGet, path: "/v1/satellites/" + id.String() + "/rounds/1"}); got.status == http.StatusOK {
		for _, game := range read[api.Round](z.stage.t, got).Games {
			g.games = append(g.games, game.ID)
		}
	}
	g.entrants, g.games = append(g.entrants, uuid.New(), uuid.New()), append(g.games, uuid.New())
	return g
}

// looksAtEverything asks for all that can be read, in every format, about each of her satellites.
func (z *zenobia) looksAtEverything() {
	t := z.stage.t
	t.Helper()
	keys := ok[api.KeyList](t)(client.OK(z.stage.organiser.ListKeysWithResponse(t.Context(), z.holding.tenant, nil)))
	z.holding.spareKey, z.holding.player, z.holding.token, z.holding.record = keys.Items[0].ID, z.player, z.token, z.record
	read := map[string]bool{}
	for _, op := range operations(t) {
		if op.writes() || op.id == "getDocs" || op.id == "getOpenAPI" {
			continue
		}
		for _, query := range queries(t, op) {
			for _, g := range z.satellites {
				for _, player := range []uuid.UUID{z.player, z.record} {
					z.holding.player, z.holding.satellites = player, map[string]*ground{op.at: g}
					op.query = query
					op.round = max(op.round, 1)
					c := op.request(op.values(z.holding))
					c.key = organiserKey
					got := z.send(c)
					require.Empty(t, found(op.id, unzipped(t, got.body)), "%s: %s", c.path, got.body)
					read[op.id] = read[op.id] || got.status == http.StatusOK
					if !op.has("satellite_id") && !op.has("player_id") {
						break
					}
				}
				if !op.has("satellite_id") {
					break
				}
			}
		}
		require.True(t, read[op.id], "%s was not read once", op.id)
	}
	for id := range z.satellites {
		for _, path := range []string{"/t/" + slug, "/t/" + slug + "/" + id.String(), "/r/" + z.code, "/a/" + z.token} {
			require.Empty(t, found(path, string(z.look(path).body)), path)
		}
	}
}

// queries are the ways to ask: in each format, for her by name, and for the past.
func queries(t testing.TB, op operation) []string {
	t.Helper()
	doc, err := api.Load()
	require.NoError(t, err)
	item := doc.Paths.Value(op.path)
	all := []string{op.query}
	for _, p := range append(append(openapi3.Parameters{}, item.Parameters...), item.Get.Parameters...) {
		switch p.Value.Name {
		case "format":
			for _, format := range p.Value.Schema.Value.Enum {
				all = append(all, fmt.Sprint("?format=", format))
			}
		case "q":
			all = append(all, "?q=zenobia")
		case "as_of":
			all = append(all, "?as_of=2030-01-01")
		case "limit":
			all = append(all, with(op.query, "limit=200"))
		}
	}
	return all
}

// unzipped is what stands in a spreadsheet; everything else as it is.
func unzipped(t testing.TB, body []byte) string {
	t.Helper()
	if !bytes.HasPrefix(body, []byte("PK")) {
		return string(body)
	}
	files, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	require.NoError(t, err)
	var text strings.Builder
	for _, f := range files.File {
		r, err := f.Open()
		require.NoError(t, err)
		_, err = io.Copy(&text, r)
		require.NoError(t, err)
	}
	return text.String()
}

func rowsOf(z *zenobia) []string {
	var rows []string
	for _, r := range newRecords(z.stage.t, z.database).all() {
		rows = append(rows, r.row)
	}
	return rows
}

// findRow is her row of the list.
func (z *zenobia) findRow() (api.Qualifier, bool) {
	z.stage.t.Helper()
	list, err := z.stage.organiser.QualifierList(z.stage.t.Context(), slug)
	require.NoError(z.stage.t, err)
	i := slices.IndexFunc(list.Items, func(q api.Qualifier) bool { return q.PlayerID == z.player })
	if i < 0 {
		return api.Qualifier{}, false
	}
	return list.Items[i], true
}

func (z *zenobia) ownRow() api.Qualifier {
	z.stage.t.Helper()
	row, there := z.findRow()
	require.True(z.stage.t, there)
	return row
}

func (z *zenobia) othersRows() []api.Qualifier {
	z.stage.t.Helper()
	list, err := z.stage.organiser.QualifierList(z.stage.t.Context(), slug)
	require.NoError(z.stage.t, err)
	return slices.DeleteFunc(list.Items, func(q api.Qualifier) bool { return q.PlayerID == z.player })
}

func (z *zenobia) journal() string {
	z.stage.t.Helper()
	return string(z.send(call{key: organiserKey, method: http.MethodGet, path: "/v1/carryover/journal?limit=200"}).body)
}

// splits: taking the merge back afterwards parts her seats, and says nothing of who she was.
func (z *zenobia) splits(pseudonym string) {
	t := z.stage.t
	t.Helper()
	part := ok[api.PlayerCard](t)(client.OK(z.stage.organiser.SplitPlayerWithResponse(t.Context(), z.record, nil, api.PlayerSplit{Reason: "a test"})))
	require.Equal(t, pseudonym, part.Name)
	require.True(t, part.Erased)
	eventually(t, "two rows", func() bool { q, _ := z.findRow(); return q.Seats == 1 })
	for _, r := range newRecords(t, z.database).all() {
		require.Empty(t, found(r.table, r.row), "%s: %s", r.table, r.row)
	}
}

// isSomebodyElse: who comes under her name later is not taken for her, and is not merged with her.
func (z *zenobia) isSomebodyElse() {
	t := z.stage.t
	t.Helper()
	next := z.register("Jasper", 5)
	later := ok[api.Entrant](t)(client.Created(z.director.CreateEntrantWithResponse(t.Context(), next.ID, nil, zoe())))
	require.NotContains(t, []uuid.UUID{z.player, z.record}, later.PlayerID)
	got := z.send(call{key: organiserKey, method: http.MethodPost, path: "/v1/players/" + z.player.String() + "/merge", body: api.PlayerPair{OtherID: later.PlayerID, Reason: "again"}})
	require.EqualValues(t, "merge_refused", got.problem(t).Code)
}
