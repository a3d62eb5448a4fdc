package players_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/players"
)

func TestAPersonIsMaskedInWhatSomebodyHasTyped_R8_2(t *testing.T) {
	t.Parallel()
	who := players.Traces{
		Names: []players.Name{name("Núñez", "Ann Marie", ""), name("Lee", "Ann", ""), name("Winter", "", ""), name("Lee-Wu", "Ann", ""), name("Smith", "John", "Jr")},
		Words: []string{"AA001642", "ann@example.org", ""},
	}
	for text, want := range map[string]string{
		"":                                         "",
		"Ann Lee went home":                        "X went home",
		"ask LEE,  ann. Or Lee Ann!":               "ask X. Or X!",
		"Joann Leeson, Ann Leeson and Ann":         "Joann Leeson, Ann Leeson and Ann",
		"Lee is another's, and so is Winter":       "Lee is another's, and so is Winter",
		"Ann Lee-Wu, Wu":                           "X, Wu",
		"Smith, John, Jr and John Smith Jr":        "X and X",
		"wínter":                                   "X",
		"ann\tmarie nunez (aa001642)":              "X (X)",
		"ANN MARIE NU\u0301N\u0303EZ":              "X",
		"to Ann@Example.org, not xann@example.org": "to X, not xann@example.org",
		"Ann LeeAnn, Ann Lee":                      "Ann LeeAnn, X",
	} {
		require.Equal(t, want, who.Mask(text, "X"), text)
	}
}

// What is not of the person stays as it was typed, to the byte.
func TestMaskingLeavesTheRest(t *testing.T) {
	t.Parallel()
	who := players.Traces{Names: []players.Name{name("Lee", "Ann", "")}, Words: []string{"AA1"}}
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"Ann", "Lee", "ann", "LEE,", " ", "  ", "é", "e\u0301", "\u0301", "AA1", "aa11", "王", "\u200d", "ß", "x"})
		text := strings.Join(rapid.SliceOf(word).Draw(t, "words"), "")
		masked := who.Mask(text, "\x00")
		require.Equal(t, masked, who.Mask(masked, "\x00"), "masking again changes nothing")
		if !strings.Contains(masked, "\x00") {
			require.Equal(t, text, masked)
		}
		rest := text
		for _, part := range strings.Split(masked, "\x00") {
			i := strings.Index(rest, part)
			require.GreaterOrEqual(t, i, 0)
			rest = rest[i+len(part):]
		}
	})
}
