package carryover

import (
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// room says for each due of a director how much it still needs, were it not for the payment that
// is about to be applied.
type room map[uuid.UUID]money.Money

// apply gives the dues that were asked for what they still need, in the order asked, as far as
// the payment reaches. What a due has already it keeps.
func (p *Payment) apply(r room) {
	left := p.Unallocated()
	for i := range p.Allocations {
		a := &p.Allocations[i]
		need := r[a.SatelliteID]
		if need.Currency != p.Amount.Currency {
			continue // currencies are never put together (R6.1)
		}
		more := min(min(a.Asked, need.Amount)-a.Applied, left)
		if more > 0 {
			a.Applied += more
			left -= more
		}
	}
}

// keepAtMost takes back from the dues what is above a limit, from the last allocation first.
func (p *Payment) keepAtMost(limit int64) {
	over := p.Applied() - max(limit, 0)
	for i := len(p.Allocations) - 1; i >= 0 && over > 0; i-- {
		a := &p.Allocations[i]
		back := min(a.Applied, over)
		a.Applied -= back
		over -= back
	}
}

// asked is what was asked for, with nothing applied yet.
func asked(allocations []Allocation) []Allocation {
	wanted := slices.Clone(allocations)
	for i := range wanted {
		wanted[i].Applied = 0
	}
	return wanted
}

// checkAsked refuses allocations of nothing, two of one satellite, and more than the payment.
func checkAsked(allocations []Allocation, amount money.Money) error {
	seen := make(map[uuid.UUID]bool)
	var total int64
	for i, a := range allocations {
		at := fmt.Sprintf("/allocations/%d", i)
		if a.Asked <= 0 || a.Asked > MaxAmount {
			return fault.AtField(at+"/amount", "out_of_range", "Allocate more than nothing.")
		}
		if seen[a.SatelliteID] {
			return fault.AtField(at+"/satellite_id", "duplicate", "Name each satellite once.")
		}
		seen[a.SatelliteID] = true
		total += a.Asked
		if total > amount.Amount {
			return fault.AtField(at+"/amount", "out_of_range", "The allocations are more than the payment of %s.", amount)
		}
	}
	return nil
}
