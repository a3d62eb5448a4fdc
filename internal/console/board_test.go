package console_test

import (
	"context"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/console"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/noticeboard"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// board has one tour, "spring", with one satellite.
type board struct {
	tour  noticeboard.Tour
	list  noticeboard.List
	event noticeboard.Event
}

func (b *board) found(slug string) error {
	if slug != "spring" {
		return fault.New(fault.ResourceNotFound, "There is no such tour.")
	}
	return nil
}

func (b *board) Tour(_ context.Context, slug string) (noticeboard.Tour, error) {
	return b.tour, b.found(slug)
}

func (b *board) List(_ context.Context, slug string) (noticeboard.List, error) {
	return b.list, b.found(slug)
}

func (b *board) Event(_ context.Context, slug string, id uuid.UUID) (noticeboard.Event, error) {
	if id != b.event.ID {
		slug = ""
	}
	return b.event, b.found(slug)
}

var (
	ann = noticeboard.Player{Seed: 1, Name: "Ann <L>."}
	bo  = noticeboard.Player{Seed: 2, Name: "Bo W."}
)

func newBoard() *board {
	s := noticeboard.Satellite{ID: uuid.UUID{1}, Name: "Boise & <Spring>", StartsOn: civil.New(2026, 3, 14), EndsOn: civil.New(2026, 3, 15), Status: satellite.InPlay}
	s.Venue.City, s.Venue.Region, s.Venue.Name = "Boise", "ID", "Hall"
	played, off := s, s
	played.ID, played.Status, played.Name = uuid.UUID{2}, satellite.Reported, "Elgin"
	off.ID, off.Status, off.Name = uuid.UUID{3}, satellite.Cancelled, "Fargo"
	seat := qualifiers.Seat{SatelliteID: played.ID, Satellite: "Elgin", Rank: 2, Players: 22, Rounds: 6, HalfPoints: 9, Spread: -412}
	return &board{
		tour: noticeboard.Tour{Slug: "spring", Name: "Spring", StartsOn: civil.New(2026, 1, 1), EndsOn: civil.New(2027, 6, 30), Satellites: []noticeboard.Satellite{off, s, played}},
		list: noticeboard.List{Rows: []noticeboard.Row{
			{Position: 1, Name: ann.Name, Rating: 1500, Best: seat, Satellites: []qualifiers.Seat{seat}, Answer: qualifiers.Accepted},
			{Position: 2, Name: bo.Name, Best: seat, Satellites: []qualifiers.Seat{seat}, Answer: qualifiers.Invited},
		}},
		event: noticeboard.Event{Satellite: s, Slug: "spring", Tour: "Spring", Starts: true, AfterRound: 1, Seats: 1, Qualified: []string{ann.Name}, Rounds: []noticeboard.Round{
			{Number: 2, Games: []noticeboard.Game{{Table: 4, First: ann, Second: bo, Kind: standings.Game}}},
			{Number: 1, Complete: true, Games: []noticeboard.Game{{Table: 1, First: bo, Second: ann, Kind: standings.Game, Score: &satellite.Score{First: 350, Second: 412}}}},
		}, Standings: []noticeboard.Standing{
			{Row: standings.Row{Rank: 1, Seed: 1, HalfPoints: 3, Spread: 62}, Name: ann.Name, Seat: true},
			{Row: standings.Row{Rank: 2, Seed: 2, HalfPoints: 1, Spread: -62}, Name: bo.Name, Rating: 1400, Withdrawn: true},
		}},
	}
}

// look serves a page as the HTTP server does.
func (b *board) look(t *testing.T, method, path string) *httptest.ResponseRecorder {
	t.Helper()
	c := console.New(nil, nil, b)
	require.NotEmpty(t, c.Route(path), path)
	w := httptest.NewRecorder()
	if err := c.Serve(w, httptest.NewRequest(method, path, nil)); err != nil {
		c.Refuse(w, statuses[fault.CodeOf(err).Kind()], "req-42", err)
	}
	return w
}

// text is what a page says, without its marks and in single spaces.
func text(page string) string {
	page = regexp.MustCompile(`(?s)<style>.*</style>|<[^>]*>`).ReplaceAllString(page, " ")
	return html.UnescapeString(strings.Join(strings.Fields(page), " "))
}

func TestATourOnItsPage(t *testing.T) {
	t.Parallel()
	b := newBoard()
	w := b.look(t, http.MethodGet, "/t/spring")
	require.Equal(t, http.StatusOK, w.Code)
	says := text(w.Body.String())
	for _, part := range []string{
		"1 January 2026 to 30 June 2027", "In play now Boise & <Spring> 14 March 2026 to 15 March 2026, Boise, ID",
		"Played Elgin", "Called off Fargo", "1 Ann <L>. rated 1500 plays 2 of 22 in Elgin 4½ of 6 points, −412", "2 Bo W. 2 of 22",
	} {
		require.Contains(t, says, part)
	}
	require.Contains(t, w.Body.String(), `href="/t/spring/`+b.event.ID.String()+`"`)
	require.NotContains(t, w.Body.String(), "<L>", "names are no marks")
	require.NotContains(t, w.Body.String(), uuid.UUID{3}.String(), "there is nothing to see of what was called off")

	b.tour.Satellites, b.list.Rows = nil, nil
	require.Contains(t, text(b.look(t, http.MethodGet, "/t/spring/").Body.String()), "No satellite is announced yet. Who has qualified Nobody yet.")
}

func TestAPlayerFindsHisTable(t *testing.T) {
	t.Parallel()
	b := newBoard()
	path := "/t/spring/" + b.event.ID.String()
	says := text(b.look(t, http.MethodGet, path).Body.String())
	for _, part := range []string{
		"Round 2: where you sit Player Table Opponent Ann <L>. plays first 4 Bo W. Bo W. plays second 4 Ann <L>.",
		"Standings after round 1 The first qualifies. Marked is who would if it ended now.",
		"1 Ann <L>. seat seed 1 1½ +62 2 Bo W. seed 2, rated 1400, withdrawn ½ −62",
		"Results Round 1 Table First Second Result 1 Bo W. Ann <L>. 350–412",
	} {
		require.Contains(t, says, part)
	}
	b.event.Status, b.event.Settled = satellite.Reported, true
	says = text(b.look(t, http.MethodGet, path).Body.String())
	require.Contains(t, says, "Final standings Qualified: Ann <L>. .")
	require.Contains(t, says, "1 Ann <L>. qualified")
	b.event.Status, b.event.Settled, b.event.Qualified, b.event.Tied = satellite.Finished, false, nil, true
	require.Contains(t, text(b.look(t, http.MethodGet, path).Body.String()), "A tie for a seat is still to be decided.")
}

func TestWhatAPlayerHasInsteadOfAGame(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		game  noticeboard.Game
		chess bool
		says  []string
	}{
		"bye":     {game: noticeboard.Game{First: ann, Kind: standings.Bye}, says: []string{"Ann <L>. bye", "Ann <L>. bye Standings"}},
		"forfeit": {game: noticeboard.Game{Table: 4, First: ann, Second: bo, Kind: standings.Forfeit, Forfeits: satellite.Second}, says: []string{"forfeit by Bo W."}},
		"absent":  {game: noticeboard.Game{Table: 4, First: ann, Second: bo, Kind: standings.DoubleForfeit, Forfeits: satellite.Both}, says: []string{"both absent"}},
		"dispute": {game: noticeboard.Game{Table: 4, First: ann, Second: bo, Kind: standings.Game, Disputed: true}, says: []string{"being settled"}},
		"chess": {
			chess: true, game: noticeboard.Game{Table: 4, First: ann, Second: bo, Kind: standings.Game, Score: &satellite.Score{First: 1, Second: 1}},
			says: []string{"Ann <L>. white 4 Bo W.", "Bo W. black 4", "Table White Black Result 4 Ann <L>. Bo W. ½–½"},
		},
		"half": {chess: true, game: noticeboard.Game{First: bo, Kind: standings.HalfPointBye}, says: []string{"half-point bye"}},
	} {
		b := newBoard()
		if b.event.Standings[0].Chess = nil; c.chess {
			b.event.Standings[0].Chess = &standings.ChessRow{ModifiedMedian: 5, Solkoff: 17, Cumulative: 12, CumulativeOfOpposition: 40}
		}
		b.event.Chess, b.event.Rounds = c.chess, []noticeboard.Round{{Number: 2, Games: []noticeboard.Game{c.game}}}
		says := text(b.look(t, http.MethodGet, "/t/spring/"+b.event.ID.String()).Body.String())
		for _, part := range c.says {
			require.Contains(t, says, part, name)
		}
		require.Equal(t, !c.chess, strings.Contains(says, "Spread"), name)
		require.Equal(t, c.chess, strings.Contains(says, "tie-breaks 2½ · 8½ · 6 · 20"), name)
	}
}

