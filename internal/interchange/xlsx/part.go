package xlsx

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

const (
	// maxMarkup bounds what stands between two "<": a tag with its attributes and the
	// text behind it. A cell has 32,767 characters at the most.
	maxMarkup = 256 << 10

	// maxDepth bounds how deep elements stand within each other; a cell's text stands
	// at the seventh.
	maxDepth = 64
)

// boundError is met where a workbook is beyond a bound; it names what there is too much of.
type boundError string

func (e boundError) Error() string { return string(e) }

// errDamaged is met where a part cannot be understood.
var errDamaged = errors.New("damaged")

// walk reads a part to its end and shows each element and each text, the names of the
// elements around it first. What is beyond a bound or damaged ends it with an error: a
// table is read as a whole or not at all. A part that is not there has no elements.
func (b *book) walk(name string, show func(within []string, token xml.Token) error) error {
	part, ok := b.parts[partName(name)]
	if !ok {
		return nil
	}
	raw, err := part.Open()
	if err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	defer raw.Close()
	decoder := xml.NewDecoder(&markupReader{from: raw})
	var within []string
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if bound := boundError(""); errors.As(err, &bound) {
			return err
		}
		if err != nil {
			return fmt.Errorf("%w: %w", errDamaged, err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if b.elements++; b.elements > maxElements {
				return boundError("too many elements")
			}
			if within = append(within, t.Name.Local); len(within) > maxDepth {
				return boundError("too many elements within each other")
			}
			err = show(within, token)
		case xml.CharData:
			if len(within) > 0 { // what stands around the whole says nothing
				err = show(within, token)
			}
		case xml.EndElement:
			err = show(within, token)
			within = within[:len(within)-1]
		}
		if err != nil {
			return err
		}
	}
}

// markupReader holds the XML decoder to maxMarkup: it keeps all attributes of a tag in
// memory, many times their size in the file.
type markupReader struct {
	from  io.Reader
	since int // bytes since the last "<"
}

func (r *markupReader) Read(into []byte) (int, error) {
	n, err := r.from.Read(into)
	for rest := into[:n]; ; {
		at := bytes.IndexByte(rest, '<')
		if at < 0 {
			r.since += len(rest)
			break
		}
		if r.since+at > maxMarkup {
			break
		}
		r.since, rest = 0, rest[at+1:]
	}
	if r.since > maxMarkup {
		return 0, boundError("a cell that is too long")
	}
	return n, err
}

// link is how one part names another.
type link struct{ id, kind, target string }

func (l link) is(kind string) bool { return strings.HasSuffix(l.kind, "/"+kind) }

type links []link

// ofKind gives the path of the first part of a kind.
func (l links) ofKind(kind string) (string, bool) {
	for _, one := range l {
		if one.is(kind) {
			return one.target, true
		}
	}
	return "", false
}

// links reads what a part names, "" for the workbook file itself. Targets are paths from
// the root of the file.
func (b *book) links(of string) (links, error) {
	dir, file := path.Split(of)
	var all links
	err := b.walk(dir+"_rels/"+file+".rels", func(within []string, token xml.Token) error {
		e, ok := token.(xml.StartElement)
		if !ok || e.Name.Local != "Relationship" || len(all) == maxParts {
			return nil
		}
		target := attribute(e, "Target")
		if !strings.HasPrefix(target, "/") {
			target = dir + target
		}
		all = append(all, link{attribute(e, "Id"), attribute(e, "Type"), target})
		return nil
	})
	return all, err
}

// attribute gives an attribute by its name without a prefix, "" without it.
func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
