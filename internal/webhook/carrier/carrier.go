// Package carrier makes one try of a delivery over HTTP: it signs, posts and looks at the status of
// the answer. It dials public addresses only, unless it is told otherwise, follows no redirect and
// reads nothing but the head of an answer. It keeps nothing and tries nothing twice; both are
// internal/webhook's.
package carrier

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/nast-tour/nast/internal/webhook"
	"github.com/nast-tour/nast/internal/webhook/signature"
)

// Carrier posts deliveries.
type Carrier struct{ client *http.Client }

var _ webhook.Sender = (*Carrier)(nil)

// errNotPublic is why an address was not dialled.
var errNotPublic = errors.New("the address is of a private network")

// New makes one. Private lets it dial this machine and private networks.
func New(private bool) *Carrier {
	dialer := &net.Dialer{Timeout: webhook.Timeout / 2}
	if !private {
		// After the name was looked up and before anything is sent: what a name stands for can
		// change between two looks, so the address that is dialled is the one that counts.
		dialer.Control = func(_, address string, _ syscall.RawConn) error {
			at, err := netip.ParseAddrPort(address)
			if err != nil || !webhook.Public(at.Addr()) {
				return errNotPublic
			}
			return nil
		}
	}
	return &Carrier{client: &http.Client{
		Timeout: webhook.Timeout,
		Transport: &http.Transport{
			// A connection is dialled, and looked at, for each try. No proxy, which would dial for us.
			DialContext: dialer.DialContext, DisableKeepAlives: true, Proxy: nil,
			TLSHandshakeTimeout: webhook.Timeout / 2, MaxResponseHeaderBytes: 16 << 10,
			TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12},
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Send makes one try.
func (c *Carrier) Send(ctx context.Context, p webhook.Parcel, at time.Time) webhook.Attempt {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.URL, bytes.NewReader(p.Body))
	if err != nil {
		return webhook.Attempt{Failure: "the address cannot be read"}
	}
	id := p.EventID.String()
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "nast-webhook/1")
	request.Header.Set(signature.HeaderID, id)
	request.Header.Set(signature.HeaderTimestamp, strconv.FormatInt(at.Unix(), 10))
	request.Header.Set(signature.HeaderSignature, signature.Sign(p.Secrets, id, at, p.Body))
	answer, err := c.client.Do(request)
	if err != nil {
		return webhook.Attempt{Failure: why(err)}
	}
	_ = answer.Body.Close() // unread: the status says all
	return webhook.Attempt{Status: answer.StatusCode, Failure: refusal(answer.StatusCode)}
}

// refusal says what is wrong with a status, nothing for a success.
func refusal(status int) string {
	switch {
	case status/100 == 2:
		return ""
	case status/100 == 3:
		return fmt.Sprintf("answered %d; redirects are not followed, set the address itself", status)
	}
	return strings.TrimSpace(fmt.Sprintf("answered %d %s", status, http.StatusText(status)))
}

// why says why there was no answer, in words of ours: an error of the network can hold the address,
// and with it a token.
func why(err error) string {
	var at *url.Error
	if errors.As(err, &at) {
		err = at.Err
	}
	var name *net.DNSError
	var certificate *tls.CertificateVerificationError
	var timeout interface{ Timeout() bool }
	switch {
	case errors.Is(err, errNotPublic):
		return "the address is of this machine or a private network, which is not dialled"
	case errors.As(err, &name):
		return "the name of the host is not known"
	case errors.As(err, &certificate):
		return "the certificate of the host is not valid"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return fmt.Sprintf("no answer within %d seconds", int(webhook.Timeout.Seconds()))
	case errors.Is(err, syscall.ECONNREFUSED):
		return "the connection was refused"
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "the connection was closed before there was an answer"
	}
	return "the host could not be reached"
}
