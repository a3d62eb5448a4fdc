package interchange

import (
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/qualifiers"
)

// FinalTable has the final field by seed with what each seed comes from, and behind it who waits for
// a place and who has not answered (R5.7).
func FinalTable(s qualifiers.FinalSheet) Table {
	t := Table{Name: "Final field", Columns: []string{
		"row", "seed", "name", "association_id", "rating", "by_rating", "by_performance", "seeding_tenths", "bought_in", "paid",
		"position", "best_satellite", "best_rank", "players", "points", "spread",
	}}
	for _, f := range s.Field {
		row := []Cell{
			Text("field"), Whole(f.Seed), Text(f.Name), Text(f.AssociationID), ratingCell(f.Rating), Whole(f.ByRating), Whole(f.ByPerformance),
			Whole(f.SeedingTenths), yes(f.BoughtIn), yes(f.Paid),
		}
		if f.Best != nil {
			row = append(row, Whole(f.Position), Text(f.Best.Satellite), Whole(f.Best.Rank), Whole(f.Best.Players), Points(f.Best.HalfPoints), Whole(f.Best.Spread))
		}
		t.Rows = append(t.Rows, row)
	}
	for _, b := range s.Waiting {
		t.Rows = append(t.Rows, []Cell{
			Text("waiting"), {}, Text(b.Name), Text(b.AssociationID), ratingCell(b.Rating), {}, {}, {}, yes(true), yes(b.Paid()),
		})
	}
	for _, m := range s.Missing {
		t.Rows = append(t.Rows, []Cell{
			Text("missing"),
			{},
			Text(m.Name), Text(m.AssociationID), ratingCell(m.Rating),
			{},
			{},
			{},
			{},
			{},
			Whole(m.Position), Text(m.Best.Satellite), Whole(m.Best.Rank), Whole(m.Best.Players), Points(m.Best.HalfPoints), Whole(m.Best.Spread),
		})
	}
	return t
}

// FinalTables has the field, the buy-ins and the prize pool, for a spreadsheet.
func FinalTables(s qualifiers.FinalSheet, pool carryover.Pool) []Table {
	buyIns := Table{Name: "Buy-ins", Columns: []string{
		"name", "association_id", "rating", "state", "currency", "price", "due", "waived", "announced", "received", "outstanding", "credit", "bought_on", "withdrawn_on", "fee_kept",
	}}
	for _, b := range s.BuyIns {
		withdrawn := ""
		if !b.WithdrawnAt.IsZero() {
			withdrawn = b.WithdrawnAt.Format("2006-01-02")
		}
		a := b.Account
		buyIns.Rows = append(buyIns.Rows, []Cell{
			Text(b.Name), Text(b.AssociationID), ratingCell(b.Rating), Text(string(s.States[b.ID])), Text(string(b.Price.Currency)), Amount(b.Price),
			cents(a.Due), cents(a.Waived), cents(a.Announced), cents(a.Received), cents(a.Outstanding()), cents(a.Credit),
			Text(b.At.Format("2006-01-02")), Text(withdrawn), yes(b.FeeKept),
		})
	}
	return []Table{FinalTable(s), buyIns, poolTable(pool), tiesTable(pool.Ties)}
}

func poolTable(pool carryover.Pool) Table {
	t := Table{Name: "Prize pool", Columns: []string{"from", "currency", "due", "waived", "received"}}
	for _, total := range pool.Totals {
		for _, part := range []struct {
			from string
			of   carryover.PoolPart
		}{{"carryovers", total.Carryovers}, {"buy-ins", total.BuyIns}} {
			t.Rows = append(t.Rows, []Cell{
				Text(part.from), Text(string(total.Currency)), cents(part.of.Due), cents(part.of.Waived), cents(part.of.Received),
			})
		}
		t.Rows = append(t.Rows, []Cell{
			Text("total"), Text(string(total.Currency)), Amount(total.Due()), {}, Amount(total.Received()),
		}, []Cell{
			Text("apart: buy-ins without a place"), Text(string(total.Currency)), cents(total.Apart.Due), cents(total.Apart.Waived), cents(total.Apart.Received),
		})
	}
	return t
}
