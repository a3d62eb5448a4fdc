package satellite

import (
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/money"
)

// PrizePool is what the tour gives to the prizes of its Final Event: what is due of its carryovers
// and buy-ins, less what was waived. As with the fees of a satellite it is what is owed that counts,
// not what has come (R6.2, R6.3); what of it is still to come stands beside, and whoever does not want
// to pay prizes of it lowers them by a decision (R5.1).
type PrizePool struct {
	Due         money.Money `json:"due"`
	Outstanding money.Money `json:"outstanding"`
}

// PoolIn is the pool of a tour in one currency.
func PoolIn(c money.Currency, pool carryover.Pool) PrizePool {
	in := PrizePool{Due: money.Zero(c), Outstanding: money.Zero(c)}
	for _, total := range pool.Totals {
		if total.Currency == c {
			in.Due = total.Due()
			in.Outstanding.Amount = in.Due.Amount - total.Received().Amount
		}
	}
	return in
}

// due is what is in the pool; nil where it is not known.
func (p *PrizePool) due() *money.Money {
	if p == nil {
		return nil
	}
	return &p.Due
}

// poolUnknown says that nobody has told how much the tour gives to the prizes of its Final Event.
func (s *Satellite) poolUnknown() bool { return s.Final() && s.PrizePool == nil }
