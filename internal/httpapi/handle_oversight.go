package httpapi

import (
	"context"
	"encoding/json"
	"time"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/oversight"
	"github.com/nast-tour/nast/internal/satellite"
)

// GetOverview gives a tour on one page.
func (h *handlers) GetOverview(ctx context.Context, r GetOverviewRequestObject) (GetOverviewResponseObject, error) {
	o, err := h.Oversight.Overview(ctx, r.Slug)
	if err != nil {
		return nil, err
	}
	out := toOverview(o)
	raw, err := json.Marshal(out)
	out.AsOf = o.At // not in the tag: it changes at every look
	return GetOverview200JSONResponse{Body: out, Headers: GetOverview200ResponseHeaders{ETag: ptr(hashTag(raw))}}, err
}

func toOverview(o oversight.Overview) api.Overview {
	list := func(e oversight.Events) api.OverseenList {
		return api.OverseenList{Count: e.Count, Items: listOf(e.First, func(e oversight.Event) api.Overseen { return toOverseen(e, o.At) })}
	}
	return api.Overview{
		Tour: o.Tour.Slug, Name: o.Tour.Name, Reminders: !o.Tour.Quiet, Satellites: toStatuses(o.Statuses),
		Coming: list(o.Coming), Running: list(o.Running), Unreported: list(o.Unreported), Late: list(o.Late), Silent: list(o.Silent),
		Reported: list(o.Reported), Entries: o.Entries, Players: o.Players,
		Seats: api.OverviewSeats{Held: o.Seats.Held, GivenUp: o.Seats.GivenUp, Waiting: o.Seats.Waiting, Vacant: o.Seats.Vacant},
		Answers: api.OverviewAnswers{
			Qualified: o.Answers.Qualified, Accepted: o.Answers.Accepted, Declined: o.Answers.Declined, NoAnswer: o.Answers.NoAnswer,
			Open: o.Answers.Open, NotAsked: o.Answers.NotAsked, Overdue: o.Answers.Overdue,
		},
		Final: toOverviewFinal(o.Final), Money: listOf(o.Money, toOverviewMoney), NeedsDecision: listOf(o.Decisions, toMatter),
	}
}

func toOverviewFinal(f oversight.Final) api.OverviewFinal {
	out := api.OverviewFinal{
		Players: f.Players, Accepted: f.Accepted, BuyIns: f.BuyIns, BuyInPlaces: f.Places, Waiting: f.Waiting, Unpaid: f.Unpaid,
		Pool: listOf(f.Pool, func(t carryover.PoolTotal) api.OverviewPool {
			return api.OverviewPool{Due: toMoney(t.Due()), Received: toMoney(t.Received())}
		}),
	}
	if e := f.Event; e != nil {
		out.Event = &api.OverviewFinalEvent{SatelliteID: e.ID, Name: e.Name, Status: api.SatelliteStatus(e.Status), StartsOn: toDate(e.StartsOn)}
	}
	return out
}

func toStatuses(n map[satellite.Status]int) api.OverviewStatuses {
	return api.OverviewStatuses{
		Proposed: n[satellite.Proposed], Sanctioned: n[satellite.Sanctioned], InPlay: n[satellite.InPlay], Finished: n[satellite.Finished],
		Reported: n[satellite.Reported], Rejected: n[satellite.Rejected], Cancelled: n[satellite.Cancelled],
	}
}

func toOverseen(e oversight.Event, now time.Time) api.Overseen {
	return api.Overseen{
		SatelliteID: e.ID, Name: e.Name, City: e.City, Director: api.Named{ID: e.DirectorID, Name: e.Director},
		Status: api.SatelliteStatus(e.Status), StartsOn: toDate(e.StartsOn), EndsOn: toDate(e.EndsOn), Entrants: e.Entrants, Field: e.Field,
		DaysPast: e.Past(now), InTimeThrough: toDate(e.LateRule.InTimeThrough(e.EndsOn)), DaysLate: e.DaysLate(now), LateFee: toMoney(e.Fee(now)),
		ReportedAt: optionalTime(e.ReportedAt), RemindedAt: optionalTime(e.RemindedAt),
	}
}

func toOverviewMoney(m oversight.Money) api.OverviewMoney {
	cents := func(n int64) api.Money { return toMoney(money.Money{Amount: n, Currency: m.Currency}) }
	return api.OverviewMoney{
		Due: cents(m.Due), Waived: cents(m.Waived), Announced: cents(m.Announced), Received: cents(m.Received),
		Outstanding: cents(m.Outstanding), Overdue: cents(m.Overdue),
		Dues: m.Dues, OpenDues: m.OpenDues, PartPaidDues: m.PartlyPaid, OverPaidDues: m.OverPaid, OverdueDues: m.OverdueDues,
	}
}

func toMatter(m oversight.Matter) api.Matter {
	return api.Matter{Kind: api.MatterKind(m.Kind), Count: m.Count, Path: m.Path, Items: listOf(m.First, func(i oversight.Item) api.MatterItem {
		return api.MatterItem{ID: i.ID, Name: i.Name, Detail: i.Detail, Path: i.Path}
	})}
}
