package banking

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/bank"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
)

// Candidate is something that a line may be, in words for a person.
type Candidate struct {
	Kind       bank.Kind
	ID         string      // of the payment, of the satellite or buy-in whose due it is, or of the payout or refund
	Amount     money.Money // as the bank would show it
	DirectorID uuid.UUID   // zero: of no director, or nobody knows
	BuyInID    uuid.UUID   // that it is for; zero: none
	Payer      string      // the director's name, or that of the player of the buy-in
	Satellite  string      // of a due
	Method     carryover.Method
	Reference  string
	Day        civil.Date

	slip string
}

// key tells candidates of all kinds apart.
func (c Candidate) key() string { return string(c.Kind) + "/" + c.ID }

// plain is the candidate as internal/carryover/bank compares it.
func (c Candidate) plain() bank.Candidate {
	p := bank.Candidate{ID: c.key(), Kind: c.Kind, Amount: c.Amount, Slip: c.slip, Day: c.Day}
	if c.Method == carryover.Cheque {
		p.Cheque = c.Reference
	} else {
		p.Reference = c.Reference
	}
	switch {
	case c.Kind == bank.Payout:
		p.Payer, p.Names = stripe, []string{"Stripe"}
	case c.DirectorID != uuid.Nil || c.BuyInID != uuid.Nil:
		p.Payer, p.Names = cmp.Or(c.DirectorID, c.BuyInID).String(), []string{c.Payer}
	}
	if c.Satellite != "" {
		p.Names = append(p.Names, c.Satellite)
	}
	return p
}

// stripe stands for the payer of payouts, beside the ids of directors and buy-ins.
const stripe = "stripe"

// standing is what the books and Stripe say that lines may be.
type standing struct {
	payments  []carryover.Payment // as they stand
	dues      []carryover.Due
	payouts   []Payout
	seen      map[string]bool // payouts and refunds that lines were confirmed to show
	buyIns    []carryover.Due
	directors map[uuid.UUID]string
}

// candidates lists everything that a line may be and that no line is yet.
func (s standing) candidates() []Candidate {
	var all []Candidate
	for _, p := range s.payments {
		if !p.AtStripe {
			all = append(all, s.ofPayment(p)...)
		}
	}
	for _, d := range slices.Concat(s.dues, s.buyIns) {
		// What is announced is a candidate as a payment.
		rest := d.Outstanding()
		rest.Amount -= d.Announced.Amount
		if rest.Amount > 0 {
			all = append(all, Candidate{
				Kind: bank.Due, ID: cmp.Or(d.SatelliteID, d.BuyInID).String(), Amount: rest, DirectorID: d.DirectorID, BuyInID: d.BuyInID,
				Payer: d.Director, Satellite: d.Satellite, Day: d.DueOn,
			})
		}
	}
	for _, p := range s.payouts {
		c := Candidate{Kind: bank.Payout, ID: p.ID, Amount: p.Amount, Reference: p.ID, Day: p.Day}
		came := s.seen[c.key()]
		if !p.HasLeft && came { // the bank has sent it back
			c.ID, c.Amount.Amount = p.ID+"/back", -p.Amount.Amount
		}
		if p.HasLeft != came && !s.seen[c.key()] {
			all = append(all, c)
		}
	}
	return all
}

// ofPayment is what lines may be of a payment by cheque, transfer or cash: that it comes, that the
// bank takes it back, or that it was refunded.
func (s standing) ofPayment(p carryover.Payment) []Candidate {
	base := Candidate{
		Kind: bank.Payment, ID: p.ID.String(), Amount: p.Amount, DirectorID: p.DirectorID, BuyInID: p.BuyInID, Payer: s.payer(p),
		Method: p.Method, Reference: p.Reference, Day: p.Day,
	}
	shown := len(p.BankLines) > 0
	mayBounce := p.Method == carryover.Cheque || p.Method == carryover.Transfer
	bounce := base
	bounce.Kind, bounce.Amount.Amount = bank.Bounce, -p.Amount.Amount
	var all []Candidate
	switch p.State {
	case carryover.Announced, carryover.Received:
		all = append(all, base)
	case carryover.Deposited:
		if p.Act == carryover.ActDeposit { // those of one day are mostly on one slip
			base.slip = "deposited on " + p.Day.String()
		}
		all = append(all, base)
		if mayBounce {
			all = append(all, bounce)
		}
	case carryover.Cleared:
		if !shown {
			all = append(all, base)
		}
		if mayBounce && p.Refunded() == 0 {
			all = append(all, bounce)
		}
		all = append(all, s.refunds(p, base)...)
	case carryover.Bounced:
		if !shown {
			all = append(all, bounce)
		}
	}
	return all
}

// payer is the name of who has paid; empty where nobody knows.
func (s standing) payer(p carryover.Payment) string {
	for _, d := range s.buyIns {
		if d.BuyInID == p.BuyInID {
			return d.Director
		}
	}
	return s.directors[p.DirectorID]
}

// refunds are those of a payment that the bank had, as they go out.
func (s standing) refunds(p carryover.Payment, base Candidate) []Candidate {
	var all []Candidate
	for i, r := range p.Refunds {
		c := base
		c.Kind, c.ID, c.Method, c.Reference = bank.Refund, fmt.Sprintf("%s/%d", p.ID, i+1), "", r.Reference
		c.Amount.Amount = -r.Amount
		if !s.seen[c.key()] {
			all = append(all, c)
		}
	}
	return all
}

// everything is more payments and dues than there ever are.
const everything = 1_000_000

// candidates reads what lines may be.
func (v *Service) candidates(ctx context.Context) ([]Candidate, error) {
	var s standing
	var err error
	if s.payments, err = v.Treasury.Payments(ctx, carryover.PaymentFilter{Limit: everything}); err != nil {
		return nil, err
	}
	if s.dues, err = v.Dues.List(ctx, carryover.Filter{Limit: everything}); err != nil {
		return nil, err
	}
	if s.buyIns, err = v.Dues.BuyIns(ctx); err != nil {
		return nil, err
	}
	if s.directors, err = v.Store.Directors(ctx); err != nil {
		return nil, err
	}
	seen, err := v.Store.Seen(ctx)
	if err != nil {
		return nil, err
	}
	s.seen = map[string]bool{}
	for _, thing := range seen {
		s.seen[thing] = true
	}
	if v.Payouts != nil {
		if s.payouts, err = v.Payouts.Payouts(ctx); err != nil {
			return nil, err
		}
	}
	return s.candidates(), nil
}
