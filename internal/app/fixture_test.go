package app_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	openapi_types "github.com/oapi-codegen/runtime/types"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/internal/app"
	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
)

// The states in which each tenant of the fixture has a satellite.
const (
	proposed   = "proposed"
	sanctioned = "sanctioned"
	fresh      = "fresh"   // started, no result
	playing    = "playing" // four of five rounds complete, the fifth not paired
	played     = "played"  // all rounds complete, ties decided
	reported   = "reported"
	section    = "section" // of chess, sanctioned; its first entrant has a bye of round 2 booked
)

// chessTour is the tour of the sections.
const chessTour = "schools"

// emptyTour is a tour without satellites, whose rules are not frozen.
const emptyTour = "autumn"

// finalTour is a tour with a Final Event and no satellites.
const finalTour = "finale"

// holding is what one director of the fixture owns. His mark stands in every
// text of every row of his.
type holding struct {
	mark       string
	tenant     uuid.UUID
	key        string
	spareKey   uuid.UUID // another key of his, to be revoked
	satellites map[string]*ground
	player     uuid.UUID            // who has qualified in the reported one
	token      string               // of a link with which he can answer
	record     uuid.UUID            // another record of him
	stranger   uuid.UUID            // a player of the other holding
	payments   map[string]uuid.UUID // received, by method: a cheque and cash

	endpoint, delivery uuid.UUID // of outgoing events; a ping

	statement, line uuid.UUID // of the organiser's bank, about him
	buyIn           uuid.UUID // in the final of the empty tour, of somebody with his mark
}

// ground is a satellite with what is in it.
type ground struct {
	at       string // when the last act was
	code     string // of a player, on a fresh one
	id       uuid.UUID
	entrants []uuid.UUID
	games    []uuid.UUID // of round 1, table by table
}

// fixture is a tour with two directors who own the same kinds of things, and
// keys of every kind.
type fixture struct {
	*service
	a, b                                holding
	viewer, treasurer, revoked, expired string
	scorers                             map[string]string // the keys of scorers, by the state of A's satellite
}

func newFixture(t testing.TB, change ...func(*setup)) *fixture {
	t.Helper()
	f := &fixture{service: newService(t, change...)}
	makeTour(t, f.organiser, slug)
	makeTour(t, f.organiser, emptyTour)
	f.show(api.TourPatch{Public: ptr(true)})
	makeChessTour(t, f.organiser)
	f.a, f.b = f.holding("ALPHAMARK"), f.holding("BETAMARK")
	me := ok[api.Me](t)(client.OK(f.organiser.GetMeWithResponse(t.Context())))
	f.viewer = f.newKey(me.Tenant.ID, api.KeyCreate{Role: ptr(api.RoleViewer)}).APIKey
	f.treasurer = f.newKey(me.Tenant.ID, api.KeyCreate{Role: ptr(api.RoleTreasurer)}).APIKey
	revoked := f.newKey(f.a.tenant, api.KeyCreate{Label: &f.a.mark})
	f.revoked = revoked.APIKey
	require.NoError(t, client.Done(f.organiser.RevokeKeyWithResponse(t.Context(), revoked.ID)))
	f.expired = f.newKey(f.a.tenant, api.KeyCreate{Label: &f.a.mark, ExpiresAt: ptr(f.clock.now().Add(time.Hour))}).APIKey
	f.clock.advance(2 * time.Hour)
	f.stripe.Advance(2 * time.Hour)
	f.addScorers()
	f.list()
	f.addStatements()
	f.addBuyIns()
	f.addFinal()
	return f
}

