package app_test

import (
	"archive/zip"
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

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
		check := ok[api.Verification](t)(client.OK(z.stage.organiser.VerifySatelliteWithResponse(t.Context(), id)))
		require.True(t, check.Agrees, "%v", check.Differences)
	}

	again := ok[api.PlayerCard](t)(client.OK(z.stage.organiser.ErasePlayerWithResponse(t.Context(), z.player, nil)))
	require.Equal(t, card.Name, again.Name, "erasing again changes nothing")
	z.splits(card.Name)
	z.isSomebodyElse()
}

// syncs brings the days after the erasure, twice.
func (z *zenobia) syncs() {
	t := z.stage.t
	t.Helper()
	for _, day := range []api.DaySync{z.day, z.walkIn} {
		for _, stored := range []int{1, 0} {
			got := z.send(call{key: organiserKey, method: http.MethodPut, path: "/v1/satellites/" + day.SatelliteID.String() + "/day", body: day})
			require.Equal(t, http.StatusOK, got.status, "%s", got.body)
			require.Equal(t, stored, read[api.DaySynced](t, got).Stored, "the act that only renamed her counts for nothing")
		}
	}
	hers := func(satellite uuid.UUID) api.Entrant {
		field := z.entrants(satellite)
		i := slices.IndexFunc(field, func(e api.Entrant) bool { return e.PlayerID == z.player })
		require.GreaterOrEqual(t, i, 0)
		return field[i]
	}
	require.Equal(t, 1950, *hers(z.day.SatelliteID).Rating, "what was done is there")
	require.Equal(t, z.ownRow().Name, hers(z.walkIn.SatelliteID).Name, "she came in before she was erased")
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
		op.slug = slug
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
