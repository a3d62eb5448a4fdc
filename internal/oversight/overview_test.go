package oversight_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/oversight"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
)

// memory is a tour of some satellites, and nothing else.
type memory struct{ events []oversight.Event }

func (m memory) InTx(ctx context.Context, fn func(context.Context) error) error { return fn(ctx) }

func (m memory) BySlug(_ context.Context, slug string) (tour.Tour, error) {
	return tour.Tour{Slug: slug, Rules: tour.DefaultRules(tour.NAST)}, nil
}

func (m memory) Events(context.Context, uuid.UUID) ([]oversight.Event, error) { return m.events, nil }

func (m memory) Whole(context.Context, []uuid.UUID) ([]*satellite.Satellite, error) { return nil, nil }

func (m memory) FinalEvent(context.Context, uuid.UUID) (*oversight.FinalEvent, error) {
	return nil, nil
}

func (m memory) Field(context.Context, uuid.UUID) (qualifiers.FinalSheet, error) {
	return qualifiers.FinalSheet{}, nil
}

func (m memory) PrizePool(context.Context, string) (carryover.Pool, error) {
	return carryover.Pool{}, nil
}

func (m memory) Players(context.Context, uuid.UUID) (int, error) { return 0, nil }

func (m memory) Seats(context.Context, uuid.UUID) (oversight.Seats, error) {
	return oversight.Seats{}, nil
}

func (m memory) PendingSeats(context.Context, uuid.UUID) ([]oversight.PendingSeat, error) {
	return nil, nil
}

func (m memory) TiedSeats(context.Context, uuid.UUID) ([]oversight.TiedSeat, error) { return nil, nil }

func (m memory) Answers(context.Context, uuid.UUID, time.Time) ([]oversight.AnswerCount, error) {
	return nil, nil
}

func (m memory) OverdueAnswers(context.Context, uuid.UUID, time.Time, int) ([]oversight.OverdueAnswer, error) {
	return nil, nil
}

func (m memory) Suspense(context.Context) ([]carryover.Payment, error) { return nil, nil }

func (m memory) BankLines(context.Context, int) ([]oversight.BankLine, int, error) {
	return nil, 0, nil
}

func (m memory) DeadLetters(context.Context, time.Time, int) ([]oversight.DeadLetter, int, error) {
	return nil, 0, nil
}

func (m memory) Dues(context.Context, carryover.Filter) ([]carryover.Due, error) { return nil, nil }

func (m memory) BuyInDues(context.Context) ([]carryover.Due, error) { return nil, nil }

func (m memory) Doubtful(context.Context) ([]players.Doubt, error) { return nil, nil }

func (m memory) overview(t *testing.T, now time.Time) oversight.Overview {
	t.Helper()
	v := oversight.Service{Store: m, Tours: m, Dues: m, Doubts: m, Finals: m, Pools: m, Now: func() time.Time { return now }}
	o, err := v.Overview(t.Context(), "nast-2")
	require.NoError(t, err)
	return o
}

