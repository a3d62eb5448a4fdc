package satellite

import (
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/money"
)

// PrizePool is what the tour gives to the prizes of its Final Event: what has come of its carryovers
// and buy-ins. What is still outstanding is not in it, so that no prize is promised of money that
// nobody has (R6.5); it stands beside.
type PrizePool struct {
	Received    money.Money `json:"received"`
	Outstanding money.Money `json:"outstanding"`
}

// PoolIn is the pool of a tour in one currency.
func PoolIn(c money.Currency, pool carryover.Pool) PrizePool {
	in := PrizePool{Received: money.Zero(c), Outstanding: money.Zero(c)}
	for _, total := range pool.Totals {
		if total.Currency == c {
			in.Received = total.Received()
			in.Outstanding.Amount = total.Due().Amount - in.Received.Amount
		}
	}
	return in
}

// received is what is in the pool; nil where it is not known.
func (p *PrizePool) received() *money.Money {
	if p == nil {
		return nil
	}
	return &p.Received
}

// poolUnknown says that nobody has told how much the tour gives to the prizes of its Final Event.
func (s *Satellite) poolUnknown() bool { return s.Final() && s.PrizePool == nil }
