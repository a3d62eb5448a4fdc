package qualifiers

import (
	"slices"

	"github.com/google/uuid"
)

// Erased is the claim under the pseudonym of its player (R8.2).
func (c Claim) Erased(pseudonym string) Claim {
	c.Name, c.AssociationID = pseudonym, ""
	return c
}

// Erased is the outcome with one of its players under his pseudonym.
func (o Outcome) Erased(player uuid.UUID, pseudonym string) Outcome {
	o.Claims = slices.Clone(o.Claims)
	for i, c := range o.Claims {
		if c.PlayerID == player {
			o.Claims[i] = c.Erased(pseudonym)
		}
	}
	return o
}

// Erased is the difference under the pseudonym of its player.
func (d Difference) Erased(pseudonym string) Difference {
	d.Name = pseudonym
	for _, c := range []**Claim{&d.Was, &d.Now} {
		if *c != nil {
			erased := (*c).Erased(pseudonym)
			*c = &erased
		}
	}
	return d
}
