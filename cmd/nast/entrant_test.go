package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
)

func TestNamesAreTakenApart(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][2]string{
		"Lee, Ann":            {"Lee", "Ann"},
		"  van der Berg ,Jo ": {"van der Berg", "Jo"},
		"Ann  Lee":            {"Lee", "Ann"},
		"Ann Marie Lee":       {"Lee", "Ann Marie"},
		"Cher":                {"Cher", ""},
		"Cher,":               {"Cher", ""},
	} {
		family, given := splitName(name)
		require.Equal(t, want, [2]string{family, given}, name)
	}
}

func TestEntrantLines(t *testing.T) {
	t.Parallel()
	rating, id, yes, no := 1500, "AA001234", true, false
	for line, want := range map[string]api.EntrantCreate{
		"Lee, Ann":                         {FamilyName: "Lee"},
		"Lee, Ann; 1500; AA001234":         {FamilyName: "Lee", Rating: &rating, AssociationID: &id},
		"Lee, Ann\tAA001234\t1500":         {FamilyName: "Lee", Rating: &rating, AssociationID: &id},
		"Lee, Ann;;1500; standby ; ABSENT": {FamilyName: "Lee", Rating: &rating, Standby: &yes, Present: &no},
	} {
		got, err := parseEntrantLine(line, api.EntrantPatch{})
		require.NoError(t, err, line)
		want.GivenName = optional("Ann")
		require.Equal(t, want, got, line)
	}
	for _, line := range []string{"; 1500", "Lee, Ann; maybe", "Lee, Ann; ann@example.org"} {
		_, err := parseEntrantLine(line, api.EntrantPatch{})
		require.Error(t, err, line)
	}
}

func TestAddingFromLinesGoesOnAfterARefusal(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := b.fake.addSatellite("Boise", 0)
	code, out, errs := b.nast("Lee, Ann; 1500\n\nKim, Bo; -5\nNúñez, Zoë; what\nOrr, Cy\n", "entrant", "add", "-", "--paid", "30", "-s", "boise")
	require.Equal(t, exitRefused, code)
	require.Equal(t, "Entered Lee, Ann, 1500.\nEntered Orr, Cy, unrated.\n", out)
	require.Contains(t, errs, "line 3: /rating: must be 0 or more")
	require.Contains(t, errs, `line 4: "what" is not a rating`)
	require.Contains(t, errs, "2 entered, 2 refused.")
	require.Len(t, s.entrants, 2)
	var sent api.EntrantCreate
	b.lastBody("POST /v1/satellites/"+s.ID.String()+"/entrants", &sent)
	require.Equal(t, int64(3000), sent.Paid.Amount)
}

func TestImportShowsRefusedRows(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := b.fake.addSatellite("Boise", 0)
	file := filepath.Join(t.TempDir(), "roster.csv")
	require.NoError(t, os.WriteFile(file, []byte("family_name,given_name,association_id,rating\nLee,Ann,,1500\nKim,Bo,,15OO\n"), 0o600))

	code, out, errs := b.nast("", "entrant", "import", file, "-s", "boise")
	require.Equal(t, exitRefused, code)
	require.Contains(t, errs, `line 3, column 9: "15OO" is not a rating`)
	require.Contains(t, out, "Nothing was entered: 1 row refused.")
	require.Empty(t, s.entrants)

	code, out, _ = b.nast("", "entrant", "import", file, "--partial")
	require.Equal(t, exitRefused, code)
	require.Contains(t, out, "1 player entered, 1 refused.")
	require.Len(t, s.entrants, 1)

	code, out, _ = b.nast("family_name,given_name,association_id,rating\nOrr,Cy,,\n", "entrant", "import", "-", "--dry-run")
	require.Equal(t, exitDone, code)
	require.Contains(t, out, "1 player would be entered, 0 refused.")
	require.Len(t, s.entrants, 1)

	code, _, errs = b.nast("", "entrant", "import", file+".missing")
	require.Equal(t, exitUsage, code)
	require.Contains(t, errs, "cannot be read")
}

// R2.2, R2.5: what the field means for byes, before the start.
func TestFieldSummary(t *testing.T) {
	t.Parallel()
	rating := 1500
	present := api.Entrant{Present: true, Rating: &rating}
	unrated := api.Entrant{Present: true}
	absent := api.Entrant{Rating: &rating}
	standby := api.Entrant{Name: "Kim, Bo", Present: true, Standby: true, Rating: &rating}
	require.Equal(t, "2 entrants, 2 to play, 1 unrated.", fieldSummary([]api.Entrant{present, unrated}))
	require.Equal(t, "3 entrants, 1 to play, 1 standby, 1 absent. The number is odd: the first standby plays, Kim, Bo.",
		fieldSummary([]api.Entrant{present, absent, standby}))
	seed := 1
	left := api.Entrant{Present: true, InField: true, Withdrawn: true, Seed: &seed, Rating: &rating}
	require.Equal(t, "3 entrants, 1 playing, 1 standby, 1 withdrawn.", fieldSummary([]api.Entrant{present, standby, left}),
		"once it has started the sheets say who has a bye")
	require.Equal(t, "1 entrant, 1 to play. The number is odd: one player has a bye each round.", fieldSummary([]api.Entrant{present}))
}
