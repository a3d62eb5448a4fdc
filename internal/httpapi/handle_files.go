package httpapi

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/interchange/xlsx"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// ImportResults takes a satellite that was run with another program or on paper.
func (h *handlers) ImportResults(ctx context.Context, r ImportResultsRequestObject) (ImportResultsResponseObject, error) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	var warnings []satellite.Warning
	read := func(s *satellite.Satellite) (played satellite.Played, refused []satellite.Refusal, err error) {
		played, refused, warnings, err = readPlayed(s, r.Params, raw)
		return played, refused, err
	}
	_, result, err := h.Satellites.ImportPlayed(ctx, r.SatelliteID, read, orZero(r.Params.Reason), orZero(r.Params.DryRun))
	if err != nil {
		return nil, err
	}
	if !orZero(r.Params.DryRun) && len(result.Refused) > 0 {
		return nil, refusedFile("Nothing was stored, because the file cannot be taken as it is; errors says where and what.", result.Refused)
	}
	result.Warnings = append(warnings, result.Warnings...)
	return ImportResults200JSONResponse(toResultsImport(result)), nil
}

// readPlayed reads a file as what a satellite played.
func readPlayed(s *satellite.Satellite, p api.ImportResultsParams, raw []byte) (satellite.Played, []satellite.Refusal, []satellite.Warning, error) {
	if p.Format == api.ImportResultsParamsFormatCsv {
		rows, findings, err := readResults(raw)
		if err != nil || findings.Refused() {
			return satellite.Played{}, refusals(findings), nil, err
		}
		played, refused := interchange.PlayedOfRows(s, rows)
		return played, refused, doubts(findings), nil
	}
	format := interchange.Format(p.Format)
	if s.Chess != format.OfChess() {
		return satellite.Played{}, nil, nil, fault.New(fault.FormatUnsupported, "Files of %s do not hold the results of this game; a satellite of chess takes swisssys, trf and csv, another naspa, tsh and csv.", format)
	}
	d, findings, err := readDivision(format, raw, orZero(p.Division))
	if err != nil || findings.Refused() {
		return satellite.Played{}, refusals(findings), nil, err
	}
	played, warnings := interchange.PlayedOf(format, d)
	return played, nil, append(doubts(findings), warnings...), nil
}

// readResults reads results as text or as a spreadsheet.
func readResults(raw []byte) ([]interchange.GameRow, interchange.Findings, error) {
	if !xlsx.Is(raw) {
		rows, findings := interchange.ReadResults(raw)
		return rows, findings, nil
	}
	grid, err := xlsx.Read(raw)
	if err != nil {
		return nil, nil, err
	}
	rows, findings := interchange.ReadResultsGrid(grid)
	return rows, findings, nil
}

// readDivision reads the division of a result file that is meant.
func readDivision(format interchange.Format, raw []byte, name string) (interchange.Division, interchange.Findings, error) {
	e, findings := interchange.Read(format, raw, "")
	if findings.Refused() {
		return interchange.Division{}, findings, nil
	}
	d, err := e.DivisionOf(name)
	return d, findings, err
}

func refusals(findings interchange.Findings) []satellite.Refusal {
	return listOf(findings.Of(interchange.Wrong), func(f interchange.Finding) satellite.Refusal {
		return satellite.Refusal{Line: f.Line, Column: f.Column, Code: f.Code, Detail: f.Sentence()}
	})
}

func doubts(findings interchange.Findings) []satellite.Warning {
	return listOf(findings.Of(interchange.Doubtful), func(f interchange.Finding) satellite.Warning {
		return satellite.Warning{Code: f.Code, Detail: f.Detail}
	})
}

func toResultsImport(p satellite.PlayedImport) api.ResultsImport {
	return api.ResultsImport{
		Stored: p.Stored, Unchanged: p.Unchanged, Players: p.Players, Rounds: p.Rounds, Games: p.Games,
		Refused: listOf(p.Refused, toRefusedRow), Warnings: listOf(p.Warnings, toWarning),
		Differs: listOf(p.Differs, toDiffer), Unranked: optional(p.Unranked), NeedsReason: p.NeedsReason(),
	}
}

func toRefusedRow(r satellite.Refusal) api.RefusedRow {
	return api.RefusedRow{Line: r.Line, Column: r.Column, Field: optional(r.Field), Code: r.Code, Detail: r.Detail}
}

