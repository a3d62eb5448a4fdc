package console_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

const field = `inputmode="numeric"`

func TestTheCodeLeadsToItsPage(t *testing.T) {
	t.Parallel()
	b := setup(t)
	require.Contains(t, b.page("/r"), `<label for="code">`)
	for typed, leads := range map[string]string{annsCode: "/r/7K4Q-2M9X", " 7k4q 2m9x ": "/r/7K4Q-2M9X", "7k4q2m9x": "/r/7K4Q-2M9X", "a/b?": "/r/A%2FB%3F"} {
		w := b.ask("/r", url.Values{"code": {typed}})
		require.Equal(t, http.StatusSeeOther, w.Code)
		require.Equal(t, leads, w.Header().Get("Location"), typed)
	}
	w := b.ask("/r", url.Values{"code": {"  "}})
	require.Equal(t, http.StatusBadRequest, w.Code)
	require.Contains(t, w.Body.String(), "Type the code")

	w = b.ask("/r/zzzz-zzzz", nil)
	require.Equal(t, http.StatusNotFound, w.Code)
	require.Contains(t, w.Body.String(), "Look at the sheet again.")
	require.Contains(t, w.Body.String(), `value="ZZZZ-ZZZZ"`, "to be mended")
	require.Equal(t, http.StatusNotFound, b.ask("/r/zzzz-zzzz", scores("1", "2")).Code)
	require.Equal(t, http.StatusNotFound, b.ask("/r/a/b", nil).Code)
}

func TestThePageSaysWhoPlaysWhomAndWhere(t *testing.T) {
	t.Parallel()
	b := setup(t)
	page := b.page("/r/" + zoesCode)
	require.Contains(t, page, "<h1>Round 3, table 7</h1>")
	require.Contains(t, page, "You are <b><bdi>Núñez, Zoë</bdi></b>")
	require.Contains(t, page, "Your opponent is <b><bdi>Lee, Ann</bdi></b>")
	require.Contains(t, page, "Boise &lt;Spring&gt;")
	require.Equal(t, 2, strings.Count(page, field))
}

// Issue 3: the opponent confirms.
func TestTheOpponentConfirms(t *testing.T) {
	t.Parallel()
	b := setup(t)
	waiting := b.send(annsCode, "412", "388")
	require.Contains(t, waiting, "your opponent has to confirm")
	require.Contains(t, waiting, "You won by 24.")
	require.NotContains(t, waiting, field)

	asked := b.page("/r/" + zoesCode)
	require.Contains(t, asked, "Yes, that is right")
	require.Contains(t, asked, "No, it was another result")
	require.Contains(t, asked, "You lost by 24.")
	form := hidden(asked)
	require.Equal(t, scores("388", "412"), form, "from her side of the table")

	agreed := b.send(zoesCode, form.Get("own"), form.Get("opponents"))
	require.Contains(t, agreed, "The result is in")
	require.NotContains(t, agreed, "<form")
	require.Equal(t, satellite.Score{First: 412, Second: 388}, *b.now.Games[0].Score)
	require.Contains(t, b.page("/r/"+annsCode), "The result is in")
}

var hiddenField = regexp.MustCompile(`<input type="hidden" name="(\w+)" value="(-?\d+)">`)

func hidden(page string) url.Values {
	form := url.Values{}
	for _, match := range hiddenField.FindAllStringSubmatch(page, -1) {
		form.Set(match[1], match[2])
	}
	return form
}

// Issue 3.9: the opponent disputes 412-388 as 421-388.
func TestTheOpponentDisputes(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.send(annsCode, "412", "388")
	for code, differ := range map[string]string{zoesCode: b.send(zoesCode, "388", "421"), annsCode: b.page("/r/" + annsCode)} {
		require.Contains(t, differ, "tell the director", code)
		require.Contains(t, differ, "The round waits until the director has settled it.", code)
		for _, score := range []string{"412", "421"} {
			require.Contains(t, differ, "<dd>"+score+"</dd>", "who said what: %s", code)
		}
		require.NotContains(t, differ, "<form", code)
	}
	require.Nil(t, b.now.Games[0].Score, "no score stands")
}

