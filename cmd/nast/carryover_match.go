package main

import (
	"context"
	"strconv"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// lineMatch is what is said of a line.
type lineMatch struct {
	proposal                         int
	payments, returned, dues, others []string
	buyIns, seen                     []string
	fee, unknown, noted              bool
	note                             string
}

func (a *app) statementMatchCommand() *cobra.Command {
	var m lineMatch
	c := &cobra.Command{
		Use:   "match LINE",
		Short: "Say what a line of the bank is",
		Long: `Says what a line is, and the books follow: payments are cleared, or have bounced, and dues are paid.
Without more it shows what the line may be and changes nothing; --proposal confirms one of these.
A line is confirmed once. Money of somebody unknown goes to suspense until he is found.`,
		Example: `  nast carryover statement match 3f9a21
  nast carryover statement match 3f9a21 --proposal 1
  nast carryover statement match 3f9a21 --due boise --due "Twin Falls"
  nast carryover statement match 77c0de --fee
  nast carryover statement match 5b1e90 --unknown --note "a club in Idaho?"`,
		Args: exactly(1, "the line"),
		RunE: func(c *cobra.Command, args []string) error {
			service, err := a.online()
			if err != nil {
				return err
			}
			line, err := a.line(c.Context(), service, args[0])
			if err != nil {
				return err
			}
			body, err := a.matchBody(c.Context(), service, line, m)
			if err != nil || body == nil {
				return err
			}
			done, err := client.OK(service.MatchBankLineWithResponse(c.Context(), *line.StatementID, *line.ID, nil, *body))
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(done)
			}
			a.say("%s of %s is confirmed: %s", amount(done.Amount), done.Day, words(string(done.Confirmed.Purpose)))
			return nil
		},
	}
	flags := c.Flags()
	flags.IntVar(&m.proposal, "proposal", 0, "confirm the proposal of this number")
	flags.StringArrayVar(&m.dues, "due", nil, "it pays what this satellite owes; may be given several times")
	flags.StringArrayVar(&m.buyIns, "buy-in", nil, "it pays this buy-in; may be given several times")
	flags.StringArrayVar(&m.payments, "payment", nil, "it is the payment of this id; may be given several times")
	flags.StringArrayVar(&m.returned, "returned", nil, "the bank has taken back the payment of this id")
	flags.StringArrayVar(&m.seen, "shows", nil, "it is this payout or refund, which the books have already")
	flags.BoolVar(&m.fee, "fee", false, "it is a fee of the bank")
	flags.BoolVar(&m.unknown, "unknown", false, "nobody knows who has paid it")
	flags.BoolVar(&m.noted, "noted", false, "nothing is to be posted for it; needs a --note")
	flags.StringArrayVar(&m.others, "with", nil, "together with this other line")
	flags.StringVar(&m.note, "note", "", "what is known about it")
	return c
}

// line finds a line by a part of its id.
func (a *app) line(ctx context.Context, service *client.Service, wanted string) (api.BankLine, error) {
	everything := func(yield func(api.BankLine, error) bool) {
		for s, err := range service.Statements(ctx, "") {
			if err != nil {
				yield(api.BankLine{}, err)
				return
			}
			for l, err := range service.StatementLines(ctx, s.ID, "") {
				if !yield(l, err) || err != nil {
					return
				}
			}
		}
	}
	return lineChoice.pick(everything, wanted)
}

// matchBody is what is sent; nil where the proposals were only shown.
func (a *app) matchBody(ctx context.Context, service *client.Service, line api.BankLine, m lineMatch) (*api.BankMatch, error) {
	said := 0
	for _, is := range []bool{
		m.proposal != 0, len(m.dues)+len(m.buyIns)+len(m.payments) > 0, len(m.returned) > 0, m.fee, m.unknown, m.noted || len(m.seen) > 0,
	} {
		if is {
			said++
		}
	}
	switch {
	case said > 1:
		return nil, usage("say one thing of the line: a proposal, dues and payments, returned, fee, unknown or noted")
	case said == 0:
		return nil, a.showProposals(line)
	case m.proposal < 0 || m.proposal > len(line.Proposals):
		return nil, usage("the line has %s", counted(len(line.Proposals), "proposal"))
	case m.proposal > 0:
		body := line.Proposals[m.proposal-1].Match
		if body == nil {
			return nil, usage("the proposal cannot be confirmed as it is: its amounts differ, or it takes more than one act")
		}
		body.Note = optional(m.note)
		return body, nil
	}
	return a.ownMatch(ctx, service, m)
}

// ownMatch is what somebody says of a line who does not take a proposal.
func (a *app) ownMatch(ctx context.Context, service *client.Service, m lineMatch) (*api.BankMatch, error) {
	body := &api.BankMatch{Purpose: api.LineSettles, Note: optional(m.note)}
	switch {
	case len(m.returned) > 0:
		body.Purpose, m.payments = api.LineReturned, m.returned
	case m.fee:
		body.Purpose = api.LineIsFee
	case m.unknown:
		body.Purpose = api.LineUnknown
	case m.noted || len(m.seen) > 0:
		body.Purpose = api.LineNoted
	}
	if len(m.seen) > 0 {
		body.Seen = &m.seen
	}
	var payments, dues, others []uuid.UUID
	for _, text := range m.payments {
		id, err := uuid.Parse(text)
		if err != nil {
			return nil, usage("%q is not the id of a payment", text)
		}
		payments = append(payments, id)
	}
	for _, name := range m.dues {
		s, err := a.satellite(ctx, service, name)
		if err != nil {
			return nil, err
		}
		dues = append(dues, s.ID)
	}
	for _, name := range m.buyIns {
		b, err := a.anyBuyIn(ctx, service, name)
		if err != nil {
			return nil, err
		}
		dues = append(dues, b.ID)
	}
	for _, wanted := range m.others {
		l, err := a.line(ctx, service, wanted)
		if err != nil {
			return nil, err
		}
		others = append(others, *l.ID)
	}
	body.Payments, body.Dues, body.Lines = unlessNone(payments), unlessNone(dues), unlessNone(others)
	return body, nil
}

func unlessNone[T any](list []T) *[]T {
	if len(list) == 0 {
		return nil
	}
	return &list
}

// showProposals shows all that a line may be.
func (a *app) showProposals(l api.BankLine) error {
	if a.json {
		return a.printJSON(l)
	}
	if err := a.showLines([]api.BankLine{l}); err != nil {
		return err
	}
	if l.Confirmed != nil {
		a.say("Confirmed by %s.", display.Clean(l.Confirmed.By))
		return nil
	}
	table := display.NewTable(">No.", "Confidence", "What", "Why")
	for i, p := range l.Proposals {
		table.Row(strconv.Itoa(i+1), string(p.Confidence), candidates(p.Candidates), p.Why)
	}
	if table.Len() > 0 {
		if err := table.Write(a.out); err != nil {
			return err
		}
	}
	a.say("Nothing was changed. Confirm one with --proposal NUMBER, or say what it is: --due, --payment, --returned, --fee, --unknown, --noted")
	return nil
}
