package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) statementCommand() *cobra.Command {
	return group("statement", "Statements of the bank: take them in, and say what their lines are",
		`Takes in the files that the bank gives out. A row is kept once, however often and in however many
files it comes. What a line may be is proposed; only what a person confirms counts as received.`,
		a.statementImportCommand(), a.statementMappingCommand(), a.statementListCommand(), a.statementLinesCommand(), a.statementMatchCommand())
}

// statementImport is one taking in of a file.
type statementImport struct {
	account, currency, output string
	dryRun, accept            bool
}

func (a *app) statementImportCommand() *cobra.Command {
	var in statementImport
	c := &cobra.Command{
		Use:   "import FILE",
		Short: "Take in a CSV file of the bank",
		Long: `Takes in a CSV file of an account; "-" reads standard input. The account is a short name of your
own. A file that was taken in before, or overlaps with one, adds only what is new. A file that
cannot be read is refused whole, with every place.

How the files of an account are read is proposed at the first one, and nothing is stored until you
have confirmed it: with --accept-mapping where the proposal leaves nothing open, else by
nast carryover statement mapping, after correcting it in a file (-o writes it).`,
		Example: `  nast carryover statement import march.csv --account chequing --currency USD
  nast carryover statement import march.csv --account chequing --currency USD --accept-mapping
  nast carryover statement import april.csv --account chequing --dry-run`,
		Args: exactly(1, "the file"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := required(c, "account"); err != nil {
				return err
			}
			content, err := a.readFile(args[0])
			if err != nil {
				return err
			}
			service, err := a.online()
			if err != nil {
				return err
			}
			result, err := a.importStatement(c.Context(), service, content, in)
			if err != nil {
				return err
			}
			return a.showStatementImport(result, in)
		},
	}
	flags := c.Flags()
	flags.StringVar(&in.account, "account", "", "your name for the account, such as chequing")
	flags.StringVar(&in.currency, "currency", "", "currency of the account, for its first file")
	flags.BoolVar(&in.dryRun, "dry-run", false, "only say what would happen")
	flags.BoolVar(&in.accept, "accept-mapping", false, "confirm the proposal of how the account is read")
	flags.StringVarP(&in.output, "output", "o", "", "write the proposal of how the account is read to this file")
	return c
}

// importStatement sends a file, and once more after its mapping was confirmed.
func (a *app) importStatement(ctx context.Context, service *client.Service, content []byte, in statementImport) (*api.StatementImport, error) {
	send := func() (*api.StatementImport, error) {
		params := &api.ImportBankStatementParams{Account: in.account, Currency: optional(in.currency)}
		if in.dryRun {
			params.DryRun = &in.dryRun
		}
		return client.OK(service.ImportBankStatementWithBodyWithResponse(ctx, params, "text/csv", bytes.NewReader(content)))
	}
	result, err := send()
	if err != nil || !result.NeedsMapping || !in.accept || in.dryRun || len(*result.MappingDoubts) > 0 {
		return result, err
	}
	if _, err := client.OK(service.PutBankMappingWithResponse(ctx, in.account, *result.Mapping)); err != nil {
		return nil, err
	}
	return send()
}

func (a *app) showStatementImport(r *api.StatementImport, in statementImport) error {
	if a.json {
		if err := a.printJSON(r); err != nil {
			return err
		}
	} else {
		for _, d := range r.Doubts {
			a.warn("line %d: %s", d.Line, display.Clean(d.Detail))
		}
		if err := a.showLines(r.Lines); err != nil {
			return err
		}
		if more := r.Rows - len(r.Lines); more > 0 {
			a.say("... and %d more", more)
		}
	}
	told := counted(r.Added, "new row") + ", " + strconv.Itoa(r.Known) + " known: " + lineCounts(r.Counts)
	switch {
	case r.NeedsMapping:
		return a.askForMapping(r, in)
	case in.dryRun:
		a.say("%s. Nothing was stored.", told)
	case !r.Stored:
		a.say("All rows are there already; nothing was added.")
	default:
		a.say("%s.\nSay what they are: nast carryover statement lines %s", told, display.ShortID(r.Statement.ID.String()))
	}
	return nil
}

