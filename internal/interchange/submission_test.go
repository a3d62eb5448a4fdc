package interchange_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/players"
)

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
