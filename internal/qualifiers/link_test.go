package qualifiers_test

import (
	"bytes"
	"encoding/base64"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/qualifiers"
)

var (
	linkKey  = bytes.Repeat([]byte{7}, qualifiers.MinLinkKey)
	annsLink = qualifiers.Link{TourID: id(1), PlayerID: person(2), Deadline: noon, Nonce: [16]byte{15: 3}}
)

func TestALinkReadsBack(t *testing.T) {
	t.Parallel()
	for _, deadline := range []time.Time{noon, time.Unix(0, 0).UTC(), time.Date(1960, time.January, 1, 0, 0, 0, 0, time.UTC)} {
		l := annsLink
		l.Deadline = deadline
		read, err := qualifiers.ParseLink(linkKey, l.Token(linkKey), deadline)
		must(t, err)
		require.Equal(t, l, read)
	}
	require.Regexp(t, `^[A-Za-z0-9_-]+$`, annsLink.Token(linkKey), "it can stand in an address")
}

func TestALinkIsRefused(t *testing.T) {
	t.Parallel()
	token := annsLink.Token(linkKey)
	for name, c := range map[string]struct {
		token string
		key   []byte
		now   time.Time
		code  fault.Code
	}{
		"expired":          {token, linkKey, noon.Add(time.Second), fault.LinkExpired},
		"of another key":   {token, bytes.Repeat([]byte{8}, qualifiers.MinLinkKey), noon, fault.LinkInvalid},
		"cut":              {token[:len(token)-4], linkKey, noon, fault.LinkInvalid},
		"with more":        {token + "AAAA", linkKey, noon, fault.LinkInvalid},
		"not letters":      {"?" + token[1:], linkKey, noon, fault.LinkInvalid},
		"empty":            {"", linkKey, noon, fault.LinkInvalid},
		"with a line feed": {token + "\n", linkKey, noon, fault.LinkInvalid},
	} {
		_, err := qualifiers.ParseLink(c.key, c.token, c.now)
		require.Equal(t, c.code, fault.CodeOf(err), name)
	}
	late, err := qualifiers.ParseLink(linkKey, token, noon.Add(time.Hour))
	require.Error(t, err)
	require.Equal(t, annsLink, late, "so that its player can be told")
}

// Whatever is changed in a token, its tour, its player, its deadline: it is forged.
func TestALinkIsForgedByAnyChange(t *testing.T) {
	t.Parallel()
	raw, err := base64.RawURLEncoding.DecodeString(annsLink.Token(linkKey))
	must(t, err)
	for i := range raw {
		for bit := range 8 {
			forged := bytes.Clone(raw)
			forged[i] ^= 1 << bit
			_, err := qualifiers.ParseLink(linkKey, base64.RawURLEncoding.EncodeToString(forged), time.Time{})
			require.Equal(t, fault.LinkInvalid, fault.CodeOf(err), "bit %d of byte %d", bit, i)
		}
	}
}

func TestALinkIsGoodOnce(t *testing.T) {
	t.Parallel()
	issued := qualifiers.IssuedLink{Link: annsLink, IssuedAt: noon}
	must(t, issued.Check())
	issued.WithdrawnAt = noon
	require.Equal(t, fault.LinkUsed, fault.CodeOf(issued.Check()))
	issued = qualifiers.IssuedLink{Link: annsLink, IssuedAt: noon, UsedAt: noon}
	require.Equal(t, fault.LinkUsed, fault.CodeOf(issued.Check()))
}

func TestAShortKeySignsNothing(t *testing.T) {
	t.Parallel()
	require.Panics(t, func() { annsLink.Token(linkKey[1:]) })
	require.Panics(t, func() { annsLink.Token(nil) })
}

func FuzzParseLink(f *testing.F) {
	f.Add(annsLink.Token(linkKey))
	f.Add("")
	f.Fuzz(func(t *testing.T, token string) {
		l, err := qualifiers.ParseLink(linkKey, token, noon)
		if err == nil {
			require.Equal(t, token, l.Token(linkKey), "one link has one token")
		}
	})
}
