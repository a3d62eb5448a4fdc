package app_test

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// look reads something without a key.
func (s *service) look(path string, header ...string) answer {
	s.t.Helper()
	c := call{method: http.MethodGet, path: path, header: map[string]string{}}
	for i := 0; i+1 < len(header); i += 2 {
		c.header[header[i]] = header[i+1]
	}
	return s.send(c)
}

// A tour is shown to nobody until its organiser says so, and then to everybody: its list without
// what is not for everybody, its satellites but those that are only proposed.
func TestAPublicTour(t *testing.T) {
	t.Parallel()
	y := newSeason(t, "keeps_one_seat", "lapses")
	duluth, d := y.held("Duluth", "Duluth")
	y.listed(d[0].Name, d[1].Name)
	coming := y.register("Elgin", 5)
	y.sanction(coming.ID)
	proposed := y.register("Fargo", 5)
	id := y.row(d[0].Name).PlayerID
	const base = "/v1/public/tours/" + slug
	paths := []string{base, base + "/qualifiers", "/t/" + slug, "/t/" + slug + "/" + duluth.String(), "/t/" + slug + "/" + coming.ID.String()}

	shut := func() {
		t.Helper()
		for _, path := range paths {
			there, nowhere := y.look(path), y.look(strings.Replace(path, slug, "nowhere", 1))
			require.Equal(t, http.StatusNotFound, there.status, path)
			if strings.HasPrefix(path, "/v1") {
				require.Equal(t, nowhere.problem(t).Detail, there.problem(t).Detail)
				require.Equal(t, nowhere.problem(t).Code, there.problem(t).Code)
			} else {
				require.Equal(t, string(nowhere.body), string(there.body), "as if it did not exist")
			}
			require.Equal(t, "no-store", there.header.Get("Cache-Control"))
		}
	}
	shut()
	y.show(api.TourPatch{Public: ptr(true)}) // a satellite has started; it is no rule of play
	list := y.look(base + "/qualifiers")
	rows := read[api.PublicQualifierList](t, list)
	require.Equal(t, "Spring", rows.Tour)
	require.Equal(t, d[0].Name, rows.Items[0].Name)
	require.Equal(t, 14, rows.Items[0].Best.Players)
	require.EqualValues(t, "invited", rows.Items[0].Answer)
	require.Equal(t, "public, max-age=10", list.header.Get("Cache-Control"))
	require.Equal(t, http.StatusNotModified, y.look(base+"/qualifiers", "If-None-Match", list.header.Get("ETag")).status)
	csv := y.look(base+"/qualifiers", "Accept", "text/csv")
	require.Contains(t, string(csv.body), d[1].Name)
	require.NotEqual(t, list.header.Get("ETag"), csv.header.Get("ETag"))

	tour := read[api.PublicTour](t, y.look(base))
	require.Len(t, tour.Satellites, 2, "what is only proposed is not announced")
	require.Equal(t, http.StatusNotFound, y.look("/t/"+slug+"/"+proposed.ID.String()).status)
	require.Equal(t, http.StatusNotFound, y.look("/t/"+slug+"/not-an-id").status)
	for _, path := range paths {
		got := y.look(path)
		require.Equal(t, http.StatusOK, got.status, "%s: %s", path, got.body)
		require.NotContains(t, string(got.body), id.String(), "no id of a person")
		require.NotContains(t, string(got.body), "@example")
		require.NotContains(t, string(got.body), "3000", "no money")
		require.Equal(t, http.StatusNotModified, y.look(path, "If-None-Match", got.header.Get("ETag")).status, path)
	}
	page := string(y.look("/t/" + slug + "/" + duluth.String()).body)
	require.Contains(t, page, "Final standings")
	require.Contains(t, page, "Qualified: <b><bdi>"+d[0].Name)
	require.Regexp(t, regexp.MustCompile(`(?s)Round 5</summary>.*Round 1</summary>`), page)

	y.answers(d[1].Name, "no_answer")
	y.answers(d[0].Name, "accepted")
	rows = read[api.PublicQualifierList](t, y.look(base+"/qualifiers"))
	require.EqualValues(t, "invited", rows.Items[1].Answer, "that he has let his deadline pass is nobody else's business")
	require.EqualValues(t, "accepted", rows.Items[0].Answer)
	require.Equal(t, http.StatusOK, y.look(base+"/qualifiers", "If-None-Match", list.header.Get("ETag")).status)
	y.show(api.TourPatch{Public: ptr(false)})
	shut()
}