func TestEachListOfTheOverviewHasItsOrderAndItsCount(t *testing.T) {
	t.Parallel()
	var m memory
	add := func(name string, days int, change func(e *oversight.Event)) { // days ago
		e := played(t)
		e.Name, e.StartsOn, e.EndsOn = name, lastDay.AddDays(-days), lastDay.AddDays(-days)
		if change != nil {
			change(&e)
		}
		m.events = append(m.events, e)
	}
	as := func(status satellite.Status) func(e *oversight.Event) {
		return func(e *oversight.Event) { e.Status, e.HasResults = status, false }
	}
	reported := func(days int) func(e *oversight.Event) {
		return func(e *oversight.Event) { e.Status, e.ReportedAt = satellite.Reported, noon(-days) }
	}
	// In order of their first day, as the store gives them.
	add("rejected", 60, as(satellite.Rejected))
	add("very late", 50, nil)
	add("reported late", 40, reported(1))
	add("late", 20, nil)
	add("silent", 19, as(satellite.Sanctioned))
	add("reported in time", 18, reported(10))
	add("in time", 10, nil)
	add("proposed too late", 2, as(satellite.Proposed))
	add("today", 0, as(satellite.InPlay))
	for range oversight.Shown + 3 {
		add("next", -7, as(satellite.Sanctioned))
	}
	o := m.overview(t, noon(0))
	names := func(list oversight.Events) (names []string) {
		require.Len(t, list.First, min(list.Count, oversight.Shown))
		for _, e := range list.First {
			names = append(names, e.Name)
		}
		return names
	}
	require.Equal(t, []string{"very late", "late"}, names(o.Late), "the latest first")
	require.Equal(t, []string{"very late", "late", "in time"}, names(o.Unreported), "the oldest first")
	require.Equal(t, []string{"silent", "proposed too late"}, names(o.Silent))
	require.Equal(t, []string{"reported late", "reported in time"}, names(o.Reported), "the last report first")
	require.Equal(t, []string{"today"}, names(o.Running))
	require.Equal(t, oversight.Shown+3, o.Coming.Count)
	require.Equal(t, "next", names(o.Coming)[0])
	require.Equal(t, 24*(len(m.events)-1), o.Entries, "those of the rejected one do not count")
	require.Equal(t, 1, o.Statuses[satellite.Rejected])
	sum := 0
	for _, list := range []oversight.Events{o.Coming, o.Running, o.Unreported, o.Silent, o.Reported} {
		sum += list.Count
	}
	require.Equal(t, len(m.events)-1, sum, "each satellite is in one list")
	var kinds []oversight.Kind
	for _, d := range o.Decisions {
		kinds = append(kinds, d.Kind)
	}
	require.Equal(t, []oversight.Kind{oversight.ToSanction, oversight.WithoutResults}, kinds)
}

func TestAnswersAreCountedByWhatIsRecorded(t *testing.T) {
	t.Parallel()
	require.Equal(t, oversight.Answers{Qualified: 52, Accepted: 21, Declined: 13, NoAnswer: 6, Open: 12, NotAsked: 5, Overdue: 3},
		oversight.SumAnswers([]oversight.AnswerCount{
			{Answer: qualifiers.Accepted, Players: 21, Past: 21},
			{Answer: qualifiers.Declined, Players: 13, NotAsked: 2},
			{Answer: qualifiers.NoAnswer, Players: 6, Past: 6},
			{Answer: qualifiers.Invited, Players: 12, NotAsked: 5, Past: 3},
		}), "who has answered is neither overdue nor to be asked")
}

// Whatever is owed: currencies are kept apart, nothing is lost, and what is overdue is outstanding and
// past its day.
func TestDuesAreSummedByCurrency(t *testing.T) {
	t.Parallel()
	today := civil.New(2026, time.April, 1)
	rapid.Check(t, func(t *rapid.T) {
		cents := func(name string, most int64) int64 { return rapid.Int64Range(0, most).Draw(t, name) }
		var dues []carryover.Due
		outstanding, overdue, late := map[money.Currency]int64{}, map[money.Currency]int64{}, map[money.Currency]int{}
		for range rapid.IntRange(0, 12).Draw(t, "dues") {
			c := rapid.SampledFrom([]money.Currency{money.USD, "CAD"}).Draw(t, "currency")
			of := func(n int64) money.Money { return money.Money{Amount: n, Currency: c} }
			amount := cents("amount", 50_000)
			waived := cents("waived", amount)
			received := cents("received", 60_000) // sometimes too much
			days := rapid.IntRange(-20, 20).Draw(t, "days")
			dues = append(dues, carryover.Due{Amount: of(amount), Waived: of(waived), Received: of(received), Announced: of(0), DueOn: today.AddDays(-days)})
			rest := amount - waived - received
			outstanding[c] += rest
			if rest > 0 && days > 0 {
				overdue[c] += rest
				late[c]++
			}
		}
		sums := oversight.SumDues(dues, today)
		require.Len(t, sums, len(outstanding))
		counted := 0
		for i, m := range sums {
			require.True(t, i == 0 || sums[i-1].Currency < m.Currency)
			require.Equal(t, m.Due-m.Waived-m.Received, m.Outstanding)
			require.Equal(t, outstanding[m.Currency], m.Outstanding)
			require.Equal(t, overdue[m.Currency], m.Overdue)
			require.Equal(t, late[m.Currency], m.OverdueDues)
			require.LessOrEqual(t, m.OpenDues+m.PartlyPaid+m.OverPaid, m.Dues)
			counted += m.Dues
		}
		require.Equal(t, len(dues), counted)
	})
}
