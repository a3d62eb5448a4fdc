package payments_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/payments"
)

// installMock is how the program is got that TestStripeMock needs.
const installMock = "go install github.com/stripe/stripe-mock@v0.203.0"

// stripe-mock checks every request against Stripe's published contract and answers with
// Stripe's own examples. It remembers nothing, so this says only that our questions are
// well-formed and that its answers can be read.
func TestStripeMockTakesEveryCall(t *testing.T) {
	t.Parallel()
	asks := &completing{RoundTripper: &http.Transport{DisableKeepAlives: true}}
	client := payments.New(payments.Config{Key: "sk_test_123", APIBase: startMock(t), HTTP: &http.Client{Transport: asks}})

	asked := page("key", usd(26400))
	asked.ExpiresAt = time.Unix(1735693260, 0)
	made, err := client.CreateCheckout(t.Context(), asked)
	require.NoError(t, err)
	require.NotEmpty(t, made.ID)
	for name, call := range calls(t.Context(), client) {
		require.NoError(t, call(), name)
	}
	for _, id := range []string{"pi_1", "ch_1", "re_1", "dp_1"} {
		found, err := client.Truth(t.Context(), id)
		require.NoError(t, err, id)
		require.NotEmpty(t, found.Amount.Currency)
		require.NotEmpty(t, found.Session)
		require.NotEmpty(t, found.Charge)
	}
	for event, err := range client.Events(t.Context(), begin) {
		require.NoError(t, err)
		require.NotEmpty(t, event.Type)
		require.NotEmpty(t, event.ObjectID)
	}
	back, err := client.Refund(t.Context(), "pi_1", usd(100), "key")
	require.NoError(t, err)
	require.NotEmpty(t, back.ID)
	require.Contains(t, asks.paths, "/v1/balance_transactions", "of a payout")
}

// completing fills what the examples leave open and real objects of ours have: they are not
// of one account, and the session among them has no price.
type completing struct {
	http.RoundTripper
	paths []string
}

var gaps = regexp.MustCompile(`"(currency|payment_intent|reconciliation_status)":(null|"not_applicable"|"in_progress")`)

func (c *completing) RoundTrip(r *http.Request) (*http.Response, error) {
	c.paths = append(c.paths, r.URL.Path)
	answer, err := c.RoundTripper.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	filled := map[string]string{"currency": `"usd"`, "payment_intent": `"pi_1"`, "reconciliation_status": `"completed"`}
	body = gaps.ReplaceAllFunc(body, func(gap []byte) []byte {
		name := string(gaps.FindSubmatch(gap)[1])
		return []byte(`"` + name + `":` + filled[name])
	})
	answer.Body, answer.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return answer, nil
}

// startMock starts stripe-mock on ports of its own choice and gives the address of its API.
func startMock(t *testing.T) string {
	t.Helper()
	program := os.Getenv("NAST_STRIPE_MOCK")
	if program == "" {
		found, err := exec.LookPath("stripe-mock")
		if err != nil {
			t.Skipf("stripe-mock is neither in PATH nor named by NAST_STRIPE_MOCK; install it: %s", installMock)
		}
		program = found
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	mock := exec.CommandContext(ctx, program, "-http-addr", "127.0.0.1:", "-https-addr", "127.0.0.1:")
	said, err := mock.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, mock.Start())
	t.Cleanup(func() {
		cancel()
		_ = mock.Wait() // killed
	})
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if address, ok := strings.CutPrefix(lines.Text(), "Listening for HTTP at address: "); ok {
			return "http://" + address
		}
	}
	t.Fatalf("%s ended without listening", program)
	return ""
}
