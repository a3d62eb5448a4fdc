package banking

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/bank"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// Match is what a person says that lines are.
type Match struct {
	Lines    []uuid.UUID
	Purpose  carryover.Purpose
	Payments []uuid.UUID // that the lines settle or return
	Dues     []uuid.UUID // satellites and buy-ins whose dues they pay, and nobody has announced: payments are made
	Seen     []string    // payouts and refunds that the lines show; the books have them already
	Note     string
}

// Match confirms what lines of statements are and does it to the books, in one transaction. A line
// is confirmed once: whoever comes second is told so (fault.BankLineConfirmed), also with the same.
// The first line is the statement's; it is given back as it is now.
func (v *Service) Match(ctx context.Context, statement uuid.UUID, m Match) (Row, error) {
	if err := m.check(); err != nil {
		return Row{}, err
	}
	var row Row
	err := v.Store.InTx(ctx, func(ctx context.Context) error {
		lines, err := v.claim(ctx, statement, m.Lines)
		if err != nil {
			return err
		}
		payments, err := v.paymentsFor(ctx, m, lines)
		if err != nil {
			return err
		}
		if err := v.see(ctx, m); err != nil {
			return err
		}
		c := carryover.Confirmation{Purpose: m.Purpose, Payments: payments, Note: m.note()}
		for _, l := range lines {
			c.Lines = append(c.Lines, carryover.BankLine{ID: l.ID, Day: l.Day, Amount: l.Amount})
		}
		if _, err := v.Treasury.Confirm(ctx, c); err != nil {
			return err
		}
		lines, err = v.Store.Lines(ctx, m.Lines[:1])
		if err == nil {
			row = Row{Line: lines[0], State: Matched}
		}
		return err
	})
	return row, err
}

// check refuses what does not go together; the rest is the treasury's to refuse.
func (m Match) check() error {
	switch {
	case len(m.Lines) == 0:
		return fault.AtField("/lines", "required", "Name at least one line.")
	case len(m.Dues) > 0 && m.Purpose != carryover.Settles:
		return fault.AtField("/dues", "not_allowed", "Dues are paid by lines that settle them.")
	case len(m.Seen) > 0 && m.Purpose != carryover.Noted:
		return fault.AtField("/seen", "not_allowed", "Payouts and refunds are in the books already: their line is only noted.")
	case len(m.Dues) > 0 && len(slices.Compact(slices.SortedFunc(slices.Values(m.Dues), byID))) < len(m.Dues):
		return fault.AtField("/dues", "duplicate", "Name each due once.")
	}
	return nil
}

// note is what is kept with the lines; of payouts and refunds it names them.
func (m Match) note() string { return cmp.Or(m.Note, strings.Join(m.Seen, ", ")) }

// claim reads lines, of which the first is the statement's, and keeps others from confirming them.
func (v *Service) claim(ctx context.Context, statement uuid.UUID, ids []uuid.UUID) ([]Line, error) {
	confirmed, err := v.Treasury.Books.LockLines(ctx, ids)
	if err != nil {
		return nil, err
	}
	lines, err := v.Store.Lines(ctx, ids)
	switch {
	case err != nil:
		return nil, err
	case len(lines) < len(ids) || lines[0].StatementID != statement:
		return nil, fault.New(fault.ResourceNotFound, "There is no such line.")
	case len(confirmed) > 0 && len(ids) > 1:
		return nil, fault.New(fault.BankLineConfirmed, "Some of the lines were confirmed before.")
	case len(confirmed) > 0:
		return nil, fault.New(fault.BankLineConfirmed, "The line was confirmed before.")
	}
	return lines, nil
}

// see keeps which payouts and refunds the lines show.
func (v *Service) see(ctx context.Context, m Match) error {
	if err := v.knownThings(ctx, m.Seen); err != nil || len(m.Seen) == 0 {
		return err
	}
	return v.Store.See(ctx, m.Lines[0], m.Seen)
}

// knownThings refuses payouts and refunds that there are none of, or that a line shows already.
func (v *Service) knownThings(ctx context.Context, things []string) error {
	if len(things) == 0 {
		return nil
	}
	candidates, err := v.candidates(ctx)
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, c := range candidates {
		there[c.key()] = c.Kind == bank.Payout || c.Kind == bank.Refund
	}
	for i, thing := range things {
		if !there[thing] {
			return fault.AtField(fmt.Sprintf("/seen/%d", i), "unknown", "There is no such payout or refund that no line shows yet.")
		}
	}
	return nil
}

