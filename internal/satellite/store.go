package satellite

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/tour"
)

// Store keeps satellites. What another tenant owns is not there for the caller
// (fault.ResourceNotFound). Every method but InTx joins the transaction of its
// context.
type Store interface {
	// InTx runs fn in one transaction under the caller's rights; fn may run
	// again after a serialisation failure.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// Load reads a whole satellite; Lock also keeps others from acting on it
	// until the transaction ends.
	Load(ctx context.Context, id uuid.UUID) (*Satellite, error)
	Lock(ctx context.Context, id uuid.UUID) (*Satellite, error)

	// Insert keeps a new satellite with its first log entry, Save what an act
	// has changed with its entry.
	Insert(ctx context.Context, s *Satellite, entry Entry) error
	Save(ctx context.Context, s *Satellite, entry Entry) error

	List(ctx context.Context, f Filter) ([]Registration, error)
	Log(ctx context.Context, id uuid.UUID, afterSeq int64, limit int) ([]Entry, error)

	// Contacts are the e-mail addresses by entrant (R8.1); SetContact with ""
	// removes one.
	Contacts(ctx context.Context, s *Satellite) (map[uuid.UUID]string, error)
	SetContact(ctx context.Context, s *Satellite, entrant uuid.UUID, email string) error

	// SaveReport keeps a report as it was made.
	SaveReport(ctx context.Context, s *Satellite, r Report) error
	LatestReport(ctx context.Context, s *Satellite) (Report, error)

	// FinalOf finds the Final Event of a tour, but for one that was rejected or cancelled; there is
	// one at the most, and Insert refuses another (fault.FinalExists).
	FinalOf(ctx context.Context, tourID uuid.UUID) (id uuid.UUID, found bool, err error)
}

// Finals knows what a Final Event is made from, in the transaction of its context (R5.7).
type Finals interface {
	// Field is the final field as it stands.
	Field(ctx context.Context, tourID uuid.UUID) (FinalField, error)
	// Pool is what the tour gives to the prizes, as it stands.
	Pool(ctx context.Context, t tour.Tour) (PrizePool, error)
}

// FinalField is the field of a Final Event before that is made.
type FinalField struct {
	Finalists []Finalist // who plays by seed, then who waits in order
	Open      []OpenPlace
}

// OpenPlace is a place of the final field of which something is still open.
type OpenPlace struct {
	PlayerID uuid.UUID
	Name     string
	Unpaid   bool // a buy-in that is not paid; else somebody invited who has not answered
}

// Filter selects satellites for a list; zero values select all.
type Filter struct {
	Tour     string // slug
	Status   Status
	Director uuid.UUID
	From, To civil.Date // of the first day
	Text     string     // part of the name or city
	After    Position   // the last item of the page before
	Limit    int
}

// Position is a place in the list of satellites.
type Position struct {
	StartsOn civil.Date `json:"d"`
	ID       uuid.UUID  `json:"i"`
}

// Tours reads tours.
type Tours interface {
	BySlug(ctx context.Context, slug string) (tour.Tour, error)
	ByID(ctx context.Context, id uuid.UUID) (tour.Tour, error)

	// Freeze ends the time in which the rules of a tour may change.
	Freeze(ctx context.Context, id uuid.UUID) error
}

// Persons finds who an entrant is over all satellites (R5.8), or makes a new
// person; those in the field already are other people.
type Persons interface {
	// Reserve comes before several Identify in one transaction.
	Reserve(ctx context.Context, claims []players.Claim) error
	Identify(ctx context.Context, name players.Name, associationID string, inField map[uuid.UUID]bool) (players.Identity, error)
	// Erased are those of some persons who were erased (R8.2).
	Erased(ctx context.Context, persons []uuid.UUID) (map[uuid.UUID]bool, error)
	// ErasedSince is who was meant by a name and number at a time, if he was erased after it.
	ErasedSince(ctx context.Context, name players.Name, associationID string, at time.Time, inField map[uuid.UUID]bool) (players.Person, bool, error)
}

// Treasury posts the due of a report, or its difference to what was posted
// before, in the transaction of the report (R6.4).
type Treasury interface {
	PostReport(ctx context.Context, r carryover.Reported) error
}

// Herald tells programs outside of an act, in the transaction that keeps it.
type Herald interface {
	Acted(ctx context.Context, s *Satellite, entry Entry) error
}

// Announcer tells the worker that a satellite was reported, in the
// transaction of the report.
type Announcer interface {
	Reported(ctx context.Context, tourID, satelliteID uuid.UUID) error
}
