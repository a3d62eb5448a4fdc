package demo

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"
	"golang.org/x/sync/errgroup"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
)

// StepsOfSatellite is how many steps the playing of one satellite reports.
const StepsOfSatellite = 3 + Rounds

// atOnce is how many satellites are played at the same time.
const atOnce = 4

// Stage plays a plan on a service.
type Stage struct {
	Organiser *client.Service
	Connect   func(key string) (*client.Service, error) // the service for a director's key
	Step      func()                                    // called after each step, from several goroutines
	Reported  func(Outcome)                             // called when a satellite is reported, likewise
	Sleep     func(context.Context, time.Duration) error
}

// Outcome is a satellite that was played to its end.
type Outcome struct {
	Satellite *api.Satellite
	Report    *api.Report
	Decided   bool // whether a tie had to be decided
}

// Play makes the tour's directors and plays all its satellites, several at a time. The outcomes
// are in the order of the plan.
func (st Stage) Play(ctx context.Context, slug string, plan Plan) ([]Outcome, error) {
	directors, err := st.directors(ctx, slug, plan)
	if err != nil {
		return nil, err
	}
	outcomes := make([]Outcome, len(plan.Satellites))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	for i := range plan.Satellites {
		group.Go(func() error {
			s := plan.Satellites[i]
			p := performance{Stage: st, director: directors[s.Director], plan: s, seed: plan.Seed, index: i}
			outcome, err := p.play(ctx, slug)
			if err != nil {
				return fmt.Errorf("%s: %w", s.Name, err)
			}
			outcomes[i] = outcome
			st.Reported(outcome)
			return nil
		})
	}
	return outcomes, group.Wait()
}

// directors registers the directors and connects as each.
func (st Stage) directors(ctx context.Context, slug string, plan Plan) ([]*client.Service, error) {
	var services []*client.Service
	for i, d := range plan.Directors {
		d = d.emailed(slug, i)
		made, err := client.Created(st.Organiser.CreateDirectorWithResponse(ctx, nil, api.DirectorCreate{
			Name: d.Name, Email: d.Email, City: &d.City, Region: &d.Region, Country: &d.Country,
		}))
		if err != nil {
			return nil, err
		}
		service, err := st.Connect(made.APIKey)
		if err != nil {
			return nil, err
		}
		services = append(services, service)
	}
	return services, nil
}

// MakeTour makes the tour: the slug that is wanted or, without one, demo or the next free of
// demo-2, demo-3 and so on.
func (st Stage) MakeTour(ctx context.Context, wanted string, plan Plan, today civil.Date) (*api.Tour, error) {
	first, _ := plan.Days()
	passesDown := api.RepeatQualifierPassesDown // so that every seat is another person's
	reminders := false                          // its directors are made up, and its days past
	body := api.TourCreate{
		RepeatQualifier: &passesDown, Final: finalRules(), Reminders: &reminders, Slug: wanted, Name: "Demonstration Tour", Currency: "USD",
		StartsOn: contractDate(first.AddDays(-30)), EndsOn: contractDate(today.AddDays(365)),
	}
	if wanted != "" {
		body.Name += " (" + wanted + ")"
		return client.Created(st.Organiser.CreateTourWithResponse(ctx, nil, body))
	}
	taken := map[string]bool{}
	for tour, err := range st.Organiser.Tours(ctx) {
		if err != nil {
			return nil, err
		}
		taken[tour.Slug] = true
	}
	name := body.Name
	for n := 1; ; n++ {
		body.Slug, body.Name = "demo", name
		if n > 1 {
			body.Slug, body.Name = fmt.Sprintf("demo-%d", n), fmt.Sprintf("%s %d", name, n)
		}
		if taken[body.Slug] {
			continue
		}
		tour, err := client.Created(st.Organiser.CreateTourWithResponse(ctx, nil, body))
		if errors.Is(err, fault.New(fault.SlugTaken, "")) { // somebody was faster
			continue
		}
		return tour, err
	}
}

func contractDate(d civil.Date) openapi_types.Date { return openapi_types.Date{Time: d.In(utc)} }

// performance is one satellite being played.
type performance struct {
	Stage
	director *client.Service
	plan     Satellite
	seed     uint64
	index    int // of the satellite in the plan
}

func (p performance) play(ctx context.Context, slug string) (Outcome, error) {
	s, err := p.prepare(ctx, slug)
	if err != nil {
		return Outcome{}, err
	}
	return p.playThrough(ctx, s, Rounds)
}

