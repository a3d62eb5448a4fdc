package stripefake

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// payout is money on its way to the bank.
type payout struct {
	id, status, currency string // in_transit, paid, failed
	amount               int64
	booked, returned     *transaction
	created, arrives     time.Time
}

func (*payout) kind() string { return "payout" }

func (p *payout) show(time.Time) object {
	shown := object{
		"id": p.id, "object": p.kind(), "amount": p.amount, "arrival_date": p.arrives.Unix(), "automatic": true,
		"balance_transaction": idOf(p.booked), "created": p.created.Unix(), "currency": p.currency, "failure_balance_transaction": idOf(p.returned),
		"failure_code": nil, "failure_message": nil, "livemode": false, "metadata": object{}, "method": "standard",
		"reconciliation_status": "completed", "source_type": "card", "statement_descriptor": nil, "status": p.status, "type": "bank_account",
	}
	if p.status == "failed" {
		shown["failure_code"], shown["failure_message"] = "account_closed", "The bank account has been closed."
	}
	return shown
}

// PayOut sends everything that is available to the bank, one payout a currency, and gives their
// ids. A balance below nothing waits. Payouts arrive at the second midnight that follows.
func (f *Fake) PayOut() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	lying := map[string][]*transaction{}
	for _, t := range all[*transaction](f, "balance_transaction") {
		if t.payout == nil && !f.now.Before(t.available) {
			lying[t.currency] = append(lying[t.currency], t)
		}
	}
	var made []string
	for _, currency := range slices.Sorted(maps.Keys(lying)) {
		var sum int64
		for _, t := range lying[currency] {
			sum += t.net()
		}
		if sum > 0 {
			made = append(made, f.payOut(currency, sum, lying[currency]))
		}
	}
	return made
}

func (f *Fake) payOut(currency string, sum int64, with []*transaction) string {
	p := &payout{
		id: f.newID("po"), status: "in_transit", currency: currency, amount: sum,
		created: f.now, arrives: f.now.Truncate(24 * time.Hour).Add(2 * 24 * time.Hour),
	}
	f.keep(p.id, p)
	p.booked = f.bookPayout(p, "payout", "payout", -sum)
	for _, t := range append(with, p.booked) {
		t.payout = p
	}
	f.emit("payout.created", p)
	f.emit("payout.reconciliation_completed", p)
	return p.id
}

// FailPayout is the bank sending a payout back; its money goes into the next one.
func (f *Fake) FailPayout(id string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	p, err := find[*payout](f, id)
	if err != nil {
		return err
	}
	if p.status == "failed" {
		return fmt.Errorf("stripefake: the payout %s has failed already", id)
	}
	p.status = "failed"
	p.returned = f.bookPayout(p, "payout_failure", "payout_reversal", p.amount)
	f.emit("payout.failed", p)
	return nil
}

func (f *Fake) bookPayout(p *payout, what, category string, amount int64) *transaction {
	t := &transaction{
		id: f.newID("txn"), what: what, category: category, source: p.id, currency: p.currency, amount: amount, created: f.now, available: f.now,
	}
	f.keep(t.id, t)
	return t
}
