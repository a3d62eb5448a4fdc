package bank

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/nast-tour/nast/internal/civil"
)

// Fingerprint tells the lines of all files apart: 64 hexadecimal digits over the account, the day,
// the amount with its currency, the folded texts (text, reference, payer, cheque number, the bank's
// own number), and the how-manieth of such rows of its day the row is in its file. Spaces, case,
// accents, the encoding and the order of unequal rows do not matter.
//
// What follows for files of one account and one mapping. Rows that are equal in all of this are
// interchangeable, so only their number counts: keeping every fingerprint once keeps, of equal
// rows of a day, as many as the one file has that has the most.
//
//   - Never is a row there twice, whichever files are read, in whatever order, how often.
//   - No row is missing if of each day some file has the whole day; so it is with files of whole
//     days, and with files that were made during a day (which have its beginning) once a later one
//     follows.
//   - Files may cut a day anywhere (as "the last 100 rows" do) without loss where the bank gives
//     each row a number of its own and Mapping has its column, or where the day has no equal rows.
//   - What no content can decide: one file ends within a day with a row, another begins within it
//     with an equal one. It may be the same row or the next. The row is then kept once, and Merge
//     says that the day was cut (unless the two files have exactly the same rows of that day, when
//     nothing shows it); a file with the whole day settles it.
type Fingerprint string

// kind is what equal rows have in common.
func (l Line) kind() string {
	parts := []string{
		l.Day.String(), l.Amount.String(),
		fold(l.Text), fold(l.Reference), fold(l.Payer), fold(l.Cheque), fold(l.BankID),
	}
	return strings.Join(parts, "\n") // folded texts have no line breaks
}

// mark gives each line of a file its fingerprint.
func mark(account string, lines []Line) {
	seen := map[string]int{}
	for i := range lines {
		kind := lines[i].kind()
		seen[kind]++
		sum := sha256.Sum256(fmt.Appendf(nil, "bank line\n%s\n%s\n%d", fold(account), kind, seen[kind]))
		lines[i].Fingerprint = Fingerprint(hex.EncodeToString(sum[:]))
	}
}

// Doubt is something about a file that only a person can settle. The file is taken all the same.
type Doubt struct {
	Line   int        `json:"line"` // of the file, from 1
	Day    civil.Date `json:"day"`
	Code   string     `json:"code"`   // "day_cut" or "reworded"
	Detail string     `json:"detail"` // a sentence that says what to do
}

// Merged is what a file adds to the lines that are there.
type Merged struct {
	Fresh  []Line  // not yet there, in the file's order
	Known  int     // rows of the file that are there already
	Doubts []Doubt // in the file's order
}

// Merge compares a file that was read with the lines that are kept of its account, of the file's
// days at least. It says which lines are new, and what looks as if rows were lost or doubled: a day
// that two files cut in different places (see Fingerprint), and a new row beside a kept one of the
// same day and amount that the file does not have any more (banks reword pending rows).
func Merge(known, file []Line) Merged {
	was, is := byFingerprint(known), byFingerprint(file)
	var merged Merged
	for _, l := range file {
		if _, there := was[l.Fingerprint]; there {
			merged.Known++
		} else {
			merged.Fresh = append(merged.Fresh, l)
		}
	}
	gone := map[civil.Date][]Line{}
	for _, l := range known {
		if _, there := is[l.Fingerprint]; !there {
			gone[l.Day] = append(gone[l.Day], l)
		}
	}
	merged.Doubts = append(reworded(merged.Fresh, gone), cutDays(file, merged.Fresh, gone, was)...)
	slices.SortStableFunc(merged.Doubts, func(a, b Doubt) int { return cmp.Compare(a.Line, b.Line) })
	return merged
}

func byFingerprint(lines []Line) map[Fingerprint]Line {
	by := make(map[Fingerprint]Line, len(lines))
	for _, l := range lines {
		by[l.Fingerprint] = l
	}
	return by
}

// reworded finds new lines beside a line of the same day and amount that has gone from the file.
func reworded(fresh []Line, gone map[civil.Date][]Line) []Doubt {
	var doubts []Doubt
	for _, l := range fresh {
		for _, old := range gone[l.Day] {
			if old.Amount == l.Amount && (old.BankID == "" || old.BankID == l.BankID) {
				doubts = append(doubts, Doubt{
					l.Number, l.Day, "reworded",
					fmt.Sprintf("The row of %s over %s may be the one that is kept as %s; if so, set one aside.", l.Day, l.Amount, quote(old.Text)),
				})
				break
			}
		}
	}
	return doubts
}

// cutDays finds the first and last day of a file where it has rows that were not kept, lacks kept
// ones, and shares one with them that might be two.
func cutDays(file, fresh []Line, gone map[civil.Date][]Line, was map[Fingerprint]Line) []Doubt {
	if len(file) == 0 {
		return nil
	}
	days := func(a, b Line) int { return a.Day.Compare(b.Day) }
	edges := []civil.Date{slices.MinFunc(file, days).Day, slices.MaxFunc(file, days).Day}
	var doubts []Doubt
	for _, edge := range slices.Compact(edges) {
		cut := len(gone[edge]) > 0 && slices.ContainsFunc(fresh, func(l Line) bool { return l.Day == edge })
		shared := slices.IndexFunc(file, func(l Line) bool {
			_, kept := was[l.Fingerprint]
			return kept && l.Day == edge && l.BankID == ""
		})
		if cut && shared >= 0 {
			doubts = append(doubts, Doubt{
				file[shared].Number, edge, "day_cut",
				fmt.Sprintf("Two files have different parts of %s, and equal rows in both may be one row or two; read a file that has the whole day.", edge),
			})
		}
	}
	return doubts
}
