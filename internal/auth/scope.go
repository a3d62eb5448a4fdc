package auth

import "github.com/google/uuid"

// ScopeKind says which rows of tenant tables a transaction meets.
type ScopeKind string

// The kinds of scope, as the database knows them.
const (
	ScopeNone      ScopeKind = "none"      // no row
	ScopePublic    ScopeKind = "public"    // the rows of public tours, SELECT only
	ScopeTenant    ScopeKind = "tenant"    // the rows of one tenant
	ScopeReader    ScopeKind = "reader"    // all rows, SELECT only
	ScopeTreasurer ScopeKind = "treasurer" // all rows to read, those of the books to write
	ScopeOrganiser ScopeKind = "organiser" // all rows
)

// Scope is what the storage adapter sets for a transaction, for row-level
// security. TenantID is the tenant of the principal, whatever the kind.
type Scope struct {
	Kind     ScopeKind
	TenantID uuid.UUID
}

// Scope is the principal's scope. A principal of no known role, or of a tenant
// role without a tenant, meets nothing.
func (p Principal) Scope() Scope {
	switch p.Role {
	case Organiser:
		return Scope{Kind: ScopeOrganiser, TenantID: p.TenantID}
	case Viewer:
		return Scope{Kind: ScopeReader, TenantID: p.TenantID}
	case Public:
		return Scope{Kind: ScopePublic, TenantID: p.TenantID}
	case Treasurer:
		return Scope{Kind: ScopeTreasurer, TenantID: p.TenantID}
	case Director, Scorer, Player:
		if p.TenantID != uuid.Nil {
			return Scope{Kind: ScopeTenant, TenantID: p.TenantID}
		}
	}
	return Scope{Kind: ScopeNone}
}
