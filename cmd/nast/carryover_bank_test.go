package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
)

// fakeBank is a bank of one statement with three lines.
type fakeBank struct {
	statement api.BankStatement
	lines     []api.BankLine
	mapping   *api.BankMapping
	doubts    []string // of the proposal of a mapping
}

// bank lets the fake service answer for a bank.
func (b *bundle) bank() *fakeBank {
	f := b.fake
	k := &fakeBank{statement: api.BankStatement{ID: f.id(), Account: "chequing", Rows: 3, Added: 3, Open: 3, ImportedBy: "Olga"}}
	due := api.BankProposal{
		Confidence: "likely", Why: "amount and payer Ann Lee agree with the due.",
		Candidates: []api.BankCandidate{{
			Kind: "due", ID: f.id().String(), Amount: api.Money{Amount: 9600, Currency: "USD"},
			Satellite: new("Boise"), Director: &api.Named{Name: "Ann Lee"},
		}},
	}
	due.Match = &api.BankMatch{Purpose: api.LineSettles, Dues: &[]uuid.UUID{f.id()}}
	wrongAmount := due
	wrongAmount.Match = nil
	for i, l := range []api.BankLine{
		{Amount: api.Money{Amount: 9600, Currency: "USD"}, Text: new("ANN LEE"), State: api.LineProposed, Proposals: []api.BankProposal{due, wrongAmount}},
		{Amount: api.Money{Amount: -200, Currency: "USD"}, Text: new("FEE"), State: api.LineUnmatched, Proposals: []api.BankProposal{}},
		{Amount: api.Money{Currency: "USD"}, Text: new("NOTICE"), State: api.LineNothing, Proposals: []api.BankProposal{}},
	} {
		l.ID, l.StatementID, l.Account, l.Line = new(f.id()), &k.statement.ID, "chequing", i+2
		k.lines = append(k.lines, l)
	}
	f.before = k.answer
	return k
}

func (k *fakeBank) answer(w http.ResponseWriter, r *http.Request) bool {
	switch {
	case strings.HasSuffix(r.URL.Path, "/mapping"):
		if r.Method == http.MethodPut {
			k.mapping = new(read[api.BankMapping](r))
		}
		answer(w, 200, k.mapping)
	case r.URL.Path == "/v1/carryover/statements" && r.Method == http.MethodPost:
		result := api.StatementImport{
			Account: "chequing", Rows: 3, Added: 3, Counts: api.BankLineCounts{Proposed: 1, Unmatched: 1, Nothing: 1},
			Lines: k.lines, Doubts: []api.BankDoubt{}, NeedsMapping: k.mapping == nil,
		}
		if k.mapping == nil {
			result.Mapping, result.MappingDoubts = &api.BankMapping{Separator: ",", DateLayout: "MM/DD/YYYY"}, new(append([]string{}, k.doubts...))
		} else {
			result.Stored, result.Statement = true, &k.statement
		}
		answer(w, 200, result)
	case r.URL.Path == "/v1/carryover/statements":
		page(w, []api.BankStatement{k.statement})
	case strings.HasSuffix(r.URL.Path, "/match"):
		l := k.lines[0]
		l.State, l.Confirmed = api.LineMatched, &api.BankConfirmed{Purpose: read[api.BankMatch](r).Purpose, Payments: []uuid.UUID{}}
		answer(w, 200, l)
	case strings.HasPrefix(r.URL.Path, "/v1/carryover/statements/"):
		answer(w, 200, map[string]any{"statement": k.statement, "counts": api.BankLineCounts{}, "items": k.lines, "next_cursor": nil})
	default:
		return false
	}
	return true
}

func TestAStatementIsTakenInOnceItsMappingIsConfirmed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	k := b.bank()
	dir := t.TempDir()
	file, proposal := filepath.Join(dir, "march.csv"), filepath.Join(dir, "mapping.json")
	require.NoError(t, os.WriteFile(file, []byte("Date,Amount\n"), 0o600))
	k.doubts = []string{"The days fit MM/DD/YYYY and DD/MM/YYYY. Which is it?"}
	for _, more := range [][]string{{}, {"--accept-mapping"}, {"-o", proposal}} {
		code, _, errs := b.nast("", append([]string{"carryover", "statement", "import", file, "--account", "chequing"}, more...)...)
		require.Equal(t, exitRefused, code)
		require.Contains(t, errs, "Which is it?")
		require.Contains(t, errs, "Nothing was stored")
	}
	require.Nil(t, k.mapping, "what is open is not accepted unseen")
	b.must("carryover", "statement", "mapping", "chequing", proposal)
	require.Equal(t, "MM/DD/YYYY", k.mapping.DateLayout)

	k.mapping, k.doubts = nil, nil
	code, _, errs := b.nast("", "carryover", "statement", "import", file, "--account", "chequing")
	require.Equal(t, exitRefused, code)
	require.Contains(t, errs, "--accept-mapping")
	out := b.must("carryover", "statement", "import", file, "--account", "chequing", "--accept-mapping")
	require.NotNil(t, k.mapping)
	require.Contains(t, out, "1 proposed, 1 unmatched, 1 of nothing")
	require.Contains(t, out, "nast carryover statement lines")
	code, _, _ = b.nast("", "carryover", "statement", "import", file)
	require.Equal(t, exitUsage, code)
}

