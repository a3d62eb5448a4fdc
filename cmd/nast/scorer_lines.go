package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
	"github.com/nast-tour/nast/cmd/nast/internal/slip"
)

// single enters the one result of the flags.
func (s *scorer) single(ctx context.Context, line slip.Line) error {
	if err := s.enter(ctx, line); err != nil {
		return err
	}
	return s.end()
}

// interactive asks for results until an empty line. Nothing that goes wrong with one line ends
// it, not even a network that is gone for a while.
func (s *scorer) interactive(ctx context.Context) error {
	lines := newLines(ctx, s.in)
	s.ask = func(question string) bool {
		_, _ = fmt.Fprintf(s.err, "%s [y/N] ", question)
		return lines.Scan() && strings.HasPrefix(strings.ToLower(strings.TrimSpace(lines.Text())), "y")
	}
	how := "two scores, the first player's first: 5 412 388"
	if isChess(s.satellite) {
		how = "the result, white's point first: 5 1-0, 5 0-1 or 5 ="
	}
	s.say("%s, round %d. Type the table and %s", display.Clean(s.satellite.Name), s.round.Round, how)
	s.say("An empty line ends; ? shows what is missing, help shows more.")
	s.progress()
	for {
		_, _ = fmt.Fprintf(s.err, "round %d> ", s.round.Round)
		if !lines.Scan() {
			_, _ = io.WriteString(s.err, "\n")
			break
		}
		end, err := s.line(ctx, lines.Text())
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			s.warn("  %s", s.sentence(err))
		}
		if end {
			break
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return s.end()
}

// plain reads lines of a file or pipe; a line that is refused is told with its number and the
// others are entered.
func (s *scorer) plain(ctx context.Context) error {
	lines := newLines(ctx, s.in)
	failed := 0
	for n := 1; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" { // blank lines are common in files
			continue
		}
		end, err := s.line(ctx, lines.Text())
		if err != nil && !aboutLine(err) {
			s.warn("line %d was not entered, nor were those after it.", n)
			return err
		}
		if err != nil {
			s.warn("line %d: %s", n, s.sentence(err))
			failed++
		}
		if end {
			break
		}
	}
	if err := errors.Join(lines.Err(), s.end()); err != nil {
		return err
	}
	if failed > 0 {
		s.warn("%s refused.", counted(failed, "line"))
		return errShown
	}
	return nil
}

// line does what one line says; it gives whether that ends the entry.
func (s *scorer) line(ctx context.Context, text string) (end bool, err error) {
	line, err := slip.Parse(text)
	if err != nil {
		return false, &toldError{err.Error()}
	}
	switch line.Kind {
	case slip.Done:
		return true, nil
	case slip.Help:
		s.say("%s", slip.Usage)
		return false, nil
	case slip.Undo:
		err = s.undo(ctx)
	case slip.Swap:
		err = s.swap(ctx)
	case slip.Missing:
		if err = s.refresh(ctx); err == nil {
			s.showMissing()
			return false, nil
		}
	case slip.Result:
		err = s.enter(ctx, line)
	}
	if err == nil && s.ask != nil {
		s.progress()
	}
	return false, err
}

// aboutLine says whether an error is one of the line, so that the next may do better.
func aboutLine(err error) bool {
	var line *toldError
	var refused *client.RefusedError
	switch {
	case errors.As(err, &line):
		return true
	case !errors.As(err, &refused):
		return false
	}
	return refused.Status < 500 && refused.Status != http.StatusUnauthorized && refused.Status != http.StatusTooManyRequests
}

// sentence is what an error says in one line.
func (s *scorer) sentence(err error) string {
	var refused *client.RefusedError
	var silent *client.UnreachableError
	switch {
	case errors.As(err, &refused):
		return reasonOf(refused)
	case errors.As(err, &silent):
		return "the service cannot be reached and the result was not saved; enter it again when the network is back"
	}
	return err.Error()
}

// progress says how far the round is.
func (s *scorer) progress() {
	t := tally(s.round)
	switch {
	case len(t.missing) == 0:
		s.say("  %d of %d tables: round %d is complete.", t.in, t.tables, s.round.Round)
	default:
		s.say("  %d of %d tables, missing: %s", t.in, t.tables, listed(t.missing))
	}
}

// showMissing lists the tables without a result, with the names and what the players have sent.
func (s *scorer) showMissing() {
	s.progress()
	for _, g := range byTable(s.round.Games) {
		if g.Table != nil && !settled(&g) {
			line := fmt.Sprintf("  %3d  %s - %s  %s", *g.Table, display.Clean(g.First.Name), display.Clean(value(g.Second).Name), claims(&g))
			s.say("%s", strings.TrimRight(line, " "))
		}
	}
}

// end says where things stand, from the service, and what comes next.
func (s *scorer) end() error {
	ctx := context.Background() // the results are in; an interrupt now should not hide that
	if err := s.refresh(ctx); err != nil {
		return err
	}
	if s.json {
		return s.printJSON(s.round)
	}
	s.progress()
	if s.round.State != api.RoundStateComplete {
		return nil
	}
	return s.sayNext(ctx)
}

// sayNext names the command that comes after a complete round.
func (s *scorer) sayNext(ctx context.Context) error {
	next := s.round.Round + 1
	if next > s.satellite.Rounds {
		s.say("  Next: nast standings, then nast report show.")
		return nil
	}
	verb := "pair"
	for r, err := range s.service.Rounds(ctx, s.satellite.ID) {
		if err != nil {
			return err
		}
		if r.Round == next {
			verb = "show"
		}
	}
	s.say("  Next: nast round %s %d", verb, next)
	return nil
}
