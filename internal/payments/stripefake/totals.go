package stripefake

// Totals is what is true of one payment, in cents, as the account itself reckons it.
type Totals struct {
	PaymentIntent string
	Session       string
	Reference     string
	Currency      string // in small letters
	Paid          bool
	Received      int64
	Refunded      int64
	Disputed      int64 // withheld by disputes that are open or lost

	// In the currency of the balance, which is empty while nothing was booked.
	BalanceCurrency string
	Fee             int64 // of the payment and its refunds
	DisputeFee      int64
	Net             int64 // by how much the payment changed the balance
}

// Totals gives the truth of every payment that somebody has tried to make, oldest first.
func (f *Fake) Totals() []Totals {
	f.mu.Lock()
	defer f.mu.Unlock()
	var found []Totals
	for _, i := range all[*intent](f, "payment_intent") {
		t := Totals{
			PaymentIntent: i.id, Session: i.session.id, Reference: i.session.reference, Currency: i.currency,
			Paid: i.status == "succeeded", Received: i.received, Refunded: i.charge.refunded(), Disputed: i.charge.withheld(),
		}
		for _, b := range all[*transaction](f, "balance_transaction") {
			if b.charge == nil || b.charge.intent != i {
				continue
			}
			t.BalanceCurrency = b.currency
			t.Net += b.net()
			if b.what == "adjustment" {
				t.DisputeFee += b.fee
			} else {
				t.Fee += b.fee
			}
		}
		found = append(found, t)
	}
	return found
}

// Balance is what lies at Stripe in a currency (in small letters), in cents, available or not.
func (f *Fake) Balance(currency string) int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	var sum int64
	for _, b := range all[*transaction](f, "balance_transaction") {
		sum += iff(b.currency == currency, b.net())
	}
	return sum
}

// Banked is what has been sent to the bank in a currency and has not come back, in cents.
func (f *Fake) Banked(currency string) int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	var sum int64
	for _, p := range all[*payout](f, "payout") {
		sum += iff(p.currency == currency && p.status != "failed", p.amount)
	}
	return sum
}
