package webhook

import (
	"net/netip"
	"net/url"
	"strings"

	"github.com/nast-tour/nast/internal/fault"
)

// maxAddress is how many characters the address of an endpoint may have.
const maxAddress = 2000

// ParseAddress reads the address of an endpoint: http or https, a host, and no user or password,
// which would be shown to everybody who reads it. Unless private ones are allowed, an address that
// says itself that it is of this machine or its network is refused; what a name stands for is
// looked at each time it is dialled (Public).
func ParseAddress(text string, private bool) (string, error) {
	text = strings.TrimSpace(text)
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.Opaque != "":
		return "", fault.AtField("/url", "invalid_format", "The address has to look like https://example.org/path.")
	case len(text) > maxAddress:
		return "", fault.AtField("/url", "too_long", "The address has more than %d characters.", maxAddress)
	case u.User != nil:
		return "", fault.AtField("/url", "not_allowed", "No user or password belongs into the address; deliveries are signed, and the path can hold a token.")
	case u.Fragment != "":
		return "", fault.AtField("/url", "not_allowed", "The part behind # is never sent; leave it out.")
	case !private && local(u.Hostname()):
		return "", fault.AtField("/url", "private_address", "The address is of this machine or a private network; it has to be reachable from everywhere.")
	}
	return u.String(), nil
}

func local(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasSuffix(host, ".local") || strings.HasSuffix(host, ".internal") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && !Public(ip)
}

// reserved are ranges beside those that netip knows, in which no public receiver is. The ones that
// carry an IPv4 address within could be used to reach a private one.
var reserved = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),
	netip.MustParsePrefix("100.64.0.0/10"),   // of providers
	netip.MustParsePrefix("192.0.0.0/24"),    // protocols
	netip.MustParsePrefix("192.0.2.0/24"),    // documentation
	netip.MustParsePrefix("198.18.0.0/15"),   // measuring
	netip.MustParsePrefix("198.51.100.0/24"), // documentation
	netip.MustParsePrefix("203.0.113.0/24"),  // documentation
	netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("::/96"),          // IPv4 within
	netip.MustParsePrefix("64:ff9b::/96"),   // IPv4 within
	netip.MustParsePrefix("64:ff9b:1::/48"), // IPv4 within
	netip.MustParsePrefix("100::/64"),
	netip.MustParsePrefix("2001::/23"),     // protocols, Teredo
	netip.MustParsePrefix("2001:db8::/32"), // documentation
	netip.MustParsePrefix("2002::/16"),     // IPv4 within
	netip.MustParsePrefix("fec0::/10"),
}

// Public says whether an address is one that everybody can reach: not of this machine, a private
// network, a link, a group or a reserved range. The worker dials no other, so that nobody can have
// it knock at doors that only it can reach.
func Public(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	if !ip.IsGlobalUnicast() || ip.IsPrivate() {
		return false
	}
	for _, r := range reserved {
		if r.Contains(ip) {
			return false
		}
	}
	return true
}