// askForMapping shows how the file would be read and says how that is confirmed.
func (a *app) askForMapping(r *api.StatementImport, in statementImport) error {
	if in.output != "" {
		raw, err := json.MarshalIndent(r.Mapping, "", "  ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(in.output, append(raw, '\n'), 0o644); err != nil {
			return err
		}
		a.say("Wrote %s.", display.Clean(in.output))
	}
	if !a.json {
		a.showMapping(*r.Mapping)
	}
	for _, doubt := range *r.MappingDoubts {
		a.warn("open: %s", display.Clean(doubt))
	}
	a.warn("Nothing was stored: nobody has confirmed yet how files of %s are read.", display.Clean(r.Account))
	if len(*r.MappingDoubts) > 0 {
		a.warn("Write the proposal to a file (-o mapping.json), correct it, and confirm it:\n  nast carryover statement mapping %s mapping.json", display.Clean(r.Account))
	} else {
		a.warn("If all of it is right, confirm it: the same command with --accept-mapping")
	}
	return errShown
}

func (a *app) showMapping(m api.BankMapping) {
	at := m.Columns
	var texts string
	if at.Text != nil {
		for i, name := range *at.Text {
			texts += mark(i > 0, ", ") + name
		}
	}
	a.fields("Encoding", string(m.Encoding), "Separator", strconv.Quote(m.Separator), "Lines above", number(m.SkipLines),
		"Day", at.Date+" as "+m.DateLayout, "Amount", text(at.Amount), "Out", text(at.Debit), "In", text(at.Credit),
		"Direction", text(at.Direction), "Text", texts, "Reference", text(at.Reference), "Payer", text(at.Payer),
		"Cheque", text(at.Cheque), "Bank's number", text(at.BankID), "Decimal sign", string(m.Number.Decimal), "Sign", words(string(m.Sign)),
		"Currency", text(m.Currency)+mark(at.Currency != nil, " (column "+text(at.Currency)+")"))
}

func (a *app) statementMappingCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "mapping ACCOUNT [FILE]",
		Short: "Show how files of an account are read, or confirm it from a JSON file",
		Long: `Shows how the files of an account are read; --json gives it in the form in which a file confirms it.
With a FILE (or "-") of JSON that is confirmed instead. It holds for files taken in from then on.`,
		Example: `  nast carryover statement mapping chequing
  nast carryover statement mapping chequing mapping.json`,
		Args: between(1, 2, "the account"),
		RunE: func(c *cobra.Command, args []string) error {
			var m api.BankMapping
			if len(args) > 1 {
				if err := a.readJSON(args[1], &m); err != nil {
					return err
				}
			}
			service, err := a.online()
			if err != nil {
				return err
			}
			var kept *api.BankMapping
			if len(args) > 1 {
				kept, err = client.OK(service.PutBankMappingWithResponse(c.Context(), args[0], m))
			} else {
				kept, err = client.OK(service.GetBankMappingWithResponse(c.Context(), args[0]))
			}
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(kept)
			}
			a.showMapping(*kept)
			return nil
		},
	}
}

func (a *app) statementListCommand() *cobra.Command {
	var account string
	c := &cobra.Command{
		Use:   "list",
		Short: "List the statements that were taken in",
		Long: `Lists the statements that were taken in and added something, the newest first. Open are lines that
nobody has confirmed.`,
		Example: `  nast carryover statement list --account chequing`,
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			service, err := a.online()
			if err != nil {
				return err
			}
			all, err := client.Collect(service.Statements(c.Context(), account))
			if err != nil {
				return err
			}
			if a.json {
				return a.listJSON(all)
			}
			table := display.NewTable("ID", "Account", "From", "To", ">Rows", ">Added", ">Open", "By")
			for _, s := range all {
				table.Row(display.ShortID(s.ID.String()), s.Account, s.From.String(), s.To.String(), strconv.Itoa(s.Rows),
					strconv.Itoa(s.Added), strconv.Itoa(s.Open), s.ImportedBy)
			}
			return table.Write(a.out)
		},
	}
	c.Flags().StringVar(&account, "account", "", "only this account")
	return c
}
