package app_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/internal/fault"
)

// bankAccount is the account of the bank of these tests.
const bankAccount = "chequing"

// bankMapping is how its files are read: date, description, cheque number, amount.
func bankMapping() api.BankMapping {
	return api.BankMapping{
		Encoding: "utf-8", Separator: ",", Header: true, DateLayout: "YYYY-MM-DD",
		Columns: api.BankColumns{Date: "Date", Amount: ptr("Amount"), Text: &[]string{"Description"}},
		Number:  api.BankNumber{Decimal: "."}, Sign: "in_positive", Currency: ptr("USD"),
	}
}

func (s *service) confirmMapping(account string, change ...func(*api.BankMapping)) {
	s.t.Helper()
	m := bankMapping()
	for _, c := range change {
		c(&m)
	}
	ok[api.BankMapping](s.t)(client.OK(s.organiser.PutBankMappingWithResponse(s.t.Context(), account, m)))
}

// sendStatement sends a file of the bank.
func (s *service) sendStatement(account, file, query string) answer {
	s.t.Helper()
	return s.send(call{
		key: organiserKey, method: http.MethodPost, body: file, header: map[string]string{"Content-Type": "text/csv"},
		path: "/v1/carryover/statements?account=" + url.QueryEscape(account) + query,
	})
}

func (s *service) statement(account, file string) api.StatementImport {
	s.t.Helper()
	return read[api.StatementImport](s.t, s.sendStatement(account, file, ""))
}

// lines reads a statement.
func (s *service) lines(id uuid.UUID) *api.BankStatementLines {
	s.t.Helper()
	return ok[api.BankStatementLines](s.t)(client.OK(s.organiser.GetBankStatementWithResponse(s.t.Context(), id, &api.GetBankStatementParams{Limit: ptr(200)})))
}

// match says what a line is.
func (s *service) match(l api.BankLine, m api.BankMatch) (*api.BankLine, error) {
	s.t.Helper()
	return client.OK(s.organiser.MatchBankLineWithResponse(s.t.Context(), *l.StatementID, *l.ID, nil, m))
}

// treasury is a service with a director who has reported satellites.
type treasury struct {
	*service
	t          testing.TB
	satellites []uuid.UUID
}

// newTreasury reports satellites of Maria Lopez, each of which owes 12.00 for every player.
func newTreasury(t testing.TB, players ...int) treasury {
	t.Helper()
	s := newService(t)
	makeTour(t, s.organiser, slug)
	d := makeDirector(t, s.organiser, "Maria Lopez")
	g := s.stage(d.APIKey)
	y := treasury{service: s, t: t}
	for i, n := range players {
		id := g.register("Satellite "+string(rune('A'+i)), 5).ID
		g.enter(id, n, "P")
		g.sanction(id)
		g.start(id)
		g.play(id, 1, 5)
		g.report(id)
		y.satellites = append(y.satellites, id)
	}
	s.confirmMapping(bankAccount, func(m *api.BankMapping) { m.Columns.Cheque = ptr("Cheque") })
	return y
}

// head begins a file of the account.
const head = "Date,Description,Cheque,Amount\n"

// today is a day on which something can be posted.
func (y treasury) today() string { return y.clock.now().UTC().Format("2006-01-02") }

// outstanding is what each satellite still owes, in cents.
func (y treasury) outstanding() []int64 {
	y.t.Helper()
	dues, err := client.Collect(y.organiser.Dues(y.t.Context(), api.ListDuesParams{}))
	require.NoError(y.t, err)
	by := map[uuid.UUID]int64{}
	for _, d := range dues {
		by[d.SatelliteID] = d.Outstanding.Amount
	}
	var all []int64
	for _, id := range y.satellites {
		all = append(all, by[id])
	}
	return all
}

// bank is what the journal says that is in the bank, in cents of a currency.
func (s *service) bank(currency string) int64 {
	s.t.Helper()
	page := read[api.JournalPage](s.t, s.send(call{key: organiserKey, method: http.MethodGet, path: "/v1/carryover/journal?limit=200"}))
	var sum int64
	for _, t := range page.Items {
		for _, l := range t.Lines {
			if l.Account == "assets:bank" && l.Amount.Currency == currency {
				sum += l.Amount.Amount
			}
		}
	}
	return sum
}

