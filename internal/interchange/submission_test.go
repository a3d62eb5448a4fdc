package interchange_test

import (
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/players"
)

// The last day in time is the 28th at the venue: in Boise it ends at 6:00 UTC of the 29th, in
// Auckland at 11:00 UTC of the 28th.
func TestResultsAreLateMoreThanFourteenDaysAfterTheLastDayAtTheVenue(t *testing.T) {
	t.Parallel()
	lastDay := civil.New(2026, time.March, 14)
	for _, c := range []struct {
		venue, reported string
		cents           int64
	}{
		{"America/Boise", "2026-03-14T23:00:00Z", 0},
		{"America/Boise", "2026-03-29T05:59:59Z", 0},
		{"America/Boise", "2026-03-29T06:00:00Z", 550},
		{"Pacific/Auckland", "2026-03-28T10:59:59Z", 0},
		{"Pacific/Auckland", "2026-03-28T11:00:00Z", 550},
		{"America/Boise", "2027-03-29T06:00:00Z", 550},
		{"America/Boise", "2026-03-01T06:00:00Z", 0},
	} {
		venue, err := time.LoadLocation(c.venue)
		require.NoError(t, err)
		reported, err := time.Parse(time.RFC3339, c.reported)
		require.NoError(t, err)
		require.Equal(t, money.Money{Amount: c.cents, Currency: money.USD},
			interchange.UsualLateRule().Fee(lastDay, venue, reported, 22), "%s %s", c.venue, c.reported)
	}
	own := interchange.LateRule{Days: 3, PerPlayer: money.Money{Amount: 100, Currency: "CAD"}}
	require.Equal(t, money.Money{Amount: 400, Currency: "CAD"}, own.Fee(lastDay, time.UTC, time.Date(2026, time.March, 18, 0, 0, 0, 0, time.UTC), 4))
	require.Equal(t, money.Zero("CAD"), own.Fee(lastDay, time.UTC, time.Date(2026, time.March, 17, 23, 0, 0, 0, time.UTC), 4))
}

func TestSubmissionIsCheckedBeforeItIsSent(t *testing.T) {
	t.Parallel()
	good := func() interchange.Submission {
		e := fieldOf(players.Name{Family: "A"}, players.Name{Family: "B"}, players.Name{Family: "C"}, players.Name{Family: "D"})
		for i := range e.Divisions[0].Players {
			e.Divisions[0].Players[i].AssociationID = "AA00000" + string(rune('1'+i))
		}
		return interchange.Submission{Event: e, Over: true, Rounds: 1}
	}
	require.Empty(t, good().Check())
	for code, spoil := range map[string]func(*interchange.Submission, *interchange.Division){
		"not_over":          func(s *interchange.Submission, _ *interchange.Division) { s.Over = false },
		"too_few_players":   func(_ *interchange.Submission, d *interchange.Division) { d.Players = d.Players[:3] },
		"too_many_rounds":   func(s *interchange.Submission, _ *interchange.Division) { s.Rounds = 0 },
		"results_missing":   func(_ *interchange.Submission, d *interchange.Division) { d.Players[2].Scores = nil },
		"no_association_id": func(_ *interchange.Submission, d *interchange.Division) { d.Players[3].AssociationID = "" },
	} {
		s := good()
		spoil(&s, &s.Event.Divisions[0])
		objections := s.Check()
		require.Len(t, objections, 1, code)
		require.Equal(t, code, objections[0].Code)
		require.NotEmpty(t, objections[0].Detail)
	}
}

func TestTourneyManFilesAreTriedAsNASPAAndElseRefusedInPlainWords(t *testing.T) {
	t.Parallel()
	require.Equal(t, interchange.NASPA, interchange.FormatOf("spring.CHW"))
	e, findings := interchange.Read(interchange.NASPA, data(t, "naspa_sample_2009.txt"), "spring.CHW")
	require.NoError(t, findings.Err())
	require.Len(t, e.Divisions, 3)
	_, findings = interchange.Read(interchange.NASPA, []byte("\x00\x01TM"), "spring.chw")
	require.Equal(t, []string{"1:1 tourneyman"}, said(findings))
	require.Contains(t, findings[0].Detail, "NASPA")
}

func TestDivisionOfOneFileIsNamedAfterIt(t *testing.T) {
	t.Parallel()
	require.Equal(t, interchange.TSH, interchange.FormatOf("A.T"))
	require.Equal(t, interchange.TOU, interchange.FormatOf("A.TOU"))
	e, findings := interchange.Read(interchange.TSH, data(t, "tsh_roster_only.t"), "open.t")
	require.NoError(t, findings.Err())
	require.Equal(t, "open", e.Divisions[0].Name)
	_, findings = interchange.Read("doc", nil, "x.doc")
	require.Equal(t, []string{"1:1 unknown_format"}, said(findings))
}
