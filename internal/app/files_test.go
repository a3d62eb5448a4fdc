package app_test

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// Issue 4.3: a satellite that was played here, exported and imported into a fresh
// one: the same standings, qualifiers and report.
func TestASatelliteGoesOutAndComesBackTheSame(t *testing.T) {
	t.Parallel()
	s, h := newHall(t, "Duluth", 23)
	h.play(h.s.ID, 1, 2)
	h.open(3)
	h.withdraw(7)
	h.play(h.s.ID, 3, 6)
	want := h.report(h.s.ID)
	standings := h.standings(h.s.ID)
	for _, format := range []string{"naspa", "tsh", "csv", "xlsx"} {
		t.Run(format, func(t *testing.T) {
			g := h.stage
			g.t = t
			file := g.export(s, h.s.ID, "?format="+format)
			again := g.register("Duluth "+format, 6)
			g.sanction(again.ID)
			query := "?format=" + map[string]string{"xlsx": "csv"}[format]
			if format != "xlsx" {
				query = "?format=" + format
			}
			if query == "?format=csv" { // such a file has no ratings: the roster comes first
				g.enter(again.ID, 23, "Duluth")
			}
			path := "/v1/satellites/" + again.ID.String() + "/results/import"
			dry := read[api.ResultsImport](t, g.upload(s, path+query+"&dry_run=true", file, http.StatusOK))
			require.False(t, dry.Stored)
			require.Empty(t, dry.Refused)
			require.Empty(t, dry.Differs, "it was paired by the rules")
			require.Equal(t, api.Sanctioned, g.get(again.ID).Status, "a dry run changes nothing")
			done := read[api.ResultsImport](t, g.upload(s, path+query, file, http.StatusOK))
			require.True(t, done.Stored)
			require.Equal(t, []int{23, 6}, []int{done.Players, done.Rounds})
			seq := g.get(again.ID)
			twice := read[api.ResultsImport](t, g.upload(s, path+query, file, http.StatusOK))
			require.True(t, twice.Unchanged)
			require.Equal(t, seq, g.get(again.ID), "the same file again changes nothing")

			require.Equal(t, placesOf(standings), placesOf(g.standings(again.ID)))
			got := g.report(again.ID)
			require.Equal(t, want.Players, got.Players)
			require.Equal(t, want.Carryover.Due, got.Carryover.Due)
			require.Equal(t, want.Prizes, got.Prizes)
			require.Equal(t, seatsOf(want), seatsOf(got))
			require.Equal(t, api.Reported, g.get(again.ID).Status)
			verified := ok[api.Verification](t)(client.OK(g.director.VerifySatelliteWithResponse(t.Context(), again.ID)))
			require.True(t, verified.Agrees)
		})
	}
}

func (g stage) get(id uuid.UUID) *api.Satellite {
	g.t.Helper()
	return ok[api.Satellite](g.t)(client.OK(g.director.GetSatelliteWithResponse(g.t.Context(), id)))
}

func (g stage) standings(id uuid.UUID) *api.Standings {
	g.t.Helper()
	return ok[api.Standings](g.t)(client.OK(g.director.GetStandingsWithResponse(g.t.Context(), id, nil)))
}

func (g stage) export(s *service, id uuid.UUID, query string) string {
	g.t.Helper()
	a := s.send(call{key: organiserKey, path: "/v1/satellites/" + id.String() + "/export" + query})
	require.Equal(g.t, http.StatusOK, a.status, a.body)
	require.Contains(g.t, a.header.Get("Content-Disposition"), "attachment; filename=")
	return string(a.body)
}

// upload sends a file and wants a status.
func (g stage) upload(s *service, path, file string, status int) answer {
	g.t.Helper()
	a := s.send(call{method: http.MethodPost, key: organiserKey, path: path, body: file, header: map[string]string{"Content-Type": "application/octet-stream"}})
	require.Equal(g.t, status, a.status, a.body)
	return a
}

type place struct {
	rank, seed, spread int
	points             float32
	name               string
	withdrawn          bool
}

func placesOf(s *api.Standings) []place {
	var list []place
	for _, row := range s.Standings {
		list = append(list, place{row.Rank, row.Seed, row.Spread, row.Points, strings.TrimSpace(row.Name), row.Withdrawn})
	}
	return list
}

func seatsOf(r *api.Report) []place {
	var list []place
	for _, q := range r.Qualifiers {
		list = append(list, place{rank: q.Rank, spread: q.Spread, points: q.Points, name: q.Name})
	}
	return list
}

