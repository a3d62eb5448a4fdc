package app_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/auth"
)

// operation is an operation of the contract with what a valid request of it
// takes from a holding.
type operation struct {
	id, method, path string
	ids              []string // path parameters that are ids, parent first
	success          int
	paged            bool // takes a cursor
	example
}

// example is how an operation is called so that it succeeds.
type example struct {
	at          string // the state of the satellite it is called on
	round       int
	payment     string // its method, default a cheque
	slug        string // default the tour of the satellites
	query       string
	body        any
	contentType string
}

// examples has a row for every operation of the contract.
var examples = map[string]example{
	"getLivez":   {},
	"getReadyz":  {},
	"getOpenAPI": {},
	"getDocs":    {},

	"getMe":          {},
	"createDirector": {body: api.DirectorCreate{Name: "Cid New", Email: "cid@example.org"}},
	"listDirectors":  {},
	"getDirector":    {},
	"updateDirector": {body: api.DirectorPatch{City: ptr("Elsewhere")}},
	"createKey":      {body: api.KeyCreate{Label: ptr("laptop")}},
	"listKeys":       {},
	"revokeKey":      {},
	"listAudit":      {},

	"createTour": {body: api.TourCreate{
		Slug: "winter", Name: "Winter", StartsOn: date("2026-01-01"), EndsOn: date("2027-01-01"), Currency: "USD",
	}},
	"listTours":        {},
	"getTour":          {},
	"updateTour":       {slug: emptyTour, body: api.TourPatch{Name: ptr("Autumn again")}},
	"getPrizeTable":    {},
	"putPrizeTable":    {slug: emptyTour, body: api.PrizeTableUpload{Name: "Ours", Rows: []api.PrizeRow{{FromPlayers: 1, Qualifiers: 1, Shares: []string{"100"}}}}},
	"getPairingTables": {},
	"putPairingTables": {slug: emptyTour, body: ownTables()},
	"getOverview":      {},
	"listQualifiers":   {},
	"inviteQualifiers": {body: api.InviteAll{Deadline: time.Now().Add(100 * 24 * time.Hour)}},
	"listDifferences":  {},
	"getAnswer":        {at: reported},
	"putAnswer":        {at: reported, body: api.AnswerRecord{Answer: "accepted"}},
	"takeAnswerBack":   {at: reported},
	"createAnswerLink": {at: reported},

	"getFinalField":       {slug: emptyTour},
	"listBuyIns":          {slug: emptyTour},
	"createBuyIn":         {slug: emptyTour, body: api.BuyInCreate{FamilyName: ptr("Newcomer"), Rating: ptr(1500)}},
	"getBuyIn":            {slug: emptyTour},
	"withdrawBuyIn":       {slug: emptyTour, body: api.BuyInWithdrawal{Reason: ptr("ill")}},
	"waiveBuyIn":          {slug: emptyTour, body: api.DueWaiver{Reason: ptr("as agreed")}},
	"createBuyInCheckout": {slug: emptyTour},
	"getFinal":            {slug: finalTour},
	"createFinal":         {slug: emptyTour, body: finalOf("round_robin", "swiss")},
	"refreshFinal":        {slug: finalTour},

	"getByLink": {},
	"putByLink": {body: api.OwnAnswer{Answer: "accepted"}},

	"getPublicTour":        {},
	"listPublicQualifiers": {},

	"createSatellite":   {body: registration("Another", 6)},
	"listSatellites":    {},
	"getSatellite":      {at: playing},
	"updateSatellite":   {at: proposed, body: api.SatellitePatch{Name: ptr("Renamed")}},
	"sanctionSatellite": {at: proposed},
	"rejectSatellite":   {at: proposed, body: api.Act{Reason: ptr("no hall")}},
	"cancelSatellite":   {at: sanctioned, body: api.Act{Reason: ptr("snow")}},
	"startSatellite":    {at: sanctioned},
	"unstartSatellite":  {at: fresh},
	"finishSatellite":   {at: played},
	"listLog":           {at: playing},
	"reopenSatellite":   {at: reported, body: api.Act{Reason: ptr("a wrong score")}},
	"undoAct":           {at: fresh},
	"verifySatellite":   {at: playing},
	"takeDay":           {at: playing},
	"importDay":         {at: sanctioned},

	"listSeats":      {at: reported},
	"putRuling":      {at: reported, body: api.RulingGiven{Verdict: "keeps", Reason: "as agreed"}},
	"takeRulingBack": {at: reported},

	"listPlayers":      {},
	"listDoubtful":     {},
	"getPlayer":        {},
	"mergePlayers":     {},
	"tellPlayersApart": {},
	"splitPlayer":      {body: api.PlayerSplit{Reason: "they are two"}},
	"erasePlayer":      {},

	"createEntrant":  {at: proposed, body: api.EntrantCreate{FamilyName: "Newcomer", Rating: ptr(1234)}},
	"importEntrants": {at: proposed, body: "family_name,rating\nNewcomer,1234\n", contentType: "text/csv"},
	"listEntrants":   {at: proposed},
	"getEntrant":     {at: proposed},
	"updateEntrant":  {at: proposed, body: api.EntrantPatch{Rating: ptr(1999)}},
	"deleteEntrant":  {at: proposed},

	"checkInEntrant":   {at: proposed},
	"withdrawEntrant":  {at: fresh},
	"reinstateEntrant": {at: fresh},
	"setEligibility":   {at: playing, body: api.EligibilityDecision{Eligible: false, Reason: "left without a word"}},

	"bookBye": {at: section, body: api.ByeBooking{Round: 3, Points: api.N0}},
	"dropBye": {at: section, round: 2},

	"listRounds":      {at: playing},
	"getRound":        {at: playing, round: 1},
	"openRound":       {at: fresh, round: 1},
	"pairRound":       {at: playing, round: 5},
	"swapPlayers":     {at: fresh, round: 1},
	"listCodes":       {at: fresh, round: 1},
	"getByCode":       {at: fresh},
	"putByCode":       {at: fresh, body: api.OwnResult{OwnScore: ptr(400), OpponentScore: ptr(350)}},
	"putRoundResults": {at: fresh, round: 1, body: api.RoundResults{Results: []api.RoundResult{{Table: ptr(1), FirstScore: ptr(400), SecondScore: ptr(350)}}}},
	"getGame":         {at: playing},
	"putResult":       {at: fresh, body: api.Result{FirstScore: ptr(400), SecondScore: ptr(350)}},
	"deleteResult":    {at: playing},
	"getStandings":    {at: playing},
	"getCrosstable":   {at: playing},
	"getEvents":       {at: playing},
	"importResults":   {at: sanctioned, query: "?format=csv&reason=by+hand", body: "round,first,second,first_score,second_score\n1,1,2,400,350\n1,3,4,380,390\n", contentType: "text/csv"},

	"exportSatellite":  {at: playing, query: "?format=naspa"},
	"listExportNotes":  {at: playing, query: "?format=naspa"},
	"getSubmission":    {at: playing},
	"validateFile":     {query: "?format=naspa", body: "Lee, Ann 0 0 ; 50\n", contentType: "text/plain"},
	"computeStandings": {query: "?format=naspa", body: "Lee, Ann 0 0 ; 50\n", contentType: "text/plain"},

	"getReport":    {at: played},
	"makeReport":   {at: played},
	"putDecisions": {at: played, body: api.Decisions{PrizeTies: ptr(api.ByOrder), Reason: "as agreed"}},
	"listDues":     {},
	"getDue":       {at: reported},
	"waiveDue":     {at: reported, body: api.DueWaiver{Reason: ptr("the hall burnt down")}},

	"createPayment":     {body: api.PaymentCreate{Method: api.Cheque, Reference: ptr("77"), Amount: money(1000), ReceivedOn: ptr(date("2026-03-14"))}}, // of an unknown payer
	"listPayments":      {},
	"getPayment":        {},
	"receivePayment":    {},
	"depositPayment":    {},
	"clearPayment":      {},
	"bouncePayment":     {},
	"voidPayment":       {body: api.Act{Reason: ptr("never came")}},
	"refundPayment":     {payment: "cash", body: api.PaymentRefund{Amount: ptr(money(100))}},
	"reallocatePayment": {body: api.PaymentReallocation{Allocations: []api.PaymentShare{}}},
	"assignPayment":     {},
	"annotatePayment":   {body: api.PaymentNote{Owner: ptr("Tess"), Note: ptr("asked the bank")}},
	"getReconciliation": {query: "?tour=" + slug},
	"getStatement":      {},
	"listOutbox":        {},

	"createEndpoint":       {body: api.EndpointCreate{URL: "http://127.0.0.1:9/new"}},
	"listEndpoints":        {},
	"getEndpoint":          {},
	"updateEndpoint":       {body: api.EndpointPatch{Types: &[]string{"result.*"}}},
	"deleteEndpoint":       {},
	"rotateEndpoint":       {},
	"testEndpoint":         {},
	"listDeliveries":       {},
	"resendDelivery":       {},
	"resendDeadDeliveries": {},

	"createCheckout":  {at: reported},
	"takeStripeEvent": {body: `{"id": "evt_1", "type": "charge.updated", "data": {"object": {"id": "ch_1"}}}`},

	"getBankMapping":      {},
	"putBankMapping":      {body: bankMapping()},
	"listBankStatements":  {},
	"importBankStatement": {query: "?account=" + bankAccount, body: "Date,Description,Amount\n2026-02-03,FEE,-2.00\n", contentType: "text/csv"},
	"getBankStatement":    {},
	"matchBankLine":       {body: api.BankMatch{Purpose: api.LineUnknown, Note: ptr("a club?")}},
	"listJournal":         {},
	"listClosings":        {},
	"closeBooks":          {body: map[string]string{"through": "2025-12-31", "reason": "all is in"}},
}

