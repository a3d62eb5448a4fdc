package qualifiers

import (
	"slices"
	"strings"

	"github.com/nast-tour/nast/internal/players"
)

// ListFilter keeps some rows of a list; its zero value keeps all.
type ListFilter struct {
	Answer Answer // "": any
	Text   string // part of the name, folded as names are (R5.8), or of the number; "": any
}

// Of gives the rows that it keeps, each in the position that it has in the whole list.
func (f ListFilter) Of(rows []ListRow) []ListRow {
	key, number := players.NameKey(f.Text, "", ""), strings.ToUpper(strings.TrimSpace(f.Text))
	return slices.DeleteFunc(slices.Clone(rows), func(row ListRow) bool {
		named := strings.Contains(players.NameKey(row.Name, "", ""), key) || strings.Contains(row.AssociationID, number)
		return !named || f.Answer != "" && row.Answer != f.Answer
	})
}
