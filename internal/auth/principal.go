// Package auth says who is asking and what he may do: roles, principals, keys,
// the table of permissions and the rows that a principal may see. It is pure:
// it never talks to the database or to HTTP. The storage adapter finds the
// principal of a key and sets the scope for its transaction; internal/httpapi
// asks the table before an operation runs.
package auth

import (
	"context"
	"slices"

	"github.com/google/uuid"
)

// Role is what a principal is for the tour; it decides which operations he may
// call (Permissions) and which rows he meets (Scope).
type Role string

// The roles.
const (
	Organiser Role = "organiser" // everything, for all tenants
	Director  Role = "director"  // his own satellites
	Viewer    Role = "viewer"    // reads all tenants, writes nothing
	Treasurer Role = "treasurer" // reads all tenants; the organiser's money rights
	Scorer    Role = "scorer"    // the results of one satellite
	Player    Role = "player"    // the result of one game, by a code; has no key
	Public    Role = "public"    // reads what a public tour shows to anybody; has no key
)

// Roles lists every role.
func Roles() []Role { return []Role{Organiser, Director, Viewer, Treasurer, Scorer} }

// Valid says whether the role is one of the roles.
func (r Role) Valid() bool { return slices.Contains(Roles(), r) }

// Principal is who asks: a person or a program behind a key.
type Principal struct {
	ID         uuid.UUID
	TenantID   uuid.UUID // the director's organisation; the organiser is a tenant too
	Name       string
	TenantName string
	Role       Role
	// SatelliteID is the one satellite of a scorer, zero for everybody else.
	SatelliteID uuid.UUID
	// KeyID is the key that was shown; limits are counted per key.
	KeyID uuid.UUID
}

// MayTouchSatellite says whether the principal may name the satellite at all.
// It narrows scorers only: whose satellites a director meets is the matter of
// his Scope.
func (p Principal) MayTouchSatellite(id uuid.UUID) bool {
	return p.Role != Scorer || p.SatelliteID != uuid.Nil && p.SatelliteID == id
}

// MayGrant says whether the principal may make a key of a role. Nobody gives
// away more than he has: a director may not make a viewer, who would read all
// tenants.
func (p Principal) MayGrant(role Role) bool {
	switch p.Role {
	case Organiser:
		return role.Valid()
	case Director:
		return role == Director || role == Scorer
	default:
		return false
	}
}

type contextKey struct{}

// WithPrincipal gives a context in which From finds the principal.
func WithPrincipal(ctx context.Context, p Principal) context.Context {
	return context.WithValue(ctx, contextKey{}, p)
}

// From is the principal of the context, the zero one (whose scope is none)
// where nobody has been authenticated.
func From(ctx context.Context) Principal {
	p, _ := ctx.Value(contextKey{}).(Principal)
	return p
}

// Authenticator finds the principal of a key. Hash is HashKey of what was sent.
// It answers fault.KeyInvalid when the key is unknown, revoked or expired.
type Authenticator interface {
	Authenticate(ctx context.Context, hash [32]byte) (Principal, error)
}