// ownTables are preset tables that a tour can carry: here the official ones.
func ownTables() any {
	raw, err := os.ReadFile("../pairing/tables/nast_presets_5_6_rounds.json")
	if err != nil {
		panic(err)
	}
	var tables map[string]json.RawMessage
	if err := json.Unmarshal(raw, &tables); err != nil {
		panic(err)
	}
	delete(tables, "version")
	return map[string]any{"rounds": []int{6}, "name": "ours", "tables": tables}
}

// operations reads the contract; an operation without an example fails the test.
func operations(t testing.TB) []operation {
	t.Helper()
	doc, err := api.Load()
	require.NoError(t, err)
	var all []operation
	for path, item := range doc.Paths.Map() {
		for method, spec := range item.Operations() {
			e, known := examples[spec.OperationID]
			if !known {
				t.Errorf("operation %s of the contract has no example in this test", spec.OperationID)
				continue
			}
			op := operation{id: spec.OperationID, method: method, path: path, success: successOf(t, spec), example: e}
			for _, p := range append(append(openapi3.Parameters{}, item.Parameters...), spec.Parameters...) {
				op.paged = op.paged || p.Value.Name == "cursor"
				if p.Value.In == openapi3.ParameterInPath && p.Value.Schema.Value.Format == "uuid" {
					op.ids = append(op.ids, p.Value.Name)
				}
			}
			all = append(all, op)
		}
	}
	require.Len(t, all, len(examples), "an example belongs to no operation")
	return all
}