// list brings the national list up to date, as the worker would, and gives each holding its
// qualifier. His seat is made one over which the organiser has to decide.
func (f *fixture) list() {
	f.t.Helper()
	tour := ok[api.Tour](f.t)(client.OK(f.organiser.GetTourWithResponse(f.t.Context(), slug)))
	keeper := postgres.NewKeeper(f.database.Open(f.t, postgres.WorkerRole), f.clock.now)
	_, err := keeper.Rebuild(f.t.Context(), tour.ID)
	require.NoError(f.t, err)
	newRecords(f.t, f.database).exec(`UPDATE seat_outcomes SET body = jsonb_set(jsonb_set(body, '{claims,0,how}', '"kept"'), '{claims,0,state}', '"pending"')`)
	list, err := f.organiser.QualifierList(f.t.Context(), slug)
	require.NoError(f.t, err)
	require.Len(f.t, list.Items, 2)
	for _, h := range []*holding{&f.a, &f.b} {
		for _, q := range list.Items {
			if q.Best.SatelliteID == h.satellites[reported].id {
				h.player = q.PlayerID
			}
		}
		link := ok[api.AnswerLink](f.t)(client.Created(f.organiser.CreateAnswerLinkWithResponse(f.t.Context(), slug, h.player, nil, api.AnswerLinkCreate{})))
		h.token, h.record = link.Token, app.NewID()
	}
	f.a.stranger, f.b.stranger = f.b.player, f.a.player
	rows := newRecords(f.t, f.database)
	for i, h := range []holding{f.a, f.b} {
		rows.exec(`INSERT INTO players (id, family_name, given_name, suffix, name_key, created_at, person_id) VALUES ($1, $2, '', '', lower($2), now(), $3)`,
			h.record, h.mark+"Maiden", h.player)
		rows.exec(`INSERT INTO player_decisions (id, number, kind, keeps, gives, decided_at, by_name, reason) VALUES ($1, $2, 'merged', $3, $4, now(), 'Organiser', 'married')`,
			app.NewID(), i+1, h.player, h.record)
	}
}

// show changes what anybody sees of the tour.
func (s *service) show(how api.TourPatch) {
	s.t.Helper()
	ok[api.Tour](s.t)(client.OK(s.organiser.UpdateTourWithResponse(s.t.Context(), slug, nil, how)))
}

// addStatements takes in a statement of the bank for each director; they are the organiser's.
func (f *fixture) addStatements() {
	f.t.Helper()
	f.confirmMapping(bankAccount)
	for i, h := range []*holding{&f.a, &f.b} {
		in := f.statement(bankAccount, fmt.Sprintf("Date,Description,Amount\n2026-02-%02d,DEPOSIT,12.34\n2026-02-%02d,FEE,-1.00\n", i+1, i+1))
		h.statement, h.line = in.Statement.ID, *in.Lines[0].ID
	}
}

// addBuyIns sells a place in the final of the empty tour to somebody with the mark of each holding.
func (f *fixture) addBuyIns() {
	f.t.Helper()
	ok[api.Tour](f.t)(client.OK(f.organiser.UpdateTourWithResponse(f.t.Context(), emptyTour, nil, api.TourPatch{
		Final: &api.FinalRulesPatch{BuyInPrice: &api.Fee{Amount: 25000, Currency: "USD"}, BuyInPlaces: ptr(5)},
	})))
	for _, h := range []*holding{&f.a, &f.b} {
		h.buyIn = ok[api.BuyIn](f.t)(client.Created(f.organiser.CreateBuyInWithResponse(f.t.Context(), emptyTour, nil, api.BuyInCreate{
			FamilyName: ptr(h.mark + "Buyer"), Note: &h.mark,
		}))).ID
	}
}

// addFinal makes a Final Event, and a field of four of which another can be made.
func (f *fixture) addFinal() {
	f.t.Helper()
	makeTour(f.t, f.organiser, finalTour)
	ok[api.Tour](f.t)(client.OK(f.organiser.UpdateTourWithResponse(f.t.Context(), finalTour, nil, api.TourPatch{
		Final: &api.FinalRulesPatch{BuyInPrice: &api.Fee{Amount: 25000, Currency: "USD"}, BuyInPlaces: ptr(5)},
	})))
	for tour, families := range map[string][]string{emptyTour: {"North", "South"}, finalTour: {"North", "South", "East", "West"}} {
		for _, family := range families {
			ok[api.BuyIn](f.t)(client.Created(f.organiser.CreateBuyInWithResponse(f.t.Context(), tour, nil, api.BuyInCreate{FamilyName: &family})))
		}
	}
	ok[api.Satellite](f.t)(client.Created(f.organiser.CreateFinalWithResponse(f.t.Context(), finalTour, nil, finalOf("swiss", "king_of_the_hill"))))
}