// ExportSatellite gives a satellite as a file.
func (h *handlers) ExportSatellite(ctx context.Context, r ExportSatelliteRequestObject) (ExportSatelliteResponseObject, error) {
	s, err := h.Satellites.Get(ctx, r.SatelliteID)
	if err != nil {
		return nil, err
	}
	var raw []byte
	name, kind := fileName(s, r.Params.Format), "text/plain; charset=utf-8"
	switch r.Params.Format {
	case api.ExportFormatCsv:
		var t interchange.Table
		if t, err = tableOf(s, orZero(r.Params.Table)); err != nil {
			return nil, err
		}
		raw, kind = interchange.WriteCSV(t), "text/csv; charset=utf-8"
	case api.ExportFormatXlsx:
		if raw, err = workbookOf(s); err != nil {
			return nil, err
		}
		kind = xlsxType
	default:
		e, _ := interchange.OfSatellite(s)
		raw, _ = interchange.Write(interchange.Format(r.Params.Format), e)
	}
	return ExportSatellite200AsteriskResponse{fileAnswer(name, kind, raw)}, nil
}

const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

func fileAnswer(name, kind string, raw []byte) FileAsteriskResponse {
	disposition := mime.FormatMediaType("attachment", map[string]string{"filename": name})
	return FileAsteriskResponse{
		Body: bytes.NewReader(raw), ContentType: kind, ContentLength: int64(len(raw)),
		Headers: FileResponseHeaders{ContentDisposition: &disposition},
	}
}

// fileName names a file after its satellite.
func fileName(s *satellite.Satellite, format api.ExportFormat) string {
	endings := map[api.ExportFormat]string{api.ExportFormatTsh: "t", api.ExportFormatNaspa: "txt", api.ExportFormatSwisssys: "txt"}
	ending := string(format)
	if other, ok := endings[format]; ok {
		ending = other
	}
	return fmt.Sprintf("%s %s.%s", s.StartsOn, s.Name, ending)
}

// tableOf is one table of a satellite.
func tableOf(s *satellite.Satellite, which api.ExportSatelliteParamsTable) (interchange.Table, error) {
	if which == "" || which == api.ExportSatelliteParamsTableResults {
		return interchange.ResultsTable(s), nil
	}
	table, err := s.StandingsAfter(nil)
	if err != nil {
		return interchange.Table{}, err
	}
	if which == api.ExportSatelliteParamsTableStandings {
		return interchange.StandingsTable(table), nil
	}
	return interchange.CrosstableTable(s, table), nil
}

// workbookOf has a sheet for every table of a satellite; the first is the one that
// can be read back.
func workbookOf(s *satellite.Satellite) ([]byte, error) {
	var tables []interchange.Table
	for _, which := range []api.ExportSatelliteParamsTable{
		api.ExportSatelliteParamsTableResults, api.ExportSatelliteParamsTableStandings, api.ExportSatelliteParamsTableCrosstable,
	} {
		t, err := tableOf(s, which)
		if err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	return xlsx.Write(tables...)
}

// ListExportNotes says what a format cannot hold of a satellite.
func (h *handlers) ListExportNotes(ctx context.Context, r ListExportNotesRequestObject) (ListExportNotesResponseObject, error) {
	s, err := h.Satellites.Get(ctx, r.SatelliteID)
	if err != nil {
		return nil, err
	}
	out := ListExportNotes200JSONResponse{FileName: fileName(s, r.Params.Format), Items: []api.ExportNote{}}
	if r.Params.Format != api.ExportFormatCsv && r.Params.Format != api.ExportFormatXlsx {
		e, _ := interchange.OfSatellite(s)
		_, notes := interchange.Write(interchange.Format(r.Params.Format), e)
		out.Items = listOf(notes, toNote)
	}
	return out, nil
}

func toNote(n interchange.Note) api.ExportNote {
	return api.ExportNote{Player: optional(n.Player), Code: n.Code, From: optional(n.From), To: optional(n.To), Detail: n.Detail}
}

// GetSubmission says whether the results can be sent to the association.
func (h *handlers) GetSubmission(ctx context.Context, r GetSubmissionRequestObject) (GetSubmissionResponseObject, error) {
	s, rules, err := h.Satellites.WithRules(ctx, r.SatelliteID)
	if err != nil {
		return nil, err
	}
	preview := interchange.PreviewSubmission(s, rules, h.Satellites.Now())
	return GetSubmission200JSONResponse{
		Ready: len(preview.Objections) == 0, InTimeThrough: toDate(preview.InTimeThrough), Late: preview.Late, Fee: toMoney(preview.Fee),
		Objections: listOf(preview.Objections, func(o interchange.Objection) api.ExportNote {
			return api.ExportNote{Player: optional(o.Player), Code: o.Code, Detail: o.Detail}
		}),
		Notes: listOf(preview.Notes, toNote),
	}, nil
}

// ValidateFile checks a result file that is not stored.
func (h *handlers) ValidateFile(_ context.Context, r ValidateFileRequestObject) (ValidateFileResponseObject, error) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	e, findings := interchange.Read(interchange.Format(r.Params.Format), raw, "")
	finding := func(f interchange.Finding) api.FileFinding {
		return api.FileFinding{Line: f.Line, Column: f.Column, Code: f.Code, Detail: f.Sentence()}
	}
	return ValidateFile200JSONResponse{
		Ok: !findings.Refused(), Errors: listOf(findings.Of(interchange.Wrong), finding), Warnings: listOf(findings.Of(interchange.Doubtful), finding),
		Divisions: listOf(e.Divisions, func(d interchange.Division) api.FileDivision {
			return api.FileDivision{Name: d.Name, Players: len(d.Players), Rounds: d.Rounds(), CompleteRounds: d.CompleteRounds()}
		}),
	}, nil
}

