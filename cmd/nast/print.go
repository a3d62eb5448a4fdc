package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
	"github.com/nast-tour/nast/cmd/nast/internal/sheet"
	"github.com/nast-tour/nast/internal/fault"
)

func (a *app) printCommand() *cobra.Command {
	p := &printer{app: a}
	c := a.satelliteFlag(group("print", "Sheets for the hall: pairings, standings, scorecards, wall chart, slips",
		`Lays out what is hung up or handed out, as plain text or, with --html, as a page for the
printer: large type, black on white, A4 or Letter, the heads of tables repeated on every page.
The page needs no network; open it in a browser and print it.

Printing changes nothing. A planned round stands once it is opened: nast round open ROUND.`,
		p.pairingsCommand(), p.standingsCommand(), p.scorecardsCommand(), p.wallchartCommand(), p.slipsCommand()))
	flags := c.PersistentFlags()
	flags.BoolVar(&p.html, "html", false, "an HTML page for the printer instead of text")
	flags.StringVarP(&p.file, "output", "o", "", "write to this file, over what is there; a name in .html means --html")
	return c
}

// printer is how and where a sheet is printed.
type printer struct {
	app  *app
	html bool
	file string // empty: standard output
}

// check refuses, before anything is asked of the service, what cannot be printed.
func (p *printer) check() error {
	if p.app.json {
		return usage("a sheet is text or HTML; for JSON use nast round show, nast round list or nast standings")
	}
	if p.file == "" {
		return nil
	}
	if info, err := os.Stat(p.file); err == nil && info.IsDir() {
		return usage("%s is a folder; name a file in it", p.file)
	}
	switch strings.ToLower(filepath.Ext(p.file)) {
	case ".html", ".htm":
		p.html = true
	}
	return nil
}

// event is the start of every sheet: the satellite, and how its tour settles who plays first.
func (p *printer) event(c *cobra.Command) (*client.Service, *sheet.Event, error) {
	if err := p.check(); err != nil {
		return nil, nil, err
	}
	service, s, err := p.app.serviceAndSatellite(c, nil)
	if err != nil {
		return nil, nil, err
	}
	drawn, err := startsDrawn(c.Context(), service, s.Tour)
	if err != nil {
		return nil, nil, err
	}
	return service, &sheet.Event{Satellite: *s, StartsDrawn: drawn}, nil
}

// startsDrawn says whether who plays first is drawn at the table (R3.11). Who may not read the
// tour, a scorer, goes by the rule.
func startsDrawn(ctx context.Context, service *client.Service, tour string) (bool, error) {
	t, err := client.OK(service.GetTourWithResponse(ctx, tour))
	if refused := (*client.RefusedError)(nil); errors.As(err, &refused) && refused.Fault.Code == fault.NotAllowed {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return !t.StartsSettled, nil
}

// whole completes an event with its field, its rounds and the standings after each of them.
func (p *printer) whole(ctx context.Context, service *client.Service, e *sheet.Event) error {
	var err error
	id := e.Satellite.ID
	if e.Rounds, err = client.Collect(service.Rounds(ctx, id)); err != nil {
		return err
	}
	if len(e.Rounds) == 0 {
		return errNothingPaired()
	}
	if e.Entrants, err = client.Collect(service.Entrants(ctx, id)); err != nil {
		return err
	}
	for _, r := range e.Rounds {
		if last := e.Satellite.FinishedAfterRound; last != nil && r.Round > *last {
			break
		}
		st, err := client.OK(service.GetStandingsWithResponse(ctx, id, &api.GetStandingsParams{AfterRound: &r.Round}))
		if err != nil {
			return err
		}
		e.After = append(e.After, *st)
	}
	return nil
}

func errNothingPaired() error {
	return usage("no round is paired yet; start the satellite with: nast satellite start")
}

// print writes a sheet: to the file, or else to standard output. A file is written only once the
// sheet is complete.
func (p *printer) print(s *sheet.Sheet) error {
	write := s.Text
	if p.html {
		write = s.HTML
	}
	if p.file == "" {
		return write(p.app.out)
	}
	var content bytes.Buffer
	if err := write(&content); err != nil {
		return err
	}
	if err := os.WriteFile(p.file, content.Bytes(), 0o644); err != nil {
		return err
	}
	next := ""
	if p.html {
		next = " Open it in a browser and print it."
	}
	p.app.say("Wrote %s.%s", display.Clean(p.file), next)
	return nil
}
