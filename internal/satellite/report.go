package satellite

import (
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/tour"
)

// Qualifier is somebody who has a seat, with what it was won by (R5.3).
type Qualifier struct {
	Rank          int       `json:"rank"` // the seed of qualification
	EntrantID     uuid.UUID `json:"entrant_id"`
	PlayerID      uuid.UUID `json:"player_id"`
	Name          string    `json:"name"`
	AssociationID string    `json:"association_id,omitempty"`
	Rating        int       `json:"rating"`
	HalfPoints    int       `json:"half_points"`
	Spread        int       `json:"spread"`
}

// Report is what a satellite comes to: who is qualified, who is paid, and what
// is owed to the Final Event. It is live until the satellite is reported and
// is kept as it was from then on (R6.4).
type Report struct {
	SatelliteID     uuid.UUID           `json:"satellite_id"`
	TourID          uuid.UUID           `json:"tour_id"`
	ReportedAt      *time.Time          `json:"reported_at,omitempty"` // nil: live
	Players         int                 `json:"players"`               // who played a game (R5.1)
	Rounds          int                 `json:"rounds"`                // that count
	Seats           int                 `json:"seats"`
	PrizeTable      string              `json:"prize_table"`
	PrizeUnofficial bool                `json:"prize_table_unofficial"`
	Qualifiers      []Qualifier         `json:"qualifiers"`
	Ties            []qualifiers.Tie    `json:"ties,omitempty"` // that touch a seat or a prize
	Prizes          []qualifiers.Payout `json:"prizes"`
	Carryover       carryover.Statement `json:"carryover"`
	DueOn           *civil.Date         `json:"due_on,omitempty"` // nil: nothing is due
	Fund            carryover.Fund      `json:"fund"`
	Pool            *PrizePool          `json:"pool,omitempty"`       // of a Final Event, where it is known
	Late            bool                `json:"late,omitempty"`       // R6.8
	Standing        []Placing           `json:"standing"`             // the whole final standing
	SeatOrder       []uuid.UUID         `json:"seat_order,omitempty"` // entrants: the director's decision among the tied (R4.4)
	Since           *Since              `json:"since,omitempty"`      // what is no longer as it was reported before
}

// Since is what a report changes of the one before it (R4.6): the posted due
// follows by its difference, and what was issued and no longer holds is named.
type Since struct {
	Gained  []Qualifier `json:"gained"`
	Lost    []Qualifier `json:"lost"`
	DueWas  money.Money `json:"due_was"`
	DueNow  money.Money `json:"due_now"`
	Adjusts int64       `json:"adjusts"` // cents posted on top of what was due
}

func since(issued, now Report) *Since {
	return &Since{
		Gained: notIn(now.Qualifiers, issued.Qualifiers), Lost: notIn(issued.Qualifiers, now.Qualifiers),
		DueWas: issued.Carryover.Due, DueNow: now.Carryover.Due, Adjusts: now.Carryover.Due.Amount - issued.Carryover.Due.Amount,
	}
}

func notIn(a, b []Qualifier) []Qualifier {
	return slices.DeleteFunc(slices.Clone(a), func(q Qualifier) bool {
		return slices.ContainsFunc(b, func(other Qualifier) bool { return other.PlayerID == q.PlayerID })
	})
}

// Placing is one line of the final standing as reported; the next in line for
// a seat comes from it (R5.5).
type Placing struct {
	Qualifier
	Seed int `json:"seed"`

	Tiebreaks *Tiebreaks `json:"tiebreaks,omitempty"` // of chess
	Eligible  bool       `json:"eligible"`
	Why       string     `json:"why,omitempty"` // the reason where not
}

// Undecided are the ties that a decision is needed for (R4.4).
func (r Report) Undecided() []qualifiers.Tie {
	var open []qualifiers.Tie
	for _, tie := range r.Ties {
		if !tie.Decided {
			open = append(open, tie)
		}
	}
	return open
}

