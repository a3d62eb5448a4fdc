package postgres_test

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/postgres/pgtest"
)

// organisersTables are the tables without a tenant, each with the reason why
// it needs none. A new table is either protected or entered here.
var organisersTables = map[string]string{
	"erased_names":          "keyed digests, by which a day that comes late does not name who was erased (R8.2)",
	"tours":                 "the organiser's; every director reads them, a permission keeps others from writing",
	"players":               "one person over all satellites (R5.8); holds no contact data",
	"seats":                 "of the national list, which is public; not written any more",
	"seat_outcomes":         "of the national list, which is public; only the worker writes, but for erasures",
	"seat_claims":           "by which players seat_outcomes are found",
	"seat_differences":      "what became different of the national list, which is public",
	"national_list_history": "the national list as it was, which is public",
	"player_decisions":      "who is the same person: the organiser's, by a policy of its own",
	"seat_rulings":          "the organiser's, by a policy of its own",
	"answers":               "of the national list; who answers by his link has no key, and so no scope",
	"invitations":           "by when a qualifier answers; read by his link",
	"answer_links":          "the links themselves; the token that opens one is not kept",
	"signing_keys":          "with which links are signed; told nobody",
	"national_list":         "public; only the worker writes",
	"national_list_state":   "public; only the worker writes",
	"carryover_closings":    "the months that are closed, for everybody's books",
	"bank_confirmations":    "what was confirmed of the organiser's bank statements",
	"mail_outbox":           "mail of the organiser that waits to be sent",
	"buy_ins":               "of the final: the organiser's, by a policy of its own",
	"buy_in_dues":           "what buy-ins owe: the organiser's, by a policy of its own",
	"schema_migrations":     "the version of the schema, read by everybody, written by the owner",
	"bank_accounts":         "the organiser's; protected by nast_protect_bank",
	"bank_mappings":         "the organiser's; protected by nast_protect_bank",
	"bank_statements":       "the organiser's; protected by nast_protect_bank",
	"bank_lines":            "the organiser's; protected by nast_protect_bank",
	"bank_seen":             "the organiser's; protected by nast_protect_bank",
	"card_events":           "of Stripe; whose they are is known when they are applied; a request adds one and reads none",
	"event_outbox":          "what acts mean to programs outside; a request adds to it and reads none",
	"event_streams":         "how many events a satellite, an account or a tour has had",
	"card_looks":            "only the worker sees them",
	"card_polls":            "only the worker sees them",
	"card_payouts":          "from Stripe to the organiser's bank; only the worker writes",
	"card_movements":        "of the payouts; only the worker sees them",
}

// tenantTables are the tables that have a tenant_id.
func tenantTables(t testing.TB, c *pgx.Conn) []string {
	t.Helper()
	tables := read[string](t, c, `
		SELECT c.relname::text FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attname = 'tenant_id' AND NOT a.attisdropped
		ORDER BY 1`)
	require.NotEmpty(t, tables)
	return tables
}

func TestEveryTableIsATenantsOrTheOrganisersForAReason(t *testing.T) {
	t.Parallel()
	c := admin(t, pgtest.New(t))
	known := tenantTables(t, c)
	for table := range organisersTables {
		known = append(known, table)
	}
	require.ElementsMatch(t, known, read[string](t, c,
		"SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'f')"))
	require.Empty(t, read[string](t, c,
		"SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('v', 'm', 'S')"),
		"a view could pass by the policies, a sequence could be seen by clients")
	require.Empty(t, read[string](t, c,
		"SELECT proname::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef"), "no function runs as its owner")
}

