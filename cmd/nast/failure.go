package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"

	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
	"github.com/nast-tour/nast/internal/fault"
)

// The exit codes.
const (
	exitDone        = 0
	exitRefused     = 1
	exitUsage       = 2
	exitUnreachable = 3
	exitNotLoggedIn = 4
)

// usageError is a command line that was not understood.
type usageError struct{ message string }

func (e *usageError) Error() string { return e.message }

func usage(format string, args ...any) error { return &usageError{fmt.Sprintf(format, args...)} }

// loginError is the error when no key is known for the service.
type loginError struct{ message string }

func (e *loginError) Error() string { return e.message }

// errShown ends a command whose trouble was already told line by line.
var errShown = errors.New("part of it failed")

// explain tells a person what went wrong and what to do, and gives the exit code.
func (a *app) explain(err error) int {
	var (
		wrong   *usageError
		noLogin *loginError
		refused *client.RefusedError
		silent  *client.UnreachableError
		f       *fault.Error
	)
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errShown):
		return exitRefused
	case errors.Is(err, context.Canceled):
		a.warn("Stopped.")
		return exitRefused
	case errors.As(err, &noLogin):
		a.warn("%s", noLogin.message)
		return exitNotLoggedIn
	case errors.As(err, &refused):
		return a.explainRefusal(refused)
	case errors.As(err, &silent):
		a.warn("The service cannot be reached: %v", silent)
		a.warn("Is the address right, the service running and this computer on the network? Then try it again.")
		return exitUnreachable
	case errors.As(err, &f) && f.Code == fault.DayFileBroken:
		a.warn("%s", display.Clean(f.Detail))
		return exitRefused
	case errors.As(err, &wrong), !a.understood:
		a.warn("%v", err)
		return exitUsage
	case errors.As(err, &f): // a value that was refused before anything was sent
		a.warn("%s", f.Detail)
		return exitUsage
	}
	a.warn("%v", err)
	return exitRefused
}

// explainRefusal prints a problem: title, detail, fields, request id, and what to do next.
func (a *app) explainRefusal(r *client.RefusedError) int {
	a.warn("%s.", display.Clean(r.Title))
	if r.Fault.Detail != "" {
		a.warn("%s", display.Clean(r.Fault.Detail))
	}
	for _, field := range r.Fault.Fields {
		a.warn("  %s: %s", place(field.Pointer), display.Clean(field.Detail))
	}
	if r.RequestID != "" {
		a.warn("(%s, request %s)", r.Fault.Code, display.Clean(r.RequestID))
	}
	if hint := nextSteps[r.Fault.Code]; hint != "" {
		a.warn("%s", hint)
	}
	if r.Status == http.StatusUnauthorized {
		return exitNotLoggedIn
	}
	return exitRefused
}

// nextSteps are the commands that help after a refusal.
var nextSteps = map[fault.Code]string{
	fault.KeyInvalid:        "Log in again with: nast login",
	fault.KeyMissing:        "Log in with: nast login",
	fault.NotAllowed:        "Who you are here is shown by: nast me",
	fault.WrongStatus:       "Where it stands is shown by: nast satellite show",
	fault.TiesUnresolved:    "They are shown by nast report show, and decided with: nast report decide",
	fault.ResultsMissing:    "Enter them with: nast result enter",
	fault.RoundNotPaired:    "The rounds that are paired are shown by: nast round list",
	fault.ImportRefused:     "Mend the file and import it again.",
	fault.TooFewPlayers:     "The field is shown by: nast entrant list, that of a final to be made by: nast final field",
	fault.FinalExists:       "It is shown by: nast final show",
	fault.FundNegative:      "The figures are shown by: nast report show",
	fault.FieldFrozen:       "In play, who leaves and who comes is told with: nast entrant withdraw, checkin and return",
	fault.ResultsExist:      "A result is taken out with: nast result clear ROUND TABLE",
	fault.NotUndoable:       "What was done is shown by: nast satellite log",
	fault.NotOffline:        "For one command on the service: --day none",
	fault.SyncConflict:      "What was done on the service is shown by: nast --day none satellite log",
	fault.PaymentWrongState: "What was done with it is shown by: nast carryover payment PAYMENT",
	fault.DueSettled:        "What was posted is shown by: nast carryover due SATELLITE",
	fault.VersionConflict:   "Look at it as it is now, and do it again if it is still needed.",
}

var linePointer = regexp.MustCompile(`^/line/(\d+)/column/(\d+)$`)

// place writes a field's pointer as a person would; pointers into files name line and column.
func place(pointer string) string {
	if m := linePointer.FindStringSubmatch(pointer); m != nil {
		return "line " + m[1] + ", column " + m[2]
	}
	if pointer == "" {
		return "all of it"
	}
	return display.Clean(pointer)
}