// LiveReport computes the report as things stand (R5.1-R5.3, R6.2, R6.3). The
// error of a negative fund comes with the report beside it. That of a Final
// Event takes the prize pool which the satellite has; as long as it is not
// known, as on a day offline, there are no prizes but those decided.
func (s *Satellite) LiveReport(t tour.Tour) (Report, error) {
	rules := t.Rules
	if s.Rules != nil {
		rules = *s.Rules
	}
	r := Report{
		SatelliteID: s.ID, TourID: s.TourID, Rounds: s.LastRound(),
		PrizeTable: t.Prizes.Name, PrizeUnofficial: t.Prizes.Unofficial,
		Qualifiers: []Qualifier{}, Prizes: []qualifiers.Payout{}, Standing: []Placing{}, SeatOrder: s.SeatOrder,
	}
	final := s.finalStanding(&r)
	if !s.Final() {
		r.Seats = t.Prizes.Qualifiers(r.Players)
	}
	s.cut(&r, final)
	fundErr := s.money(&r, rules)
	if fundErr != nil {
		return r, fundErr
	}
	return r, s.prizes(&r, t, final)
}

// finalStanding counts the players and lists everybody by place.
func (s *Satellite) finalStanding(r *Report) []qualifiers.Standing {
	last := s.LastRound()
	table, _ := s.StandingsAfter(&last)
	var final []qualifiers.Standing
	for _, row := range table.Rows {
		if row.HadGame {
			r.Players++
		}
		e := row.Entrant
		eligible, why := e.IsEligible()
		final = append(final, qualifiers.Standing{
			Rank: row.Rank, Tied: row.Tied, EntrantID: e.ID, PlayerID: e.PlayerID, Name: e.Name.String(), AssociationID: e.AssociationID,
			Rating: e.Rating, HalfPoints: row.HalfPoints, Spread: row.Spread, Eligible: eligible, Why: why,
		})
		r.Standing = append(r.Standing, Placing{
			Qualifier: qualifier(final[len(final)-1]), Seed: e.Seed, Eligible: eligible, Why: why, Tiebreaks: tiebreaksOf(row.Chess),
		})
	}
	return final
}

func qualifier(st qualifiers.Standing) Qualifier {
	return Qualifier{
		Rank: st.Rank, EntrantID: st.EntrantID, PlayerID: st.PlayerID, Name: st.Name, AssociationID: st.AssociationID,
		Rating: st.Rating, HalfPoints: st.HalfPoints, Spread: st.Spread,
	}
}

// cut gives the seats, as far as no undecided tie stands in the way.
func (s *Satellite) cut(r *Report, final []qualifiers.Standing) {
	cut := qualifiers.CutSeats(final, r.Seats, s.SeatOrder)
	for _, st := range cut.Qualifiers {
		r.Qualifiers = append(r.Qualifiers, qualifier(st))
	}
	r.Ties = append(append(r.Ties, cut.Settled...), cut.Unresolved...)
}

// money computes the carryover and the prize fund (R6.2, R6.3).
func (s *Satellite) money(r *Report, rules tour.Rules) error {
	currency := s.EntryFee.Currency
	planned := orZero(s.PlannedExpenses, currency)
	fees := s.ChargedFees()
	var err error
	if s.Final() {
		r.Carryover = carryover.Nothing(currency, rules.CarryoverBase)
	} else if r.Carryover, err = carryover.Compute(carryover.Input{
		Currency: currency, Fees: fees, PlannedExpenses: planned, Percent: rules.CarryoverPercent, Base: rules.CarryoverBase,
	}); err != nil {
		return err
	}
	charged, err := money.Sum(currency, fees...)
	if err != nil {
		return err
	}
	r.Fund, err = carryover.PrizeFund(carryover.FundInput{
		EntryFees: charged, PrizePool: s.PrizePool.due(), Sponsorship: orZero(s.Sponsorship, currency), PlannedExpenses: planned,
		ActualExpenses: s.Expenses, Carryover: r.Carryover.Due,
	})
	r.Pool = s.PrizePool
	if s.poolUnknown() && fault.CodeOf(err) == fault.FundNegative {
		return nil
	}
	return err
}