// playThrough plays all rounds of an event that has started, and reports it.
func (p performance) playThrough(ctx context.Context, s *api.Satellite, rounds int) (Outcome, error) {
	for round := 1; round <= rounds; round++ {
		if err := p.playRound(ctx, s.ID, round); err != nil {
			return Outcome{}, fmt.Errorf("round %d: %w", round, err)
		}
		p.Step()
	}
	outcome, err := p.report(ctx, s)
	p.Step()
	return outcome, err
}

// prepare registers, sanctions, fills and starts the satellite.
func (p performance) prepare(ctx context.Context, slug string) (*api.Satellite, error) {
	s, err := client.Created(p.director.CreateSatelliteWithResponse(ctx, nil, p.registration(slug)))
	if err != nil {
		return nil, err
	}
	if _, err = client.OK(p.Organiser.SanctionSatelliteWithResponse(ctx, s.ID, nil, api.Act{})); err != nil {
		return nil, err
	}
	p.Step()
	roster := strings.NewReader(p.plan.CSV())
	entered, err := client.OK(p.director.ImportEntrantsWithBodyWithResponse(ctx, s.ID, nil, "text/csv", roster))
	if err != nil {
		return nil, err
	}
	if len(entered.Refused) > 0 {
		row := entered.Refused[0]
		return nil, fmt.Errorf("line %d of the made-up roster was refused: %s", row.Line, row.Detail)
	}
	p.Step()
	return client.OK(p.director.StartSatelliteWithResponse(ctx, s.ID, nil, api.StartSatellite{}))
}

func (p performance) registration(slug string) api.SatelliteCreate {
	fee := func(cents int64) *api.Fee {
		if cents == 0 {
			return nil
		}
		return &api.Fee{Amount: cents, Currency: p.plan.Currency}
	}
	rounds := Rounds
	return api.SatelliteCreate{
		Tour: slug, Name: p.plan.Name, StartsOn: contractDate(p.plan.Date), TimeZone: p.plan.TimeZone, Rounds: &rounds,
		Venue:    api.Venue{Name: p.plan.Venue, City: p.plan.City, Region: p.plan.Region, Country: p.plan.Country},
		EntryFee: *fee(p.plan.Fee), PlannedExpenses: fee(p.plan.PlannedExpenses), Sponsorship: fee(p.plan.Sponsorship),
	}
}

// playRound pairs a round, which leaves a preset one as it is, and enters all its results.
func (p performance) playRound(ctx context.Context, id uuid.UUID, n int) error {
	round, err := client.OK(p.director.PairRoundWithResponse(ctx, id, n, nil, api.Act{}))
	if err != nil {
		return err
	}
	strength := p.plan.strengths()
	var all []api.RoundResult
	for _, g := range round.Games {
		if g.Table == nil || g.Second == nil || g.FirstScore != nil {
			continue
		}
		first, second := scores(p.seed, p.index, n, g.First.Seed, g.Second.Seed, strength[g.First.Name], strength[g.Second.Name])
		all = append(all, api.RoundResult{Table: g.Table, FirstScore: &first, SecondScore: &second})
	}
	_, err = client.OK(p.director.PutRoundResultsWithResponse(ctx, id, n, api.RoundResults{Results: all}))
	return err
}

// report decides what the live report asks for and makes it. Everybody who is tied is drawn for,
// so that a seat that passes down later finds its order.
func (p performance) report(ctx context.Context, s *api.Satellite) (Outcome, error) {
	live, err := client.OK(p.director.GetReportWithResponse(ctx, s.ID))
	if err != nil {
		return Outcome{}, err
	}
	table, err := client.OK(p.director.GetStandingsWithResponse(ctx, s.ID, nil))
	if err != nil {
		return Outcome{}, err
	}
	if order := tiedOrder(table); len(order) > 0 {
		pooled := api.Pooled
		decision := api.Decisions{
			SeatOrder: &order, PrizeTies: &pooled, Reason: "Seats drawn by lot, prizes shared (demonstration)",
		}
		if _, err := client.OK(p.director.PutDecisionsWithResponse(ctx, s.ID, decision)); err != nil {
			return Outcome{}, err
		}
	}
	made, err := client.OK(p.director.MakeReportWithResponse(ctx, s.ID, nil, api.Act{}))
	decided := slices.ContainsFunc(live.UnresolvedTies, func(tie api.Tie) bool { return !tie.Decided })
	return Outcome{Satellite: s, Report: made, Decided: decided}, err
}

// tiedOrder lists everybody who is tied in the order of the table: "the lot" of the demonstration.
func tiedOrder(table *api.Standings) []uuid.UUID {
	var order []uuid.UUID
	for _, row := range table.Standings {
		if row.Tied {
			order = append(order, row.EntrantID)
		}
	}
	return order
}
