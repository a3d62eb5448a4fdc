package httpapi

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
)

func contract(t testing.TB) (*openapi3.T, map[string]*operation) {
	t.Helper()
	doc, err := api.Load()
	require.NoError(t, err)
	routes, err := newRoutes(doc)
	require.NoError(t, err)
	byID := map[string]*operation{}
	for _, op := range routes.byRoute {
		require.Nil(t, byID[op.id], "the id %s stands twice", op.id)
		byID[op.id] = op
	}
	return doc, byID
}

func TestEveryOperationHasItsRowOfPermissions(t *testing.T) {
	t.Parallel()
	_, operations := contract(t)
	require.Equal(t, slices.Sorted(maps.Keys(operations)), slices.Sorted(maps.Keys(auth.Permissions)))

	var public []string
	for id, op := range operations {
		rule := auth.Permissions[id]
		if rule.Public {
			public = append(public, id)
			require.Empty(t, rule.Roles)
			require.NotNil(t, op.spec.Security, "the contract asks for a key for %s", id)
			require.Empty(t, *op.spec.Security)
		} else {
			require.Nil(t, op.spec.Security, "the contract asks for no key for %s", id)
		}
	}
	require.ElementsMatch(t, []string{
		"getLivez", "getReadyz", "getOpenAPI", "getDocs", "getByCode", "putByCode", "getByLink", "putByLink",
		"getPublicTour", "listPublicQualifiers", "takeStripeEvent",
	}, public)
}

func TestWhatEachRoleMayDo(t *testing.T) {
	t.Parallel()
	_, operations := contract(t)
	for id, op := range operations {
		rule := auth.Permissions[id]
		if rule.Public {
			continue
		}
		get := (op.method == "GET" || slices.Contains(op.spec.Tags, "files")) &&
			id != "listCodes" && // who has a code can send a result
			id != "listOutbox" && // letters are for their readers
			!slices.Contains(op.spec.Tags, "webhooks") // an address can hold a token
		require.True(t, rule.Allows(auth.Organiser), id)
		require.Equal(t, get, rule.Allows(auth.Viewer), "a viewer reads everything and writes nothing: %s", id)
		ofTreasurers := []string{
			"createPayment", "receivePayment", "depositPayment", "clearPayment", "bouncePayment", "voidPayment", "refundPayment",
			"reallocatePayment", "assignPayment", "annotatePayment", "createCheckout", "createBuyInCheckout",
			"putBankMapping", "importBankStatement", "matchBankLine", "closeBooks",
		}
		require.Equal(t, get && id != "listKeys" || slices.Contains(ofTreasurers, id), rule.Allows(auth.Treasurer), id)
		organisersOnly := []string{
			"createDirector", "listDirectors", "listAudit", "createTour", "updateTour", "putPrizeTable", "putPairingTables",
			"sanctionSatellite", "rejectSatellite", "cancelSatellite", "reopenSatellite", "waiveDue", "getReconciliation", "listOutbox",
			"getBankMapping", "listBankStatements", "getBankStatement", "listJournal", "listClosings",
			"getAnswer", "putAnswer", "takeAnswerBack", "createAnswerLink", "putRuling", "takeRulingBack",
			"getFinal", "createFinal", "refreshFinal",
			"getFinalField", "listBuyIns", "getBuyIn", "createBuyIn", "withdrawBuyIn", "waiveBuyIn",
			"getOverview", "inviteQualifiers",
			"listDoubtful", "mergePlayers", "tellPlayersApart", "splitPlayer", "erasePlayer",
		}
		closed := slices.Contains(organisersOnly, id) || slices.Contains(ofTreasurers, id) && id != "createPayment" && id != "createCheckout"
		require.Equal(t, !closed, rule.Allows(auth.Director), id)
		ofScorers := []string{
			"getMe", "getSatellite", "listEntrants", "getEntrant", "listRounds", "getRound", "getGame",
			"putResult", "deleteResult", "putRoundResults", "getStandings", "getCrosstable",
		}
		require.Equal(t, slices.Contains(ofScorers, id), rule.Allows(auth.Scorer), id)
		if rule.Allows(auth.Scorer) && id != "getMe" {
			require.Contains(t, op.path, "{satellite_id}", "a scorer is kept to his satellite by its id in the path")
		}
	}
}

