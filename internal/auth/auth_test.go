package auth_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/auth"
)

func TestNewKeyHasTheFormAndIsNeverTheSame(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`^nast_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}$`)
	seen := map[string]bool{}
	for range 200 {
		key, err := auth.NewKey(rand.Reader)
		require.NoError(t, err)
		require.Regexp(t, form, key.Secret)
		require.GreaterOrEqual(t, len(key.Secret), auth.MinKeyLength)
		require.Equal(t, key.Secret[:13], key.Prefix)
		require.Equal(t, auth.HashKey(key.Secret), key.Hash)
		require.False(t, seen[key.Secret])
		seen[key.Secret] = true
	}
}

func TestNewKeyDrawsEveryLetterAlike(t *testing.T) {
	t.Parallel()
	// Bytes from 248 on are beyond four whole alphabets and have to be skipped;
	// taking them modulo 62 would favour the letters 0 to 7.
	biased := bytes.NewReader(bytes.Repeat([]byte{255, 61}, 200))
	key, err := auth.NewKey(biased)
	require.NoError(t, err)
	require.Equal(t, "nast_"+strings.Repeat("z", 8)+"_"+strings.Repeat("z", 43), key.Secret)
}

func TestNewKeyPassesOnTheErrorOfTheSource(t *testing.T) {
	t.Parallel()
	_, err := auth.NewKey(strings.NewReader("short"))
	require.Error(t, err)
}

func TestHashKeyIsTheSHA256OfTheWholeKey(t *testing.T) {
	t.Parallel()
	// The digest of "abc" is the first example of FIPS 180-4.
	hash := auth.HashKey("abc")
	require.Equal(t, "\xba\x78\x16\xbf\x8f\x01\xcf\xea\x41\x41\x40\xde\x5d\xae\x22\x23\xb0\x03\x61\xa3\x96\x17\x7a\x9c\xb4\x10\xff\x61\xf2\x00\x15\xad", string(hash[:]))
	require.True(t, auth.SameHash(hash, auth.HashKey("abc")))
	require.False(t, auth.SameHash(hash, auth.HashKey("abd")))
}

func TestPrefixShowsOnlyTheStart(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{
		"nast_AbCd1234_" + strings.Repeat("x", 43):   "nast_AbCd1234",
		"a-bootstrap-key-of-more-than-32-characters": "a-bo",
		"nast_but-made-by-hand-and-long-enough-too":  "nast",
		"äöüßä-Schlüssel-der-Organisation-lang":      "äöüß",
		"": "",
	} {
		require.Equal(t, want, auth.Prefix(key))
	}
}

func TestFromIsTheZeroPrincipalWhereThereIsNone(t *testing.T) {
	t.Parallel()
	require.Zero(t, auth.From(context.Background()))
	require.Equal(t, auth.ScopeNone, auth.From(context.Background()).Scope().Kind)
	p := auth.Principal{ID: uuid.New(), Role: auth.Viewer}
	require.Equal(t, p, auth.From(auth.WithPrincipal(context.Background(), p)))
}

func TestScopeOfEachRole(t *testing.T) {
	t.Parallel()
	tenant := uuid.New()
	for _, row := range []struct {
		role   auth.Role
		tenant uuid.UUID
		want   auth.ScopeKind
	}{
		{auth.Organiser, tenant, auth.ScopeOrganiser},
		{auth.Director, tenant, auth.ScopeTenant},
		{auth.Scorer, tenant, auth.ScopeTenant},
		{auth.Viewer, tenant, auth.ScopeReader},
		{auth.Treasurer, tenant, auth.ScopeTreasurer},
		{auth.Public, tenant, auth.ScopePublic},
		{auth.Director, uuid.Nil, auth.ScopeNone},
		{auth.Scorer, uuid.Nil, auth.ScopeNone},
		{"", tenant, auth.ScopeNone},
		{"owner", tenant, auth.ScopeNone},
	} {
		scope := auth.Principal{Role: row.role, TenantID: row.tenant}.Scope()
		require.Equal(t, row.want, scope.Kind, "%+v", row)
		if row.want != auth.ScopeNone {
			require.Equal(t, tenant, scope.TenantID)
		}
	}
}

func TestOnlyScorersAreBoundToOneSatellite(t *testing.T) {
	t.Parallel()
	mine, other := uuid.New(), uuid.New()
	scorer := auth.Principal{Role: auth.Scorer, SatelliteID: mine}
	require.True(t, scorer.MayTouchSatellite(mine))
	require.False(t, scorer.MayTouchSatellite(other))
	require.False(t, auth.Principal{Role: auth.Scorer}.MayTouchSatellite(uuid.Nil), "a scorer of no satellite")
	require.True(t, auth.Principal{Role: auth.Director}.MayTouchSatellite(other))
}

func TestNobodyGrantsMoreThanHeHas(t *testing.T) {
	t.Parallel()
	may := map[auth.Role][]auth.Role{
		auth.Organiser: auth.Roles(),
		auth.Director:  {auth.Director, auth.Scorer},
	}
	for _, giver := range append(auth.Roles(), "") {
		for _, given := range append(auth.Roles(), "owner") {
			got := auth.Principal{Role: giver}.MayGrant(given)
			require.Equal(t, contains(may[giver], given), got, "%s gives %s", giver, given)
		}
	}
}

func TestTheOrganiserMayDoEverythingAndNobodyElseWithoutARole(t *testing.T) {
	t.Parallel()
	for operation, rule := range auth.Permissions {
		require.True(t, rule.Allows(auth.Organiser), operation)
		require.Equal(t, rule.Public, rule.Allows(""), operation)
	}
	require.False(t, auth.Permissions["noSuchOperation"].Allows(auth.Organiser))
}

func contains(roles []auth.Role, role auth.Role) bool {
	for _, r := range roles {
		if r == role {
			return true
		}
	}
	return false
}
