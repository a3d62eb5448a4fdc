// Package db is what sqlc makes of the queries of internal/postgres: a typed
// function for each statement. Nothing else uses it, and nothing in it is
// written by hand but this comment.
package db
