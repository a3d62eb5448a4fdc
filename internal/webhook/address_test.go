package webhook_test

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/webhook"
)

func TestOnlyAddressesThatEverybodyCanReachArePublic(t *testing.T) {
	t.Parallel()
	for address, public := range map[string]bool{
		"8.8.8.8": true, "93.184.216.34": true, "2606:4700::1111": true, "172.32.0.1": true, "100.128.0.1": true,

		"127.0.0.1": false, "127.9.9.9": false, "0.0.0.0": false, "0.1.2.3": false, "10.1.2.3": false, "172.16.0.1": false, "172.31.255.255": false,
		"192.168.1.1": false, "169.254.169.254": false, "100.64.0.1": false, "224.0.0.1": false, "255.255.255.255": false, "240.0.0.1": false,
		"192.0.2.1": false, "198.18.0.1": false, "::1": false, "::": false, "fe80::1": false, "fc00::1": false, "fd12:3456::1": false, "ff02::1": false,
		"::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "::127.0.0.1": false, "64:ff9b::7f00:1": false, "2002:7f00:1::": false,
		"2001:0:1::1": false, "2001:db8::1": false, "fe80::1%eth0": false, "fec0::1": false, "::ffff:8.8.8.8": true,
	} {
		require.Equal(t, public, webhook.Public(netip.MustParseAddr(address)), address)
	}
}

func TestAddressesOfEndpoints(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		" https://example.org/nast?token=x ": "https://example.org/nast?token=x",
		"http://example.org:8080/":           "http://example.org:8080/",
		"https://8.8.8.8/":                   "https://8.8.8.8/",
	} {
		got, err := webhook.ParseAddress(text, false)
		require.NoError(t, err, text)
		require.Equal(t, want, got)
	}
	for _, text := range []string{
		"", "example.org", "//example.org/", "ftp://example.org/", "https:example.org", "https:///path", "https://a b/", "https://example.org/%zz",
		"https://ann@example.org/", "https://ann:secret@example.org/", "https://example.org/#top", "javascript:alert(1)",
	} {
		_, err := webhook.ParseAddress(text, true)
		require.Equal(t, fault.InvalidRequest, fault.CodeOf(err), text)
	}
	for _, text := range []string{
		"http://localhost/", "http://LOCALHOST.:80/", "http://x.localhost/", "http://printer.local/", "http://metadata.google.internal/",
		"http://127.0.0.1/", "http://[::1]/", "http://10.0.0.1/", "http://[::ffff:192.168.0.1]/", "http://169.254.169.254/latest/meta-data",
	} {
		_, err := webhook.ParseAddress(text, false)
		require.Equal(t, fault.InvalidRequest, fault.CodeOf(err), text)
		_, err = webhook.ParseAddress(text, true)
		require.NoError(t, err, "where private ones are allowed")
	}
}

func FuzzParseAddress(f *testing.F) {
	for _, seed := range []string{"https://example.org/x", "http://127.0.0.1", "http://[::1%25eth0]/", "http://user@host", "HTTP://EXAMPLE.ORG"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := webhook.ParseAddress(text, false)
		if err != nil {
			require.Equal(t, fault.InvalidRequest, fault.CodeOf(err))
			return
		}
		again, err := webhook.ParseAddress(got, false)
		require.NoError(t, err)
		require.Equal(t, got, again)
	})
}