func TestAStatementTwiceAddsNothing(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.confirmMapping(bankAccount)
	rows := []string{"2026-02-01,ANN LEE,10.00\n", "2026-02-02,FEE,-1.00\n", "2026-02-03,NOTE,0.00\n", "2026-02-03,DEPOSIT,5.00\n", "2026-02-03,DEPOSIT,5.00\n", "2026-02-04,BO KIM,7.50\n"}
	file := func(from, to int) string { return "Date,Description,Amount\n" + strings.Join(rows[from:to], "") }

	dry := read[api.StatementImport](t, s.sendStatement(bankAccount, file(0, 5), "&dry_run=true"))
	require.False(t, dry.Stored)
	require.Equal(t, 5, dry.Added)
	require.Equal(t, api.BankLineCounts{Unmatched: 4, Nothing: 1}, dry.Counts)
	require.Nil(t, dry.Lines[0].ID)
	require.Empty(t, s.page(t, organiserKey, "/v1/carryover/statements").Items)

	first := s.statement(bankAccount, file(0, 5))
	require.True(t, first.Stored)
	require.Equal(t, 5, first.Added, "two equal rows of one day stay two")
	require.Equal(t, 4, first.Statement.Open)
	for range 2 {
		again := s.statement(bankAccount, file(0, 5))
		require.False(t, again.Stored)
		require.Equal(t, []int{0, 5}, []int{again.Added, again.Known})
		require.Equal(t, first.Lines[0].ID, again.Lines[0].ID)
		require.True(t, *again.Lines[0].Known)
	}
	overlapping := s.statement(bankAccount, file(2, 6))
	require.Equal(t, []int{1, 3}, []int{overlapping.Added, overlapping.Known})
	require.Len(t, s.lines(overlapping.Statement.ID).Items, 1)
	require.Equal(t, "BO KIM", *s.lines(overlapping.Statement.ID).Items[0].Text)
	s.confirmMapping("savings")
	require.Equal(t, 5, s.statement("Savings", file(0, 5)).Added, "another account's rows are others")

	// Two at once: each row is there once.
	whole := "Date,Description,Amount\n2026-02-10,A,1.00\n2026-02-11,B,2.00\n"
	answers := s.atOnce(6, func(int) call {
		return call{
			key: organiserKey, method: http.MethodPost, path: "/v1/carryover/statements?account=" + bankAccount, body: whole,
			header: map[string]string{"Content-Type": "text/csv"},
		}
	})
	added := 0
	for _, a := range answers {
		added += read[api.StatementImport](t, a).Added
	}
	require.Equal(t, 2, added)
}

func TestABrokenStatementIsRefusedWhole(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.confirmMapping(bankAccount)
	before := newRecords(t, s.database).all()
	for name, c := range map[string]struct{ file, place, code string }{
		"a wrong encoding": {"Date,Description,Amount\n2026-02-01,Andr\xe9,1.00\n", "/line/2/column/16", "wrong_encoding"},
		"no day":           {"Date,Description,Amount\n2026-02-01,A,1.00\n01/02/2026,B,1.00\n", "/line/3/column/1", "not_a_date"},
		"decimal comma":    {"Date,Description,Amount\n2026-02-01,A,\"1,00\"\n", "/line/2/column/14", "not_an_amount"},
		"a missing column": {"Date,Description\n2026-02-01,A\n", "/line/1/column/1", ""},
		"nothing":          {"", "/line/1/column/1", "empty"},
	} {
		got := s.sendStatement(bankAccount, c.file, "")
		require.Equal(t, http.StatusBadRequest, got.status, name)
		p := got.problem(t)
		if c.file == "" {
			continue // an empty body is no file at all
		}
		require.EqualValues(t, fault.ImportRefused, p.Code, name)
		require.Equal(t, c.place, (*p.Errors)[0].Pointer, name)
		if c.code != "" {
			require.Equal(t, c.code, (*p.Errors)[0].Code, name)
		}
	}
	for _, account := range []string{"a b", "../x", "é", strings.Repeat("a", 41)} {
		got := s.sendStatement(account, "Date,Description,Amount\n2026-02-01,A,1.00\n", "")
		require.Equal(t, http.StatusBadRequest, got.status, account)
		require.Equal(t, "/query/account", (*got.problem(t).Errors)[0].Pointer, account)
	}
	requireSameRows(t, before, newRecords(t, s.database).all(), "refused files left a trace")

	s.confirmMapping("konto", func(m *api.BankMapping) {
		m.Encoding, m.Separator, m.DateLayout, m.Currency = "windows-1252", ";", "DD.MM.YYYY", ptr("EUR")
		m.Number = api.BankNumber{Decimal: ",", Thousands: ptr(api.BankNumberThousands("."))}
	})
	in := s.statement("konto", "Date;Description;Amount\n01.02.2026;Andr\xe9 M\xfcller;1.234,56\n02.02.2026;Geb\xfchr;-2,50\n")
	require.Equal(t, []int64{123456, -250}, []int64{in.Lines[0].Amount.Amount, in.Lines[1].Amount.Amount})
	require.Equal(t, "André Müller", *in.Lines[0].Text)
}