func TestEveryErrorCodeIsInTheContract(t *testing.T) {
	t.Parallel()
	doc, _ := contract(t)
	var listed, known []string
	for _, code := range doc.Components.Schemas["ErrorCode"].Value.Enum {
		listed = append(listed, fmt.Sprint(code))
	}
	for _, code := range fault.Codes() {
		known = append(known, string(code))
		require.NotEmpty(t, code.Title())
		require.GreaterOrEqual(t, statusOf(code.Kind()), 400)
	}
	require.Equal(t, known, listed)
}

func TestEveryPatternOfTheContractIsSaidInWords(t *testing.T) {
	t.Parallel()
	_, operations := contract(t)
	seen := map[string]bool{}
	for _, op := range operations {
		for _, p := range op.parameters {
			patterns(p.schema, seen)
		}
		if op.json != nil {
			patterns(op.json, seen)
		}
	}
	require.ElementsMatch(t, slices.Collect(maps.Keys(seen)), slices.Collect(maps.Keys(forms)))
}

func patterns(schema *openapi3.Schema, seen map[string]bool) {
	if schema.Pattern != "" {
		seen[schema.Pattern] = true
	}
	for _, property := range schema.Properties {
		patterns(property.Value, seen)
	}
	if schema.Items != nil {
		patterns(schema.Items.Value, seen)
	}
	if schema.AdditionalProperties.Schema != nil {
		patterns(schema.AdditionalProperties.Schema.Value, seen)
	}
}

func TestWhichOperationsShowKeysAndWhichTakeLargeBodies(t *testing.T) {
	t.Parallel()
	_, operations := contract(t)
	var secret, large, replaying []string
	for id, op := range operations {
		if op.secret {
			secret = append(secret, id)
		}
		if op.bodyLimit == 8<<20 {
			large = append(large, id)
		}
		if op.replays {
			replaying = append(replaying, id)
		}
		// Files store nothing, an event has an id of its own, and a checkout that is open is given
		// again; Stripe must not be asked within the transaction of a stored answer.
		itself := []string{"createCheckout", "createBuyInCheckout", "takeStripeEvent"}
		if op.method == "POST" && !slices.Contains(op.spec.Tags, "files") && !slices.Contains(itself, id) {
			require.True(t, op.replays, "%s creates or acts, and so takes an Idempotency-Key", id)
		}
	}
	require.ElementsMatch(t, []string{"createDirector", "createKey", "createEndpoint", "rotateEndpoint"}, secret)
	require.ElementsMatch(t, []string{"importEntrants", "importDay", "importResults", "importBankStatement", "validateFile", "computeStandings"}, large)
	require.NotEmpty(t, replaying)
}

func TestTheDocumentationNamesEverythingAndNeedsNoOtherHost(t *testing.T) {
	t.Parallel()
	doc, operations := contract(t)
	b := setup(t)
	w := b.do(call{method: "GET", path: "/docs"})
	require.Equal(t, 200, w.Code)
	html := w.Body.String()
	for id, op := range operations {
		require.Contains(t, html, `id="operation-`+id+`"`)
		require.Contains(t, html, op.path)
	}
	for _, code := range fault.Codes() {
		require.Contains(t, html, `id="error-`+string(code)+`"`)
		require.Contains(t, html, code.Title())
	}
	for name := range doc.Components.Schemas {
		require.Contains(t, html, `id="schema-`+name+`"`)
	}
	for _, link := range regexp.MustCompile(`(?:href|src)="([^"]*)"`).FindAllStringSubmatch(html, -1) {
		target, within := strings.CutPrefix(link[1], "#")
		if within {
			require.Contains(t, html, `id="`+target+`"`)
		} else {
			require.Equal(t, "/openapi.json", target)
		}
	}
	require.NotContains(t, html, "<script")
	require.NotContains(t, html, "@import")
	require.Contains(t, w.Header().Get("Content-Security-Policy"), "default-src 'none'")
}

func TestTheContractIsServed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.do(call{method: "GET", path: "/openapi.json"})
	require.Equal(t, 200, w.Code)
	loaded, err := openapi3.NewLoader().LoadFromData(w.Body.Bytes())
	require.NoError(t, err)
	require.NoError(t, loaded.Validate(t.Context()))
	require.NotNil(t, loaded.Paths.Value("/v1/me"))
}
