package tour

import (
	"math/big"
	"slices"

	"github.com/nast-tour/nast/internal/money"
)

// RowsFor lists the rows for fields of from to to players: the table's own, or
// those that the built-in default computes (R5.2). Shares of a computed row are
// rounded down to hundredths of a percent, the remainder to the first place;
// payouts are computed from the exact ones.
func (t PrizeTable) RowsFor(from, to int) []PrizeRow {
	if len(t.Rows) > 0 {
		return t.Rows
	}
	var rows []PrizeRow
	for players := from; players <= to; players++ {
		row := PrizeRow{FromPlayers: players, ToPlayers: players, Qualifiers: t.Qualifiers(players), Shares: t.shares(players)}
		if last := len(rows) - 1; last >= 0 && rows[last].Qualifiers == row.Qualifiers && slices.Equal(rows[last].Shares, row.Shares) {
			rows[last].ToPlayers = players
			continue
		}
		rows = append(rows, row)
	}
	return rows
}

func (t PrizeTable) shares(players int) []money.Percent {
	weights := t.weights(players)
	total := new(big.Int)
	for _, weight := range weights {
		total.Add(total, weight)
	}
	shares := make([]money.Percent, len(weights))
	remainder := money.Whole
	for place, weight := range weights {
		part := new(big.Int).Mul(weight, big.NewInt(int64(money.Whole)))
		shares[place] = money.Percent(part.Quo(part, total).Int64())
		remainder -= shares[place]
	}
	shares[0] += remainder
	return shares
}
