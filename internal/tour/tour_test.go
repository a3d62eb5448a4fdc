package tour_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/tour"
)

func validTour() tour.Tour {
	return tour.Tour{
		Slug: "nast-2", Name: "The second tour", Format: tour.NAST,
		StartsOn: civil.New(2026, time.January, 1), EndsOn: civil.New(2027, time.June, 30),
		Currency: money.USD, DefaultRounds: 6,
		Rules: tour.DefaultRules(tour.NAST), Prizes: tour.DefaultPrizes(),
	}
}

// pointers are the places an invalid request names; every one has a code and a sentence.
func pointers(t *testing.T, err error) []string {
	t.Helper()
	if err == nil {
		return nil
	}
	invalid, found := errors.AsType[*fault.Error](err)
	require.True(t, found, "%v", err)
	require.NotEmpty(t, invalid.Detail)
	var at []string
	for _, field := range invalid.Fields {
		require.NotEmpty(t, field.Code)
		require.NotEmpty(t, field.Detail)
		at = append(at, field.Pointer)
	}
	return at
}

func TestNewTourNamesEverythingWrong(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*tour.Tour)
		wrong  []string
	}{
		"nothing wrong":            {func(*tour.Tour) {}, nil},
		"one-day tour":             {func(x *tour.Tour) { x.EndsOn = x.StartsOn }, nil},
		"chess":                    {func(x *tour.Tour) { x.Format, x.Rules, x.DefaultRounds = tour.NSCF, tour.DefaultRules(tour.NSCF), 4 }, nil},
		"slug of 63":               {func(x *tour.Tour) { x.Slug = strings.Repeat("a", 63) }, nil},
		"slug of 64":               {func(x *tour.Tour) { x.Slug = strings.Repeat("a", 64) }, []string{"/slug"}},
		"slug of 1":                {func(x *tour.Tour) { x.Slug = "a" }, []string{"/slug"}},
		"slug in capitals":         {func(x *tour.Tour) { x.Slug = "NAST" }, []string{"/slug"}},
		"slug with hyphen first":   {func(x *tour.Tour) { x.Slug = "-nast" }, []string{"/slug"}},
		"slug with a line break":   {func(x *tour.Tour) { x.Slug = "nast\n" }, []string{"/slug"}},
		"no name":                  {func(x *tour.Tour) { x.Name = " \t" }, []string{"/name"}},
		"long name":                {func(x *tour.Tour) { x.Name = strings.Repeat("é", 121) }, []string{"/name"}},
		"name with control":        {func(x *tour.Tour) { x.Name = "a\x00b" }, []string{"/name"}},
		"name not UTF-8":           {func(x *tour.Tour) { x.Name = "a\xff" }, []string{"/name"}},
		"no format":                {func(x *tour.Tour) { x.Format = "" }, []string{"/format"}},
		"no first day":             {func(x *tour.Tour) { x.StartsOn = civil.Date{} }, []string{"/starts_on"}},
		"no last day":              {func(x *tour.Tour) { x.EndsOn = civil.Date{} }, []string{"/ends_on"}},
		"ends before it starts":    {func(x *tour.Tour) { x.EndsOn = x.StartsOn.AddDays(-1) }, []string{"/ends_on"}},
		"currency in small":        {func(x *tour.Tour) { x.Currency = "usd" }, []string{"/currency"}},
		"four rounds":              {func(x *tour.Tour) { x.DefaultRounds = 4 }, []string{"/default_rounds"}},
		"nine rounds":              {func(x *tour.Tour) { x.DefaultRounds = 9 }, []string{"/default_rounds"}},
		"rules out of bounds":      {func(x *tour.Tour) { x.Rules.PayableWithinDays = -1 }, []string{"/payable_within_days"}},
		"several at once, in turn": {func(x *tour.Tour) { x.Slug, x.Name, x.Currency = "", "", "" }, []string{"/slug", "/name", "/currency"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			draft := validTour()
			c.change(&draft)
			_, err := tour.New(draft)
			require.Equal(t, c.wrong, pointers(t, err))
			if err != nil {
				require.Equal(t, fault.InvalidRequest, fault.CodeOf(err))
			}
		})
	}
}

func TestNewTourTrimsItsName(t *testing.T) {
	t.Parallel()
	draft := validTour()
	draft.Name = "  The second tour "
	made, err := tour.New(draft)
	require.NoError(t, err)
	require.Equal(t, "The second tour", made.Name)
}

func TestRoundsOfASatelliteAreBoundedByTheTour_R1_2(t *testing.T) {
	t.Parallel()
	x := validTour()
	for rounds := 0; rounds <= 10; rounds++ {
		err := x.CheckRounds(rounds)
		if rounds >= 5 && rounds <= 8 {
			require.NoError(t, err)
			continue
		}
		require.Equal(t, []string{"/rounds"}, pointers(t, err))
	}
	x.Rules.MinRounds, x.Rules.MaxRounds = 6, 6 // the first tour
	require.NoError(t, x.CheckRounds(6))
	require.Error(t, x.CheckRounds(5))
	require.Equal(t, 6, tour.NAST.DefaultRounds())
	require.Equal(t, 4, tour.NSCF.DefaultRounds())
}