// addScorers gives each of A's satellites a scorer. The contract has no way to
// make one yet, so they are written into the tables.
func (f *fixture) addScorers() {
	f.t.Helper()
	rows := newRecords(f.t, f.database)
	f.scorers = map[string]string{}
	for state, g := range f.a.satellites {
		key, err := auth.NewKey(rand.Reader)
		require.NoError(f.t, err)
		principal := app.NewID()
		rows.exec(`INSERT INTO principals (tenant_id, id, name, role, satellite_id, created_at) VALUES ($1, $2, $3, 'scorer', $4, now())`,
			f.a.tenant, principal, f.a.mark, g.id)
		rows.exec(`INSERT INTO api_keys (tenant_id, id, principal_id, label, prefix, key_hash, created_at) VALUES ($1, $2, $3, $4, $5, $6, now())`,
			f.a.tenant, app.NewID(), principal, f.a.mark, key.Prefix, key.Hash[:])
		f.scorers[state] = key.Secret
	}
}

func (f *fixture) newKey(tenant uuid.UUID, k api.KeyCreate) *api.KeyCreated {
	f.t.Helper()
	return ok[api.KeyCreated](f.t)(client.Created(f.organiser.CreateKeyWithResponse(f.t.Context(), tenant, nil, k)))
}

func (f *fixture) holding(mark string) holding {
	f.t.Helper()
	d := makeDirector(f.t, f.organiser, mark)
	h := holding{mark: mark, tenant: d.ID, key: d.APIKey, satellites: map[string]*ground{}}
	h.spareKey = f.newKey(d.ID, api.KeyCreate{Label: &mark}).ID
	g := f.stage(h.key)
	for _, state := range []string{proposed, sanctioned, fresh, playing, played, reported} {
		id := g.register(mark+" "+state, 5).ID
		g.enter(id, 4, mark)
		if state != proposed {
			g.sanction(id)
		}
		if !slices.Contains([]string{proposed, sanctioned}, state) {
			g.start(id)
		}
		switch state {
		case playing:
			g.play(id, 1, 4)
		case played:
			g.play(id, 1, 5)
			g.decide(id)
		case reported:
			g.play(id, 1, 5)
			g.report(id)
		}
		h.satellites[state] = g.survey(id, state)
	}
	h.payments = map[string]uuid.UUID{"cheque": f.paid(h, api.Cheque), "cash": f.paid(h, api.Cash)}
	h.satellites[section] = g.section(mark)
	h.endpoint = ok[api.EndpointCreated](f.t)(client.Created(g.director.CreateEndpointWithResponse(f.t.Context(), nil, api.EndpointCreate{
		URL: "http://127.0.0.1:9/" + mark, Description: &mark, // where nobody listens
	}))).ID
	h.delivery = ok[api.Delivery](f.t)(client.OK(g.director.TestEndpointWithResponse(f.t.Context(), h.endpoint, nil, api.Act{}))).ID
	return h
}

// section is a section of chess of four with a booked bye.
func (g stage) section(mark string) *ground {
	g.t.Helper()
	r := registration(mark+" "+section, 4)
	r.Tour = chessTour
	id := ok[api.Satellite](g.t)(client.Created(g.director.CreateSatelliteWithResponse(g.t.Context(), nil, r))).ID
	g.enter(id, 4, mark)
	g.sanction(id)
	found := g.survey(id, sanctioned)
	ok[api.Entrant](g.t)(client.OK(g.director.BookByeWithResponse(g.t.Context(), id, found.entrants[0], nil, api.ByeBooking{Round: 2, Points: api.N05})))
	return g.survey(id, sanctioned)
}

// paid is a payment of ten dollars that has come.
func (f *fixture) paid(h holding, method api.PaymentMethod) uuid.UUID {
	f.t.Helper()
	today := openapi_types.Date{Time: f.clock.now().UTC()}
	return ok[api.Payment](f.t)(client.Created(f.organiser.CreatePaymentWithResponse(f.t.Context(), nil, api.PaymentCreate{
		DirectorID: &h.tenant, Method: method, Reference: &h.mark, Amount: money(1000), ReceivedOn: &today,
	}))).ID
}

