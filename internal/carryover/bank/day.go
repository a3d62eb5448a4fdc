package bank

import (
	"strings"
	"time"

	"github.com/nast-tour/nast/internal/civil"
)

// DateLayout is how a bank writes its days, in letters that a person knows: DD/MM/YYYY.
type DateLayout string

// layouts are the layouts that are known, with Go's form of each, in the order in which Guess
// prefers them. Days and months may have one digit where something stands between them; "Mon" is
// the English short name.
var layouts = []struct {
	name DateLayout
	form string
}{
	{"YYYY-MM-DD", "2006-1-2"},
	{"YYYY/MM/DD", "2006/1/2"},
	{"YYYYMMDD", "20060102"},
	{"MM/DD/YYYY", "1/2/2006"},
	{"DD/MM/YYYY", "2/1/2006"},
	{"MM-DD-YYYY", "1-2-2006"},
	{"DD-MM-YYYY", "2-1-2006"},
	{"DD.MM.YYYY", "2.1.2006"},
	{"MM/DD/YY", "1/2/06"},
	{"DD/MM/YY", "2/1/06"},
	{"DD.MM.YY", "2.1.06"},
	{"DD Mon YYYY", "2 Jan 2006"},
	{"DD-Mon-YYYY", "2-Jan-2006"},
	{"DD-Mon-YY", "2-Jan-06"},
	{"Mon DD, YYYY", "Jan 2, 2006"},
}

// DateLayouts lists the layouts that a mapping may have.
func DateLayouts() []DateLayout {
	names := make([]DateLayout, len(layouts))
	for i, l := range layouts {
		names[i] = l.name
	}
	return names
}

// form is Go's form of the layout, "" for one that is not known.
func (d DateLayout) form() string {
	for _, l := range layouts {
		if l.name == d {
			return l.form
		}
	}
	return ""
}

// parse reads a day. Days far from any account of the tour are none: they come from a wrong layout.
func (d DateLayout) parse(text string) (civil.Date, bool) {
	t, err := time.Parse(d.form(), strings.TrimSpace(text))
	if err != nil || t.Year() < 1990 || t.Year() > 2199 {
		return civil.Date{}, false
	}
	return civil.Of(t), true
}
