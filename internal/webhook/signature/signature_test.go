package signature_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/webhook/signature"
)

// published is the example of Standard Webhooks.
var published = struct{ secret, id, timestamp, body, signature string }{
	"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", `{"test": 2432232314}`,
	"v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}

func TestSignaturesAreThoseOfStandardWebhooks(t *testing.T) {
	t.Parallel()
	secret, err := signature.ParseSecret(published.secret)
	require.NoError(t, err)
	require.Equal(t, published.secret, secret.String())
	at := time.Unix(1614265330, 0)
	require.Equal(t, published.signature, signature.Sign([]signature.Secret{secret}, published.id, at, []byte(published.body)))
	require.NoError(t, signature.Verify(secret, published.id, published.timestamp, published.signature, []byte(published.body), at))
}

func TestWhatIsForgedOldOrDamagedIsRefused(t *testing.T) {
	t.Parallel()
	secret, err := signature.ParseSecret(published.secret)
	require.NoError(t, err)
	other := signature.Secret(strings.Repeat("x", 32))
	at := time.Unix(1614265330, 0)
	for name, c := range map[string]struct {
		secret                         signature.Secret
		id, timestamp, signature, body string
		now                            time.Time
		want                           error
	}{
		"another secret":        {other, published.id, published.timestamp, published.signature, published.body, at, signature.ErrNoMatch},
		"another id":            {secret, "msg_x", published.timestamp, published.signature, published.body, at, signature.ErrNoMatch},
		"another body":          {secret, published.id, published.timestamp, published.signature, published.body + " ", at, signature.ErrNoMatch},
		"another second":        {secret, published.id, "1614265331", published.signature, published.body, at, signature.ErrNoMatch},
		"no second":             {secret, published.id, "now", published.signature, published.body, at, signature.ErrTimestamp},
		"sent again later":      {secret, published.id, published.timestamp, published.signature, published.body, at.Add(5*time.Minute + time.Second), signature.ErrTooOld},
		"from the future":       {secret, published.id, published.timestamp, published.signature, published.body, at.Add(-6 * time.Minute), signature.ErrTooOld},
		"no signature":          {secret, published.id, published.timestamp, "", published.body, at, signature.ErrNoMatch},
		"another version":       {secret, published.id, published.timestamp, strings.Replace(published.signature, "v1,", "v2,", 1), published.body, at, signature.ErrNoMatch},
		"at the last moment":    {secret, published.id, published.timestamp, published.signature, published.body, at.Add(5 * time.Minute), nil},
		"one of several":        {secret, published.id, published.timestamp, "v1,AAAA v1a,x " + published.signature, published.body, at, nil},
		"whenever it was":       {secret, published.id, published.timestamp, published.signature, published.body, time.Time{}, nil},
		"the signature cut off": {secret, published.id, published.timestamp, published.signature[:40], published.body, at, signature.ErrNoMatch},
	} {
		require.ErrorIs(t, signature.Verify(c.secret, c.id, c.timestamp, c.signature, []byte(c.body), c.now), c.want, name)
	}
}

func TestTextsThatAreNoSecrets(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "whsec_", "whsec_AAAA", "whsec_!!", published.secret[6:], "WHSEC_" + published.secret[6:]} {
		_, err := signature.ParseSecret(text)
		require.ErrorIs(t, err, signature.ErrSecret, text)
	}
}

func TestWhateverIsSignedIsFoundRight(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		secrets := []signature.Secret{
			rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(r, "secret"), rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(r, "before"),
		}
		id, body := rapid.String().Draw(r, "id"), rapid.SliceOf(rapid.Byte()).Draw(r, "body")
		at := time.Unix(rapid.Int64Range(0, 1<<40).Draw(r, "second"), 0)
		signed := signature.Sign(secrets, id, at, body)
		for _, s := range secrets {
			require.NoError(r, signature.Verify(s, id, strconv.FormatInt(at.Unix(), 10), signed, body, at))
		}
	})
}

func FuzzVerify(f *testing.F) {
	f.Add(published.secret, published.id, published.timestamp, published.signature, published.body)
	f.Fuzz(func(t *testing.T, text, id, timestamp, signatures, body string) {
		secret, err := signature.ParseSecret(text)
		if err != nil {
			return
		}
		if signature.Verify(secret, id, timestamp, signatures, []byte(body), time.Time{}) == nil {
			require.Error(t, signature.Verify(secret, id, timestamp, signatures, []byte(body+"x"), time.Time{}))
		}
	})
}
