package qualifiers

import (
	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/money"
)

// Payout is the prize of one player. Places are counted over the eligible; players who share a
// rank share the places From to To and what is paid for them. A place that nobody takes has no
// entrant, so that its money stays in sight.
type Payout struct {
	From      int
	To        int
	Amount    money.Money // his own part
	EntrantID uuid.UUID
	PlayerID  uuid.UUID
	Name      string
}

// PrizeTies are the ties that touch a paid place (R4.4), none decided: they are shown, and until
// the director records something else their money is pooled and shared.
func PrizeTies(standings []Standing, paidPlaces int) []Tie {
	var ties []Tie
	from := 1
	for _, group := range eligibleByRank(standings) {
		if from > paidPlaces {
			break
		}
		if len(group) > 1 {
			ties = append(ties, tieOver(group, from, ForPrize, false))
		}
		from += len(group)
	}
	return ties
}

// SharePayouts gives the payouts of the places, the first place first, to the eligible players.
// Tied players pool what is paid for the places they hold together and share it equally; cents
// that cannot be shared go one each to the last of them in the order given (by seed). The parts
// sum to the payouts to the cent. Payouts are of one currency.
func SharePayouts(standings []Standing, payouts []money.Money) []Payout {
	var shared []Payout
	from := 1
	for _, group := range eligibleByRank(standings) {
		if from > len(payouts) {
			return shared
		}
		to := from + len(group) - 1
		pool := payouts[from-1 : min(to, len(payouts))]
		for i, part := range equalParts(pool, len(group)) {
			shared = append(shared, Payout{
				From: from, To: to, Amount: part,
				EntrantID: group[i].EntrantID, PlayerID: group[i].PlayerID, Name: group[i].Name,
			})
		}
		from = to + 1
	}
	for ; from <= len(payouts); from++ {
		shared = append(shared, Payout{From: from, To: from, Amount: payouts[from-1]})
	}
	return shared
}

// equalParts shares amounts among n, the cents left over one each to the last.
func equalParts(amounts []money.Money, n int) []money.Money {
	var total int64
	for _, amount := range amounts {
		total += amount.Amount
	}
	parts := make([]money.Money, n)
	for i := range parts {
		parts[i] = money.Money{Amount: total / int64(n), Currency: amounts[0].Currency}
		if int64(n-i) <= total%int64(n) {
			parts[i].Amount++
		}
	}
	return parts
}
