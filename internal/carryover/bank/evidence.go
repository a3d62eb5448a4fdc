package bank

import (
	"maps"
	"slices"
	"strings"

	"github.com/nast-tour/nast/internal/money"
)

// catalogue finds candidates by what a line may say of them. Candidates are meant by their place
// in the list.
type catalogue struct {
	list        []Candidate
	reference   map[string][]int
	cheque      map[string][]int
	amount      map[money.Money][]int
	payer       map[string][]int
	payerAmount map[payerAmount][]int
	name        map[string][]name // by the first of its words
	slip        map[string][]int
}

type payerAmount struct {
	payer  string
	amount money.Money
}

// name is a way to call a payer.
type name struct {
	payer string
	text  string
	words []string
}

func newCatalogue(list []Candidate) *catalogue {
	c := &catalogue{
		list: list, reference: map[string][]int{}, cheque: map[string][]int{}, amount: map[money.Money][]int{},
		payer: map[string][]int{}, payerAmount: map[payerAmount][]int{}, name: map[string][]name{}, slip: map[string][]int{},
	}
	known := map[[2]string]bool{}
	for i, one := range list {
		if key := referenceKey(one.Reference); key != "" {
			c.reference[key] = append(c.reference[key], i)
		}
		if key := chequeKey(one.Cheque); key != "" {
			c.cheque[key] = append(c.cheque[key], i)
		}
		if one.Slip != "" {
			c.slip[one.Slip] = append(c.slip[one.Slip], i)
		}
		c.amount[one.Amount] = append(c.amount[one.Amount], i)
		if one.Payer == "" {
			continue
		}
		c.payer[one.Payer] = append(c.payer[one.Payer], i)
		key := payerAmount{one.Payer, one.Amount}
		c.payerAmount[key] = append(c.payerAmount[key], i)
		for _, text := range one.Names {
			if key := [2]string{one.Payer, text}; !known[key] {
				known[key] = true
				c.addName(one.Payer, text)
			}
		}
	}
	return c
}

// addName notes a name. One short word is none: it stands in too many texts.
func (c *catalogue) addName(payer, text string) {
	parts := words(text)
	if len(parts) > 1 || len(parts) == 1 && len(parts[0]) >= 4 {
		c.name[parts[0]] = append(c.name[parts[0]], name{payer, text, parts})
	}
}

// heard is what a line says: which candidates it names, and which payers.
type heard struct {
	cheque string // the key of its cheque number, "" for none
	named  map[int]facts
	payers map[string]string // the name by which each was found
}

// facts are what agrees between a line and a candidate, beside the amount.
type facts struct{ reference, cheque, payer string }

// listen finds what a line says.
func (c *catalogue) listen(l Line) heard {
	text := words(l.Text)
	h := heard{cheque: chequeIn(l, text), named: map[int]facts{}, payers: map[string]string{}}
	for _, key := range referencesIn(l, text) {
		for _, i := range c.reference[key] {
			h.named[i] = facts{reference: c.list[i].Reference}
		}
	}
	for _, i := range c.cheque[h.cheque] {
		f := h.named[i]
		f.cheque = c.list[i].Cheque
		h.named[i] = f
	}
	// Another cheque number than the candidate's speaks against it, whatever speaks for it.
	maps.DeleteFunc(h.named, func(i int, _ facts) bool { return c.contradicts(h.cheque, i) })
	c.hearNames(h, slices.Concat(words(l.Payer), text))
	for i, f := range h.named {
		f.payer = h.payers[c.list[i].Payer]
		h.named[i] = f
	}
	return h
}

// contradicts says whether a cheque number of a line is another than the candidate's.
func (c *catalogue) contradicts(number string, i int) bool {
	own := chequeKey(c.list[i].Cheque)
	return number != "" && own != "" && own != number
}

// hearNames finds the payers all words of whose name are there.
func (c *catalogue) hearNames(h heard, spoken []string) {
	there := map[string]bool{}
	for _, word := range spoken {
		there[word] = true
	}
	missing := func(word string) bool { return !there[word] }
	for _, word := range slices.Sorted(maps.Keys(there)) {
		for _, n := range c.name[word] {
			if _, found := h.payers[n.payer]; !found && !slices.ContainsFunc(n.words, missing) {
				h.payers[n.payer] = n.text
			}
		}
	}
}

// referenceKey is a reference without what people leave out or write otherwise. One without a
// digit is none: everybody writes "carryover".
func referenceKey(reference string) string {
	key := strings.Join(words(reference), "")
	if !strings.ContainsAny(key, "0123456789") {
		return ""
	}
	return key
}

// referencesIn gives what may be a reference in a line: its own, and runs of whole words of its
// text that are long enough not to be there by chance.
func referencesIn(l Line, text []string) []string {
	const mostWords, fewestLetters = 6, 5
	var keys []string
	if own := referenceKey(l.Reference); own != "" {
		keys = append(keys, own)
	}
	spoken := [][]string{text, words(l.Reference)}
	for _, words := range spoken {
		for from := range words {
			for to := from + 1; to <= min(len(words), from+mostWords); to++ {
				if key := strings.Join(words[from:to], ""); len(key) >= fewestLetters {
					keys = append(keys, key)
				}
			}
		}
	}
	return keys
}

// chequeWords are words that stand before a cheque's number, and those that may stand between.
var (
	chequeWords  = []string{"cheque", "check", "chq", "chk", "ck", "scheck"}
	chequeFiller = []string{"no", "nr", "num", "number", "n"}
)

// chequeKey is a cheque's number without leading zeros and signs.
func chequeKey(number string) string {
	parts := slices.DeleteFunc(words(number), func(word string) bool {
		return slices.Contains(chequeWords, word) || slices.Contains(chequeFiller, word)
	})
	return strings.TrimLeft(strings.Join(parts, ""), "0")
}

// chequeIn is the cheque number that a line has in its column, or else in its text after a word
// for cheque; "" for none.
func chequeIn(l Line, text []string) string {
	if key := chequeKey(l.Cheque); key != "" {
		return key
	}
	for i, word := range text {
		if !slices.Contains(chequeWords, word) {
			continue
		}
		rest := text[i+1:]
		if len(rest) > 1 && slices.Contains(chequeFiller, rest[0]) {
			rest = rest[1:]
		}
		if len(rest) > 0 && digitsOnly(rest[0]) {
			return chequeKey(rest[0])
		}
	}
	return ""
}