// Issue 4: pairs that are not those of the tour's rules are said round by round,
// and taken with a reason; nothing is stored before.
func TestPairsOfAnotherProgramNeedAReason(t *testing.T) {
	t.Parallel()
	s, h := newHall(t, "Duluth", 8)
	h.play(h.s.ID, 1, 6)
	lines := strings.Split(strings.TrimSpace(h.export(s, h.s.ID, "?format=csv")), "\r\n")
	rows := swapSeconds(lines, "5", 0, 1) // two tables of the Swiss round change their second players
	other := h.register("Elsewhere", 6)
	h.sanction(other.ID)
	h.enter(other.ID, 8, "Duluth")
	path := "/v1/satellites/" + other.ID.String() + "/results/import?format=csv"

	dry := read[api.ResultsImport](t, h.upload(s, path+"&dry_run=true", rows, http.StatusOK))
	require.True(t, dry.NeedsReason)
	require.Equal(t, 5, dry.Differs[0].Round)
	require.Len(t, dry.Differs[0].Now, 2)
	problem := h.upload(s, path, rows, http.StatusBadRequest).problem(t)
	require.Equal(t, api.ReasonRequired, problem.Code)
	require.Equal(t, "/rounds/5", (*problem.Errors)[0].Pointer)
	require.Equal(t, api.Sanctioned, h.get(other.ID).Status, "nothing is stored")
	done := read[api.ResultsImport](t, h.upload(s, path+"&reason="+url.QueryEscape("another program"), rows, http.StatusOK))
	require.True(t, done.Stored)
	require.Equal(t, api.RoundMethodManual, h.round(other.ID, 5).Method)
	require.Equal(t, api.RoundMethodPreset, h.round(other.ID, 4).Method)
	entries := h.log(t.Context(), other.ID)
	require.Equal(t, "another program", *entries[len(entries)-1].Reason)
	require.NotEmpty(t, h.report(other.ID).Qualifiers)
}

// swapSeconds lets the second players of two rows of a round change places, with
// scores that stay at the tables.
func swapSeconds(lines []string, round string, a, b int) string {
	var at []int
	for i, line := range lines {
		if strings.HasPrefix(line, round+",") {
			at = append(at, i)
		}
	}
	x, y := strings.Split(lines[at[a]], ","), strings.Split(lines[at[b]], ",")
	x[3], y[3] = y[3], x[3]
	lines[at[a]], lines[at[b]] = strings.Join(x, ","), strings.Join(y, ",")
	return strings.Join(lines, "\r\n") + "\r\n"
}

// Issue 4.5 and bad input: what cannot be taken is refused with its place, and
// nothing is stored.
func TestFilesThatCannotBeTaken(t *testing.T) {
	t.Parallel()
	s, h := newHall(t, "Duluth", 8)
	h.play(h.s.ID, 1, 1)
	fresh := h.register("Fresh", 6)
	h.sanction(fresh.ID)
	h.enter(fresh.ID, 8, "Duluth")
	into := func(id uuid.UUID) string { return "/v1/satellites/" + id.String() + "/results/import?format=" }
	for name, c := range map[string]struct {
		path, file string
		status     int
		code       api.ErrorCode
		pointer    string
	}{
		"not reciprocal":    {into(fresh.ID) + "naspa", "Lee, Ann 0 2 ; 400\nRoe, Bo 0 0 ; 50\n", 400, api.ImportRefused, "/line/1/column/12"},
		"too many rounds":   {into(fresh.ID) + "csv", "round,first,second,first_score,second_score\n7,1,2,400,300\n", 400, api.ImportRefused, "/line/1/column/1"},
		"an unknown name":   {into(fresh.ID) + "csv", "round,first,second,first_score,second_score\n1,\"Nobody, Ann\",2,400,300\n", 400, api.ImportRefused, "/line/2/column/3"},
		"results are there": {into(h.s.ID) + "csv", "round,first,second,first_score,second_score\n1,1,2,400,300\n1,3,4,400,300\n1,5,6,400,300\n1,7,8,400,300\n", 409, api.ResultsExist, ""},
		"two divisions":     {into(fresh.ID) + "naspa", "#division A\nLee, Ann 0 0 ; 50\n#division B\nRoe, Bo 0 0 ; 50\n", 400, api.ImportRefused, "/division"},
		"garbage":           {into(fresh.ID) + "tsh", strings.Repeat("\x00\xff;;", 1000), 400, api.ImportRefused, ""},
		"a zip":             {into(fresh.ID) + "csv", "PK\x03\x04" + strings.Repeat("x", 5000), 400, api.ImportRefused, ""},
		"a zip as a roster": {"/v1/satellites/" + fresh.ID.String() + "/entrants/import", "PK\x03\x04" + strings.Repeat("x", 5000), 400, api.ImportRefused, ""},
		"too large":         {into(fresh.ID) + "naspa", strings.Repeat("x", 10<<20), 413, api.BodyTooLarge, ""},
		"no such format":    {into(fresh.ID) + "chw", "x", 400, api.InvalidRequest, "/query/format"},
		"too many lines":    {into(fresh.ID) + "tsh", strings.Repeat("x\n", 100_001), 400, api.ImportRefused, ""},
	} {
		t.Run(name, func(t *testing.T) {
			a := s.send(call{method: http.MethodPost, key: organiserKey, path: c.path, body: c.file, header: map[string]string{"Content-Type": "application/octet-stream"}})
			require.Equal(t, c.status, a.status, a.body)
			problem := a.problem(t)
			require.Equal(t, c.code, problem.Code)
			if c.pointer != "" {
				require.Equal(t, c.pointer, (*problem.Errors)[0].Pointer)
			}
		})
	}
	require.Equal(t, api.Sanctioned, h.get(fresh.ID).Status)
	require.Len(t, h.entrants(fresh.ID), 8)
}