func orZero(m *money.Money, c money.Currency) money.Money {
	if m == nil {
		return money.Zero(c)
	}
	return *m
}

// prizes shares the fund over the places, with what the director has decided:
// other amounts (R5.1), an order among the tied (R4.4).
func (s *Satellite) prizes(r *Report, t tour.Tour, final []qualifiers.Standing) error {
	var payouts []money.Money
	if !s.poolUnknown() {
		payouts = t.Prizes.Payouts(r.Players, r.Fund.Prizes)
	}
	for _, p := range s.Payouts {
		for len(payouts) < p.Place {
			payouts = append(payouts, money.Zero(s.EntryFee.Currency))
		}
		payouts[p.Place-1] = p.Amount
	}
	total, err := money.Sum(s.EntryFee.Currency, payouts...)
	if err != nil {
		return err
	}
	if total.Amount > r.Fund.Prizes.Amount && !s.poolUnknown() {
		return fault.New(fault.FundNegative, "The payouts are %s, but the prize fund is only %s.", total, r.Fund.Prizes)
	}
	if s.PrizeTies == ByOrder {
		final = s.ordered(final)
	}
	for _, tie := range qualifiers.PrizeTies(final, paidPlaces(payouts)) {
		tie.Decided = s.PrizeTies == Pooled // an order leaves tied whom it does not name
		r.Ties = append(r.Ties, tie)
	}
	r.Prizes = append(r.Prizes, qualifiers.SharePayouts(final, payouts)...)
	return nil
}

// paidPlaces counts the places that are paid something; a tie over nothing
// needs no decision.
func paidPlaces(payouts []money.Money) int {
	for i, m := range slices.Backward(payouts) {
		if !m.IsZero() {
			return i + 1
		}
	}
	return 0
}

// ordered gives tied entrants places of their own where the decided order
// names every one of them, as it has to for a seat.
func (s *Satellite) ordered(final []qualifiers.Standing) []qualifiers.Standing {
	place := map[uuid.UUID]int{}
	for i, id := range s.SeatOrder {
		place[id] = i + 1
	}
	out := slices.Clone(final)
	for from, to := 0, 0; from < len(out); from = to {
		for to = from; to < len(out) && out[to].Rank == out[from].Rank; to++ {
		}
		tied := out[from:to]
		if slices.ContainsFunc(tied, func(st qualifiers.Standing) bool { return place[st.EntrantID] == 0 }) {
			continue
		}
		slices.SortFunc(tied, func(a, b qualifiers.Standing) int {
			return cmp.Compare(place[a.EntrantID], place[b.EntrantID])
		})
		for i := range tied {
			tied[i].Rank, tied[i].Tied = tied[i].Rank+i, false
		}
	}
	return out
}

// Report finishes the satellite if its last round is complete, and freezes the
// report (R6.4). It refuses while a result is missing, a tie is undecided
// (R4.4) or the fund would be negative (R6.3).
func (s *Satellite) Report(t tour.Tour, now time.Time) (Report, error) {
	if s.Status == InPlay {
		if err := s.needResults(s.RoundCount); err != nil {
			return Report{}, err
		}
		if err := s.Finish(0, ""); err != nil {
			return Report{}, err
		}
	}
	if err := s.allow("reported", Finished); err != nil {
		return Report{}, err
	}
	r, err := s.LiveReport(t)
	if err != nil {
		return Report{}, err
	}
	if err := s.undecided(r); err != nil {
		return Report{}, err
	}
	at := now.UTC()
	day := civil.Of(now.In(s.Location()))
	r.ReportedAt = &at
	if !s.Final() {
		due := carryover.DueOn(day, s.Rules.PayableWithinDays)
		r.DueOn = &due
	}
	r.Late = s.Rules.LateReports(s.EntryFee.Currency).DaysLate(s.EndsOn, day) > 0
	s.Status = Reported
	return r, nil
}

// Location is the time zone of the venue, checked when it was set.
func (s *Satellite) Location() *time.Location {
	loc, err := time.LoadLocation(s.TimeZone)
	if err != nil {
		return time.UTC
	}
	return loc
}