func TestEveryTenantTableIsProtected(t *testing.T) {
	t.Parallel()
	c := admin(t, pgtest.New(t))
	const tenant = "((( SELECT nast_scope() AS nast_scope) = 'tenant'::text) AND (tenant_id = ( SELECT nast_tenant() AS nast_tenant)))"
	const organiser = "(( SELECT nast_scope() AS nast_scope) = 'organiser'::text)"
	const reader = "(( SELECT nast_scope() AS nast_scope) = ANY (ARRAY['reader'::text, 'treasurer'::text]))"
	const treasurer = "(( SELECT nast_scope() AS nast_scope) = 'treasurer'::text)"
	const ownAnswers = "(" + treasurer + " AND (tenant_id = ( SELECT nast_tenant() AS nast_tenant)))"
	want := []string{
		"organiser PERMISSIVE {nast_service} ALL " + organiser + " / " + organiser,
		"reader PERMISSIVE {nast_service} SELECT " + reader + " / ",
		"tenant PERMISSIVE {nast_service} ALL " + tenant + " / " + tenant,
		"worker PERMISSIVE {nast_worker} ALL true / true",
	}
	// What the treasurer writes: the books, and the answers kept for his own keys.
	treasurers := map[string]string{"idempotency_keys": ownAnswers}
	for _, table := range []string{
		"carryover_dues", "carryover_payments", "carryover_allocations", "journal_transactions", "journal_lines",
		"card_sessions", "card_refunds",
	} {
		treasurers[table] = treasurer
	}
	for _, table := range tenantTables(t, c) {
		t.Run(table, func(t *testing.T) {
			require.Equal(t, []string{"t t"}, read[string](t, c,
				"SELECT concat_ws(' ', relrowsecurity, relforcerowsecurity) FROM pg_class WHERE oid = $1::text::regclass", table),
				"row-level security is enabled and forced")
			want := slices.Clone(want)
			if policy, ok := treasurers[table]; ok {
				want = slices.Insert(want, 3, "treasurer PERMISSIVE {nast_service} ALL "+policy+" / "+policy)
			}
			require.Equal(t, want, read[string](t, c, `
				SELECT format('%s %s %s %s %s / %s', policyname, permissive, roles, cmd, qual, with_check) FROM pg_policies
				WHERE schemaname = 'public' AND tablename = $1 AND policyname NOT IN ('by_key', 'public') ORDER BY policyname`, table))
		})
	}
}

func TestOnlyTheKeyShowsAnythingBeforeTheCallerIsKnown(t *testing.T) {
	t.Parallel()
	c := admin(t, pgtest.New(t))
	require.Equal(t, []string{"api_keys SELECT", "principals SELECT", "result_codes SELECT", "tenants SELECT"}, read[string](t, c, `
		SELECT tablename || ' ' || cmd FROM pg_policies WHERE policyname = 'by_key'
		  AND roles = '{nast_service}' AND qual LIKE '%nast_scope() AS nast_scope) = ''key''::text%' ORDER BY 1`))
	require.Empty(t, read[string](t, c, "SELECT polname::text FROM pg_policy WHERE polroles @> ARRAY[0::oid]"), "no policy is for everybody")
}

func TestTheTenantLeadsEveryKey(t *testing.T) {
	t.Parallel()
	c := admin(t, pgtest.New(t))
	for _, table := range tenantTables(t, c) {
		t.Run(table, func(t *testing.T) {
			require.Equal(t, []bool{true}, read[bool](t, c,
				"SELECT attnotnull FROM pg_attribute WHERE attrelid = $1::text::regclass AND attname = 'tenant_id'", table))
			require.Equal(t, []string{"tenant_id"}, read[string](t, c, `
				SELECT a.attname::text FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
				WHERE i.indrelid = $1::text::regclass AND i.indisprimary`, table), "primary key")
			require.Empty(t, read[string](t, c, `
				SELECT indexrelid::regclass::text FROM pg_index i
				LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
				WHERE i.indrelid = $1::text::regclass AND (i.indisunique OR i.indisexclusion) AND a.attname IS DISTINCT FROM 'tenant_id'`, table),
				"unique indexes")
		})
	}
}

func TestNoForeignKeyCrossesTenants(t *testing.T) {
	t.Parallel()
	c := admin(t, pgtest.New(t))
	tenants := tenantTables(t, c)
	require.Empty(t, read[string](t, c, `
		SELECT format('%s: %s', conrelid::regclass, pg_get_constraintdef(k.oid)) FROM pg_constraint k
		LEFT JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
		LEFT JOIN pg_attribute f ON f.attrelid = k.confrelid AND f.attnum = k.confkey[1]
		WHERE k.contype = 'f' AND k.conrelid::regclass::text = ANY($1)
		  AND NOT (k.confrelid::regclass::text = ANY($1) AND a.attname = 'tenant_id' AND f.attname = 'tenant_id')
		  AND k.confrelid <> 'tours'::regclass`, tenants),
		"a tenant's table refers to the same tenant's rows, and to tours")
	require.Empty(t, read[string](t, c, `
		SELECT format('%s: %s', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint
		WHERE contype = 'f' AND confrelid::regclass::text = ANY($1) AND conrelid::regclass::text <> ALL($1)`, tenants),
		"nor does the organiser's data hold on to a tenant's")
}

