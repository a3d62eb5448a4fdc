package noticeboard_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/noticeboard"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
	"github.com/nast-tour/nast/internal/tour"
)

func id(n byte) uuid.UUID { return uuid.UUID{15: n} }

// hall is a tour with one satellite and a list, read by whoever is allowed to.
type hall struct {
	t      *testing.T
	tour   tour.Tour
	s      *satellite.Satellite
	report satellite.Report
	rows   []qualifiers.ListRow
}

// asked says that it is asked under the rights of nobody in particular.
func (h *hall) asked(ctx context.Context) {
	require.Equal(h.t, auth.ScopePublic, auth.From(ctx).Scope().Kind)
}

func (h *hall) Get(ctx context.Context, slug string) (tour.Tour, error) {
	h.asked(ctx)
	if slug != h.tour.Slug {
		return tour.Tour{}, fault.New(fault.ResourceNotFound, "No such thing.")
	}
	return h.tour, nil
}

func (h *hall) List(ctx context.Context, _ satellite.Filter) ([]satellite.Registration, error) {
	h.asked(ctx)
	return []satellite.Registration{h.s.Registration}, nil
}

func (h *hall) LiveReport(ctx context.Context, want uuid.UUID) (*satellite.Satellite, satellite.Report, error) {
	h.asked(ctx)
	if want != h.s.ID {
		return nil, satellite.Report{}, fault.New(fault.ResourceNotFound, "No such thing.")
	}
	return h.s, h.report, nil
}

// lists is the hall as the reader of the list, whose method has the same name.
type lists struct{ *hall }

func (l lists) List(ctx context.Context, _ uuid.UUID) ([]qualifiers.ListRow, qualifiers.State, error) {
	l.asked(ctx)
	return l.rows, qualifiers.State{Version: 3}, nil
}

func (h *hall) board() *noticeboard.Service {
	return &noticeboard.Service{Tours: h, Satellites: h, Lists: lists{h}}
}

// newHall has Ann Lee and Ann Link at one table and Bo with the bye; the third round is a plan.
func newHall(t *testing.T) *hall {
	t.Helper()
	entrant := func(n byte, family, given string) satellite.Entrant {
		return satellite.Entrant{
			ID: id(n), PlayerID: id(n + 50), Number: int(n), Name: players.Name{Family: family, Given: given}, AssociationID: "AA1",
			Present: true, InField: true, Seed: int(n), SeedRating: 1500,
		}
	}
	s := &satellite.Satellite{
		Registration: satellite.Registration{ID: id(100), TenantID: id(101), Tour: "spring", Name: "Boise", Status: satellite.InPlay, RoundCount: 5},
		Entrants:     []satellite.Entrant{entrant(1, "Lee", "Ann"), entrant(2, "Link", "Ann"), entrant(3, "Wu", "Bo")},
		Rounds: []satellite.Round{
			{Number: 1, State: satellite.Complete}, {Number: 2, State: satellite.Open}, {Number: 3, State: satellite.Planned},
		},
		Games: []satellite.Game{
			{ID: id(10), Round: 1, Table: 1, First: id(1), Second: id(2), Kind: standings.Game, Score: &satellite.Score{First: 400, Second: 350}},
			{ID: id(11), Round: 1, First: id(3), Kind: standings.Bye},
			{ID: id(12), Round: 2, Table: 1, First: id(2), Second: id(3), Kind: standings.Game},
			{ID: id(13), Round: 2, First: id(1), Kind: standings.Bye},
			{ID: id(14), Round: 3, Table: 1, First: id(1), Second: id(3), Kind: standings.Game},
		},
	}
	seat := qualifiers.Seat{Satellite: "Boise", Rank: 1, Players: 3, PlayerID: id(51), Name: "Lee, Ann", AssociationID: "AA1", Note: "by lot"}
	return &hall{
		t: t, tour: tour.Tour{ID: id(102), Slug: "spring", Name: "Spring", Version: 7, Shown: tour.Shown{Public: true}}, s: s,
		report: satellite.Report{Players: 3, Seats: 1, Qualifiers: []satellite.Qualifier{{EntrantID: id(1), PlayerID: id(51), Name: "Lee, Ann"}}},
		rows: []qualifiers.ListRow{
			{Position: 1, PlayerID: id(51), Name: "Lee, Ann", AssociationID: "AA1", Best: seat, Satellites: []qualifiers.Seat{seat}, Answer: qualifiers.NoAnswer},
			{Position: 2, PlayerID: id(52), Name: "Link, Ann", Best: seat, Answer: qualifiers.Declined},
			{Position: 3, PlayerID: id(53), Name: "Player 7F3A", Best: seat, Answer: qualifiers.Accepted},
		},
	}
}

