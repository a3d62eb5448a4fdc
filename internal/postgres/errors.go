package postgres

import (
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/nast-tour/nast/internal/fault"
)

// The error codes of Postgres that mean something to us.
const (
	uniqueViolation   = "23505"
	duplicateDatabase = "42P04"
	undefinedTable    = "42P01"
)

// The constraints that a person can run into; the name is the schema's.
const (
	toursSlugTaken        = "tours_slug_taken"
	entrantsAssociationID = "entrants_association_id"
)

// codeOf is the code of a database error, "" for any other.
func codeOf(err error) string {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code
	}
	return ""
}

// broke says whether an error is the breach of a constraint.
func broke(err error, constraint string) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.ConstraintName == constraint
}

// missing turns "no rows" into the fault that says so, without saying more.
func missing(err error, what string) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return fault.New(fault.ResourceNotFound, "There is no such %s.", what)
	}
	return err
}