func TestDefaultRulesAreThoseOfTheDocuments(t *testing.T) {
	t.Parallel()
	raw, err := json.Marshal(tour.DefaultRules(tour.NAST))
	require.NoError(t, err)
	require.JSONEq(t, `{
		"carryover_percent": "40.00", "carryover_base": "entry_fees", "payable_within_days": 14,
		"repeat_qualifier": "keeps_one_seat", "declined_seat": "lapses", "min_rounds": 5, "max_rounds": 8,
		"starts_settled": true, "fifth_round_of_five": "king_of_the_hill",
		"late_report_days": 14, "late_report_fee_cents": 25}`, string(raw))
	for _, format := range []tour.Format{tour.NAST, tour.NSCF} {
		require.NoError(t, tour.DefaultRules(format).Validate(format))
	}
}

func TestPartialRulesAreReadOverTheDefaults(t *testing.T) {
	t.Parallel()
	rules := tour.DefaultRules(tour.NAST)
	require.NoError(t, json.Unmarshal([]byte(`{"carryover_percent": "35.50"}`), &rules))
	want := tour.DefaultRules(tour.NAST)
	want.CarryoverPercent = 3550
	require.Equal(t, want, rules)
}

func TestEachSettingHasItsBounds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*tour.Rules)
		wrong  []string
	}{
		"no carryover":            {func(r *tour.Rules) { r.CarryoverPercent = 0 }, nil},
		"less than no carryover":  {func(r *tour.Rules) { r.CarryoverPercent = -1 }, []string{"/carryover_percent"}},
		"more than everything":    {func(r *tour.Rules) { r.CarryoverPercent = 10001 }, []string{"/carryover_percent"}},
		"other base":              {func(r *tour.Rules) { r.CarryoverBase = "profit" }, []string{"/carryover_base"}},
		"base less expenses":      {func(r *tour.Rules) { r.CarryoverBase = tour.EntryFeesLessPlannedExpenses }, nil},
		"repeat passes down":      {func(r *tour.Rules) { r.RepeatQualifier = tour.RepeatedPassesDown }, nil},
		"repeat of another kind":  {func(r *tour.Rules) { r.RepeatQualifier = "lapses" }, []string{"/repeat_qualifier"}},
		"declined passes down":    {func(r *tour.Rules) { r.DeclinedSeat = tour.DeclinedPassesDown }, nil},
		"declined of other kind":  {func(r *tour.Rules) { r.DeclinedSeat = "" }, []string{"/declined_seat"}},
		"fifth round swiss":       {func(r *tour.Rules) { r.FifthRoundOfFive = tour.FifthSwiss }, nil},
		"fifth round other":       {func(r *tour.Rules) { r.FifthRoundOfFive = "preset" }, []string{"/fifth_round_of_five"}},
		"starts drawn":            {func(r *tour.Rules) { r.StartsSettled = false }, nil},
		"payable after a year":    {func(r *tour.Rules) { r.PayableWithinDays = 366 }, []string{"/payable_within_days"}},
		"late after a year":       {func(r *tour.Rules) { r.LateReportDays = 366 }, []string{"/late_report_days"}},
		"late before it is over":  {func(r *tour.Rules) { r.LateReportDays = -1 }, []string{"/late_report_days"}},
		"negative late fee":       {func(r *tour.Rules) { r.LateReportFeeCents = -1 }, []string{"/late_report_fee_cents"}},
		"absurd late fee":         {func(r *tour.Rules) { r.LateReportFeeCents = 10001 }, []string{"/late_report_fee_cents"}},
		"too few rounds":          {func(r *tour.Rules) { r.MinRounds = 4 }, []string{"/min_rounds"}},
		"too many rounds":         {func(r *tour.Rules) { r.MaxRounds = 9 }, []string{"/max_rounds"}},
		"rounds the wrong way":    {func(r *tour.Rules) { r.MinRounds, r.MaxRounds = 7, 6 }, []string{"/max_rounds"}},
		"the first tour":          {func(r *tour.Rules) { r.MinRounds, r.MaxRounds = 6, 6 }, nil},
		"everything wrong at all": {func(r *tour.Rules) { *r = tour.Rules{CarryoverPercent: -1, PayableWithinDays: -1} }, []string{"/carryover_percent", "/carryover_base", "/repeat_qualifier", "/declined_seat", "/fifth_round_of_five", "/payable_within_days", "/min_rounds", "/max_rounds"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rules := tour.DefaultRules(tour.NAST)
			c.change(&rules)
			require.Equal(t, c.wrong, pointers(t, rules.Validate(tour.NAST)))
		})
	}
}

func TestNobodySeesATourAtFirst_R8_2(t *testing.T) {
	t.Parallel()
	require.Equal(t, tour.Shown{}, tour.NAST.DefaultShown())
	require.Equal(t, tour.Shown{ShortNames: true}, tour.NSCF.DefaultShown(), "of children only short names")
}
