package migrations_test

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/migrations"
)

func names(t *testing.T) []string {
	t.Helper()
	all, err := fs.Glob(migrations.Files, "*")
	require.NoError(t, err)
	require.NotEmpty(t, all)
	return all
}

// A lower number that is merged later would be skipped in silence, so there is
// never a gap for one.
func TestNumbersAreContiguousAndEachHasADown(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`^(\d{4})_([a-z0-9_]+)\.(up|down)\.sql$`)
	byNumber := map[string][]string{}
	for _, name := range names(t) {
		parts := form.FindStringSubmatch(name)
		require.NotNil(t, parts, "%s is not named NNNN_subject.up.sql or .down.sql", name)
		byNumber[parts[1]] = append(byNumber[parts[1]], parts[2]+" "+parts[3])
	}
	for n := 1; n <= len(byNumber); n++ {
		number := fmt.Sprintf("%04d", n)
		files := byNumber[number]
		require.Len(t, files, 2, "number %s has one up and one down", number)
		slices.Sort(files)
		subject := strings.TrimSuffix(files[0], " down")
		require.Equal(t, []string{subject + " down", subject + " up"}, files, "number %s", number)
	}
}

// Every migration runs in one transaction with the others; these statements
// would end it or cannot stand in one.
func TestNoMigrationLeavesItsTransaction(t *testing.T) {
	t.Parallel()
	forbidden := regexp.MustCompile(`(?im)^\s*(BEGIN|START TRANSACTION|COMMIT|ROLLBACK|VACUUM)\s*;|\bCONCURRENTLY\b|ALTER\s+SYSTEM|CREATE\s+DATABASE`)
	for _, name := range names(t) {
		sql, err := fs.ReadFile(migrations.Files, name)
		require.NoError(t, err)
		require.Empty(t, forbidden.FindString(string(sql)), name)
	}
}
