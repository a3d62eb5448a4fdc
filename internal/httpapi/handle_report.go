package httpapi

import (
	"context"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
)

// GetReport gives the report, live until it is made.
func (h *handlers) GetReport(ctx context.Context, r GetReportRequestObject) (GetReportResponseObject, error) {
	s, report, err := h.Satellites.LiveReport(ctx, r.SatelliteID)
	if err != nil {
		return nil, err
	}
	return GetReport200JSONResponse{toReport(s, report)}, nil
}

// MakeReport reports the satellite.
func (h *handlers) MakeReport(ctx context.Context, r MakeReportRequestObject) (MakeReportResponseObject, error) {
	s, report, err := h.Satellites.Report(ctx, r.SatelliteID, reasonOf(r.Body))
	if err != nil {
		return nil, err
	}
	return MakeReport200JSONResponse{toReport(s, report)}, nil
}

// PutDecisions records what the director decides.
func (h *handlers) PutDecisions(ctx context.Context, r PutDecisionsRequestObject) (PutDecisionsResponseObject, error) {
	d := satellite.Decisions{PrizeTies: satellite.PrizeTies(orZero(r.Body.PrizeTies)), Reason: r.Body.Reason}
	if r.Body.SeatOrder != nil {
		d.SeatOrder = *r.Body.SeatOrder
	}
	if r.Body.Payouts != nil {
		d.Payouts = listOf(*r.Body.Payouts, func(p api.Payout) satellite.Payout {
			return satellite.Payout{Place: p.Place, Amount: fromFee(p.Amount)}
		})
	}
	s, report, err := h.Satellites.Decide(ctx, r.SatelliteID, d)
	if err != nil {
		return nil, err
	}
	return PutDecisions200JSONResponse{toReport(s, report)}, nil
}

func toReport(s *satellite.Satellite, r satellite.Report) ReportJSONResponse {
	out := ReportJSONResponse{
		SatelliteID: s.ID, Frozen: r.ReportedAt != nil, ReportedAt: r.ReportedAt, Players: r.Players, Seats: r.Seats,
		PrizeTableName: r.PrizeTable, PrizeTableUnofficial: r.PrizeUnofficial, Late: optional(r.Late),
		Qualifiers:     listOf(r.Qualifiers, toReportQualifier),
		UnresolvedTies: listOf(r.Undecided(), func(t qualifiers.Tie) api.Tie { return toTie(s, t) }),
		Prizes:         listOf(r.Prizes, toPrize),
		Carryover: api.ReportCarryover{
			Base: toMoney(r.Carryover.Base), BaseKind: api.CarryoverBase(r.Carryover.BaseKind), Percent: r.Carryover.Percent.String(),
			Due: toMoney(r.Carryover.Due), Formula: r.Carryover.Formula,
		},
		Fund: api.Fund{
			EntryFees: toMoney(r.Fund.EntryFees), PrizePool: toMoneyPtr(r.Fund.PrizePool), Sponsorship: toMoney(r.Fund.Sponsorship), Expenses: toMoney(r.Fund.Expenses),
			ExpensesPlanned: r.Fund.Planned, Carryover: toMoney(r.Fund.Carryover), Prizes: toMoney(r.Fund.Prizes),
		},
	}
	if r.Pool != nil {
		out.Fund.PrizePoolOutstanding = ptr(toMoney(r.Pool.Outstanding))
	}
	if r.Since != nil {
		out.Since = &api.ReportSince{
			Gained: listOf(r.Since.Gained, toReportQualifier), Lost: listOf(r.Since.Lost, toReportQualifier),
			DueWas: toMoney(r.Since.DueWas), DueNow: toMoney(r.Since.DueNow),
		}
	}
	if s.Chess {
		out.Places = ptr(listOf(r.Standing, toChessPlace))
	}
	out.PaidAtDoor = ptr(toMoney(s.PaidAtDoor()))
	if r.DueOn != nil {
		out.Carryover.DueOn = ptr(toDate(*r.DueOn))
	}
	return out
}

func toReportQualifier(q satellite.Qualifier) api.ReportQualifier {
	return api.ReportQualifier{
		Rank: q.Rank, EntrantID: q.EntrantID, PlayerID: q.PlayerID, Name: q.Name, Rating: toRating(q.Rating),
		Points: toPoints(q.HalfPoints), Spread: q.Spread,
	}
}

func toChessPlace(p satellite.Placing) api.ChessPlace {
	out := api.ChessPlace{
		Rank: p.Rank, EntrantID: p.EntrantID, Seed: p.Seed, Name: p.Name, Rating: toRating(p.Rating), Points: toPoints(p.HalfPoints), Eligible: p.Eligible,
	}
	if t := p.Tiebreaks; t != nil {
		out.Tiebreaks = api.Tiebreaks{
			ModifiedMedian: toPoints(t.ModifiedMedian), Solkoff: toPoints(t.Solkoff),
			Cumulative: toPoints(t.Cumulative), CumulativeOfOpposition: toPoints(t.CumulativeOfOpposition),
		}
	}
	return out
}

func toTie(s *satellite.Satellite, t qualifiers.Tie) api.Tie {
	out := api.Tie{Stake: api.Stake(t.Stake), FromPlace: t.From, ToPlace: t.To, Decided: t.Decided, Entrants: []api.TiedEntrant{}}
	for _, id := range t.Entrants {
		if e, ok := s.EntrantByID(id); ok {
			out.Entrants = append(out.Entrants, api.TiedEntrant{EntrantID: id, Name: e.Name.String()})
		}
	}
	return out
}

func toPrize(p qualifiers.Payout) api.Prize {
	prize := api.Prize{Place: p.From, Amount: toMoney(p.Amount), Names: []string{}}
	if p.Name != "" {
		prize.Names = append(prize.Names, p.Name)
	}
	return prize
}
