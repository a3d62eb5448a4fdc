package banking

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover/bank"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// File is a bank's file to be taken in.
type File struct {
	Account  Account
	Raw      []byte
	Currency money.Currency // of the account, for guessing a mapping; "" where nobody knows
	DryRun   bool           // only say what would happen
}

// Imported is what became of a file, or would become of it.
type Imported struct {
	Account   Account
	Statement *Statement // nil where nothing was stored: a dry run, a mapping to be confirmed, no new row
	Rows      []Row      // all of the file, in its order
	Added     int
	Known     int // rows that were there already
	Doubts    []bank.Doubt

	// NeedsMapping says that nobody has confirmed yet how files of the account are read. Mapping is
	// then a proposal, with what it leaves open, and nothing was stored.
	NeedsMapping  bool
	Mapping       bank.Mapping
	MappingDoubts []string
}

// Import takes a file in: whole or not at all (fault.ImportRefused with every place). Rows that the
// account has already, from this file or another, are not kept again. Without a mapping that a
// person has confirmed (Remember) nothing is stored, and what a guess makes of the file is shown.
func (v *Service) Import(ctx context.Context, f File) (Imported, error) {
	var in Imported
	err := v.Store.InTx(ctx, func(ctx context.Context) error {
		in = Imported{Account: f.Account}
		lines, err := v.read(ctx, f, &in)
		if err != nil {
			return err
		}
		return v.take(ctx, f, lines, &in)
	})
	return in, err
}

// read reads a file by the mapping of its account, or by a guess.
func (v *Service) read(ctx context.Context, f File, in *Imported) ([]bank.Line, error) {
	m, err := v.Store.Mapping(ctx, f.Account)
	switch {
	case fault.CodeOf(err) == fault.ResourceNotFound:
		in.NeedsMapping = true
		if m, in.MappingDoubts = bank.Guess(f.Raw, f.Currency); m.Validate() != nil {
			in.Mapping = m
			return nil, nil
		}
	case err != nil:
		return nil, err
	}
	in.Mapping = m
	lines, err := bank.Read(f.Raw, string(f.Account), m)
	if err != nil && in.NeedsMapping {
		return nil, nil // the doubts say it
	}
	return lines, err
}

// take keeps the rows that are new, unless nothing is to be stored, and says what all of them are.
func (v *Service) take(ctx context.Context, f File, lines []bank.Line, in *Imported) error {
	if len(lines) == 0 {
		return nil
	}
	store := !f.DryRun && !in.NeedsMapping
	if store {
		if err := v.Store.LockAccount(ctx, in.Account); err != nil {
			return err
		}
	}
	from, to := days(lines)
	known, err := v.Store.LinesOfDays(ctx, in.Account, from, to)
	if err != nil {
		return err
	}
	merged := bank.Merge(plain(known), lines)
	in.Added, in.Known, in.Doubts = len(merged.Fresh), merged.Known, merged.Doubts
	fresh := v.fresh(merged.Fresh, in.Account)
	if store && len(fresh) > 0 {
		in.Statement = &Statement{
			ID: v.NewID(), Account: in.Account, From: from, To: to, Rows: len(lines), Added: len(fresh), ImportedAt: v.Now().UTC(), By: actor(ctx),
		}
		for i := range fresh {
			fresh[i].ID, fresh[i].StatementID = v.NewID(), in.Statement.ID
			if fresh[i].open() {
				in.Statement.Open++
			}
		}
		if err := v.Store.Add(ctx, *in.Statement, fresh); err != nil {
			return err
		}
	}
	in.Rows, err = v.rows(ctx, inOrder(lines, known, fresh))
	return err
}

// fresh are the rows of a file that are not kept yet.
func (v *Service) fresh(lines []bank.Line, account Account) []Line {
	fresh := make([]Line, len(lines))
	for i, l := range lines {
		fresh[i] = Line{Account: account, Line: l}
	}
	return fresh
}

// days are the first and the last day of rows.
func days(lines []bank.Line) (from, to civil.Date) {
	byDay := func(a, b bank.Line) int { return a.Day.Compare(b.Day) }
	return slices.MinFunc(lines, byDay).Day, slices.MaxFunc(lines, byDay).Day
}

// inOrder gives the rows of a file, in its order and with its numbers, as they are kept or would be.
func inOrder(file []bank.Line, kept ...[]Line) []Line {
	by := map[bank.Fingerprint]Line{}
	for _, l := range slices.Concat(kept...) {
		by[l.Fingerprint] = l
	}
	lines := make([]Line, len(file))
	for i, row := range file {
		lines[i] = by[row.Fingerprint]
		lines[i].Number = row.Number
	}
	return lines
}

func plain(lines []Line) []bank.Line {
	out := make([]bank.Line, len(lines))
	for i, l := range lines {
		out[i] = l.Line
	}
	return out
}

// New says whether the file brought the row.
func (in Imported) New(r Row) bool {
	return r.ID == uuid.Nil || in.Statement != nil && r.StatementID == in.Statement.ID
}