func TestLinesOfTheBankAndWhatTheyAre(t *testing.T) {
	t.Parallel()
	b := setup(t)
	k := b.bank()
	lines := b.must("carryover", "statement", "lines")
	require.Contains(t, lines, "likely: due of Boise by Ann Lee 96.00 USD (or 1 more)")
	require.NotContains(t, lines, "NOTICE", "nothing is to be said of a row of 0.00")
	require.Contains(t, b.must("carryover", "statement", "lines", "chequing"), "NOTICE")
	require.Contains(t, b.must("carryover", "statement", "list"), "chequing")

	first := k.lines[0].ID.String()
	sent := len(b.fake.log)
	out := b.must("carryover", "statement", "match", first)
	require.Contains(t, out, "payer Ann Lee agree")
	require.Contains(t, out, "Nothing was changed")
	for _, entry := range b.fake.log[sent:] {
		require.True(t, strings.HasPrefix(entry, "GET "), entry)
	}
	var body api.BankMatch
	path := "POST /v1/carryover/statements/" + k.statement.ID.String() + "/lines/" + first + "/match"
	require.Contains(t, b.must("carryover", "statement", "match", first, "--proposal", "1", "--note", "her cheque"), "confirmed: settles")
	b.lastBody(path, &body)
	require.Equal(t, k.lines[0].Proposals[0].Match.Dues, body.Dues)
	require.Equal(t, "her cheque", *body.Note)
	b.must("carryover", "statement", "match", first, "--fee")
	body = api.BankMatch{}
	b.lastBody(path, &body)
	require.Equal(t, api.BankMatch{Purpose: api.LineIsFee}, body)
	b.must("carryover", "statement", "match", first, "--noted", "--note", "own money", "--with", k.lines[1].ID.String())
	body = api.BankMatch{}
	b.lastBody(path, &body)
	require.Equal(t, api.BankMatch{Purpose: api.LineNoted, Note: new("own money"), Lines: &[]uuid.UUID{*k.lines[1].ID}}, body)
	for _, wrong := range [][]string{{"--proposal", "2"}, {"--proposal", "3"}, {"--fee", "--unknown"}, {"--payment", "x"}} {
		code, _, _ := b.nast("", append([]string{"carryover", "statement", "match", first}, wrong...)...)
		require.Equal(t, exitUsage, code, wrong)
	}
}

func TestJournalAndClosings(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var closed api.ClosingCreate
	b.fake.before = func(w http.ResponseWriter, r *http.Request) bool {
		switch {
		case r.URL.Path == "/v1/carryover/journal" && r.URL.Query().Get("format") == "hledger":
			w.Header().Set("Content-Type", "text/plain")
			_, _ = w.Write([]byte("2026-03-14 * report\n"))
		case r.URL.Path == "/v1/carryover/journal":
			page(w, []api.JournalTransaction{{Kind: "report", Lines: []api.JournalLine{{Account: "income:final-event", Amount: api.Money{Amount: -9600, Currency: "USD"}}}}})
		case r.URL.Path == "/v1/carryover/closings" && r.Method == http.MethodPost:
			closed = read[api.ClosingCreate](r)
			answer(w, 200, api.Closing{Through: closed.Through})
		case r.URL.Path == "/v1/carryover/closings":
			answer(w, 200, api.ClosingList{Items: []api.Closing{{Through: closed.Through, By: "Olga"}}})
		default:
			return false
		}
		return true
	}
	require.Contains(t, b.must("carryover", "journal", "--from", "2026-03-01"), "income:final-event  -96.00 USD")
	require.Equal(t, "2026-03-14 * report\n", b.must("carryover", "journal", "--format", "hledger"))
	file := filepath.Join(t.TempDir(), "carryover.journal")
	b.must("carryover", "journal", "--format", "hledger", "-o", file)
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "2026-03-14 * report\n", string(raw))

	require.Contains(t, b.must("carryover", "close", "2028-02", "--reason", "done"), "closed through 2028-02-29")
	require.Contains(t, b.must("carryover", "close"), "2028-02-29")
	for _, wrong := range [][]string{{"close", "2026-13"}, {"close", "March"}, {"journal", "--format", "pdf"}, {"journal", "-o", "x"}, {"journal", "--from", "x"}} {
		code, _, _ := b.nast("", append([]string{"carryover"}, wrong...)...)
		require.Equal(t, exitUsage, code, wrong)
	}
}
