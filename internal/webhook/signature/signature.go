// Package signature signs the bodies of outgoing events and checks such signatures, as Standard
// Webhooks has it: HMAC-SHA256 over the id, the second of the try and the body. The service signs;
// the command line, or any receiver, checks. It knows nothing of what is in a body.
package signature

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// The headers of a delivery, which Sign fills and Verify reads.
const (
	HeaderID        = "Webhook-Id"        // the id of the event, the same at every try
	HeaderTimestamp = "Webhook-Timestamp" // the second of the try, since 1970
	HeaderSignature = "Webhook-Signature" // one or more of "v1,BASE64", with blanks between
)

const (
	// Size is how many random bytes a secret of ours has, and least how many others take.
	Size, least = 32, 24

	// Tolerance is how far the second of a try may lie from the receiver's clock.
	Tolerance = 5 * time.Minute

	prefix  = "whsec_"
	version = "v1,"
)

// The reasons for which a signature is refused.
var (
	ErrSecret    = errors.New("the secret has to look like whsec_..., as it was shown once")
	ErrTimestamp = errors.New("the timestamp has to be the second since 1970 at which it was sent")
	ErrTooOld    = errors.New("the timestamp is more than five minutes away from now; somebody may be sending an old event again")
	ErrNoMatch   = errors.New("no signature fits the body, the id and the timestamp")
)

// Secret is what both sides know.
type Secret []byte

// String writes the secret as it is shown once.
func (s Secret) String() string { return prefix + base64.StdEncoding.EncodeToString(s) }

// ParseSecret reads a secret as it was shown; ErrSecret where it is none.
func ParseSecret(text string) (Secret, error) {
	encoded, ok := strings.CutPrefix(strings.TrimSpace(text), prefix)
	key, err := base64.StdEncoding.DecodeString(encoded)
	if !ok || err != nil || len(key) < least {
		return nil, ErrSecret
	}
	return key, nil
}

// Sign makes the value of the signature header: one signature for each secret, of which there are
// two while one is changed.
func Sign(secrets []Secret, id string, at time.Time, body []byte) string {
	var all []string
	for _, s := range secrets {
		all = append(all, version+base64.StdEncoding.EncodeToString(sum(s, id, strconv.FormatInt(at.Unix(), 10), body)))
	}
	return strings.Join(all, " ")
}

func sum(s Secret, id, timestamp string, body []byte) []byte {
	mac := hmac.New(sha256.New, s)
	fmt.Fprintf(mac, "%s.%s.", id, timestamp)
	mac.Write(body)
	return mac.Sum(nil)
}

// Verify checks a body against the three headers as they came. A timestamp too far from now is
// refused, so that what somebody has overheard cannot be sent again later; a zero now lets any
// pass.
func Verify(s Secret, id, timestamp, signatures string, body []byte, now time.Time) error {
	second, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return ErrTimestamp
	}
	if age := now.Sub(time.Unix(second, 0)); !now.IsZero() && (age > Tolerance || age < -Tolerance) {
		return ErrTooOld
	}
	want := sum(s, id, timestamp, body)
	for _, one := range strings.Fields(signatures) {
		encoded, ok := strings.CutPrefix(one, version)
		got, err := base64.StdEncoding.DecodeString(encoded)
		if ok && err == nil && hmac.Equal(got, want) {
			return nil
		}
	}
	return ErrNoMatch
}