// What the director has entered can be contradicted, once.
func TestAResultOfTheDirectorCanBeContradicted(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.now.Games[0].Score = &satellite.Score{First: 300, Second: 400}
	page := b.page("/r/" + annsCode)
	require.Contains(t, page, "The result is in")
	require.Contains(t, page, "No, it was another result")
	differ := b.send(annsCode, "400", "300")
	require.Contains(t, differ, "The director has")
	require.Equal(t, satellite.Score{First: 300, Second: 400}, *b.now.Games[0].Score, "it stands")
}

func TestACodeIsGoodOnce(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.send(annsCode, "412", "388")
	w := b.ask("/r/"+annsCode, scores("412", "380"))
	require.Equal(t, http.StatusConflict, w.Code)
	require.Contains(t, w.Body.String(), "This code has been used.")
	require.Contains(t, w.Body.String(), "<dd>388</dd>", "what was sent")
	require.NotContains(t, w.Body.String(), field)
}

func TestWhatIsNoScoreIsAskedForAgain(t *testing.T) {
	t.Parallel()
	for typed, says := range map[string]string{
		"":                      "Type the score.",
		"abc":                   "Type a number",
		"4l2":                   "Type a number",
		"412.5":                 "Type a number",
		"2000":                  "A score is from -999 to 1999.",
		"-1000":                 "A score is from -999 to 1999.",
		"999999999999999999999": "A score is from -999 to 1999.",
		`"><script>x</script>`:  "Type a number",
	} {
		b := setup(t)
		w := b.ask("/r/"+annsCode, scores(typed, "388"))
		require.Equal(t, http.StatusBadRequest, w.Code, typed)
		page := w.Body.String()
		require.Contains(t, page, `<p class="wrong" id="own-wrong">`+says, typed)
		require.NotContains(t, page, "opponents-wrong", typed)
		require.Contains(t, page, `name="opponents" inputmode="numeric" autocomplete="off" maxlength="8" required value="388"`, typed)
		require.NotContains(t, page, "<script", typed)
		if typed == "4l2" {
			require.Contains(t, page, `value="4l2"`, "what was typed is kept")
		}
		require.Empty(t, b.now.Games[0].Claims, typed)
	}
	// Blanks do no harm, and a score may be negative (R4.1).
	b := setup(t)
	b.send(annsCode, " 412 ", "-5")
	require.Equal(t, []satellite.Claim{{By: satellite.First, First: 412, Second: -5}}, b.now.Games[0].Claims)
}

func TestGamesThatTakeNoResult(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(s *satellite.Satellite)
		says   string
	}{
		"forfeit":  {func(s *satellite.Satellite) { s.Games[0].Kind = standings.Forfeit }, "counts as a forfeit"},
		"reported": {func(s *satellite.Satellite) { s.Status = satellite.Reported }, "No result is taken here any more."},
		"finished early (R3.13)": {func(s *satellite.Satellite) {
			s.Status, s.FinishedAfter = satellite.Finished, 2
		}, "No result is taken here any more."},
	} {
		b := setup(t)
		c.change(b.now)
		page := b.page("/r/" + annsCode)
		require.Contains(t, page, c.says, name)
		require.Contains(t, page, "tell the director", name)
		require.NotContains(t, page, "<form", name)
		require.Equal(t, http.StatusConflict, b.ask("/r/"+annsCode, scores("1", "2")).Code, name)
	}
	b := setup(t)
	b.now.Games[0].First = b.now.TenantID // somebody else sits there now
	require.Equal(t, http.StatusNotFound, b.ask("/r/"+annsCode, nil).Code)
	require.Contains(t, b.page("/r/"+zoesCode), "Núñez, Zoë")
}

