// Package console is what people see in a browser: pages that the server
// renders, from the same services as the API. They have no script and ask no
// other host for anything, so that they work on any phone and on a hall's
// network. It holds no rule of the tournament; limits, log and recovery are
// those of the HTTP server that it is given to.
//
// Its rooms are /r, where a player sends the result of his game with the code
// of his sheet (result.go), /a, where a qualifier answers his invitation by a
// signed link (answer.go), and /t, where anybody reads what there is of a public
// tour (board.go). There is no cookie and no session:
// who asks is known by the code or token in the path alone, so that another
// site has nothing to borrow, and no token against forged requests (CSRF) is
// needed.
package console

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"html/template"
	"net/http"
	"strings"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
)

// Results are the results that players send themselves; *satellite.Service has
// them.
type Results interface {
	// ByCode reads the game that a code opens, fault.ResourceNotFound where
	// there is no such code.
	ByCode(ctx context.Context, code string) (*satellite.Satellite, satellite.Pass, error)
	// ClaimByCode takes the result that a player sends;
	// fault.CodeUsed the second time.
	ClaimByCode(ctx context.Context, code string, result satellite.OwnResult) (*satellite.Satellite, satellite.Pass, error)
}

// Console serves the pages.
type Console struct {
	results Results
	answers Answers
	board   Board
}

// New makes the console.
func New(results Results, answers Answers, board Board) *Console {
	return &Console{results, answers, board}
}

// The routes of the pages.
const (
	routeCode   = "/r"
	routeResult = "/r/{code}"
	routeAnswer = "/a/{token}"
	routeTour   = "/t/{slug}"
	routeEvent  = "/t/{slug}/{satellite_id}"
)

// Route names the page of a path, "" where it is none of ours.
func (c *Console) Route(path string) string {
	code, below := strings.CutPrefix(path, "/r/")
	token, invited := strings.CutPrefix(path, "/a/")
	slug, event, board := boardPath(path)
	switch {
	case board && event != "":
		return routeEvent
	case board && slug != "":
		return routeTour
	case invited && token != "":
		return routeAnswer
	case path == "/r", below && code == "":
		return routeCode
	case below:
		return routeResult
	}
	return ""
}

// Serve writes the page that is asked for, or gives an error for Refuse.
func (c *Console) Serve(w http.ResponseWriter, r *http.Request) error {
	code, token := strings.TrimPrefix(r.URL.Path, "/r/"), strings.TrimPrefix(r.URL.Path, "/a/")
	switch c.Route(r.URL.Path) + " " + r.Method {
	case routeCode + " " + http.MethodGet:
		return c.askCode(w)
	case routeCode + " " + http.MethodPost:
		return c.takeCode(w, r)
	case routeResult + " " + http.MethodGet:
		return c.showResult(w, r, code)
	case routeResult + " " + http.MethodPost:
		return c.takeResult(w, r, code)
	case routeAnswer + " " + http.MethodGet:
		return c.showInvitation(w, r, token)
	case routeAnswer + " " + http.MethodPost:
		return c.takeAnswer(w, r, token)
	case routeTour + " " + http.MethodGet, routeEvent + " " + http.MethodGet:
		return c.showBoard(w, r)
	}
	return fault.New(fault.WrongMethod, "A page can be looked at (GET) or its form sent (POST).")
}

// Refuse writes the page of an error: a form that was refused once more, with
// what was typed, and everything else with the way back to the code.
func (c *Console) Refuse(w http.ResponseWriter, status int, requestID string, err error) {
	shown := fault.New(fault.InternalError, "")
	errors.As(err, &shown)
	if shown.Code == fault.WrongMethod {
		w.Header().Set("Allow", "GET, HEAD, POST")
	}
	var again *refusedForm
	if errors.As(err, &again) {
		again.page.Problem = shown.Detail
		write(w, status, again.template, again.page)
		return
	}
	p := page{Title: shown.Code.Title(), Problem: shown.Detail}
	if status >= http.StatusInternalServerError {
		p.Problem, p.Number = "Nothing is lost. Try again in a moment; if it stays, tell the director.", requestID
	}
	write(w, status, "error", p)
}

// page is what every template is given.
type page struct {
	Title   string
	Problem string // what was wrong with what was sent; empty: nothing
	Number  string // of the request, for whoever runs the server
	Code    string // as it was typed, or as it stands on the sheet
	Game    *game
	Form    scoreForm

	Invitation *invitation
	Tour       *tourBoard
	Event      *eventBoard
}

// refusedForm is a form that was refused, with the page that has it once more.
type refusedForm struct {
	error
	template string
	page     page
}

// Unwrap gives why.
func (r *refusedForm) Unwrap() error { return r.error }

//go:embed templates style.css
var files embed.FS

// style stands in every page; the policy names it by its hash, so that no
// other one is obeyed.
var style = func() template.CSS {
	css, err := files.ReadFile("style.css")
	if err != nil {
		panic(err) // it is embedded
	}
	return template.CSS(css)
}()

var policy = func() string {
	sum := sha256.Sum256([]byte(style))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
}()

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"style": func() template.CSS { return style }, "points": points, "signed": signed, "when": when, "answered": answered,
}).ParseFS(files, "templates/*.gohtml"))

// write renders a page. The code stands in its address, so that the address is
// told nobody and the page kept nowhere.
func write(w http.ResponseWriter, status int, name string, p page) {
	var body bytes.Buffer
	if err := templates.ExecuteTemplate(&body, name, p); err != nil {
		panic(err) // the server turns it into an error page
	}
	header(w).Set("Content-Type", "text/html; charset=utf-8")
	if status == http.StatusOK && (p.Tour != nil || p.Event != nil) {
		w.Header().Set("Cache-Control", "public") // nobody is known by its address; for how long the server says
	}
	w.WriteHeader(status)
	_, _ = w.Write(body.Bytes()) // who has gone cannot be told
}

func header(w http.ResponseWriter) http.Header {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	return h
}