// Where anybody reads, a tour that says so shows nobody's family name: list, satellites, the pages
// of results and of answers, and what is behind them (R8.2).
func TestShortNamesWhereAnybodyReads(t *testing.T) {
	t.Parallel()
	y := newSeason(t, "keeps_one_seat", "lapses")
	duluth, d := y.heldBy("Duluth", named("Quackenbush", "Ann", 2000), named("Quackenboss", "Ann", 1990))
	y.forceSeat(duluth, y.playerOf(duluth, 2000))
	y.forceSeat(duluth, y.playerOf(duluth, 1990))
	eventually(t, "both in the list", func() bool {
		list, err := y.stage.organiser.QualifierList(t.Context(), slug)
		require.NoError(t, err)
		n := 0
		for _, q := range list.Items {
			if strings.HasPrefix(q.Name, "Quack") {
				n++
			}
		}
		return n == 2
	})
	require.NotEmpty(t, d)
	link := ok[api.AnswerLink](t)(client.Created(y.stage.organiser.CreateAnswerLinkWithResponse(t.Context(), slug, y.playerOf(duluth, 2000), nil, api.AnswerLinkCreate{})))
	s := y.register("Elgin", 5)
	y.sanction(s.ID)
	for _, e := range []api.EntrantCreate{named("Quackenbush", "Ann", 2000), named("Quackenboss", "Ann", 1990)} {
		ok[api.Entrant](t)(client.Created(y.director.CreateEntrantWithResponse(t.Context(), s.ID, nil, e)))
	}
	y.enter(s.ID, 6, "Other")
	y.start(s.ID)
	codes := ok[api.CodeList](t)(client.OK(y.director.ListCodesWithResponse(t.Context(), s.ID, 1, nil)))
	ok[api.Round](t)(client.OK(y.director.OpenRoundWithResponse(t.Context(), s.ID, 1, nil, api.Act{})))
	y.show(api.TourPatch{Public: ptr(true), ShortNames: ptr(true)})

	paths := []string{
		"/v1/public/tours/" + slug + "/qualifiers", "/v1/public/tours/" + slug + "/qualifiers?format=csv", "/t/" + slug,
		"/t/" + slug + "/" + duluth.String(), "/t/" + slug + "/" + s.ID.String(), "/v1/answers/" + link.Token, link.Path,
	}
	for _, c := range codes.Items {
		paths = append(paths, "/v1/results/"+c.Code, "/r/"+c.Code)
	}
	for _, path := range paths {
		got := y.look(path)
		require.Equal(t, http.StatusOK, got.status, "%s: %s", path, got.body)
		for _, name := range []string{"Quackenbush", "Quackenboss"} {
			require.NotContains(t, string(got.body), name, path)
		}
	}
	for _, path := range []string{paths[0], paths[2], paths[3], paths[4]} {
		require.Contains(t, string(y.look(path).body), "Ann Quackenbu.", path)
		require.Contains(t, string(y.look(path).body), "Ann Quackenbo.", path)
	}
	require.Contains(t, string(y.look(link.Path).body), "Ann Q.")

	y.show(api.TourPatch{ShortNames: ptr(false)})
	for _, path := range paths[:7] {
		require.Contains(t, string(y.look(path).body), "Quackenbush, Ann", path)
	}
	require.Contains(t, string(y.look("/t/"+slug+"/"+s.ID.String()).body), "where you sit")
}

