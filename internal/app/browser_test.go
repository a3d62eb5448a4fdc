package app_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// css names an element of a page; a plain string would be looked for in texts too.
type css = chromedp.CSS

// browser is a window of a phone, 320 points wide.
type browser struct {
	t   *testing.T
	ctx context.Context
	url string
}

// newBrowser starts chromium, or skips the test where there is none.
func newBrowser(t *testing.T, url string) browser {
	t.Helper()
	var program string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		t.Skip("no browser is installed; install one with: apt-get install chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program), chromedp.DisableGPU, chromedp.WindowSize(320, 640), chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox) // chromium refuses root otherwise
	}
	// All tests of the house may be running beside it.
	ctx, stop := context.WithTimeout(context.Background(), 4*patience)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	b := browser{t, ctx, url}
	b.do(chromedp.EmulateViewport(320, 640))
	return b
}

func (b browser) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	require.NoError(b.t, chromedp.Do(b.ctx, steps...))
}

// open opens a page and waits until its heading is there.
func (b browser) open(path string) {
	b.t.Helper()
	b.do(chromedp.Navigate(b.url+path), chromedp.WaitVisible(css("h1")))
	b.fits()
}

// sees waits until a text of the page is there.
func (b browser) sees(text string) {
	b.t.Helper()
	b.do(chromedp.WaitVisible(chromedp.Search(fmt.Sprintf("//main[contains(., %q)]", text))))
	b.fits()
}

// fits says that the page needs no scrolling to the side, has nothing too small
// for a thumb, and has asked for nothing but itself.
func (b browser) fits() {
	b.t.Helper()
	for what, expression := range map[string]string{
		"wider than the window":     `Math.max(0, document.documentElement.scrollWidth - innerWidth)`,
		"too small to touch":        `[...document.querySelectorAll("button, summary, a, input:not([type=hidden])")].filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 44).length`,
		"asked of others":           `performance.getEntriesByType("resource").length`,
		"fields without a label":    `[...document.querySelectorAll("input:not([type=hidden])")].filter(e => e.labels.length == 0).length`,
		"scripts":                   `document.scripts.length`,
		"the style was not applied": `Number(getComputedStyle(document.querySelector("main")).paddingLeft != "16px")`,
	} {
		found, err := chromedp.Run(b.ctx, chromedp.Evaluate[int](expression))
		require.NoError(b.t, err, what)
		require.Zero(b.t, found, what)
	}
}

// Two players at two phones: sent and confirmed, sent and disputed, mistyped.
func TestBrowserSendsResults(t *testing.T) {
	t.Parallel()
	service, h := newHall(t, "Browser", 8)
	b := newBrowser(t, service.url)
	one, two := h.codesAt(1), h.codesAt(2)

	b.open("/r")
	b.do(chromedp.SendKeys(css("#code"), "nowhere"), chromedp.Click(css("button")))
	b.sees("This code opens nothing")
	b.do(chromedp.SetValue(css("#code"), one[0].Code), chromedp.Click(css("button")))
	b.sees(one[0].Name)
	b.do(chromedp.SendKeys(css("#own"), "4l2"), chromedp.SendKeys(css("#opponents"), "388"), chromedp.Click(css("button")))
	b.sees("Type a number, such as 412.")
	b.do(chromedp.SetValue(css("#own"), "412"), chromedp.Click(css("button")))
	b.sees("your opponent has to confirm")

	b.open("/r/" + one[1].Code)
	b.sees("You lost by 24.")
	b.do(chromedp.Click(css("button")))
	b.sees("The result is in")

	b.open("/r/" + two[0].Code)
	b.do(chromedp.SendKeys(css("#own"), "400"), chromedp.SendKeys(css("#opponents"), "350"), chromedp.Click(css("button")))
	b.sees("your opponent has to confirm")
	b.open("/r/" + two[1].Code)
	b.do(chromedp.Click(css("summary")), chromedp.WaitVisible(css("#own")))
	b.do(chromedp.SendKeys(css("#own"), "350"), chromedp.SendKeys(css("#opponents"), "300"), chromedp.Click(css("details button")))
	b.sees("tell the director")

	round := ok[api.Round](t)(client.OK(h.director.GetRoundWithResponse(t.Context(), h.s.ID, 1)))
	for _, g := range round.Games {
		switch *g.Table {
		case 1:
			require.Equal(t, []int{412, 388}, []int{*g.FirstScore, *g.SecondScore})
		case 2:
			require.True(t, *g.Disputed)
			require.Nil(t, g.FirstScore)
		}
	}
}

// A player looks at his tour between rounds and after it, on a phone: who has qualified, where he stands
// and what was played; and answers by his link.
func TestBrowserReadsAPublicTourAndAnswers(t *testing.T) {
	t.Parallel()
	y := newSeason(t, "keeps_one_seat", "lapses")
	y.show(api.TourPatch{Public: ptr(true), ShortNames: ptr(true)})
	_, standing := y.held("Duluth", "Duluth")
	won := y.listed(standing[0].Name, standing[1].Name)[0]
	running := y.started("Fargo", 8, 5)
	b := newBrowser(t, y.service.url)

	b.open("/t/" + slug)
	b.sees("Duluth")
	b.do(chromedp.Click(chromedp.Search("//a[. = 'Who has qualified']")))
	b.sees("1 of 14 in Duluth")
	b.do(chromedp.Click(chromedp.Search("//a[contains(., 'Duluth')]")))
	b.sees("Final standings")
	b.do(chromedp.Click(css("summary")))
	b.sees("Round 5")
	ok[api.Round](t)(client.OK(y.director.OpenRoundWithResponse(t.Context(), running.ID, 1, nil, api.Act{})))
	b.open("/t/" + slug + "/" + running.ID.String())
	b.sees("Round 1: where you sit")

	link := ok[api.AnswerLink](t)(client.Created(y.stage.organiser.CreateAnswerLinkWithResponse(t.Context(), slug, won.PlayerID, nil, api.AnswerLinkCreate{})))
	b.open(link.Path)
	b.sees("Rank 1 of 14 in Duluth")
	b.do(chromedp.Click(css("button[value=accepted]")))
	b.sees("accepted")
	require.Equal(t, api.AnswerAccepted, ok[api.Invitation](t)(client.OK(y.stage.organiser.GetAnswerWithResponse(t.Context(), slug, won.PlayerID))).Answer)
}