// ComputeStandings gives the standings of a result file that is not stored.
func (h *handlers) ComputeStandings(_ context.Context, r ComputeStandingsRequestObject) (ComputeStandingsResponseObject, error) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	e, findings := interchange.Read(interchange.Format(r.Params.Format), raw, "")
	if err := findings.Err(); err != nil {
		return nil, err
	}
	var divisions []api.FileDivisionStandings
	for _, d := range e.Divisions {
		after := d.PlayedRounds()
		if n := r.Params.AfterRound; n != nil {
			if *n > after {
				return nil, fault.AtField("/query/after_round", "out_of_range", "The file has results of %d rounds.", after)
			}
			after = *n
		}
		divisions = append(divisions, api.FileDivisionStandings{Name: d.Name, AfterRound: after, Standings: fileStandings(d, after, orZero(r.Params.Order))})
	}
	if len(divisions) == 1 {
		return ComputeStandings200JSONResponse{AfterRound: &divisions[0].AfterRound, Standings: &divisions[0].Standings}, nil
	}
	return ComputeStandings200JSONResponse{Divisions: &divisions}, nil
}

// fileStandings are the standings of a division in the order that is asked for; by
// default that of the game which the file is of.
func fileStandings(d interchange.Division, after int, order api.FileOrder) []api.FileStanding {
	switch {
	case order == api.FileOrderNast || order == "" && !d.Chess():
		return listOf(d.Standings(after), toFileStanding)
	case order == api.FileOrderNscf:
		return listOf(d.ChessStandings(after, standings.ChessOptions{OppositionCumulative: standings.NSCF}), toFileChessStanding)
	}
	return listOf(d.ChessStandings(after, standings.ChessOptions{OppositionCumulative: standings.USChess}), toFileChessStanding)
}

func toFileChessStanding(row interchange.ChessStanding) api.FileStanding {
	return api.FileStanding{
		Rank: row.Rank, Tied: row.Tied, Seed: row.Seed, Name: row.Name.String(), Rating: toRating(row.Rating), Wins: row.Wins, Losses: row.Losses,
		Draws: row.Draws, Points: toPoints(row.HalfPoints), Byes: row.Byes, Tiebreaks: toTiebreaks(row.ChessRow),
	}
}

func toTiebreaks(row standings.ChessRow) *api.Tiebreaks {
	return &api.Tiebreaks{
		ModifiedMedian: toPoints(row.ModifiedMedian), Solkoff: toPoints(row.Solkoff),
		Cumulative: toPoints(row.Cumulative), CumulativeOfOpposition: toPoints(row.CumulativeOfOpposition),
	}
}

func toFileStanding(row interchange.Standing) api.FileStanding {
	out := api.FileStanding{
		Rank: row.Rank, Tied: row.Tied, Seed: row.Seed, Name: row.Name.String(), Rating: toRating(row.Rating), Wins: row.Wins, Losses: row.Losses,
		Draws: row.Draws, Points: toPoints(row.HalfPoints), Spread: row.Spread, Byes: row.Byes, Withdrawn: row.Withdrawn,
	}
	if row.Withdrawn {
		out.WithdrewAfter = &row.WithdrewAfter
	}
	return out
}
