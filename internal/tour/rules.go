package tour

import "github.com/nast-tour/nast/internal/money"

// CarryoverBase says of what the carryover is taken (R6.2).
type CarryoverBase string

// The bases of the carryover.
const (
	EntryFees                    CarryoverBase = "entry_fees"
	EntryFeesLessPlannedExpenses CarryoverBase = "entry_fees_less_planned_expenses"
)

// RepeatQualifier says what becomes of the seat of a player who has one already (R5.4).
type RepeatQualifier string

// The fates of a repeated seat.
const (
	KeepsOneSeat       RepeatQualifier = "keeps_one_seat"
	RepeatedPassesDown RepeatQualifier = "passes_down"
)

// DeclinedSeat says what becomes of a seat that is declined (R5.5).
type DeclinedSeat string

// The fates of a declined seat.
const (
	Lapses             DeclinedSeat = "lapses"
	DeclinedPassesDown DeclinedSeat = "passes_down"
)

// FifthOfFive says how the last round of an event of five rounds is paired (R3.7).
type FifthOfFive string

// The methods of a fifth round of five.
const (
	FifthKingOfTheHill FifthOfFive = "king_of_the_hill"
	FifthSwiss         FifthOfFive = "swiss"
)

// Rules are the settings of a tour. They may change between tours, never within one. A stored
// or partial set is read over DefaultRules, so that what it does not name has its default.
type Rules struct {
	CarryoverPercent   money.Percent   `json:"carryover_percent"`     // R6.2
	CarryoverBase      CarryoverBase   `json:"carryover_base"`        // R6.2
	PayableWithinDays  int             `json:"payable_within_days"`   // of the report (R6.4)
	RepeatQualifier    RepeatQualifier `json:"repeat_qualifier"`      // R5.4
	DeclinedSeat       DeclinedSeat    `json:"declined_seat"`         // R5.5
	MinRounds          int             `json:"min_rounds"`            // of a satellite (R1.2)
	MaxRounds          int             `json:"max_rounds"`            // of a satellite (R1.2)
	StartsSettled      bool            `json:"starts_settled"`        // who starts is settled, not drawn (R3.11)
	FifthRoundOfFive   FifthOfFive     `json:"fifth_round_of_five"`   // R3.7
	LateReportDays     int             `json:"late_report_days"`      // after the last day of the event (R6.8)
	LateReportFeeCents int64           `json:"late_report_fee_cents"` // per player, in the tour's currency (R6.8)

	Chess ChessRules `json:"chess,omitzero"` // of a tour of the format nscf; nothing in others
}

// DefaultRules are the settings of a tour whose organiser changes nothing. A tour of chess has no
// Final Event to pay for, so that nothing is carried over unless it says so.
func DefaultRules(format Format) Rules {
	fewest, most := format.roundBounds()
	rules := Rules{
		CarryoverPercent:   4000,
		CarryoverBase:      EntryFees,
		PayableWithinDays:  14,
		RepeatQualifier:    KeepsOneSeat,
		DeclinedSeat:       Lapses,
		MinRounds:          fewest,
		MaxRounds:          most,
		StartsSettled:      true,
		FifthRoundOfFive:   FifthKingOfTheHill,
		LateReportDays:     14,
		LateReportFeeCents: 25,
	}
	if format == NSCF {
		rules.CarryoverPercent = 0
		rules.Chess = defaultChessRules()
	}
	return rules
}

// Bounds that catch a slip of the keyboard and that no rule needs wider.
const (
	maxDays         = 365
	maxLateFeeCents = 100_00
)

// Validate gives nil or an invalid request that lists every setting out of its bounds, with the
// pointer of its JSON name. The bounds of the rounds are those of the format.
func (r Rules) Validate(format Format) error {
	var bad findings
	bad.checkRules(r, format)
	return bad.fault("The rules of the tour are not valid.")
}

func (r Rules) allowsRounds(rounds int) bool { return rounds >= r.MinRounds && rounds <= r.MaxRounds }

func (f *findings) checkRules(r Rules, format Format) {
	f.add(!r.CarryoverPercent.Valid(), "/carryover_percent", "out_of_range",
		"The carryover is a percentage from 0 to 100.00.")
	f.add(r.CarryoverBase != EntryFees && r.CarryoverBase != EntryFeesLessPlannedExpenses,
		"/carryover_base", "unknown_value", "The base is entry_fees or entry_fees_less_planned_expenses.")
	f.add(r.RepeatQualifier != KeepsOneSeat && r.RepeatQualifier != RepeatedPassesDown,
		"/repeat_qualifier", "unknown_value", "A repeated qualifier is keeps_one_seat or passes_down.")
	f.add(r.DeclinedSeat != Lapses && r.DeclinedSeat != DeclinedPassesDown,
		"/declined_seat", "unknown_value", "A declined seat is lapses or passes_down.")
	f.add(r.FifthRoundOfFive != FifthKingOfTheHill && r.FifthRoundOfFive != FifthSwiss,
		"/fifth_round_of_five", "unknown_value", "The fifth round of five is king_of_the_hill or swiss.")
	f.add(r.PayableWithinDays < 0 || r.PayableWithinDays > maxDays,
		"/payable_within_days", "out_of_range", "The carryover is payable within 0 to %d days.", maxDays)
	f.add(r.LateReportDays < 0 || r.LateReportDays > maxDays,
		"/late_report_days", "out_of_range", "A report is late after 0 to %d days.", maxDays)
	f.add(r.LateReportFeeCents < 0 || r.LateReportFeeCents > maxLateFeeCents,
		"/late_report_fee_cents", "out_of_range", "The fee for a late report is 0 to %d cents a player.", maxLateFeeCents)
	f.checkRoundBounds(r, format)
	f.checkChess(r.Chess, format)
}

func (f *findings) checkRoundBounds(r Rules, format Format) {
	fewest, most := format.roundBounds()
	f.add(r.MinRounds < fewest || r.MinRounds > most,
		"/min_rounds", "out_of_range", "The fewest rounds of a satellite are %d to %d.", fewest, most)
	f.add(r.MaxRounds < fewest || r.MaxRounds > most,
		"/max_rounds", "out_of_range", "The most rounds of a satellite are %d to %d.", fewest, most)
	f.add(r.MaxRounds < r.MinRounds,
		"/max_rounds", "out_of_range", "The most rounds, %d, are fewer than the fewest, %d.", r.MaxRounds, r.MinRounds)
}
