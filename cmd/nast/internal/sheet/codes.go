package sheet

import (
	"fmt"
	"strings"

	"github.com/google/uuid"
	"rsc.io/qr"

	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// Codes are the codes with which the players of a round send their results.
type Codes struct {
	Page string               // where they are sent: "https://tour.example.org/r"
	Of   map[uuid.UUID]string // by entrant
}

// code is the code of one player, as it is printed.
type code struct {
	Text string // empty: none
	Link string // the page that it opens
}

// of is the code of a player, an empty one where he has none.
func (c *Codes) of(p player) code {
	if c == nil || c.Of[p.ID] == "" {
		return code{}
	}
	text := display.Clean(c.Of[p.ID])
	return code{Text: text, Link: c.Page + "/" + text}
}

// notes say what the codes are for. Browsers add https:// by themselves.
func (c *Codes) notes() []string {
	if c == nil {
		return nil
	}
	return []string{fmt.Sprintf("Send your result from your phone: go to %s and type your code, or scan it where it is drawn. Your opponent confirms it.",
		strings.TrimPrefix(c.Page, "https://"))}
}

// quiet is the white border of a QR code in modules, without which it is not found.
const quiet = 4

// qrCode is a QR code as a drawing, a module a unit.
type qrCode struct {
	Size int // with the border
	Path string
}

// QR draws the link to be scanned from paper; nil where it is too long for that. Of the four
// levels it is the second, which forgives a fold or a stain.
func (c code) QR() *qrCode {
	drawn, err := qr.Encode(c.Link, qr.M)
	if err != nil {
		return nil
	}
	var path strings.Builder
	for y := range drawn.Size {
		for x := 0; x < drawn.Size; x++ {
			from := x
			for drawn.Black(x, y) {
				x++
			}
			if x > from { // a run of black modules is one rectangle
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", from+quiet, y+quiet, x-from, x-from)
			}
		}
	}
	return &qrCode{Size: drawn.Size + 2*quiet, Path: path.String()}
}
