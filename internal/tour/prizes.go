package tour

import (
	"math/big"

	"github.com/nast-tour/nast/internal/money"
)

// PrizeTable says for each size of field how many qualify and how the prize fund is shared
// (R5.1). The size that counts is the number of players who played at least one game.
type PrizeTable struct {
	Name       string     `json:"name"`
	Unofficial bool       `json:"unofficial"` // shown with every result that depends on the table
	Rows       []PrizeRow `json:"rows"`       // none: the computed default of R5.2
}

// PrizeRow is the rule for a range of field sizes. The shares are of the places from the first
// down and sum to 100.00, or there are none.
type PrizeRow struct {
	FromPlayers int             `json:"from_players"`
	ToPlayers   int             `json:"to_players,omitzero"` // 0 in the last row: and more
	Qualifiers  int             `json:"qualifiers"`          // 0 only without shares: trophies, no seat and no money
	Shares      []money.Percent `json:"shares"`
}

// DefaultPrizes is the built-in table of R5.2, computed for every size of field.
func DefaultPrizes() PrizeTable {
	return PrizeTable{Name: "unofficial default", Unofficial: true, Rows: []PrizeRow{}}
}

// Trophies is the table of a tour without a Final Event: nobody qualifies and nothing is paid out,
// for the places win trophies. Chess begins with it.
func Trophies() PrizeTable {
	return PrizeTable{Name: "trophies", Rows: []PrizeRow{{FromPlayers: 1, Shares: []money.Percent{}}}}
}

// DefaultPrizes is the table of a tour of the format whose organiser has given none.
func (f Format) DefaultPrizes() PrizeTable {
	if f == NSCF {
		return Trophies()
	}
	return DefaultPrizes()
}

// Qualifiers is how many players of a field of this size qualify. By default one for every 7
// players, to the nearest whole number, at least 1 (R5.2). Nobody qualifies from an empty field.
func (t PrizeTable) Qualifiers(players int) int {
	if players <= 0 {
		return 0
	}
	if row, found := t.row(players); found {
		return row.Qualifiers
	}
	return max(1, (2*players+7)/14)
}

// Payouts divides the prize fund of a field of this size over its places, the first place first.
// Each place is rounded down to whole currency units and the first has the remainder, so that the
// payouts sum to the fund to the cent (R5.2). There are never more places than players; what the
// table gives to places beyond them goes to the first. No players, a negative fund
// or a row of trophies: no places.
func (t PrizeTable) Payouts(players int, fund money.Money) []money.Money {
	if players <= 0 || fund.IsNegative() {
		return nil
	}
	weights := t.weights(players)
	if len(weights) == 0 {
		return nil // trophies
	}
	total := new(big.Int)
	for _, weight := range weights {
		total.Add(total, weight)
	}
	weights = weights[:min(len(weights), players)]
	payouts := make([]money.Money, len(weights))
	remainder := fund.Amount
	for place, weight := range weights {
		units := big.NewInt(fund.Amount)
		units.Mul(units, weight).Quo(units, total).Quo(units, big.NewInt(centsPerUnit))
		payouts[place] = money.Money{Amount: units.Int64() * centsPerUnit, Currency: fund.Currency}
		remainder -= payouts[place].Amount
	}
	payouts[0].Amount += remainder
	return payouts
}

const centsPerUnit = 100

// row finds the row of a field size. A field larger than the table has its last row. There is
// none in the computed default.
func (t PrizeTable) row(players int) (PrizeRow, bool) {
	for _, row := range t.Rows {
		if players >= row.FromPlayers && (row.ToPlayers == 0 || players <= row.ToPlayers) {
			return row, true
		}
	}
	if len(t.Rows) == 0 {
		return PrizeRow{}, false
	}
	return t.Rows[len(t.Rows)-1], true
}

// weights are whole numbers in the ratio of the places' shares.
func (t PrizeTable) weights(players int) []*big.Int {
	row, found := t.row(players)
	if !found {
		return defaultWeights((players + 5) / 6)
	}
	weights := make([]*big.Int, len(row.Shares))
	for i, share := range row.Shares {
		weights[i] = big.NewInt(int64(share))
	}
	return weights
}

// defaultWeights are 50, 30, 20 for three places and a series of ratio 0.6 otherwise, made whole:
// 3^i * 5^(places-1-i) (R5.2).
func defaultWeights(places int) []*big.Int {
	if places == 3 {
		return []*big.Int{big.NewInt(50), big.NewInt(30), big.NewInt(20)}
	}
	three, five := big.NewInt(3), big.NewInt(5)
	weights := make([]*big.Int, places)
	for i := range weights {
		up := new(big.Int).Exp(three, big.NewInt(int64(i)), nil)
		down := new(big.Int).Exp(five, big.NewInt(int64(places-1-i)), nil)
		weights[i] = up.Mul(up, down)
	}
	return weights
}
