// Package director holds the tenants of the service: the directors who run
// satellites, the organiser, and the keys by which they are known. It never
// decides what a key may do; that is internal/auth.
package director

import (
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
)

// Kind says whose tenant it is.
type Kind string

// The kinds; there is one organiser.
const (
	Organiser Kind = "organiser"
	Local     Kind = "director"
)

// Director is a tenant: a local director's organisation, or the organiser's.
type Director struct {
	ID        uuid.UUID
	Kind      Kind
	Name      string
	Email     string
	City      string
	Region    string
	Country   string
	Version   int64
	CreatedAt time.Time
}

// Check trims a director's texts and refuses what is empty or malformed.
func (d *Director) Check() error {
	for _, text := range []*string{&d.Name, &d.Email, &d.City, &d.Region, &d.Country} {
		*text = strings.Join(strings.Fields(*text), " ")
	}
	err := fault.New(fault.InvalidRequest, "The director cannot be kept like this; see the errors.")
	if d.Name == "" {
		err.WithField("/name", "required", "A name is needed.")
	}
	if at := strings.IndexByte(d.Email, '@'); at < 1 || at == len(d.Email)-1 || strings.Contains(d.Email, " ") {
		err.WithField("/email", "invalid_format", "%q is not an e-mail address.", d.Email)
	}
	if len(err.Fields) > 0 {
		return err
	}
	return nil
}

// Key is a key as it is listed: never with its secret.
type Key struct {
	ID          uuid.UUID
	TenantID    uuid.UUID
	PrincipalID uuid.UUID
	Label       string
	Role        auth.Role
	Prefix      string
	CreatedAt   time.Time
	ExpiresAt   *time.Time
	RevokedAt   *time.Time
}

// Principal is who a key speaks for.
type Principal struct {
	TenantID  uuid.UUID
	ID        uuid.UUID
	Name      string
	Role      auth.Role
	Satellite uuid.UUID // of a scorer
	CreatedAt time.Time
}