// paymentsFor gives the payments that lines settle, and makes those for dues that nobody has
// announced. The dues of one account are paid by one payment of all that the lines bring beyond the
// payments named; what is too much is its credit (R6.6). The dues of several have to add up to it
// exactly, as nobody could say whose the rest is.
func (v *Service) paymentsFor(ctx context.Context, m Match, lines []Line) ([]uuid.UUID, error) {
	if len(m.Dues) == 0 {
		return m.Payments, nil
	}
	accounts, err := v.lockOwners(ctx, m)
	if err != nil {
		return nil, err
	}
	rest, err := sum(lines)
	if err != nil {
		return nil, err
	}
	payments := slices.Clone(m.Payments)
	for _, a := range accounts {
		for _, p := range a.Payments {
			if slices.Contains(m.Payments, p.ID) && p.Currency() == rest.Currency {
				rest.Amount -= p.Amount.Amount
			}
		}
	}
	shares, err := m.shares(accounts, rest)
	if err != nil {
		return nil, err
	}
	for _, told := range shares {
		told.Method, told.Reference = means(lines[0])
		p, err := v.Treasury.Record(ctx, carryover.Told{Terms: told, Reason: m.Note})
		if err != nil {
			return nil, err
		}
		payments = append(payments, p.ID)
	}
	return payments, nil
}

// lockOwners locks the accounts of those whose dues and payments are named, in order of their ids.
func (v *Service) lockOwners(ctx context.Context, m Match) ([]*carryover.Account, error) {
	owners := map[carryover.Debtor]bool{}
	for i, due := range m.Dues {
		debtor, err := v.Treasury.Books.DebtorOfDue(ctx, due)
		if fault.CodeOf(err) == fault.ResourceNotFound {
			return nil, fault.AtField(fmt.Sprintf("/dues/%d", i), "unknown", "There is no due of that satellite or buy-in.")
		}
		if err != nil {
			return nil, err
		}
		owners[debtor] = true
	}
	for _, payment := range m.Payments {
		debtor, err := v.Treasury.Books.DebtorOfPayment(ctx, payment)
		if err != nil {
			return nil, err
		}
		owners[debtor] = true
	}
	var accounts []*carryover.Account
	for _, debtor := range slices.SortedFunc(maps.Keys(owners), byDebtor) {
		a, err := v.Treasury.Books.LockAccount(ctx, debtor)
		if err != nil {
			return nil, err
		}
		accounts = append(accounts, a)
	}
	return accounts, nil
}

// shares says what is paid into each account for which of the dues, in the order in which they are
// named.
func (m Match) shares(accounts []*carryover.Account, rest money.Money) ([]carryover.Terms, error) {
	var shares []carryover.Terms
	left, short := rest.Amount, false
	for _, a := range accounts {
		told := carryover.Terms{DirectorID: a.DirectorID, BuyInID: a.BuyInID, Amount: money.Zero(rest.Currency)}
		for i, satellite := range m.Dues {
			need, err := a.Outstanding(satellite)
			if err != nil {
				continue // of another account
			}
			share := min(need.Amount, left)
			switch at := fmt.Sprintf("/dues/%d", i); {
			case need.Currency != rest.Currency:
				return nil, fault.New(fault.CurrencyMismatch, "The due is in %s and the line in %s; they are never put together.", need.Currency, rest.Currency)
			case need.Amount <= 0:
				return nil, fault.New(fault.DueSettled, "Nothing is outstanding of due %d.", i+1)
			case share <= 0:
				return nil, fault.AtField(at, "out_of_range", "The lines do not reach to this due.")
			}
			told.Allocations = append(told.Allocations, carryover.Allocation{SatelliteID: satellite, Asked: share})
			told.Amount.Amount += share
			left -= share
			short = short || share < need.Amount
		}
		if len(told.Allocations) > 0 {
			shares = append(shares, told)
		}
	}
	switch {
	case len(shares) == 1:
		shares[0].Amount.Amount += left
	case left > 0 || short:
		return nil, fault.AtField("/dues", "unbalanced", "Dues of several payers have to add up to the lines exactly, which bring %s for them.", rest)
	}
	return shares, nil
}

// means is how the money of a line came.
func means(l Line) (carryover.Method, string) {
	if l.Cheque != "" {
		return carryover.Cheque, l.Cheque
	}
	return carryover.Transfer, l.Reference
}

func sum(lines []Line) (money.Money, error) {
	amounts := make([]money.Money, len(lines))
	for i, l := range lines {
		amounts[i] = l.Amount
	}
	return money.Sum(lines[0].Amount.Currency, amounts...)
}

func byDebtor(a, b carryover.Debtor) int { return byID(a.ID(), b.ID()) }

func byID(a, b uuid.UUID) int { return cmp.Compare(a.String(), b.String()) }
