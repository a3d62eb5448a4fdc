package postgres

import (
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/postgres/db"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
	"github.com/nast-tour/nast/internal/tour"
)

func fromSatellite(row db.Satellite, slug, format string) (satellite.Registration, error) {
	r := satellite.Registration{
		ID: row.ID, TenantID: row.TenantID, TourID: row.TourID, Tour: slug, Name: row.Name,
		Chess: tour.Format(format) == tour.NSCF, FirstColour: pairing.Colour(row.FirstColour),
		StartsOn: fromDate(row.StartsOn), EndsOn: fromDate(row.EndsOn), TimeZone: row.TimeZone, RoundCount: row.Rounds,
		EntryFee:        money.Money{Amount: row.EntryFee, Currency: money.Currency(row.Currency)},
		PlannedExpenses: fromCents(row.PlannedExpenses, row.Currency), Expenses: fromCents(row.Expenses, row.Currency),
		Sponsorship: fromCents(row.Sponsorship, row.Currency), Status: satellite.Status(row.Status),
		FinishedAfter: row.FinishedAfter, PrizeTies: satellite.PrizeTies(row.PrizeTies),
		CreatedAt: row.CreatedAt.UTC(), Version: row.Version,
	}
	if len(row.SeatOrder) > 0 {
		r.SeatOrder = row.SeatOrder
	}
	for _, method := range row.Methods {
		r.Methods = append(r.Methods, pairing.Method(method))
	}
	for _, part := range []struct {
		raw  []byte
		into any
	}{{row.Venue, &r.Venue}, {row.Rules, &r.Rules}, {row.Payouts, &r.Payouts}, {row.PrizePool, &r.PrizePool}} {
		if len(part.raw) == 0 {
			continue
		}
		if err := json.Unmarshal(part.raw, part.into); err != nil {
			return r, fmt.Errorf("read satellite %s: %w", row.ID, err)
		}
	}
	if len(r.Payouts) == 0 {
		r.Payouts = nil
	}
	return r, nil
}

func toSatellite(s *satellite.Satellite) (db.InsertSatelliteParams, error) {
	p := db.InsertSatelliteParams{
		TenantID: s.TenantID, ID: s.ID, TourID: s.TourID, Name: s.Name, City: s.Venue.City,
		StartsOn: toDate(s.StartsOn), EndsOn: toDate(s.EndsOn), TimeZone: s.TimeZone, Rounds: s.RoundCount,
		Currency: string(s.EntryFee.Currency), EntryFee: s.EntryFee.Amount,
		PlannedExpenses: toCents(s.PlannedExpenses), Expenses: toCents(s.Expenses), Sponsorship: toCents(s.Sponsorship),
		Status: string(s.Status), FinishedAfter: s.FinishedAfter, SeatOrder: s.SeatOrder, PrizeTies: string(s.PrizeTies),
		Seq: s.Seq, Version: s.Version, CreatedAt: s.CreatedAt, FirstColour: string(s.FirstColour),
	}
	for _, method := range s.Methods {
		p.Methods = append(p.Methods, string(method))
	}
	if p.SeatOrder == nil {
		p.SeatOrder = []uuid.UUID{}
	}
	var err error
	if p.Venue, err = json.Marshal(s.Venue); err != nil {
		return p, err
	}
	if s.Rules != nil {
		if p.Rules, err = json.Marshal(s.Rules); err != nil {
			return p, err
		}
	}
	if s.PrizePool != nil {
		if p.PrizePool, err = json.Marshal(s.PrizePool); err != nil {
			return p, err
		}
	}
	payouts := s.Payouts
	if payouts == nil {
		payouts = []satellite.Payout{}
	}
	p.Payouts, err = json.Marshal(payouts)
	return p, err
}

func updateOf(p db.InsertSatelliteParams) db.UpdateSatelliteParams {
	return db.UpdateSatelliteParams{
		TenantID: p.TenantID, ID: p.ID, Name: p.Name, Venue: p.Venue, City: p.City, StartsOn: p.StartsOn, EndsOn: p.EndsOn,
		TimeZone: p.TimeZone, Rounds: p.Rounds, Currency: p.Currency, EntryFee: p.EntryFee, PlannedExpenses: p.PlannedExpenses,
		Expenses: p.Expenses, Sponsorship: p.Sponsorship, Status: p.Status, FinishedAfter: p.FinishedAfter, Rules: p.Rules,
		SeatOrder: p.SeatOrder, PrizeTies: p.PrizeTies, Payouts: p.Payouts, Version: p.Version,
		FirstColour: p.FirstColour, Methods: p.Methods, PrizePool: p.PrizePool,
	}
}

