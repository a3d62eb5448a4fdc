// Package migrations holds the schema of the database as numbered pairs of
// SQL files, embedded. internal/postgres runs them; nothing else reads them.
package migrations

import "embed"

// Files are the migrations, NNNN_subject.up.sql and NNNN_subject.down.sql.
//
//go:embed *.sql
var Files embed.FS
