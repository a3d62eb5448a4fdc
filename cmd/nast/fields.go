package main

import (
	"strconv"
	"strings"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// fields writes names and values in two columns, those without a value left out.
func (a *app) fields(namesAndValues ...string) {
	width := 0
	for i := 0; i < len(namesAndValues); i += 2 {
		if namesAndValues[i+1] != "" {
			width = max(width, display.Width(namesAndValues[i]))
		}
	}
	for i := 0; i < len(namesAndValues); i += 2 {
		if value := display.Clean(namesAndValues[i+1]); value != "" {
			a.print("%s  %s", display.Pad(namesAndValues[i], width), value)
		}
	}
}

// warnings tells what the service found odd and did not refuse.
func (a *app) warnings(list *[]api.Warning) {
	if list == nil || a.json {
		return
	}
	for _, w := range *list {
		a.warn("  note: %s", display.Clean(w.Detail))
	}
}

// words writes a slug of the contract, such as king_of_the_hill, as words.
func words(slug string) string { return strings.ReplaceAll(slug, "_", " ") }

// points writes a score in wins, with a half for a draw: 4 or 4.5.
func points(p float32) string {
	if p == float32(int(p)) {
		return strconv.Itoa(int(p))
	}
	return strconv.Itoa(int(p)) + ".5"
}