func fromEntrant(e db.Entrant, currency string) (satellite.Entrant, error) {
	out := satellite.Entrant{
		ID: e.ID, PlayerID: e.PlayerID, Number: e.Number,
		Name:          players.Name{Family: e.FamilyName, Given: e.GivenName, Suffix: e.Suffix},
		AssociationID: fromText(e.AssociationID), Rating: e.Rating, SeedRating: e.SeedRating,
		Standby: e.Standby, Present: e.Present, InField: e.InField,
		Fee: fromCents(e.Fee, currency), Paid: fromCents(e.Paid, currency), Team: e.Team, Grade: e.Grade,
		Seed: e.Seed, Group: e.GroupNumber, Withdrawn: e.Withdrawn, JoinedFor: e.JoinedFor,
		Eligibility: satellite.Eligibility(e.Eligibility), ReservedTable: e.ReservedTable, Contact: e.Contact, FieldSeed: e.FieldSeed, Version: e.Version,
	}
	if err := json.Unmarshal(e.Byes, &out.Byes); err != nil {
		return out, fmt.Errorf("read the byes of entrant %s: %w", e.ID, err)
	}
	if len(out.Byes) == 0 {
		out.Byes = nil
	}
	return out, nil
}

func toEntrant(s *satellite.Satellite, e satellite.Entrant, version int64) (db.UpsertEntrantParams, error) {
	byes, err := json.Marshal(append([]satellite.BookedBye{}, e.Byes...))
	return db.UpsertEntrantParams{
		TenantID: s.TenantID, SatelliteID: s.ID, ID: e.ID, PlayerID: e.PlayerID, Number: e.Number,
		FamilyName: e.Name.Family, GivenName: e.Name.Given, Suffix: e.Name.Suffix, AssociationID: toText(e.AssociationID),
		Rating: e.Rating, SeedRating: e.SeedRating, Standby: e.Standby, Present: e.Present, InField: e.InField,
		Fee: toCents(e.Fee), Paid: toCents(e.Paid), Team: e.Team, Grade: e.Grade,
		Seed: e.Seed, GroupNumber: e.Group, Withdrawn: e.Withdrawn, JoinedFor: e.JoinedFor,
		Eligibility: string(e.Eligibility), ReservedTable: e.ReservedTable, Contact: e.Contact, FieldSeed: e.FieldSeed, Version: version,
		Byes: byes,
	}, err
}

func fromRound(r db.Round) (satellite.Round, error) {
	round := satellite.Round{Number: r.Number, Method: pairing.Method(r.Method), State: satellite.RoundState(r.State), Version: r.Version}
	if err := json.Unmarshal(r.Plan, &round.Plan); err != nil {
		return round, fmt.Errorf("read the plan of round %d: %w", r.Number, err)
	}
	return round, nil
}

func fromGame(g db.Game) (satellite.Game, error) {
	game := satellite.Game{
		ID: g.ID, Round: g.Round, Table: g.TableNumber, First: g.FirstID, Second: fromID(g.SecondID),
		Kind: standings.Kind(g.Kind), Forfeits: satellite.Side(g.Forfeit), Why: g.Why, Disputed: g.Disputed, Version: g.Version,
	}
	if err := json.Unmarshal(g.Claims, &game.Claims); err != nil {
		return game, fmt.Errorf("read what players sent of game %s: %w", g.ID, err)
	}
	if len(game.Claims) == 0 {
		game.Claims = nil
	}
	if g.FirstScore != nil && g.SecondScore != nil {
		game.Score = &satellite.Score{
			First: *g.FirstScore, Second: *g.SecondScore, FirstPenalty: g.FirstPenalty, SecondPenalty: g.SecondPenalty,
		}
	}
	return game, nil
}

func toGame(s *satellite.Satellite, g satellite.Game, version int64) (db.UpsertGameParams, error) {
	claims, err := json.Marshal(append([]satellite.Claim{}, g.Claims...))
	if err != nil {
		return db.UpsertGameParams{}, err
	}
	p := db.UpsertGameParams{
		Claims: claims, Disputed: g.Disputed,
		TenantID: s.TenantID, SatelliteID: s.ID, ID: g.ID, Round: g.Round, TableNumber: g.Table, FirstID: g.First,
		SecondID: toID(g.Second), Kind: string(g.Kind), Forfeit: string(g.Forfeits), Why: g.Why, Version: version,
	}
	if g.Score != nil {
		p.FirstScore, p.SecondScore = &g.Score.First, &g.Score.Second
		p.FirstPenalty, p.SecondPenalty = g.Score.FirstPenalty, g.Score.SecondPenalty
	}
	return p, nil
}
