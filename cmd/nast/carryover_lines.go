package main

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// lineStates are the states by which lines can be listed.
var lineStates = []api.BankLineState{api.LineMatched, api.LineProposed, api.LineUnmatched, api.LineNothing}

var statementChoice = choice[api.BankStatement]{
	noun: "statement", lists: "nast carryover statement list",
	id: func(s api.BankStatement) string { return s.ID.String() },
	names: func(s api.BankStatement) []string {
		return []string{s.Account + " from " + s.From.String() + " to " + s.To.String()}
	},
}

var lineChoice = choice[api.BankLine]{
	noun: "line", lists: "nast carryover statement lines",
	id: func(l api.BankLine) string { return l.ID.String() },
	names: func(l api.BankLine) []string {
		return []string{l.Day.String() + " " + amount(l.Amount) + " " + text(l.Text)}
	},
}

func (a *app) statementLinesCommand() *cobra.Command {
	var state string
	c := &cobra.Command{
		Use:   "lines [STATEMENT]",
		Short: "Show lines of the bank and what each may be",
		Long: `Shows the lines of a statement, or without one all lines that nobody has confirmed. The states are
matched, proposed, unmatched and nothing (a row of 0.00).`,
		Example: `  nast carryover statement lines
  nast carryover statement lines --state unmatched`,
		Args: between(0, 1, "a statement"),
		RunE: func(c *cobra.Command, args []string) error {
			wanted, err := parseLineState(state)
			if err != nil {
				return err
			}
			service, err := a.online()
			if err != nil {
				return err
			}
			lines, err := client.Collect(a.linesOf(c.Context(), service, args, wanted))
			if err != nil {
				return err
			}
			if a.json {
				return a.listJSON(lines)
			}
			if len(lines) == 0 {
				a.say("There is no such line.")
				return nil
			}
			return a.showLines(lines)
		},
	}
	c.Flags().StringVar(&state, "state", "", "only lines in this state")
	return c
}

func parseLineState(word string) (api.BankLineState, error) {
	if word == "" {
		return "", nil
	}
	for _, state := range lineStates {
		if strings.EqualFold(word, string(state)) {
			return state, nil
		}
	}
	return "", usage("%q is no state; there are matched, proposed, unmatched and nothing", word)
}

// linesOf gives the lines of the statement that is named, else those that are open, or in a state,
// of all statements.
func (a *app) linesOf(ctx context.Context, service *client.Service, args []string, state api.BankLineState) iter.Seq2[api.BankLine, error] {
	return func(yield func(api.BankLine, error) bool) {
		statements := service.Statements(ctx, "")
		if len(args) > 0 {
			s, err := statementChoice.pick(statements, args[0])
			if err != nil {
				yield(api.BankLine{}, err)
				return
			}
			statements = slice([]api.BankStatement{s})
		}
		for s, err := range statements {
			if err != nil {
				yield(api.BankLine{}, err)
				return
			}
			open := len(args) == 0 && state == ""
			if open && s.Open == 0 {
				continue
			}
			for l, err := range service.StatementLines(ctx, s.ID, state) {
				if open && err == nil && l.State != api.LineProposed && l.State != api.LineUnmatched {
					continue
				}
				if !yield(l, err) || err != nil {
					return
				}
			}
		}
	}
}

func (a *app) showLines(lines []api.BankLine) error {
	table := display.NewTable("ID", "Day", ">Amount", "Text", "State", "What it is or may be")
	for _, l := range lines {
		id := ""
		if l.ID != nil {
			id = display.ShortID(l.ID.String())
		}
		table.Row(id, l.Day.String(), amount(l.Amount), lineText(l), string(l.State), lineMeaning(l))
	}
	return table.Write(a.out)
}

// lineText is what the bank has written, in a width for a table.
func lineText(l api.BankLine) string {
	const most = 40
	parts := text(l.Text)
	if l.Cheque != nil {
		parts += " cheque " + *l.Cheque
	}
	for _, more := range []*string{l.Payer, l.Reference} {
		if more != nil {
			parts += " " + *more
		}
	}
	if runes := []rune(parts); len(runes) > most {
		parts = string(runes[:most-3]) + "..."
	}
	return parts
}

func lineMeaning(l api.BankLine) string {
	switch {
	case l.Confirmed != nil:
		return strings.TrimSpace(string(l.Confirmed.Purpose) + " " + text(l.Confirmed.Note))
	case len(l.Proposals) == 0:
		return ""
	}
	p := l.Proposals[0]
	told := string(p.Confidence) + ": " + candidates(p.Candidates)
	if more := len(l.Proposals) - 1; more > 0 {
		told += fmt.Sprintf(" (or %d more)", more)
	}
	return told
}

// candidates names what a line may be.
func candidates(list []api.BankCandidate) string {
	var named []string
	for _, c := range list {
		told := string(c.Kind)
		if c.Satellite != nil {
			told += " of " + *c.Satellite
		}
		if c.BuyIn != nil {
			told += " for the buy-in of " + c.BuyIn.Name
		}
		if c.Director != nil {
			told += " by " + c.Director.Name
		}
		if c.Reference != nil {
			told += " " + *c.Reference
		}
		named = append(named, told+" "+amount(c.Amount))
	}
	return strings.Join(named, " + ")
}

func lineCounts(n api.BankLineCounts) string {
	return fmt.Sprintf("%d matched, %d proposed, %d unmatched, %d of nothing", n.Matched, n.Proposed, n.Unmatched, n.Nothing)
}
