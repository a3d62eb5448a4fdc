package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/internal/civil"

	openapi_types "github.com/oapi-codegen/runtime/types"
)

// noArguments is for commands that take flags only.
func noArguments(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage("%q is too much; see: %s --help", strings.Join(args, " "), c.CommandPath())
	}
	return nil
}

// exactly is for commands that take n arguments; what says which.
func exactly(n int, what string) cobra.PositionalArgs {
	return between(n, n, what)
}

// between is for commands that take from low to high arguments; what says which.
func between(low, high int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) < low:
			return usage("missing: %s (see: %s --help)", what, c.CommandPath())
		case len(args) > high:
			return usage("%q is too much; names of several words need quotes (see: %s --help)",
				strings.Join(args[high:], " "), c.CommandPath())
		}
		return nil
	}
}

// required checks that flags were given, naming all that are missing at once.
func required(c *cobra.Command, names ...string) error {
	var missing []string
	for _, name := range names {
		if !c.Flags().Changed(name) {
			missing = append(missing, "--"+name)
		}
	}
	if len(missing) > 0 {
		return usage("missing: %s\nFor example:\n%s", strings.Join(missing, ", "), c.Example)
	}
	return nil
}

// changed gives a pointer to a flag's value where the flag was given, nil otherwise.
func changed[T any](c *cobra.Command, name string, value T) *T {
	if !c.Flags().Changed(name) {
		return nil
	}
	return &value
}

// anyChanged says whether at least one of the command's own flags was given.
func anyChanged(c *cobra.Command, names ...string) bool {
	for _, name := range names {
		if c.Flags().Changed(name) {
			return true
		}
	}
	return false
}

// parseDate reads a day as 2026-03-14, for the contract.
func parseDate(text string) (openapi_types.Date, error) {
	var date openapi_types.Date
	if _, err := civil.Parse(text); err != nil {
		return date, err
	}
	return date, date.UnmarshalText([]byte(text))
}

// changedDate is changed for a flag that holds a day.
func changedDate(c *cobra.Command, name, value string) (*openapi_types.Date, error) {
	if !c.Flags().Changed(name) {
		return nil, nil
	}
	date, err := parseDate(value)
	return &date, err
}

// parseRound reads the number of a round.
func parseRound(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxRounds {
		return 0, usage("%q is not the number of a round", text)
	}
	return n, nil
}

func mark(yes bool, sign string) string {
	if yes {
		return sign
	}
	return ""
}

func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func number(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// counted writes "1 player", "3 players".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// oneOf says whether exactly one is so.
func oneOf(all ...bool) bool {
	n := 0
	for _, so := range all {
		if so {
			n++
		}
	}
	return n == 1
}