// Whoever starts may change after the sheet was printed; the code stays the player's.
func TestACodeIsOfItsPlayer(t *testing.T) {
	t.Parallel()
	b := setup(t)
	g := &b.now.Games[0]
	g.First, g.Second = g.Second, g.First
	b.send(annsCode, "412", "388")
	require.Equal(t, []satellite.Claim{{By: satellite.Second, First: 388, Second: 412}}, b.now.Games[0].Claims)
}

// When the director takes a result back, both can send it again.
func TestAResultThatIsTakenBackCanBeSentAgain(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.send(annsCode, "412", "388")
	b.send(zoesCode, "388", "412")
	require.NoError(t, b.now.ClearResult(b.now.Games[0].ID))
	require.Contains(t, b.page("/r/"+annsCode), "What was the result?")
	b.send(annsCode, "421", "388")
	require.Equal(t, []satellite.Claim{{By: satellite.First, First: 421, Second: 388}}, b.now.Games[0].Claims)
}

// elsewhere is what would ask another place for something, or run.
var elsewhere = regexp.MustCompile(`(?i)<(script|link|img|iframe|object|base)|\b(src|on[a-z]+)=|https?:|url\(|@import`)

func TestPagesKeepTheCodeAndNeedNothingElse(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, w := range []*httptest.ResponseRecorder{
		b.ask("/r", nil), b.ask("/r/"+annsCode, nil), b.ask("/r/nothing", nil), b.ask("/r/"+annsCode, scores("x", "")),
		b.ask("/r/"+annsCode, scores("412", "388")),
	} {
		h := w.Header()
		require.Contains(t, h.Get("Content-Security-Policy"), "default-src 'none'; style-src 'sha256-")
		require.NotContains(t, h.Get("Content-Security-Policy"), "script")
		require.Equal(t, "no-referrer", h.Get("Referrer-Policy"))
		require.Equal(t, "nosniff", h.Get("X-Content-Type-Options"))
		require.Equal(t, "no-store", h.Get("Cache-Control"))
		require.Empty(t, h.Values("Set-Cookie"))
		require.NotRegexp(t, elsewhere, w.Body.String())
		require.NotContains(t, w.Body.String(), "ZgotmplZ")
		if w.Code != http.StatusSeeOther {
			require.Equal(t, "text/html; charset=utf-8", h.Get("Content-Type"))
			require.Contains(t, w.Body.String(), `<html lang="en">`)
		}
	}
}

func TestEveryFieldHasALabel(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := regexp.MustCompile(`<input id="(\w+)"`)
	for _, path := range []string{"/r", "/r/" + annsCode} {
		page := b.page(path)
		fields := id.FindAllStringSubmatch(page, -1)
		require.NotEmpty(t, fields)
		for _, match := range fields {
			require.Contains(t, page, `<label for="`+match[1]+`">`)
		}
	}
}

func TestWhatIsNotForThePlayerIsNotShown(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.store.away = true
	w := b.ask("/r/"+annsCode, scores("412", "388"))
	require.Equal(t, http.StatusInternalServerError, w.Code)
	require.NotContains(t, w.Body.String(), "db.internal")
	require.Contains(t, w.Body.String(), "req-42")

	w = b.serve(httptest.NewRequest(http.MethodDelete, "/r/"+annsCode, nil))
	require.Equal(t, http.StatusMethodNotAllowed, w.Code)
	require.Equal(t, "GET, HEAD, POST", w.Header().Get("Allow"))
	r := httptest.NewRequest(http.MethodPost, "/r/"+annsCode, strings.NewReader("own=%zz"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	require.Equal(t, http.StatusBadRequest, b.serve(r).Code)
}

func TestOnlyItsOwnPathsAreTheConsoles(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for path, route := range map[string]string{
		"/r": "/r", "/r/": "/r", "/r/7K4Q-2M9X": "/r/{code}", "/r/a/b": "/r/{code}",
		"/": "", "/results": "", "/v1/results/7K4Q-2M9X": "", "/docs": "", "/rx": "", "": "",
	} {
		require.Equal(t, route, b.console.Route(path), path)
	}
}