func successOf(t testing.TB, spec *openapi3.Operation) int {
	t.Helper()
	for status := range spec.Responses.Map() {
		if code, err := strconv.Atoi(status); err == nil && code < 300 {
			return code
		}
	}
	t.Errorf("operation %s has no success", spec.OperationID)
	return 0
}

// writes says whether the operation changes something.
func (op operation) writes() bool { return op.method != http.MethodGet }

// values are the path parameters of a request that succeeds on a holding.
func (op operation) values(h holding) map[string]string {
	v := map[string]string{
		"player_id": h.player.String(), "token": h.token, "stranger": h.stranger.String(),
		"director_id": h.tenant.String(), "key_id": h.spareKey.String(), "slug": slug, "round": fmt.Sprint(op.round),
		"account": bankAccount, "statement_id": h.statement.String(), "line_id": h.line.String(),
		"buy_in_id": h.buyIn.String(), "payment_id": h.payments[cmp.Or(op.payment, "cheque")].String(),
		"endpoint_id": h.endpoint.String(), "delivery_id": h.delivery.String(),
	}
	if op.id == "splitPlayer" {
		v["player_id"] = h.record.String()
	}
	if op.slug != "" {
		v["slug"] = op.slug
	}
	if g := h.satellites[op.at]; g != nil {
		v["satellite_id"], v["entrant_id"] = g.id.String(), g.entrants[0].String()
		v["other_id"], v["code"], v["base_at"] = g.entrants[1].String(), g.code, g.at
		if len(g.games) > 0 {
			v["game_id"] = g.games[0].String()
		}
	}
	return v
}

// request writes a request with the given path parameters.
func (op operation) request(values map[string]string) call {
	path := op.path
	for name, value := range values {
		path = strings.ReplaceAll(path, "{"+name+"}", value)
	}
	c := call{method: op.method, path: path + op.query, body: op.body, header: map[string]string{}}
	switch op.id {
	case "importDay":
		c.body = map[string]any{"satellite_id": values["satellite_id"], "base_seq": 3, "base_at": values["base_at"], "entries": []any{}}
	case "mergePlayers", "tellPlayersApart":
		c.body = map[string]string{"other_id": values["stranger"], "reason": "by birthday"}
	case "assignPayment":
		c.body = map[string]string{"director_id": values["director_id"]}
	case "swapPlayers":
		c.body = map[string]string{"a": values["entrant_id"], "b": values["other_id"], "reason": "by hand"}
	}
	if op.contentType != "" {
		c.header["Content-Type"] = op.contentType
	}
	return c
}

// by is a request as somebody can make it: a director announces a payment, and does not say that
// it has come.
func (op operation) by(who auth.Role, values map[string]string) call {
	c := op.request(values)
	if op.id == "createPayment" && who == auth.Director {
		c.body = api.PaymentCreate{Method: api.Cheque, Reference: ptr("77"), Amount: money(1000)}
	}
	return c
}

// has says whether the path has a parameter.
func (op operation) has(name string) bool { return strings.Contains(op.path, "{"+name+"}") }
