package console

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
)

// game is a game as its page shows it to one of the players.
type game struct {
	satellite.OwnGame
}

// scoreForm is what was typed into the two fields, and what is wrong with it.
type scoreForm struct {
	Own, Opponents               string
	OwnProblem, OpponentsProblem string
}

// longestCode is more than any code with its blanks; the rest is cut off.
const longestCode = 40

func (c *Console) askCode(w http.ResponseWriter) error {
	write(w, http.StatusOK, "code", page{Title: "Send your result"})
	return nil
}

// takeCode leads from the code that was typed to its page.
func (c *Console) takeCode(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return unreadable(err)
	}
	code := strings.TrimSpace(r.PostForm.Get("code"))
	if code == "" {
		return &refusedForm{
			fault.New(fault.InvalidRequest, "Type the code that stands beside your name on the sheet."),
			"code",
			page{Title: "Send your result"},
		}
	}
	seeOther(w, "/r/"+url.PathEscape(written(code)))
	return nil
}

func (c *Console) showResult(w http.ResponseWriter, r *http.Request, code string) error {
	p, err := c.resultPage(r, code)
	if err != nil {
		return err
	}
	write(w, http.StatusOK, "result", p)
	return nil
}

// takeResult sends what was typed and leads back to the page, so that loading it
// again sends nothing.
func (c *Console) takeResult(w http.ResponseWriter, r *http.Request, code string) error {
	if err := r.ParseForm(); err != nil {
		return unreadable(err)
	}
	f, result := readResult(r.PostForm)
	var refused error
	if f.OwnProblem+f.OpponentsProblem != "" {
		refused = fault.New(fault.InvalidRequest, "Nothing was sent yet. Mend the score that is marked.")
	} else {
		_, _, refused = c.results.ClaimByCode(r.Context(), code, result)
	}
	if refused == nil {
		seeOther(w, "/r/"+url.PathEscape(written(code)))
		return nil
	}
	switch fault.CodeOf(refused).Kind() {
	case fault.Invalid, fault.Conflict: // said on the page of the game
	default:
		return refused
	}
	p, err := c.resultPage(r, code)
	if err != nil {
		return err
	}
	p.Form = f
	return &refusedForm{refused, "result", p}
}

// resultPage is the page of a game as it stands now. A code that opens nothing
// is asked for once more.
func (c *Console) resultPage(r *http.Request, code string) (page, error) {
	var g satellite.OwnGame
	s, pass, err := c.results.ByCode(r.Context(), code)
	if err == nil {
		g, err = s.OwnGame(pass)
	}
	if fault.CodeOf(err) == fault.ResourceNotFound {
		err = &refusedForm{err, "error", page{Title: "This code opens nothing", Code: written(code)}}
	}
	if err != nil {
		return page{}, err
	}
	return page{Title: fmt.Sprintf("Round %d, table %d", g.Round, g.Table), Code: written(code), Game: &game{g}}, nil
}

// readScores reads the two fields. What is typed is kept as it is.
func readScores(form url.Values) (f scoreForm, own, opponents int) {
	f.Own, f.Opponents = form.Get("own"), form.Get("opponents")
	own, f.OwnProblem = readScore(f.Own)
	opponents, f.OpponentsProblem = readScore(f.Opponents)
	return f, own, opponents
}

// readResult reads what was sent: how a game of chess ended, or two scores.
func readResult(form url.Values) (scoreForm, satellite.OwnResult) {
	if outcome := form.Get("outcome"); outcome != "" {
		return scoreForm{}, satellite.OwnResult{Outcome: satellite.Outcome(outcome)}
	}
	f, own, opponents := readScores(form)
	return f, satellite.OwnResult{Own: &own, Opponents: &opponents}
}

func readScore(text string) (score int, problem string) {
	text = strings.TrimSpace(text)
	score, err := strconv.Atoi(text)
	switch {
	case text == "":
		return 0, "Type the score."
	case err != nil && strings.Trim(text, "0123456789") != "":
		return 0, "Type a number, such as 412."
	case err != nil, score < satellite.MinScore, score > satellite.MaxScore:
		return 0, fmt.Sprintf("A score is from %d to %d.", satellite.MinScore, satellite.MaxScore)
	}
	return score, ""
}

// written is a code as it stands on the sheet, as far as it can be one.
func written(code string) string {
	letters := []rune(strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(code)))
	letters = letters[:min(len(letters), longestCode)]
	if len(letters) == 8 {
		return string(letters[:4]) + "-" + string(letters[4:])
	}
	return string(letters)
}

func seeOther(w http.ResponseWriter, to string) {
	header(w).Set("Location", to)
	w.WriteHeader(http.StatusSeeOther)
}

func unreadable(err error) error {
	return fault.Wrap(err, fault.InvalidRequest, "The form could not be read; send it again.")
}

// seen is a result as a player reads it, with the other's name.
type seen struct {
	satellite.OwnScore
	Opponent string
	Chess    bool
}

// Seen makes a result ready to be shown.
func (g game) Seen(s *satellite.OwnScore) seen { return seen{*s, g.Opponent, g.Chess} }

// Margin tells the result in words: "You won by 24."
func (s seen) Margin() string {
	switch d := s.Own - s.Opponents; {
	case s.Chess && d > 0:
		return "You won."
	case s.Chess && d < 0:
		return "You lost."
	case d > 0:
		return fmt.Sprintf("You won by %d.", d)
	case d < 0:
		return fmt.Sprintf("You lost by %d.", -d)
	}
	return "A draw."
}

// Asks says that the page asks for a result: nothing is in dispute and he can
// still send one.
func (g game) Asks() bool { return g.Open && !g.Disputed }