func TestAMappingIsProposedOnceAndRememberedWhenItIsConfirmed(t *testing.T) {
	t.Parallel()
	s := newService(t)
	file := "Posting Date,Description,Amount,Check or Slip #\n03/14/2026,DEPOSIT,264.00,1042\n03/15/2026,FEE,-1.00,\n"
	require.Equal(t, http.StatusNotFound, s.send(call{key: organiserKey, method: http.MethodGet, path: "/v1/carryover/bank-accounts/chequing/mapping"}).status)
	in := read[api.StatementImport](t, s.sendStatement(bankAccount, file, "&currency=USD"))
	require.True(t, in.NeedsMapping)
	require.False(t, in.Stored)
	require.Equal(t, 2, in.Added)
	require.Empty(t, *in.MappingDoubts)
	require.Equal(t, "MM/DD/YYYY", in.Mapping.DateLayout)
	require.Equal(t, "1042", *in.Lines[0].Cheque)
	require.Empty(t, s.page(t, organiserKey, "/v1/carryover/statements").Items)

	doubtful := s.statement(bankAccount, "a,b\n1,2\n")
	require.True(t, doubtful.NeedsMapping)
	require.NotEmpty(t, *doubtful.MappingDoubts)
	require.Empty(t, doubtful.Lines)
	refused := s.send(call{key: organiserKey, method: http.MethodPut, path: "/v1/carryover/bank-accounts/chequing/mapping", body: doubtful.Mapping})
	require.Equal(t, http.StatusBadRequest, refused.status, "%s", refused.body)

	kept := s.send(call{key: organiserKey, method: http.MethodPut, path: "/v1/carryover/bank-accounts/chequing/mapping", body: in.Mapping})
	require.Equal(t, http.StatusOK, kept.status, "%s", kept.body)
	require.True(t, s.statement(bankAccount, file).Stored)
}

func TestOneChequeForThreeDuesAndItsBounce(t *testing.T) {
	t.Parallel()
	y := newTreasury(t, 16, 14, 10) // 192.00, 168.00 and 120.00
	require.Equal(t, []int64{19200, 16800, 12000}, y.outstanding())
	in := y.statement(bankAccount, head+y.today()+",DEPOSIT MARIA LOPEZ,1042,480.00\n")
	line := in.Lines[0]
	require.Equal(t, api.LineProposed, line.State)
	p := line.Proposals[0]
	require.EqualValues(t, "likely", p.Confidence, p.Why)
	require.Len(t, p.Candidates, 3)
	require.EqualValues(t, "due", p.Candidates[0].Kind)
	require.ElementsMatch(t, y.satellites, *p.Match.Dues)

	matched, err := y.match(line, *p.Match)
	require.NoError(t, err)
	require.Equal(t, api.LineMatched, matched.State)
	require.Len(t, matched.Confirmed.Payments, 1, "one cheque")
	require.Equal(t, []int64{0, 0, 0}, y.outstanding())
	require.EqualValues(t, 48000, y.bank("USD"))

	back := y.statement(bankAccount, head+y.today()+",RETURNED ITEM,1042,-480.00\n").Lines[0]
	require.Equal(t, api.LineProposed, back.State)
	bounce := back.Proposals[0]
	require.EqualValues(t, "bounce", bounce.Candidates[0].Kind)
	require.EqualValues(t, "certain", bounce.Confidence, bounce.Why)
	require.Equal(t, api.LineReturned, bounce.Match.Purpose)
	body := *bounce.Match
	answers := y.atOnce(8, func(int) call {
		return call{
			key: organiserKey, method: http.MethodPost, body: body,
			path: "/v1/carryover/statements/" + back.StatementID.String() + "/lines/" + back.ID.String() + "/match",
		}
	})
	require.Equal(t, map[int]int{http.StatusOK: 1, http.StatusConflict: 7}, statuses(answers), "one effect, the others are told")
	for _, a := range answers {
		if a.status == http.StatusConflict {
			require.EqualValues(t, fault.BankLineConfirmed, a.problem(t).Code)
		}
	}
	require.Equal(t, []int64{19200, 16800, 12000}, y.outstanding(), "all three are open again")
	require.Zero(t, y.bank("USD"))
	counts := y.lines(*back.StatementID).Counts
	require.Equal(t, api.BankLineCounts{Matched: 1}, counts)
}

