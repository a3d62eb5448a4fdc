// Package sheet lays out what hangs on the wall and lies on the tables of a satellite: pairings,
// standings, scorecards, the wall chart and result slips, as text or as one HTML page to be
// printed. It works from values of the contract alone, so that a file on a laptop can be printed
// as well as the service's copy. It never decides who won or who leads: points and spread are
// those of the standings that it is given. It reads nothing and keeps nothing.
package sheet

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// Event is the satellite that the sheets are of, as far as they need it: Pairings and Slips need
// only the satellite and StartsDrawn.
type Event struct {
	Satellite   api.Satellite
	StartsDrawn bool // who plays first is drawn at the table, not settled by rule (R3.11)
	Entrants    []api.Entrant
	Rounds      []api.Round     // those that are paired
	After       []api.Standings // the standings after each of them
}

// kind is a kind of sheet; its name is that of its template and of its class in the style.
type kind string

const (
	pairings   kind = "pairings"
	standings  kind = "standings"
	scorecards kind = "scorecards"
	wallChart  kind = "wallchart"
	slips      kind = "slips"
)

// Sheet is something to print, laid out and ready.
type Sheet struct {
	kind kind
	wide bool // lies across the paper

	Event string // the name of the satellite
	Place string // where and when
	Title string // what it shows, such as "Standings after round 4 of 6"
	Notes []string
	View  any // what the template of its kind shows

	body func(out *strings.Builder) error // the same as text
}

func (e Event) sheet(k kind, title string, notes []string) *Sheet {
	s := e.Satellite
	var place []string
	for _, part := range []string{s.Venue.Name, s.Venue.City, s.Venue.Region, days(s)} {
		if part != "" {
			place = append(place, display.Clean(part))
		}
	}
	for i := range notes {
		notes[i] = display.Clean(notes[i])
	}
	return &Sheet{kind: k, Event: display.Clean(s.Name), Place: strings.Join(place, ", "), Title: title, Notes: notes}
}

func days(s api.Satellite) string {
	if s.EndsOn.IsZero() || s.EndsOn == s.StartsOn {
		return s.StartsOn.String()
	}
	return s.StartsOn.String() + " to " + s.EndsOn.String()
}

// Text writes the sheet in lines of plain text. Columns are as wide as what stands in them.
func (s *Sheet) Text(w io.Writer) error {
	var out strings.Builder
	fmt.Fprintf(&out, "%s\n%s\n\n%s\n\n", s.Event, s.Place, s.Title)
	if err := s.body(&out); err != nil {
		return err
	}
	if len(s.Notes) > 0 {
		fmt.Fprintf(&out, "\n%s\n", strings.Join(s.Notes, "\n"))
	}
	_, err := io.WriteString(w, out.String())
	return err
}

//go:embed templates
var files embed.FS

// pages are the HTML pages by kind: the same frame and style around each kind's own table.
var pages = func() map[kind]*template.Template {
	frame := template.Must(template.ParseFS(files, "templates/page.gohtml", "templates/style.gohtml"))
	made := map[kind]*template.Template{}
	for _, k := range []kind{pairings, standings, scorecards, wallChart, slips} {
		page := template.Must(frame.Clone())
		made[k] = template.Must(page.ParseFS(files, "templates/"+string(k)+".gohtml"))
	}
	return made
}()

// HTML writes the sheet as one page that needs nothing else: no script, no other file, no network.
// It prints on A4 and Letter alike, black on white.
func (s *Sheet) HTML(w io.Writer) error {
	return pages[s.kind].ExecuteTemplate(w, "page", s)
}

// Kind names the kind of the sheet, for the style.
func (s *Sheet) Kind() string { return string(s.kind) }

// Wide says that the sheet lies across the paper.
func (s *Sheet) Wide() bool { return s.wide }

// lastRound is the last round that counts.
func (e Event) lastRound() int {
	if n := e.Satellite.FinishedAfterRound; n != nil {
		return *n
	}
	return e.Satellite.Rounds
}

func (e Event) round(number int) *api.Round {
	for i := range e.Rounds {
		if e.Rounds[i].Round == number {
			return &e.Rounds[i]
		}
	}
	return nil
}

// standing is where a player stands after a round, nil where that is not known. Before the first
// round everybody has nothing.
func (e Event) standing(after int, entrant uuid.UUID) *api.Standing {
	if after == 0 {
		return &api.Standing{EntrantID: entrant}
	}
	for i := range e.After {
		if e.After[i].AfterRound != after {
			continue
		}
		for j := range e.After[i].Standings {
			if s := &e.After[i].Standings[j]; s.EntrantID == entrant {
				return s
			}
		}
	}
	return nil
}

// withdrawn says whether a player has left, by the latest standings.
func (e Event) withdrawn(entrant uuid.UUID) bool {
	latest := 0
	for _, st := range e.After {
		latest = max(latest, st.AfterRound)
	}
	s := e.standing(latest, entrant)
	return s != nil && s.Withdrawn
}