// survey finds the entrants and the games of a satellite, and gives the first
// entrant an e-mail address.
func (g stage) survey(id uuid.UUID, state string) *ground {
	g.t.Helper()
	found := &ground{id: id}
	for _, e := range g.entrants(id) {
		found.entrants = append(found.entrants, e.ID)
		if state == proposed && len(found.entrants) == 1 {
			email := strings.ToLower(e.FamilyName) + "@example.org"
			ok[api.Entrant](g.t)(client.OK(g.director.UpdateEntrantWithResponse(g.t.Context(), id, e.ID, nil, api.EntrantPatch{Email: &email})))
		}
	}
	log := g.log(g.t.Context(), id)
	found.at = log[len(log)-1].At.Format(time.RFC3339Nano)
	if state == proposed || state == sanctioned {
		return found
	}
	if state == fresh {
		codes := ok[api.CodeList](g.t)(client.OK(g.director.ListCodesWithResponse(g.t.Context(), id, 1, nil)))
		found.code = codes.Items[0].Code
	}
	for _, game := range g.round(id, 1).Games {
		found.games = append(found.games, game.ID)
	}
	return found
}

// records looks at the tables themselves, as the superuser, whom row-level
// security does not concern.
type records struct {
	t      testing.TB
	conn   *pgx.Conn
	tables []string
}

func newRecords(t testing.TB, database pgtest.Database) *records {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database.AdminURL())
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	rows, err := conn.Query(t.Context(), `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) FROM pg_tables
		WHERE schemaname = 'public' OR (schemaname, tablename) = ('river', 'river_job') ORDER BY 1`)
	require.NoError(t, err)
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	require.Greater(t, len(tables), 15)
	return &records{t, conn, tables}
}

// record is one row of one table.
type record struct{ table, tenant, row string }

// all reads every row of every table.
func (r *records) all() []record {
	r.t.Helper()
	var parts []string
	for _, table := range r.tables {
		parts = append(parts, "SELECT '"+table+"', coalesce(to_jsonb(x)->>'tenant_id', ''), to_jsonb(x)::text FROM "+table+" x")
	}
	rows, err := r.conn.Query(r.t.Context(), strings.Join(parts, " UNION ALL ")+" ORDER BY 1, 3")
	require.NoError(r.t, err)
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (record, error) {
		var c record
		return c, row.Scan(&c.table, &c.tenant, &c.row)
	})
	require.NoError(r.t, err)
	return all
}

// of picks the rows of some tenants.
func of(all []record, tenants ...uuid.UUID) []record {
	var own []record
	for _, c := range all {
		if slices.ContainsFunc(tenants, func(id uuid.UUID) bool { return c.tenant == id.String() }) {
			own = append(own, c)
		}
	}
	return own
}

// requireSameRows wants the rows to be as they were, and shows those that are not.
func requireSameRows(t testing.TB, before, now []record, message string, args ...any) {
	t.Helper()
	if slices.Equal(before, now) {
		return
	}
	missing := func(from, in []record) []record {
		has := map[record]bool{}
		for _, r := range in {
			has[r] = true
		}
		return slices.DeleteFunc(slices.Clone(from), func(r record) bool { return has[r] })
	}
	require.Fail(t, "rows changed", "%s\ngone: %v\nnew: %v", fmt.Sprintf(message, args...), missing(before, now), missing(now, before))
}

// keep notes all rows, for restore.
func (r *records) keep() {
	r.t.Helper()
	r.exec("CREATE SCHEMA kept")
	for _, table := range r.tables {
		r.exec("CREATE TABLE " + kept(table) + " AS TABLE " + table)
	}
}

// restore puts all rows back as they were kept.
func (r *records) restore() {
	r.t.Helper()
	sql := "BEGIN; SET LOCAL session_replication_role = replica;"
	for _, table := range r.tables {
		sql += "DELETE FROM " + table + "; INSERT INTO " + table + " OVERRIDING SYSTEM VALUE SELECT * FROM " + kept(table) + ";"
	}
	r.exec(sql + "COMMIT")
}

func kept(table string) string { return "kept." + strings.ReplaceAll(table, ".", "_") }

func (r *records) exec(sql string, args ...any) {
	r.t.Helper()
	_, err := r.conn.Exec(r.t.Context(), sql, args...)
	require.NoError(r.t, err)
}

// texts reads the one column of a query.
func (r *records) texts(sql string) []string {
	r.t.Helper()
	rows, err := r.conn.Query(r.t.Context(), sql)
	require.NoError(r.t, err)
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(r.t, err)
	return all
}