func TestOnlyAPublicTourIsShown(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	said := map[string]bool{}
	refused := func(slug string) {
		t.Helper()
		for _, read := range []func() error{
			func() error { _, err := h.board().Tour(t.Context(), slug); return err },
			func() error { _, err := h.board().List(t.Context(), slug); return err },
			func() error { _, err := h.board().Event(t.Context(), slug, h.s.ID); return err },
		} {
			err := read()
			require.Equal(t, fault.ResourceNotFound, fault.CodeOf(err))
			said[err.Error()] = true
		}
	}
	refused("nowhere")
	h.tour.Shown.Public = false
	refused("spring")
	require.Len(t, said, 1, "the same words")
}

func TestTheListHasNothingThatIsNotForEverybody(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	list, err := h.board().List(t.Context(), "spring")
	require.NoError(t, err)
	seat := qualifiers.Seat{Satellite: "Boise", Rank: 1, Players: 3}
	require.Equal(t, []noticeboard.Row{
		{Position: 1, Name: "Lee, Ann", Best: seat, Satellites: []qualifiers.Seat{seat}, Answer: qualifiers.Invited},
		{Position: 2, Name: "Link, Ann", Best: seat, Answer: qualifiers.Declined},
		{Position: 3, Name: "Player 7F3A", Best: seat, Answer: qualifiers.Accepted},
	}, list.Rows)
	h.tour.Shown.ShortNames = true
	list, err = h.board().List(t.Context(), "spring")
	require.NoError(t, err)
	require.Equal(t, []string{"Ann Le.", "Ann Li.", "Player 7F3A"}, []string{list.Rows[0].Name, list.Rows[1].Name, list.Rows[2].Name})
}

func TestAnEventShowsPairsThatStand_R3_12(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.tour.Shown.ShortNames = true
	e, err := h.board().Event(t.Context(), "spring", h.s.ID)
	require.NoError(t, err)
	ann, link, bo := noticeboard.Player{Seed: 1, Name: "Ann Le."}, noticeboard.Player{Seed: 2, Name: "Ann Li."}, noticeboard.Player{Seed: 3, Name: "Bo W."}
	require.Equal(t, []noticeboard.Round{
		{Number: 2, Games: []noticeboard.Game{{Table: 1, First: link, Second: bo, Kind: standings.Game}, {First: ann, Kind: standings.Bye}}},
		{Number: 1, Complete: true, Games: []noticeboard.Game{
			{Table: 1, First: ann, Second: link, Kind: standings.Game, Score: &satellite.Score{First: 400, Second: 350}}, {First: bo, Kind: standings.Bye},
		}},
	}, e.Rounds, "the latest first, and no plan")
	require.Equal(t, []string{"Ann Le."}, e.Qualified)
	require.False(t, e.Settled)
	for _, row := range e.Standings {
		require.Equal(t, row.Seed == 1, row.Seat)
		require.Equal(t, 1500, row.Rating)
	}
	require.Len(t, e.Standings, 3)
}

func TestWhatIsOnlyProposedIsNotAnnounced(t *testing.T) {
	t.Parallel()
	for status, shown := range map[satellite.Status]bool{
		satellite.Proposed: false, satellite.Rejected: false, satellite.Sanctioned: true, satellite.InPlay: true,
		satellite.Finished: true, satellite.Reported: true, satellite.Cancelled: true,
	} {
		h := newHall(t)
		h.s.Status = status
		tour, err := h.board().Tour(t.Context(), "spring")
		require.NoError(t, err)
		require.Equal(t, shown, len(tour.Satellites) == 1, status)
		e, err := h.board().Event(t.Context(), "spring", h.s.ID)
		require.Equal(t, shown, err == nil, status)
		played := status == satellite.InPlay || status == satellite.Finished || status == satellite.Reported
		require.Equal(t, played, len(e.Rounds) > 0, status)
		require.Equal(t, status == satellite.Reported, e.Settled)
	}
	h := newHall(t)
	h.s.Tour = "another"
	_, err := h.board().Event(t.Context(), "spring", h.s.ID)
	require.Equal(t, fault.ResourceNotFound, fault.CodeOf(err), "of another tour")
}

func TestBeforeAResultIsInNobodyHasASeat(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.report.Players = 0
	e, err := h.board().Event(t.Context(), "spring", h.s.ID)
	require.NoError(t, err)
	require.Empty(t, e.Qualified)
	require.Equal(t, 1, e.Seats)
}
