package qualifiers

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
)

// Link is the invitation by which a qualifier answers without an account. Whoever has its token can
// answer for him once, until the deadline.
type Link struct {
	TourID   uuid.UUID
	PlayerID uuid.UUID
	Deadline time.Time // whole seconds, UTC
	Nonce    [16]byte  // random; one of each link
}

// ID is the nonce as the id by which an outbox knows what is enclosed in a letter.
func (l Link) ID() uuid.UUID { return uuid.UUID(l.Nonce) }

// MinLinkKey is the fewest bytes of the key that links are signed with.
const MinLinkKey = 32

// The bytes of a link, and the letters of its token.
const (
	linkSize    = 16 + 16 + 8 + 16
	tokenLength = (8*(linkSize+sha256.Size) + 5) / 6
)

// linkPurpose sets the signatures of links apart from whatever else a key should sign.
const linkPurpose = "nast answer link 1\x00"

// Token is the link in letters that can stand in an address. It panics with a key shorter than
// MinLinkKey: anybody could forge its links.
func (l Link) Token(key []byte) string {
	body := make([]byte, 0, linkSize+sha256.Size)
	body = append(body, l.TourID[:]...)
	body = append(body, l.PlayerID[:]...)
	body = binary.BigEndian.AppendUint64(body, uint64(l.Deadline.Unix())) //nolint:gosec // read back the same way
	body = append(body, l.Nonce[:]...)
	return base64.RawURLEncoding.EncodeToString(append(body, signature(key, body)...))
}

// ParseLink reads a token that was signed with the key. It refuses a forged or damaged one
// (link_invalid) and one whose deadline has passed (link_expired); of that one the link is given
// too, so that its player can be told by when he should have answered.
func ParseLink(key []byte, token string, now time.Time) (Link, error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	// Both lengths: decoding passes over line feeds, and a link has one token.
	whole := err == nil && len(token) == tokenLength && len(raw) == linkSize+sha256.Size
	if !whole || !hmac.Equal(raw[linkSize:], signature(key, raw[:linkSize])) {
		return Link{}, fault.New(fault.LinkInvalid,
			"This link is not valid. Use it as it stands in the invitation, or ask the organiser for another.")
	}
	l := Link{
		TourID: uuid.UUID(raw[:16]), PlayerID: uuid.UUID(raw[16:32]), Nonce: [16]byte(raw[40:linkSize]),
		Deadline: time.Unix(int64(binary.BigEndian.Uint64(raw[32:40])), 0).UTC(), //nolint:gosec // written by Token
	}
	if now.After(l.Deadline) {
		return l, fault.New(fault.LinkExpired, "The answer was due by %s. Ask the organiser.", l.Deadline.Format("2006-01-02 15:04 UTC"))
	}
	return l, nil
}

// IssuedLink is what is kept of a link; its token is not.
type IssuedLink struct {
	Link
	IssuedAt    time.Time
	UsedAt      time.Time // zero: not yet
	WithdrawnAt time.Time // zero: not; a new link or deadline withdraws the old
}

// Check refuses a link that was used or withdrawn (link_used). Call it under a lock on the link:
// two who use it at once are one too many.
func (i IssuedLink) Check() error {
	if !i.UsedAt.IsZero() {
		return fault.New(fault.LinkUsed, "This link has been used: the answer was given on %s. Ask the organiser to change it.",
			i.UsedAt.UTC().Format("2006-01-02 15:04 UTC"))
	}
	if !i.WithdrawnAt.IsZero() {
		return fault.New(fault.LinkUsed, "This link was replaced by a later one. Use the last one that was sent.")
	}
	return nil
}

func signature(key, body []byte) []byte {
	if len(key) < MinLinkKey {
		panic("qualifiers: the key of links is too short")
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(linkPurpose))
	mac.Write(body)
	return mac.Sum(nil)
}