// rights are what the two roles may do to each table: Select, Insert, Update,
// Delete. What stands as posted has no U and no D, whatever the policies say.
var rights = map[string]struct{ service, worker string }{
	"tenants":          {"SIU", "S"},
	"principals":       {"SIU", ""},
	"api_keys":         {"SIU", ""},
	"idempotency_keys": {"SIUD", "SD"},
	"tours":            {"SIU", "S"},
	"players":          {"SIU", "S"},
	"audit":            {"SI", ""},
	"satellites":       {"SIUD", "S"},
	"entrants":         {"SIUD", "S"},
	"entrant_contacts": {"SIUD", "S"},
	"rounds":           {"SIUD", "S"},
	"games":            {"SIUD", "S"},
	"result_codes":     {"SID", ""},
	"satellite_log":    {"SIU", ""},  // U: an erasure only, by a trigger
	"reports":          {"SIU", "S"}, // likewise
	"carryover_dues":   {"SI", "SI"},

	// The books are only added to.
	"buy_in_dues":           {"SI", "S"},
	"carryover_payments":    {"SI", "SI"},
	"carryover_allocations": {"SI", "SI"},
	"journal_transactions":  {"SI", "SI"},
	"journal_lines":         {"SI", "SI"},
	"carryover_closings":    {"SI", "SI"},
	"bank_confirmations":    {"SI", "SI"},
	"bank_accounts":         {"SI", ""},
	"bank_mappings":         {"SI", ""},
	"bank_statements":       {"SI", ""},
	"bank_lines":            {"SI", ""},
	"bank_seen":             {"SI", ""},
	"mail_outbox":           {"SIUD", "SIU"}, // U, of address and body, and D are an erasure
	"card_sessions":         {"SIU", "SU"},
	"card_refunds":          {"SI", "SU"},
	"card_events":           {"IU", "SIU"}, // U: emptied by an erasure, and nothing else
	"card_looks":            {"", "SIU"},
	"card_polls":            {"", "SIU"},
	"card_payouts":          {"S", "SIU"},
	"card_movements":        {"", "SIU"},
	"seats":                 {"S", "SIUD"},

	// The list: derived by the worker; U of the service is an erasure.
	"seat_outcomes":         {"SU", "SIUD"},
	"seat_claims":           {"S", "SIUD"},
	"seat_differences":      {"SU", "SIUD"},
	"national_list":         {"SU", "SIUD"},
	"national_list_history": {"SU", "SIUD"},
	"player_decisions":      {"SIU", "S"},
	"seat_rulings":          {"SIU", "S"},
	"buy_ins":               {"SIU", "S"},
	"answers":               {"SIU", "S"},
	"erased_names":          {"SI", "SD"},
	"invitations":           {"SIU", "S"},
	"answer_links":          {"SIU", "S"},
	"signing_keys":          {"SI", "S"},
	"national_list_state":   {"SU", "SIUD"},
	"schema_migrations":     {"S", "S"},

	// Outgoing events: a request adds to the outbox and reads no secret.
	"event_outbox":       {"I", "SID"},
	"event_streams":      {"SIU", "SIU"},
	"webhook_endpoints":  {"SIUD", "SU"},
	"webhook_secrets":    {"SIU", "SD"},
	"webhook_deliveries": {"SIU", "SIUD"},
	"webhook_queues":     {"SIU", "SIUD"},
}

func TestTheRightsOfEachRole(t *testing.T) {
	t.Parallel()
	c := admin(t, pgtest.New(t))
	const held = `
		SELECT concat(
			CASE WHEN has_any_column_privilege($1, r.oid, 'SELECT') THEN 'S' END,
			CASE WHEN has_any_column_privilege($1, r.oid, 'INSERT') THEN 'I' END,
			CASE WHEN has_any_column_privilege($1, r.oid, 'UPDATE') THEN 'U' END,
			CASE WHEN has_table_privilege($1, r.oid, 'DELETE') THEN 'D' END,
			CASE WHEN has_table_privilege($1, r.oid, 'TRUNCATE, TRIGGER') OR has_any_column_privilege($1, r.oid, 'REFERENCES') THEN 'X' END)
		FROM pg_class r WHERE r.oid = $2::text::regclass`
	for _, table := range read[string](t, c, "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'") {
		want, listed := rights[table]
		require.True(t, listed, "%s is not on the list of rights", table)
		require.Equal(t, want.service, read[string](t, c, held, "nast_service", table)[0], "nast_service on %s", table)
		require.Equal(t, want.worker, read[string](t, c, held, "nast_worker", table)[0], "nast_worker on %s", table)
	}
	require.Empty(t, read[string](t, c, `
		SELECT relname::text FROM pg_class, aclexplode(relacl) WHERE relnamespace IN ('public'::regnamespace, 'river'::regnamespace) AND grantee = 0`),
		"nothing is for everybody")
}
