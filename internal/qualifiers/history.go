package qualifiers

import (
	"slices"
	"time"
)

// DatedRow is a row of the list with the time in which it stood: from From to before Until.
type DatedRow struct {
	Row   ListRow
	From  time.Time
	Until time.Time // zero: it stands
}

// AsOf is the list as it stood at a time, placed (R5.6).
func AsOf(rows []DatedRow, at time.Time) []ListRow {
	var then []ListRow
	for _, r := range rows {
		if !r.From.After(at) && (r.Until.IsZero() || r.Until.After(at)) {
			then = append(then, r.Row)
		}
	}
	return Placed(then)
}

// Erased is the row, of whatever time, under the pseudonym of its player (R8.2).
func (r ListRow) Erased(pseudonym string) ListRow {
	r.Name, r.AssociationID = pseudonym, ""
	r.Best.Name, r.Best.AssociationID = pseudonym, ""
	r.Satellites = slices.Clone(r.Satellites)
	for i := range r.Satellites {
		r.Satellites[i].Name, r.Satellites[i].AssociationID = pseudonym, ""
	}
	return r
}