func TestTheBoardNeedsNothingElse(t *testing.T) {
	t.Parallel()
	b := newBoard()
	event := "/t/spring/" + b.event.ID.String()
	for path, code := range map[string]int{
		"/t/spring": http.StatusOK, event: http.StatusOK, "/t/nowhere": http.StatusNotFound, "/t/spring/nothing": http.StatusNotFound,
		"/t/spring/" + uuid.NewString(): http.StatusNotFound, event + "/more": http.StatusNotFound,
	} {
		w := b.look(t, http.MethodGet, path)
		require.Equal(t, code, w.Code, path)
		require.NotRegexp(t, elsewhere, w.Body.String())
		require.NotContains(t, w.Body.String(), "ZgotmplZ")
		require.NotContains(t, w.Body.String(), "<form", "there is nothing to send")
		require.Contains(t, w.Body.String(), `<meta name="robots" content="noindex">`, "who is erased is in no search engine")
		require.Equal(t, map[bool]string{true: "public", false: "no-store"}[code == http.StatusOK], w.Header().Get("Cache-Control"), path)
		require.Contains(t, w.Header().Get("Content-Security-Policy"), "default-src 'none'")
	}
	require.Equal(t, http.StatusMethodNotAllowed, b.look(t, http.MethodPost, "/t/spring").Code)
	for path, route := range map[string]string{
		"/t/spring": "/t/{slug}", "/t/spring/": "/t/{slug}", "/t/spring/x": "/t/{slug}/{satellite_id}", "/t/": "", "/t": "", "/tours": "",
		"/t/" + url.PathEscape("a b"): "/t/{slug}",
	} {
		require.Equal(t, route, console.New(nil, nil, b).Route(path), path)
	}
}
