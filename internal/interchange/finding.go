package interchange

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nast-tour/nast/internal/fault"
)

// maxFindings bounds what is said of one file. Nobody reads more, and a file of nothing but
// faults is of another kind.
const maxFindings = 200

// Severity says whether a finding stands in the way.
type Severity string

// The severities.
const (
	Wrong    Severity = "error"   // the file is refused
	Doubtful Severity = "warning" // the file is taken; somebody should look
)

// Finding is one thing that a reader has to say of a file.
type Finding struct {
	Line     int      `json:"line"`   // from 1
	Column   int      `json:"column"` // from 1, counted in characters
	Code     string   `json:"code"`   // a stable slug
	Detail   string   `json:"detail"` // a sentence that says what to do
	Severity Severity `json:"severity"`
}

// Sentence is the detail without the place before it.
func (f Finding) Sentence() string {
	return strings.TrimPrefix(f.Detail, placeWords(place{f.Line, f.Column}))
}

func placeWords(at place) string { return fmt.Sprintf("Line %d, column %d: ", at.line, at.column) }

// Findings are in order of their places, at most a few hundred.
type Findings []Finding

// Refused says whether one of them is an error.
func (f Findings) Refused() bool {
	return slices.ContainsFunc(f, func(one Finding) bool { return one.Severity == Wrong })
}

// Of gives those of one severity.
func (f Findings) Of(severity Severity) Findings {
	var some Findings
	for _, one := range f {
		if one.Severity == severity {
			some = append(some, one)
		}
	}
	return some
}

// Err is nil for a file that is taken, else fault.ImportRefused with the first errors and their
// pointers /line/N/column/M.
func (f Findings) Err() error {
	wrong := f.Of(Wrong)
	if len(wrong) == 0 {
		return nil
	}
	err := fault.New(fault.ImportRefused, "%s", wrong[0].Detail)
	for _, one := range wrong[:min(len(wrong), maxFileFaults)] {
		err.WithField(place{one.Line, one.Column}.pointer(), one.Code, "%s", one.Sentence())
	}
	return err
}

// found gathers findings while a file is read.
type found struct {
	list     Findings
	warnings int
	wrongs   int
}

// wrong notes an error. The detail is a sentence without its place, which is put before it.
func (f *found) wrong(at place, code, format string, args ...any) {
	if f.wrongs++; f.wrongs <= maxFindings {
		f.note(at, Wrong, code, fmt.Sprintf(format, args...))
	}
}

// doubt notes a warning.
func (f *found) doubt(at place, code, format string, args ...any) {
	if f.warnings++; f.warnings <= maxFindings {
		f.note(at, Doubtful, code, fmt.Sprintf(format, args...))
	}
}

func (f *found) note(at place, severity Severity, code, detail string) {
	detail = placeWords(at) + strings.ToValidUTF8(detail, "�")
	f.list = append(f.list, Finding{at.line, at.column, code, detail, severity})
}

// hopeless says that so much is wrong that reading on tells nobody anything.
func (f *found) hopeless() bool { return f.wrongs >= maxFindings }

// sorted gives the findings in order of their places.
func (f *found) sorted() Findings {
	slices.SortStableFunc(f.list, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return f.list
}