func TestChessBeginsWithShortNames_R8_2(t *testing.T) {
	t.Parallel()
	s := newService(t)
	require.True(t, makeChessTour(t, s.organiser).ShortNames)
	plain := makeTour(t, s.organiser, slug)
	require.False(t, plain.ShortNames)
	require.False(t, plain.Public)
}

// The pages are read on a phone between two rounds.
func TestBrowserReadsTheBoard(t *testing.T) {
	t.Parallel()
	y := newSeason(t, "keeps_one_seat", "lapses")
	y.show(api.TourPatch{Public: ptr(true)})
	_, d := y.held("Duluth", "Duluth")
	y.held("Minneapolis-Saint Paul International Winter Open", "Featherstonehaugh")
	s := y.started("Elgin", 9, 6)
	y.play(s.ID, 1, 2)
	for _, g := range y.pair(s.ID, 3).Games[:2] {
		if g.Kind == api.GameKindGame {
			ok[api.ResultAnswer](t)(client.OK(y.director.PutResultWithResponse(t.Context(), s.ID, g.ID, nil, api.Result{FirstScore: ptr(400), SecondScore: ptr(350)})))
		}
	}
	coming := y.register("Fargo", 5)
	y.sanction(coming.ID)
	eventually(t, "the list", func() bool {
		return strings.Contains(string(y.look("/t/"+slug).body), d[0].Name) && strings.Contains(string(y.look("/t/"+slug).body), "Featherstonehaugh")
	})
	pages := map[string]string{"tour": "/t/" + slug, "playing": "/t/" + slug + "/" + s.ID.String(), "coming": "/t/" + slug + "/" + coming.ID.String()}
	if dir := os.Getenv("NAST_TEST_PAGES"); dir != "" { // for who wants to look at them
		for name, path := range pages {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name+".html"), y.look(path).body, 0o600))
		}
	}

	b := newBrowser(t, y.url)
	b.open(pages["tour"])
	b.sees("Who has qualified")
	b.do(chromedp.Click(chromedp.Search("//a[contains(., 'Elgin')]")))
	b.sees("Round 3: where you sit")
	b.sees("Standings after round 3")
	b.do(chromedp.Click(chromedp.Search("//summary[contains(., 'by table')]")))
	b.sees("400–350")
	b.do(chromedp.Click(chromedp.Search("//a[contains(., 'all satellites')]")))
	b.do(chromedp.Click(chromedp.Search("//a[contains(., 'Minneapolis')]")))
	b.sees("Final standings")
	b.sees("qualified")
	b.open(pages["coming"])
	b.sees("still to come")
}

// A Final Event is on the board like a satellite. The public cannot read the pool that it is played for,
// so that its expenses stand against nothing there, which is nobody's business on that page (R5.7).
func TestThePublicSeesAFinalInPlay(t *testing.T) {
	t.Parallel()
	y, names := qualified(t, 2)
	y.show(api.TourPatch{Public: ptr(true)})
	body := finalOf(api.FinalMethodSwiss, api.FinalMethodKingOfTheHill)
	body.PlannedExpenses = ptr(usd(50_00))
	final := y.makes(body)
	ok[api.Satellite](t)(client.OK(y.stage.organiser.StartSatelliteWithResponse(t.Context(), final.ID, nil, api.StartSatellite{})))
	ok[api.Round](t)(client.OK(y.stage.organiser.PairRoundWithResponse(t.Context(), final.ID, 1, nil, api.Act{})))
	ok[api.Round](t)(client.OK(y.stage.organiser.OpenRoundWithResponse(t.Context(), final.ID, 1, nil, api.Act{})))
	page := y.look("/t/" + slug + "/" + final.ID.String())
	require.Equal(t, http.StatusOK, page.status, "%s", page.body)
	text := string(page.body)
	require.Contains(t, text, "Round 1: where you sit")
	for _, name := range names {
		require.Contains(t, text, name)
	}
	require.NotContains(t, text, "qualify", "a final gives no seats")
	require.Contains(t, string(y.look("/t/"+slug).body), "/t/"+slug+"/"+final.ID.String())
}