func TestWhatALineCanBe(t *testing.T) {
	t.Parallel()
	y := newTreasury(t, 10) // owes 120.00
	in := y.statement(bankAccount, head+
		y.today()+",ACCOUNT FEE,,-15.00\n"+
		y.today()+",SCRABBLE CLUB,,33.00\n"+
		y.today()+",OWN TRANSFER,,1000.00\n"+
		y.today()+",NOTICE,,0.00\n"+
		y.today()+",LOPEZ MARIA PART,,100.00\n"+
		y.today()+",MARIA LOPEZ REST,,50.00\n")
	fee, unknown, own, notice, part, rest := in.Lines[0], in.Lines[1], in.Lines[2], in.Lines[3], in.Lines[4], in.Lines[5]
	require.Equal(t, api.LineNothing, notice.State)
	due := []uuid.UUID{y.satellites[0]}
	for name, c := range map[string]struct {
		line api.BankLine
		body api.BankMatch
		code fault.Code
	}{
		"settles nothing":            {part, api.BankMatch{Purpose: api.LineSettles}, fault.InvalidRequest},
		"a due of nobody":            {part, api.BankMatch{Purpose: api.LineSettles, Dues: &[]uuid.UUID{uuid.New()}}, fault.InvalidRequest},
		"one due twice":              {part, api.BankMatch{Purpose: api.LineSettles, Dues: &[]uuid.UUID{due[0], due[0]}}, fault.InvalidRequest},
		"a due by a fee":             {fee, api.BankMatch{Purpose: api.LineIsFee, Dues: &due}, fault.InvalidRequest},
		"a due by a debit":           {fee, api.BankMatch{Purpose: api.LineSettles, Dues: &due}, fault.InvalidRequest},
		"a payment of nobody":        {part, api.BankMatch{Purpose: api.LineSettles, Payments: &[]uuid.UUID{uuid.New()}}, fault.ResourceNotFound},
		"noted without a word":       {own, api.BankMatch{Purpose: api.LineNoted}, fault.ReasonRequired},
		"a payout that there is not": {own, api.BankMatch{Purpose: api.LineNoted, Seen: &[]string{"payout/po_1"}}, fault.InvalidRequest},
		"a payout as unknown":        {own, api.BankMatch{Purpose: api.LineUnknown, Seen: &[]string{"payout/po_1"}}, fault.InvalidRequest},
		"money out as unknown":       {fee, api.BankMatch{Purpose: api.LineUnknown}, fault.InvalidRequest},
		"a line twice":               {part, api.BankMatch{Purpose: api.LineUnknown, Lines: &[]uuid.UUID{*part.ID}}, fault.InvalidRequest},
		"with a line of nobody":      {part, api.BankMatch{Purpose: api.LineUnknown, Lines: &[]uuid.UUID{uuid.New()}}, fault.ResourceNotFound},
	} {
		_, err := y.match(c.line, c.body)
		require.Equal(t, c.code, fault.CodeOf(err), "%s: %v", name, err)
	}
	require.Zero(t, y.bank("USD"))

	for _, c := range []struct {
		line api.BankLine
		body api.BankMatch
		bank int64
	}{
		{fee, api.BankMatch{Purpose: api.LineIsFee}, -1500},
		{unknown, api.BankMatch{Purpose: api.LineUnknown, Note: ptr("which club?")}, 1800},
		{own, api.BankMatch{Purpose: api.LineNoted, Note: ptr("from savings")}, 1800},
		{part, api.BankMatch{Purpose: api.LineSettles, Dues: &due}, 11800},
		{rest, api.BankMatch{Purpose: api.LineSettles, Dues: &due}, 16800},
	} {
		_, err := y.match(c.line, c.body)
		require.NoError(t, err, *c.line.Text)
		require.Equal(t, c.bank, y.bank("USD"), *c.line.Text)
	}
	require.Equal(t, []int64{0}, y.outstanding(), "20.00 of the last 50.00 were needed, the rest is credit")
	require.Equal(t, api.BankLineCounts{Matched: 5, Nothing: 1}, y.lines(*part.StatementID).Counts)
}

