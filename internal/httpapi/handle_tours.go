package httpapi

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
	"github.com/nast-tour/nast/internal/tour"
)

// CreateTour makes a tour.
func (h *handlers) CreateTour(ctx context.Context, r CreateTourRequestObject) (CreateTourResponseObject, error) {
	b := r.Body
	format := tour.NAST
	if b.Format != nil {
		format = tour.Format(*b.Format)
	}
	t := tour.Tour{
		Slug: b.Slug, Name: b.Name, Format: format, StartsOn: fromDate(b.StartsOn), EndsOn: fromDate(b.EndsOn),
		Currency: money.Currency(b.Currency), DefaultRounds: format.DefaultRounds(),
		Rules: tour.DefaultRules(format), Prizes: format.DefaultPrizes(), Shown: format.DefaultShown(),
	}
	set(&t.DefaultRounds, b.DefaultRounds)
	setQuiet(&t, b.Reminders)
	set(&t.Shown.Public, b.Public)
	set(&t.Shown.ShortNames, b.ShortNames)
	err := applySettings(&t.Rules, settings{
		b.MinRounds, b.MaxRounds, b.CarryoverPercent, b.CarryoverBase, b.PayableWithinDays, b.RepeatQualifier, b.DeclinedSeat,
		b.FifthRoundOfFive, b.StartsSettled, b.LateReportDays, b.LateReportFeeCents,
		chessSettings{b.HalfPointByes, b.HalfPointByesUntil, b.TiebreakOrder, b.OppositionCumulative},
	})
	if err != nil {
		return nil, err
	}
	applyFinal(&t.Final, b.Final)
	t, err = h.Tours.Create(ctx, t)
	if err != nil {
		return nil, err
	}
	return CreateTour201JSONResponse{Body: toTour(t), Headers: CreateTour201ResponseHeaders{ETag: ptr(etag(t.Version))}}, nil
}

