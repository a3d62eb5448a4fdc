package app_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/localpg"
	"github.com/nast-tour/nast/internal/postgres"
)

// With the table of permissions and the tenant of every query left out,
// row-level security alone shows no row of another and changes none.
func TestRowLevelSecurityAlone(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	rows := newRecords(t, f.database)
	rows.keep()
	before := rows.all()
	require.NotEmpty(t, of(before, f.b.tenant))
	for _, r := range of(before, f.b.tenant) {
		require.NotContains(t, r.row, f.a.mark, "the mark of A stands with B")
	}
	bare := newService(t, func(o *setup) {
		o.database, o.skipPermissions, o.noTenantFilter, o.ratePerSecond = &f.database, true, true, 1e6
	})
	requireBare(t, f)
	books := []string{
		"public.carryover_dues", "public.carryover_payments", "public.carryover_allocations", "public.journal_transactions", "public.journal_lines",
		"public.card_sessions", "public.card_refunds",
	}
	protected := func(all []record, who asker) []record {
		var rest []record
		for _, r := range all {
			mine := r.tenant == "" || r.tenant == who.tenant.String() || r.table == "public.audit"
			if who.role == auth.Treasurer { // money is what he moves, and answers are kept for his keys
				mine = mine || slices.Contains(books, r.table) || r.table == "public.idempotency_keys"
			}
			if !mine {
				rest = append(rest, r)
			}
		}
		return rest
	}
	for _, op := range operations(t) {
		if op.has("code") || op.has("token") || op.id == "takeStripeEvent" {
			continue // a code, a link or a signature is a key of its own: whoever has it may
		}
		if slices.Contains([]string{"listQualifiers", "listDifferences", "inviteQualifiers", "getOverview"}, op.id) {
			continue // the national list is for every director; the last two name who is on it, permissions keep directors out
		}
		if op.id == "getPublicTour" || op.id == "listPublicQualifiers" {
			continue // of a tour that is public, and for everybody
		}
		t.Run(op.id, func(t *testing.T) {
			for _, who := range f.askers(op) {
				if who.role == "" || who.role == auth.Organiser {
					continue
				}
				for _, at := range f.targets(op) {
					if at.status == http.StatusBadRequest {
						continue
					}
					c := op.request(at.values)
					c.header["Authorization"] = who.header
					got := send(t, bare.url, c)
					for _, h := range []holding{f.a, f.b} {
						if who.tenant != uuid.Nil && who.tenant != h.tenant {
							require.NotContains(t, strings.ToUpper(string(got.body)), h.mark, "%s, %s", who.name, at.name)
							require.NotContains(t, string(got.body), h.tenant.String(), "%s, %s", who.name, at.name)
						}
					}
				}
				if !op.writes() {
					continue
				}
				now := rows.all()
				requireSameRows(t, protected(before, who), protected(now, who), "%s", who.name)
				if !slices.Equal(before, now) {
					rows.restore()
				}
			}
		})
	}
}

// requireBare is the control: without row-level security too, a director reads
// what another owns, so that it is row-level security that the test above sees.
func requireBare(t *testing.T, f *fixture) {
	t.Helper()
	open := newService(t, func(o *setup) {
		o.database, o.skipPermissions, o.noTenantFilter, o.role = &f.database, true, true, postgres.Role(localpg.Superuser)
	})
	got := open.send(call{key: f.a.key, method: http.MethodGet, path: "/v1/satellites/" + f.b.satellites[playing].id.String()})
	require.Equal(t, http.StatusOK, got.status)
	require.Contains(t, string(got.body), f.b.mark)
}