// Files are checked and computed without being stored, and a roster comes from
// another program's file.
func TestFilesThatAreNotStored(t *testing.T) {
	t.Parallel()
	s, h := newHall(t, "Duluth", 8)
	file := "Lee, Ann:AA000001 1500 2 0 ; 400 50\nRoe, Bo:AA000002 1400 1 0 ; 350 0\n"
	check := read[api.FileCheck](t, h.upload(s, "/v1/validate?format=naspa", file, http.StatusOK))
	require.True(t, check.Ok)
	require.Len(t, check.Warnings, 1, "a bye of 0")
	require.Equal(t, []api.FileDivision{{Players: 2, Rounds: 2, CompleteRounds: 2}}, check.Divisions)
	bad := read[api.FileCheck](t, h.upload(s, "/v1/validate?format=naspa", "Lee, Ann 1500 2 ; 400\n", http.StatusOK))
	require.False(t, bad.Ok)
	require.Equal(t, 1, bad.Errors[0].Line)

	table := read[api.FileStandings](t, h.upload(s, "/v1/standings?format=naspa", file, http.StatusOK))
	require.Nil(t, table.Divisions)
	require.Equal(t, []int{2, 100}, []int{int((*table.Standings)[0].Points), (*table.Standings)[0].Spread}, "a win by 50 and a bye of 50")
	several := read[api.FileStandings](t, h.upload(s, "/v1/standings?format=naspa", "#division A\n"+file+"#division B\nZoe 0 0 ; 50\n", http.StatusOK))
	require.Len(t, *several.Divisions, 2)

	fresh := h.register("Fresh", 6)
	entered := read[api.ImportResult](t, h.upload(s, "/v1/satellites/"+fresh.ID.String()+"/entrants/import?format=naspa", file, http.StatusOK))
	require.True(t, entered.Stored)
	require.Equal(t, "Lee, Ann", h.entrants(fresh.ID)[0].Name)
	require.Equal(t, "AA000001", *h.entrants(fresh.ID)[0].AssociationID)
}

// Lists go out as spreadsheets, whole and guarded, by the parameter or by Accept.
func TestListsGoOutAsFiles(t *testing.T) {
	t.Parallel()
	s, h := newHall(t, "=Duluth", 8)
	s.work()
	h.play(h.s.ID, 1, 6)
	report := h.report(h.s.ID)
	dues := s.send(call{key: organiserKey, path: "/v1/carryover/dues?format=csv"})
	require.Equal(t, "text/csv", dues.header.Get("Content-Type"))
	require.Contains(t, string(dues.body), "'=Duluth", "the cell is guarded")
	require.Contains(t, string(dues.body), "96.00", "40% of 8 fees of 30.00")
	eventually(t, "the list", func() bool {
		list := s.send(call{key: organiserKey, path: "/v1/tours/" + slug + "/qualifiers", header: map[string]string{"Accept": "text/csv"}})
		return strings.Contains(string(list.body), report.Qualifiers[0].Name)
	})
	book := s.send(call{key: organiserKey, path: "/v1/tours/" + slug + "/qualifiers?format=xlsx"})
	require.True(t, bytes.HasPrefix(book.body, []byte("PK")))
	cross := ok[api.Crosstable](t)(client.OK(h.director.GetCrosstableWithResponse(t.Context(), h.s.ID, nil)))
	require.Len(t, cross.Rows, 8)
	for _, row := range cross.Rows {
		require.Len(t, row.Cells, 6)
	}
	preview := ok[api.Submission](t)(client.OK(h.director.GetSubmissionWithResponse(t.Context(), h.s.ID)))
	require.False(t, preview.Ready, "nobody has an association number")
	require.Len(t, preview.Objections, 8)
}