// ListTours lists tours, the latest start first.
func (h *handlers) ListTours(ctx context.Context, r ListToursRequestObject) (ListToursResponseObject, error) {
	from, err := after[tour.Position](ctx, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit := limitOf(r.Params.Limit)
	tours, err := h.Tours.List(ctx, from, limit+1)
	if err != nil {
		return nil, err
	}
	tours, next, err := cut(ctx, tours, limit, func(t tour.Tour) any { return tour.Position{StartsOn: t.StartsOn, ID: t.ID} })
	return ListTours200JSONResponse{Items: listOf(tours, toTour), NextCursor: next}, err
}

// GetTour reads one tour.
func (h *handlers) GetTour(ctx context.Context, r GetTourRequestObject) (GetTourResponseObject, error) {
	t, err := h.Tours.Get(ctx, r.Slug)
	if err != nil {
		return nil, err
	}
	return GetTour200JSONResponse{tourAnswer(t)}, nil
}

// UpdateTour changes a tour.
func (h *handlers) UpdateTour(ctx context.Context, r UpdateTourRequestObject) (UpdateTourResponseObject, error) {
	m, err := match(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	b := r.Body
	asked := settings{
		b.MinRounds, b.MaxRounds, b.CarryoverPercent, b.CarryoverBase, b.PayableWithinDays, b.RepeatQualifier, b.DeclinedSeat,
		b.FifthRoundOfFive, b.StartsSettled, b.LateReportDays, b.LateReportFeeCents,
		chessSettings{b.HalfPointByes, b.HalfPointByesUntil, b.TiebreakOrder, b.OppositionCumulative},
	}
	if err := applySettings(&tour.Rules{}, asked); err != nil {
		return nil, err
	}
	check := func(t tour.Tour) error { return m.Check(t.Version, t) }
	t, err := h.Tours.Edit(ctx, r.Slug, check, func(t *tour.Tour) {
		set(&t.Name, b.Name)
		set(&t.DefaultRounds, b.DefaultRounds)
		set(&t.Shown.Public, b.Public)
		set(&t.Shown.ShortNames, b.ShortNames)
		set(&t.StartsOn, fromDatePtr(b.StartsOn))
		set(&t.EndsOn, fromDatePtr(b.EndsOn))
		setQuiet(t, b.Reminders)
		_ = applySettings(&t.Rules, asked) // checked above
		applyFinal(&t.Final, b.Final)
	})
	if err != nil {
		return nil, withCurrent(err, func(t tour.Tour) any { return toTour(t) })
	}
	return UpdateTour200JSONResponse{tourAnswer(t)}, nil
}

// setQuiet says whether people are reminded by mail; nil leaves it as it is.
func setQuiet(t *tour.Tour, reminders *bool) {
	if reminders != nil {
		t.Quiet = !*reminders
	}
}

// settings are the rules that a request names; nil leaves one as it is.
type settings struct {
	minRounds, maxRounds *int
	carryoverPercent     *api.Percent
	carryoverBase        *api.CarryoverBase
	payableWithinDays    *int
	repeatQualifier      *api.RepeatQualifier
	declinedSeat         *api.DeclinedSeat
	fifthRoundOfFive     *api.FifthRoundOfFive
	startsSettled        *bool
	lateReportDays       *int
	lateReportFeeCents   *int
	chess                chessSettings
}

// chessSettings are those that only chess has.
type chessSettings struct {
	halfPointByes, halfPointByesUntil *int
	tiebreakOrder                     *[]api.Tiebreak
	oppositionCumulative              *api.OppositionCumulative
}

func (c chessSettings) apply(to *tour.ChessRules) {
	set(&to.HalfPointByes, c.halfPointByes)
	set(&to.HalfPointByesUntil, c.halfPointByesUntil)
	if c.tiebreakOrder != nil {
		to.TiebreakOrder = listOf(*c.tiebreakOrder, func(t api.Tiebreak) standings.Tiebreak { return standings.Tiebreak(t) })
	}
	set(&to.OppositionCumulative, (*standings.OppositionMode)(c.oppositionCumulative))
}

func applySettings(to *tour.Rules, s settings) error {
	set(&to.MinRounds, s.minRounds)
	set(&to.MaxRounds, s.maxRounds)
	if s.carryoverPercent != nil {
		percent, err := money.ParsePercent(*s.carryoverPercent)
		if err != nil {
			return fault.AtField("/carryover_percent", "out_of_range", "Write a percentage from 0 to 100.00, such as 40.00.")
		}
		to.CarryoverPercent = percent
	}
	set(&to.CarryoverBase, (*tour.CarryoverBase)(s.carryoverBase))
	set(&to.PayableWithinDays, s.payableWithinDays)
	set(&to.RepeatQualifier, (*tour.RepeatQualifier)(s.repeatQualifier))
	set(&to.DeclinedSeat, (*tour.DeclinedSeat)(s.declinedSeat))
	set(&to.FifthRoundOfFive, (*tour.FifthOfFive)(s.fifthRoundOfFive))
	set(&to.StartsSettled, s.startsSettled)
	set(&to.LateReportDays, s.lateReportDays)
	if s.lateReportFeeCents != nil {
		to.LateReportFeeCents = int64(*s.lateReportFeeCents)
	}
	s.chess.apply(&to.Chess)
	return nil
}

func tourAnswer(t tour.Tour) TourJSONResponse {
	return TourJSONResponse{Body: toTour(t), Headers: TourResponseHeaders{ETag: ptr(etag(t.Version))}}
}

func toTour(t tour.Tour) api.Tour {
	out := api.Tour{
		ID: t.ID, Slug: t.Slug, Name: t.Name, Format: api.TourFormat(t.Format), StartsOn: toDate(t.StartsOn), EndsOn: toDate(t.EndsOn),
		Currency: string(t.Currency), DefaultRounds: t.DefaultRounds, RulesFrozen: t.RulesFrozen,
		Public: t.Shown.Public, ShortNames: t.Shown.ShortNames, PrizeTableName: t.Prizes.Name, PrizeTableUnofficial: t.Prizes.Unofficial,
		MinRounds: t.Rules.MinRounds, MaxRounds: t.Rules.MaxRounds, CarryoverPercent: t.Rules.CarryoverPercent.String(),
		CarryoverBase: api.CarryoverBase(t.Rules.CarryoverBase), PayableWithinDays: t.Rules.PayableWithinDays,
		RepeatQualifier: api.RepeatQualifier(t.Rules.RepeatQualifier), DeclinedSeat: api.DeclinedSeat(t.Rules.DeclinedSeat),
		FifthRoundOfFive: api.FifthRoundOfFive(t.Rules.FifthRoundOfFive), StartsSettled: t.Rules.StartsSettled,
		LateReportDays: t.Rules.LateReportDays, LateReportFeeCents: int(t.Rules.LateReportFeeCents), Final: toFinalRules(t),
		Reminders: !t.Quiet,
	}
	if c := t.Rules.Chess; t.Format == tour.NSCF {
		out.HalfPointByes, out.HalfPointByesUntil = &c.HalfPointByes, &c.HalfPointByesUntil
		out.TiebreakOrder = ptr(listOf(c.TiebreakOrder, func(t standings.Tiebreak) api.Tiebreak { return api.Tiebreak(t) }))
		out.OppositionCumulative = ptr(api.OppositionCumulative(c.OppositionCumulative))
	}
	return out
}

// GetPrizeTable reads the prize table in force.
func (h *handlers) GetPrizeTable(ctx context.Context, r GetPrizeTableRequestObject) (GetPrizeTableResponseObject, error) {
	t, err := h.Tours.Get(ctx, r.Slug)
	if err != nil {
		return nil, err
	}
	return GetPrizeTable200JSONResponse{toPrizeTable(t.Prizes)}, nil
}

// PutPrizeTable puts the tour's own prize table in force.
func (h *handlers) PutPrizeTable(ctx context.Context, r PutPrizeTableRequestObject) (PutPrizeTableResponseObject, error) {
	raw, err := json.Marshal(r.Body)
	if err != nil {
		return nil, err
	}
	table, err := tour.ParsePrizeTable(raw)
	if err != nil {
		return nil, err
	}
	t, err := h.Tours.SetPrizes(ctx, r.Slug, table)
	if err != nil {
		return nil, err
	}
	return PutPrizeTable200JSONResponse{toPrizeTable(t.Prizes)}, nil
}

// shownPlayers is the largest field for which a computed row is shown.
const shownPlayers = 200

func toPrizeTable(table tour.PrizeTable) PrizeTableJSONResponse {
	return PrizeTableJSONResponse{Name: table.Name, Unofficial: table.Unofficial, Rows: listOf(table.RowsFor(pairing.MinPlayers, shownPlayers), func(row tour.PrizeRow) api.PrizeRow {
		shares := listOf(row.Shares, func(p money.Percent) api.Percent { return p.String() })
		return api.PrizeRow{FromPlayers: row.FromPlayers, ToPlayers: optional(row.ToPlayers), Qualifiers: row.Qualifiers, Shares: shares}
	})}
}

// GetPairingTables reads the preset tables in force for a number of rounds.
func (h *handlers) GetPairingTables(ctx context.Context, r GetPairingTablesRequestObject) (GetPairingTablesResponseObject, error) {
	t, err := h.Tours.Get(ctx, r.Slug)
	if err != nil {
		return nil, err
	}
	rounds := t.DefaultRounds
	set(&rounds, r.Params.Rounds)
	answer, err := toPairingTables(t, rounds)
	return GetPairingTables200JSONResponse{answer}, err
}

// PutPairingTables puts preset tables of the tour's own in force (R3.1).
func (h *handlers) PutPairingTables(ctx context.Context, r PutPairingTablesRequestObject) (PutPairingTablesResponseObject, error) {
	tables, err := parseTables(*r.Body)
	if err != nil {
		return nil, err
	}
	t, err := h.Tours.SetPairingTables(ctx, r.Slug, func(now json.RawMessage) (json.RawMessage, error) {
		return satellite.WithTables(now, satellite.TableSet{Rounds: r.Body.Rounds, Tables: tables})
	})
	if err != nil {
		return nil, err
	}
	answer, err := toPairingTables(t, r.Body.Rounds[0])
	return PutPairingTables200JSONResponse{answer}, err
}

// parseTables checks tables and gives them in the form that is kept.
func parseTables(body api.PairingTablesUpload) (json.RawMessage, error) {
	members := map[string]any{"version": body.Name}
	for size, rounds := range body.Tables {
		members[size] = rounds
	}
	raw, err := json.Marshal(members)
	if err != nil {
		return nil, err
	}
	tables, err := pairing.ParseTables(raw)
	if err != nil {
		return nil, below("/tables", err)
	}
	for _, rounds := range slices.Sorted(slices.Values(body.Rounds)) {
		if err := tables.Covers(rounds); err != nil {
			return nil, below("/tables", err)
		}
	}
	return json.Marshal(tables)
}

func toPairingTables(t tour.Tour, rounds int) (PairingTablesJSONResponse, error) {
	tables, err := satellite.TablesFor(t, rounds)
	if err != nil {
		return PairingTablesJSONResponse{}, err
	}
	raw, err := json.Marshal(tables)
	if err != nil {
		return PairingTablesJSONResponse{}, err
	}
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(raw, &members); err != nil {
		return PairingTablesJSONResponse{}, err
	}
	delete(members, "version")
	set := api.TableSet{}
	for size, member := range members {
		var pairs [][][]int
		if err := json.Unmarshal(member, &pairs); err != nil {
			return PairingTablesJSONResponse{}, err
		}
		set[size] = pairs
	}
	return PairingTablesJSONResponse{Rounds: rounds, Version: tables.Version, Tables: set}, nil
}
