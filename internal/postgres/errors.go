package postgres

import (
	"errors"
	"io"
	"net"
	"strings"
	"syscall"

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
	bankSeenOnce          = "bank_seen_once"
	satellitesOneFinal    = "satellites_one_final"
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

// away turns the errors of a database that is not there, is starting or is going
// down into fault.NotReady: whoever asks can try again.
func away(err error) error {
	var known *fault.Error
	if err == nil || errors.As(err, &known) {
		return err
	}
	var connect *pgconn.ConnectError
	code := codeOf(err)
	switch {
	case errors.As(err, &connect), strings.HasPrefix(code, "08"), strings.HasPrefix(code, "57P0"), code == "53300":
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
	default:
		return err
	}
	return fault.Wrap(err, fault.NotReady, "The database is away for a moment; try again.")
}

// none says whether an error is that there is no row.
func none(err error) bool { return errors.Is(err, pgx.ErrNoRows) }

// missing turns "no rows" into the fault that says so, without saying more.
func missing(err error, what string) error {
	if none(err) {
		return fault.New(fault.ResourceNotFound, "There is no such %s.", what)
	}
	return err
}
