package httpapi

import (
	"crypto/sha256"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
)

// longestKey is more than any key of ours; longer ones are not worth a look.
const longestKey = 512

// admit finds out who asks, counts the request against his limit and asks the
// table of permissions.
func (s *server) admit(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r, x := c.Request(), exchangeOf(c.Request().Context())
		rule := auth.Permissions[x.operation.id]
		if rule.Public {
			if err := s.limit(x, "address "+s.address(r)); err != nil {
				return err
			}
			return next(c)
		}
		key, err := bearer(r)
		if err != nil {
			return err
		}
		p, err := s.Auth.Authenticate(r.Context(), auth.HashKey(key))
		if err != nil {
			if fault.CodeOf(err) == fault.KeyInvalid {
				if err := s.limit(x, "address "+s.address(r)); err != nil {
					return err // somebody tries keys
				}
			}
			return err
		}
		x.principal = p
		x.seed = sealSeed(key)
		if err := s.limit(x, "key "+p.KeyID.String()+p.ID.String()); err != nil {
			return err
		}
		if err := s.permit(c, p, rule); err != nil {
			return err
		}
		c.SetRequest(r.WithContext(auth.WithPrincipal(r.Context(), p)))
		return next(c)
	}
}

// permit asks the table, and keeps a scorer to his one satellite; to him every
// other looks as if it did not exist.
func (s *server) permit(c echo.Context, p auth.Principal, rule auth.Rule) error {
	if s.SkipPermissions {
		return nil
	}
	if !rule.Allows(p.Role) {
		return fault.New(fault.NotAllowed, "A key of the role %s may not do this; it takes one of the role %s.", p.Role, rolesOf(rule))
	}
	if id, ok := pathUUID(c, "satellite_id"); ok && !p.MayTouchSatellite(id) {
		return fault.New(fault.ResourceNotFound, "There is no such satellite.")
	}
	return nil
}

func rolesOf(rule auth.Rule) string {
	names := make([]string, len(rule.Roles))
	for i, role := range rule.Roles {
		names[i] = string(role)
	}
	return strings.Join(names, " or ")
}

// bearer is the key that was sent.
func bearer(r *http.Request) (string, error) {
	sent := r.Header.Values("Authorization")
	if len(sent) == 0 {
		return "", fault.New(fault.KeyMissing, "Send your key in the header Authorization: Bearer KEY.")
	}
	scheme, key, _ := strings.Cut(sent[0], " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return "", fault.New(fault.KeyMissing, "Send your key in the header Authorization: Bearer KEY.")
	}
	key = strings.TrimSpace(key)
	if len(sent) > 1 || key == "" || len(key) > longestKey {
		return "", fault.New(fault.KeyInvalid, "The key is not one of ours; check that it was copied whole.")
	}
	return key, nil
}

// sealSeed is what remains of the key for sealing stored answers.
func sealSeed(key string) [32]byte {
	return sha256.Sum256([]byte("nast sealed answers v1\x00" + key))
}

// limit takes one request from somebody's allowance, or says when to come back.
func (s *server) limit(x *exchange, who string) error {
	wait := s.limiter.take(who)
	if wait == 0 {
		return nil
	}
	seconds := max(1, int((wait+time.Second-1)/time.Second))
	x.header.Set("Retry-After", strconv.Itoa(seconds))
	return fault.New(fault.TooManyRequests, "Wait %d s and send it again.", seconds)
}

// addressBehind tells where a request came from, without its port. Only proxies of ours are believed
// when they say from whom they have it: anybody can write a header.
func addressBehind(proxies []netip.Prefix) func(*http.Request) string {
	trusted := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, p := range proxies {
		trusted = append(trusted, echo.TrustIPRange(&net.IPNet{IP: p.Addr().AsSlice(), Mask: net.CIDRMask(p.Bits(), p.Addr().BitLen())}))
	}
	return echo.ExtractIPFromXFFHeader(trusted...)
}