func TestNothingIsPostedIntoAMonthThatTheTreasurerClosed(t *testing.T) {
	t.Parallel()
	y := newTreasury(t, 10)
	month := y.clock.now().UTC()
	last := month.AddDate(0, 0, -month.Day())
	for _, wrong := range []string{last.AddDate(0, 0, -1).Format("2006-01-02"), month.AddDate(0, 2, 0).Format("2006-01-02")} {
		got := y.send(call{key: organiserKey, method: http.MethodPost, path: "/v1/carryover/closings", body: map[string]string{"through": wrong}})
		require.Equal(t, http.StatusBadRequest, got.status, "%s: %s", wrong, got.body)
	}
	for range 2 {
		closed := ok[api.Closing](t)(client.OK(y.organiser.CloseBooksWithResponse(t.Context(), nil, api.ClosingCreate{Through: date(last.Format("2006-01-02")), Reason: ptr("all is in")})))
		require.Equal(t, last.Format("2006-01-02"), closed.Through.String())
	}
	require.Len(t, ok[api.ClosingList](t)(client.OK(y.organiser.ListClosingsWithResponse(t.Context()))).Items, 1)

	// A line of the closed month counts on the first open day.
	line := y.statement(bankAccount, head+last.Format("2006-01-02")+",MARIA LOPEZ,,120.00\n").Lines[0]
	_, err := y.match(line, *line.Proposals[0].Match)
	require.NoError(t, err)
	journal := read[api.JournalPage](t, y.send(call{key: organiserKey, method: http.MethodGet, path: "/v1/carryover/journal?account=assets:bank"}))
	require.Len(t, journal.Items, 1)
	require.Equal(t, last.AddDate(0, 0, 1).Format("2006-01-02"), journal.Items[0].Day.String())
}

func TestTheJournalAsAFile(t *testing.T) {
	t.Parallel()
	y := newTreasury(t, 10)
	line := y.statement(bankAccount, head+y.today()+",MARIA LOPEZ,=1+1,120.00\n").Lines[0]
	_, err := y.match(line, api.BankMatch{Purpose: api.LineSettles, Dues: &y.satellites, Note: ptr("=HYPERLINK(1)")})
	require.NoError(t, err)
	get := func(query string) answer {
		return y.send(call{key: organiserKey, method: http.MethodGet, path: "/v1/carryover/journal" + query})
	}
	csv := get("?format=csv")
	require.True(t, strings.HasPrefix(csv.header.Get("Content-Type"), "text/csv"))
	require.Contains(t, string(csv.body), "assets:bank,120.00,,USD")
	require.Contains(t, string(csv.body), "'=HYPERLINK", "no spreadsheet takes it for a formula")
	ledger := get("?format=hledger")
	require.True(t, strings.HasPrefix(ledger.header.Get("Content-Type"), "text/plain"))
	require.Contains(t, string(ledger.body), "commodity 1000.00 USD")
	require.Regexp(t, `(?m)^    assets:bank +120\.00 USD$`, string(ledger.body))
	require.Equal(t, http.StatusBadRequest, get("?account=assets:nowhere").status)
	require.Equal(t, http.StatusBadRequest, get("?from=tomorrow").status)
	require.Empty(t, read[api.JournalPage](t, get("?to=2000-01-01")).Items)
}
